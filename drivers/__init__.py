"""The devices: shoe, camera, broker, voice, and the simulated table that stands in for them."""
