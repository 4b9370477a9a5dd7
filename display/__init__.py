"""The screens of the table: they draw what the controller sends and know nothing else."""
