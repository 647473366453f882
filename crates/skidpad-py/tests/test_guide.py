"""Programs in the documentation run as they are shown."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize(
    "page",
    [
        "docs/guide/python.md",
        "docs/guide/python-sweeps.md",
        "docs/guide/python-learning.md",
        "docs/guide/python-migration.md",
        "crates/skidpad-py/README.md",
        "README.md",
    ],
)
def test_programs_run_one_after_the_other(page, capsys) -> None:
    if page == "docs/guide/python-sweeps.md":
        pytest.importorskip("pyarrow")
        pytest.importorskip("cloudpickle")
    if page in ("docs/guide/python-learning.md", "docs/guide/python-migration.md"):
        pytest.importorskip("gymnasium")
    programs = re.findall(r"^```python\n(.*?)^```", (ROOT / page).read_text(encoding="utf-8"), re.M | re.S)
    assert programs
    names: dict[str, object] = {}
    for program in programs:
        exec(compile(program, page, "exec"), names)
    assert capsys.readouterr().out
