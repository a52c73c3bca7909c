"""The aggregate: one table, from its opening to the end of its game."""
