"""What the sensors say against the card that is due."""
