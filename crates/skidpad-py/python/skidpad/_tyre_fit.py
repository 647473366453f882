"""Tyres, fitted to measured forces."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from . import _skidpad
from ._columns import listed
from ._skidpad import Error
from ._types import Numbers


class TyreChannelFit(NamedTuple):
    """Agreement of a fitted tyre with one measured channel."""

    rms: float
    """Root of the mean square of the residuals, N or N m."""
    r_squared: float | None
    """1 less the share of the measured variance that is left; None where the values do not vary."""
    residuals: Numbers
    """The tyre's value less the measured one at every point, N or N m; NaN where it was not measured."""
    coefficients: dict[str, float]
    """Coefficients that were fitted, by their names in tyre property files."""
    at_bounds: list[str]
    """Coefficients that the points would have beyond their bounds."""


class TyreFit:
    """Coefficients of the Magic Formula, fitted to measured points."""

    def __init__(self, text: str, channels: dict[str, TyreChannelFit], notes: list[str]) -> None:
        self._text, self._channels, self._notes = text, channels, notes

    @property
    def channels(self) -> dict[str, TyreChannelFit]:
        """Measured channels: "fx_n", "fy_n", "mz_nm"."""
        return dict(self._channels)

    @property
    def notes(self) -> list[str]:
        """Remarks on data that were not used, and on channels that keep the start's coefficients."""
        return list(self._notes)

    def to_tir(self) -> str:
        """Text of a tyre property file, which vehicle files name."""
        return self._text

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the tyre property file."""
        Path(path).write_text(self._text, encoding="utf-8")

    def __repr__(self) -> str:
        found = ", ".join(f"{name}: rms {channel.rms:.3g}" for name, channel in self._channels.items())
        return f"<TyreFit {found}>"


def fit_tyre(
    points: Mapping[str, npt.ArrayLike],
    start: str | os.PathLike[str] = "summer-205-55r16",
    *,
    held: str | Iterable[str] = (),
) -> TyreFit:
    """Fits the Magic Formula to measured forces of a tyre, as `skidpad tyre fit` does.

    ``points``: columns of one length: ``fz_n`` and at least one of ``fx_n``, ``fy_n`` and ``mz_nm`` (NaN where not measured); ``kappa``,
    ``alpha_rad``, ``gamma_rad`` and ``pressure_pa`` where they were varied. Axes are those of tyre property files, ISO-W: a positive slip angle
    gives a negative ``fy_n``. ``start``: the tyre to start from, a name or the path of a .tir file; it keeps what the points do not determine.
    ``held``: names of coefficients that stay as in the start.
    """
    columns = {name: np.asarray(values, dtype=np.float64) for name, values in points.items()}
    shapes = {values.shape for values in columns.values()}
    if len(shapes) != 1 or len(next(iter(shapes))) != 1:
        raise Error("points: must be columns of one length")
    text, channels, notes = _skidpad.fit_tyre(start, list(columns.items()), listed(held))
    [[count]] = shapes
    return TyreFit(text, {channel[0]: _channel(count, *channel[1:]) for channel in channels}, notes)


def _channel(
    count: int, rms: float, r_squared: float | None, residuals: list[tuple[int, float]], coefficients: list[tuple[str, float, bool]]
) -> TyreChannelFit:
    column = np.full(count, np.nan)
    for place, residual in residuals:
        column[place] = residual
    values = {name: value for name, value, _ in coefficients}
    return TyreChannelFit(rms, r_squared, column, values, [name for name, _, is_at_bound in coefficients if is_at_bound])
