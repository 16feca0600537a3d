"""Run a course: build it from text, grade a class, write feedback and reports.

``coursekit`` may import ``tensorlib``; ``tensorlib`` never imports ``coursekit``.
"""
