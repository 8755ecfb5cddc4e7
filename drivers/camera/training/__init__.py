"""How the shipped card model is made: faces, scenes, two nets, export. Nothing here is imported at run time."""
