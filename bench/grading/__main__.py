"""Measure grading alone; see --help."""

from bench.grading.measuring import main

if __name__ == "__main__":
    main()
