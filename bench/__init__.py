"""What the kit costs, as ratios to a peer that is timed in the same run.

A module of this package that holds `CASES` is a suite; `bench.__main__` lists the suites.
"""
