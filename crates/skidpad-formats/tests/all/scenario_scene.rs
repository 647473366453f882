//! What a scenario's car can hit, and its friction function.

use skidpad_core::controls::Gear;
use skidpad_core::math::Vec2;
use skidpad_formats::scenario::{Touch, parse};
use skidpad_world::contact::Barrier;
use skidpad_world::models::FrictionChoice;

const SCENE: &str = r#"
car = "c"
model = "m"
dt_s = 0.01
duration_s = 1
friction = "falling"

[contact]
restitution = 0.5

[[wall]]
name = "pit"
from = ["60 m", -5]
to = [60, 5]

[[wall]]
point = [0, 8]
normal = [0, -2]
restitution = 1
friction = "10 %"

[[wall]]
x = 30
y = 2
radius = "20 cm"

[[traffic]]
name = "ram"
vehicle = "v"
model = "n"
x = 40
y = -2
heading = "180 deg"
speed = "36 km/h"
friction = 0.7

[[traffic.controls]]
t_s = 0
brake = 1

[[traffic.controls]]
t_s = 0.5
steer = "2 deg"
gear = "reverse"

[[traffic]]
vehicle = "w"
x = 50
y = 3

[[controls]]
t_s = 0
"#;

const BARE: &str = "car = \"c\"\nmodel = \"m\"\ndt_s = 0.01\nduration_s = 1\n[[controls]]\nt_s = 0";

fn error(text: &str) -> String {
    parse("s.toml", text.as_bytes()).expect_err("an error").to_string()
}

#[test]
fn walls_and_further_cars_are_read() {
    let scenario = parse("s.toml", SCENE.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    assert!(scenario.has_contact());
    assert_eq!(scenario.friction, Some(FrictionChoice::new("falling")));
    assert_eq!(scenario.contact, Touch { restitution: 0.5, ..Touch::USUAL });
    let names: Vec<&str> = scenario.walls.iter().map(|wall| wall.name.as_str()).collect();
    assert_eq!(names, ["pit", "wall[1]", "wall[2]"]);
    let walls: Vec<_> = scenario.walls.iter().map(|wall| wall.wall).collect();
    let (from_m, to_m) = (Vec2::new(60.0, -5.0), Vec2::new(60.0, 5.0));
    assert_eq!(walls[0].barrier, Barrier::Segment { from_m, to_m });
    assert_eq!((walls[0].restitution, walls[0].friction), (0.5, 0.5));
    let (point_m, normal) = (Vec2::new(0.0, 8.0), Vec2::new(0.0, -1.0));
    assert_eq!(walls[1].barrier, Barrier::HalfPlane { point_m, normal });
    assert_eq!((walls[1].restitution, walls[1].friction), (1.0, 0.1));
    assert_eq!(walls[2].barrier, Barrier::Post { centre_m: Vec2::new(30.0, 2.0), radius_m: 0.2 });
    let [ram, second] = &scenario.traffic[..] else { panic!("{:?}", scenario.traffic) };
    assert_eq!((ram.name.as_str(), ram.vehicle.as_str(), ram.model.as_str()), ("ram", "v", "n"));
    assert_eq!((ram.position_m, ram.speed_m_s), ([40.0, -2.0], 10.0));
    assert!((ram.heading_rad - core::f64::consts::PI).abs() < 1e-15);
    assert_eq!(ram.touch, Touch { restitution: 0.5, friction: 0.7 });
    assert_eq!((ram.controls.at(0.4).brake, ram.controls.at(0.6).gear), (1.0, Gear::Reverse));
    // What is left out: the scenario's model, the file's contact, and nobody touches the controls.
    assert_eq!((second.name.as_str(), second.model.as_str()), ("traffic1", "m"));
    assert_eq!((second.heading_rad, second.speed_m_s, second.touch), (0.0, 0.0, scenario.contact));
    let controls = second.controls.at(0.5);
    assert_eq!((controls.brake, controls.gear), (0.0, Gear::Neutral));
}

#[test]
fn a_friction_function_has_figures_of_its_own() {
    let with = |friction: &str| SCENE.replace("friction = \"falling\"", friction);
    let table = with("friction = { law = \"exponential\", largest = 1.05, slip_speed = 0.61 }");
    let scenario = parse("s.toml", table.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    let friction = scenario.friction.expect("a friction function");
    assert_eq!((friction.law, friction.largest), ("exponential", Some(1.05)));
    assert_eq!(friction.k_m_s, Some(0.61));
    assert_eq!(parse("s.toml", with("").as_bytes()).map(|scenario| scenario.friction), Ok(None));
}

#[test]
fn a_scene_that_cannot_be_is_named_with_its_place() {
    for (from, to, says) in [
        (
            "friction = \"falling\"",
            "friction = \"faling\"",
            "s.toml:6:12: friction: got \"faling\"; must be \"hyperbolic\", \"exponential\", \"piecewise-linear\" or \"falling\"; did you mean `falling`?",
        ),
        ("friction = \"falling\"", "friction = 0.5", "friction: got 0.5; must be \"hyperbolic\""),
        ("friction = \"falling\"", "friction = { law = \"falling\", larges = 1 }", "did you mean `largest`?"),
        (
            "friction = \"falling\"",
            "friction = { law = \"falling\", largest = 9 }",
            "friction.largest: got 9; must be",
        ),
        ("friction = \"falling\"", "friction = { largest = 1 }", "friction.law: missing; must be given"),
        (
            "restitution = 0.5",
            "restitution = 1.5",
            "contact.restitution: got 1.5; must be a number from 0 to 1",
        ),
        ("restitution = 0.5", "bounce = 1", "must be one of the keys restitution or friction"),
        ("to = [60, 5]", "", "wall[0].to: missing; must be given: a point"),
        (
            "to = [60, 5]",
            "to = [60]",
            "wall[0].to: got [60]; must be a point: its x and y in m, such as [40, -2.5]",
        ),
        ("to = [60, 5]", "to = [60, nan]", "wall[0].to[1]: got nan"),
        (
            "to = [60, 5]",
            "to = [60, -5]",
            "wall[0]: got a table of 3 keys; must be a wall of at least 0.001 m",
        ),
        (
            "to = [60, 5]",
            "to = [60, 5]\nradius = 1",
            "wall[0].radius: got 1; must be left out where `from` is given",
        ),
        ("normal = [0, -2]", "normal = [0, 0]", "wall[1].normal: got [0, 0]; must be the direction"),
        ("normal = [0, -2]", "normal = \"up\"", "wall[1].normal: got \"up\""),
        ("point = [0, 8]\nnormal = [0, -2]\n", "", "wall[1].from: missing; must be given: from and to"),
        ("radius = \"20 cm\"", "radius = 0", "wall[2].radius: got 0; must be"),
        ("name = \"pit\"", "name = \"a b\"", "wall[0].name: got \"a b\"; must be a name"),
        ("name = \"ram\"", "name = \"x.y\"", "traffic[0].name: got \"x.y\"; must be a name"),
        (
            "vehicle = \"w\"",
            "vehicle = \"w\"\nname = \"ram\"",
            "traffic[1].name: got \"ram\"; must be a name",
        ),
        ("vehicle = \"v\"\n", "", "traffic[0].vehicle: missing; must be given"),
        ("vehicle = \"v\"", "car = \"v\"", "the car of [[traffic]] is its `vehicle`"),
        ("x = 40\n", "", "traffic[0].x: missing; must be given"),
        ("speed = \"36 km/h\"", "speed = \"36 kg\"", "traffic[0].speed: got \"36 kg\""),
        ("brake = 1", "brake = 2", "traffic[0].controls[0].brake: got 2; must be a number from 0 to 1"),
        ("gear = \"reverse\"", "gear = \"revers\"", "traffic[0].controls[1].gear: got \"revers\""),
        ("[[traffic]]\nvehicle = \"w\"\nx = 50\ny = 3\n", "[traffic.a]\n", "s.toml"),
    ] {
        assert!(SCENE.contains(from), "{from}");
        let error = error(&SCENE.replacen(from, to, 1));
        assert!(error.contains(says), "{from} -> {to}: {error}");
    }
}

/// Each car of a scenario is a whole simulation and each wall is looked at in each step: a stranger's file has so many.
#[test]
fn a_scene_has_only_so_much() {
    let head = "car = \"c\"\nmodel = \"m\"\ndt_s = 0.01\nduration_s = 1\n[[controls]]\nt_s = 0\n";
    let walls = |count: usize| format!("{head}{}", "[[wall]]\nfrom = [0, 0]\nto = [1, 0]\n".repeat(count));
    let cars =
        |count: usize| format!("{head}{}", "[[traffic]]\nvehicle = \"v\"\nx = 0\ny = 0\n".repeat(count));
    assert!(parse("s.toml", walls(1000).as_bytes()).is_ok());
    assert!(error(&walls(1001)).contains("wall: got 1001 tables; must be at most 1000"));
    assert!(parse("s.toml", cars(31).as_bytes()).is_ok());
    assert!(error(&cars(32)).contains("traffic: got 32 tables; must be at most 31"));
}

/// Rows of cones are evenly spaced and have both ends; single cones stand beside them.
#[test]
fn cones_are_read_alone_and_in_rows() {
    let text = format!(
        "{BARE}\n[[cone]]\nx = 5\ny = \"20 cm\"\n[[cone]]\nfrom = [30, 0]\nto = [90, 8]\ncount = 5\n"
    );
    let scenario = parse("s.toml", text.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    let places: Vec<_> = scenario.cones.iter().map(|cone| cone.position_m).collect();
    assert_eq!(places, [[5.0, 0.2], [30.0, 0.0], [45.0, 2.0], [60.0, 4.0], [75.0, 6.0], [90.0, 8.0]]);
    assert!(scenario.has_contact());
}

#[test]
fn wrong_cones_are_named() {
    let error = |cone: &str| error(&format!("{BARE}\n[[cone]]\n{cone}\n"));
    assert!(error("x = 5").contains("cone[0].y"), "{}", error("x = 5"));
    let row = |count: &str| error(&format!("from = [0, 0]\nto = [9, 0]\n{count}"));
    assert!(row("").contains("cone[0].count: missing"), "{}", row(""));
    assert!(row("count = 2.5").contains("a whole number from 2 to 1000"), "{}", row("count = 2.5"));
    assert!(row("count = 1").contains("cone[0].count"), "{}", row("count = 1"));
    assert!(row("count = 3\nx = 1").contains("left out where a row of cones"), "{}", row("count = 3\nx = 1"));
    // All cones of such a row stood in one place, and flew apart.
    let heap = error("from = [9, 1]\nto = [9, 1]\ncount = 3");
    assert!(heap.contains("cone[0].to: got") && heap.contains("another point than from"), "{heap}");
}
