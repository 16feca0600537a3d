"""The trusted side: the instructor's set-up cells and tests, run apart from the student's code."""
