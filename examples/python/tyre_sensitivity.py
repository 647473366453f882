"""Sensitivity of a lap time to the tyres: laps with drawn tyres on one line, and the linear fit through them.

    python tyre_sensitivity.py --draws 10000 --executor all --folder laps

Ctrl-C ends it; the same command goes on where it ended.
"""

import argparse
import functools

import numpy as np
import numpy.typing as npt

import skidpad
from skidpad.sweeps import Uniform

CAR = "boxster-s"
# Figures of the vehicle file, each from 5 % below to 5 % above its own value, which is that of the preset.
FIGURES = {
    "front.friction": 1.119,
    "rear.friction": 1.119,
    "front.lateral_friction": 0.969,
    "rear.lateral_friction": 0.969,
    "front.rolling_resistance": 0.0113,
}


def lap_s(track: str, model: str, line_m: npt.NDArray[np.float64], **figures: float) -> float:
    """Time of the lap of a car with other tyres along a line, s."""
    return skidpad.lap(track, skidpad.Vehicle(CAR, figures), model, line=line_m, step_m=5.0).lap_s


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--track", default="kart-track")
    options.add_argument("--model", default="two_track")
    options.add_argument("--draws", type=int, default=100)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--executor", default="1", help='a number of processes, "all", "dask" or "ray"')
    options.add_argument("--folder")
    given = options.parse_args()
    executor = int(given.executor) if given.executor.isdigit() else given.executor
    # The fastest line of the car as it is: to first order the time does not change with the line there.
    fastest = skidpad.lap(given.track, CAR, given.model, step_m=5.0)
    found = skidpad.sweep(
        functools.partial(lap_s, given.track, given.model, fastest.line_m),
        {name: Uniform(0.95 * value, 1.05 * value) for name, value in FIGURES.items()},
        draws=given.draws,
        seed=given.seed,
        executor=None if executor == 1 else executor,
        folder=given.folder,
    )
    percent = np.column_stack([100.0 * (found[name] / value - 1.0) for name, value in FIGURES.items()])
    table = np.column_stack([np.ones(found.rows), percent])
    slopes, *_ = np.linalg.lstsq(table, found["value"])
    left = found["value"] - table @ slopes
    print(f"{found.rows} laps on {given.track}: {found['value'].min():.3f} to {found['value'].max():.3f} s, {fastest.lap_s:.3f} s as it is")
    for name, slope in zip(FIGURES, slopes[1:], strict=True):
        print(f"{name:26} {slope:+.4f} s per 1 % more")
    print(f"the linear fit leaves {left.std():.4f} s of {found['value'].std():.4f} s (standard deviations)")


if __name__ == "__main__":
    main()
