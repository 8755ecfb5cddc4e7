"""The words of the dealer's screen besides announcements, in each language."""
