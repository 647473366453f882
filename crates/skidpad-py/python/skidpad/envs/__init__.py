"""Driving tasks as environments for Gymnasium, alone or by the thousand.

>>> import gymnasium
>>> import skidpad.envs
>>> race = gymnasium.make_vec("skidpad/Race-v0", num_envs=8, track="oval", vectorization_mode="vector_entry_point")
>>> observations, infos = race.reset(seed=7)
>>> observations.shape
(8, 30)
>>> observations, rewards, terminations, truncations, infos = race.step(race.action_space.sample())
>>> race.close()

Importing this module registers the environments. Each exists as a single environment and as a vector environment over a fleet in single
precision, with the same numbers: environment ``i`` of a vector that is reset with a seed has those of a single one with ``seed + i``.

Races against other cars are in `skidpad.envs.wheel_to_wheel`, for PettingZoo, which importing this module does not import.
"""

from ._core import DEFAULT_OBSERVATIONS, Observation
from ._policy import describe
from ._register import register
from ._single import TaskEnv
from ._tasks import (
    BrakingEnv,
    BrakingVectorEnv,
    DriftEnv,
    DriftVectorEnv,
    LaneChangeEnv,
    LaneChangeVectorEnv,
    ParkingEnv,
    ParkingVectorEnv,
    RaceEnv,
    RaceVectorEnv,
)
from ._vector import TaskVectorEnv

__all__ = [
    "DEFAULT_OBSERVATIONS",
    "BrakingEnv",
    "BrakingVectorEnv",
    "DriftEnv",
    "DriftVectorEnv",
    "LaneChangeEnv",
    "LaneChangeVectorEnv",
    "Observation",
    "ParkingEnv",
    "ParkingVectorEnv",
    "RaceEnv",
    "RaceVectorEnv",
    "TaskEnv",
    "TaskVectorEnv",
    "describe",
    "register",
]

register()
