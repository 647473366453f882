"""Derivatives of a recorded drive to numbers of its vehicle."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from . import _skidpad
from ._columns import listed
from ._linear import Linear, linearise
from ._recording import Recording
from ._skidpad import Error, Model, UnknownNameError, Vehicle
from ._types import Numbers, Surface


def drive_derivatives(
    drive: Recording,
    vehicle: Vehicle,
    model: str,
    *,
    by: str | Iterable[str],
    names: str | Iterable[str] | None = None,
    surface: Surface | None = None,
) -> Numbers:
    """Derivatives of a drive's columns to numbers of its vehicle, of shape (rows, names, numbers): the Jacobian of a calibration.

    ``drive``: a recording with all states, inputs and modes of the model: `record` with ``names=replay_names(model)`` or more. ``vehicle``,
    ``model``, ``surface``: those of the recorded car. ``by``: numbers of the vehicle by their paths in its file, such as "body.yaw_inertia";
    numbers that the file derives from them are kept. ``names``: columns, states or outputs; by default all of the drive's. The drive begins in a
    state that does not depend on the numbers.

    With the matrices of `linearise` at each row, dx/dp follows x' = A x + E by the trapezoidal rule, and dy/dp = C dx/dp + F. Where the gearbox
    shifts, an assist intervenes or a wheel begins to stick, the derivative of that change is missing.
    """
    kinds = {channel.name: channel.kind for channel in Model(model).channels}
    needed = replay_names(model)
    missing = [name for name in needed if name not in drive]
    if missing:
        raise Error(f"drive: has no column `{missing[0]}`; record it with names=skidpad.replay_names({model!r})")
    paths = listed(by)
    given = {kind: {_own(name): drive[name] for name in needed if kinds[name] == kind} for kind in ("state", "mode", "input")}
    chosen = [name for name in drive if kinds.get(name) in ("state", "output")] if names is None else listed(names)

    def at(row: int, held: int) -> Linear:
        """The equations in the state of a row, with the inputs that were held over the step to another one."""
        rows = {"state": row, "mode": row, "input": held}
        point = {kind: {name: float(column[rows[kind]]) for name, column in columns.items()} for kind, columns in given.items()}
        return linearise(vehicle, model, at=point, surface=surface, by=paths)

    first = at(0, 0)
    places = _places(first, chosen)
    slopes: Numbers = np.zeros((len(first.states), len(paths)))
    found = np.zeros((drive.rows, len(chosen), len(paths)))
    found[0] = _outputs(first, places, slopes)
    identity = np.eye(len(first.states))
    for row, dt_s in enumerate(np.diff(drive["time_s"]), 1):
        begin, end = at(row - 1, row), at(row, row)
        known = slopes + 0.5 * dt_s * (begin.a @ slopes + begin.e + end.e)
        slopes = np.linalg.solve(identity - 0.5 * dt_s * end.a, known)
        found[row] = _outputs(end, places, slopes)
    return found


def replay_names(model: str) -> list[str]:
    """Names of a model's states, modes and inputs: the columns that `drive_derivatives` needs of a recording."""
    return [channel.name for channel in Model(model).channels if channel.kind in ("state", "mode", "input")]


def _own(name: str) -> str:
    """Name in the equations of a column whose name there an input, a mode and an output share."""
    return {"requested_gear": "gear", "kept_front_steer_rad": "front_steer_rad"}.get(name, name)


def _places(linear: Linear, names: list[str]) -> list[tuple[bool, int]]:
    """Place of each name among the states, or else among the outputs."""
    states, outputs = ([channel.name for channel in channels] for channels in (linear.states, linear.outputs))
    for name in names:
        if name not in states and name not in outputs:
            raise UnknownNameError(_skidpad.unknown_name("state or output", name, [*states, *outputs]))
    return [(True, states.index(name)) if name in states else (False, outputs.index(name)) for name in names]


def _outputs(linear: Linear, places: list[tuple[bool, int]], slopes: Numbers) -> Numbers:
    outputs = linear.c @ slopes + linear.f
    return np.array([slopes[place] if is_state else outputs[place] for is_state, place in places])
