"""Score sheets that users make, and presets: pages to use, change, save and share them."""
