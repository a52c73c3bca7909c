"""How bots play Bombay Bazar."""
