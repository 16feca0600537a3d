"""What shapes mean: axes with names, and verdicts on operations that only look at sizes."""
