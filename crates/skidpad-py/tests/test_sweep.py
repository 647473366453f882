"""Sweeps in this process: rows, results, errors."""

import functools

import numpy as np
import pytest
from sweep_functions import braked, fails_at_three, of_mixed_kinds, stop_m, stops_m

import skidpad
from skidpad.sweeps import Choice, Normal, Sweep, SweepError, Uniform, sweep

DRAWN = {"grip": Normal(0.9, 0.1, 0.5, 1.2), "mass_kg": Uniform(1200.0, 1500.0)}


def same(one: Sweep, other: Sweep) -> bool:
    """Returns true where both have the same columns, bit by bit."""
    alike = list(one) == list(other) and all(one[name].dtype == other[name].dtype for name in one)
    return alike and all(
        one[name].tobytes() == other[name].tobytes() if one[name].dtype != object else one[name].tolist() == other[name].tolist() for name in one
    )


def test_a_grid_has_every_combination_in_the_order_of_nested_loops() -> None:
    found = sweep(stop_m, {"speed_m_s": [10, 20, 30], "grip": np.array([0.5, 1.0])})
    expected = [(speed, grip, stop_m(speed, grip)) for speed in (10, 20, 30) for grip in (0.5, 1.0)]
    assert list(zip(found["speed_m_s"], found["grip"], found["value"], strict=True)) == expected
    assert found["index"].tolist() == [0, 1, 2, 3, 4, 5] and found.rows == 6
    assert found.parameters == ["speed_m_s", "grip"] and found.results == ["value"]


def test_each_combination_has_its_draws() -> None:
    found = sweep(stop_m, {"grip": Uniform(0.5, 1.0), "speed_m_s": [10.0, 20.0]}, draws=3)
    assert found["speed_m_s"].tolist() == [10.0] * 3 + [20.0] * 3 and len(set(found["grip"])) == 6


@pytest.mark.parametrize("make", [list, "pandas", "polars", "pyarrow"])
def test_rows_can_be_given_one_by_one(make) -> None:
    rows = [{"speed_m_s": 10.0, "grip": 0.5}, {"speed_m_s": 20.0, "grip": 0.8}, {"speed_m_s": 7.0, "grip": 1.0}]
    given = rows
    if make == "pyarrow":
        given = pytest.importorskip("pyarrow").Table.from_pylist(rows)
    elif make is not list:
        pytest.importorskip("pyarrow")
        given = pytest.importorskip(make).DataFrame(rows)
    found = sweep(stop_m, given, chunk=2)
    assert found["value"].tolist() == [stop_m(**row) for row in rows]


@pytest.mark.parametrize("chunk", [1, 3, 7, 40, None])
def test_chunks_change_no_bits(chunk) -> None:
    whole = sweep(braked, DRAWN, draws=40, seed=3, chunk=1000)
    assert whole["is_slow"].dtype == bool and 0 < whole["is_slow"].sum() < 40 and whole["status"][0] == "running"
    assert same(sweep(braked, DRAWN, draws=40, seed=3, chunk=chunk), whole)


@pytest.mark.parametrize("chunk", [1, 64, None])
def test_a_batched_function_gets_columns(chunk) -> None:
    parameters = {"speed_m_s": [10.0, 20.0], "grip": Uniform(0.5, 1.0)}
    found = sweep(stops_m, parameters, draws=400, batched=True, chunk=chunk)
    assert found.rows == 800 and same(found, sweep(stop_m, parameters, draws=400))


def test_a_fleet_is_a_batched_function() -> None:
    def yaw_rate(steer_rad: np.ndarray, speed_m_s: np.ndarray) -> dict:
        fleet = skidpad.Fleet("single_track", "boxster-s", len(steer_rad), start={"speed_m_s": speed_m_s}, threads=1)
        fleet.inputs["steer_rad"] = steer_rad
        fleet.step(50)
        return {"yaw_rate_rad_s": fleet.states["yaw_rate_rad_s"]}

    parameters = {"steer_rad": Uniform(-0.02, 0.02), "speed_m_s": [10.0, 20.0, 30.0]}
    fleets = [sweep(yaw_rate, parameters, draws=50, batched=True, chunk=chunk) for chunk in (150, 37)]
    assert same(*fleets) and (np.sign(fleets[0]["yaw_rate_rad_s"]) == np.sign(fleets[0]["steer_rad"])).all()


def test_an_error_names_index_and_parameters() -> None:
    with pytest.raises(SweepError) as error:
        sweep(fails_at_three, {"x": range(10)})
    assert "fails_at_three failed at index 3 (x = 3): ZeroDivisionError" in str(error.value)
    assert (error.value.index, error.value.parameters) == (3, {"x": 3})
    assert isinstance(error.value.__cause__, ZeroDivisionError)
    assert "sweep_functions.py" in str(error.value.__cause__.__cause__)


@pytest.mark.parametrize("chunk", [1, 2, 10])
def test_errors_are_recorded(chunk) -> None:
    """With chunks of one row, the row that fails is a chunk without results."""
    found = sweep(fails_at_three, {"x": range(10)}, on_error="record", chunk=chunk)
    assert found["error"][3].startswith("ZeroDivisionError") and [place for place in range(10) if found["error"][place]] == [3]
    assert np.isnan(found["value"][3]) and found["value"][4] == 1.0 and list(found) == ["index", "x", "value", "error"]


@pytest.mark.parametrize("chunk", [1, 10])
def test_kinds_of_results_do_not_depend_on_chunks(chunk) -> None:
    with pytest.raises((skidpad.Error, SweepError), match=r"value: is of kind str, must be float"):
        sweep(of_mixed_kinds, {"x": range(10)}, chunk=chunk)
    # Whole numbers and numbers are of one kind.
    assert sweep(lambda x: x if x % 2 else 0.5 * x, {"x": range(10)}, chunk=chunk)["value"].dtype == np.float64


def test_it_is_a_table(tmp_path) -> None:
    found = sweep(braked, DRAWN, draws=20)
    assert repr(found) == "<Sweep of braked: 20 rows of index, grip, mass_kg, speed_m_s, is_slow, status>"
    assert found._repr_html_().count("<tr>") == 6
    with pytest.raises(skidpad.UnknownNameError, match="did you mean `speed_m_s`"):
        found["speed"]
    with pytest.raises(ValueError, match="read-only"):
        found["grip"][0] = 1.0
    pyarrow, polars = pytest.importorskip("pyarrow"), pytest.importorskip("polars")
    assert found.to_arrow().to_pydict() == {name: found[name].tolist() for name in found}
    assert pyarrow.table(found).equals(found.to_arrow()) and polars.DataFrame(found.to_arrow()).equals(found.to_polars())
    assert list(found.to_pandas()) == list(found)


def test_progress_is_told_to_its_end() -> None:
    told: list[tuple[int, int]] = []
    sweep(stop_m, {"speed_m_s": range(1, 8), "grip": 1.0}, chunk=3, progress=lambda *rows: told.append(rows))
    assert told == [(3, 7), (6, 7), (7, 7)]


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda: sweep(stop_m, {"speed_m_s": [], "grip": 1.0}), "speed_m_s: has no values"),
        (lambda: sweep(stop_m, {"speed_m_s": [1.0, np.nan], "grip": 1.0}), "speed_m_s: must be finite"),
        (lambda: sweep(stop_m, {"speed_m_s": [1.0, "a"], "grip": 1.0}), "speed_m_s: must be a number, a text, a list"),
        (lambda: sweep(stop_m, {"speed_m_s": [1.0, True], "grip": 1.0}), "speed_m_s: must be a number, a text, a list"),
        (lambda: sweep(stop_m, {"speed_m_s": np.ones((2, 2)), "grip": 1.0}), "speed_m_s: must be a number, a text, a list"),
        (lambda: sweep(stop_m, {"index": [1]}), "`index` is a column that the sweep adds"),
        (lambda: sweep(stop_m, {"grip": Uniform(0.5, 1.0)}), "draws: missing"),
        (lambda: sweep(stop_m, {"grip": 1.0}, draws=5), "draws: nothing is drawn"),
        (lambda: sweep(stop_m, {"grip": Choice([1.0])}, draws=0), "draws = 0"),
        (lambda: sweep(stop_m, [{"grip": 1.0}, {"speed_m_s": 1.0}]), "parameters[1]: must be a mapping with the names of the first row: grip"),
        (lambda: sweep(stop_m, []), "parameters: has no rows"),
        (lambda: sweep(stop_m, {"grip": 1.0}, seed=-1), "seed = -1"),
        (lambda: sweep(stop_m, {"grip": 1.0}, chunk=0), "chunk = 0"),
        (lambda: sweep(stop_m, {"grip": 1.0}, on_error="ignore"), "on_error = 'ignore': must be"),
        (lambda: sweep(stop_m, {"grip": 1.0}, executor="dusk"), "executor = 'dusk': must be None, a number of processes"),
        (lambda: sweep(stop_m, {"grip": 1.0}, executor=0), "executor = 0: must be 1 process or more"),
        (lambda: sweep(stop_m, {"grip": 1.0, "speed_m_s": 1.0}, batched=True, on_error="record"), "a batched function fails for all rows"),
    ],
)
def test_wrong_arguments_are_refused(wrong, words) -> None:
    with pytest.raises(skidpad.Error) as error:
        wrong()
    assert words in str(error.value)


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (lambda x: {"x": 1.0}, "`x` is a column already"),
        (lambda x: [1.0], "value: must be a number, a boolean or a text, is of list"),
        (lambda x: {"a": 1.0} if x == 0 else {"b": 1.0}, "names are b, must be those of the other rows: a"),
        (lambda x: {1: 1.0}, "names are texts, not 1"),
    ],
)
def test_wrong_results_are_refused(function, words) -> None:
    with pytest.raises(SweepError) as error:
        sweep(function, {"x": [0, 1]}, chunk=2)
    assert words in str(error.value)


def test_wrong_results_of_batches_are_refused() -> None:
    with pytest.raises(SweepError, match=r"at indices 0 to 3: Error: results: value: must be an array of 4 values"):
        sweep(lambda x: 1.0, {"x": range(4)}, batched=True)


def test_wrong_types_are_type_errors() -> None:
    for wrong in (lambda: sweep("function", {}), lambda: sweep(stop_m, 3), lambda: sweep(stop_m, {"grip": 1.0}, executor=1.5)):
        with pytest.raises(TypeError):
            wrong()


def test_bound_arguments_are_no_columns() -> None:
    found = sweep(functools.partial(stop_m, grip=0.5), {"speed_m_s": [10.0]})
    assert list(found) == ["index", "speed_m_s", "value"] and found["value"][0] == stop_m(10.0, 0.5)
