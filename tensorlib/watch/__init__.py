"""Watching plain numpy code: which broadcasts run without meaning what they do."""
