"""The simulated table: a shoe that speaks bytes and a camera that renders pictures."""
