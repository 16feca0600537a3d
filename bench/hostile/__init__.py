"""The hostile class through plain nbgrader, to see how much of it the kit's own grading is for."""
