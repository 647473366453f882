//! Wheels, as a renderer and a telemetry screen want them.

use skidpad::Shown;
use skidpad::core::model::Pose;
use skidpad::prelude::*;
use skidpad::world::ground::{Area, Ground, Patch, Shape};

const GRAVITY_M_S2: f64 = 9.80665;

#[test]
fn a_standing_car_stands_on_its_four_wheels() {
    for model in ["two_track", "two_track_sprung"] {
        let car = Car::builder().model(model).preset("fr-s-2013").unwrap();
        let (body, chassis) = (*car.vehicle().body(), *car.vehicle().chassis());
        let (front, rear) = (*car.vehicle().front(), *car.vehicle().rear());
        let wheels = car.wheels();
        let weight_n: f64 = wheels.iter().map(|wheel| wheel.load_n).sum();
        assert!((weight_n / (body.mass_kg * GRAVITY_M_S2) - 1.0).abs() < 1e-3, "{model}: {weight_n}");
        for (wheel, [ahead, left]) in wheels.iter().zip([[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]])
        {
            let [x, y, z] = wheel.position_m;
            let track_m = if ahead > 0.0 { chassis.front_track_m } else { chassis.rear_track_m };
            assert!(x * ahead > 0.0 && (y - 0.5 * left * track_m).abs() < 1e-12, "{model}: {wheel:?}");
            let radius_m = if ahead > 0.0 { front.radius_m } else { rear.radius_m };
            assert!((z - radius_m).abs() < 1e-12 && wheel.spin_rad_s == 0.0, "{model}: {wheel:?}");
        }
        assert!((wheels[0].position_m[0] - wheels[2].position_m[0] - body.wheelbase_m).abs() < 1e-12);
    }
}

/// Both axles were drawn with the mean track: half a centimetre off under a Boxster.
#[test]
fn each_axle_stands_on_its_own_track() {
    let car = Car::preset("boxster-981-2013").unwrap();
    let chassis = car.vehicle().chassis();
    assert_ne!(chassis.front_track_m, chassis.rear_track_m);
    let y = |index: usize| car.wheels()[index].position_m[1];
    assert!((y(0) - y(1) - chassis.front_track_m).abs() < 1e-12);
    assert!((y(2) - y(3) - chassis.rear_track_m).abs() < 1e-12);
}

#[test]
fn wheels_turn_and_steer_as_the_car_goes() {
    let mut car =
        Car::builder().at(Placement { speed_m_s: 10.0, ..Placement::default() }).preset("fr-s-2013").unwrap();
    let (radius_m, dt_s) = (car.vehicle().rear().radius_m, 1.0 / 120.0);
    let mut turned_rad = 0.0;
    for _ in 0..120 {
        let before = car.wheels()[2].spin_angle_rad;
        car.step(&Controls { steer_rad: 0.05, gear: Gear::Automatic, ..Controls::default() }, dt_s).unwrap();
        turned_rad += (car.wheels()[2].spin_angle_rad - before).rem_euclid(core::f64::consts::TAU);
    }
    let wheels = car.wheels();
    let [x, y, _] = car.pose().position_m;
    let way_m = x.hypot(y);
    // The rear wheel on the inside of the bend goes a little less far than the car.
    let inside = turned_rad * radius_m / way_m;
    assert!((0.96..1.0).contains(&inside), "{inside}");
    assert!(wheels[0].steer_rad > wheels[1].steer_rad, "the inner wheel steers more");
    assert!(wheels[2].steer_rad == 0.0 && wheels[1].load_n > wheels[0].load_n);
    assert!(wheels.iter().all(|wheel| (0.0..core::f64::consts::TAU).contains(&wheel.spin_angle_rad)));
    assert!(
        wheels.iter().all(|wheel| wheel.force_n[1] > 0.0 && wheel.slip_angle_rad < 0.0),
        "pulled to the left"
    );
    assert!(wheels.iter().all(|wheel| (0.0..1.0).contains(&wheel.friction_utilisation.unwrap())));
}

#[test]
fn wheels_stand_on_their_own_ground_and_on_a_slope() {
    let bump =
        Area { centre_m: [0.0, 1.0], heading_rad: 0.0, shape: Shape::Rectangle { size_m: [100.0, 1.0] } };
    let ground = Ground::from_patches(vec![Patch::Bump { area: bump, height_m: 0.05 }]);
    let car = Car::builder().ground(ground).preset("fr-s-2013").unwrap();
    let height = |place: [f64; 3]| car.ground().under([place[0], place[1]]).height_m;
    for (wheel, radius_m) in car.wheels().iter().zip([car.vehicle().front().radius_m; 2]) {
        assert!((wheel.position_m[2] - radius_m - height(wheel.position_m)).abs() < 1e-12, "{wheel:?}");
    }
    let slope = Surface { slope_rad: 0.2, ..Surface::asphalt() };
    let car = Car::builder().surface(slope).preset("fr-s-2013").unwrap();
    let [front, rear] = [car.wheels()[0], car.wheels()[2]].map(|wheel| wheel.position_m);
    let rise = (front[2] - rear[2]) / (front[0] - rear[0]);
    assert!((rise - 0.2_f64.tan()).abs() < 1e-12, "{rise}");
}

#[test]
fn a_model_without_width_has_a_wheel_per_axle_and_a_point_none() {
    let wheels = |model: &str| Car::builder().model(model).preset("boxster-s").unwrap().wheels().to_vec();
    let axles = wheels("single_track");
    assert_eq!(axles.len(), 2);
    assert!(axles.iter().all(|wheel| wheel.position_m[1] == 0.0 && wheel.load_n > 5000.0));
    assert!(wheels("point_mass").is_empty());
    // Wheels that cannot slip turn with the road.
    let rolling = Placement { speed_m_s: 20.0, ..Placement::default() };
    let bike = Car::builder().at(rolling).preset("cbr1000rr").unwrap();
    let spin = bike.wheels()[1].spin_rad_s * bike.vehicle().rear().radius_m;
    assert!((spin - 20.0).abs() < 1e-9, "{spin}");
}

/// A place on a body, in the world.
fn in_world(pose: &Pose<f64>, [a, b, c]: [f64; 3]) -> [f64; 3] {
    let [w, x, y, z] = pose.quaternion;
    let rows = [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)],
        [2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)],
        [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)],
    ];
    [0, 1, 2].map(|i| pose.position_m[i] + rows[i][0] * a + rows[i][1] * b + rows[i][2] * c)
}

#[test]
fn drawn_wheels_stay_on_the_body_and_turn_evenly_between_steps() {
    let surface = Surface { slope_rad: 0.1, bank_rad: -0.05, ..Surface::asphalt() };
    let fast = Placement { speed_m_s: 15.0, heading_rad: 2.0, ..Placement::default() };
    let mut car =
        Car::builder().model("two_track_sprung").surface(surface).at(fast).preset("corvette-c5").unwrap();
    let mut shown = Shown::new(&car);
    let controls = Controls { brake: 0.5, steer_rad: 0.08, gear: Gear::Automatic, ..Controls::default() };
    for _ in 0..30 {
        car.step(&controls, 1.0 / 60.0).unwrap();
        let before = shown.wheels(1.0);
        shown.push(&car);
        let (start, end) = (shown.wheels(0.0), shown.wheels(1.0));
        for ((start, end), (before, wheel)) in start.iter().zip(&end).zip(before.iter().zip(car.wheels())) {
            assert_eq!((start.in_body_m, start.steer_rad), (before.in_body_m, before.steer_rad), "no jump");
            let turned = (start.spin_angle_rad - before.spin_angle_rad).rem_euclid(core::f64::consts::TAU);
            let apart = turned.min(core::f64::consts::TAU - turned);
            assert!(apart.abs() < 1e-9, "{turned}");
            let place = in_world(&shown.body(1.0), end.in_body_m);
            assert!(
                place.iter().zip(wheel.position_m).all(|(a, b)| (a - b).abs() < 1e-12),
                "{place:?} {wheel:?}"
            );
        }
    }
    assert!(shown.wheels(1.0)[0].in_body_m[2] > shown.wheels(1.0)[2].in_body_m[2], "the nose dives");
}

/// A car with 2 degrees of negative camber in front and 1 degree at the rear.
fn cambered(model: &str, surface: Surface<f64>, speed_m_s: f64) -> Car {
    let mut file = skidpad::formats::presets::preset("mx5-nd-2016").unwrap();
    let chassis = file.spec.chassis.as_mut().unwrap();
    (chassis.front_camber_rad, chassis.rear_camber_rad) = (-0.035, -0.0175);
    let place = Placement { speed_m_s, heading_rad: 0.7, ..Placement::default() };
    Car::builder().model(model).surface(surface).at(place).specification(&file.spec).unwrap()
}

/// The documentation had camber positive to the right, and the numbers of cars with four wheels were positive to the left.
#[test]
fn negative_camber_leans_tops_inwards() {
    for model in ["two_track", "two_track_sprung", "spatial"] {
        let car = cambered(model, Surface::asphalt(), 0.0);
        let shown = Shown::new(&car);
        for (wheel, (drawn, must_rad)) in
            car.wheels().iter().zip(shown.wheels(1.0).iter().zip([0.035, -0.035, 0.0175, -0.0175]))
        {
            assert!((wheel.camber_rad - must_rad).abs() < 1e-3, "{model}: {} {must_rad}", wheel.camber_rad);
            assert!((drawn.camber_rad - must_rad).abs() < 1e-3, "{model}: {} {must_rad}", drawn.camber_rad);
        }
    }
}

/// Wheels were drawn upright in the body. The axle of a drawn wheel leans against the road by the camber that the model computes, whatever the
/// body's roll and pitch and the road's slopes.
#[test]
fn drawn_wheels_have_the_camber_of_the_model_to_the_road() {
    let surface = Surface { slope_rad: 0.06, bank_rad: -0.04, ..Surface::asphalt() };
    for model in ["two_track", "two_track_sprung", "spatial"] {
        let mut car = cambered(model, surface, 20.0);
        let (mut shown, mut largest_roll_rad) = (Shown::new(&car), 0.0_f64);
        let controls = Controls { steer_rad: 0.06, gear: Gear::Automatic, ..Controls::default() };
        for _ in 0..60 {
            car.step(&controls, 1.0 / 60.0).unwrap();
            shown.push(&car);
            let road = Pose::on_road([0.0, 0.0], 0.0, &surface);
            let normal = road.to_world([0.0, 0.0, 1.0]);
            for (wheel, drawn) in car.wheels().iter().zip(shown.wheels(1.0)) {
                let (steer_sin, steer_cos) = drawn.steer_rad.sin_cos();
                let (sin, cos) = drawn.camber_rad.sin_cos();
                let axle = shown.body(1.0).to_world([-steer_sin * cos, steer_cos * cos, sin]);
                let lean: f64 = axle.iter().zip(normal).map(|(a, n)| a * n).sum();
                assert!(
                    (lean.asin() - wheel.camber_rad).abs() < 1e-9,
                    "{model}: {} {}",
                    lean.asin(),
                    wheel.camber_rad
                );
                largest_roll_rad = largest_roll_rad.max((drawn.camber_rad - wheel.camber_rad).abs());
            }
        }
        // A rigid body lies along the road, and wheels that the links hold upright lean against one that rolls.
        let rolls = model != "two_track";
        assert_eq!(largest_roll_rad > 0.01, rolls, "{model}: {largest_roll_rad} rad");
    }
}

/// What a model does not compute is as it was: upright wheels.
#[test]
fn wheels_without_camber_are_drawn_upright() {
    for (model, preset) in [("single_track", "mx5-nd-2016"), ("kinematic", "mx5-nd-2016")] {
        let mut car = Car::builder().model(model).preset(preset).unwrap();
        car.step(&Controls { throttle: 0.5, ..Controls::default() }, 0.1).unwrap();
        assert!(Shown::new(&car).wheels(1.0).iter().all(|wheel| wheel.camber_rad == 0.0), "{model}");
    }
}
