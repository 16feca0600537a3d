"""The course as nbgrader sees it: its name, folders, gradebook and limits.

Every `nbgrader` command that is run in this folder reads this file, and so do `coursekit` and the
formgrader of a JupyterLab that was started here.
"""

from pathlib import Path

from coursekit.environment import own_commands_first
from coursekit.nbgrader_commands import use_own_graders

c = get_config()  # noqa: F821  (traitlets puts it into this file's namespace)

ROOT = Path(__file__).resolve().parent

c.CourseDirectory.root = str(ROOT)
c.CourseDirectory.course_id = "tensor_course"
c.CourseDirectory.db_url = f"sqlite:///{ROOT / 'gradebook.db'}"
c.CourseDirectory.source_directory = "source"
c.CourseDirectory.release_directory = "release"
c.CourseDirectory.submitted_directory = "submitted"
c.CourseDirectory.autograded_directory = "autograded"
c.CourseDirectory.feedback_directory = "feedback"

# A cell that does not end is stopped after this many seconds, and the next one runs.
c.ExecutePreprocessor.timeout = 30
c.ExecutePreprocessor.kernel_name = "python3"

# `nbgrader autograde`, `nbgrader generate_feedback` and the formgrader's buttons then do what
# `coursekit grade` and `coursekit feedback` do: hidden tests never meet a student's code.
use_own_graders(c)

# `nbgrader` then finds its database tool also while the environment is not activated.
own_commands_first()
