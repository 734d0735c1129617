"""The shell round the games: people, chats, clocks and tables."""
