"""Bots: players that get a view and legal moves and send commands down the common path."""
