"""One environment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.utils import EzPickle

from .._skidpad import Error
from ._core import Core, Floats, as_actions, reset_options


class TaskEnv(gymnasium.Env[Floats, Floats], EzPickle):
    """An environment of a driving task. Its options are those of the task's class; these are of all:

    ``model``: a model of fleets in single precision. ``car``: a vehicle, by default a Porsche Boxster S or the first own car of the model; or a
    list of them, of which each episode has one by chance. ``randomise``: fields of the vehicle file, each with two bounds or with
    ("log_uniform", low, high) or ("normal", mean, deviation), by which ``randomised_cars`` cars are made, the same in every run; `reset`
    says in ``info`` what the episode's car has.
    ``control_step_s``: duration of a step, s. ``sub_steps``: number of steps of the fleet in it, each of which the model divides further as
    far as it needs. ``time_limit_s``: truncates an episode. ``observations``: names, or pairs of a name and its settings. ``actions``:
    settings of the actions. ``weights``: weights of reward terms in place of the usual ones.
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012, as the base class has it
    TASK: ClassVar[str]
    USUAL: ClassVar[dict[str, Any]] = {}

    def __init__(self, *, render_mode: str | None = None, **settings: Any) -> None:
        EzPickle.__init__(self, render_mode=render_mode, **settings)
        if render_mode is not None:
            raise Error(f"render_mode = {render_mode!r}: must be None")
        self.render_mode = None
        shared, options = split(self.USUAL, settings)
        self._core = Core(self.TASK, 1, options, autoreset_mode="Disabled", threads=1, **shared)
        self.observation_space, self.action_space = self._core.observation_space, self._core.action_space
        self._all = np.ones(1, bool)
        self._is_seeded = False
        self._is_closed = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Floats, dict[str, Any]]:
        """Begins an episode. ``seed`` makes it and those after it repeatable. ``options``: ``start``, a mapping of ``x_m``, ``y_m``,
        ``yaw_rad``, ``speed_m_s`` and the like; what it does not have is drawn."""
        self._check_open()
        if seed is not None:
            check_seed(seed)
        starts = self._core.starts(reset_options(options, ["start"]).get("start"))
        super().reset(seed=seed)
        seeds = None
        if seed is not None or not self._is_seeded:
            drawn = int(self.np_random.integers(2**63)) if seed is None else seed
            seeds = np.array([drawn], np.uint64)
        self._core.environments.reset(self._all, seeds, starts)
        self._is_seeded = True
        number = self._core.environments.car_numbers[0]
        return self._core.environments.observations[0], {field: float(drawn[number]) for field, drawn in self._core.drawn.items()}

    def step(self, action: npt.ArrayLike) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        """Moves the car on. ``info`` has the figures of the episode so far, and its ``end`` where it is over."""
        self._check_open()
        action = as_actions(action, (2,))
        observation, reward, terminated, truncated, end, figures = self._core.environments.step_one(action)
        # NaN is a figure that there is not yet, such as the time of a lap.
        named = zip(self._core.figures, figures, strict=True)
        info: dict[str, Any] = {name: figure for name, figure in named if figure == figure}
        if end:
            info["end"] = self._core.ends[end]
        return observation, reward, terminated, truncated, info

    def close(self) -> None:
        """Ends the environment."""
        self._is_closed = True

    def _check_open(self) -> None:
        if self._is_closed:
            raise Error("the environment is closed")


_SHARED = ("model", "car", "randomise", "randomised_cars", "control_step_s", "sub_steps", "time_limit_s", "observations", "actions", "weights")


def split(usual: dict[str, Any], settings: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Settings of all tasks, and options of the one, over those that the task usually has."""
    settings = {**usual, **settings}
    if isinstance(actions := settings.get("actions"), Mapping):
        settings["actions"] = {**usual.get("actions", {}), **actions}
    shared = {name: value for name, value in settings.items() if name in _SHARED}
    return shared, {name: value for name, value in settings.items() if name not in _SHARED}


def check_seed(seed: int | np.integer[Any]) -> None:
    """Refuses what is no seed."""
    if not isinstance(seed, (int, np.integer)) or not 0 <= seed < 2**63:
        raise Error(f"seed = {seed!r}: must be a whole number from 0 to 2**63 - 1")
