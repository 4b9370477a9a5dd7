"""What `tablectl check` looks at before an evening: the computer, its devices, and every reader."""
