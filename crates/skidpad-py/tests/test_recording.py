"""Drives that are recorded."""

import numpy as np
import pytest

import skidpad


@pytest.fixture(scope="module")
def drive() -> skidpad.Recording:
    """Two seconds of acceleration, the second one to the left."""
    steer_rad = np.where(np.arange(200) < 100, 0.0, 0.03)
    names = ["velocity_x_m_s", "yaw_rate_rad_s", "steer_rad"]
    return skidpad.record(skidpad.Car("boxster-s"), 2.0, names=names, throttle=0.5, steer_rad=steer_rad)


def test_it_is_the_drive_of_a_car_that_is_stepped(drive) -> None:
    car = skidpad.Car("boxster-s")
    for step in range(200):
        car.step(0.01, throttle=0.5, steer_rad=0.0 if step < 100 else 0.03)
        for name in drive:
            assert drive[name][step + 1] == car[name]
    assert drive.rows == 201 and drive["time_s"][-1] == 2.0 and drive["velocity_x_m_s"][0] == 0.0
    assert drive["yaw_rate_rad_s"][100] == 0.0 < drive["yaw_rate_rad_s"][-1]


def test_gears_are_given_once_or_for_each_step() -> None:
    first = skidpad.record(skidpad.Car("boxster-s"), 0.5, names=["gear"], throttle=0.5, gear=1)
    assert (first["gear"][1:] == 1).all()
    each = np.where(np.arange(150) < 25, 1, 2)
    assert skidpad.record(skidpad.Car("boxster-s"), 1.5, names=["gear"], gear=each)["gear"][-1] == 2
    back = skidpad.record(skidpad.Car("boxster-s"), 2.0, throttle=0.4, gear="R")
    assert back["velocity_x_m_s"][-1] < -0.5


def test_frames_are_over_the_same_memory(drive) -> None:
    pandas, pyarrow, polars = (pytest.importorskip(name) for name in ("pandas", "pyarrow", "polars"))
    frame = drive.to_pandas()
    assert list(frame) == list(drive) and np.shares_memory(frame["yaw_rate_rad_s"].to_numpy(), drive["yaw_rate_rad_s"])
    table = pyarrow.table(drive)
    column = table["yaw_rate_rad_s"].chunk(0)
    assert column.buffers()[1].address == drive["yaw_rate_rad_s"].ctypes.data
    assert table.schema.field("yaw_rate_rad_s").metadata[b"unit"] == b"rad/s"
    assert polars.DataFrame(table).equals(drive.to_polars()) and drive.to_polars().columns == list(drive)
    assert isinstance(frame, pandas.DataFrame)


def test_it_is_a_mapping(drive) -> None:
    assert "foo" not in drive and drive.get("foo") is None and drive == drive
    with pytest.raises(skidpad.UnknownNameError, match="yaw_rate_rad_s"):
        drive["yaw_rate"]
    assert list(skidpad.record(skidpad.Car("boxster-s"), 0.1, names="x_m")) == ["time_s", "x_m"]
    with pytest.raises(TypeError, match="car: must be a Car"):
        skidpad.record("boxster-s", 0.1)


def test_it_is_shown_to_people(drive, tmp_path) -> None:
    assert repr(drive).startswith("<Recording of Porsche Boxster S (986) (two_track): 201 rows of time_s, velocity_x_m_s")
    assert drive._repr_html_().count("<tr>") == 6
    pytest.importorskip("matplotlib")
    figure = drive.plot(["velocity_x_m_s", "yaw_rate_rad_s"])
    assert [axis.get_ylabel() for axis in figure.axes] == ["velocity_x_m_s", "yaw_rate_rad_s"]
    figure.savefig(tmp_path / "drive.png")
    assert (tmp_path / "drive.png").stat().st_size > 10_000


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"duration_s": 0.0}, "duration_s = 0.0: must be above 0"),
        ({"dt_s": 2.0}, "dt_s = 2.0"),
        ({"throtle": 1.0}, "did you mean `throttle`"),
        ({"throttle": [1.0, 2.0]}, "must be a number or 100 numbers"),
        ({"throttle": "a"}, "throttle: must be a number or"),
        ({"throttle": np.nan}, "must not be NaN"),
        ({"gear": "X"}, "gear = 'X'"),
        ({"gear": 13}, "gear: must be 1 to 12"),
        ({"names": ["engine_speed"]}, "engine_rad_s"),
    ],
)
def test_wrong_input_is_answered_and_the_car_stays(wrong, words) -> None:
    car = skidpad.Car("boxster-s")
    before = car.hash()
    with pytest.raises(skidpad.Error) as error:
        skidpad.record(car, **{"duration_s": 1.0, **wrong})
    assert words in str(error.value) and car.hash() == before
