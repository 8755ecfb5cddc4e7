"""The journal and what is read back from it."""
