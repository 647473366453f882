"""Car physics to read, trust and drive.

>>> import skidpad
>>> car = skidpad.Car("boxster-s")
>>> while car.speed_m_s < 100 / 3.6:
...     car.step(1 / 60, throttle=1.0)
>>> 5.0 < car.time_s < 6.5
True

Frames: ISO 8855, x forwards, y to the left, z up, angles counterclockwise. SI units, and the unit ends the name.
Invalid numbers, names and files are an ``Error``, a ``ValueError`` whose message names the allowed values.
"""

from ._derivatives import drive_derivatives, replay_names
from ._fleet import Columns, Fleet
from ._lap import Lap, LapSensitivity, lap
from ._linear import Handling, Linear, linearise
from ._recording import Recording, record
from ._skidpad import (
    Car,
    Channel,
    Error,
    FileError,
    Model,
    SavedCar,
    TestResult,
    Track,
    UnknownNameError,
    Vehicle,
    Wheel,
    __version__,
    fleet_models,
    models,
    presets,
    road_test,
    tracks,
)
from ._types import Surface
from ._tyre_fit import TyreChannelFit, TyreFit, fit_tyre
from .sweeps import sweep

__all__ = [
    "Car",
    "Channel",
    "Columns",
    "Error",
    "FileError",
    "Fleet",
    "Handling",
    "Lap",
    "LapSensitivity",
    "Linear",
    "Model",
    "Recording",
    "SavedCar",
    "Surface",
    "TestResult",
    "Track",
    "TyreChannelFit",
    "TyreFit",
    "UnknownNameError",
    "Vehicle",
    "Wheel",
    "__version__",
    "drive_derivatives",
    "fit_tyre",
    "fleet_models",
    "lap",
    "linearise",
    "models",
    "presets",
    "record",
    "replay_names",
    "road_test",
    "sweep",
    "tracks",
]
