"""The commands; the only place that knows drivers and web."""
