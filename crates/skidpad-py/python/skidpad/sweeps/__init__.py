"""Sweeps: a function over many parameters, on one core, all cores, Dask or Ray.

>>> from skidpad.sweeps import Normal, Uniform, sweep
>>> drawn = sweep(lambda grip, speed_m_s: speed_m_s**2 / (2 * 9.81 * grip), {"grip": Normal(0.9, 0.1), "speed_m_s": 27.8}, draws=100, seed=1)
>>> drawn.rows, list(drawn)
(100, ['index', 'grip', 'speed_m_s', 'value'])
"""

from ._draws import Choice, Draw, Integers, LogUniform, Normal, Triangular, Uniform
from ._error import SweepError
from ._intervals import Interval, mean_interval, quantile_interval
from ._result import Sweep
from ._sweep import load, sweep

__all__ = [
    "Choice",
    "Draw",
    "Integers",
    "Interval",
    "LogUniform",
    "Normal",
    "Sweep",
    "SweepError",
    "Triangular",
    "Uniform",
    "load",
    "mean_interval",
    "quantile_interval",
    "sweep",
]
