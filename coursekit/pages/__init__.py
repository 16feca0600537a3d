"""Pages in which nothing can act: one look, one content policy, a safe renderer for each part."""
