"""Road tests."""

import os
import signal
import threading
import time

import pytest

import skidpad


def test_it_is_the_road_test_of_the_command_line() -> None:
    results = {result.name: result for result in skidpad.road_test("boxster-s", tests=["0-100 km/h", "braking 100-0 km/h", "0-200 km/h"])}
    assert [results[name].unit for name in results] == ["s", "m", "s"]
    # The published figures: 5.7 s and 38 m (docs/road-tests.md).
    assert results["0-100 km/h"].value == pytest.approx(5.7, rel=0.05)
    assert results["braking 100-0 km/h"].value == pytest.approx(38.0, rel=0.1)
    assert results["0-100 km/h"].meaning == "time from rest at full throttle" and results["0-100 km/h"].why is None
    assert repr(results["0-100 km/h"]).startswith("<TestResult 0-100 km/h: 5.")


def test_a_test_without_a_result_says_why() -> None:
    [slow] = skidpad.road_test("leaf-2011", tests=["0-200 km/h"])
    assert slow.value is None and slow.why


@pytest.mark.skipif(os.name != "posix", reason="signals are sent by their numbers of POSIX")
def test_ctrl_c_ends_it_at_once(ctrl_c) -> None:
    sent: list[float] = []

    def send() -> None:
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    threading.Timer(0.1, send).start()
    with pytest.raises(KeyboardInterrupt):
        for _ in range(100):
            skidpad.road_test("boxster-s", tests=["1000 m"])
    assert time.monotonic() - sent[0] < 2.0, "it waits for the end of the test"


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda: skidpad.road_test("boxter-s"), "did you mean `boxster-s`"),
        (lambda: skidpad.road_test("boxster-s", "two_trak"), "did you mean `two_track`"),
        (lambda: skidpad.road_test("boxster-s", tests=["0-100"]), "did you mean"),
    ],
)
def test_wrong_input_is_answered(wrong, words) -> None:
    with pytest.raises(skidpad.UnknownNameError) as error:
        wrong()
    assert words in str(error.value)
