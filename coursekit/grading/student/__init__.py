"""The student's side: the process that runs the cells, and how the trusted side holds it."""
