"""The app's main pages, such as the home page, New game, joining and the table."""
