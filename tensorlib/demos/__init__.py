"""Demos for a notebook: predict first, then look.

What a demo shows follows from plain values in modules that know no widget; only ``fields`` and
``widget``, and what makes a demo of them, need ipywidgets.
"""

from tensorlib.demos.axis import axis_demo
from tensorlib.demos.block import block_demo
from tensorlib.demos.judging import Judge, Verdict
from tensorlib.demos.mask import mask_demo
from tensorlib.demos.noticing import noticing_demo
from tensorlib.demos.number import number_demo
from tensorlib.demos.offset import offset_demo
from tensorlib.demos.offset_state import demo_tensor
from tensorlib.demos.padding import padding_demo
from tensorlib.demos.regression import regression_demo
from tensorlib.demos.views import views_demo
from tensorlib.demos.widget import Demo

__all__ = [
    "Demo",
    "Judge",
    "Verdict",
    "axis_demo",
    "block_demo",
    "demo_tensor",
    "mask_demo",
    "noticing_demo",
    "number_demo",
    "offset_demo",
    "padding_demo",
    "regression_demo",
    "views_demo",
]
