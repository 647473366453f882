//! Cars over hills that are as high as real ones.

use skidpad_core::model::two_track::MOST_HEIGHT_M;
use skidpad_core::surface::Surface;
use skidpad_world::channel::Sampler;
use skidpad_world::ground::{Cell, Grid, Ground, Patch};

use skidpad_world::scenario::columns;
use skidpad_world::world::{Site, World};

use super::ground_driving::{CAR, Driven, pedals, rectangle, towards};
use super::world_support::{self, dt, member};
use skidpad_workload::vehicle;

/// Height and length of the hill along x, m: (H / 2) (1 + cos), 31 % at its steepest.
const HEIGHT_M: f64 = 30.0;
const LENGTH_M: f64 = 300.0;
/// Where it begins, m.
const FOOT_M: f64 = 30.0;
const STEP_S: f64 = 0.005;

fn hill() -> Ground {
    let area = rectangle([FOOT_M + 0.5 * LENGTH_M, 0.0], [LENGTH_M, 100.0]);
    Ground::from_patches(vec![Patch::Bump { area, height_m: HEIGHT_M }])
}

/// Powers of a coasting car that become heat, and their signs: what tyres and springs take but do not store, brakes, air, and
/// the shafts of a gearbox in neutral.
const HEAT: [(&str, f64); 7] = [
    ("contact_power_w", 1.0),
    ("stored_power_w", -1.0),
    ("suspension_power_w", 1.0),
    ("suspension_stored_power_w", -1.0),
    ("brake_power_w", -1.0),
    ("resistance_power_w", -1.0),
    ("drive_power_w", -1.0),
];

/// A car coasts over a hill of 30 m: what it loses of its motion is its height, and behind the hill what became heat. Heights
/// above 1 m were cut off for the springs, which then bore less than the rise took from the motion.
#[test]
fn the_energy_of_a_car_over_a_hill_of_30_m_closes() {
    for model in ["two_track", "two_track_sprung"] {
        let mut car = Driven::at_speed(model, 30.0, hill());
        let mass_kg = vehicle(CAR).body().mass_kg;
        let names = HEAT.map(|(name, _)| name).into_iter().chain(["kinetic_energy_j", "x_m"]);
        let names: Vec<&str> = names.collect();
        // Heat, W, kinetic energy, J, and place, m.
        let look = |car: &Driven| {
            let numbers = car.read_all(&pedals(0.0), &names);
            let heat_w: f64 = HEAT.iter().zip(&numbers).map(|((_, sign), power_w)| sign * power_w).sum();
            [heat_w, numbers[HEAT.len()], numbers[HEAT.len() + 1]]
        };
        let [mut before_w, begun_j, mut x_m] = look(&car);
        let climbed_j = mass_kg * car.surface.gravity_m_s2 * HEIGHT_M;
        let (mut heat_j, mut energy_j) = (0.0, begun_j);
        let (mut highest_m, mut most_off_j) = (0.0_f64, 0.0_f64);
        while x_m < FOOT_M + LENGTH_M + 20.0 {
            car.step(&pedals(0.0), STEP_S);
            let now_w;
            [now_w, energy_j, x_m] = look(&car);
            heat_j += 0.5 * (before_w + now_w) * STEP_S;
            before_w = now_w;
            let height_m = car.ground.under([x_m, 0.0]).height_m;
            let rises_j = mass_kg * car.surface.gravity_m_s2 * height_m;
            most_off_j = most_off_j.max((begun_j - energy_j - heat_j - rises_j).abs());
            highest_m = highest_m.max(height_m);
        }
        let off_j = begun_j - energy_j - heat_j;
        assert!(
            highest_m > HEIGHT_M - 0.01 && heat_j > 0.05 * climbed_j,
            "{model}: {highest_m} m, {heat_j} J"
        );
        // On the way the wheels bear the car over a chord of the hill, some centimetres off the road below its middle.
        assert!(most_off_j < 2e-3 * climbed_j, "{model}: {most_off_j} J of {climbed_j} J");
        assert!(off_j.abs() < 1e-4 * climbed_j, "{model}: {off_j} J of {climbed_j} J");
    }
}

/// A map that rises evenly by `rise`.
fn even_rise(rise: f64) -> Ground {
    let cells = [0, 1].into_iter().flat_map(|_| [-2000.0 * rise, 2000.0 * rise]);
    let cells = cells.map(|height_m| Cell { grip: 1.0, rolling: 1.0, height_m }).collect();
    Ground::from_patches(vec![Patch::Map(Grid::new([-2000.0, -2000.0], [4000.0, 4000.0], 2, cells).unwrap())])
}

/// Climbing at a steady rate lifts no load: on an even grade of rise r the vertical components N of the loads, without the downforce,
/// are N (1 + r^2) = m g - m_u r a, as the mass m_u of the wheels is not lifted (module `ride` of core). The ground below the wheels was that at the beginning of each sub-step, while the
/// body rose: the loads told there were those of springs that are pressed by half of what it climbs in one, 3 % too high.
#[test]
fn climbing_adds_no_load() {
    let (rise, speed_m_s) = (0.3, 25.0);
    let gravity_m_s2 = Surface::<f64>::asphalt().gravity_m_s2;
    let mass_kg = vehicle(CAR).body().mass_kg;
    let sum_n = |rise: f64| {
        let along =
            [("velocity_x_m_s", speed_m_s), ("heave_rate_m_s", rise * speed_m_s), ("pitch_rad", -rise)];
        let mut car = Driven::in_state("two_track_sprung", &along, even_rise(rise));
        for _ in 0..400 {
            car.step(&pedals(0.0), 0.005);
        }
        let names = ["front_load_n", "rear_load_n", "downforce_n", "acceleration_x_m_s2"];
        let found = car.read_all(&pedals(0.0), &names);
        // The wheels are a tenth of the mass.
        (found[0] + found[1] - found[2]) * (1.0 + rise * rise) + 0.1 * mass_kg * rise * found[3]
    };
    let weight_n = mass_kg * gravity_m_s2;
    for rise in [rise, -rise] {
        let found_n = sum_n(rise);
        // Dry friction of the suspension holds some thousandths.
        assert!((found_n - weight_n).abs() < 0.006 * weight_n, "{rise}: {found_n} N of {weight_n} N");
    }
}

/// A car that joined on a hill began on the plane of the surface, metres below the ground or above it: its springs threw it into
/// the air. It lies along the ground, parked or in motion, and its wheels stay near their travel at rest.
#[test]
fn a_car_that_joins_on_a_hill_lies_along_it() {
    let slope = [0.2, -0.1];
    let plane = |[x, y]: [f64; 2]| slope[0] * x + slope[1] * y;
    let corners = [[-2000.0, -2000.0], [2000.0, -2000.0], [-2000.0, 2000.0], [2000.0, 2000.0]];
    let cells = corners.map(|at| Cell { grip: 1.0, rolling: 1.0, height_m: plane(at) });
    let map = Grid::new([-2000.0, -2000.0], [4000.0, 4000.0], 2, cells.to_vec()).unwrap();
    for (speed_m_s, yaw_rad) in [(0.0, 0.0), (0.0, 2.0), (15.0, -1.0), (-3.0, 2.5)] {
        let mut world =
            World::new(Site::asphalt().with_ground(Ground::from_patches(vec![Patch::Map(map.clone())])));
        let place_m = [40.0, 25.0];
        let id = world.add(member("two_track_sprung", place_m, yaw_rad, speed_m_s)).unwrap();
        world.set_request(id, pedals(if speed_m_s == 0.0 { 1.0 } else { 0.0 }));
        let model = world_support::model("two_track_sprung");
        let names: Vec<&str> = columns(model).iter().map(|column| column.name).collect();
        let place = |name: &str| names.iter().position(|own| *own == name).unwrap();
        for step in 0..200 {
            let mut row = Vec::new();
            assert!(world.row(id, &pedals(0.0), &mut row));
            let off_m = row[place("heave_m")] - plane([row[place("x_m")], row[place("y_m")]]);
            let travels_m = ["front_left", "front_right", "rear_left", "rear_right"]
                .map(|wheel| row[place(&format!("{wheel}_suspension_travel_m"))]);
            assert!(off_m.abs() < 0.02, "{speed_m_s} m/s, {yaw_rad} rad, step {step}: {off_m} m");
            assert!(travels_m.iter().all(|travel_m| travel_m.abs() < 0.06), "step {step}: {travels_m:?} m");
            world.step(dt(200.0));
        }
    }
}

/// Patches on top of each other can be higher than any road may be, 10 km. A car that joined there lay on their sum, from which
/// it fell on the road that its wheels had.
#[test]
fn a_car_that_joins_lies_on_the_road_that_its_wheels_have() {
    let plateau = |height_m: f64| {
        let cell = Cell { grip: 1.0, rolling: 1.0, height_m };
        Patch::Map(Grid::new([-50.0, -50.0], [100.0, 100.0], 2, vec![cell; 4]).unwrap())
    };
    let ground = Ground::from_patches(vec![plateau(8000.0), plateau(8000.0)]);
    let mut world = World::new(Site::asphalt().with_ground(ground));
    let id = world.add(member("two_track_sprung", [0.0, 0.0], 0.0, 0.0)).unwrap();
    world.set_request(id, pedals(1.0));
    let heave = world.channel(id, "heave_m").unwrap();
    let mut sampler = Sampler::new(world.car(id).unwrap().layout());
    for _ in 0..100 {
        let heave_m = world.sample(id, &mut sampler).unwrap().at(heave);
        assert!((heave_m - MOST_HEIGHT_M).abs() < 0.02, "{heave_m} m");
        world.step(dt(200.0));
    }
}

/// Tests of seconds each, for every change and not for every user.
mod long {
    use super::*;

    /// At walking speed no wheel leaves a smooth hill, nor sinks into it: the suspension stays within centimetres of its travel
    /// at rest.
    #[test]
    #[ignore = "long: some seconds"]
    fn no_wheel_leaves_a_hill_at_crawling_speed() {
        let mut car = Driven::at_speed("two_track_sprung", 2.0, hill());
        let wheels = ["front_left", "front_right", "rear_left", "rear_right"];
        let rest_n = wheels.map(|wheel| car.read(&pedals(0.0), &format!("{wheel}_load_n")));
        let mut speed_m_s = 2.0;
        while car.read(&pedals(0.0), "x_m") < FOOT_M + LENGTH_M + 5.0 {
            // The cruise control of the test: it lets the car go on at 2 m/s, uphill and downhill.
            let controls = towards(2.0 - speed_m_s);
            car.step(&controls, 0.01);
            speed_m_s = car.read(&controls, "velocity_x_m_s");
            assert!((0.5..4.0).contains(&speed_m_s), "{speed_m_s} m/s");
            let of = |what: &str| wheels.map(|wheel| format!("{wheel}_{what}"));
            let names = [of("load_n"), of("suspension_travel_m")].concat();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let numbers = car.read_all(&controls, &names);
            for (at, (wheel, rest_n)) in wheels.iter().zip(rest_n).enumerate() {
                let (load_n, travel_m) = (numbers[at], numbers[at + 4]);
                assert!(load_n > 0.5 * rest_n && travel_m.abs() < 0.1, "{wheel}: {load_n} N, {travel_m} m");
            }
        }
    }
}
