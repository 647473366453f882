"""Thousands of cars at once, in columns."""

from __future__ import annotations

import operator
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NoReturn, TypeAlias

import numpy as np
import numpy.typing as npt

from . import _skidpad
from ._columns import NamedColumns, listed
from ._skidpad import Channel, Error, Model, SavedCar, Track, UnknownNameError, Vehicle
from ._types import Column, Numbers, Surface

Car: TypeAlias = "str | os.PathLike[str] | Vehicle"

_ENDINGS: dict[str, int] = dict(_skidpad.endings())


class Columns(NamedColumns[Column]):
    """Columns of a fleet by name: arrays with a number for each car, over the fleet's own memory."""

    def __init__(self, channels: Sequence[Channel], column: Callable[[str], Column], is_written: bool) -> None:
        self._channels = {channel.name: channel for channel in channels}
        self._column, self._is_written = column, is_written
        self._known: dict[str, Column] = {}

    def __getitem__(self, name: str) -> Column:
        found = self._known.get(name)
        if found is None:
            found = self._known[name] = self._column(name)
        return found

    def __setitem__(self, name: str, value: npt.ArrayLike) -> None:
        if not self._is_written:
            raise Error(f"{name}: states are read; Fleet.reset sets them")
        self[name][...] = value

    def __iter__(self) -> Iterator[str]:
        return iter(self._channels)

    def __len__(self) -> int:
        return len(self._channels)

    def channel(self, name: str) -> Channel:
        """Unit, range and description of a column."""
        self[name]
        return self._channels[name]

    def __repr__(self) -> str:
        names = ", ".join(f"{channel.name} [{channel.unit}]" for channel in self._channels.values())
        return f"<Columns {names}>"


class Fleet:
    """Cars of one model, each alone on its site, with the bits of a car that is alone in a world.

    A fleet is used by one thread at a time; while it steps, other threads of Python run.

    >>> fleet = Fleet("single_track", "boxster-s", 1000, start={"speed_m_s": 20.0})
    >>> fleet.inputs["steer_rad"] = np.linspace(-0.02, 0.02, 1000)
    >>> fleet.step(100)
    >>> bool(fleet.states["yaw_rate_rad_s"][0] < 0 < fleet.states["yaw_rate_rad_s"][-1])
    True
    """

    def __init__(
        self,
        model: str = "single_track",
        cars: Car | Sequence[Car] | None = None,
        n: int | None = None,
        *,
        dtype: npt.DTypeLike = np.float64,
        dt_s: float = 0.01,
        threads: int | None = None,
        track: str | os.PathLike[str] | Track | None = None,
        surface: Surface | None = None,
        meets: bool = False,
        start: Mapping[str, npt.ArrayLike] | None = None,
        draw: Mapping[str, tuple[float, float]] | None = None,
        draw_cars: Sequence[Car] = (),
    ) -> None:
        """Makes a fleet.

        ``cars``: a vehicle for all cars, or several, which the cars have in turn; by default a Porsche Boxster S, or the first own car of a
        model that has its own. ``n``: number of cars; by default as many as ``cars``. ``dtype``: float64, with the bits of `Car`, or
        float32, about twice as fast. ``dt_s``: length of a step, s. ``threads``: None for as many as the machine runs at once; it changes
        no bits. ``track``: the track that each car has to itself; cars start on its start line unless ``start`` says where. ``surface``:
        numbers of road and air in place of those of dry, level asphalt. ``meets``: whether cars meet the walls of the track. ``start``:
        states at the start, a number for all cars or for each; ``speed_m_s`` is the state that is the speed at the start, whatever its name
        in the model. ``draw``: states that a reset with a seed draws, each between two bounds; ``draw_cars``: vehicles of which it draws
        one for each car.
        """
        if cars is None:
            cars = next(iter(Model(model).own_cars), "boxster-s")
        garage = [cars] if isinstance(cars, (str, os.PathLike, Vehicle)) else list(cars)
        count = len(garage) if n is None else operator.index(n)
        self._track = None if track is None else Track(track)
        if not (isinstance(dt_s, (int, float)) and 0.0 < dt_s <= 1.0):
            raise Error(f"dt_s = {dt_s!r}: must be above 0 and at most 1 s")
        columns = {name: _column(f"start[{name!r}]", value, count) for name, value in (start or {}).items()}
        self._core = _skidpad.Fleet(
            model,
            garage,
            count,
            columns,
            dtype=np.dtype(dtype).name,
            threads=0 if threads is None else operator.index(threads),
            track=self._track,
            surface=surface,
            meets=meets,
        )
        self._dt_s = dt_s
        self._draw = [(name, float(low), float(high)) for name, (low, high) in (draw or {}).items()]
        self._draws_cars = len(draw_cars) > 0
        for car in draw_cars:
            self._core.add_vehicle(car)
        # Nothing is reset: wrong names and bounds are refused here, not at the first reset.
        self._core.reset_drawn(np.zeros(count, bool), 0, self._draw)
        inputs, states_and_modes, outputs = self._core.channels
        self._inputs = Columns(inputs, self._core.command, is_written=True)
        self._states = Columns(states_and_modes, self._core.state, is_written=False)
        self._outputs = {channel.name: channel for channel in outputs}

    def __len__(self) -> int:
        return len(self._core)

    @property
    def model(self) -> str:
        """Name of the model."""
        return self._core.model

    @property
    def track(self) -> Track | None:
        """The track, or None."""
        return self._track

    @property
    def threads(self) -> int:
        """Number of threads."""
        return self._core.threads

    @property
    def dtype(self) -> np.dtype[Any]:
        """Type of the numbers of its columns."""
        return np.dtype(self._core.dtype)

    @property
    def dt_s(self) -> float:
        """Length of a step, s."""
        return self._dt_s

    @property
    def time_s(self) -> float:
        """Time since the fleet began, s."""
        return self._core.time_s

    @property
    def inputs(self) -> Columns:
        """Commands, to write; they hold from the next step on."""
        return self._inputs

    @property
    def states(self) -> Columns:
        """States and modes, to read; they change with every step."""
        return self._states

    @property
    def output_channels(self) -> list[Channel]:
        """Outputs: what the model computes besides its states."""
        return list(self._outputs.values())

    @property
    def statuses(self) -> Column:
        """Run status of each car as a number, to read; 0 while it runs."""
        return self._core.statuses

    def status(self, car: int) -> str:
        """Run status of a car: "running", "quarantined" or the end of its run."""
        return self._core.status_name(int(self.statuses[car]))

    def step(self, steps: int = 1) -> None:
        """Moves all cars on, with their commands held over the steps. Ctrl-C ends it after a whole step.

        One call of several steps has the bits of as many calls, and takes less time.
        """
        self._core.step(self._dt_s, operator.index(steps))

    def observe(self, names: str | Iterable[str], out: npt.NDArray[Any] | None = None) -> npt.NDArray[Any]:
        """Inputs, states and outputs by their names, of shape (cars, names); ``out`` is written in place of a new array.

        The name of a state or mode is not that of an input: `gear` is the gear that is engaged.
        """
        names = listed(names)
        outputs = [name for name in names if name in self._outputs]
        computed = np.empty((len(outputs), len(self)), self.dtype)
        if outputs:
            self._core.outputs(outputs, computed)
        columns: dict[str, Column] = dict(zip(outputs, computed, strict=True))
        for name in names:
            if name not in columns:
                columns[name] = self._given(name)
        if out is None:
            out = np.empty((len(self), len(names)), self.dtype)
        if out.shape != (len(self), len(names)):
            raise Error(f"out: must be of shape {(len(self), len(names))}, is {out.shape}")
        for place, name in enumerate(names):
            out[:, place] = columns[name]
        return out

    def _given(self, name: str) -> Column:
        if name in self._states:
            return self._states[name]
        if name in self._inputs:
            return self._inputs[name]
        known = [*self._states, *self._outputs, *self._inputs]
        raise UnknownNameError(_skidpad.unknown_name(f"channel of {self.model}", name, known))

    def reset(
        self,
        mask: npt.ArrayLike | None = None,
        *,
        seed: int | None = None,
        to: Mapping[str, npt.ArrayLike] | None = None,
    ) -> None:
        """Puts cars back to their starts and begins new episodes of them.

        ``mask``: True for each car that is reset; None for all. ``seed``: draws the states of ``draw`` for each of them; a car's numbers
        depend on the seed, its place in the fleet and the number of its resets, and on nothing else. ``to``: other values of some states.
        """
        chosen = np.ones(len(self), bool) if mask is None else np.ascontiguousarray(mask)
        if chosen.dtype != np.bool_:
            raise Error(f"mask: must be of booleans, is of {chosen.dtype}")
        if seed is not None and to is not None:
            raise Error("reset: takes seed or to, not both")
        if to is not None:
            values = [_column(f"to[{name!r}]", value, len(self)) for name, value in to.items()]
            self._core.reset_to(chosen, list(to), np.array(values).reshape(len(to), len(self)))
        elif seed is not None:
            if not (self._draw or self._draws_cars):
                raise Error("seed: nothing is drawn; make the fleet with draw or draw_cars")
            self._core.reset_drawn(chosen, operator.index(seed), self._draw, vehicle=self._draws_cars)
        else:
            self._core.reset(chosen)

    def set_rules(self, *, time_limit_s: float | None = None, hit_m_s: float | None = None, cone_hit_m_s: float | None = None) -> None:
        """Sets all rules by which episodes end, besides the end of a car's run: a time, and impacts with walls and cones from a speed on.

        A rule that is not given does not hold any more.
        """
        self._core.set_rules(time_limit_s=time_limit_s, hit_m_s=hit_m_s, cone_hit_m_s=cone_hit_m_s)

    @property
    def is_over(self) -> npt.NDArray[np.bool_]:
        """True for each car whose episode is over."""
        return np.asarray(self._core.endings != 0)

    def ended_by(self, reason: str) -> npt.NDArray[np.bool_]:
        """True for each car whose episode is over for a reason: "model", "quarantined", "hit", "time_limit", "hit_cone"."""
        if reason not in _ENDINGS:
            raise UnknownNameError(_skidpad.unknown_name("reason", reason, list(_ENDINGS)))
        return np.asarray((self._core.endings & _ENDINGS[reason]) != 0)

    @property
    def episode_times_s(self) -> Numbers:
        """Time of each car's episode, s."""
        return self._core.episode_times_s

    def save(self, car: int) -> bytes:
        """State of a car, which `Car.restore` and other fleets of its model take."""
        return self._core.save(car)

    def restore(self, car: int, saved: bytes | SavedCar) -> None:
        """Restores a car to a state of `save`, of `Car.to_bytes` or of `Car.save`."""
        self._core.restore(car, saved)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Fleet cannot be pickled or copied: save its cars, and restore them in a fleet that is made as this one")

    def __repr__(self) -> str:
        where = "" if self._track is None else f" on {self._track.name}"
        return f"<Fleet of {len(self)} {self.model}{where}, {self.threads} threads, at {self.time_s:.3f} s>"


def _column(name: str, value: npt.ArrayLike, count: int) -> Numbers:
    try:
        numbers = np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise Error(f"{name}: must be a number or {count} numbers ({error})") from None
    if numbers.ndim == 0:
        return np.full(count, numbers)
    if numbers.shape != (count,):
        raise Error(f"{name}: must be a number or {count} numbers, has shape {numbers.shape}")
    return np.ascontiguousarray(numbers)
