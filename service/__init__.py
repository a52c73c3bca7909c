"""Hosted play: the service around the rules."""
