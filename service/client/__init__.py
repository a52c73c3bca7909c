"""Play in a terminal, over the public API and nothing else: also an example for client authors."""
