"""The pure core: what the rules of Texas Hold'em make of cards, chips and words."""
