"""Functions that tests of sweeps call on workers, which import them from this file."""

import os
import signal
import time
from pathlib import Path

import numpy as np

import skidpad


def stop_m(speed_m_s: float, grip: float) -> float:
    """Stopping distance at a deceleration of `grip` g."""
    return speed_m_s**2 / (2.0 * 9.81 * grip)


def stops_m(speed_m_s: np.ndarray, grip: np.ndarray) -> np.ndarray:
    """Stopping distances, as `stop_m`."""
    return speed_m_s**2 / (2.0 * 9.81 * grip)


def braked(grip: float, mass_kg: float) -> dict:
    """Half a second of braking of a car."""
    vehicle = skidpad.Vehicle("boxster-s", {"body.kerb_mass": mass_kg})
    car = skidpad.Car(vehicle, "single_track", speed_m_s=30.0, surface={"grip": grip})
    car.step(0.01, brake=1.0, steps=50)
    return {"speed_m_s": car.speed_m_s, "is_slow": car.speed_m_s < 25.7, "status": car.status}


def fails_at_three(x: int) -> float:
    """The reciprocal of the distance from 3."""
    return 1.0 / (x - 3)


def slow(x: int, wait_s: float) -> float:
    """Takes some time."""
    time.sleep(wait_s)
    return 0.5 * x


def dies_once(x: int, note: str) -> dict:
    """Ends its own process at row 7, as a kernel without memory does, unless it was there before; elsewhere takes a little time."""
    time.sleep(0.02)
    if x == 7:
        try:
            Path(note).touch(exist_ok=False)
        except FileExistsError:
            pass
        else:
            os.kill(os.getpid(), signal.SIGKILL)
    return {"half": 0.5 * x, "process": float(os.getpid())}


def always_dies(x: int) -> float:
    """Ends its own process."""
    os.kill(os.getpid(), signal.SIGKILL)
    return x


def of_mixed_kinds(x: int) -> object:
    """A number or a text."""
    return "three" if x == 3 else x
