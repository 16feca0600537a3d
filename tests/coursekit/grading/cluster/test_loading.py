"""Dask is asked for only where a cluster is."""

from __future__ import annotations

import subprocess
import sys

import pytest

from coursekit.errors import ClusterError
from coursekit.grading.cluster.loading import on_cluster


def test_grading_on_a_cluster_is_found() -> None:
    assert list(on_cluster("tcp://127.0.0.1:9", print)([])) == []


def test_without_dask_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "coursekit.grading.cluster.dispatch", raising=False)
    monkeypatch.setitem(sys.modules, "dask", None)
    with pytest.raises(ClusterError) as caught:
        on_cluster("tcp://127.0.0.1:9", print)
    assert str(caught.value) == "grading on a cluster needs dask, which is not installed"
    assert caught.value.remedy == 'run: pip install "tensor-course[cluster]"'


def test_grading_here_does_not_import_dask() -> None:
    script = (
        "import sys, coursekit.grading.classroom, coursekit.grading.cluster.loading\n"
        "assert not {'dask', 'distributed'} & sys.modules.keys()"
    )
    subprocess.run([sys.executable, "-P", "-c", script], check=True)
