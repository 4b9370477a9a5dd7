"""What the table costs beside what it is compared with, measured in one run; `python -m tests.bench`."""
