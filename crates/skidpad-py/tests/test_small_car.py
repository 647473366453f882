"""A racing car of 1:10 in the driving tasks: its drift on a circle of a metre, and its race with a lidar on a map of occupied cells."""

import warnings

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env  # noqa: E402

import skidpad  # noqa: E402
import skidpad.envs  # noqa: E402

CAR = "roboracer-1-10"
GRAVITY_M_S2 = 9.80665
CELL_M = 0.05


def ring(folder):
    """A map as F1TENTH has it, in a folder: a ring of free cells between radii of 3 and 5 m, within walls."""
    count = 240
    at = (np.arange(count) + 0.5) * CELL_M - 6.0
    radius = np.hypot(at[None, :], at[::-1, None])
    cells = np.full((count, count), 205, np.uint8)
    cells[(radius >= 2.8) & (radius <= 5.2)] = 0
    cells[(radius >= 3.0) & (radius <= 5.0)] = 254
    (folder / "ring.pgm").write_bytes(b"P5\n%d %d\n255\n" % (count, count) + cells.tobytes())
    (folder / "ring.yaml").write_text(
        f"image: ring.pgm\nresolution: {CELL_M}\norigin: [-6.0, -6.0, 0.0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n"
    )
    return str(folder / "ring.yaml")


@pytest.mark.parametrize("model", ["single_track", "two_track"])
def test_its_drift_on_a_circle_of_a_metre_begins_sideways_at_0_8_g(model):
    env = gymnasium.make("skidpad/Drift-v0", car=CAR, model=model, radius_m=1.0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped, skip_render_check=True)
    names = ["velocity_x_m_s", "velocity_y_m_s", "yaw_rate_rad_s", "radius_error_m"]
    drifts = skidpad.envs.DriftVectorEnv(64, car=CAR, model=model, radius_m=1.0, observations=names)
    observations, _ = drifts.reset(seed=5)
    speed_m_s, sideslip_rad = np.hypot(*observations[:, :2].T), np.arctan2(*observations[:, 1::-1].T)
    usual_m_s = np.sqrt(0.8 * GRAVITY_M_S2 * 1.0)
    assert np.abs(speed_m_s / usual_m_s - 1.0).max() < 0.1001
    assert np.abs(sideslip_rad / -0.5 - 1.0).max() < 0.1001
    assert np.allclose(observations[:, 2], speed_m_s, rtol=1e-5) and np.abs(observations[:, 3]).max() < 1e-5


def test_its_drift_goes_as_its_tyres_let_it():
    """It slows down by the drag of its sideslip, and no path bends more than its grip of 0.65 lets it."""
    names = ["acceleration_x_m_s2", "acceleration_y_m_s2", "velocity_x_m_s", "velocity_y_m_s"]
    drifts = skidpad.envs.DriftVectorEnv(64, car=CAR, model="two_track", radius_m=1.0, observations=names, autoreset_mode="SameStep")
    drifts.reset(seed=5)
    generator = np.random.default_rng(3)
    ends = set()
    for _ in range(300):
        actions = generator.uniform([-1.0, -0.5], [1.0, 1.0], (64, 2))
        observations, rewards, *_, infos = drifts.step(actions)
        assert np.isfinite(observations).all() and np.isfinite(rewards).all()
        # Fresh tyres that build up their forces swing a little beyond them.
        assert np.hypot(*observations[:, :2].T).max() < 1.3 * 0.65 * GRAVITY_M_S2
        assert np.hypot(*observations[:, 2:].T).max() < 10.0
        if infos:
            ends |= set(infos["final_info"]["end"][infos["final_info"]["_end"]])
    assert ends & {"spun", "left_circle", "stopped"} and "car" not in ends, ends


def test_it_races_by_lidar_round_a_map_of_occupied_cells(tmp_path):
    track = skidpad.Track(ring(tmp_path))
    assert abs(track.length_m / (2 * np.pi * 4.0) - 1.0) < 0.01
    beams = 108
    env = gymnasium.make(
        "skidpad/Race-v0",
        car=CAR,
        track=track,
        laps=1,
        observations=[("lidar_m", {"beams": beams, "range_m": 10.0, "field_of_view_rad": 1.5 * np.pi}), "lateral_offset_m"],
        actions={"kind": "speed", "speed_m_s": (0.0, 4.0)},
        time_limit_s=60.0,
    )
    assert env.observation_space.shape == (beams + 1,)
    observation, _ = env.reset(seed=1)
    angles = np.linspace(-0.75 * np.pi, 0.75 * np.pi, beams)
    worst_m = 0.0
    for _ in range(6000):
        # The car steers away from the wall that is nearer, as teams begin.
        right_m, left_m = (observation[:beams][np.abs(angles - side) < 0.9].min() for side in (-np.pi / 3, np.pi / 3))
        steer_rad = np.clip(0.3 * (left_m - right_m) + 0.08, -0.4, 0.4)
        observation, _, terminated, truncated, info = env.step(np.array([steer_rad, 2.0], np.float32))
        worst_m = max(worst_m, abs(observation[-1]))
        if terminated or truncated:
            break
    assert info["end"] == "finished", info
    assert worst_m < 0.7 and abs(info["best_lap_time_s"] * 2.0 / track.length_m - 1.0) < 0.15, (worst_m, info)
