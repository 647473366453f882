"""Distributions of parameters that are drawn at random."""

from __future__ import annotations

import dataclasses
import hashlib
import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np
import numpy.typing as npt

from .. import _skidpad
from .._skidpad import Error

Values = npt.NDArray[Any]

# Share of a normal distribution that its bounds must leave: each number is drawn again until it is within them.
_LEAST_SHARE = 0.01


@dataclass(frozen=True)
class Place:
    """Rows of a sweep for which a parameter is drawn."""

    seed: int
    stream: int
    """Number of the parameter, from its name alone: other parameters do not change its numbers."""
    first: int
    count: int

    @classmethod
    def of(cls, seed: int, name: str, first: int, count: int) -> Place:
        stream = int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "little")
        return cls(seed, stream, first, count)

    def words(self) -> tuple[int, int, int, int]:
        """Its numbers, as the compiled part takes them."""
        return self.seed, self.stream, self.first, self.count


class Draw:
    """Distribution of a parameter. The number of a row depends on the seed, the name of the parameter and the row's index alone."""

    def draw(self, place: Place) -> Values:
        """Numbers of some rows."""
        raise NotImplementedError

    def describe(self) -> dict[str, Any]:
        """The distribution as the manifest of a sweep has it."""
        return {"draw": type(self).__name__, **dataclasses.asdict(self)}  # type: ignore[call-overload]  # every one is a dataclass


def _finite(draw: Draw, **numbers: float) -> None:
    for name, number in numbers.items():
        if not math.isfinite(number):
            raise Error(f"{type(draw).__name__}: {name} = {number}: must be finite")


def _ordered(draw: Draw, low: float, high: float) -> None:
    _finite(draw, low=low, high=high)
    if not low < high:
        raise Error(f"{type(draw).__name__}: low = {low}: must be below high = {high}")


@dataclass(frozen=True)
class Uniform(Draw):
    """Every number from ``low`` to ``high`` is as likely as the others."""

    low: float
    high: float

    def __post_init__(self) -> None:
        _ordered(self, self.low, self.high)

    def draw(self, place: Place) -> Values:
        return self.low + (self.high - self.low) * _skidpad.uniform_draws(*place.words())


@dataclass(frozen=True)
class LogUniform(Draw):
    """Every factor is as likely as the others: the logarithm is uniform. ``low`` is above 0."""

    low: float
    high: float

    def __post_init__(self) -> None:
        _ordered(self, self.low, self.high)
        if self.low <= 0.0:
            raise Error(f"LogUniform: low = {self.low}: must be above 0")

    def draw(self, place: Place) -> Values:
        return _skidpad.log_uniform_draws(*place.words(), self.low, self.high)


@dataclass(frozen=True)
class Normal(Draw):
    """Normal distribution; with bounds, numbers beyond them are drawn again."""

    mean: float
    deviation: float
    """Standard deviation, above 0."""
    low: float = -math.inf
    high: float = math.inf

    def __post_init__(self) -> None:
        _finite(self, mean=self.mean, deviation=self.deviation)
        if self.deviation <= 0.0:
            raise Error(f"Normal: deviation = {self.deviation}: must be above 0")
        whole = NormalDist(self.mean, self.deviation)
        share = whole.cdf(self.high) - whole.cdf(self.low)
        if not share >= _LEAST_SHARE:
            raise Error(f"Normal: low = {self.low}, high = {self.high}: must leave at least 1 % of the distribution")

    def draw(self, place: Place) -> Values:
        return _skidpad.normal_draws(*place.words(), self.mean, self.deviation, self.low, self.high)

    def describe(self) -> dict[str, Any]:
        # JSON has no infinities.
        return {name: value for name, value in super().describe().items() if not (isinstance(value, float) and math.isinf(value))}


@dataclass(frozen=True)
class Triangular(Draw):
    """From ``low`` to ``high``, most often near ``mode``: for a figure of which a best guess and limits are known."""

    low: float
    mode: float
    high: float

    def __post_init__(self) -> None:
        _ordered(self, self.low, self.high)
        if not self.low <= self.mode <= self.high:
            raise Error(f"Triangular: mode = {self.mode}: must be {self.low} to {self.high}")

    def draw(self, place: Place) -> Values:
        share = _skidpad.uniform_draws(*place.words())
        width = self.high - self.low
        rising, falling = self.mode - self.low, self.high - self.mode
        up = self.low + np.sqrt(share * width * rising)
        down = self.high - np.sqrt((1.0 - share) * width * falling)
        return np.where(share * width < rising, up, down)


@dataclass(frozen=True)
class Integers(Draw):
    """Every whole number from ``low`` to ``high``, both included; such as seeds for a function that draws numbers of its own."""

    low: int
    high: int

    def __post_init__(self) -> None:
        if not -(2**63) <= self.low <= self.high < 2**63:
            raise Error(f"Integers: low = {self.low}, high = {self.high}: must be whole numbers of 64 bits, low at most high")

    def draw(self, place: Place) -> Values:
        # Modulo 2^64, as integers of NumPy are: sums beyond 63 bits come out right.
        return (_skidpad.whole_draws(*place.words(), self.high - self.low) + np.uint64(self.low % 2**64)).astype(np.int64)


@dataclass(frozen=True, init=False)
class Choice(Draw):
    """One of some values, each as likely as the others."""

    values: tuple[float | int | bool | str, ...]

    def __init__(self, values: npt.ArrayLike) -> None:
        listed = np.asarray(values).tolist()
        if not isinstance(listed, list) or not listed:
            raise Error("Choice: must have a list of values, of which there is at least one")
        object.__setattr__(self, "values", tuple(listed))

    def draw(self, place: Place) -> Values:
        values = np.asarray(self.values)
        chosen = values[_skidpad.whole_draws(*place.words(), len(self.values) - 1).astype(np.int64)]
        return chosen.astype(object) if chosen.dtype.kind == "U" else chosen
