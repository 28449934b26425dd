"""What a finished game leaves: its replay, its picture, its line in another log."""
