"""How the shipped card model is made: card faces, rendered scenes, the two nets, the export. Never imported at run time."""
