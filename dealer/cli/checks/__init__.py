"""What `dealer doctor` looks at, one file for each part of a table."""
