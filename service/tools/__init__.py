"""Programs that the service hands out: each one file, with nothing but the standard library."""
