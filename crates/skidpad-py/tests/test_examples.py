"""Examples run as programs, in a small size."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import ClassVar

import gymnasium
import numpy as np
import pytest

import skidpad

EXAMPLES = Path(__file__).parents[3] / "examples/python"


def run(name: str, *words: str) -> str:
    return subprocess.run([sys.executable, EXAMPLES / name, *words], capture_output=True, text=True, check=True).stdout


def test_braking_distances_go_on_where_they_ended(tmp_path) -> None:
    pytest.importorskip("pyarrow")
    words = ("--draws", "12", "--folder", str(tmp_path / "rows"))
    text = run("braking_distances.py", *words)
    mean, low, high = (float(number) for number in re.findall(r"[\d.]+", text.split("mean")[1])[:3])
    assert 30.0 < low < mean < high < 50.0
    for file in list((tmp_path / "rows").glob("*.parquet"))[1:]:
        file.unlink()
    assert run("braking_distances.py", *words) == text


def test_tyre_sensitivities_of_a_lap_have_their_signs() -> None:
    text = run("tyre_sensitivity.py", "--model", "single_track", "--draws", "8")
    slopes = {name: float(slope) for name, slope in re.findall(r"^(\S+) +([+-][\d.]+) s per 1 % more", text, re.M)}
    assert slopes["front.lateral_friction"] < -0.03 and slopes["rear.lateral_friction"] < -0.03
    left, whole = (float(number) for number in re.findall(r"([\d.]+) s(?: of| \()", text.splitlines()[-1]))
    assert left < 0.3 * whole


def test_calibration_finds_the_car_of_the_log() -> None:
    pytest.importorskip("scipy")
    text = run("calibration.py", "--duration", "2")
    found = re.findall(r"^(\S+) +([\d.]+) \+- ([\d.]+) +truth ([\d.]+)", text, re.M)
    assert [name for name, *_ in found] == ["front.cornering_stiffness", "rear.cornering_stiffness", "body.yaw_inertia"]
    for name, *numbers in found:
        value, error, truth = map(float, numbers)
        # Within 4 standard errors, which are a few per cent.
        assert abs(value - truth) < 4.0 * error < 0.1 * truth, name
    assert 0.8 < float(re.search(r"residuals ([\d.]+)", text)[1]) < 1.2


def test_what_learns_to_race_repeats_itself(tmp_path) -> None:
    words = ("--updates", "3", "--environments", "32", "--tracks", "3", "--every", "2", "--track", "oval")
    text = run("race_ppo.py", *words, "--curve", str(tmp_path / "curve.csv"))
    driven = [line for line in text.splitlines() if line.startswith("oval")]
    assert driven and driven == [line for line in run("race_ppo.py", *words).splitlines() if line.startswith("oval")], "a seed is a policy"
    header, *rows = (line.split(",") for line in (tmp_path / "curve.csv").read_text().splitlines())
    assert [row[header.index("steps")] for row in rows] == [str(64 * 32), str(3 * 64 * 32)]


class Repeat:
    """Shows a number, and pays for the action that repeats it: an episode is one step, and every second one goes on."""

    num_envs = 64
    metadata: ClassVar[dict[str, object]] = {"autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP}
    single_observation_space = gymnasium.spaces.Box(-1.0, 1.0, (1,))
    single_action_space = gymnasium.spaces.Box(-1.0, 1.0, (1,))

    def reset(self, seed=None):
        self._chance = np.random.default_rng(seed)
        self._shown = self._chance.uniform(-1.0, 1.0, (64, 1)).astype(np.float32)
        return self._shown, {}

    def step(self, actions):
        rewards = -((np.clip(actions, -1.0, 1.0) - self._shown)[:, 0] ** 2)
        final = self._shown
        self._shown = self._chance.uniform(-1.0, 1.0, (64, 1)).astype(np.float32)
        terminated = np.arange(64) % 2 == 0
        return self._shown, rewards, terminated, ~terminated, {"final_obs": np.array([*final, None], object)[:-1]}


def test_the_learner_learns(monkeypatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    import ppo

    settings = ppo.Settings(horizon=16, minibatch=128, gamma=0.0, rates=(3e-3, 3e-3), reward_scale=1.0, width=16)
    learner = ppo.Learner(Repeat(), settings, 1)
    updates = iter(np.linspace(0.0, 1.0, 41))
    progress = list(learner.learn(lambda: next(updates)))
    # At first the mean of the squared distance of a small action from a number between -1 and 1, with its noise.
    assert progress[0].reward < -0.3 and progress[-1].reward > -0.1, (progress[0], progress[-1])
    shown = np.linspace(-0.9, 0.9, 19, dtype=np.float32)[:, None]
    assert np.abs(learner.act(shown) - shown).max() < 0.2


def test_a_policy_is_saved_as_it_acts(tmp_path, monkeypatch) -> None:
    onnx = pytest.importorskip("onnx")
    from onnx.reference import ReferenceEvaluator

    monkeypatch.syspath_prepend(str(EXAMPLES))
    import ppo
    import race_ppo

    envs = race_ppo.environments([skidpad.Track("oval")], 16, -10.0)
    learner = ppo.Learner(envs, ppo.Settings(horizon=8, minibatch=32), 3)
    next(iter(learner.learn(lambda: 0.5)))
    race_ppo.save(learner, tmp_path / "race.onnx")
    model = onnx.load(tmp_path / "race.onnx")
    seen = json.loads(next(entry.value for entry in model.metadata_props if entry.key == "skidpad"))
    assert seen["car"] == "gti-mk7-dsg-2015" and seen["actions"]["kind"] == "steer_rate"
    observations = np.random.default_rng(1).normal(0.0, 5.0, (50, envs.single_observation_space.shape[0])).astype(np.float32)
    (actions,) = ReferenceEvaluator(model).run(None, {"observations": observations})
    assert actions.std() > 1e-3 and np.abs(actions - learner.act(observations)).max() < 1e-5
