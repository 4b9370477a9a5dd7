"""The owner's work on decks: enrolling, checking, replacing a card, retiring, and what happened to them."""
