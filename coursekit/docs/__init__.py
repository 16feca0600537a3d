"""Tables made of the course itself: where each fact and each misconception is treated."""
