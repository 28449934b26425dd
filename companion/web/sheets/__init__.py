"""Pages for using, changing, saving and sharing score sheets and presets."""
