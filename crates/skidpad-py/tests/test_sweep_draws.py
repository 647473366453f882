"""Distributions: their numbers have places, and their shapes are those of the textbooks."""

from statistics import NormalDist

import numpy as np
import pytest

from skidpad import Error
from skidpad.sweeps import Choice, Integers, LogUniform, Normal, Triangular, Uniform, sweep

N = 20_000


def drawn(distribution, seed=1, name="x", n=N) -> np.ndarray:
    return sweep(lambda **x: 0.0, {name: distribution}, draws=n, seed=seed, chunk=n)[name]


def far_from(values: np.ndarray, cumulative) -> float:
    """Largest distance between the distribution of a sample and the true one (Kolmogorov, Smirnov), in units of its 1 % limit."""
    true = np.array([cumulative(x) for x in np.sort(values)])
    steps = np.arange(len(values) + 1) / len(values)
    return max(np.abs(true - steps[1:]).max(), np.abs(true - steps[:-1]).max()) / (1.63 / np.sqrt(len(values)))


@pytest.mark.parametrize(
    ("distribution", "cumulative"),
    [
        (Uniform(-2.0, 6.0), lambda x: (x + 2.0) / 8.0),
        (LogUniform(0.1, 10.0), lambda x: 0.5 * (np.log10(x) + 1.0)),
        (Normal(3.0, 2.0), NormalDist(3.0, 2.0).cdf),
        (Triangular(1.0, 2.0, 5.0), lambda x: (x - 1.0) ** 2 / 4.0 if x < 2.0 else 1.0 - (5.0 - x) ** 2 / 12.0),
    ],
    ids=lambda value: type(value).__name__,
)
def test_numbers_are_distributed_as_they_should_be(distribution, cumulative) -> None:
    assert far_from(drawn(distribution), cumulative) < 1.0


def test_normal_numbers_keep_within_their_bounds_without_a_heap_at_them() -> None:
    whole = NormalDist(0.9, 0.1)
    low, high = 0.75, 1.0
    values = drawn(Normal(0.9, 0.1, low, high))
    assert low <= values.min() and values.max() <= high
    assert far_from(values, lambda x: (whole.cdf(x) - whole.cdf(low)) / (whole.cdf(high) - whole.cdf(low))) < 1.0


def test_normal_numbers_are_the_quantiles_of_the_standard_library() -> None:
    """By the same algorithm of Wichura; its logarithm may differ in the last bit."""
    shares = (drawn(Uniform(0.0, 1.0)) * 2.0**53 + 0.5) / 2.0**53
    assert shares.min() < 1e-3 and shares.max() > 0.999
    # Row by row the same bits become shares and normal numbers: the first draw of each.
    expected = [NormalDist().inv_cdf(share) for share in shares]
    assert np.allclose(drawn(Normal(0.0, 1.0)), expected, rtol=1e-12, atol=1e-15)


def test_whole_numbers_and_choices_are_even() -> None:
    for values, known in [(drawn(Integers(-2, 3)), range(-2, 4)), (drawn(Choice(["dry", "damp", "wet"])), ["dry", "damp", "wet"])]:
        counts = [int((values == value).sum()) for value in known]
        assert sum(counts) == N
        # 5 standard deviations of each count.
        assert all(abs(count - N / len(counts)) < 5.0 * np.sqrt(N / len(counts)) for count in counts), counts
    seeds = drawn(Integers(-(2**63), 2**63 - 1), n=1000)
    assert seeds.dtype == np.int64 and len(set(seeds.tolist())) == 1000 and seeds.min() < -(2**62) and seeds.max() > 2**62


def test_seeds_names_and_rows_have_numbers_of_their_own() -> None:
    first = drawn(Uniform(0.0, 1.0))
    assert (first == drawn(Uniform(0.0, 1.0))).all()
    for other in (drawn(Uniform(0.0, 1.0), seed=2), drawn(Uniform(0.0, 1.0), name="y"), np.roll(first, 1)):
        # The correlation of independent numbers, within 5 standard errors.
        assert abs(np.corrcoef(first, other)[0, 1]) < 5.0 / np.sqrt(N)


def test_a_parameter_keeps_its_numbers_when_others_come_or_go() -> None:
    alone = sweep(lambda a: a, {"a": Uniform(0.0, 1.0)}, draws=10, seed=4)
    beside = sweep(lambda a, b: a, {"b": Normal(0.0, 1.0), "a": Uniform(0.0, 1.0)}, draws=10, seed=4)
    assert (alone["a"] == beside["a"]).all()


def test_numbers_are_those_of_every_platform_and_version() -> None:
    """Golden numbers: who repeats a sweep elsewhere, or later, gets the same rows."""
    parameters = {"u": Uniform(0.0, 1.0), "n": Normal(0.0, 1.0), "l": LogUniform(1.0, 100.0), "i": Integers(0, 999)}
    rows = sweep(lambda **x: 0.0, parameters, draws=2, seed=42)
    assert {name: rows[name].tolist() for name in parameters} == {
        "u": [0.7195619870820119, 0.5389929279965385],
        "n": [0.12488298591582166, -0.20366243114727697],
        "l": [6.8838207968033265, 11.595175192283401],
        "i": [632, 678],
    }


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda: Uniform(1.0, 1.0), "Uniform: low = 1.0: must be below high = 1.0"),
        (lambda: Uniform(0.0, np.inf), "Uniform: high = inf: must be finite"),
        (lambda: LogUniform(0.0, 1.0), "LogUniform: low = 0.0: must be above 0"),
        (lambda: Normal(0.0, -1.0), "Normal: deviation = -1.0: must be above 0"),
        (lambda: Normal(0.0, 1.0, 5.0, 6.0), "must leave at least 1 % of the distribution"),
        (lambda: Normal(0.0, 1.0, 0.5, -0.5), "must leave at least 1 % of the distribution"),
        (lambda: Triangular(0.0, 2.0, 1.0), "Triangular: mode = 2.0: must be 0.0 to 1.0"),
        (lambda: Integers(3, 2), "low at most high"),
        (lambda: Choice([]), "at least one"),
    ],
)
def test_wrong_distributions_are_refused(wrong, words) -> None:
    with pytest.raises(Error) as error:
        wrong()
    assert words in str(error.value)
