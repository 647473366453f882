"""Fixtures of several tests."""

import signal
from collections.abc import Iterator

import numpy as np
import pytest

import skidpad


@pytest.fixture
def fleet() -> skidpad.Fleet:
    """Two hundred cars at 20 m/s, each with another steering angle."""
    fleet = skidpad.Fleet("single_track", "boxster-s", 200, start={"speed_m_s": 20.0}, threads=1)
    fleet.inputs["steer_rad"] = np.linspace(-0.02, 0.02, 200)
    return fleet


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Ctrl-C as in a terminal. A program that runs in the background of a script is born ignoring it, and a call would never end."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
