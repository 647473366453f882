"""Types of arguments and results."""

from __future__ import annotations

from typing import Any, TypedDict

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]
Column = npt.NDArray[np.floating[Any]]


class Surface(TypedDict, total=False):
    """Road and air: what is not given is that of dry, level asphalt in still air at 20 degrees C."""

    grip: float
    """Grip over that of dry asphalt, 0 to 3."""
    rolling: float
    """Rolling resistance over that of asphalt."""
    slope_rad: float
    """Rise of the road along its x axis, rad; positive uphill."""
    bank_rad: float
    """Rise of the road along its y axis, rad; positive where the left side is higher."""
    air_density_kg_m3: float
    """Density of the air, kg/m^3."""
    headwind_m_s: float
    """Wind against a car of heading 0, m/s."""
    crosswind_m_s: float
    """Wind from the left of a car of heading 0, m/s."""
    gravity_m_s2: float
    """Gravity, m/s^2."""
