"""Sweeps on disk: they go on where they ended, and only there."""

import functools
import os
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from sweep_functions import braked, fails_at_three, stop_m
from test_sweep import DRAWN, same

import skidpad
from skidpad.sweeps import SweepError, Uniform, load, sweep

parquet = pytest.importorskip("pyarrow.parquet")


def test_a_folder_has_the_rows_of_memory(tmp_path) -> None:
    memory = sweep(braked, DRAWN, draws=30, seed=5)
    disk = sweep(braked, DRAWN, draws=30, seed=5, folder=tmp_path / "new", chunk=7)
    assert same(disk, memory) and same(load(tmp_path / "new"), memory)
    assert disk.folder == tmp_path / "new" and disk.parameters == load(disk.folder).parameters == ["grip", "mass_kg"]
    assert sorted(os.listdir(disk.folder)) == ["_sweep.json", *(f"rows-{a:012}-{min(a + 6, 29):012}.parquet" for a in range(0, 30, 7))]


def test_frames_read_the_folder(tmp_path) -> None:
    import pandas
    import polars

    found = sweep(stop_m, {"speed_m_s": range(1, 9), "grip": 0.5}, folder=tmp_path, chunk=3)
    assert parquet.read_table(tmp_path).equals(found.to_arrow())
    assert pandas.read_parquet(tmp_path).equals(found.to_pandas())
    assert polars.read_parquet(tmp_path / "*.parquet").equals(found.to_polars())


def test_an_ended_sweep_goes_on_with_other_chunks(tmp_path) -> None:
    calls: list[int] = []

    def ends_at(end: int, x: int) -> float:
        calls.append(x)
        if x == end:
            raise KeyboardInterrupt
        return 0.1 * x

    rows = {"x": range(20)}
    with pytest.raises(KeyboardInterrupt):
        sweep(functools.partial(ends_at, 11), rows, folder=tmp_path, chunk=4, version="1")
    assert load(tmp_path)["x"].tolist() == list(range(8))
    calls.clear()
    found = sweep(functools.partial(ends_at, -1), rows, folder=tmp_path, chunk=5, version="1")
    assert calls == list(range(8, 20)) and found["value"].tolist() == [0.1 * x for x in range(20)]
    calls.clear()
    assert same(sweep(functools.partial(ends_at, -1), rows, folder=tmp_path, version="1"), found) and calls == []


def test_an_unfinished_file_is_no_chunk(tmp_path) -> None:
    """A kill while a file is written leaves a part of it under another name."""
    rows = {"speed_m_s": range(1, 10), "grip": 0.5}
    found = sweep(stop_m, rows, folder=tmp_path, chunk=3)
    whole = tmp_path / "rows-000000000003-000000000005.parquet"
    (tmp_path / f".unfinished-1-{whole.name}").write_bytes(whole.read_bytes()[:100])
    whole.unlink()
    assert load(tmp_path)["index"].tolist() == [0, 1, 2, 6, 7, 8]
    assert same(sweep(stop_m, rows, folder=tmp_path), found)
    assert not [name for name in os.listdir(tmp_path) if name.startswith(".")]


def test_chunks_that_overlap_are_read_once(tmp_path) -> None:
    """Two programs with one folder compute some rows twice."""
    rows = {"speed_m_s": range(1, 13), "grip": 0.5}
    first, second = sweep(stop_m, rows, folder=tmp_path / "a", chunk=4), sweep(stop_m, rows, folder=tmp_path / "b", chunk=3)
    for name in os.listdir(second.folder):
        os.replace(second.folder / name, first.folder / name)
    assert same(load(first.folder), sweep(stop_m, rows))


def test_errors_are_recorded_on_disk(tmp_path) -> None:
    memory = sweep(fails_at_three, {"x": range(10)}, on_error="record")
    for chunk in (1, 10):
        assert same(sweep(fails_at_three, {"x": range(10)}, on_error="record", folder=tmp_path / str(chunk), chunk=chunk), memory)


def test_booleans_and_texts_of_failed_rows_are_gaps(tmp_path) -> None:
    def kinds(x: int) -> dict:
        return {"number": 1.0 / x, "is_even": x % 2 == 0, "text": str(x)}

    memory = sweep(kinds, {"x": range(3)}, on_error="record", chunk=1)
    assert memory["is_even"].tolist() == [None, False, True] and memory["text"].tolist() == [None, "1", "2"] and np.isnan(memory["number"][0])
    assert same(sweep(kinds, {"x": range(3)}, on_error="record", folder=tmp_path, chunk=1), memory)
    assert same(sweep(kinds, {"x": range(3)}, on_error="record", chunk=3), memory)


def test_a_failure_keeps_the_chunks_before_it(tmp_path) -> None:
    with pytest.raises(SweepError, match="index 3"):
        sweep(fails_at_three, {"x": range(10)}, folder=tmp_path, chunk=1)
    assert load(tmp_path)["x"].tolist() == [0, 1, 2]


@pytest.mark.parametrize(
    ("other", "words"),
    [
        ({"seed": 1}, "seed: 0 there, 1 here"),
        ({"draws": 5}, "other parameters; rows: 4 there, 5 here"),
        ({"parameters": {"speed_m_s": 20.0, "grip": Uniform(0.5, 1.0)}}, "other parameters"),
        ({"parameters": {"speed_m_s": 10.0, "grip": Uniform(0.5, 1.1)}}, "other parameters"),
        ({"function": fails_at_three}, 'function: {"name": "stop_m"'),
        ({"version": "2"}, "function stop_m: its source, its bound values or its version changed"),
        ({"on_error": "record"}, "records_errors: false there, true here"),
    ],
)
def test_the_folder_of_another_sweep_is_refused(tmp_path, other, words) -> None:
    usual = {"function": stop_m, "parameters": {"speed_m_s": 10.0, "grip": Uniform(0.5, 1.0)}, "draws": 4, "folder": tmp_path}
    sweep(**usual)
    with pytest.raises(skidpad.Error) as error:
        sweep(**{**usual, **other})
    assert words in str(error.value) and "holds another sweep" in str(error.value)


def test_a_folder_of_another_version_of_skidpad_is_refused(tmp_path) -> None:
    rows = {"speed_m_s": 10.0, "grip": 0.5}
    sweep(stop_m, rows, folder=tmp_path)
    manifest = tmp_path / "_sweep.json"
    manifest.write_text(manifest.read_text().replace(skidpad.__version__, "0.0.9"))
    with pytest.raises(skidpad.Error, match=r'skidpad: "0.0.9" there'):
        sweep(stop_m, rows, folder=tmp_path)


def test_other_folders_are_left_alone(tmp_path) -> None:
    (tmp_path / "thesis.txt").write_text("a year's work")
    with pytest.raises(skidpad.Error, match="is not that of a sweep"):
        sweep(stop_m, {"speed_m_s": 10.0, "grip": 0.5}, folder=tmp_path)
    with pytest.raises(skidpad.Error, match="is not that of a sweep"):
        load(tmp_path)
    assert os.listdir(tmp_path) == ["thesis.txt"]


def test_functions_are_known_by_what_is_bound_to_them(tmp_path) -> None:
    def made(factor: float):
        return lambda x: factor * x

    sweep(made(2.0), {"x": [1.0]}, folder=tmp_path)
    assert sweep(made(2.0), {"x": [1.0]}, folder=tmp_path)["value"][0] == 2.0
    with pytest.raises(skidpad.Error, match="its bound values"):
        sweep(made(3.0), {"x": [1.0]}, folder=tmp_path)
    car = skidpad.Vehicle("boxster-s", {"body.kerb_mass": 1400})
    sweep(functools.partial(stop_m, car), {"grip": [1.0]}, folder=tmp_path / "partial", on_error="record")
    with pytest.raises(skidpad.Error, match="its bound values"):
        sweep(functools.partial(stop_m, skidpad.Vehicle("boxster-s")), {"grip": [1.0]}, folder=tmp_path / "partial", on_error="record")


def test_values_that_cannot_be_pickled_need_a_version(tmp_path) -> None:
    with ThreadPoolExecutor(1) as pool:
        with pytest.raises(skidpad.Error, match="version: missing"):
            sweep(lambda x: pool._max_workers * x, {"x": [1.0]}, folder=tmp_path)
        assert sweep(lambda x: pool._max_workers * x, {"x": [1.0]}, folder=tmp_path, version="1")["value"][0] == 1.0
