"""The shoe: codecs without I/O and the driver over a link."""
