"""Run a course: build it from text, grade a class, write feedback and reports.

``coursekit`` may import ``tensorlib``; ``tensorlib`` never imports ``coursekit``.
"""

import sys

# jsonschema, which checks notebooks, would build the grammar of international addresses when it is
# imported: a second of processor time in every process, for a check that no notebook asks for.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]
