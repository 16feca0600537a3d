"""What the kit costs, as ratios to a peer that is timed in the same run.

A suite is a tuple of cases, which the other modules hold; `bench.__main__` lists the suites.
"""
