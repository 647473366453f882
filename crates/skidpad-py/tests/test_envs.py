"""Driving tasks in Gymnasium: its own checks, the same numbers alone and by the thousand, and what is refused."""

import copy
import gc
import json
import pickle
import resource
import warnings

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

import gymnasium.vector as vector  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402
from gymnasium.vector import AutoresetMode  # noqa: E402

import skidpad  # noqa: E402
import skidpad.envs  # noqa: E402

SETTINGS = {
    "skidpad/Race-v0": {"track": "oval", "start_anywhere": True, "start_speed_m_s": (5, 30), "start_heading_rad": 0.5},
    "skidpad/Drift-v0": {"randomise": {"body.kerb_mass": (1200, 1500)}, "randomised_cars": 3},
    "skidpad/DoubleLaneChange-v0": {},
    "skidpad/Moose-v0": {"either_side": True},
    "skidpad/Braking-v0": {"room": (0.5, 2.0)},
    "skidpad/Parking-v0": {},
}


@pytest.mark.parametrize("identity", SETTINGS)
def test_gymnasium_finds_nothing_wrong_with_an_environment(identity):
    env = gymnasium.make(identity, **SETTINGS[identity])
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        check_env(env.unwrapped, skip_render_check=True)
    # Bounds of steering and pedals that are not -1 to 1 are fine where they have a unit.
    assert [str(warning.message) for warning in found] == []


def test_cars_are_drawn_and_said():
    settings = {
        "track": "oval",
        "randomise": {"body.kerb_mass": (1200, 1500), "front.friction": ("normal", 1.0, 0.05)},
        "randomised_cars": 8,
        "observations": ["velocity_x_m_s"],
        "time_limit_s": 0.2,
    }
    races = skidpad.envs.RaceVectorEnv(30, autoreset_mode="SameStep", **settings)
    _, infos = races.reset(seed=4)
    masses = infos["body.kerb_mass"]
    assert len(set(masses)) == 8 and (1200 <= masses).all() and (masses <= 1500).all() and infos["_front.friction"].all()
    one = skidpad.envs.RaceEnv(**settings)
    _, info = one.reset(seed=4 + 17)
    assert info == {name: infos[name][17] for name in ("body.kerb_mass", "front.friction")}
    for _ in range(20):
        *_, infos = races.step(np.tile([0.0, 1.0], (30, 1)))
    assert infos["_body.kerb_mass"].all() and (infos["body.kerb_mass"] != masses).any()
    # The lighter car is the faster one.
    speeds = np.array([final[0] for final in infos["final_obs"]])
    assert np.corrcoef(masses, speeds)[0, 1] < -0.9
    for wrong, message in [
        ({"body.kerb_mas": (1, 2)}, "kerb_mass"),
        ({"body.kerb_mass": (2, 1)}, "lower"),
        ({"body.kerb_mass": ("gamma", 1, 2)}, "normal"),
    ]:
        with pytest.raises(skidpad.Error, match=message):
            skidpad.envs.RaceEnv(track="oval", randomise=wrong)


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("identity", SETTINGS)
def test_a_vector_has_the_bits_of_single_environments(identity, mode):
    count, settings = 5, {**SETTINGS[identity], "time_limit_s": 0.6}
    together = gymnasium.make_vec(identity, num_envs=count, vectorization_mode="vector_entry_point", autoreset_mode=mode, **settings)
    assert isinstance(together, skidpad.envs.TaskVectorEnv) and together.metadata["autoreset_mode"] == mode
    make = lambda: gymnasium.make(identity, disable_env_checker=True, **settings)  # noqa: E731
    alone = vector.SyncVectorEnv([make] * count, autoreset_mode=mode)
    assert together.observation_space == alone.observation_space and together.action_space == alone.action_space
    first, others = together.reset(seed=3), alone.reset(seed=3)
    np.testing.assert_array_equal(first[0], others[0])
    together.action_space.seed(1)
    random, ended = np.random.default_rng(5), 0
    over = np.zeros(count, bool)
    steps = 1000 if identity == "skidpad/Race-v0" else 200
    for step in range(steps):
        if mode == AutoresetMode.DISABLED:
            mask = over | (random.random(count) < 0.01)
            if mask.any():
                seed = int(random.integers(100)) if random.random() < 0.5 else None
                one, other = together.reset(seed=seed, options={"reset_mask": mask}), alone.reset(seed=seed, options={"reset_mask": mask})
                np.testing.assert_array_equal(one[0], other[0], err_msg=f"reset before step {step}")
        actions = together.action_space.sample()
        *found, infos = together.step(actions)
        *must, other_infos = alone.step(actions)
        for name, one, other in zip(("observations", "rewards", "terminations", "truncations"), found, must, strict=True):
            np.testing.assert_array_equal(one, other, err_msg=f"{name} in step {step}")
        over = found[2] | found[3]
        ended += over.sum()
        if over.any():
            assert_same_ends(infos, other_infos, over, mode)
    assert ended > count


def assert_same_ends(infos, others, over, mode):
    if mode == AutoresetMode.SAME_STEP:
        np.testing.assert_array_equal(infos["_final_obs"], over)
        np.testing.assert_array_equal(others["_final_obs"], over)
        for one, other in zip(infos["final_obs"][over], others["final_obs"][over], strict=True):
            np.testing.assert_array_equal(one, other)
        infos, others = infos["final_info"], others["final_info"]
    np.testing.assert_array_equal(infos["_end"], over)
    for name in (name for name in infos if not name.startswith("_")):
        is_there = infos[f"_{name}"]
        np.testing.assert_array_equal(is_there, others[f"_{name}"] & over, err_msg=name)
        np.testing.assert_array_equal(infos[name][is_there], others[name][is_there], err_msg=name)


def test_seeds_make_an_environment_repeatable_whatever_the_others_and_threads():
    settings = {"track": ["oval", "grand-prix"], "start_anywhere": True, "start_speed_m_s": 20.0}

    def drive(count, seed, threads, place):
        race = skidpad.envs.RaceVectorEnv(count, threads=threads, time_limit_s=1.0, **settings)
        observations = [race.reset(seed=seed)[0][place]]
        actions = np.zeros((count, 2), np.float32)
        for step in range(300):
            actions[:] = [np.sin(0.1 * step), 0.5]
            observations.append(race.step(actions)[0][place])
        return np.array(observations)

    alone = drive(1, 12, 1, 0)
    np.testing.assert_array_equal(alone, drive(100, 5, 2, 7))
    np.testing.assert_array_equal(alone, drive(3, [None, 12, 4], 1, 1))
    assert (alone != drive(1, 13, 1, 0)).any()


def test_wrappers_of_gymnasium_take_the_vector():
    from gymnasium.wrappers.vector import NormalizeObservation, RecordEpisodeStatistics

    race = gymnasium.make_vec("skidpad/Race-v0", num_envs=4, vectorization_mode="vector_entry_point", track="oval", time_limit_s=0.5)
    race = NormalizeObservation(RecordEpisodeStatistics(race))
    race.reset(seed=1)
    episodes = []
    for _ in range(120):
        *_, infos = race.step(race.action_space.sample())
        if "episode" in infos:
            episodes += list(infos["episode"]["l"][infos["_episode"]])
    assert episodes and set(episodes) == {50}


def test_a_start_is_chosen():
    race = skidpad.envs.RaceVectorEnv(3, track="oval", observations=["velocity_x_m_s", "lateral_offset_m", "x_m"])
    x, y = skidpad.Track("oval").at([100.0])["x_m"][0], skidpad.Track("oval").at([100.0])["y_m"][0]
    observations, _ = race.reset(seed=1, options={"start": {"x_m": x, "y_m": y, "speed_m_s": [5.0, 6.0, 7.0]}})
    np.testing.assert_allclose(observations[:, 0], [5.0, 6.0, 7.0])
    np.testing.assert_allclose(observations[:, 1], 0.0, atol=1e-3)
    with pytest.raises(skidpad.UnknownNameError, match="speed_m_s"):
        race.reset(options={"start": {"sped_m_s": 1.0}})
    with pytest.raises(skidpad.Error, match="track = 7"):
        race.reset(options={"start": {"track": 7, "x_m": x, "y_m": y}})


def test_a_race_observes_a_lidar_and_any_channel():
    lidar = ("lidar_m", {"beams": 11, "range_m": 200.0, "field_of_view_rad": np.pi})
    race = gymnasium.make("skidpad/Race-v0", track="oval", observations=["gear", "engine_rad_s", lidar, ("curvature_ahead_1_m", {"points": 3})])
    observation, _ = race.reset(seed=0)
    assert observation.shape == (2 + 11 + 3,)
    left, right = skidpad.Track("oval").at([0.0])["left_m"][0], skidpad.Track("oval").at([0.0])["right_m"][0]
    # The first beam points to the right, the last one to the left.
    np.testing.assert_allclose([observation[2], observation[12]], [right, left], rtol=0.02)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"track": "ovel"}, "oval"),
        ({}, "track"),
        ({"track": []}, "track"),
        ({"track": "oval", "star_anywhere": True}, "start_anywhere"),
        ({"track": "oval", "observations": ["front_lft_load_n"]}, "single_track"),
        ({"track": "oval", "observations": []}, "observations"),
        ({"track": "oval", "observations": [("lidar_m", {"beems": 3})]}, "beams"),
        ({"track": "oval", "observations": [("lidar_m", {"beams": 0})]}, "beams"),
        ({"track": "oval", "actions": {"kind": "pedal"}}, "pedals"),
        ({"track": "oval", "weights": {"progres_m": 1.0}}, "progress_m"),
        ({"track": "oval", "model": "spatial"}, "f32"),
        ({"track": "oval", "car": "boxter-s"}, "boxster-s"),
        ({"track": "oval", "sub_steps": 0}, "sub_steps"),
        ({"track": "oval", "time_limit_s": float("nan")}, "time_limit_s"),
        ({"track": "oval", "control_step_s": -1.0}, "must|above"),
        ({"track": "oval", "render_mode": "human"}, "render_mode"),
        ({"track": "oval", "laps": -1}, "laps"),
        ({"track": "oval", "actions": {"speed_m_s": (0, 5)}}, "speed_m_s"),
        ({"track": "oval", "actions": "pedals"}, "mapping"),
        ({"track": "oval", "observations": {"lidar_m": {"beams": 3}}}, "list"),
        ({"track": "oval", "observations": [("lidar_m", None)]}, "settings"),
        ({"track": "oval", "observations": [("borders_m", {"points": 3})]}, "no settings"),
        ({"track": "oval", "weights": {"time_s": float("nan")}}, "finite"),
        ({"track": "oval", "time_limit_s": 0.0}, "above 0"),
        ({"track": "oval", "randomise": {"body.kerb_mass": 5}}, "bounds"),
        ({"track": "oval", "start_speed_m_s": "fast"}, "start_speed_m_s"),
    ],
)
def test_wrong_settings_are_refused_with_what_is_known(settings, message):
    with pytest.raises(skidpad.Error, match=message):
        skidpad.envs.RaceEnv(**settings)


def test_what_a_model_cannot_do_is_refused():
    with pytest.raises(skidpad.Error, match="two_track"):
        skidpad.envs.BrakingEnv(left_grip=0.3)
    with pytest.raises(skidpad.Error, match="drift"):
        skidpad.envs.DriftEnv(model="kinematic")
    skidpad.envs.BrakingEnv(left_grip=0.3, model="two_track")


def test_environments_are_copied_as_they_are_made_and_described():
    made = gymnasium.make("skidpad/Race-v0", track="oval", start_speed_m_s=(5.0, 6.0))
    copies = [copy.deepcopy(made), pickle.loads(pickle.dumps(made)), gymnasium.make(type(made.spec).from_json(made.spec.to_json()))]
    first, _ = made.reset(seed=3)
    for other in copies:
        np.testing.assert_array_equal(other.reset(seed=3)[0], first)
    vector_env = skidpad.envs.RaceVectorEnv(3, track="oval", start_speed_m_s=[5.0, 6.0])
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(vector_env)).reset(seed=3)[0], vector_env.reset(seed=3)[0])
    assert (vector_env.reset(seed=3)[0][0] == first).all()


def test_settings_that_a_task_usually_has_stay_where_others_are_given():
    for parking in (
        gymnasium.make("skidpad/Parking-v0", actions={"delay_steps": 1}),
        skidpad.envs.ParkingEnv(observations=["velocity_x_m_s"]),
    ):
        parking.reset(seed=8)
        for _ in range(100):
            observation, *_ = parking.step(np.array([0.0, -0.5], np.float32))
        assert observation[0] < -0.3
    limited = gymnasium.make_vec("skidpad/Drift-v0", num_envs=2, vectorization_mode="vector_entry_point", max_episode_steps=5)
    limited.reset(seed=1)
    ended = [limited.step(np.zeros((2, 2)))[3].all() for _ in range(5)]
    assert ended == [False] * 4 + [True]


def test_what_a_start_does_not_have_is_drawn():
    drifts = skidpad.envs.DriftVectorEnv(5, observations=["sideslip_error_rad", "radius_error_m", "velocity_x_m_s"], spread=0.0)
    observations, _ = drifts.reset(seed=1, options={"start": {"yaw_rate_rad_s": 0.1}})
    np.testing.assert_allclose(observations[:, :2], 0.0, atol=1e-4)
    for start, message in [
        ({"x_m": np.nan}, "finite"),
        ({"track": 0}, "position"),
        ({"track": -1, "x_m": 0, "y_m": 0}, "from 0 on"),
        (5, "mapping"),
    ]:
        with pytest.raises(skidpad.Error, match=message):
            drifts.reset(options={"start": start})
    for options in ({"strat": {}}, {"mask": np.ones(5, bool)}):
        with pytest.raises(skidpad.UnknownNameError, match=r"start|reset_mask"):
            drifts.reset(options=options)


def test_wrong_actions_and_calls_are_refused():
    race = skidpad.envs.RaceVectorEnv(2, track="oval", autoreset_mode="Disabled", time_limit_s=0.05)
    with pytest.raises(skidpad.Error, match="reset"):
        race.step(np.zeros((2, 2), np.float32))
    race.reset(seed=1)
    for actions, message in [
        (np.zeros((2, 3), np.float32), "shape"),
        (np.zeros(2, np.float32), "shape"),
        (np.array([[0.0, 0.0], [np.nan, 0.0]], np.float32), "steer of environment 1"),
        (np.array([["a", "b"], ["c", "d"]]), "real numbers"),
        (np.zeros((2, 2), complex), "real numbers"),
    ]:
        with pytest.raises(skidpad.Error, match=message):
            race.step(actions)
    for _ in range(5):
        *_, truncations, _ = race.step(np.zeros((2, 2)))
    assert truncations.all()
    with pytest.raises(skidpad.Error, match="episode of environment 0 is over"):
        race.step(np.zeros((2, 2)))
    with pytest.raises(TypeError, match="booleans"):
        race.reset(options={"reset_mask": np.array([1, 0])})
    with pytest.raises(skidpad.Error, match="reset_mask"):
        race.reset(options={"reset_mask": np.array([False, False])})
    for seed in (-1, 2**63, 1.0, "abc", [1.5, 2], {3, 4}, [1]):
        with pytest.raises(skidpad.Error, match="seed"):
            race.reset(seed=seed)
    race.close()
    with pytest.raises(skidpad.Error, match="closed"):
        race.reset()
    one = skidpad.envs.RaceEnv(track="oval")
    with pytest.raises(skidpad.Error, match="seed"):
        one.reset(seed=2**64)
    one.close()
    with pytest.raises(skidpad.Error, match="closed"):
        one.reset()


def test_memory_stays_flat_over_resets():
    race = skidpad.envs.RaceVectorEnv(1000, track="oval", start_anywhere=True)
    for seed in range(20):
        race.reset(seed=seed)
    gc.collect()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for seed in range(200):
        race.reset(seed=seed)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 2000, "kB over 200,000 resets"


@pytest.mark.parametrize("model", ["kinematic", "two_track", "commonroad_st", "commonroad_ks"])
def test_other_models_race(model):
    race = gymnasium.make("skidpad/Race-v0", track="oval", model=model)
    race.reset(seed=1)
    total = sum(race.step(np.array([0.0, 1.0], np.float32))[1] for _ in range(100))
    assert 1.0 < total < 10.0


def test_an_environment_says_what_its_policies_see_and_do() -> None:
    curvature = ("curvature_ahead_1_m", {"points": 3, "spacing_m": 10.0})
    settings = {"track": "oval", "observations": ["steer_rad", curvature], "actions": {"kind": "steer_rate"}, "control_step_s": 0.05}
    env = gymnasium.make("skidpad/Race-v0", car="mx5-nd-2016", **settings)
    must = {
        "model": "single_track",
        "car": "mx5-nd-2016",
        "control_step_s": 0.05,
        "observations": ["steer_rad", list(curvature)],
        "actions": {"kind": "steer_rate"},
    }
    assert json.loads(skidpad.envs.describe(env)) == must
    envs = gymnasium.make_vec("skidpad/Race-v0", num_envs=2, vectorization_mode="vector_entry_point", car="mx5-nd-2016", **settings)
    assert json.loads(skidpad.envs.describe(envs)) == must
    numbers = {"actions": {"kind": "speed", "speed_m_s": (0, np.float32(20.0))}, "observations": [("borders_ahead_m", {"points": np.int64(5)})]}
    described = json.loads(skidpad.envs.describe(gymnasium.make("skidpad/Race-v0", track="oval", **numbers)))
    assert described["actions"]["speed_m_s"] == [0, 20.0] and described["observations"] == [["borders_ahead_m", {"points": 5}]]
    with pytest.raises(skidpad.Error, match=r"skidpad\.envs"):
        skidpad.envs.describe(gymnasium.make("CartPole-v1"))
