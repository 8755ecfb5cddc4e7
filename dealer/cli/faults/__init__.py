"""Trials of what goes wrong: the whole program at a simulated table, with a dealer who tells what really lies there."""
