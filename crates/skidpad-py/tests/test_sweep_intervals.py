"""Confidence intervals hold what they promise."""

from statistics import NormalDist

import numpy as np
import pytest

import skidpad
from skidpad.sweeps import Normal, mean_interval, quantile_interval, sweep


def samples(size: int, count: int) -> np.ndarray:
    """Samples of a standard normal distribution, one in each row."""
    return sweep(lambda x: x, {"x": Normal(0.0, 1.0)}, draws=size * count, seed=size, chunk=size * count)["x"].reshape(count, size)


@pytest.mark.parametrize("size", [12, 60])
@pytest.mark.parametrize("level", [0.8, 0.95])
def test_means_and_quantiles_are_within_their_intervals_as_often_as_they_should(size, level) -> None:
    n = 1500
    own = samples(size, n)
    true = NormalDist().inv_cdf(0.7)
    means = sum(low <= 0.0 <= high for _, low, high in (mean_interval(sample, level) for sample in own)) / n
    quantiles = sum(low <= true <= high for _, low, high in (quantile_interval(sample, 0.7, level) for sample in own)) / n
    # 4 standard errors of a share. Ranks are whole: intervals of quantiles hold more than they promise.
    assert abs(means - level) < 4.0 * np.sqrt(level * (1.0 - level) / n)
    assert level - 4.0 * np.sqrt(level * (1.0 - level) / n) < quantiles < level + 0.5 * (1.0 - level) + 0.06


def test_they_are_those_of_scipy() -> None:
    stats = pytest.importorskip("scipy.stats")
    for size in (10, 30, 1000):
        [sample] = samples(size, 1)
        expected = stats.t.interval(0.99, size - 1, sample.mean(), sample.std(ddof=1) / np.sqrt(size))
        assert np.allclose(mean_interval(sample, 0.99)[1:], expected, rtol=2e-3)
        for share in (0.1, 0.5, 0.95):
            bounds = stats.quantile_test(sample, p=share).confidence_interval(0.9)
            low, high = (end if np.isfinite(end) else sign * np.inf for end, sign in zip(bounds, (-1.0, 1.0), strict=True))
            assert quantile_interval(sample, share, 0.9)[1:] == (low, high)


def test_too_few_values_leave_a_quantile_without_a_bound() -> None:
    found = quantile_interval(np.arange(10.0), 0.99)
    assert found.high == np.inf and found.low > 5.0 and str(found) == f"{found.estimate:.4g} ({found.low:.4g} to inf)"


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda: mean_interval([1.0] * 9), "at least 10 numbers"),
        (lambda: mean_interval([np.nan] * 20), "leave out the rows without a result"),
        (lambda: mean_interval([1.0] * 20, 1.0), "level = 1.0"),
        (lambda: quantile_interval([1.0, 2.0], 0.0), "share = 0.0"),
    ],
)
def test_wrong_arguments_are_refused(wrong, words) -> None:
    with pytest.raises(skidpad.Error) as error:
        wrong()
    assert words in str(error.value)
