"""The rules of play: pure functions over values that never change."""
