"""Names of the environments in Gymnasium."""

from __future__ import annotations

from typing import Any

import gymnasium

_ENVIRONMENTS: dict[str, tuple[str, dict[str, Any]]] = {
    "Race": ("Race", {}),
    "Drift": ("Drift", {}),
    "DoubleLaneChange": ("LaneChange", {"course": "double"}),
    "Moose": ("LaneChange", {"course": "obstacle"}),
    "Braking": ("Braking", {}),
    "Parking": ("Parking", {}),
}


def register() -> None:
    """Registers all environments, those that are there already not again."""
    if "skidpad/f1tenth-v0" not in gymnasium.registry:
        gymnasium.register("skidpad/f1tenth-v0", entry_point="skidpad.envs.f1tenth:F110Env")
    for name, (classes, settings) in _ENVIRONMENTS.items():
        identity = f"skidpad/{name}-v0"
        if identity not in gymnasium.registry:
            gymnasium.register(
                identity,
                entry_point=f"skidpad.envs:{classes}Env",
                vector_entry_point=f"skidpad.envs:{classes}VectorEnv",
                kwargs=settings,
            )
