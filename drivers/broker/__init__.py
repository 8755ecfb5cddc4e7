"""Tables over MQTT."""
