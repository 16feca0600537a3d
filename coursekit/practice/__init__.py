"""Practice in a lesson: question after question, each with fresh parameters.

``practice("strides")`` asks, ``practice()`` says what can be practised. What a session does
follows from plain values; only ``widget`` needs ipywidgets.
"""

from coursekit.practice.catalogue import TOPICS
from coursekit.practice.exercise import Exercise, Topic
from coursekit.practice.widget import Practice, practice

__all__ = ["TOPICS", "Exercise", "Practice", "Topic", "practice"]
