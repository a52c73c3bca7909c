"""How bots play Bombay."""
