"""What is said at the table, as data and in words."""
