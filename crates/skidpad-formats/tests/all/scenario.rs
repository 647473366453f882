//! Scenario files.

use skidpad_core::controls::{Controls, Gear};
use skidpad_core::record::Flag;
use skidpad_formats::scenario::{Scenario, parse};
use skidpad_world::path_driver::{DrivePath, DriverTask};
use skidpad_world::shaping::{AxisShape, Hands, StickShape};
use skidpad_world::weather::{Gusts, Weather};

const GOOD: &str = r#"car = "boxster-s-palmer"
model = "straight-line"
dt = "5 ms"
duration_s = 20
integrator = "rk4"

[initial]
speed_m_s = 10

[surface]
grip = "70 %"
slope = "5 %"
headwind = "18 km/h"

[[controls]]
t_s = 0
throttle = 1

[[controls]]
t_s = 2
steer = "3 deg"
gear = "auto"

[[controls]]
t = "4 s"
throttle = 0
brake = 0.5
gear = -1
"#;

fn good() -> Scenario {
    parse("s.toml", GOOD.as_bytes()).unwrap_or_else(|error| panic!("{error}"))
}

fn error(text: &str) -> String {
    parse("s.toml", text.as_bytes()).expect_err("an error").to_string()
}

#[test]
fn a_scenario_is_read() {
    let scenario = good();
    assert_eq!((scenario.car.as_str(), scenario.model.as_str()), ("boxster-s-palmer", "straight-line"));
    assert_eq!((scenario.dt_s, scenario.duration_s), (0.005, 20.0));
    assert_eq!(scenario.integrator.as_deref(), Some("rk4"));
    assert_eq!((scenario.initial["speed_m_s"].value, scenario.initial["speed_m_s"].line), (10.0, 8));
    assert_eq!((scenario.surface.grip, scenario.surface.headwind_m_s), (0.7, 5.0));
    assert!((scenario.surface.slope_rad - 0.049_958_4).abs() < 1e-6);
    assert_eq!(scenario.surface.gravity_m_s2, 9.80665);
}

#[test]
fn controls_are_held_until_the_next_row_that_gives_them() {
    let track = good().controls;
    let steer_rad = skidpad_core::units::degrees(3.0);
    let start = Controls { throttle: 1.0, ..Controls::default() };
    let middle = Controls { steer_rad, gear: Gear::Automatic, ..start };
    let end = Controls { throttle: 0.0, brake: 0.5, gear: Gear::Reverse, ..middle };
    for (t_s, expected) in
        [(-1.0, start), (0.0, start), (1.999, start), (2.0, middle), (3.999, middle), (4.0, end), (1e9, end)]
    {
        assert_eq!(track.at(t_s), expected, "at {t_s}");
    }
}

#[test]
fn controls_go_straight_where_that_is_asked_for() {
    let text = GOOD.replace("integrator", "interpolate = \"linear\"\nintegrator");
    let track = parse("s.toml", text.as_bytes()).unwrap().controls;
    // Throttle is given at 0 and 4 s, the row at 2 s leaves it out.
    for (t_s, throttle, brake) in
        [(0.0, 1.0, 0.0), (1.0, 0.75, 0.125), (2.0, 0.5, 0.25), (4.0, 0.0, 0.5), (9.0, 0.0, 0.5)]
    {
        assert_eq!((track.at(t_s).throttle, track.at(t_s).brake), (throttle, brake), "at {t_s}");
    }
    assert_eq!(track.at(3.9).gear, Gear::Automatic);
    assert_eq!(track.at(f64::NAN).throttle, 1.0);
}

#[test]
fn an_acceleration_may_stand_in_the_place_of_pedals() {
    assert_eq!(good().controls.acceleration_at(1.0), None);
    assert_eq!(good().controls.times(), [0.0, 2.0, 4.0]);
    let with = |row: &str| GOOD.replace("steer = \"3 deg\"", row);
    let track = parse("s.toml", with("acceleration = \"0.5 g\"").as_bytes()).unwrap().controls;
    // Before the first row that gives it, it is 0.
    for (t_s, expected) in [(0.0, 0.0), (1.9, 0.0), (2.0, 4.903_325), (9.0, 4.903_325)] {
        assert_eq!(track.acceleration_at(t_s), Some(expected), "at {t_s}");
    }
    assert!(error(&with("acceleration_m_s2 = 31")).contains("must be an acceleration from -30 to 30 m/s^2"));
    let error = error(&with("acceleration_m_s2 = \"1 g\""));
    assert!(error.contains("with a unit, the key is `acceleration`"), "{error}");
}

#[test]
fn steps_and_durations_out_of_range_say_what_they_must_be() {
    for dt in ["0", "-1", "nan", "inf", "-inf", "3600", "\"1 hour\"", "\"60 min\"", "true", "[]"] {
        let error = error(&GOOD.replace("dt = \"5 ms\"", &format!("dt = {dt}")));
        assert!(error.starts_with(&format!("s.toml:3:6: dt: got {dt}; must be a time above 0 and at most 1 s, such as dt_s = 0.005 or dt = \"5 ms\"")), "{error}");
    }
    let error_of = |from: &str, to: &str| error(&GOOD.replace(from, to));
    assert!(error_of("dt = \"5 ms\"", "dt_s = \"5 ms\"").ends_with("; with a unit, the key is `dt`"));
    assert!(error_of("dt = \"5 ms\"\n", "").contains("dt_s: missing; must be given: a time above 0"));
    assert!(error_of("dt = \"5 ms\"", "dt = 1\ndt_s = 1").contains("omitted, as `dt` is given"));
    assert!(
        error_of("dt = \"5 ms\"", "dt = 1e-12")
            .contains("must be at least 2e-8 s, for at most a billion steps")
    );
    for duration in ["0", "-1", "nan", "1e6"] {
        let error = error_of("duration_s = 20", &format!("duration_s = {duration}"));
        assert!(
            error.contains("duration_s: got ") && error.contains("above 0 and at most 100000 s"),
            "{error}"
        );
    }
}

#[test]
fn all_mistakes_are_reported() {
    let text = r#"car = 3
modle = "straight-line"
dt_s = 0
duration_s = 10
interpolate = "lineal"
grip = 1

[initial]
speed_m_s = nan
x = "3 m"

[surface]
grip = -1
slope = "5 kg"
wind = 3

[[controls]]
t_s = 0
throttle = 1.5
gear = 13
steer_rad = "5 deg"

[[controls]]
t_s = 0
brake = "x"
gear = "revers"
horn = 1
"#;
    let expected = "\
s.toml:1:1: model: missing; must be given: the name of a model, in quotes
s.toml:1:7: car: got 3; must be the name of a preset or the path of a vehicle file, in quotes
s.toml:2:1: modle: got the unknown key `modle`; must be one of the keys car, model, dt_s, dt, duration_s, duration, integrator, interpolate, start, initial, surface, weather, ground, friction, contact, wall, cone, traffic, shaping, driver or controls; did you mean `model`?
s.toml:3:8: dt_s: got 0; must be a time above 0 and at most 1 s, such as dt_s = 0.005 or dt = \"5 ms\"
s.toml:5:15: interpolate: got \"lineal\"; must be \"hold\" or \"linear\"; did you mean `linear`?
s.toml:6:1: grip: got the unknown key `grip`; must be one of the keys car, model, dt_s, dt, duration_s, duration, integrator, interpolate, start, initial, surface, weather, ground, friction, contact, wall, cone, traffic, shaping, driver or controls; `grip` belongs in [surface]
s.toml:9:13: initial.speed_m_s: got nan; must be a finite number, in the unit that ends the state's name
s.toml:10:5: initial.x: got \"3 m\"; must be a finite number, in the unit that ends the state's name
s.toml:13:8: surface.grip: got -1; must be a number from 0 to 3, such as 0.3 (or in %)
s.toml:14:9: surface.slope: got \"5 kg\"; must be a slope from -1.5 to 1.5 rad, such as \"5 %\" (units: rad, deg or %); `kg` is a unit of mass, not of slope
s.toml:15:1: surface.wind: got the unknown key `wind`; must be one of the keys grip, rolling, slope, bank, headwind, crosswind, air_density or gravity; did you mean `headwind`?
s.toml:19:12: controls[0].throttle: got 1.5; must be a number from 0 to 1, such as 0.5 or \"50 %\"
s.toml:20:8: controls[0].gear: got 13; must be a gear from -1 (reverse) to 12, or \"reverse\", \"neutral\" or \"auto\"
s.toml:21:13: controls[0].steer_rad: got \"5 deg\"; must be an angle from -1.5 to 1.5 rad, positive to the left, such as steer_rad = 0.1 or steer = \"5 deg\"; with a unit, the key is `steer`
s.toml:24:7: controls[1].t_s: got 0; must be later than the row before, which is at 0 s
s.toml:25:9: controls[1].brake: got \"x\"; must be a number from 0 to 1, such as 0.5 or \"50 %\"
s.toml:26:8: controls[1].gear: got \"revers\"; must be a gear from -1 (reverse) to 12, or \"reverse\", \"neutral\" or \"auto\"; did you mean `reverse`?
s.toml:27:1: controls[1].horn: got the unknown key `horn`; must be one of the keys t_s, t, throttle, brake, handbrake, steer_rad, steer, stick, clutch, starter, gear, acceleration_m_s2 or acceleration";
    assert_eq!(error(text), expected);
}

#[test]
fn controls_are_rows() {
    let head = "car = \"c\"\nmodel = \"m\"\ndt_s = 0.1\nduration_s = 1\n";
    assert!(error(head).contains("controls: missing; must be given: rows of controls"));
    assert!(error(&format!("{head}controls = []")).contains("must be rows of controls"));
    assert!(
        error(&format!("{head}controls = [1]")).contains("controls[0]: got 1; must be a row of controls")
    );
    assert!(error(&format!("{head}controls = [{{}}]")).contains("controls[0].t_s: missing"));
    assert!(parse("s", format!("{head}controls = [{{t_s = 0}}]").as_bytes()).is_ok());
    let many: String = (0..300).map(|index| format!("x{index} = 1\n")).collect();
    let text = format!("{head}controls = [{{t_s = 0}}]\n[initial]\n{many}");
    assert!(
        error(&text).contains("s.toml:6:2: initial: got 300 states; must be at most 200 states"),
        "{}",
        error(&text)
    );
}

#[test]
fn what_the_caller_finds_wrong_has_its_place_too() {
    let error = good().error_at("initial.speed_m_s", "a state of the model", &["speed", "position_m"]);
    assert_eq!(
        error.to_string(),
        "s.toml:8:13: initial.speed_m_s: got 10; must be a state of the model; did you mean `speed`?"
    );
    let error = good().error_at("model", "a model", &["straight-line-2"]);
    assert_eq!(
        error.to_string(),
        "s.toml:2:9: model: got \"straight-line\"; must be a model; did you mean `straight-line-2`?"
    );
}

/// What comes too late is named; on straight lines the row that the last line leads to still counts.
#[test]
fn controls_after_the_end_are_found() {
    let scenario = |interpolate: &str| {
        let rows: String =
            [0, 1, 2, 3, 4].map(|t| format!("[[controls]]\nt_s = {t}\nthrottle = 0.{t}\n")).concat();
        let text = format!(
            "car = \"boxster-s\"\nmodel = \"point_mass\"\ndt_s = 0.1\nduration_s = 2\ninterpolate = \"{interpolate}\"\n{rows}"
        );
        parse("late.toml", text.as_bytes()).unwrap()
    };
    assert_eq!(scenario("hold").controls.idle_after(2.0), [3.0, 4.0]);
    assert_eq!(scenario("linear").controls.idle_after(2.0), [4.0]);
    assert_eq!(scenario("linear").controls.idle_after(1.5), [3.0, 4.0]);
    assert!(scenario("hold").controls.idle_after(4.0).is_empty());
}

const KEYS: &str = r#"
car = "c"
model = "m"
dt_s = 0.01
duration_s = 1

[shaping]
kind = "pad"
lock = "30 deg"
steer = { attack = 2, rate_speed = "180 km/h" }

[shaping.brake]
smoothing = "40 ms"
dead_zone = "10 %"

[shaping.grip]
peak_slip = "8 deg"
front_arm = "1.2 m"
low_speed = 5

[[controls]]
t_s = 0
throttle = 1
starter = 1

[[controls]]
t_s = 0.5
stick = -0.5
starter = 0
"#;

#[test]
fn keys_are_shaped_as_the_file_says() {
    let scenario = parse("k.toml", KEYS.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    let (hands, pad) = (scenario.shaping.unwrap(), StickShape::<f64>::pad());
    let lock_rad = skidpad_core::units::degrees(30.0);
    assert_eq!(hands.shape.steer, AxisShape { attack_1_s: 2.0, rate_speed_m_s: 50.0, ..pad.steer });
    assert_eq!(hands.shape.brake, AxisShape { smoothing_s: 0.04, dead_zone: 0.1, ..pad.brake });
    assert_eq!((hands.shape.throttle, hands.shape.handbrake), (pad.throttle, pad.handbrake));
    assert_eq!((hands.reach.stick_lock_rad, hands.reach.steers_by_grip), (lock_rad, Flag::from(true)));
    let grip = hands.grip;
    assert_eq!((grip.fraction, grip.following, grip.low_speed_m_s, grip.rate_rad_s), (0.9, 1.0, 5.0, 2.0));
    assert!((grip.peak_slip_rad - skidpad_core::units::degrees(8.0)).abs() < 1e-15);
    assert_eq!((grip.front_arm_m, grip.lock_rad), (1.2, lock_rad));
    // Sticks are shares of the lock.
    let at = |t_s: f64| scenario.controls.at(t_s);
    assert_eq!((at(0.0).steer_rad, at(0.6).steer_rad), (0.0, -0.5 * lock_rad));
    assert_eq!((at(0.0).starter, at(0.6).starter), (1.0, 0.0));

    let short = KEYS.replace("lock = \"30 deg\"\n", "").replace("kind = \"pad\"", "kind = \"keyboard\"");
    let short = &short[..short.find("steer = {").unwrap()];
    let text = format!("{short}{}", &KEYS[KEYS.find("[[controls]]").unwrap()..]);
    let hands = parse("k.toml", text.as_bytes()).unwrap().shaping.unwrap();
    assert_eq!(hands, Hands::new(StickShape::keyboard(), skidpad_core::units::degrees(35.0)));
    assert_eq!(good().shaping, None);
}

#[test]
fn shaping_that_cannot_be_is_named() {
    let left_out = "must be omitted, as";
    for (from, to, says) in [
        ("kind = \"pad\"\n", "", "shaping.kind: missing; must be given: \"keyboard\", \"pad\" or \"direct\""),
        ("kind = \"pad\"", "kind = \"paid\"", "did you mean `pad`?"),
        ("kind = \"pad\"", "kind = 3", "shaping.kind: got 3; must be"),
        ("lock = \"30 deg\"", "lock = 0", "shaping.lock: got 0; must be"),
        ("lock = \"30 deg\"", "lock = \"100 deg\"", "shaping.lock: got \"100 deg\"; must be"),
        ("lock = \"30 deg\"", "lock = nan", "shaping.lock: got nan"),
        ("lock", "attack = 3\nlock", "`attack` belongs in [shaping.steer]"),
        ("attack = 2", "attack = -2", "shaping.steer.attack: got -2; must be"),
        ("attack = 2", "attac = 2", "did you mean `attack`?"),
        ("dead_zone = \"10 %\"", "dead_zone = 1", "shaping.brake.dead_zone: got 1; must be"),
        ("smoothing = \"40 ms\"", "smoothing = inf", "shaping.brake.smoothing: got inf"),
        ("smoothing = \"40 ms\"", "smoothing = \"40 kg\"", "shaping.brake.smoothing: got \"40 kg\""),
        ("peak_slip = \"8 deg\"\n", "", "shaping.grip.peak_slip: missing; must be given"),
        ("front_arm = \"1.2 m\"\n", "", "shaping.grip.front_arm: missing; must be given"),
        ("low_speed = 5", "low_speed = 0", "shaping.grip.low_speed: got 0; must be"),
        ("low_speed = 5", "fraction = 3", "shaping.grip.fraction: got 3; must be"),
        ("[shaping.grip]", "[shaping.grab]", "shaping.grab: got the unknown key `grab`"),
        ("stick = -0.5", "stick = -1.01", "controls[1].stick: got -1.01; must be a number from -1"),
        ("stick = -0.5", "stick = nan", "controls[1].stick: got nan; must be a number from -1"),
        ("stick = -0.5", "steer = \"3 deg\"", left_out),
        ("stick = -0.5", "stick = 0.5\nsteer_rad = 0.1", left_out),
        ("starter = 0", "starter = 1.5", "controls[1].starter: got 1.5; must be a number from 0 to 1"),
        ("starter = 0", "starter = \"on\"", "controls[1].starter: got \"on\"; must be a number from 0 to 1"),
        ("starter = 0", "starter = true", "controls[1].starter: got true; must be a number from 0 to 1"),
    ] {
        let text = KEYS.replacen(from, to, 1);
        assert_ne!(text, KEYS);
        let error = error(&text);
        assert!(error.contains(says), "{says}: {error}");
    }
    let text = KEYS.replace("[shaping]\n", "[shaping_]\n");
    assert!(error(&text).contains("did you mean `shaping`?"), "{}", error(&text));
    let text = format!("shaping = 3\n{}", GOOD);
    assert!(error(&text).contains("shaping: got 3; must be a section [shaping]"), "{}", error(&text));
    let text = GOOD.replace("steer = \"3 deg\"", "stick = 1");
    assert!(error(&text).contains("stick: got 1; must be omitted without [shaping]"), "{}", error(&text));
}

#[test]
fn a_scenario_from_a_log_has_neither_car_nor_scene() {
    let text = "dt = \"5 ms\"\nduration = 2\n[start]\nlog = \"a.skidlog\"\ntime = \"1.5 s\"\n";
    let scenario = parse("s.toml", text.as_bytes()).expect("a scenario");
    let start = scenario.start.clone().expect("a start");
    assert_eq!((start.log.as_str(), start.time_s, start.car), ("a.skidlog", Some(1.5), None));
    assert!(scenario.is_untouched && scenario.car.is_empty() && scenario.model.is_empty());
    // Of no folder, it names no file.
    assert!(
        scenario.start_path().expect("a start").expect_err("no folder").contains("start.log: a text outside")
    );
    let driven =
        parse("s.toml", format!("{text}[[controls]]\nt_s = 0\nbrake = 1\n").as_bytes()).expect("controls");
    assert!(!driven.is_untouched && driven.controls.at(0.0).brake == 1.0);
    for key in [
        "car = \"boxster-s\"",
        "model = \"w1\"",
        "integrator = \"rk4\"",
        "surface = { grip = 1 }",
        "friction = \"falling\"",
    ] {
        let error = error(&format!("{key}\n{text}"));
        assert!(error.contains("left out with [start], as the log has it"), "{key}: {error}");
    }
    assert!(good().start.is_none() && !good().is_untouched);
}

#[test]
fn a_driver_has_his_controls_and_rows_the_rest() {
    let with = |driver: &str, rows: &str| {
        let end = GOOD.find("[[controls]]").expect("rows");
        format!("{}[driver]\n{driver}\n{rows}", &GOOD[..end])
    };
    let alone = parse("s.toml", with("speed = \"36 km/h\"", "").as_bytes()).expect("a driver");
    let speed_m_s = 10.0;
    assert_eq!(alone.driver, Some(DriverTask { speed_m_s, path: None }));
    assert_eq!(alone.controls.at(3.0), Controls { gear: Gear::Automatic, ..Controls::default() });
    let text =
        with("speed = 10\npath = \"circle\"\nradius = \"-30 m\"", "[[controls]]\nt_s = 0\nhandbrake = 1\n");
    let circle = parse("s.toml", text.as_bytes()).expect("a driver");
    let path = Some(DrivePath::Circle { radius_m: -30.0 });
    assert_eq!(circle.driver, Some(DriverTask { speed_m_s, path }));
    assert_eq!((circle.controls.at(0.0).handbrake, circle.controls.at(0.0).gear), (1.0, Gear::Automatic));
    // Without a path the rows steer; with one they do not.
    let steer = "[[controls]]\nt_s = 0\nsteer = 0.1\n";
    assert!(parse("s.toml", with("speed = 10", steer).as_bytes()).is_ok());
    for (driver, row, says) in [
        ("path = \"line\"", "steer = 0.1", "steer: got 0.1; must be left out, as the driver has it"),
        ("", "gear = -1", "gear: got -1; must be a gear forwards, as the driver keeps a speed ahead"),
    ] {
        let text = with(&format!("speed = 10\n{driver}"), &format!("[[controls]]\nt_s = 0\n{row}\n"));
        let error = error(&text);
        assert!(error.contains(&format!("controls[0].{says}")), "{error}");
    }
    // A disc of ground has a radius in the place of a length; a lane change has not.
    let short = error(&with("speed = 10\npath = \"lane-change\"\nfrom = 5\noffset = 3", ""));
    assert!(short.contains("driver.length: missing; must be given: ") && !short.contains("disc"), "{short}");
}

#[test]
fn weather_is_read_with_its_gusts() {
    let rows = GOOD.find("[[controls]]").expect("rows");
    let gusts = "[weather]\nwind = [\"36 km/h\", -2]\ngusts = { deviation = 3, time_scale = \"4 s\" }\n";
    let text = format!("{}{gusts}{}", &GOOD[..rows], &GOOD[rows..]);
    let weather = parse("s.toml", text.as_bytes()).expect("weather").weather;
    let gusts = Some(Gusts { seed: 1, deviation_m_s: 3.0, time_scale_s: 4.0 });
    assert_eq!(weather, Weather { wind_m_s: [10.0, -2.0], gusts, ..Weather::CALM });
    assert_eq!(good().weather, Weather::CALM);
    let error = error(&text.replace("3,", "20,"));
    assert!(error.contains("weather.gusts.deviation: got 20; must be a speed from 0 to 15 m/s"), "{error}");
}

/// Before the first row that gives a gear, who goes on from a log stays in that of the log.
#[test]
fn a_gear_is_given_from_its_row_on() {
    let rows = GOOD.find("[[controls]]").expect("rows");
    let of = |rows_of: &str| {
        parse("s.toml", format!("{}{rows_of}", &GOOD[..rows]).as_bytes()).expect("rows").controls
    };
    let later = of("[[controls]]\nt_s = 0\nbrake = 1\n[[controls]]\nt_s = 2\ngear = 4\n");
    assert_eq!([0.0, 1.9, 2.0].map(|time_s| later.gives_gear_at(time_s)), [false, false, true]);
    assert_eq!(later.at(1.9).gear, Gear::Forward(1));
    assert!(!of("[[controls]]\nt_s = 0\nbrake = 1\n").gives_gear_at(5.0));
}
