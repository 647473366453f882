"""Linear models, derivatives of drives, and fitted tyres."""

import numpy as np
import pytest

import skidpad

STEADY = {"speed_m_s": 20.0, "lateral_acceleration_m_s2": 4.0}


@pytest.fixture(scope="module")
def turn() -> skidpad.Linear:
    """A car in a turn."""
    return skidpad.linearise("boxster-s", "single_track", by=["body.kerb_mass", "front.friction"], **STEADY)


def moved(turn: skidpad.Linear, kind: str, name: str, step: float, changes=None) -> skidpad.Linear:
    """The same point, with one number a little larger."""
    at = {key: dict(values) for key, values in turn.point.items()}
    if name:
        at[kind][name] += step
    return skidpad.linearise(skidpad.Vehicle("boxster-s", changes), "single_track", at=at)


def test_matrices_are_those_of_small_differences(turn) -> None:
    states, inputs = [channel.name for channel in turn.states], [channel.name for channel in turn.inputs]
    for kind, name, of_rates, of_outputs in [
        ("state", "yaw_rate_rad_s", turn.a[:, states.index("yaw_rate_rad_s")], turn.c[:, states.index("yaw_rate_rad_s")]),
        ("input", "steer_rad", turn.b[:, inputs.index("steer_rad")], turn.d[:, inputs.index("steer_rad")]),
    ]:
        low, high = (moved(turn, kind, name, step) for step in (-1e-6, 1e-6))
        for column, read in [(of_rates, lambda linear: linear.rates), (of_outputs, lambda linear: linear.values)]:
            slopes = (np.array(list(read(high).values())) - np.array(list(read(low).values()))) / 2e-6
            assert np.allclose(column, slopes, rtol=1e-4, atol=1e-4 * np.abs(slopes).max())


def test_derivatives_to_numbers_of_the_vehicle_are_those_of_changed_ones(turn) -> None:
    assert turn.parameters["body.kerb_mass"] == "kg" and turn.e.shape == (13, 2)
    # Friction alone; what the file derives from it is given.
    base = {"front.peak_slip": 0.1, "front.stiffness": 20.0}
    at = turn.point
    by = skidpad.linearise(skidpad.Vehicle("boxster-s", base), "single_track", at=at, by="front.lateral_friction")
    low, high = (
        skidpad.linearise(skidpad.Vehicle("boxster-s", {**base, "front.lateral_friction": 0.969 + step}), "single_track", at=at)
        for step in (-1e-5, 1e-5)
    )
    slopes = (np.array(list(high.values.values())) - np.array(list(low.values.values()))) / 2e-5
    assert np.abs(slopes).max() > 0.1 and np.allclose(by.f[:, 0], slopes, rtol=0.02, atol=0.02 * np.abs(slopes).max())


def test_a_steady_state_is_steady_and_stable(turn) -> None:
    moving = ("x_m", "y_m", "yaw_rad")
    assert all(abs(rate) < 1e-6 for name, rate in turn.rates.items() if name not in moving)
    assert turn.values["acceleration_y_m_s2"] == pytest.approx(4.0, abs=1e-6)
    assert turn.handling.yaw_rate_gain_1_s > 0.0 and turn.handling.understeer_rad_s2_m > 0.0
    # Places and heading do not act back; everything else settles.
    assert (turn.eigenvalues.real < 1e-6).all()
    assert np.allclose(np.sort_complex(turn.eigenvalues), np.sort_complex(np.linalg.eigvals(turn.a)), atol=1e-4)
    assert repr(turn).startswith("<Linear: 13 states")


DT_S = 0.02
DOUBLET = 0.02 * np.sin(2.0 * np.pi * 0.7 * DT_S * np.arange(1, 101))
FIXED = {"front.relaxation_length": 0.3, "rear.relaxation_length": 0.3}
CAR = {**FIXED, "front.cornering_stiffness": 90e3, "rear.cornering_stiffness": 150e3, "body.yaw_inertia": 1800.0}


def drive(changes, names=()) -> skidpad.Recording:
    car = skidpad.Car(skidpad.Vehicle("boxster-s", changes), "single_track", speed_m_s=25.0, gear=4)
    names = list(dict.fromkeys([*skidpad.replay_names("single_track"), "acceleration_y_m_s2", *names]))
    return skidpad.record(car, DT_S * len(DOUBLET), dt_s=DT_S, names=names, steer_rad=DOUBLET, throttle=0.15, gear=4)


def test_derivatives_of_a_drive_are_those_of_changed_drives() -> None:
    numbers = ["front.cornering_stiffness", "body.yaw_inertia"]
    names = ["yaw_rate_rad_s", "velocity_y_m_s", "acceleration_y_m_s2"]
    found = skidpad.drive_derivatives(drive(CAR), skidpad.Vehicle("boxster-s", CAR), "single_track", by=numbers, names=names)
    assert found.shape == (101, 3, 2) and (found[0, :2] == 0.0).all()
    for place, number in enumerate(numbers):
        step = 1e-3 * CAR[number]
        low, high = (drive({**CAR, number: CAR[number] + sign * step}) for sign in (-1.0, 1.0))
        slopes = np.column_stack([(high[name] - low[name]) / (2.0 * step) for name in names])
        for column in range(3):
            assert np.abs(found[:, column, place] - slopes[:, column]).max() < 0.03 * np.abs(slopes[:, column]).max(), (number, names[column])


def test_fits_find_the_tyre_that_was_measured(tmp_path) -> None:
    load_n, slip = (values.ravel() for values in np.meshgrid([2000.0, 4000.0, 6000.0], 0.02 * np.arange(-12, 13)))
    # A tyre of a fixed shape: its forces scale with the load.
    fy_n = -0.9 * load_n * np.sin(1.4 * np.arctan(12.0 * slip))
    fit = skidpad.fit_tyre({"fz_n": load_n, "alpha_rad": slip, "fy_n": fy_n})
    [(name, channel)] = fit.channels.items()
    assert name == "fy_n" and channel.rms < 0.02 * np.abs(fy_n).max() and channel.r_squared > 0.995
    assert channel.residuals.shape == fy_n.shape and np.sqrt(np.mean(channel.residuals**2)) == pytest.approx(channel.rms)
    assert "pcy1" in channel.coefficients and len(fit.notes) == 2
    fit.save(tmp_path / "own.tir")
    again = skidpad.fit_tyre({"fz_n": load_n, "alpha_rad": slip, "fy_n": fy_n}, tmp_path / "own.tir", held="pcy1")
    assert again.channels["fy_n"].rms < 1.1 * channel.rms and "pcy1" not in again.channels["fy_n"].coefficients
    assert (tmp_path / "own.tir").read_text() == fit.to_tir()


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda: skidpad.linearise("boxster-s"), "takes a point `at`, or `speed_m_s`"),
        (lambda: skidpad.linearise("boxster-s", "two_trak", speed_m_s=20.0), "did you mean `two_track`"),
        (lambda: skidpad.linearise("boxster-s", speed_m_s=500.0), "must be between -30 and 120"),
        (lambda: skidpad.linearise("boxster-s", speed_m_s=20.0, by="body.mass"), "body.kerb_mass"),
        (lambda: skidpad.linearise("boxster-s", speed_m_s=20.0, lateral_acceleration_m_s2=60.0), "must be between -50 and 50 m/s^2"),
        (lambda: skidpad.linearise("boxster-s", at={"states": {}}), "states"),
        (lambda: skidpad.linearise("boxster-s", speed_m_s=20.0, gear=13), "gear=13: must be 1 to 12"),
        (lambda: skidpad.fit_tyre({"fz_n": [1.0], "kapa": [1.0]}), "did you mean `kappa`"),
        (lambda: skidpad.fit_tyre({"fz_n": [1.0], "kappa": [1.0, 2.0]}), "columns of one length"),
        (lambda: skidpad.fit_tyre({"fz_n": [4000.0], "alpha_rad": [0.1], "fy_n": [-3000.0]}), "point"),
        (lambda: skidpad.fit_tyre({}), "columns of one length"),
    ],
)
def test_wrong_arguments_are_refused(wrong, words) -> None:
    with pytest.raises(skidpad.Error) as error:
        wrong()
    assert words in str(error.value)


def test_a_drive_without_its_states_has_no_derivatives() -> None:
    short = skidpad.record(skidpad.Car("boxster-s", "single_track"), 0.1, names=["yaw_rate_rad_s"])
    with pytest.raises(skidpad.Error, match=r"drive: has no column `throttle`; record it with names="):
        skidpad.drive_derivatives(short, skidpad.Vehicle("boxster-s"), "single_track", by="body.kerb_mass")
