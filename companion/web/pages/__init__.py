"""The app's main pages, such as the first page, New game, joining and the table."""
