"""The parts of the gradebook: opening it, its tables, a unit's cells, and one student's scores."""
