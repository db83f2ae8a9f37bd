"""In a notebook positions and matches are pictures; the one of the documentation runs."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from tabletown.lab.study import plan_of, study
from tests.installed import ROOT


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of the kernel's own packages
def test_the_notebook_runs_and_shows_pictures() -> None:
    written = (ROOT / "docs" / "notebook.ipynb").read_text(encoding="utf-8")
    notebook = nbformat.reads(written, as_version=4)  # type: ignore[no-untyped-call]
    NotebookClient(notebook, timeout=600, kernel_name="python3", resources={"metadata": {"path": str(ROOT)}}).execute()
    outputs = [cell.outputs for cell in notebook.cells if cell.cell_type == "code"]
    shown = [out.data for each in outputs for out in each if out.output_type == "execute_result"]
    pictures = [data["image/svg+xml"] for data in shown if "image/svg+xml" in data]
    assert [picture.startswith("<svg") for picture in pictures] == [True] * 3
    assert "The Estates" in pictures[0]
    assert "Square Mile" in pictures[2]
    assert "array([" in shown[-1]["text/plain"]


def test_a_study_shows_its_report_in_a_frame(tmp_path: Path) -> None:
    shown = study(plan_of("the_estates", [2], levels=["visitor"]), tmp_path / "journal", games=60)._repr_html_()
    assert shown.startswith('<iframe srcdoc="&lt;!doctype html')
    assert "The Estates" in shown
    assert "<script" not in shown
