"""Folds from events to what is read."""
