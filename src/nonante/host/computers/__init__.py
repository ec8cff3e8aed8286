"""Computer players at the tables of a server: the seats they play, the hints they give, when they are ready."""
