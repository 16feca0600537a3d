"""What grading a class costs, against plain nbgrader and otter-grader, in interleaved rounds."""
