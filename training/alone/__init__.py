"""The champion's networks for the game alone, learnt on a GPU."""
