"""House rules as data: the policies of a cardroom, read from strict TOML files."""
