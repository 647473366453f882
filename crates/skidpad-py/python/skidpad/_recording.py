"""A drive that was recorded, as a table."""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _skidpad
from ._columns import StoredColumns, listed
from ._skidpad import Car, Channel, Error
from ._types import Numbers

if TYPE_CHECKING:
    import matplotlib.figure
    import pandas
    import polars
    import pyarrow

_PEDALS = ("throttle", "brake", "steer_rad", "handbrake", "clutch", "starter")
_GEARS = {"R": -1.0, "N": 0.0, "automatic": 100.0, "D": 100.0}
_USUAL = ("x_m", "y_m", "yaw_rad", "velocity_x_m_s", "velocity_y_m_s", "yaw_rate_rad_s")


class Recording(StoredColumns[Numbers]):
    """Columns by name: values at the beginning and after every step of a drive."""

    def __init__(self, title: str, channels: Mapping[str, Channel], columns: Mapping[str, Numbers]) -> None:
        self._title, self._channels, self._columns = title, dict(channels), dict(columns)

    def _stored(self) -> dict[str, Numbers]:
        return self._columns

    @property
    def channels(self) -> dict[str, Channel]:
        """Unit, range and description of each column."""
        return dict(self._channels)

    @property
    def rows(self) -> int:
        """Number of rows: one more than steps."""
        return len(self["time_s"])

    def to_pandas(self) -> pandas.DataFrame:
        """As a frame of pandas, over the same memory."""
        import pandas

        return pandas.DataFrame(self._columns, copy=False)

    def to_polars(self) -> polars.DataFrame:
        """As a frame of polars."""
        import polars

        return polars.DataFrame(self._columns)

    def to_arrow(self) -> pyarrow.Table:
        """As a table of Arrow, over the same memory, with the units of its columns."""
        import pyarrow

        units = {name: {"unit": channel.unit, "description": channel.description} for name, channel in self._channels.items()}
        fields = [pyarrow.field(name, pyarrow.float64(), metadata=units.get(name)) for name in self]
        return pyarrow.table(list(self._columns.values()), schema=pyarrow.schema(fields))

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def plot(self, names: str | Iterable[str] | None = None, *, over: str = "time_s") -> matplotlib.figure.Figure:
        """Plots columns over time, or over another column, one below the other."""
        from matplotlib.figure import Figure

        shown = [name for name in self if name != over] if names is None else listed(names)
        if not shown:
            raise Error("names: is empty, must name a column to plot")
        figure = Figure(figsize=(8.0, 1.0 + 1.6 * len(shown)), layout="constrained")
        axes = figure.subplots(len(shown), 1, sharex=True, squeeze=False)[:, 0]
        for axis, name in zip(axes, shown, strict=True):
            axis.plot(self[over], self[name])
            axis.set_ylabel(name)
            axis.grid(alpha=0.3)
        axes[-1].set_xlabel(over)
        figure.suptitle(self._title)
        return figure

    def __repr__(self) -> str:
        return f"<Recording of {self._title}: {self.rows} rows of {', '.join(self)}>"

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{html.escape(name)}</th>" for name in self)
        places = range(self.rows) if self.rows <= 8 else [0, 1, 2, self.rows - 2, self.rows - 1]
        cells = ("".join(f"<td>{column[place]:.6g}</td>" for column in self._columns.values()) for place in places)
        body = "".join(f"<tr>{row}</tr>" for row in cells)
        rows = f"{self.rows} rows" if self.rows <= 8 else f"{self.rows} rows, of which the first and last are shown"
        return f"<p>{html.escape(self._title)}, {rows}</p><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def record(
    car: Car,
    duration_s: float,
    *,
    dt_s: float = 0.01,
    names: str | Iterable[str] | None = None,
    gear: int | str | npt.ArrayLike = "automatic",
    **controls: npt.ArrayLike,
) -> Recording:
    """Steps a car for a time with the given controls, and records outputs by their names; ``time_s`` is always the first column.

    ``controls``: ``throttle``, ``brake``, ``steer_rad``, ``handbrake``, ``clutch`` and ``starter``, each a number or one for each step of
    ``dt_s``. ``gear``: as for `Car.step`, or a number for each step, of which 100 is automatic. ``names``: by default place, heading, velocity
    and yaw rate, as far as the model has them.

    >>> drive = record(Car("boxster-s"), 2.0, throttle=1.0, names=["velocity_x_m_s", "engine_rad_s"])
    >>> drive.rows, list(drive)
    (201, ['time_s', 'velocity_x_m_s', 'engine_rad_s'])
    """
    if not isinstance(car, Car):
        raise TypeError(f"car: must be a Car, not {type(car).__name__}")
    if not 0.0 < duration_s < np.inf:
        raise Error(f"duration_s = {duration_s}: must be above 0")
    if not 0.0 < dt_s <= 1.0:
        raise Error(f"dt_s = {dt_s}: must be above 0 and at most 1 s")
    steps = max(1, round(duration_s / dt_s))
    table = np.zeros((steps, len(_PEDALS) + 1))
    for name, value in controls.items():
        if name not in _PEDALS:
            raise _skidpad.UnknownNameError(_skidpad.unknown_name("control", name, list(_PEDALS)))
        table[:, _PEDALS.index(name)] = _each_step(name, value, steps)
    table[:, -1] = _gears(gear, steps)
    channels = {channel.name: channel for channel in car.channels}
    chosen = [name for name in _USUAL if name in channels] if names is None else [name for name in listed(names) if name != "time_s"]
    title = f"{car.vehicle.title} ({car.model})"
    found = _skidpad.record(car, dt_s, table, ["time_s", *chosen])
    columns = dict(zip(["time_s", *chosen], found, strict=True))
    return Recording(title, {name: channels[name] for name in columns if name in channels}, columns)


def _each_step(name: str, value: Any, steps: int) -> Numbers:
    try:
        numbers = np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise Error(f"{name}: must be a number or {steps} numbers, one for each step ({error})") from None
    if numbers.shape not in ((), (steps,)):
        raise Error(f"{name}: must be a number or {steps} numbers, one for each step, has shape {numbers.shape}")
    if np.isnan(numbers).any():
        raise Error(f"{name}: must not be NaN")
    return numbers


def _gears(gear: Any, steps: int) -> Numbers:
    if isinstance(gear, str):
        if gear not in _GEARS:
            raise Error(f'gear = {gear!r}: must be 1 to 12, 0 or "N" (neutral), -1 or "R" (reverse), or "automatic"')
        return np.asarray(_GEARS[gear])
    numbers = _each_step("gear", gear, steps)
    known = [-1.0, *range(13), 100.0]
    if not np.isin(numbers, known).all():
        raise Error("gear: must be 1 to 12, 0 (neutral), -1 (reverse) or 100 (automatic)")
    return numbers
