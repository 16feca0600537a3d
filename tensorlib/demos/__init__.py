"""Demos for a notebook: predict first, then look.

What a demo shows follows from plain values in modules that know no widget; only the modules
named ``…_widget`` need ipywidgets.
"""

from tensorlib.demos.judging import Judge, Prediction, Verdict
from tensorlib.demos.offset_state import demo_tensor
from tensorlib.demos.offset_widget import OffsetDemo, offset_demo

__all__ = ["Judge", "OffsetDemo", "Prediction", "Verdict", "demo_tensor", "offset_demo"]
