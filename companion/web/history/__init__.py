"""What happened at a table: told line by line, added up for a purse, set right."""
