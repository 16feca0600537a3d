# The course's chores. Each makes .venv first if need be; CI runs `make course` and `make test`.

BIN := .venv/bin

.PHONY: help course lab test check fuzz bench lock environment bubblewrap chromium postgresql

help:
	@echo 'make course   build the release, grade a sample class, write feedback and a report'
	@echo 'make lab      open JupyterLab on the first lesson'
	@echo 'make test     check everything: make check, then all tests'
	@echo 'make check    style, types, and whether the notebooks are what the texts give'
	@echo 'make fuzz     look for new counterexamples of the library, 2,000 tries a property'
	@echo 'make bench    measure against numpy, nbgrader and otter; tables go to build/bench/'
	@echo 'make lock     write constraints.txt anew, from the newest versions that fit'

# `grade` also writes the feedback pages. It ends with 1, since the sample class holds a file that
# nobody could grade. The sample class is the kit's own, so it is graded without walls where none
# can be made.
course: environment bubblewrap
	$(BIN)/coursekit build
	$(BIN)/coursekit sample
	@$(BIN)/coursekit sandbox && walls=bubblewrap || walls=none; \
		echo "Grading the sample class with --sandbox $$walls."; \
		$(BIN)/coursekit grade --sandbox $$walls || [ $$? -eq 1 ]
	$(BIN)/coursekit report
	@echo
	@echo 'Open the class report, one of the feedback pages, or the lesson (make lab):'
	@ls "$(CURDIR)"/reports/*.html "$(CURDIR)"/feedback/student-03/*/*.html

lab: environment
	$(BIN)/coursekit lab

# One file runs in one process, since a browser, a server or a notebook serves a whole file.
test: check bubblewrap chromium postgresql
	$(BIN)/pytest --numprocesses=logical --maxprocesses=4 --dist=loadfile \
		--nbval --nbval-current-env --nbval-cell-timeout=60 \
		tests tensorlib coursekit course/*/lesson.ipynb

check: environment
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/coursekit build --check

fuzz: environment
	$(BIN)/pytest --hypothesis-profile=fuzz --numprocesses=logical --dist=loadfile -m hypothesis tests/tensorlib

bench: environment
	$(BIN)/python -m bench

lock:
	@scripts/environment.sh lock
	@scripts/environment.sh

environment:
	@scripts/environment.sh

bubblewrap:
	@scripts/system_parts.sh bwrap=bubblewrap

chromium:
	@scripts/system_parts.sh "$${CHROMIUM:-chromium}=chromium fonts-dejavu-core"

# The tests start a server of their own; the system's, if Debian starts one, stays empty.
postgresql:
	@scripts/system_parts.sh pg_ctlcluster=postgresql
