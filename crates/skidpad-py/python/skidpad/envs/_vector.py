"""Thousands of environments at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
from gymnasium.utils import EzPickle
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from .._skidpad import Error
from ._core import Core, Floats, as_actions, reset_options
from ._single import check_seed, split

Flags = npt.NDArray[np.bool_]


class TaskVectorEnv(VectorEnv[Floats, Floats, npt.NDArray[np.float64]], EzPickle):
    """Environments of a driving task, which one fleet of cars in lanes drives.

    Besides what `TaskEnv` takes: ``num_envs``; ``autoreset_mode``, one of Gymnasium's three; ``threads``, 0 for as many as the machine
    runs at once, which changes no bits; ``max_episode_steps``, by which `gymnasium.make_vec` shortens the time limit. ``infos`` has figures
    only of episodes that have ended.
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012, as the base class has it
    TASK: ClassVar[str]
    USUAL: ClassVar[dict[str, Any]] = {}

    def __init__(
        self,
        num_envs: int = 1,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int = 1,
        max_episode_steps: int | None = None,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        EzPickle.__init__(
            self,
            num_envs,
            autoreset_mode=autoreset_mode,
            threads=threads,
            max_episode_steps=max_episode_steps,
            render_mode=render_mode,
            **settings,
        )
        if render_mode is not None:
            raise Error(f"render_mode = {render_mode!r}: must be None")
        self.render_mode = None
        self._mode = AutoresetMode(autoreset_mode)
        self.metadata = {**type(self).metadata, "autoreset_mode": self._mode}
        shared, options = split(self.USUAL, settings)
        if max_episode_steps is not None:
            if max_episode_steps < 1:
                raise Error(f"max_episode_steps = {max_episode_steps}: must be 1 or more")
            limit_s = max_episode_steps * shared.get("control_step_s", 0.01)
            shared["time_limit_s"] = min(limit_s, shared.get("time_limit_s", limit_s))
        self._core = Core(self.TASK, num_envs, options, autoreset_mode=self._mode.value, threads=threads, **shared)
        self.num_envs = num_envs
        self.single_observation_space, self.single_action_space = self._core.observation_space, self._core.action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._is_seeded = np.zeros(num_envs, bool)

    def reset(self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None) -> tuple[Floats, dict[str, Any]]:
        """Begins episodes. ``seed``: a number, from which environment ``i`` has ``seed + i``, or one for each environment. ``options``:
        ``reset_mask``, True for each environment that is reset, and ``start``, as in `TaskEnv.reset`, numbers or arrays."""
        self._check_open()
        options = reset_options(options, ["reset_mask", "start"])
        mask = self._mask(options.get("reset_mask"))
        starts = self._core.starts(options.get("start"))
        seeds, are_given = self._seeds(seed)
        is_new = mask & (are_given | ~self._is_seeded)
        if is_new.any():
            self._core.environments.reset(is_new, seeds, starts)
        if (mask & ~is_new).any():
            self._core.environments.reset(mask & ~is_new, None, starts)
        self._is_seeded |= mask
        return self._core.environments.observations, self._drawn(mask)

    def step(self, actions: npt.ArrayLike) -> tuple[Floats, npt.NDArray[np.float64], Flags, Flags, dict[str, Any]]:  # type: ignore[override]
        """Moves all environments on. ``infos`` is empty unless episodes ended: then it has their ``end`` and their figures."""
        self._check_open()
        core = self._core.environments
        any_ended = core.step(as_actions(actions, (self.num_envs, 2)))
        infos = self._infos() if any_ended else {}
        if self._core.drawn and (were_reset := core.were_reset).any():
            infos |= self._drawn(were_reset)
        return core.observations, core.rewards, core.terminated, core.truncated, infos

    def close_extras(self, **kwargs: Any) -> None:
        """Ends the environments."""

    def _infos(self) -> dict[str, Any]:
        core = self._core.environments
        ends = core.end_numbers
        over = ends != 0
        same_step = self._mode == AutoresetMode.SAME_STEP
        figures = core.final_figures if same_step else core.figures
        names = np.array(self._core.ends, object)
        found: dict[str, Any] = {"end": names[ends], "_end": over}
        for place, name in enumerate(self._core.figures):
            # NaN is a figure that there is not, such as the time of a lap.
            is_there = over & ~np.isnan(figures[:, place])
            if is_there.any():
                found[name], found[f"_{name}"] = figures[:, place], is_there
        if not same_step:
            return found
        final = np.full(self.num_envs, None, object)
        observations = core.final_observations
        for environment in np.flatnonzero(over):
            final[environment] = observations[environment]
        return {"final_obs": final, "_final_obs": over, "final_info": found, "_final_info": over}

    def _drawn(self, mask: Flags) -> dict[str, Any]:
        """What was drawn for the cars of a mask."""
        infos: dict[str, Any] = {}
        numbers = self._core.environments.car_numbers
        for field, drawn in self._core.drawn.items():
            infos[field], infos[f"_{field}"] = np.where(mask, drawn[numbers], 0.0), mask
        return infos

    def _mask(self, given: Any) -> Flags:
        if given is None:
            return np.ones(self.num_envs, bool)
        if not isinstance(given, np.ndarray) or given.dtype != np.bool_:
            raise TypeError(f"options['reset_mask']: must be an array of booleans, is {getattr(given, 'dtype', type(given))}")
        if given.shape != (self.num_envs,) or not given.any():
            raise Error(f"options['reset_mask']: must be of shape ({self.num_envs},) with at least one True")
        return given

    def _seeds(self, seed: int | Sequence[int | None] | None) -> tuple[npt.NDArray[np.uint64], Flags]:
        """A seed for each environment, and whether it was given; the others are drawn from the system's chance."""
        if isinstance(seed, (int, np.integer)):
            check_seed(seed)
            seeds = np.uint64(seed) + np.arange(self.num_envs, dtype=np.uint64)
            return seeds, np.ones(self.num_envs, bool)
        if seed is not None and not isinstance(seed, (list, tuple, np.ndarray)):
            raise Error(f"seed = {seed!r}: must be a whole number, or a list with one for each environment")
        drawn = np.asarray(np.random.SeedSequence().generate_state(self.num_envs, np.uint64), np.uint64)
        if seed is None:
            return drawn, np.zeros(self.num_envs, bool)
        if len(seed) != self.num_envs:
            raise Error(f"seed: has {len(seed)} numbers, must have {self.num_envs}, one for each environment")
        given = np.zeros(self.num_envs, bool)
        for place, one in enumerate(seed):
            if one is not None:
                check_seed(one)
                drawn[place], given[place] = one, True
        return drawn, given

    def _check_open(self) -> None:
        if self.closed:
            raise Error("the environments are closed")
