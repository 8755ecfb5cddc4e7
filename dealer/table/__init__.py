"""The table between and around hands: seats, stacks, clock, dealer position, deck."""
