"""Thousands of cars."""

import copy
import gc
import os
import pickle
import signal
import threading
import time

import numpy as np
import pytest

import skidpad


@pytest.mark.parametrize("model", ["single_track", "two_track", "two_track_sprung", "spatial", "two_track_magic"])
def test_a_car_of_a_fleet_has_the_bits_of_a_car_alone(model) -> None:
    fleet = skidpad.Fleet(model, "boxster-s", 9, start={"speed_m_s": 20.0}, threads=1)
    steer_rad = np.linspace(-0.02, 0.03, 9)
    fleet.inputs["steer_rad"] = steer_rad
    fleet.inputs["throttle"][:] = 0.4
    fleet.step(60)
    for place in (0, 4, 8):
        car = skidpad.Car("boxster-s", model, speed_m_s=20.0)
        car.step(fleet.dt_s, throttle=0.4, steer_rad=steer_rad[place], steps=60)
        alone = {name: value for name, value in car.outputs().items() if name in fleet.states}
        assert alone == {name: fleet.states[name][place] for name in alone} and len(alone) > 6


def test_threads_change_no_bits(fleet) -> None:
    other = skidpad.Fleet("single_track", "boxster-s", 200, start={"speed_m_s": 20.0}, threads=2)
    other.inputs["steer_rad"] = fleet.inputs["steer_rad"]
    fleet.step(50)
    other.step(50)
    for name in fleet.states:
        assert np.array_equal(fleet.states[name], other.states[name]), name


def test_binary32_is_half_as_wide_and_close() -> None:
    fleets = [skidpad.Fleet("single_track", "boxster-s", 64, dtype=dtype, start={"speed_m_s": 20.0}, threads=1) for dtype in (np.float64, "float32")]
    for fleet in fleets:
        fleet.inputs["steer_rad"] = np.linspace(-0.02, 0.02, 64)
        fleet.inputs["throttle"] = 0.2
        fleet.step(100)
        assert fleet.states["x_m"].dtype == fleet.dtype == fleet.observe(["x_m", "sideslip_rad"]).dtype
    double, single = fleets
    assert single.dtype == np.float32 and double.dtype == np.float64
    assert not np.array_equal(double.states["y_m"], single.states["y_m"])
    # A second of 100 steps: rounding of 6e-8 of 20 m in each is 1e-4 m at most.
    for name in ("x_m", "y_m"):
        assert np.allclose(double.states[name], single.states[name], atol=1e-3)
    alone = skidpad.Fleet("single_track", "boxster-s", 1, dtype="float32", start={"speed_m_s": 20.0})
    alone.inputs["steer_rad"] = single.inputs["steer_rad"][63]
    alone.inputs["throttle"] = 0.2
    alone.step(100)
    assert alone.states["y_m"][0] == single.states["y_m"][63], "its neighbours change no bits"


def test_columns_are_the_fleets_own_memory(fleet) -> None:
    x_m, throttle = fleet.states["x_m"], fleet.inputs["throttle"]
    address = x_m.ctypes.data
    throttle[100] = 1.0
    fleet.step(100)
    assert x_m is fleet.states["x_m"] and x_m.ctypes.data == address
    assert x_m[100] > x_m[99] > 15.0, "a command written into its column is driven"
    fleet.reset()
    fleet.step(100)
    assert x_m.ctypes.data == address and x_m[100] > x_m[99], "and stays after a reset"
    with pytest.raises(ValueError, match="read-only"):
        x_m[0] = 3.0
    with pytest.raises(skidpad.Error, match=r"states are read; Fleet.reset sets them"):
        fleet.states["x_m"] = 3.0


def test_a_column_outlives_its_fleet() -> None:
    fleet = skidpad.Fleet("single_track", "boxster-s", 8, start={"speed_m_s": 20.0})
    x_m = fleet.states["x_m"]
    fleet.step(10)
    del fleet
    gc.collect()
    assert (x_m > 1.9).all()


def test_observations_have_names(fleet) -> None:
    fleet.step(50)
    names = ["yaw_rate_rad_s", "sideslip_rad", "steer_rad", "acceleration_y_m_s2"]
    found = fleet.observe(names)
    assert found.shape == (200, 4)
    assert np.array_equal(found[:, 0], fleet.states["yaw_rate_rad_s"])
    assert np.array_equal(found[:, 2], fleet.inputs["steer_rad"])
    # In a steady turn without much drag, lateral acceleration is speed times yaw rate.
    speed = fleet.states["velocity_x_m_s"]
    assert np.allclose(found[:, 3], speed * found[:, 0], atol=0.6)
    out = np.empty((200, 4), np.float32)
    assert fleet.observe(names, out=out) is out and np.array_equal(out, found.astype(np.float32))


def test_resets_are_drawn_by_seed_and_place_alone() -> None:
    draw = {"speed_m_s": (10.0, 30.0), "yaw_rad": (-0.1, 0.1)}
    few, many = (skidpad.Fleet("single_track", "boxster-s", n, draw=draw) for n in (5, 500))
    few.reset(seed=3)
    many.reset(seed=3)
    for name in ("velocity_x_m_s", "yaw_rad"):
        assert np.array_equal(few.states[name], many.states[name][:5])
    speeds = many.states["velocity_x_m_s"].copy()
    assert 10.0 <= speeds.min() < 11.0 and 29.0 < speeds.max() <= 30.0
    mask = np.arange(500) == 7
    many.reset(mask, seed=3)
    assert (many.states["velocity_x_m_s"] != speeds).nonzero()[0].tolist() == [7], "another reset draws anew"
    many.reset(mask, to={"speed_m_s": 12.5})
    assert many.states["velocity_x_m_s"][7] == 12.5


def test_episodes_end_and_begin_anew() -> None:
    fleet = skidpad.Fleet("single_track", "boxster-s", 3, start={"speed_m_s": [10.0, 20.0, 30.0]})
    fleet.set_rules(time_limit_s=0.5)
    fleet.step(50)
    assert fleet.is_over.all() and fleet.ended_by("time_limit").all() and not fleet.ended_by("hit").any()
    fleet.reset(np.array([False, True, False]))
    assert fleet.is_over.tolist() == [True, False, True]
    assert fleet.episode_times_s.tolist() == [0.5, 0.0, 0.5]
    assert fleet.states["velocity_x_m_s"][1] == 20.0


def test_cars_start_on_their_track_and_meet_its_walls() -> None:
    fleet = skidpad.Fleet("two_track", "boxster-s", 4, track="oval", meets=True, start={"speed_m_s": 30.0})
    fleet.inputs["steer_rad"] = [0.0, 0.0, 0.2, -0.2]
    along_m, beside_m = fleet.track.locate(fleet.states["x_m"].copy(), fleet.states["y_m"].copy())
    assert np.allclose(along_m, fleet.track.start_m, atol=1e-6) and np.allclose(beside_m, 0.0, atol=1e-6)
    fleet.set_rules(hit_m_s=0.0)
    fleet.step(300)
    assert fleet.ended_by("hit")[2:].all()


def test_vehicles_differ_within_a_fleet() -> None:
    light = skidpad.Vehicle("boxster-s", {"body.kerb_mass": "1000 kg"})
    fleet = skidpad.Fleet("single_track", ["boxster-s", light], 4)
    fleet.inputs["throttle"] = 0.3
    fleet.step(200)
    speed = fleet.states["velocity_x_m_s"]
    assert speed[0] == speed[2] < speed[1] == speed[3]


def test_a_car_is_saved_and_put_into_another_fleet(fleet) -> None:
    fleet.step(20)
    saved = fleet.save(150)
    other = skidpad.Fleet("single_track", "boxster-s", 2)
    other.restore(1, saved)
    other.restore(0, skidpad.Car("boxster-s", "single_track", speed_m_s=7.0).save())
    assert other.states["velocity_x_m_s"][0] == 7.0
    for name in fleet.states:
        assert other.states[name][1] == fleet.states[name][150]
    with pytest.raises(skidpad.Error, match="car = 2: must be 0 to 1"):
        other.restore(2, saved)
    with pytest.raises(skidpad.Error):
        other.restore(0, saved[:-1])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this platform has no fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_process_is_told_that_the_threads_are_elsewhere() -> None:
    """The threads of a fleet do not come along: the child waited for them for ever, in a step and at its end."""
    alone, together = (skidpad.Fleet(n=100, threads=threads, start={"speed_m_s": 5.0}) for threads in (1, 2))
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        answer = b"no error"
        try:
            alone.step(3)
            together.step(3)
        except RuntimeError as error:
            answer = str(error).encode()
        together.__init__(n=2, threads=1)
        gc.collect()
        os.write(write, answer)
        os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as answer:
        assert b"make the fleet after the fork" in answer.read()
    os.waitpid(child, 0)
    together.step(3)


def test_reading_a_fleet_that_steps_elsewhere_is_refused(fleet) -> None:
    """It was a panic, which `except Exception` does not catch."""
    stepping = threading.Thread(target=fleet.step, args=(200,))
    stepping.start()
    time.sleep(0.02)
    for read in (lambda: fleet.statuses, lambda: fleet.states["yaw_rad"], lambda: fleet.inputs["brake"]):
        with pytest.raises(RuntimeError, match="borrowed"):
            read()
    stepping.join()
    assert len(fleet.states["yaw_rad"]) == 200


@pytest.mark.parametrize(("model", "x", "y"), [("commonroad_ks", "rear_x_m", "rear_y_m"), ("commonroad_st", "x_m", "y_m")])
def test_cars_of_other_models_start_on_their_track(model, x, y) -> None:
    fleet = skidpad.Fleet(model, n=3, track="oval", start={"speed_m_s": 5.0})
    line = fleet.track.at([fleet.track.start_m])
    assert np.allclose(fleet.states[x], line["x_m"], atol=1e-9) and np.allclose(fleet.states[y], line["y_m"], atol=1e-9)


def test_resets_draw_vehicles() -> None:
    heavy = skidpad.Vehicle("boxster-s", {"body.kerb_mass": "2000 kg"})
    fleet = skidpad.Fleet(n=64, draw_cars=["boxster-s", heavy], start={"speed_m_s": 20.0})
    fleet.reset(seed=1)
    fleet.inputs["brake"] = 0.2
    fleet.step(50)
    speeds = np.unique(fleet.states["velocity_x_m_s"])
    assert len(speeds) == 2, "two vehicles brake in two ways"


def test_gears_are_chosen_by_hand() -> None:
    fleet = skidpad.Fleet("single_track", n=2, start={"speed_m_s": 20.0})
    fleet.inputs["automatic"] = [1.0, 0.0]
    fleet.inputs["gear"] = [0.0, 5.0]
    fleet.step(100)
    assert fleet.states["gear"][1] == 5 != fleet.states["gear"][0]


def test_columns_are_a_mapping(fleet) -> None:
    assert "x_m" in fleet.states and "foo" not in fleet.states and fleet.states.get("foo") is None
    assert fleet.states == fleet.states != fleet.inputs
    assert fleet.states.channel("x_m") in {fleet.states.channel("x_m")}


def test_a_fleet_says_that_it_is_not_copied(fleet) -> None:
    for make in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="save its cars"):
            make(fleet)


def test_a_command_that_is_not_a_number_leaves_its_neighbours_alone(fleet) -> None:
    fleet.inputs["steer_rad"][3] = np.nan
    fleet.step(50)
    assert np.isfinite(fleet.states["x_m"]).all() and (fleet.statuses == 0).all()
    assert fleet.status(3) == "running"


@pytest.mark.skipif(os.name != "posix", reason="signals are sent by their numbers of POSIX")
def test_ctrl_c_ends_a_long_call_after_a_whole_step(fleet, ctrl_c) -> None:
    sent: list[float] = []

    def send() -> None:
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    threading.Timer(0.2, send).start()
    with pytest.raises(KeyboardInterrupt):
        fleet.step(10**9)
    assert time.monotonic() - sent[0] < 5.0, "it waits for the end of the call"
    assert fleet.time_s > 0.0 and np.isfinite(fleet.states["x_m"]).all()


def test_python_goes_on_while_a_fleet_steps(fleet) -> None:
    stepping = threading.Thread(target=fleet.step, args=(300,))
    stepping.start()
    turns = 0
    while stepping.is_alive():
        turns += 1
    stepping.join()
    assert turns > 100
    assert fleet.time_s == pytest.approx(3.0)


def test_two_threads_that_step_one_fleet_are_refused(fleet) -> None:
    stepping = threading.Thread(target=fleet.step, args=(300,))
    stepping.start()
    time.sleep(0.01)
    with pytest.raises(RuntimeError, match="borrowed"):
        fleet.step()
    stepping.join()


@pytest.mark.parametrize(
    ("wrong", "kind", "words"),
    [
        (lambda: skidpad.Fleet("w1"), skidpad.UnknownNameError, "unknown model of fleets `w1`"),
        (lambda: skidpad.Fleet(dtype="int8"), skidpad.Error, 'dtype = "int8": must be "float64" or "float32"'),
        (lambda: skidpad.Fleet("spatial", dtype="float32"), skidpad.Error, "the model spatial has fleets of float64 only"),
        (lambda: skidpad.Fleet(n=0), skidpad.Error, "n = 0: must be 1 to"),
        (lambda: skidpad.Fleet(n=-1), skidpad.Error, "n = -1: must be 1 to"),
        (lambda: skidpad.Fleet(n=2.7), TypeError, "integer"),
        (lambda: skidpad.Fleet(threads=-1), skidpad.Error, "threads = -1: must be 0 to 1024"),
        (lambda: skidpad.Fleet().step(-1), skidpad.Error, "steps = -1"),
        (lambda: skidpad.Fleet().save(-1), skidpad.Error, "car = -1: must be 0 to 0"),
        (lambda: skidpad.Fleet(draw={"x_m": (0.0, 1.0)}).reset(seed=-1), skidpad.Error, "seed = -1"),
        (lambda: skidpad.Fleet(draw={"x_m": (0.0, 1.0)}).reset(seed=2**64), skidpad.Error, "seed = 18446744073709551616"),
        (lambda: skidpad.Fleet().reset(seed=1), skidpad.Error, "nothing is drawn"),
        (lambda: skidpad.Fleet(draw={"foo": (0.0, 1.0)}), skidpad.UnknownNameError, "foo"),
        (lambda: skidpad.Fleet(meets=True), skidpad.Error, "nothing to meet without a track"),
        (lambda: skidpad.Fleet("kinematic", track="oval", meets=True), skidpad.Error, "meets = True: the model kinematic"),
        (lambda: skidpad.Fleet().set_rules(hit_m_s=1.0), skidpad.Error, "meet nothing"),
        (lambda: skidpad.Fleet(track=3), TypeError, "track: must be a Track"),
        (lambda: skidpad.Fleet(draw={"x_m": (-1.7e308, 1.7e308)}), skidpad.Error, "must be finite"),
        (lambda: skidpad.Fleet(draw={"speed_m_s": (0, 1), "velocity_x_m_s": (0, 1)}), skidpad.Error, "given twice"),
        (lambda: skidpad.Fleet(dtype="float32", start={"x_m": 1e300}), skidpad.Error, "must be finite"),
        (lambda: skidpad.Fleet(start={"speed_m_s": 1.0, "velocity_x_m_s": 2.0}), skidpad.Error, "given twice"),
        (lambda: skidpad.Fleet(start={"x_m": "a"}), skidpad.Error, "start['x_m']: must be a number"),
        (lambda: skidpad.Fleet(cars=[], n=2), skidpad.Error, "cars: is empty"),
        (lambda: skidpad.Fleet(threads=5000), skidpad.Error, "threads = 5000: must be 0 to 1024"),
        (lambda: skidpad.Fleet("commonroad_st", "boxster-s"), skidpad.UnknownNameError, "must be one of:"),
        (lambda: skidpad.Fleet(start={"x": 1.0}), skidpad.UnknownNameError, "unknown state `x`"),
        (lambda: skidpad.Fleet(start={"x_m": np.nan}), skidpad.Error, "must be finite"),
        (lambda: skidpad.Fleet(n=3, start={"x_m": [1.0, 2.0]}), skidpad.Error, "has shape (2,)"),
        (lambda: skidpad.Fleet(track="ovl"), skidpad.UnknownNameError, "did you mean `oval`"),
        (lambda: skidpad.Fleet(dt_s=2.0), skidpad.Error, "at most 1 s"),
        (lambda: skidpad.Fleet().inputs["throtle"], skidpad.UnknownNameError, "did you mean `throttle`"),
        (lambda: skidpad.Fleet().states["yaw"], skidpad.UnknownNameError, "yaw_rad"),
        (lambda: skidpad.Fleet().observe(["yaw_rte_rad_s"]), skidpad.UnknownNameError, "did you mean `yaw_rate_rad_s`"),
        (lambda: skidpad.Fleet().observe(["x_m"], out=np.empty((2, 1))), skidpad.Error, "must be of shape (1, 1)"),
        (lambda: skidpad.Fleet(n=3).reset([1, 0, 1]), skidpad.Error, "must be of booleans"),
        (lambda: skidpad.Fleet(n=3).reset(np.ones(2, bool)), skidpad.Error, "mask: has 2 values, must have 3"),
        (lambda: skidpad.Fleet().reset(to={"gear": 2.0}), skidpad.Error, "gear"),
        (lambda: skidpad.Fleet().reset(to={"x_m": np.inf}), skidpad.Error, "must be finite"),
        (lambda: skidpad.Fleet().reset(seed=1, to={}), skidpad.Error, "not both"),
        (lambda: skidpad.Fleet(draw={"x_m": (2.0, 1.0)}), skidpad.Error, "the lower bound first"),
        (lambda: skidpad.Fleet().set_rules(time_limit_s=-1.0), skidpad.Error, "time_limit_s = -1"),
        (lambda: skidpad.Fleet().ended_by("crash"), skidpad.UnknownNameError, "unknown reason"),
    ],
)
def test_wrong_input_is_answered(wrong, kind, words) -> None:
    with pytest.raises(kind) as error:
        wrong()
    assert words in str(error.value)
