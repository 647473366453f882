//! Cars that drive as they do without Bevy.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_skidpad::prelude::*;
use bevy_skidpad::skidpad::prelude::{Car, Controls};

use super::support::{app, dt_s, get, spawn, update_to, world};

/// Off, round a bend, hard on the brakes, in reverse.
fn script(time_s: f64) -> Controls {
    let controls = Controls { gear: Gear::Automatic, ..Controls::default() };
    match time_s {
        ..3.0 => Controls { throttle: 1.0, ..controls },
        ..5.0 => Controls { throttle: 0.4, steer_rad: 0.06, ..controls },
        ..7.0 => Controls { brake: 1.0, steer_rad: -0.02, ..controls },
        _ => Controls { throttle: 0.5, gear: Gear::Reverse, ..controls },
    }
}

fn drive_by_script(world: Res<SkidpadWorld>, mut vehicles: Query<&mut VehicleControls>) {
    for mut controls in &mut vehicles {
        *controls = script(world.world().time_s()).into();
    }
}

/// A game that a script drives for 8 s: the car, and its hash.
fn game(vehicle: Vehicle, steps_hz: f64, pictures_hz: f64) -> (Car, u64) {
    let mut app = app(steps_hz, pictures_hz);
    app.add_systems(FixedUpdate, drive_by_script);
    let entity = spawn(&mut app, vehicle);
    // One step to a picture at most, or it ends behind the last.
    update_to(&mut app, (8.0 * steps_hz) as u64);
    let car = world(&app).car(entity).expect("it joined").clone();
    let hash = car.hash();
    (car, hash)
}

#[test]
fn a_script_has_the_bits_that_it_has_without_bevy() {
    let cars = [
        ("single_track", "mx5-nd-2016"),
        ("two_track", "mx5-nd-2016"),
        ("two_track", "corvette-c5"),
        ("two_track_sprung", "boxster-s"),
        ("spatial", "mx5-nd-2016"),
    ];
    for (model, preset) in cars {
        let steps_hz = 60.0;
        let (_, hash) = game(Vehicle::preset(preset).with_model(model), steps_hz, 61.0);
        let step_s = dt_s(&app(steps_hz, 60.0));
        let mut car = Car::builder().model(model).preset(preset).expect("a car that Skidpad brings");
        for step in 0..480_u32 {
            // The world's clock.
            car.step(&script(f64::from(step) * step_s), step_s).expect("a step");
        }
        assert_eq!(hash, car.hash(), "{preset} on {model}");
    }
}

/// Hashes of the first steps.
#[derive(Resource, Default)]
struct Hashes(Vec<u64>);

#[test]
fn the_rate_of_pictures_changes_no_bits() {
    let hashes = [17.0, 60.0, 144.0].map(|pictures_hz| {
        let mut app = app(60.0, pictures_hz);
        app.init_resource::<Hashes>()
            .add_systems(FixedUpdate, drive_by_script)
            .add_systems(FixedLast, |world: Res<SkidpadWorld>, mut hashes: ResMut<Hashes>| {
                hashes.0.push(world.hash())
            });
        spawn(&mut app, Vehicle::preset("boxster-s"));
        update_to(&mut app, 400);
        app.world().resource::<Hashes>().0[..400].to_vec()
    });
    assert!(hashes.iter().all(|hash| *hash == hashes[1]));
    assert!(hashes[0][398] != hashes[0][399], "it drives");
}

/// From 30 to 480 Hz the same drive: the script's corners differ by a step at most.
#[test]
fn the_rate_of_steps_changes_little() {
    let ends = [30.0, 64.0, 240.0, 480.0].map(|steps_hz| {
        let (car, _) = game(Vehicle::preset("boxster-s"), steps_hz, steps_hz);
        car.pose().position_m
    });
    let [x, y, _] = ends[3];
    let way_m = x.hypot(y);
    assert!(way_m > 60.0, "{way_m}");
    for [other_x, other_y, _] in ends {
        assert!((other_x - x).hypot(other_y - y) < 0.02 * way_m, "{ends:?}");
    }
}

#[test]
fn telemetry_is_that_of_the_car() {
    let mut app = app(60.0, 60.0);
    let input = VehicleControls { throttle: 0.8, ..VehicleControls::default() };
    let vehicle = spawn(&mut app, (Vehicle::preset("boxster-s"), input, VehicleWheels::default()));
    update_to(&mut app, 120);
    let (telemetry, car) = (get::<VehicleTelemetry>(&app, vehicle), world(&app).car(vehicle).unwrap());
    assert!(telemetry.speed_m_s > 5.0 && telemetry.is_running && !telemetry.is_stalled);
    assert_eq!(telemetry.velocity_m_s, car.velocity_m_s());
    assert_eq!(telemetry.gear.map(f64::from), car.outputs().get("gear").ok());
    let rpm = car.outputs().get("engine_rad_s").unwrap() * 60.0 / std::f64::consts::TAU;
    assert!((telemetry.engine_rpm.unwrap() - rpm).abs() < 1e-9 && rpm > 1000.0);
    let loads: f64 = get::<VehicleWheels>(&app, vehicle).0.iter().map(|wheel| wheel.load_n).sum();
    let weight_n = car.vehicle().body().mass_kg * 9.81;
    assert!((loads / weight_n - 1.0).abs() < 0.1, "{loads} N of {weight_n} N");
}
