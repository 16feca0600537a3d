"""One submission's way: repair, student side, plain data, trusted side, scores; then the batch."""
