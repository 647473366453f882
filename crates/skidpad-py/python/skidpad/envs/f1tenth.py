"""Racing cars of 1:10 with the interface of f1tenth_gym 1.0, on Skidpad's tyre models: `gymnasium.make("skidpad/f1tenth-v0", config=...)`.

>>> import gymnasium
>>> import numpy as np
>>> import skidpad.envs
>>> env = gymnasium.make("skidpad/f1tenth-v0", config={"map": "kart-track", "num_agents": 1})
>>> obs, info = env.reset(seed=1)
>>> obs["scans"].shape
(1, 1080)
>>> obs, reward, done, truncated, info = env.step(np.array([[0.0, 3.0]]))
>>> env.close()
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import EzPickle

from .. import _skidpad
from .._skidpad import Error, Track, UnknownNameError
from ._core import Core
from ._single import check_seed

__all__ = ["F110Env"]

_BEAMS = 1080
_SCAN: dict[str, float] = {"beams": _BEAMS, "field_of_view_rad": 4.7, "range_m": 30.0, "noise_m": 0.01}
_STATES = ("x_m", "y_m", "yaw_rad", "velocity_x_m_s", "velocity_y_m_s", "yaw_rate_rad_s")
_NAMES = ("poses_x", "poses_y", "poses_theta", "linear_vels_x", "linear_vels_y", "ang_vels_z")
_MODELS = {"st": "single_track", "mb": "two_track"}
_LAPS = 2
_CONFIG: dict[str, Any] = {
    "map": None,
    "map_ext": None,
    "num_agents": 1,
    "timestep": 0.01,
    "ego_idx": 0,
    "model": "st",
    "car": "roboracer-1-10",
    "control_input": ["speed", "steering_angle"],
    "observation_config": {"type": "original"},
    "seed": None,
}
Observations = dict[str, Any]


class F110Env(gymnasium.Env[Observations, npt.NDArray[np.float32]], EzPickle):
    """Cars of 1:10 on a map of occupied cells, by the observations and actions of f1tenth_gym.

    ``config``, as there: ``map``, a map's .yaml, with or without its ending, or any track of Skidpad (required); ``num_agents``, 1 to 64;
    ``timestep`` (0.01), s; ``ego_idx``; ``model``, "st" for Skidpad's `single_track`, "mb" for `two_track`, or any of its models;
    ``control_input``, ["speed", "steering_angle"] alone; ``observation_config``, {"type": "original"} alone. Instead of ``params``: ``car``, a
    preset or a vehicle file, "roboracer-1-10" by default. Other entries that there are in f1tenth_gym, such as ``integrator``, are refused.

    An action is a row for each agent: steering angle, rad, and speed, m/s, which throttle and brake hold. Observations, with a number or row
    for each agent: ``scans``, 1080 beams over 4.7 rad from the right to the left, 30 m, with noise of 0.01 m, from the centre of mass;
    ``poses_x``, ``poses_y``, ``poses_theta`` of the centre of mass, ``linear_vels_x``, ``linear_vels_y`` along the car's axes, ``ang_vels_z``,
    ``collisions``, ``lap_times`` until the second lap is done, ``lap_counts`` since the start, by the distance along the track, and ``ego_idx``.

    The reward of a step is its time. An episode ends where the ego car collides, or all cars have driven two laps. A car collides where its
    middle comes nearer to the edge of the track than half of its width, or where it meets another car. A car that has left the track is
    out: it meets nothing, and its observations stay.
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012, as the base class has it

    def __init__(self, config: Mapping[str, Any] | None = None, *, render_mode: str | None = None) -> None:
        EzPickle.__init__(self, config, render_mode=render_mode)
        if render_mode is not None:
            raise Error(f"render_mode = {render_mode!r}: must be None")
        self.render_mode = None
        chosen = _configured(config)
        self.num_agents = _whole("num_agents", chosen["num_agents"], 1, 64)
        self.ego_idx = _whole("ego_idx", chosen["ego_idx"], 0, self.num_agents - 1)
        self.timestep = float(chosen["timestep"])
        self.track = _track(chosen["map"])
        self._core = self._made(chosen)
        low, high = (getattr(self._core.action_space, bound) for bound in ("low", "high"))
        rows = (self.num_agents, 1)
        self.action_space = spaces.Box(np.tile(low, rows), np.tile(high, rows), dtype=np.float32)
        self.observation_space = _space(self.num_agents)
        self._is_seeded = self._is_closed = False

    def _made(self, chosen: Mapping[str, Any]) -> Core:
        vehicle = _skidpad.Vehicle(chosen["car"])
        half_width_m = 0.5 * vehicle.width_m
        options: dict[str, Any] = {"track": self.track, "off_track_m": -half_width_m, "stopped_s": float("inf")}
        task, model = "race", str(chosen["model"])
        if self.num_agents > 1:
            task = "wheel_to_wheel"
            spacing_m = 4.0 * vehicle.length_m
            options |= {"grid_spacing_m": spacing_m, "grid_shuffled": False}
        return Core(
            task,
            self.num_agents,
            options,
            autoreset_mode="Disabled",
            threads=1,
            model=_MODELS.get(model, model),
            car=vehicle,
            randomised_cars=self.num_agents,
            control_step_s=self.timestep,
            time_limit_s=float("inf"),
            observations=[*_STATES, ("lidar_m", _SCAN)],
            actions={"kind": "speed", "speed_m_s": (-5.0, 20.0), "reverses": True, "steer_rate_rad_s": 3.2},
        )

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observations, dict[str, Any]]:
        """Begins an episode. ``options``: ``poses``, an array of x, y, m, and heading, rad, with a row for each agent; without them cars start at the
        start line, or behind it on a grid."""
        self._check_open()
        super().reset(seed=seed)
        if seed is not None:
            check_seed(seed)
        seeds = None
        if seed is not None or not self._is_seeded:
            drawn = int(self.np_random.integers(2**63)) if seed is None else int(seed)
            seeds = np.full(self.num_agents, drawn, np.uint64)
        self._core.environments.reset(np.ones(self.num_agents, bool), seeds, self._core.starts(self._start(options)))
        self._is_seeded = True
        self._time_s = 0.0
        self._lap_times = np.zeros(self.num_agents, np.float32)
        self._lap_counts = np.zeros(self.num_agents, np.float32)
        self._collisions = np.zeros(self.num_agents, np.float32)
        self._is_out = np.zeros(self.num_agents, bool)
        return self._observed(), {"checkpoint_done": self._lap_counts >= _LAPS}

    def _start(self, options: dict[str, Any] | None) -> dict[str, Any] | None:
        poses = (options or {}).get("poses")
        if poses is None:
            return None
        rows = np.asarray(poses, np.float64)
        if rows.shape != (self.num_agents, 3):
            raise Error(f"options['poses']: must be of shape ({self.num_agents}, 3), is {rows.shape}")
        x_m, y_m, yaw_rad = rows.T
        return {"x_m": x_m, "y_m": y_m, "yaw_rad": yaw_rad, "speed_m_s": 0.0}

    def step(self, action: npt.ArrayLike) -> tuple[Observations, float, bool, bool, dict[str, Any]]:
        """Moves the cars on by a step."""
        self._check_open()
        if not self._is_seeded:
            raise Error("step before reset: reset the environment first")
        actions = np.asarray(action, np.float32)
        if actions.shape != (self.num_agents, 2):
            raise Error(f"action: must be of shape ({self.num_agents}, 2), is {actions.shape}")
        core = self._core.environments
        core.step(np.where(self._is_out[:, None], np.float32(0.0), actions))
        self._time_s += self.timestep
        self._judge()
        done = bool(self._collisions[self.ego_idx]) or bool((self._lap_counts >= _LAPS).all() or self._is_out.all())
        return self._observed(), self.timestep, done, False, {"checkpoint_done": self._lap_counts >= _LAPS}

    def _judge(self) -> None:
        core = self._core.environments
        figures = dict(zip(self._core.figures, core.figures.T, strict=True))
        driving = ~self._is_out
        self._lap_times[driving & (self._lap_counts < _LAPS)] = self._time_s
        laps = np.floor(np.maximum(figures["progress_m"], 0.0) / self.track.lap_m)
        self._lap_counts = np.where(driving, laps, self._lap_counts).astype(np.float32)
        impacts = core.term_values[:, [name for name, *_ in core.terms].index("impact_m_s")]
        ended = core.end_numbers != 0
        left = np.array([self._core.ends[number] == "off_track" for number in core.end_numbers])
        self._collisions[driving & (left | (impacts > 0.0))] = 1.0
        self._is_out |= ended

    def _observed(self) -> Observations:
        rows = self._core.environments.observations
        found: Observations = {name: rows[:, place].copy() for place, name in enumerate(_NAMES)}
        found["scans"] = rows[:, len(_STATES) :].copy()
        found |= {"collisions": self._collisions.copy(), "lap_times": self._lap_times.copy(), "lap_counts": self._lap_counts.copy()}
        return found | {"ego_idx": self.ego_idx}

    def close(self) -> None:
        """Ends the environment."""
        self._is_closed = True

    def _check_open(self) -> None:
        if self._is_closed:
            raise Error("the environment is closed")


def _configured(config: Mapping[str, Any] | None) -> dict[str, Any]:
    """The configuration, with what is usual in the place of what is not there."""
    given = dict(config or {})
    if "params" in given:
        raise Error("config['params']: give a vehicle file, or a preset such as roboracer-1-10, as config['car']")
    for name in given:
        if name not in _CONFIG:
            raise UnknownNameError(_skidpad.unknown_name("entry of config", str(name), list(_CONFIG)))
    chosen = {**_CONFIG, **given}
    if list(chosen["control_input"]) != _CONFIG["control_input"]:
        raise Error(f"config['control_input'] = {chosen['control_input']!r}: must be {_CONFIG['control_input']}")
    if chosen["observation_config"].get("type") not in (None, "original"):
        raise Error(f'config["observation_config"] = {chosen["observation_config"]!r}: must be {{"type": "original"}}')
    return chosen


def _track(given: Any) -> Track:
    if given is None:
        raise Error("config['map']: a race needs a map, the path of its .yaml, or a track")
    if isinstance(given, (str, os.PathLike)) and (path := Path(f"{os.fspath(given)}.yaml")).exists():
        return Track(path)
    return Track(given)


def _whole(name: str, given: Any, least: int, most: int) -> int:
    if not isinstance(given, (int, np.integer)) or not least <= int(given) <= most:
        raise Error(f"config[{name!r}] = {given!r}: must be a whole number from {least} to {most}")
    return int(given)


def _space(agents: int) -> spaces.Dict:
    def box(low: float, high: float, *shape: int) -> spaces.Box:
        return spaces.Box(low, high, (agents, *shape), np.float32)

    large = float(np.finfo(np.float32).max)
    numbers = {name: box(-large, large) for name in _NAMES}
    counted = {name: box(0.0, large) for name in ("lap_times", "lap_counts")}
    return spaces.Dict(
        {"ego_idx": spaces.Discrete(agents), "scans": box(0.0, _SCAN["range_m"], _BEAMS), "collisions": box(0.0, 1.0), **numbers, **counted}
    )
