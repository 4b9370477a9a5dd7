"""Other people's reader libraries, unmodified, on the emulated Pi: what they do there is why ours exists."""
