"""What the floor keeps: what it gathered of its tables, reports of it, and the keys that its people rule with."""
