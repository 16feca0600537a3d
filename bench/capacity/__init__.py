"""From measured costs to plans: how long, how much memory, how large a gradebook."""
