"""Keys, the encryption of a face-down card's identity, and the keyed hash of a tag."""
