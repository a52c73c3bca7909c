"""Searches; for now it plays as the greedy bot does."""

from service.bots.bazar.greedy import choose

__all__ = ["choose"]
