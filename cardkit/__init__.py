"""cardkit: three card games that answer when asked why."""
