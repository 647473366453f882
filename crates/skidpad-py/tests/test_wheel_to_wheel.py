"""Racing against other cars in PettingZoo: its own checks, agents that are out, and what is refused."""

import copy
import doctest
import pickle
import subprocess
import sys
import warnings

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from pettingzoo.test import parallel_api_test, parallel_seed_test
from pettingzoo.utils import parallel_to_aec

import skidpad
from skidpad.envs import wheel_to_wheel

SETTINGS = {"track": "oval", "start_anywhere": True, "start_speed_m_s": (10, 20), "time_limit_s": 5.0}


def actions_of(race, steer=0.0, pedals=0.0):
    return {agent: np.array([steer, pedals], np.float32) for agent in race.agents}


@pytest.mark.parametrize("agents", [2, 5])
def test_pettingzoo_finds_nothing_wrong_with_it(agents):
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        parallel_api_test(wheel_to_wheel.parallel_env(agents, **SETTINGS), num_cycles=1000)
        parallel_seed_test(lambda: wheel_to_wheel.parallel_env(agents, **SETTINGS))
    assert [str(warning.message) for warning in found] == []


def test_it_turns_into_an_environment_of_one_agent_after_the_other():
    race = parallel_to_aec(wheel_to_wheel.parallel_env(3, **SETTINGS))
    race.reset(seed=1)
    turns = []
    for agent in race.agent_iter(max_iter=300):
        *_, termination, truncation, _ = race.last()
        turns.append(agent)
        race.step(None if termination or truncation else race.action_space(agent).sample())
    assert turns[:6] == ["car_0", "car_1", "car_2"] * 2


def test_the_example_in_its_documentation_is_true():
    found = doctest.testmod(wheel_to_wheel)
    assert found.attempted > 0 and found.failed == 0


def test_importing_the_environments_does_not_import_pettingzoo():
    program = "import sys, skidpad.envs; print(*sys.modules)"
    modules = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert "gymnasium" in modules and "pettingzoo" not in modules


def test_an_agent_that_ends_is_out_and_the_others_go_on():
    race = wheel_to_wheel.parallel_env(3, track="oval", start_speed_m_s=15.0, grid_shuffled=False, stopped_s=0.5)
    race.reset(seed=1)
    seen = {}
    for _ in range(400):
        agents = race.agents[:]
        actions = actions_of(race, pedals=0.2)
        if "car_1" in actions:
            actions["car_1"][:] = [0.0, -1.0]
        given = race.step(actions)
        assert all(list(each) == agents for each in given)
        for agent in agents:
            if agent not in race.agents:
                seen[agent] = given[4][agent]
        if seen:
            break
    # It brakes to rest: behind it the third car runs into it, or has it drive on.
    assert list(seen) == ["car_1"] and seen["car_1"]["end"] == "stopped"
    assert given[2] == {"car_0": False, "car_1": True, "car_2": False} and not any(given[3].values())
    assert race.agents == ["car_0", "car_2"]
    observations, *_ = race.step(actions_of(race, pedals=0.2))
    assert list(observations) == ["car_0", "car_2"]
    with pytest.raises(skidpad.Error, match=r"car_1.*is out"):
        race.step({**actions_of(race), "car_1": np.zeros(2, np.float32)})


def test_the_car_behind_runs_into_the_one_ahead_and_both_pay_for_it():
    settings = {"observations": ["x_m", "y_m", "yaw_rad"], "weights": {"progress_m": 0.0, "places_gained": 0.0}}
    race = wheel_to_wheel.parallel_env(2, track="oval", **settings)
    observations, _ = race.reset(seed=1)
    x_m, y_m, yaw_rad = observations["car_0"]
    behind_m = np.array([0.0, 12.0])
    start = {"x_m": x_m - behind_m * np.cos(yaw_rad), "y_m": y_m - behind_m * np.sin(yaw_rad), "yaw_rad": yaw_rad, "speed_m_s": [0.0, 15.0]}
    race.reset(seed=1, options={"start": start})
    worst = {agent: 0.0 for agent in race.agents}
    for _ in range(100):
        _, rewards, *_ = race.step(actions_of(race))
        worst = {agent: min(worst[agent], reward) for agent, reward in rewards.items()}
    assert worst["car_0"] < -5.0 and worst["car_1"] == worst["car_0"]


def test_all_agents_end_at_the_time_limit_and_the_race_begins_again():
    race = wheel_to_wheel.parallel_env(3, track="oval", time_limit_s=0.05)
    first, _ = race.reset(seed=3)
    for _ in range(5):
        *_, terminations, truncations, infos = race.step(actions_of(race))
    assert all(truncations.values()) and not any(terminations.values()) and race.agents == []
    assert {info["end"] for info in infos.values()} == {"time_limit"}
    with pytest.raises(skidpad.Error, match="all agents are out"):
        race.step({})
    second, _ = race.reset()
    assert race.agents == race.possible_agents
    again, _ = race.reset(seed=3)
    assert all((again[agent] == first[agent]).all() for agent in first)
    assert any((second[agent] != first[agent]).any() for agent in first)
    assert (race.state() == np.concatenate(list(again.values()))).all()


def test_places_and_cars_are_those_of_the_agents():
    cars = ["boxster-s", "corvette-c5"]
    race = wheel_to_wheel.parallel_env(2, track="oval", car=cars, grid_shuffled=False, observations=["velocity_x_m_s", "place"])
    observations, _ = race.reset(seed=1)
    assert [observations[agent][1] for agent in race.agents] == [1.0, 2.0]
    for _ in range(150):
        observations, *_, infos = race.step(actions_of(race, pedals=1.0))
    speeds = [observations[agent][0] for agent in race.agents]
    assert speeds[0] > 5.0 and abs(speeds[0] - speeds[1]) > 0.2
    assert {info["place"] for info in infos.values()} == {1.0, 2.0}
    drawn = wheel_to_wheel.parallel_env(2, track="oval", car=cars, randomise={"body.kerb_mass": (1200, 1500)}, randomised_cars=8)
    _, infos = drawn.reset(seed=1)
    assert all(1200 <= info["body.kerb_mass"] <= 1500 for info in infos.values())


def test_it_is_copied_as_it_is_made():
    race = wheel_to_wheel.parallel_env(3, **SETTINGS)
    first, _ = race.reset(seed=3)
    for other in (copy.deepcopy(race), pickle.loads(pickle.dumps(race))):
        again, _ = other.reset(seed=3)
        assert other.possible_agents == race.possible_agents
        for agent in first:
            np.testing.assert_array_equal(again[agent], first[agent])
    assert str(race) == "skidpad_wheel_to_wheel_v0"


def test_what_is_wrong_is_refused_and_nothing_moves():
    race = wheel_to_wheel.parallel_env(2, track="oval")
    with pytest.raises(skidpad.Error, match="before reset"):
        race.step({})
    race.reset(seed=1)
    zero = np.zeros(2, np.float32)
    before = race.state()
    for actions, message in [
        ({"car_0": zero}, "none for 'car_1'"),
        ({"car_0": zero, "car_1": zero, "car_2": zero}, "unknown agent"),
        ({"car_0": zero, "car_1": np.array([0.0, np.nan])}, r"actions\['car_1'\].*finite"),
        ({"car_0": zero, "car_1": np.zeros(3)}, "shape"),
        ({"car_0": zero, "car_1": ["a", "b"]}, "real numbers"),
        (None, "mapping"),
    ]:
        with pytest.raises(skidpad.Error, match=message):
            race.step(actions)
    assert (race.state() == before).all()
    with pytest.raises(skidpad.UnknownNameError, match="car_0"):
        race.action_space("car_o")
    with pytest.raises(skidpad.Error, match="seed"):
        race.reset(seed=-1)
    race.close()
    for call in (race.reset, lambda: race.step({}), race.state):
        with pytest.raises(skidpad.Error, match="closed"):
            call()
    for settings, message in [
        ({"agents": 1}, "agents = 1"),
        ({"agents": 2.5}, "agents"),
        ({"agents": 65}, "64"),
        ({"car": ["boxster-s"] * 3}, "cars: are 3"),
        ({"grid_spacing_m": 2.0}, "grid_spacing_m"),
        ({"grid_spacing_m": 2000.0}, "grid_spacing_m"),
        ({"grid_spacin_m": 8.0}, "grid_spacing_m"),
        ({"model": "kinematic"}, "cannot run into each other"),
        ({"render_mode": "human"}, "render_mode"),
        ({"observations": [("opponents", {"count": 0})]}, "count"),
        ({"randomise": {"body.kerb_mass": (1200, 1500)}, "randomised_cars": 7}, "cars: are 7"),
    ]:
        with pytest.raises(skidpad.Error, match=message):
            wheel_to_wheel.parallel_env(**{"agents": 2, "track": "oval", **settings})
    with pytest.raises(skidpad.Error, match="opponents"):
        skidpad.envs.RaceEnv(track="oval", observations=["opponents"])
