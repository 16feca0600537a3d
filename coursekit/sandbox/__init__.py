"""The walls around a student's code: what it sees, what it may use, what becomes of the rest."""
