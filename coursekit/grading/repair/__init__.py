"""Read, recognise and mend what was handed in, before anything of it runs."""
