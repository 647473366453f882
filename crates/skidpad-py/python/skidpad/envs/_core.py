"""What single and vector environments share: their settings, spaces and starts."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from numbers import Integral, Real
from pathlib import Path
from typing import Any, TypeAlias, cast

import numpy as np
import numpy.typing as npt
from gymnasium import Space, spaces

from .. import _skidpad
from .._skidpad import Error, Model, UnknownNameError, Vehicle

Observation: TypeAlias = "str | tuple[str, Mapping[str, Any]]"
Car: TypeAlias = "str | os.PathLike[str] | Vehicle"
Floats: TypeAlias = "npt.NDArray[np.float32]"

# Of each line the first that the model has.
_MOTION = (("velocity_x_m_s", "speed_m_s"), ("velocity_y_m_s", "sideslip_rad"), ("yaw_rate_rad_s",))
DEFAULT_OBSERVATIONS: dict[str, tuple[str, ...]] = {
    "race": ("lateral_offset_m", "heading_error_rad", "borders_m", "curvature_ahead_1_m", "last_action", "steer_rad"),
    "drift": ("sideslip_error_rad", "radius_error_m", "course_error_rad", "last_action", "steer_rad"),
    "lane_change": (
        "course_x_m",
        "course_y_m",
        "course_yaw_rad",
        "lane_distance_m",
        "lane_length_m",
        "lane_left_m",
        "lane_right_m",
        "next_left_m",
        "next_right_m",
        "last_action",
        "steer_rad",
    ),
    "braking": ("obstacle_m", "lane_offset_m", "lane_yaw_rad", "last_action", "steer_rad"),
    "wheel_to_wheel": ("lateral_offset_m", "heading_error_rad", "borders_m", "curvature_ahead_1_m", "opponents", "last_action", "steer_rad"),
    "parking": ("bay_ahead_m", "bay_left_m", "bay_cos", "bay_sin", "last_action", "steer_rad"),
}
"""Observations of each task unless others are asked for, behind those of the car's motion."""

_LARGEST = float(np.finfo(np.float32).max)
_START = ("track", "x_m", "y_m", "yaw_rad", "velocity_x_m_s", "velocity_y_m_s", "yaw_rate_rad_s")


def default_observations(task: str, model: str) -> list[Observation]:
    """Motion of the model's cars, and what belongs to the task."""
    known = {channel.name for channel in Model(model).channels}
    motion = (next((name for name in names if name in known), None) for names in _MOTION)
    return [*(name for name in motion if name is not None), *DEFAULT_OBSERVATIONS[task]]


class Core:
    """Environments of a task with their spaces."""

    def __init__(
        self,
        task: str,
        count: int,
        options: Mapping[str, Any],
        *,
        autoreset_mode: str,
        threads: int,
        model: str = "single_track",
        car: Car | Sequence[Car] | None = None,
        randomise: Mapping[str, Sequence[Any]] | None = None,
        randomised_cars: int = 256,
        control_step_s: float = 0.01,
        sub_steps: int = 1,
        time_limit_s: float = 60.0,
        observations: Iterable[Observation] | None = None,
        actions: Mapping[str, Any] | None = None,
        weights: Mapping[str, float] | None = None,
    ) -> None:
        if observations is None:
            observations = default_observations(task, model)
        observed = [_observation(one) for one in _listed("observations", observations)]
        control_step_s, time_limit_s = _number("control_step_s", control_step_s), _number("time_limit_s", time_limit_s)
        if not 0.0 < control_step_s <= 1.0:
            raise Error(f"control_step_s = {control_step_s}: must be above 0 and at most 1 s")
        if car is None:
            car = next(iter(Model(model).own_cars), "boxster-s")
        cars = [car] if isinstance(car, (str, os.PathLike, Vehicle)) else list(car)
        name = _car_name(cars[0]) if cars else ""
        self.drawn: dict[str, npt.NDArray[np.float64]] = {}
        if randomise:
            cars, self.drawn = _randomised(cars, randomise, randomised_cars)
        if not isinstance(sub_steps, Integral) or not 1 <= int(sub_steps) <= 10_000:
            raise Error(f"sub_steps = {sub_steps!r}: must be a whole number from 1 to 10000")
        sub_steps = int(sub_steps)
        self.environments: _skidpad.Environments = _skidpad.Environments(
            task,
            dict(options),
            count,
            model=model,
            cars=cars,
            dt_s=control_step_s / sub_steps,
            sub_steps=sub_steps,
            time_limit_s=time_limit_s,
            observed=observed,
            acting=_mapped("actions", actions),
            autoreset_mode=autoreset_mode,
            threads=threads,
        )
        for term, weight in _mapped("weights", weights).items():
            self.environments.set_weight(term, _number(f"weights[{term!r}]", weight))
        self.observation_space: Space[Floats] = _box(self.environments.observation_channels)
        self.action_space: Space[Floats] = _box(self.environments.action_channels)
        self.ends: list[str] = ["", *self.environments.ends]
        self.figures: list[str] = [name for name, _, _ in self.environments.figure_quantities]
        self.control_step_s = control_step_s
        self.description: dict[str, Any] = {
            "model": model,
            "car": name,
            "control_step_s": control_step_s,
            "observations": [[observation, settings] if settings else observation for observation, settings in observed],
            "actions": _mapped("actions", actions),
        }
        """What a policy sees and does here, and in which car."""

    def starts(self, given: Mapping[str, npt.ArrayLike] | None) -> npt.NDArray[np.float64] | None:
        """Starts of a reset: numbers for all environments, or for each."""
        if given is None:
            return None
        count = len(self.environments)
        # What is not given is drawn.
        starts = np.full((count, len(_START)), np.nan)
        named = _mapped("start", given)
        if "track" in named and not {"x_m", "y_m"} <= named.keys():
            raise Error("start['track']: needs a position on it, x_m and y_m")
        for name, value in named.items():
            column = "velocity_x_m_s" if name == "speed_m_s" else name
            if column not in _START:
                raise UnknownNameError(_skidpad.unknown_name("quantity of a start", name, [*_START, "speed_m_s"]))
            try:
                starts[:, _START.index(column)] = np.asarray(value, dtype=np.float64)
            except (TypeError, ValueError) as error:
                raise Error(f"start[{name!r}]: must be a number or {count} numbers ({error})") from None
            numbers = starts[:, _START.index(column)]
            if not np.isfinite(numbers).all():
                raise Error(f"start[{name!r}]: must be finite")
            if column == "track" and ((numbers < 0.0) | (numbers % 1.0 != 0.0)).any():
                raise Error(f"start['track'] = {value!r}: must be the number of a track, from 0 on")
        return starts


def _car_name(car: Car) -> str:
    """A preset, or the name of a vehicle file."""
    if isinstance(car, Vehicle):
        return car.name
    return car if isinstance(car, str) and not car.endswith(".toml") else Path(car).stem


def _listed(name: str, given: Any) -> list[Any]:
    """Several of a kind, of which one may stand alone."""
    if isinstance(given, str) or (isinstance(given, tuple) and len(given) == 2 and isinstance(given[1], Mapping)):
        return [given]
    if isinstance(given, Mapping) or not isinstance(given, Iterable):
        raise Error(f"{name}: must be a list, is {given!r}")
    return list(given)


def _observation(given: Any) -> tuple[str, dict[str, Any]]:
    if isinstance(given, str):
        return given, {}
    is_pair = isinstance(given, (tuple, list)) and len(given) == 2
    if not (is_pair and isinstance(given[0], str) and isinstance(given[1], Mapping)):
        raise Error(f"observations: each must be a name, or a name and its settings, is {given!r}")
    return given[0], dict(given[1])


def _mapped(name: str, given: Any) -> dict[str, Any]:
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise Error(f"{name}: must be a mapping from names, is {given!r}")
    return dict(given)


def _number(name: str, given: Any) -> float:
    if not isinstance(given, Real):
        raise Error(f"{name} = {given!r}: must be a number")
    return float(given)


def reset_options(given: Mapping[str, Any] | None, known: Sequence[str]) -> dict[str, Any]:
    """Options of a reset; refuses names that nobody reads."""
    options = _mapped("options", given)
    for name in options:
        if name not in known:
            raise UnknownNameError(_skidpad.unknown_name("option of reset", str(name), list(known)))
    return options


def _randomised(cars: Sequence[Car], randomise: Mapping[str, Sequence[Any]], count: int) -> tuple[list[Car], dict[str, npt.NDArray[np.float64]]]:
    """Cars with fields that are drawn, the same in every run, and what was drawn."""
    if not isinstance(count, Integral) or not 1 <= int(count) <= 100_000:
        raise Error(f"randomised_cars = {count!r}: must be 1 to 100000")
    bases = [car for car in cars if not isinstance(car, Vehicle)]
    if len(bases) < len(cars):
        raise Error("randomise: changes fields of presets and vehicle files, by their names or paths")
    generator = np.random.default_rng(0)
    count = int(count)
    drawn = {field: _draw(field, how, generator, count) for field, how in _mapped("randomise", randomise).items()}
    changed: list[Car] = [
        Vehicle(bases[place % len(bases)], {field: float(values[place]) for field, values in drawn.items()}) for place in range(count)
    ]
    return changed, drawn


def _draw(field: str, how: Sequence[Any], generator: np.random.Generator, count: int) -> npt.NDArray[np.float64]:
    if not isinstance(how, (tuple, list)):
        raise Error(f"randomise[{field!r}] = {how!r}: must be two bounds, or a distribution and two numbers")
    name, *numbers = how if how and isinstance(how[0], str) else ("uniform", *how)
    known = ("uniform", "log_uniform", "normal")
    if name not in known:
        raise UnknownNameError(_skidpad.unknown_name("distribution", str(name), list(known)))
    if len(numbers) != 2 or not all(isinstance(number, Real) and np.isfinite(float(number)) for number in numbers):
        raise Error(f"randomise[{field!r}] = {how!r}: must be two finite numbers, after a distribution or not")
    one, two = map(float, numbers)
    if name == "normal":
        if two < 0.0:
            raise Error(f"randomise[{field!r}] = {how!r}: the standard deviation must be 0 or above")
        return generator.normal(one, two, count)
    if two < one or (name == "log_uniform" and one <= 0.0):
        raise Error(f"randomise[{field!r}] = {how!r}: must be the lower bound first, above 0 for log_uniform")
    if name == "log_uniform":
        return np.exp(generator.uniform(np.log(one), np.log(two), count))
    return generator.uniform(one, two, count)


def _box(channels: Sequence[tuple[str, str, float, float]]) -> Space[Floats]:
    low, high = (np.array([channel[place] for channel in channels], np.float32) for place in (2, 3))
    return cast("Space[Floats]", spaces.Box(low, high, dtype=np.float32))


def as_actions(actions: npt.ArrayLike, shape: tuple[int, ...]) -> Floats:
    """Actions as the core takes them; refuses those of another shape or kind."""
    found = np.asarray(actions)
    if found.shape != shape:
        raise Error(f"actions: must be of shape {shape}, is {found.shape}")
    if found.dtype.kind not in "fiu":
        raise Error(f"actions: must be real numbers, is {found.dtype}")
    if found.dtype.kind == "f" and found.dtype.itemsize > 4:
        # Numbers beyond those of float32 are finite, and brought to the bounds of actions.
        found = np.where(np.isfinite(found), np.clip(found, -_LARGEST, _LARGEST), found)
    return np.ascontiguousarray(found, dtype=np.float32)
