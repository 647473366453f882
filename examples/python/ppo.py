"""Proximal policy optimisation (Schulman et al. 2017, arXiv:1707.06347) in NumPy, for vector environments of Gymnasium."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv

Floats = npt.NDArray[np.float32]


class Network:
    """A network of dense layers, with tanh between them."""

    def __init__(self, widths: list[int], last_gain: float, chance: np.random.Generator) -> None:
        gains = [*[2.0**0.5] * (len(widths) - 2), last_gain]
        self.weights: list[Floats] = [
            _orthogonal(rows, columns, gain, chance) for rows, columns, gain in zip(widths, widths[1:], gains, strict=False)
        ]
        self.biases: list[Floats] = [np.zeros(width, np.float32) for width in widths[1:]]

    @property
    def parameters(self) -> list[Floats]:
        return [*self.weights, *self.biases]

    def __call__(self, inputs: Floats) -> Floats:
        return self.forward(inputs)[-1]

    def forward(self, inputs: Floats) -> list[Floats]:
        """What enters each layer, and the result of the last one."""
        values = [inputs]
        for layer, (weight, bias) in enumerate(zip(self.weights, self.biases, strict=True)):
            result = values[-1] @ weight
            result += bias
            values.append(result if layer == len(self.weights) - 1 else np.tanh(result, out=result))
        return values

    def backward(self, values: list[Floats], slope: Floats) -> list[Floats]:
        """Derivatives by `parameters` of a number with a ``slope`` by the network's results."""
        by_weights, by_biases = [], []
        for layer in reversed(range(len(self.weights))):
            by_weights.append(values[layer].T @ slope)
            by_biases.append(slope.sum(axis=0))
            if layer > 0:
                slope = slope @ self.weights[layer].T
                slope *= 1.0 - values[layer] ** 2
        return [*reversed(by_weights), *reversed(by_biases)]


def _orthogonal(rows: int, columns: int, gain: float, chance: np.random.Generator) -> Floats:
    basis, triangle = np.linalg.qr(chance.standard_normal((max(rows, columns), min(rows, columns))))
    basis *= np.sign(np.diag(triangle))
    return np.ascontiguousarray(gain * (basis if rows >= columns else basis.T), np.float32)


class Adam:
    """Adam (Kingma and Ba 2015, arXiv:1412.6980), with the norm of all derivatives together limited."""

    def __init__(self, parameters: list[Floats], most_norm: float) -> None:
        self._parameters, self._most_norm, self._steps = parameters, most_norm, 0
        self._means = [np.zeros_like(parameter) for parameter in parameters]
        self._squares = [np.zeros_like(parameter) for parameter in parameters]

    def step(self, slopes: list[Floats], rate: float) -> None:
        self._steps += 1
        norm = float(np.sqrt(sum(float(np.vdot(slope, slope)) for slope in slopes)))
        shrink = min(1.0, self._most_norm / (norm + 1e-8))
        of_mean, of_square = 1.0 - 0.9**self._steps, 1.0 - 0.999**self._steps
        for parameter, slope, mean, square in zip(self._parameters, slopes, self._means, self._squares, strict=True):
            slope = shrink * slope
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            parameter -= np.float32(rate) * (mean / of_mean) / (np.sqrt(square / of_square) + 1e-8)


class Scale:
    """Mean and variance of each observation so far, by which they are brought to the order of 1."""

    def __init__(self, width: int) -> None:
        self.count, self.mean, self.variance = 1e-4, np.zeros(width), np.ones(width)

    def include(self, observations: Floats) -> None:
        count, mean, variance = len(observations), observations.mean(axis=0, dtype=np.float64), observations.var(axis=0, dtype=np.float64)
        total, apart = self.count + count, mean - self.mean
        between = apart**2 * self.count * count / total
        self.variance = (self.variance * self.count + variance * count + between) / total
        self.mean, self.count = self.mean + apart * count / total, total

    @property
    def deviation(self) -> npt.NDArray[np.float64]:
        return np.sqrt(self.variance) + 1e-6

    def __call__(self, observations: Floats) -> Floats:
        scaled = (observations - self.mean.astype(np.float32)) * (1.0 / self.deviation).astype(np.float32)
        return np.clip(scaled, -10.0, 10.0, out=scaled)


@dataclass
class Settings:
    """What is chosen of the algorithm."""

    horizon: int = 64
    """Steps of each environment between two updates."""
    epochs: int = 4
    minibatch: int = 2048
    gamma: float = 0.99
    """Discount of a step."""
    trace: float = 0.95
    """Lambda of the generalised advantage estimate (Schulman et al. 2016, arXiv:1506.02438)."""
    clip: float = 0.2
    rates: tuple[float, float] = (1e-3, 5e-5)
    """Learning rate at the beginning and at the end; it falls in geometric progression."""
    first_deviation: float = 0.4
    """Standard deviation of the actions at the beginning, over half of their range."""
    reward_scale: float = 0.1
    width: int = 64
    """Neurons of each of the two hidden layers."""
    most_norm: float = 0.5


@dataclass
class Progress:
    """State of the learning after an update."""

    steps: int
    reward: float
    """Mean reward of a step."""
    share_ended: float
    """Share of the steps that ended an episode before its time."""
    deviations: list[float] = field(default_factory=list)


class Learner:
    """Policy and value of observations, and their learning."""

    def __init__(self, envs: VectorEnv[Any, Any, Any], settings: Settings, seed: int) -> None:
        if envs.metadata["autoreset_mode"] != AutoresetMode.SAME_STEP:
            raise ValueError("the environments must reset in the same step")
        self.envs, self._settings = envs, settings
        self._chance = np.random.default_rng(seed)
        (inputs,), (self._actions,) = envs.single_observation_space.shape, envs.single_action_space.shape
        hidden = [settings.width] * 2
        self.policy = Network([inputs, *hidden, self._actions], 0.01, self._chance)
        self.value = Network([inputs, *hidden, 1], 1.0, self._chance)
        self.log_deviation: Floats = np.full(self._actions, np.log(settings.first_deviation), np.float32)
        self.scale = Scale(inputs)
        self._policy_adam = Adam([*self.policy.parameters, self.log_deviation], settings.most_norm)
        self._value_adam = Adam(self.value.parameters, settings.most_norm)
        self._observations, _ = envs.reset(seed=seed)
        self.scale.include(self._observations)
        self._steps = 0

    def drive_in(self, envs: VectorEnv[Any, Any, Any], seed: int) -> None:
        """Learns on in other environments, with the same observations and actions."""
        self.envs = envs
        self._observations, _ = envs.reset(seed=seed)

    def act(self, observations: Floats) -> Floats:
        """The actions that are the mean of the policy."""
        return np.clip(self.policy(self.scale(observations)), -1.0, 1.0)

    def keep(self) -> tuple[Network, Scale]:
        """The policy and the scale of its observations, as they are now."""
        return copy.deepcopy(self.policy), copy.deepcopy(self.scale)

    def take_back(self, kept: tuple[Network, Scale]) -> None:
        """Acts by a policy that was kept, from which it does not learn on."""
        self.policy, self.scale = kept

    def learn(self, is_over: Callable[[], float]) -> Iterator[Progress]:
        """Learns until ``is_over`` returns 1; before, it returns the share of the time that is over."""
        while (share := is_over()) < 1.0:
            first, last = self._settings.rates
            batch, progress = self._drive()
            self._update(batch, first * (last / first) ** share)
            yield progress

    def _drive(self) -> tuple[tuple[Floats, ...], Progress]:
        """Drives all environments for some steps."""
        settings, count = self._settings, self.envs.num_envs
        shape = (settings.horizon, count)
        inputs = np.empty((*shape, self._observations.shape[1]), np.float32)
        actions, means = (np.empty((*shape, self._actions), np.float32) for _ in range(2))
        rewards, values, ends = (np.empty(shape, np.float32) for _ in range(3))
        deviation = np.exp(self.log_deviation)
        seen, ended, total = [self._observations], 0, 0.0
        for step in range(settings.horizon):
            scaled = inputs[step] = self.scale(self._observations)
            means[step] = self.policy(scaled)
            actions[step] = means[step] + deviation * self._chance.standard_normal((count, self._actions), np.float32)
            values[step] = self.value(scaled)[:, 0]
            self._observations, reward, terminated, truncated, infos = self.envs.step(actions[step])
            seen.append(self._observations)
            rewards[step] = settings.reward_scale * reward
            ends[step] = terminated | truncated
            ended += int(terminated.sum())
            total += float(reward.sum())
            cut = truncated & ~terminated
            if cut.any():
                # The episode would have gone on: what its end was worth is its last observation's value.
                last = np.stack(infos["final_obs"][cut])
                rewards[step, cut] += settings.gamma * self.value(self.scale(last))[:, 0]
        advantages = self._advantages(rewards, values, ends)
        for observations in seen[1::8]:
            self.scale.include(observations)
        self._steps += settings.horizon * count
        progress = Progress(self._steps, total / rewards.size, ended / rewards.size, deviation.tolist())
        rows = (inputs, actions, means, advantages[..., None], (advantages + values)[..., None])
        return tuple(row.reshape(-1, row.shape[-1]) for row in rows), progress

    def _advantages(self, rewards: Floats, values: Floats, ends: Floats) -> Floats:
        settings, after = self._settings, self.value(self.scale(self._observations))[:, 0]
        advantages, advantage = np.empty_like(rewards), np.zeros_like(after)
        for step in reversed(range(len(rewards))):
            goes_on = 1.0 - ends[step]
            error = rewards[step] + settings.gamma * goes_on * after - values[step]
            advantage = error + settings.gamma * settings.trace * goes_on * advantage
            advantages[step], after = advantage, values[step]
        return advantages

    def _update(self, batch: tuple[Floats, ...], rate: float) -> None:
        inputs, actions, means, advantages, returns = batch
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
        # Of the probability density's logarithm, what the update changes.
        before = self._log_density(actions, means)
        for _ in range(self._settings.epochs):
            order = self._chance.permutation(len(inputs))
            for first in range(0, len(order), self._settings.minibatch):
                rows = order[first : first + self._settings.minibatch]
                self._improve_policy(inputs[rows], actions[rows], before[rows], advantages[rows], rate)
                values = self.value.forward(inputs[rows])
                slope = (values[-1] - returns[rows]) / np.float32(len(rows))
                self._value_adam.step(self.value.backward(values, slope), rate)

    def _log_density(self, actions: Floats, means: Floats) -> Floats:
        apart = (actions - means) / np.exp(self.log_deviation)
        return (-0.5 * apart**2 - self.log_deviation).sum(axis=1, keepdims=True)

    def _improve_policy(self, inputs: Floats, actions: Floats, before: Floats, advantages: Floats, rate: float) -> None:
        values = self.policy.forward(inputs)
        ratio = np.exp(self._log_density(actions, values[-1]) - before)
        clip = self._settings.clip
        # Where the ratio is beyond its bounds in the direction of the advantage, nothing pulls any more.
        pulls = np.where(advantages > 0.0, ratio < 1.0 + clip, ratio > 1.0 - clip)
        weight = -advantages * ratio * pulls / np.float32(len(inputs))
        apart = (actions - values[-1]) / np.exp(self.log_deviation)
        by_deviation = (weight * (apart**2 - 1.0)).sum(axis=0)
        slopes = self.policy.backward(values, weight * apart / np.exp(self.log_deviation))
        self._policy_adam.step([*slopes, by_deviation], rate)
