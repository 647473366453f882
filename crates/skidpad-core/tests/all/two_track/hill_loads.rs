//! Loads of a car on springs on grades and banks, against the equations of a body that follows the road.
//!
//! With the rise r of the road and the horizontal components F of the forces along it, the vertical components N of the loads and
//! the plan's acceleration a follow m a = F - r N and N + r . F = m (g + z''), where the wheels' own mass is not lifted (module
//! `ride`): N (1 + r^2) = m g - m_u r . a on an even grade, and N (1 + r^2) = m (g + r v^2 / R) on a banked ring, whose wheels stay
//! at one height. N / cos(grade) is the load along the normal.

use skidpad_core::controls::Command;
use skidpad_core::math::{Direction, Vec2};
use skidpad_core::model::two_track::{BodyState, TwoTrackInput, WheelRoad};
use skidpad_core::spec::VehicleSpec;
use skidpad_core::step::Status;
use skidpad_core::surface::Surface;
use skidpad_core::wheels::Wheels;

use super::cars::steered;
use super::hills::{self, drive, lying};
use super::sprung_cars::{Car, again, moving, with_chassis};
use crate::support::{coast, dt, full_throttle, manual};

/// Grades on which cars brake and drive.
const GRADES: [f64; 4] = [0.1, -0.1, 0.3, -0.3];

fn gravity_m_s2() -> f64 {
    Surface::<f64>::asphalt().gravity_m_s2
}

/// Sum of the loads, N, over that of the weight on a grade, m g / (1 + r^2), and over the one of the equation above.
fn over_expected(car: &mut Car, grade: f64, command: &Command<f64>, duration_s: f64) -> ([f64; 2], f64) {
    let found = drive(car, [grade, 0.0], command, duration_s);
    let (mass_kg, sprung_kg) = (car.car().base.body.mass_kg, car.car().base.suspension.body.sprung_mass_kg);
    let loads_n = found.loads_n.iter().sum::<f64>() - found.car.downforce_n;
    let along_m_s2 = found.car.acceleration_x_m_s2;
    let weight_n = mass_kg * gravity_m_s2();
    // The mass of the wheels is not lifted: it has no vertical inertia.
    let exact_n = weight_n - (mass_kg - sprung_kg) * grade * along_m_s2;
    let inclined = loads_n * (1.0 + grade * grade);
    ([inclined / weight_n, inclined / exact_n], along_m_s2)
}

/// Braking at 1 g up a grade of 10 % took 10 % of the load, as the tyres' forces were horizontal: on a road that rises they lift
/// the car by their vertical component. The load of the grade is m g cos^2, and is so in any motion along it.
#[test]
fn braking_and_driving_on_a_grade_keep_its_load() {
    let (mut hardest, mut fastest) = (0.0_f64, 0.0_f64);
    for grade in GRADES {
        let brake = |brake: f64| Command { brake, ..steered(0.0) };
        let trials = [
            (30.0, brake(0.3), 2.5),
            (30.0, brake(1.0), 2.5),
            (12.0, full_throttle(2.0), 3.0),
            (30.0, coast(0.0), 2.5),
        ];
        for (speed_m_s, command, duration_s) in trials {
            let mut car = lying(&hills::car(), [grade, 0.0], speed_m_s);
            let ([of_weight, of_exact], along_m_s2) = over_expected(&mut car, grade, &command, duration_s);
            hardest = hardest.min(along_m_s2);
            fastest = fastest.max(along_m_s2);
            let base = &car.car().base;
            let wheels = 1.0 - base.suspension.body.sprung_mass_kg / base.body.mass_kg;
            let told = format!("{grade} {command:?}: {of_weight} {of_exact} at {along_m_s2} m/s^2, {wheels}");
            // Pitching has not quite died away.
            assert!((of_exact - 1.0).abs() < 5e-4, "{told}");
            let wheels = wheels * (grade * along_m_s2 / gravity_m_s2()).abs();
            assert!((of_weight - 1.0).abs() < 5e-4 + wheels, "{told}");
        }
    }
    assert!(hardest < -8.0 && fastest > 2.0, "{hardest} {fastest} m/s^2");
}

/// A wing presses along the road's normal, and drag acts along the road. Downforce that was vertical held a climbing car back by its
/// component along the grade.
#[test]
fn a_wing_presses_along_the_normal() {
    let spec = with_chassis(&manual(), |chassis| {
        chassis.suspension_friction = 0.0;
        (chassis.front_downforce, chassis.rear_downforce) = (1.5, 1.5);
    });
    for grade in GRADES {
        let mut car = lying(&spec, [grade, 0.0], 50.0);
        let ([_, of_exact], along_m_s2) = over_expected(&mut car, grade, &coast(0.0), 3.0);
        let found = drive(&mut car, [grade, 0.0], &coast(0.0), 1e-3).car;
        let forces_n =
            found.front_force_x_n + found.rear_force_x_n + found.drag_x_n + found.linear_resistance_n;
        let mass_kg = car.car().base.body.mass_kg;
        let wheels = 1.0 - car.car().base.suspension.body.sprung_mass_kg / mass_kg;
        let squared = grade * grade / (1.0 + grade * grade);
        let weight_m_s2 = grade * gravity_m_s2() / (1.0 + grade * grade);
        let expected_m_s2 = (forces_n / mass_kg - weight_m_s2) / (1.0 - wheels * squared);
        assert!(found.downforce_n > 0.25 * mass_kg * gravity_m_s2(), "{}", found.downforce_n);
        assert!((of_exact - 1.0).abs() < 2e-3, "{grade}: {of_exact}");
        assert!(
            (along_m_s2 - expected_m_s2).abs() < 0.01,
            "{grade}: {along_m_s2}, not {expected_m_s2} m/s^2"
        );
    }
}

/// A wheel rolls over the road and not over its plan: it turns by the way along the grade, 5 % faster at 30 %.
#[test]
fn a_wheel_rolls_by_the_way_along_the_grade() {
    for grade in GRADES {
        let mut car = lying(&manual(), [grade, 0.0], 20.0);
        drive(&mut car, [grade, 0.0], &coast(0.0), 1.0);
        let (body, radius_m) = (&car.state().body, car.car().base.front.radius_m);
        let rolled_m_s = car.state().wheels.front_left.spin_rad_s * radius_m;
        let along_m_s = body.velocity_x_m_s.hypot(body.heave_rate_m_s);
        assert!((rolled_m_s / along_m_s - 1.0).abs() < 1e-3, "{grade}: {rolled_m_s}, not {along_m_s} m/s");
    }
}

/// A ring that is banked by a tangent, its outside higher: a cone about the origin, at height 0 where the circle is.
struct Ring {
    radius_m: f64,
    bank: f64,
}

impl Ring {
    /// A car on the ring at a speed, with the middle to its left.
    fn car(&self, spec: &VehicleSpec, speed_m_s: f64) -> Car {
        let car = moving(spec, speed_m_s, 2.0);
        let mut state = *car.state();
        state.body.y_m = -self.radius_m;
        state.body.yaw_rate_rad_s = speed_m_s / self.radius_m;
        // Its left side is the lower one.
        state.body.roll_rad = -self.bank;
        again(&car, state)
    }

    /// Roads below the wheels of a body.
    fn roads(&self, car: &Car, body: &BodyState<f64>) -> Wheels<WheelRoad<f64>> {
        Wheels::from_row(car.car().base.wheel_places_m(body).map(|[x, y]| {
            let from_middle_m = x.hypot(y);
            WheelRoad {
                height_m: self.bank * (from_middle_m - self.radius_m),
                rise_x: self.bank * x / from_middle_m,
                rise_y: self.bank * y / from_middle_m,
                ..WheelRoad::even()
            }
        }))
    }

    /// Distance from the circle outwards, and the speed at which it grows.
    fn outwards(&self, body: &BodyState<f64>) -> (f64, f64) {
        let (from_middle_m, heading) = (body.x_m.hypot(body.y_m), Direction::at_angle(body.yaw_rad));
        let velocity = Vec2::new(body.velocity_x_m_s, body.velocity_y_m_s).to_parent(heading);
        let outwards_m_s = (body.x_m * velocity.x + body.y_m * velocity.y) / from_middle_m;
        (from_middle_m - self.radius_m, outwards_m_s)
    }

    /// A step of a driver who keeps the circle and a speed.
    fn step(&self, car: &mut Car, speed_m_s: f64) -> TwoTrackInput<f64> {
        let (road, step_s, body) = (Surface::asphalt(), 1e-3, car.state().body);
        let (off_m, outwards_m_s) = self.outwards(&body);
        let base = &car.car().base;
        let steer_rad = base.wheelbase_m() / self.radius_m + 0.05 * off_m + 0.05 * outwards_m_s;
        let throttle = (0.5 * (speed_m_s - body.velocity_x_m_s) + 0.2).clamp(0.0, 1.0);
        let command = Command { throttle, gear: 2.0, ..steered(steer_rad.clamp(-0.3, 0.3)) };
        // The ground is read in the middle of the step.
        let heading = Direction::at_angle(body.yaw_rad);
        let moved =
            Vec2::new(body.velocity_x_m_s, body.velocity_y_m_s).to_parent(heading).scale(0.5 * step_s);
        let yaw_rad = body.yaw_rad + 0.5 * step_s * body.yaw_rate_rad_s;
        let ahead = BodyState { x_m: body.x_m + moved.x, y_m: body.y_m + moved.y, yaw_rad, ..body };
        let input = TwoTrackInput { roads: self.roads(car, &ahead), ..TwoTrackInput::on_even_road(&command) };
        assert_eq!(car.step(&input, &road, dt(step_s)), Status::Running, "{:?}", car.state());
        TwoTrackInput { roads: self.roads(car, &car.state().body), ..input }
    }
}

/// On a banked circle the load along the normal is N = m (g cos b + (v^2 / R) sin b). It lacked the lateral forces' vertical
/// component, 17 % at 10 degrees and a friction of 1.
#[test]
fn a_banked_bend_presses_by_its_centripetal_acceleration() {
    let mut across = Vec::new();
    for (bank_rad, speed_m_s) in [(0.0, 20.0), (0.1745, 6.0), (0.1745, 22.0), (0.35, 24.0), (-0.1, 16.0)] {
        let ring = Ring { radius_m: 50.0, bank: f64::tan(bank_rad) };
        let mut car = ring.car(&manual(), speed_m_s);
        for _ in 0..9000 {
            ring.step(&mut car, speed_m_s);
        }
        let (mut loads_n, mut expected_n, mass_kg) = (0.0, 0.0, car.car().base.body.mass_kg);
        for _ in 0..1000 {
            let input = ring.step(&mut car, speed_m_s);
            let (_, trace) = car.look(&input, &Surface::asphalt());
            let body = &car.state().body;
            let squared = body.velocity_x_m_s.powi(2) + body.velocity_y_m_s.powi(2);
            let across_m_s2 = squared / body.x_m.hypot(body.y_m);
            let along_normal = gravity_m_s2() * bank_rad.cos() + across_m_s2 * bank_rad.sin();
            expected_n += mass_kg * along_normal;
            let vertical_n: f64 = trace.wheels.in_a_row().iter().map(|wheel| wheel.load_n).sum();
            loads_n += vertical_n / bank_rad.cos();
        }
        let (off_m, _) = ring.outwards(&car.state().body);
        across.push(loads_n / expected_n);
        assert!(off_m.abs() < 3.0, "{bank_rad}: {off_m} m off the circle");
        assert!((loads_n / expected_n - 1.0).abs() < 5e-3, "{bank_rad}, {speed_m_s} m/s: {across:?}");
    }
}

/// Largest lateral acceleration in the plan on a ring, over gravity: that at which a car that becomes faster leaves the circle.
fn limit_over_gravity(bank_rad: f64) -> f64 {
    let ring = Ring { radius_m: 50.0, bank: f64::tan(bank_rad) };
    let mut car = ring.car(&manual(), 17.0);
    let mut most_m_s2 = 0.0_f64;
    for step in 0..40_000 {
        ring.step(&mut car, 17.0 + 0.3e-3 * f64::from(step));
        let (off_m, _) = ring.outwards(&car.state().body);
        if off_m > 4.0 {
            return most_m_s2 / gravity_m_s2();
        }
        let body = &car.state().body;
        let squared = body.velocity_x_m_s.powi(2) + body.velocity_y_m_s.powi(2);
        most_m_s2 = most_m_s2.max(squared / body.x_m.hypot(body.y_m));
    }
    panic!("it never leaves the circle: {most_m_s2} m/s^2");
}

/// A bank holds by (tan b + mu) / (1 - mu tan b) g, with the friction mu that the car uses on the level. Without the vertical
/// component of the tyres' forces it held by mu + tan b.
#[test]
fn a_bank_holds_by_its_tangent_and_by_the_load_that_it_adds() {
    let mu = limit_over_gravity(0.0);
    for bank_rad in [0.0873, 0.1745] {
        let (found, tan) = (limit_over_gravity(bank_rad), f64::tan(bank_rad));
        let expected = (tan + mu) / (1.0 - mu * tan);
        assert!((found / expected - 1.0).abs() < 0.02, "{bank_rad}: {found}, not {expected} with {mu}");
        assert!(found > mu + tan + 0.05, "{bank_rad}: {found} with {mu}");
    }
}
