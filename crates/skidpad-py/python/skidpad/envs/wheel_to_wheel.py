"""Racing against other cars, as an environment for PettingZoo: `pip install 'skidpad[pettingzoo]'`.

>>> from skidpad.envs import wheel_to_wheel
>>> race = wheel_to_wheel.parallel_env(agents=3, track="oval")
>>> observations, infos = race.reset(seed=7)
>>> race.agents
['car_0', 'car_1', 'car_2']
>>> actions = {agent: race.action_space(agent).sample() for agent in race.agents}
>>> observations, rewards, terminations, truncations, infos = race.step(actions)
>>> sorted(int(info["place"]) for info in infos.values())
[1, 2, 3]
>>> race.close()
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import Space
from gymnasium.utils import EzPickle
from pettingzoo import ParallelEnv

from .. import _skidpad
from .._skidpad import Error, UnknownNameError
from ._core import Core, Floats, as_actions
from ._single import check_seed, split

__all__ = ["WheelToWheelEnv", "parallel_env"]

_MOST_AGENTS = 64


def parallel_env(agents: int = 4, **settings: Any) -> WheelToWheelEnv:
    """A race of some cars, each an agent: see `WheelToWheelEnv`."""
    return WheelToWheelEnv(agents, **settings)


class WheelToWheelEnv(ParallelEnv[str, Floats, Floats], EzPickle):
    """A race of several cars on a track, which run into each other, each an agent: ``car_0``, ``car_1`` and so on.

    Besides the settings that all environments have (see `TaskEnv`): ``agents``, 2 to 64. ``car``: one for all agents, or a list with one for
    each, or with several in turn, of which each agent has one by chance. ``randomised_cars`` is 64 for each agent by default, and a multiple
    of their number.

    Options: ``track``, a track or a list of them, of which each episode has one (required); ``ground``, True for the track's hills, banking,
    kerbs and walls in place of a plane; ``laps``, after which a car has finished, 0 for none; ``off_track_m``; ``stopped_s``, as in `RaceEnv`.
    Cars start on a grid, ``grid_spacing_m`` (8) one behind the other, in turn to the left and right of the line by ``grid_lateral_share`` (0.4)
    of the road's width on that side: behind the start line, the last one on it where the track is open, or anywhere with ``start_anywhere``; in
    an order by chance, or with ``grid_shuffled=False`` in that of the agents; all at ``start_speed_m_s``, a number or two bounds.

    Reward terms (weight): those of `RaceEnv`, ``impact_m_s`` (-1) of impacts with other cars, too, and ``places_gained`` (5). Ends: those of
    `RaceEnv`. Figures: those of `RaceEnv`, and ``place``: by the distance driven since the start; those that have finished are first, in the
    order of their times, and those that have retired are behind all others. The observation ``opponents`` has the nearest cars: settings
    ``count`` (3) and ``range_m`` (50).

    An agent whose episode ends is out: it is no longer in ``agents``, no other car meets or observes it after that step, and it takes no
    action. When all are out, `reset` begins the next race.
    """

    metadata: dict[str, Any] = {"name": "skidpad_wheel_to_wheel_v0", "render_modes": [], "is_parallelizable": True}  # noqa: RUF012, as the base class has it

    def __init__(self, agents: int = 4, *, render_mode: str | None = None, **settings: Any) -> None:
        EzPickle.__init__(self, agents, render_mode=render_mode, **settings)
        if render_mode is not None:
            raise Error(f"render_mode = {render_mode!r}: must be None")
        if not isinstance(agents, (int, np.integer)) or not 2 <= int(agents) <= _MOST_AGENTS:
            raise Error(f"agents = {agents!r}: must be a whole number from 2 to {_MOST_AGENTS}")
        self.render_mode = None
        count = int(agents)
        shared, options = split({"randomised_cars": 64 * count}, settings)
        self._core = Core("wheel_to_wheel", count, options, autoreset_mode="Disabled", threads=1, **shared)
        self.possible_agents: list[str] = [f"car_{number}" for number in range(count)]
        self.agents: list[str] = []
        self._numbers = {agent: number for number, agent in enumerate(self.possible_agents)}
        # Each has spaces of its own, which are seeded apart.
        self.observation_spaces = {agent: copy.deepcopy(self._core.observation_space) for agent in self.possible_agents}
        self.action_spaces = {agent: copy.deepcopy(self._core.action_space) for agent in self.possible_agents}
        self._all = np.ones(count, bool)
        self._is_seeded = False
        self._is_closed = False

    def observation_space(self, agent: str) -> Space[Floats]:
        """Observations of an agent."""
        return self.observation_spaces[self._known(agent)]

    def action_space(self, agent: str) -> Space[Floats]:
        """Actions of an agent."""
        return self.action_spaces[self._known(agent)]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> tuple[dict[str, Floats], dict[str, dict[str, Any]]]:
        """Begins a race of all agents. ``seed`` makes it and those after it repeatable. ``options``: ``start``, as in `TaskEnv.reset`, numbers or
        arrays with one for each agent; other options are ignored, as PettingZoo's own test gives some."""
        self._check_open()
        if seed is not None:
            check_seed(seed)
        starts = self._core.starts((options or {}).get("start"))
        seeds = None
        if seed is not None or not self._is_seeded:
            # Those of signed numbers, which may be given again.
            drawn = int(np.random.SeedSequence().generate_state(1, np.uint64)[0]) >> 1 if seed is None else int(seed)
            seeds = np.full(len(self._all), drawn, np.uint64)
        self._core.environments.reset(self._all, seeds, starts)
        self._is_seeded = True
        self.agents = self.possible_agents[:]
        observations, cars = self._core.environments.observations, self._core.environments.car_numbers
        infos: dict[str, dict[str, Any]] = {
            agent: {field: float(drawn[cars[number]]) for field, drawn in self._core.drawn.items()} for agent, number in self._numbers.items()
        }
        return {agent: observations[number] for agent, number in self._numbers.items()}, infos

    def step(
        self, actions: Mapping[str, npt.ArrayLike]
    ) -> tuple[dict[str, Floats], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Moves all cars on, with an action for each of ``agents``. ``infos`` has the figures of each so far, and the ``end`` of those that are
        over."""
        self._check_open()
        if not self._is_seeded:
            raise Error("step before reset: reset the environment first")
        if not self.agents:
            raise Error("all agents are out: reset the environment before the next step")
        core = self._core.environments
        core.step(self._rows(actions))
        observations, rewards, ends, figures = core.observations, core.rewards, core.end_numbers, core.figures
        terminated, truncated = core.terminated, core.truncated
        numbers = {agent: self._numbers[agent] for agent in self.agents}
        infos: dict[str, dict[str, Any]] = {}
        for agent, number in numbers.items():
            # NaN is a figure that there is not yet, such as the time of a lap.
            named = zip(self._core.figures, figures[number].tolist(), strict=True)
            infos[agent] = {name: figure for name, figure in named if figure == figure}
            if ends[number]:
                infos[agent]["end"] = self._core.ends[ends[number]]
        self.agents = [agent for agent, number in numbers.items() if not ends[number]]
        return (
            {agent: observations[number] for agent, number in numbers.items()},
            {agent: float(rewards[number]) for agent, number in numbers.items()},
            {agent: bool(terminated[number]) for agent, number in numbers.items()},
            {agent: bool(truncated[number]) for agent, number in numbers.items()},
            infos,
        )

    def state(self) -> Floats:
        """Observations of all possible agents, those that are out among them, one after the other."""
        self._check_open()
        return self._core.environments.observations.ravel()

    def render(self) -> None:
        """Draws nothing."""

    def close(self) -> None:
        """Ends the environment."""
        self._is_closed = True

    def _rows(self, actions: Mapping[str, npt.ArrayLike]) -> Floats:
        """Actions of all possible agents; those that are out have none, which 0 stands for."""
        if not isinstance(actions, Mapping):
            raise Error(f"actions: must be a mapping from agents, is {actions!r}")
        for agent in actions:
            if self._known(agent) not in self.agents:
                raise Error(f"actions[{agent!r}]: the agent is out: give actions of those in env.agents alone")
        rows = np.zeros((len(self._all), 2), np.float32)
        for agent in self.agents:
            if agent not in actions:
                raise Error(f"actions: has none for {agent!r}; each of env.agents needs one")
            action = as_actions(actions[agent], (2,))
            if not np.isfinite(action).all():
                raise Error(f"actions[{agent!r}] = {action}: must be finite")
            rows[self._numbers[agent]] = action
        return rows

    def _known(self, agent: str) -> str:
        if agent not in self._numbers:
            raise UnknownNameError(_skidpad.unknown_name("agent", str(agent), self.possible_agents))
        return agent

    def _check_open(self) -> None:
        if self._is_closed:
            raise Error("the environment is closed")
