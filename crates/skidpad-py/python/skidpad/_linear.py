"""Equations of a model, linear about an operating point."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from . import _skidpad
from ._columns import listed
from ._skidpad import Channel, Error, Vehicle
from ._types import Numbers, Surface


class Handling(NamedTuple):
    """Steady-state response to the steering at an operating point; None where it has no such figure."""

    yaw_rate_gain_1_s: float | None
    """Yaw rate over the steering angle of the front wheels, 1/s."""
    lateral_gain_m_s2: float | None
    """Lateral acceleration over that angle, m/s^2 per rad."""
    understeer_rad_s2_m: float | None
    """Understeer gradient, rad s^2/m."""
    characteristic_speed_m_s: float | None
    """Characteristic speed of an understeering car, m/s."""
    critical_speed_m_s: float | None
    """Critical speed of an oversteering car, m/s."""


class Linear:
    """Matrices of dx' = A dx + B du + E dp and dy = C dx + D du + F dp, with the state x, the input u, the outputs y and the parameters p.

    The derivatives are exact to rounding, by dual numbers. The mode (gears, wheels that stick) is held.
    """

    def __init__(self, parameters: list[str], found: _skidpad.LinearResult) -> None:
        self._parameters, self._found = parameters, found
        self._states, self._modes, self._inputs, self._outputs = found.channels

    @property
    def states(self) -> list[Channel]:
        """States: rows of A, B and E, columns of A and C."""
        return self._states

    @property
    def inputs(self) -> list[Channel]:
        """Inputs: columns of B and D."""
        return self._inputs

    @property
    def outputs(self) -> list[Channel]:
        """Outputs: rows of C, D and F."""
        return self._outputs

    @property
    def parameters(self) -> dict[str, str]:
        """Parameters, columns of E and F: paths in the vehicle file, with their units."""
        return dict(zip(self._parameters, self._found.units, strict=True))

    @property
    def a(self) -> Numbers:
        """Derivatives of the states' rates to the states."""
        return self._found.matrices[0]

    @property
    def b(self) -> Numbers:
        """Derivatives of the states' rates to the inputs."""
        return self._found.matrices[1]

    @property
    def c(self) -> Numbers:
        """Derivatives of the outputs to the states."""
        return self._found.matrices[2]

    @property
    def d(self) -> Numbers:
        """Derivatives of the outputs to the inputs."""
        return self._found.matrices[3]

    @property
    def e(self) -> Numbers:
        """Derivatives of the states' rates to the parameters."""
        return self._found.matrices[4]

    @property
    def f(self) -> Numbers:
        """Derivatives of the outputs to the parameters."""
        return self._found.matrices[5]

    @property
    def point(self) -> dict[str, dict[str, float]]:
        """The operating point: values of "state", "mode" and "input" by name, as the argument `at` of `linearise` has them."""
        state, mode, given, _, _ = self._found.point
        return {"state": _named(self._states, state), "mode": _named(self._modes, mode), "input": _named(self._inputs, given)}

    @property
    def values(self) -> dict[str, float]:
        """Outputs at the operating point by name."""
        return _named(self._outputs, self._found.point[3])

    @property
    def rates(self) -> dict[str, float]:
        """Rates of the states at the operating point by the name of the state, its unit per second."""
        return _named(self._states, self._found.point[4])

    @property
    def eigenvalues(self) -> npt.NDArray[np.complex128]:
        """Eigenvalues of A, 1/s."""
        real, imaginary = self._found.eigenvalues
        return real + 1j * imaginary

    @property
    def handling(self) -> Handling | None:
        """Response to the steering; None of a model that does not steer, and at rest."""
        found = self._found.stability
        return None if found is None else Handling(*found)

    def __repr__(self) -> str:
        return f"<Linear: {len(self._states)} states, {len(self._inputs)} inputs, {len(self._outputs)} outputs, {len(self._parameters)} parameters>"


def linearise(
    vehicle: str | os.PathLike[str] | Vehicle,
    model: str = "two_track",
    *,
    at: Mapping[str, Mapping[str, float]] | None = None,
    speed_m_s: float | None = None,
    lateral_acceleration_m_s2: float = 0.0,
    gear: int | str | None = None,
    surface: Surface | None = None,
    by: str | Iterable[str] = (),
) -> Linear:
    """Linearises a model of a vehicle about an operating point, with the assists off and without dry friction in the suspension.

    ``at``: the point, as mappings "state", "input" and, where it matters, "mode" of names to values; or else a steady state at ``speed_m_s``
    with ``lateral_acceleration_m_s2``, positive to the left, in a ``gear`` (1 to 12, "N", "R"; by default the highest in which the engine is well
    above its idle). ``surface``: road and air. ``by``: numbers of the vehicle by their paths in its file, such as "body.kerb_mass", to
    which the rates and outputs are differentiated.

    >>> turn = linearise("boxster-s", "single_track", speed_m_s=20.0, lateral_acceleration_m_s2=4.0, by="front.friction")
    >>> turn.handling.yaw_rate_gain_1_s > 0.0 and turn.f.shape == (len(turn.outputs), 1)
    True
    """
    if (at is None) == (speed_m_s is None):
        raise Error("linearise: takes a point `at`, or `speed_m_s` of a steady state")
    if not isinstance(vehicle, Vehicle):
        vehicle = Vehicle(vehicle)
    point = None if at is None else {**at, **({} if surface is None else {"surface": surface})}
    words = [] if speed_m_s is None else [f"speed={speed_m_s!r} m/s", f"lateral_acceleration={lateral_acceleration_m_s2!r} m/s^2"]
    if gear is not None:
        words.append(f"gear={gear}")
    words += [f"{name}={value!r}" for name, value in (surface or {}).items()]
    paths = listed(by)
    text = None if point is None else json.dumps(point)
    return Linear(paths, _skidpad.linearise(vehicle, model, text, ", ".join(words), paths))


def _named(channels: list[Channel], numbers: Numbers) -> dict[str, float]:
    return dict(zip((channel.name for channel in channels), numbers.tolist(), strict=True))
