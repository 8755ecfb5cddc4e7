"""The camera: capture, calibrate, locate, read, enrol."""
