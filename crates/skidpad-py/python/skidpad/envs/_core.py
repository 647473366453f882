"""What single and vector environments share: their settings, spaces and starts."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
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
    "race": ("lateral_offset_m", "heading_error_rad", "borders_m", "curvature_ahead_1_m", "last_action"),
    "drift": ("sideslip_error_rad", "radius_error_m", "course_error_rad", "last_action"),
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
    ),
    "braking": ("obstacle_m", "lane_offset_m", "lane_yaw_rad", "last_action"),
    "parking": ("bay_ahead_m", "bay_left_m", "bay_cos", "bay_sin", "last_action"),
}
"""Observations of each task unless others are asked for, behind those of the car's motion."""

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
        if isinstance(observations, str):
            observations = [observations]
        observed = [(one, {}) if isinstance(one, str) else (one[0], dict(one[1])) for one in observations]
        if car is None:
            car = next(iter(Model(model).own_cars), "boxster-s")
        cars = [car] if isinstance(car, (str, os.PathLike, Vehicle)) else list(car)
        self.drawn: dict[str, npt.NDArray[np.float64]] = {}
        if randomise:
            cars, self.drawn = _randomised(cars, randomise, randomised_cars)
        if not isinstance(sub_steps, int) or sub_steps < 1:
            raise Error(f"sub_steps = {sub_steps!r}: must be a whole number from 1 on")
        self.environments = _skidpad.Environments(
            task,
            dict(options),
            count,
            model=model,
            cars=cars,
            dt_s=control_step_s / sub_steps,
            sub_steps=sub_steps,
            time_limit_s=time_limit_s,
            observed=observed,
            acting=dict(actions or {}),
            autoreset_mode=autoreset_mode,
            threads=threads,
        )
        for term, weight in (weights or {}).items():
            self.environments.set_weight(term, weight)
        self.observation_space: Space[Floats] = _box(self.environments.observation_channels)
        self.action_space: Space[Floats] = _box(self.environments.action_channels)
        self.ends = ["", *self.environments.ends]
        self.figures = [name for name, _, _ in self.environments.figure_quantities]
        self.control_step_s = control_step_s

    def starts(self, given: Mapping[str, npt.ArrayLike] | None) -> npt.NDArray[np.float64] | None:
        """Starts of a reset: numbers for all environments, or for each."""
        if given is None:
            return None
        count = len(self.environments)
        starts = np.zeros((count, len(_START)))
        for name, value in given.items():
            column = "velocity_x_m_s" if name == "speed_m_s" else name
            if column not in _START:
                raise UnknownNameError(_skidpad.unknown_name("quantity of a start", name, [*_START, "speed_m_s"]))
            try:
                starts[:, _START.index(column)] = np.asarray(value, dtype=np.float64)
            except (TypeError, ValueError) as error:
                raise Error(f"start[{name!r}]: must be a number or {count} numbers ({error})") from None
        return starts


def _randomised(cars: Sequence[Car], randomise: Mapping[str, Sequence[Any]], count: int) -> tuple[list[Car], dict[str, npt.NDArray[np.float64]]]:
    """Cars with fields that are drawn, the same in every run, and what was drawn."""
    if not isinstance(count, int) or not 1 <= count <= 100_000:
        raise Error(f"randomised_cars = {count!r}: must be 1 to 100000")
    if any(not isinstance(car, (str, os.PathLike)) for car in cars):
        raise Error("randomise: changes fields of presets and vehicle files, by their names or paths")
    generator = np.random.default_rng(0)
    drawn = {field: _draw(field, how, generator, count) for field, how in randomise.items()}
    changed: list[Car] = [
        Vehicle(cars[place % len(cars)], {field: float(values[place]) for field, values in drawn.items()})  # type: ignore[arg-type]
        for place in range(count)
    ]
    return changed, drawn


def _draw(field: str, how: Sequence[Any], generator: np.random.Generator, count: int) -> npt.NDArray[np.float64]:
    name, *numbers = how if how and isinstance(how[0], str) else ("uniform", *how)
    known = ("uniform", "log_uniform", "normal")
    if name not in known:
        raise UnknownNameError(_skidpad.unknown_name("distribution", str(name), list(known)))
    if len(numbers) != 2 or not all(isinstance(number, (int, float)) and np.isfinite(number) for number in numbers):
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
    return np.ascontiguousarray(found, dtype=np.float32)
