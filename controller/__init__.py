"""The table computer: senses cards, runs the hand, keeps the journal and feeds the screens."""
