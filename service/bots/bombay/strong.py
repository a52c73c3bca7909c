"""Searches; for now it plays as the greedy bot does."""

from service.bots.bombay.greedy import choose

__all__ = ["choose"]
