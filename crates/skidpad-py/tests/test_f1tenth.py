"""Racing cars of 1:10 by the interface of f1tenth_gym."""

import copy
import pickle

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from test_small_car import ring  # noqa: E402

import skidpad  # noqa: E402
import skidpad.envs  # noqa: E402

KEYS = {
    "ego_idx",
    "scans",
    "poses_x",
    "poses_y",
    "poses_theta",
    "linear_vels_x",
    "linear_vels_y",
    "ang_vels_z",
    "collisions",
    "lap_times",
    "lap_counts",
}


def made(tmp_path, **config):
    return gymnasium.make("skidpad/f1tenth-v0", config={"map": ring(tmp_path), **config})


def follow(obs, agent, speed_m_s):
    """Steers along a ring of 4 m radius, whose middle is the origin."""
    x, y, theta = (float(obs[name][agent]) for name in ("poses_x", "poses_y", "poses_theta"))
    outwards_m = np.hypot(x, y) - 4.0
    error_rad = (np.arctan2(x, -y) - theta + np.pi) % (2 * np.pi) - np.pi
    return [np.clip(0.0825 + 0.5 * outwards_m + 1.0 * error_rad, -0.4, 0.4), speed_m_s]


def test_gymnasium_finds_nothing_wrong(tmp_path) -> None:
    check_env(made(tmp_path).unwrapped, skip_render_check=True)
    check_env(made(tmp_path, num_agents=2).unwrapped, skip_render_check=True)


def test_two_laps_from_a_pose_are_counted_and_timed(tmp_path) -> None:
    env = made(tmp_path)
    # A quarter of the ring from its start line, along it.
    obs, info = env.reset(seed=3, options={"poses": np.array([[0.0, 4.0, np.pi]])})
    assert set(obs) == KEYS and obs["scans"].shape == (1, 1080) and not info["checkpoint_done"].any()
    assert abs(obs["poses_x"][0]) < 1e-6 and abs(obs["poses_y"][0] - 4.0) < 1e-6
    # The walls are a metre to the right and to the left.
    right, left = obs["scans"][0, [179, 900]]
    assert abs(right - 1.0) < 0.1 and abs(left - 1.0) < 0.1
    done, steps, reward_s = False, 0, 0.0
    while not done and steps < 6000:
        obs, reward, done, truncated, info = env.step(np.array([follow(obs, 0, 2.0)]))
        steps, reward_s = steps + 1, reward_s + reward
        assert not truncated and obs in env.observation_space
    assert done and obs["lap_counts"].tolist() == [2.0] and info["checkpoint_done"].all() and not obs["collisions"].any()
    # Two rings of 8 pi m at 2 m/s, and what it takes to get there.
    assert abs(reward_s - steps * 0.01) < 1e-9 and abs(obs["lap_times"][0] / (16 * np.pi / 2.0) - 1.0) < 0.1
    assert abs(obs["linear_vels_x"][0] - 2.0) < 0.1 and abs(obs["ang_vels_z"][0] - 0.5) < 0.1


def test_a_wall_ends_the_episode_of_the_ego_car_alone(tmp_path) -> None:
    env = made(tmp_path, num_agents=2, ego_idx=1)
    poses = np.array([[4.0, 0.0, np.pi / 2], [-4.0, 0.0, -np.pi / 2]])
    obs, _ = env.reset(seed=1, options={"poses": poses})
    for _ in range(300):
        # The first car drives straight into the wall.
        obs, _, done, _, _ = env.step(np.array([[0.0, 3.0], follow(obs, 1, 1.0)]))
    assert obs["collisions"].tolist() == [1.0, 0.0] and not done and obs["ego_idx"] == 1
    for _ in range(300):
        obs, _, done, _, _ = env.step(np.array([[0.0, 0.0], [0.0, 3.0]]))
        if done:
            break
    assert done and obs["collisions"].tolist() == [1.0, 1.0]


def test_cars_that_meet_collide(tmp_path) -> None:
    env = made(tmp_path, num_agents=2)
    env.reset(seed=1, options={"poses": np.array([[4.0, 0.0, np.pi / 2], [4.0, 1.2, np.pi / 2]])})
    done = False
    for _ in range(300):
        obs, _, done, _, _ = env.step(np.array([[0.0, 3.0], [0.0, 0.0]]))
        if done:
            break
    assert done and obs["collisions"].tolist() == [1.0, 1.0]


def test_a_seed_repeats_an_episode_and_copies_are_alike(tmp_path) -> None:
    env = made(tmp_path)
    other = pickle.loads(pickle.dumps(copy.deepcopy(env.unwrapped)))
    found = []
    for one in (env, other):
        obs, _ = one.reset(seed=5)
        for _ in range(50):
            obs, *_ = one.step(np.array([[0.1, 1.5]]))
        found.append(obs)
    assert all(np.array_equal(found[0][key], found[1][key]) for key in KEYS)


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ({"params": {"mu": 1.0}}, "vehicle file"),
        ({"integrator": "rk4"}, "entry of config `integrator`"),
        ({"num_agents": 0}, "1 to 64"),
        ({"ego_idx": 1}, "0 to 0"),
        ({"control_input": ["accl", "steering_angle"]}, "speed"),
        ({"observation_config": {"type": "features"}}, "original"),
        ({"map": None}, "needs a map"),
        ({"map": "nowhere"}, "nowhere"),
    ],
)
def test_what_it_cannot_be_is_refused(tmp_path, config, message) -> None:
    with pytest.raises(skidpad.Error, match=message):
        made(tmp_path, **config)


def test_wrong_calls_are_refused(tmp_path) -> None:
    env = made(tmp_path).unwrapped
    with pytest.raises(skidpad.Error, match="before reset"):
        env.step(np.zeros((1, 2)))
    env.reset(seed=1)
    with pytest.raises(skidpad.Error, match=r"shape \(1, 2\)"):
        env.step(np.zeros(2))
    with pytest.raises(skidpad.Error, match=r"shape \(1, 3\)"):
        env.reset(options={"poses": np.zeros(3)})
    env.close()
    with pytest.raises(skidpad.Error, match="closed"):
        env.reset()
