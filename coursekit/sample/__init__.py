"""A class of made-up students whose submissions show all that can happen to a grader."""
