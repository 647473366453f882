"""The tasks, each as a single environment and as a vector environment."""

from __future__ import annotations

from typing import Any

from ._single import TaskEnv
from ._vector import TaskVectorEnv

_DRIFT: dict[str, Any] = {"time_limit_s": 20.0}
_LANECHANGE: dict[str, Any] = {"time_limit_s": 20.0}
_BRAKING: dict[str, Any] = {"time_limit_s": 20.0}
_PARKING: dict[str, Any] = {"actions": {"reverses": True}}


class RaceEnv(TaskEnv):
    """A race against the clock on a track.

    Options: ``track``, a track or a list of them, of which each episode has one (required); ``ground``, True for the track's hills, banking,
    kerbs and walls in place of a plane; ``start_anywhere``, ``start_lateral_share`` (of the width), ``start_heading_rad``,
    ``start_speed_m_s`` (a number or two bounds): the start, by default at rest on the start line; ``laps``, after which an episode ends, 0
    for none; ``off_track_m``, by how much the car may leave the road; ``stopped_s``, how long it may be at rest.

    Reward terms (weight): ``progress_m`` (1), ``time_s`` (0), ``off_track`` (-10), ``impact_m_s`` (-1), ``action_change`` (0). Ends:
    "off_track", "wrong_way", "stopped", "finished", "car" and "time_limit", which truncates. Figures: ``progress_m``, ``laps``,
    ``lap_time_s``, ``best_lap_time_s``.
    """

    TASK = "race"


class RaceVectorEnv(TaskVectorEnv):
    """Environments of a race against the clock: see `RaceEnv`."""

    TASK = "race"


class DriftEnv(TaskEnv):
    """A drift that is held on a circle, to the left about the origin.

    Options: ``radius_m`` (25), ``sideslip_rad`` (0.5), the magnitude that is wanted; ``speed_m_s`` at the start, by default that of 0.8 g;
    ``spread`` (0.1), by which part sideslip and speed at the start are off.

    Reward terms (weight): ``held_s`` (1), ``sideslip_error_integral`` (-1), ``radius_error_integral`` (-1), ``lost`` (-20). Ends: "spun", "stopped",
    "left_circle", "car", "time_limit". Figures: ``held_s``, ``sideslip_rad``.
    """

    TASK = "drift"
    USUAL = _DRIFT


class DriftVectorEnv(TaskVectorEnv):
    """Environments of a drift: see `DriftEnv`."""

    TASK = "drift"
    USUAL = _DRIFT


class LaneChangeEnv(TaskEnv):
    """A lane change between cones, as fast as the car can.

    Options: ``course``, "double" for ISO 3888-1 or "obstacle" for ISO 3888-2, the moose test; ``speed_m_s`` at the start, a number or two
    bounds; ``either_side``, True where the second lane is to the left or to the right by chance.

    Reward terms (weight): ``progress_m`` (0.1), ``passed_m_s`` (1), ``cone`` (-10), ``missed`` (-10). Ends: "cone", "missed", "stopped",
    "passed", "car", "time_limit". Figures: ``entry_speed_m_s``, ``least_room_m``, ``passed``.
    """

    TASK = "lane_change"
    USUAL = _LANECHANGE


class LaneChangeVectorEnv(TaskVectorEnv):
    """Environments of a lane change: see `LaneChangeEnv`."""

    TASK = "lane_change"
    USUAL = _LANECHANGE


class BrakingEnv(TaskEnv):
    """Braking in a lane before an obstacle.

    Options: ``speed_m_s`` at the start, a number or two bounds; ``room``, the obstacle's distance over that of a stop at 1 g, a number or two
    bounds; ``left_grip`` (1), grip to the left of the lane's middle over that to its right, for models with four wheels.

    Reward terms (weight): ``distance_m`` (-0.1), ``hit_m_s`` (-1), ``left_lane`` (-10), ``stopped`` (10). Ends: "stopped", "hit",
    "left_lane", "car", "time_limit". Figures: ``stopping_distance_m``, ``obstacle_m``, ``hit_m_s``.
    """

    TASK = "braking"
    USUAL = _BRAKING


class BrakingVectorEnv(TaskVectorEnv):
    """Environments of braking: see `BrakingEnv`."""

    TASK = "braking"
    USUAL = _BRAKING


class ParkingEnv(TaskEnv):
    """Parking between two cars; the brake, held at rest, drives backwards.

    Options: ``bay``, "along" the lane or "across" it; ``room_m``, the free room beyond the car's size.

    Reward terms (weight): ``progress_m`` (1), ``time_s`` (-0.1), ``parked`` (10), ``hit`` (-10), ``left_area`` (-10). Ends: "parked", "hit",
    "left_area", "car", "time_limit". Figures: ``parked``, ``distance_m``, ``angle_rad``, ``time_s``.
    """

    TASK = "parking"
    USUAL = _PARKING


class ParkingVectorEnv(TaskVectorEnv):
    """Environments of parking: see `ParkingEnv`."""

    TASK = "parking"
    USUAL = _PARKING
