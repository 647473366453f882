"""Laps of a vehicle on a track."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from . import _skidpad
from ._recording import Recording
from ._skidpad import Channel, Error, Track, Vehicle
from ._types import Numbers

_CHANNELS: dict[str, Channel] = {channel.name: channel for channel in _skidpad.lap_channels()}


class LapSensitivity(NamedTuple):
    """Cost of a figure of the car in lap time."""

    figure: str
    """Name, such as "mass"."""
    unit: str
    """Unit of the figure; empty where it is counted over itself, so that 0.01 is 1 %."""
    slope: float
    """Change of the lap's time over that of the figure, s over the unit. The other figures and the line are kept."""


class Lap(Recording):
    """A lap: columns by name with the car at each point of its line, from the start on."""

    def __init__(self, title: str, found: _skidpad.LapResult) -> None:
        columns: Mapping[str, Numbers] = found.columns
        super().__init__(title, _CHANNELS, columns)
        self._found = found

    @property
    def lap_s(self) -> float:
        """Time of the lap, s."""
        return self._found.time_s

    @property
    def length_m(self) -> float:
        """Length of the driven line, m."""
        return self._found.length_m

    @property
    def converged(self) -> bool:
        """False where the search had not ended, or a flying lap did not begin at the speed at which it ends."""
        return self._found.converged

    @property
    def notes(self) -> list[str]:
        """Remarks on the lap."""
        return self._found.notes

    @property
    def sensitivities(self) -> list[LapSensitivity]:
        """Derivatives of the lap's time to figures of the car; empty where they were not wanted."""
        return [LapSensitivity(*row) for row in self._found.sensitivities]

    @property
    def line_m(self) -> Numbers:
        """The line as points of x and y, m, of shape (points, 2): for laps of other cars on it."""
        return np.column_stack([self["x_m"], self["y_m"]])

    def __repr__(self) -> str:
        minutes, seconds = divmod(self.lap_s, 60.0)
        return f"<Lap of {self._title}: {minutes:.0f}:{seconds:06.3f}, {self.rows} rows of {', '.join(self)}>"


def lap(
    track: str | os.PathLike[str] | Track,
    vehicle: str | os.PathLike[str] | Vehicle = "boxster-s",
    model: str | None = None,
    *,
    method: str | None = None,
    line: str | npt.ArrayLike | None = None,
    margin_m: float | None = None,
    grip: float = 1.0,
    start: str | None = None,
    step_m: float = 1.0,
    sensitivities: bool = False,
) -> Lap:
    """Finds the fastest lap of a vehicle on a track, as `skidpad lap` does.

    ``method``: "line" for a sequence of steady states along the fastest line within the edges of the road, "qss" along a given ``line``,
    "optimal" for a minimum-time lap of a dynamic single-track car, "driven" for the best lap of a driver on the full model, which takes a
    minute; by default "qss" where a line is given, and else "line". ``line``: "reference" for the track's own one, "shortest",
    "least-curvature", or points of x and y in m, such as `Lap.line_m` of another lap. ``margin_m``: room between the car and the edges of the
    road, m; by default 0.2, of driven laps 0.3. ``grip``: grip of the road over that of dry asphalt, 0.05 to 3. ``start``: "flying" or
    "standing"; by default flying on circuits. ``step_m``: most distance between points, 0.1 to 20 m. ``sensitivities``: whether derivatives of
    the lap's time to figures of the car are computed, too.

    >>> ring = lap("oval", "boxster-s", "single_track", line="reference", step_m=10.0)
    >>> 30.0 < ring.lap_s < 45.0
    True
    """
    if start not in (None, "flying", "standing"):
        raise Error(f'start = {start!r}: must be "flying" or "standing"')
    if not isinstance(vehicle, Vehicle):
        vehicle = Vehicle(vehicle)
    if not isinstance(track, Track):
        track = Track(track)
    is_name = line is None or isinstance(line, str)
    found = _skidpad.lap(
        track,
        vehicle,
        model,
        method or ("line" if line is None else "qss"),
        line=line if isinstance(line, str) else None,
        points_m=None if is_name else np.atleast_2d(np.asarray(line, dtype=np.float64)),
        margin_m=margin_m,
        grip=grip,
        flying=None if start is None else start == "flying",
        step_m=step_m,
        sensitivities=sensitivities,
    )
    return Lap(f"{vehicle.title} on {track.name}", found)
