"""Laps."""

import numpy as np
import pytest

import skidpad

# Any model: that of two axles is the quickest.
MODEL = "single_track"


@pytest.fixture(scope="module")
def fastest() -> skidpad.Lap:
    """The fastest lap on the kart track."""
    return skidpad.lap("kart-track", "boxster-s", MODEL, step_m=4.0)


def test_it_is_a_table_of_the_car_along_its_line(fastest) -> None:
    assert repr(fastest).startswith("<Lap of Porsche Boxster S (986) on kart-track: 0:5")
    assert fastest.converged and fastest.lap_s > fastest["time_s"][-1] > 0.98 * fastest.lap_s
    # Distance and time by the columns: the area below 1 / speed is the time of the lap.
    distance_m = np.append(fastest["distance_m"], fastest.length_m)
    speed_m_s = np.append(fastest["speed_m_s"], fastest["speed_m_s"][0])
    assert np.sum(2.0 * np.diff(distance_m) / (speed_m_s[1:] + speed_m_s[:-1])) == pytest.approx(fastest.lap_s, rel=1e-3)
    assert np.allclose(fastest["acceleration_y_m_s2"], fastest["speed_m_s"] ** 2 * fastest["curvature_1_m"], atol=0.6)
    assert fastest.channels["acceleration_y_m_s2"].unit == "m/s^2" and set(fastest.channels) == set(fastest)


def test_the_fastest_line_is_faster_than_others_within_the_road(fastest) -> None:
    track = skidpad.Track("kart-track")
    for line in ("reference", "shortest", "least-curvature"):
        assert skidpad.lap(track, "boxster-s", MODEL, line=line, step_m=4.0).lap_s > fastest.lap_s - 0.01
    along_m, beside_m = track.locate(fastest["x_m"], fastest["y_m"])
    assert np.allclose(beside_m, fastest["lateral_offset_m"], atol=0.02)
    width = track.at(along_m)
    half_m = skidpad.Vehicle("boxster-s").wheelbase_m / 3.0
    assert (beside_m < width["left_m"] - half_m).all() and (-beside_m < width["right_m"] - half_m).all()


def test_a_line_is_driven_again_by_other_cars(fastest) -> None:
    same = skidpad.lap("kart-track", "boxster-s", MODEL, line=fastest.line_m, step_m=4.0)
    assert same.lap_s == pytest.approx(fastest.lap_s, rel=5e-3)
    assert skidpad.lap("kart-track", "boxster-s", MODEL, line=fastest.line_m, step_m=4.0, grip=0.6).lap_s > 1.2 * same.lap_s


def test_sensitivities_are_those_of_laps_of_changed_cars(fastest) -> None:
    known = {"line": fastest.line_m, "step_m": 1.0}
    lap = skidpad.lap("kart-track", "boxster-s", MODEL, sensitivities=True, **known)
    slopes = {row.figure: row for row in lap.sensitivities}
    assert slopes["mass"].unit == "kg" and slopes["grip"].unit == "" and lap.notes == []
    times = [skidpad.lap("kart-track", "boxster-s", MODEL, grip=grip, **known).lap_s for grip in (0.95, 1.05)]
    assert slopes["grip"].slope == pytest.approx((times[1] - times[0]) / 0.1, rel=0.03)


def test_a_standing_lap_begins_at_rest() -> None:
    lap = skidpad.lap("kart-track", "boxster-s", MODEL, line="reference", start="standing", step_m=4.0)
    assert lap["speed_m_s"][0] == 0.0 and lap["gear"][0] == 1.0
    assert lap.lap_s > skidpad.lap("kart-track", "boxster-s", MODEL, line="reference", step_m=4.0).lap_s + 0.5


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"method": "optimum"}, "did you mean `optimal`"),
        ({"method": "qss"}, "line: missing"),
        ({"method": "driven", "line": "reference"}, 'use it with method="qss"'),
        ({"line": "shortes"}, "did you mean `shortest`"),
        ({"line": np.zeros((5, 3))}, "must be points of x and y, has 3 columns"),
        ({"line": np.zeros((5, 2))}, "stations in a row must be 1 mm apart or more"),
        ({"model": "kinematic"}, "must be one of two_track"),
        ({"method": "optimal", "model": "two_track"}, "has no minimum-time laps"),
        ({"method": "optimal", "model": "single_track", "sensitivities": True}, "sensitivities: are those of quasi-steady laps"),
        ({"grip": 0.0}, "grip = 0: must be 0.05 to 3"),
        ({"step_m": 0.0}, "step_m = 0: must be 0.1 to 20"),
        ({"margin_m": -1.0}, "margin_m = -1: must be 0 to 20"),
        ({"start": "rolling"}, 'start = \'rolling\': must be "flying" or "standing"'),
        ({"vehicle": "kawasaki"}, "kawasaki"),
        ({"track": "kart"}, "did you mean `kart-track`"),
    ],
)
def test_wrong_arguments_are_refused(wrong, words) -> None:
    with pytest.raises(skidpad.Error) as error:
        skidpad.lap(**{"track": "kart-track", "model": MODEL, "step_m": 4.0, **wrong})
    assert words in str(error.value)
