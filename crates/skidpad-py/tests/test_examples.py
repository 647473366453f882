"""Examples run as programs, in a small size."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[3] / "examples/python"


def run(name: str, *words: str) -> str:
    return subprocess.run([sys.executable, EXAMPLES / name, *words], capture_output=True, text=True, check=True).stdout


def test_braking_distances_go_on_where_they_ended(tmp_path) -> None:
    pytest.importorskip("pyarrow")
    words = ("--draws", "30", "--folder", str(tmp_path / "rows"))
    text = run("braking_distances.py", *words)
    mean, low, high = (float(number) for number in re.findall(r"[\d.]+", text.split("mean")[1])[:3])
    assert 30.0 < low < mean < high < 50.0
    for file in list((tmp_path / "rows").glob("*.parquet"))[1:]:
        file.unlink()
    assert run("braking_distances.py", *words) == text
