"""Grading on the machines of a Dask cluster: bytes go out, results come back."""
