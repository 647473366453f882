"""Calibration of a vehicle to a log by SciPy's least squares, with Skidpad's derivatives.

The log is of a car whose cornering stiffness and yaw inertia nobody knows: a steering doublet at 25 m/s, with the noise of usual sensors.
Here it is simulated, so that the truth is known; a log of one's own has the same columns.

    python calibration.py
"""

import argparse

import numpy as np
import numpy.typing as npt
import scipy.optimize

import skidpad

MODEL = "single_track"
# The numbers that are found, with their units, and the values from which the search begins.
START = {"front.cornering_stiffness": 70e3, "rear.cornering_stiffness": 120e3, "body.yaw_inertia": 1500.0}
TRUTH = {"front.cornering_stiffness": 91e3, "rear.cornering_stiffness": 148e3, "body.yaw_inertia": 1820.0}
# Measured columns with the standard deviation of their noise.
SENSORS = {"yaw_rate_rad_s": 0.002, "velocity_y_m_s": 0.02}
# Numbers that the vehicle file would derive from those that are sought.
FIXED = {"front.relaxation_length": 0.3, "rear.relaxation_length": 0.3}
SPEED_M_S, DT_S = 25.0, 0.02

Numbers = npt.NDArray[np.float64]


def vehicle(numbers: Numbers) -> skidpad.Vehicle:
    return skidpad.Vehicle("boxster-s", {**FIXED, **dict(zip(START, numbers.tolist(), strict=True))})


def drive(numbers: Numbers, steer_rad: Numbers) -> skidpad.Recording:
    car = skidpad.Car(vehicle(numbers), MODEL, speed_m_s=SPEED_M_S, gear=4)
    names = list(dict.fromkeys([*skidpad.replay_names(MODEL), *SENSORS]))
    return skidpad.record(car, DT_S * len(steer_rad), dt_s=DT_S, names=names, steer_rad=steer_rad, throttle=0.15, gear=4)


def calibrate(steer_rad: Numbers, log: dict[str, Numbers]) -> scipy.optimize.OptimizeResult:
    """Finds the numbers by which the simulated drive is nearest to the log, in units of the sensors' noise."""
    size = np.array(list(START.values()))
    noise = np.array(list(SENSORS.values()))

    def residuals(scaled: Numbers) -> Numbers:
        found = drive(size * scaled, steer_rad)
        return np.ravel(np.column_stack([found[name] - log[name] for name in SENSORS]) / noise)

    def jacobian(scaled: Numbers) -> Numbers:
        found = drive(size * scaled, steer_rad)
        slopes = skidpad.drive_derivatives(found, vehicle(size * scaled), MODEL, by=START, names=SENSORS)
        return (slopes / noise[:, np.newaxis] * size).reshape(-1, len(size))

    return scipy.optimize.least_squares(residuals, np.ones(len(size)), jacobian, bounds=(0.3, 3.0))


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--duration", type=float, default=3.0, help="length of the log, s")
    given = options.parse_args()
    time_s = DT_S * np.arange(1, round(given.duration / DT_S) + 1)
    steer_rad = 0.02 * np.sin(2.0 * np.pi * 0.7 * time_s)
    true = drive(np.array(list(TRUTH.values())), steer_rad)
    chance = np.random.default_rng(1)
    log = {name: true[name] + chance.normal(0.0, deviation, true.rows) for name, deviation in SENSORS.items()}
    found = calibrate(steer_rad, log)
    # Standard errors from the Jacobian, as the residuals are in units of the noise.
    covariance = np.linalg.inv(found.jac.T @ found.jac)
    print(f"{found.nfev} drives and {found.njev} Jacobians; residuals {np.sqrt(np.mean(found.fun**2)):.3f} of the sensors' noise")
    for place, (name, start) in enumerate(START.items()):
        value, error = start * found.x[place], start * np.sqrt(covariance[place, place])
        print(f"{name:27} {value:10.0f} +- {error:.0f}   truth {TRUTH[name]:.0f}, start {start:.0f}")


if __name__ == "__main__":
    main()
