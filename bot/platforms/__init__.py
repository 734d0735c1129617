"""Chat platforms: each translates in, translates out, and knows no game."""
