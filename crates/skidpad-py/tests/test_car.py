"""One car."""

import copy
import pickle
import types

import numpy as np
import pytest

import skidpad

TENTH = {"throttle": 0.6, "steer_rad": 0.03}


def test_it_accelerates_as_the_library_says() -> None:
    car = skidpad.Car("boxster-s")
    while car.speed_m_s < 100 / 3.6:
        car.step(1 / 60, throttle=1.0)
    assert 5.0 < car.time_s < 6.5
    assert car.status == "running"
    assert car.position_m[0] > 50.0 and abs(car.position_m[1]) < 1e-6


def test_frames_are_those_of_iso_8855() -> None:
    car = skidpad.Car("mx5-nd-2016", speed_m_s=15.0)
    car.step(0.01, throttle=0.2, steer_rad=0.03, steps=100)
    assert car.yaw_rate_rad_s > 0 and car.position_m[1] > 0 and car.heading_rad > 0
    front_left, front_right, *_ = car.wheels
    assert front_right.load_n > front_left.load_n, "it leans on its outer wheels"


def test_many_steps_in_one_call_are_the_same_steps() -> None:
    one, many = skidpad.Car("boxster-s"), skidpad.Car("boxster-s")
    for _ in range(50):
        one.step(0.01, **TENTH)
    many.step(0.01, **TENTH, steps=50)
    assert one.hash() == many.hash()


def test_outputs_have_names_units_and_descriptions() -> None:
    car = skidpad.Car("boxster-s")
    car.step(0.01, throttle=1.0)
    outputs = car.outputs()
    assert [channel.name for channel in car.channels if channel.kind != "time"] == [name for name in outputs if name != "time_s"]
    assert car["engine_rad_s"] == outputs["engine_rad_s"] > 0
    engine = next(channel for channel in car.channels if channel.name == "engine_rad_s")
    assert engine.unit == "rad/s" and engine.description and engine.low < engine.high


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda car: pickle.loads(pickle.dumps(car))])
@pytest.mark.parametrize("model", [None, "single_track", "two_track_sprung", "spatial", "two_track_magic"])
def test_a_copy_goes_on_with_the_same_bits(again, model) -> None:
    car = skidpad.Car("boxster-s", model, speed_m_s=20.0, surface={"grip": 0.8, "slope_rad": 0.03})
    car.step(0.01, **TENTH, steps=30)
    other = again(car)
    car.step(0.01, **TENTH, steps=30)
    other.step(0.01, **TENTH, steps=30)
    assert car.hash() == other.hash()
    assert (other.model, other.surface, other.vehicle) == (car.model, car.surface, car.vehicle)


def test_a_car_on_a_track_is_pickled_with_its_track() -> None:
    track = skidpad.Track("hill-climb")
    place = track.at(np.array([track.start_m + 30.0]))
    car = skidpad.Car("boxster-s", track=track, position_m=(place["x_m"][0], place["y_m"][0]), heading_rad=place["heading_rad"][0])
    car.step(0.01, throttle=0.5, steps=100)
    other = pickle.loads(pickle.dumps(car))
    for each in (car, other):
        each.step(0.01, throttle=0.5, steps=100)
    assert other.track == track and car.hash() == other.hash()
    assert car.position_m[2] != 0.0


def test_it_goes_back_to_what_was_saved_and_to_bytes() -> None:
    car = skidpad.Car("boxster-s", speed_m_s=10.0)
    saved, data = car.save(), car.to_bytes()
    car.step(0.01, **TENTH, steps=20)
    first = car.hash()
    for state in (saved, data):
        car.restore(state)
        car.step(0.01, **TENTH, steps=20)
        assert car.hash() == first


def test_a_restore_that_is_refused_changes_nothing() -> None:
    car = skidpad.Car("boxster-s", speed_m_s=10.0)
    before = car.hash()
    for wrong in (skidpad.Car("boxster-s", "single_track").save(), b"", car.to_bytes()[:-1]):
        with pytest.raises(skidpad.Error):
            car.restore(wrong)
    with pytest.raises(TypeError, match="must be a SavedCar, or bytes"):
        car.restore(3)
    assert car.hash() == before


def test_changes_of_fields_and_files(tmp_path) -> None:
    heavy = skidpad.Vehicle("boxster-s", {"body.kerb_mass": "1400 kg", "body.load_mass": 100.0})
    assert heavy.mass_kg == pytest.approx(1500.0)
    path = tmp_path / "heavy.toml"
    path.write_text(heavy.to_toml())
    assert skidpad.Vehicle(str(path)) == heavy == pickle.loads(pickle.dumps(heavy))
    assert hash(skidpad.Vehicle(str(path))) == hash(heavy) and heavy != skidpad.Vehicle("boxster-s")


@pytest.mark.parametrize("name", skidpad.presets())
def test_every_preset_is_pickled_to_an_equal_vehicle(name) -> None:
    vehicle = skidpad.Vehicle(name)
    other = pickle.loads(pickle.dumps(vehicle))
    assert other == vehicle and other.name == name
    cars = [skidpad.Car(each, speed_m_s=8.0) for each in (vehicle, other)]
    for car in cars:
        car.step(0.02, throttle=0.3, steer_rad=0.02, steps=20)
    assert cars[0].hash() == cars[1].hash()


@pytest.mark.parametrize(
    ("wrong", "kind", "words"),
    [
        (lambda: skidpad.Car("boxter-s"), skidpad.UnknownNameError, "did you mean `boxster-s`"),
        (lambda: skidpad.Car("boxster-s", "spatil"), skidpad.UnknownNameError, "did you mean `spatial`"),
        (lambda: skidpad.Car("none.toml"), skidpad.FileError, "file not found: none.toml"),
        (lambda: skidpad.Car(3), TypeError, "vehicle: must be a Vehicle"),
        (lambda: skidpad.Car("boxster-s", "commonroad_st"), skidpad.Error, "does not take a vehicle"),
        (lambda: skidpad.Car("boxster-s", speed_m_s=float("nan")), skidpad.Error, "finite"),
        (lambda: skidpad.Car("boxster-s", surface={"grp": 1.0}), skidpad.UnknownNameError, "did you mean `grip`"),
        (lambda: skidpad.Car("boxster-s", surface={"grip": -1.0}), skidpad.Error, "surface.grip = -1: must be 0 to"),
        (lambda: skidpad.Car("boxster-s", track="ovl"), skidpad.UnknownNameError, "did you mean `oval`"),
        (lambda: skidpad.Car("boxster-s").step(0.0), skidpad.Error, "above 0 and at most 1 s"),
        (lambda: skidpad.Car("boxster-s").step(0.1, steps=-1), skidpad.Error, "steps = -1: must be 0 to"),
        (lambda: skidpad.Car("boxster-s", position_m=[1.0]), skidpad.Error, "position_m: must be x and y, has 1 numbers"),
        (lambda: skidpad.Car("boxster-s").step(0.1, brake=float("nan")), skidpad.Error, "brake = nan"),
        (lambda: skidpad.Car("boxster-s").step(0.1, gear="X"), skidpad.Error, "gear = 'X': must be 1 to 12"),
        (lambda: skidpad.Car("boxster-s").step(0.1, gear=13), skidpad.Error, "gear = 13: must be 1 to 12"),
        (lambda: skidpad.Car("boxster-s")["engine_speed"], skidpad.UnknownNameError, "engine_rad_s"),
        (lambda: skidpad.Vehicle("boxster-s", {"body.mass": 1}), skidpad.UnknownNameError, "near: body.kerb_mass"),
        (lambda: skidpad.Vehicle("boxster-s", {"body.kerb_mass": 0.3}), skidpad.FileError, "from 0.5 to 100000 kg"),
        (lambda: skidpad.Vehicle.from_toml("title = 3"), skidpad.FileError, "title"),
        (lambda: skidpad.Model("two_trak"), skidpad.UnknownNameError, "did you mean `two_track`"),
    ],
)
def test_wrong_input_is_answered(wrong, kind, words) -> None:
    with pytest.raises(kind) as error:
        wrong()
    assert words in str(error.value)


def test_paths_positions_and_mappings_are_taken_as_they_come(tmp_path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(skidpad.Vehicle("boxster-s").to_toml())
    car = skidpad.Car(path, surface=types.MappingProxyType({"grip": 0.5}))
    other = skidpad.Car(path, position_m=car.position_m, surface=car.surface)
    other.teleport(car.position_m, speed_m_s=3.0)
    other.restore(bytearray(car.to_bytes()))
    assert other.hash() == car.hash() and other.surface["grip"] == 0.5


def test_road_and_air_are_set_and_not_written() -> None:
    """A number that was written into the dictionary that `surface` returns had no effect."""
    car = skidpad.Car("boxster-s")
    with pytest.raises(TypeError, match="does not support item assignment"):
        car.surface["grip"] = 0.1
    car.surface = {**car.surface, "grip": 0.1}
    assert car.surface["grip"] == 0.1 and car.surface["gravity_m_s2"] > 9.8


def test_names_of_outputs_are_in_it() -> None:
    assert "engine_rad_s" in skidpad.Car("boxster-s") and "foo" not in skidpad.Car("boxster-s")


def test_models_are_equal_by_name() -> None:
    assert skidpad.Model("spatial") == skidpad.Model("spatial") != skidpad.Model("two_track")
    assert pickle.loads(pickle.dumps(skidpad.Model("spatial"))) in {skidpad.Model("spatial")}
    assert skidpad.Model("spatial").takes_vehicles and not skidpad.Model("commonroad_st").takes_vehicles


def test_it_is_shown_to_people() -> None:
    car = skidpad.Car("boxster-s", speed_m_s=10.0)
    assert repr(car) == "<Car Porsche Boxster S (986) (two_track) at 0.000 s: 36.0 km/h, x 0.00 m, y 0.00 m, running>"
    assert repr(car.vehicle) == "<Vehicle boxster-s: Porsche Boxster S (986)>"
    assert "load_n=" in repr(car.wheels[0])
    assert repr(skidpad.Model("single_track")).startswith("<Model single_track: ")
