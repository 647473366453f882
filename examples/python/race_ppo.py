"""Learns to race: trains a policy on generated tracks, and drives it on one that it has not seen.

    python race_ppo.py --save race.onnx --curve curve.csv

The learning takes one core. The same seed and number of updates give the same policy on the same machine.
"""

from __future__ import annotations

import argparse
import csv
import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

# One core, and with it one order of the sums in a product of matrices. It is read when NumPy is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import gymnasium
import numpy as np
from ppo import Learner, Progress, Settings

import skidpad
import skidpad.envs

# It brakes steadily without an anti-lock system, which models with one track do not have.
CAR, MODEL = "gti-mk7-dsg-2015", "single_track"
CONTROL_STEP_S = 0.05
OFF_TRACK = (-10.0, -60.0)
STRICT_FROM = 0.4
"""Reward for leaving the road at the beginning, and from this share of the time on. What leaves the road once a lap loses hardly any progress by
it; but what pays so much from the beginning on learns to stand still."""
# A lap is clean where the car is on the road as a whole while it drives along it.
HALF_WIDTH_M = 0.9
OBSERVATIONS: list[Any] = [
    "velocity_x_m_s",
    "velocity_y_m_s",
    "yaw_rate_rad_s",
    "steer_rad",
    "lateral_offset_m",
    "heading_error_rad",
    "borders_m",
    ("curvature_ahead_1_m", {"points": 20, "spacing_m": 5.0}),
    ("curvature_ahead_1_m", {"points": 15, "spacing_m": 20.0}),
    "last_action",
]
"""What the policy sees: the road for 300 m ahead, of which the car needs 180 to stop from 55 m/s, and the next 100 m more closely."""
ENVIRONMENT: dict[str, Any] = {
    "model": MODEL,
    "car": CAR,
    "control_step_s": CONTROL_STEP_S,
    "observations": OBSERVATIONS,
    "actions": {"kind": "steer_rate", "steer_rate_rad_s": 1.0},
}


TRIED = 16
"""Number of tracks on which the policy is tried between updates."""


def made_tracks(seeds: range) -> list[skidpad.Track]:
    """Tracks of the generator, between 2 and 5.75 km long."""
    return [skidpad.Track.make(seed, length_m=2000.0 + 250.0 * (seed % 16), width_m=9.0 + seed % 5) for seed in seeds]


def environments(tracks: list[skidpad.Track], count: int, off_track: float) -> gymnasium.vector.VectorEnv[Any, Any, Any]:
    return gymnasium.make_vec(
        "skidpad/Race-v0",
        num_envs=count,
        vectorization_mode="vector_entry_point",
        track=tracks,
        start_anywhere=True,
        start_lateral_share=0.6,
        start_heading_rad=0.2,
        start_speed_m_s=(0.0, 25.0),
        off_track_m=-HALF_WIDTH_M - 0.3,
        stopped_s=3.0,
        time_limit_s=40.0,
        weights={"off_track": off_track},
        autoreset_mode=gymnasium.vector.AutoresetMode.SAME_STEP,
        **ENVIRONMENT,
    )


class Trial:
    """Laps from rest on each of some tracks, on which the car must stay within the edges of the road."""

    def __init__(self, tracks: Sequence[str | skidpad.Track], laps: int) -> None:
        self._count = len(tracks)
        self._envs = gymnasium.make_vec(
            "skidpad/Race-v0",
            num_envs=self._count,
            vectorization_mode="vector_entry_point",
            track=list(tracks),
            laps=laps,
            time_limit_s=300.0 * laps,
            stopped_s=3.0,
            off_track_m=-HALF_WIDTH_M,
            **ENVIRONMENT,
        )
        made = [track if isinstance(track, skidpad.Track) else skidpad.Track(track) for track in tracks]
        lines = [track.at([track.start_m]) for track in made]
        places = {name: [float(line[name][0]) for line in lines] for name in ("x_m", "y_m")}
        yaw_rad = [float(line["heading_rad"][0]) for line in lines]
        self._start = {"track": list(range(self._count)), "yaw_rad": yaw_rad, "speed_m_s": 0.0, **places}

    def drive(self, learner: Learner) -> list[dict[str, Any]]:
        """The figures of each track."""
        observations, _ = self._envs.reset(seed=0, options={"start": self._start})
        found: list[dict[str, Any]] = [{} for _ in range(self._count)]
        while not all(found):
            observations, _, terminated, truncated, infos = self._envs.step(learner.act(observations))
            for place in np.flatnonzero(terminated | truncated):
                if not found[place]:
                    found[place] = {name: of_all[place] for name, of_all in infos.items() if not name.startswith("_") and infos[f"_{name}"][place]}
        return found


def score(found: list[dict[str, Any]]) -> tuple[int, float]:
    """The more tracks are finished, the better a policy is; then, the less time it takes."""
    times = [one["best_lap_time_s"] for one in found if one["end"] == "finished"]
    return len(times), -float(np.mean(times)) if times else 0.0


def save(learner: Learner, file: Path) -> None:
    """Writes the policy as ONNX, from the observations as they come to the actions, with what the simulator must know of it."""
    import onnx
    from onnx import helper, numpy_helper

    scale, policy = learner.scale, learner.policy
    constants = {
        "mean": scale.mean,
        "deviation": scale.deviation,
        "least": np.float32(-10.0),
        "most": np.float32(10.0),
        "low": np.float32(-1.0),
        "high": np.float32(1.0),
    }
    nodes = [
        helper.make_node("Sub", ["observations", "mean"], ["apart"]),
        helper.make_node("Div", ["apart", "deviation"], ["relative"]),
        helper.make_node("Clip", ["relative", "least", "most"], ["layer0"]),
    ]
    for layer, (weight, bias) in enumerate(zip(policy.weights, policy.biases, strict=True)):
        constants |= {f"weight{layer}": weight, f"bias{layer}": bias}
        is_last = layer == len(policy.weights) - 1
        nodes.append(helper.make_node("Gemm", [f"layer{layer}", f"weight{layer}", f"bias{layer}"], [f"sum{layer}"]))
        after = ("Clip", [f"sum{layer}", "low", "high"], ["actions"]) if is_last else ("Tanh", [f"sum{layer}"], [f"layer{layer + 1}"])
        nodes.append(helper.make_node(*after))
    values = [
        helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, ["rows", width])
        for name, width in (("observations", len(policy.weights[0])), ("actions", len(policy.biases[-1])))
    ]
    tensors = [numpy_helper.from_array(np.asarray(value, np.float32), name) for name, value in constants.items()]
    graph = helper.make_graph(nodes, "policy", values[:1], values[1:], tensors)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    helper.set_model_props(model, {"skidpad": skidpad.envs.describe(learner.envs)})
    onnx.checker.check_model(model)
    onnx.save(model, file)


class Deadline:
    """Share that is over: of the processor's time, or of the updates."""

    def __init__(self, minutes: float, updates: int | None) -> None:
        self._began_s, self._minutes, self._updates, self._done = time.process_time(), minutes, updates, 0
        self.share = 0.0

    @property
    def minutes(self) -> float:
        """Time so far."""
        return (time.process_time() - self._began_s) / 60.0

    def __call__(self) -> float:
        self.share = self._done / self._updates if self._updates else self.minutes / self._minutes
        self._done += 1
        return self.share


def report(progress: Progress, minutes: float, found: list[dict[str, Any]]) -> dict[str, Any]:
    finished, time_s = score(found)
    return {
        "minutes": round(minutes, 2),
        "steps": progress.steps,
        "reward_1_s": round(progress.reward / CONTROL_STEP_S, 2),
        "share_ended": round(progress.share_ended, 6),
        "finished": finished,
        "lap_s": round(-time_s, 2) if finished else "",
    }


def learn(given: argparse.Namespace) -> tuple[Learner, list[dict[str, Any]]]:
    """What has learnt, with the policy that was best on tracks that it was tried on between; and the learning curve."""
    learner_tracks = made_tracks(range(given.tracks))
    learner = Learner(environments(learner_tracks, given.environments, OFF_TRACK[0]), Settings(), given.seed)
    trial, deadline = Trial(made_tracks(range(2000, 2000 + TRIED)), 1), Deadline(given.minutes, given.updates)
    rows, best = [], (-1, 0.0)
    kept, is_strict = learner.keep(), False
    for update, progress in enumerate(learner.learn(deadline)):
        if not is_strict and deadline.share > STRICT_FROM:
            learner.drive_in(environments(learner_tracks, given.environments, OFF_TRACK[1]), given.seed)
            is_strict = True
        if update % given.every == 0:
            found = trial.drive(learner)
            rows.append(report(progress, deadline.minutes, found))
            print(" ".join(f"{name} {value}" for name, value in rows[-1].items()), flush=True)
            if score(found) >= best:
                best, kept = score(found), learner.keep()
    learner.take_back(kept)
    return learner, rows


def plot(rows: list[dict[str, Any]], file: Path, title: str) -> None:
    """Draws the learning curve: laps that were finished, and their time, over the processor's time."""
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.fonttype"] = "none"
    from matplotlib import pyplot

    figure, tracks = pyplot.subplots(figsize=(7.2, 3.6), layout="constrained")
    laps = [row for row in rows if row["finished"]]
    tracks.plot([row["minutes"] for row in rows], [row["finished"] for row in rows], color="tab:green")
    tracks.set(xlabel="time of one core, minutes", ylim=(0, TRIED), title=title)
    tracks.set_ylabel(f"tracks with a clean lap, of {TRIED}", color="tab:green")
    tracks.grid(alpha=0.3)
    times = tracks.twinx()
    times.plot([row["minutes"] for row in laps], [row["lap_s"] for row in laps], ".", color="tab:orange")
    times.set_ylabel("mean time of these laps, s", color="tab:orange")
    figure.savefig(file, metadata={"Date": None})


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--track", default="grand-prix", help="the track to drive on, which is not learnt from")
    options.add_argument("--minutes", type=float, default=12.0, help="time of the processor to learn")
    options.add_argument("--updates", type=int, help="updates to learn, in place of a time")
    options.add_argument("--environments", type=int, default=512)
    options.add_argument("--tracks", type=int, default=128, help="number of tracks to learn from")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--every", type=int, default=20, help="updates between two trials")
    options.add_argument("--curve", type=Path, help="file for the learning curve, .csv")
    options.add_argument("--save", type=Path, help="file for the policy, .onnx")
    options.add_argument("--picture", type=Path, help="file for a picture of the curve, .svg or .png")
    given = options.parse_args()
    learner, rows = learn(given)
    for name, figure in Trial([given.track], 2).drive(learner)[0].items():
        print(f"{given.track}: {name} {figure}")
    if given.save:
        save(learner, given.save)
    if given.curve:
        with given.curve.open("w", newline="") as file:
            table = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
            table.writeheader()
            table.writerows(rows)
    if given.picture:
        versions = f"skidpad {skidpad.__version__}, NumPy {np.__version__}, gymnasium {gymnasium.__version__}"
        plot(rows, given.picture, f"Race-v0, seed {given.seed}, {versions}")


if __name__ == "__main__":
    main()
