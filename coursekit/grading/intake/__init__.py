"""What was handed in: folders and files as they are, whatever they are."""
