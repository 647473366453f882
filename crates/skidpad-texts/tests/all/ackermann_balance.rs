//! The corrected equations of Hlavacs' car: in balance by power and by momentum, and what cars with
//! ever stiffer tyres come to.
#![allow(clippy::disallowed_methods)]

use crate::ackermann_support;

use ackermann_support::{Numbers, degrees, uneven};
use skidpad_texts::ackermann::{RollingCar, Situation, TABLE_1};

type Rolling = RollingCar<f64>;

fn cars() -> [Rolling; 2] {
    [TABLE_1.rolling(), *uneven().rolling()]
}

fn any_situation(numbers: &mut Numbers) -> Situation<f64> {
    Situation {
        drag_n: numbers.between(-500.0, 500.0),
        ..Situation::coasting(
            numbers.between(-40.0, 40.0),
            numbers.between(-0.7, 0.7),
            numbers.between(-0.8, 0.8),
        )
    }
    .driven(numbers.between(-2000.0, 2000.0), numbers.between(-2000.0, 2000.0))
}

/// The kinetic energy of the moving parts, written without the moved mass.
fn energy(car: &Rolling, steer: f64, speed: f64) -> f64 {
    let omega = speed * steer.tan() / car.wheelbase_m;
    let lateral = car.rear_m * omega;
    let front_spin = speed / (steer.cos() * car.front_radius_m);
    let rear_spin = speed / car.rear_radius_m;
    0.5 * (car.mass_kg * (speed * speed + lateral * lateral)
        + car.yaw_inertia_kg_m2 * omega * omega
        + car.front_inertia_kg_m2 * front_spin * front_spin
        + car.rear_inertia_kg_m2 * rear_spin * rear_spin)
}

/// The energy's rate, by a difference in time, is the power put in: torques at their wheels' speeds,
/// forces at the speed of the centre of mass.
#[test]
fn power_in_is_energy_gained() {
    let mut numbers = Numbers::new(11);
    for count in 0..2000 {
        let car = &cars()[count % 2];
        let given = any_situation(&mut numbers);
        let across = numbers.between(-1000.0, 1000.0);
        let found = car.solve(&given, across);
        let (steer, speed) = (given.steer_rad, given.speed_m_s);
        assert!(
            (energy(car, steer, speed) - car.kinetic_energy(steer, speed)).abs()
                < 1e-9 * energy(car, steer, speed)
        );
        let h = 1e-6;
        let at = |time: f64| {
            energy(car, steer + time * given.steer_rate_rad_s, speed + time * found.speed_rate_m_s2)
        };
        let gained = (at(h) - at(-h)) / (2.0 * h);
        let lateral = car.rear_m * found.yaw_rate_rad_s;
        let power = given.rear_torque_nm * speed / car.rear_radius_m
            + given.front_torque_nm * speed / (steer.cos() * car.front_radius_m)
            + given.drag_n * speed
            + across * lateral;
        assert!((gained - power).abs() < 1e-3 * (1.0 + power.abs()), "{gained} {power} {given:?}");
    }
}

/// Newton and Euler for the body as a whole: the tyres' forces are what its accelerations need.
#[test]
fn forces_make_the_accelerations() {
    let mut numbers = Numbers::new(12);
    for count in 0..2000 {
        let car = &cars()[count % 2];
        let given = any_situation(&mut numbers);
        let across = numbers.between(-1000.0, 1000.0);
        let found = car.solve(&given, across);
        let (sin, cos) = given.steer_rad.sin_cos();
        let front_x = found.front_force_x_n * cos - found.front_force_y_n * sin;
        let front_y = found.front_force_x_n * sin + found.front_force_y_n * cos;
        let size = 1e-12 * (1e4 + found.front_size() + found.rear_size());
        let along = front_x + found.rear_force_x_n + given.drag_n - car.mass_kg * found.acceleration_x_m_s2;
        let lateral = front_y + found.rear_force_y_n + across - car.mass_kg * found.acceleration_y_m_s2;
        let turning = (car.wheelbase_m - car.rear_m) * front_y
            - car.rear_m * found.rear_force_y_n
            - car.yaw_inertia_kg_m2 * found.yaw_acceleration_rad_s2;
        assert!(along.abs() < size && lateral.abs() < size && turning.abs() < 4.0 * size, "{given:?}");
    }
}

/// As printed, the same check of power fails: listed with what it misses. Without torque, at 10
/// degrees and 5 m/s, (37) takes power that goes nowhere.
#[test]
fn as_printed_power_goes_nowhere() {
    let car = TABLE_1.rolling();
    let (steer, speed) = (degrees(10.0), 5.0);
    let found = TABLE_1.solve_as_printed(&Situation::coasting(speed, steer, 0.0));
    let lost = car.moved_mass(steer) * speed * found.acceleration_m_s2;
    assert!((lost + 729.7).abs() < 0.05, "{lost} W");
}

/// A car on linear tyres, integrated finely: the slips decide the forces, and no constraint is
/// solved. Velocities of body and spins of the wheels in the body's frame.
struct Elastic {
    car: Rolling,
    /// Force per slip velocity of each tyre, in both directions, N s/m.
    stiffness: f64,
    /// Velocity along and across, yaw rate, spin in front and at the rear.
    state: [f64; 5],
}

impl Elastic {
    fn rolling(car: Rolling, stiffness: f64, speed: f64, steer: f64) -> Self {
        let omega = speed * steer.tan() / car.wheelbase_m;
        let spins = [speed / (steer.cos() * car.front_radius_m), speed / car.rear_radius_m];
        Self { car, stiffness, state: [speed, car.rear_m * omega, omega, spins[0], spins[1]] }
    }

    /// Tyre forces: front along and across, rear along and across.
    fn forces(&self, state: &[f64; 5], steer: f64) -> [f64; 4] {
        let [vx, vy, omega, front_spin, rear_spin] = *state;
        let (sin, cos) = steer.sin_cos();
        let front_y = vy + (self.car.wheelbase_m - self.car.rear_m) * omega;
        let slip = [
            vx * cos + front_y * sin - self.car.front_radius_m * front_spin,
            front_y * cos - vx * sin,
            vx - self.car.rear_radius_m * rear_spin,
            vy - self.car.rear_m * omega,
        ];
        slip.map(|slip| -self.stiffness * slip)
    }

    fn rate(&self, state: &[f64; 5], steer: f64, torques: [f64; 2]) -> [f64; 5] {
        let [front_x, front_y, rear_x, rear_y] = self.forces(state, steer);
        let (sin, cos) = steer.sin_cos();
        let (body_x, body_y) = (front_x * cos - front_y * sin, front_x * sin + front_y * cos);
        let car = &self.car;
        [
            (body_x + rear_x) / car.mass_kg + state[1] * state[2],
            (body_y + rear_y) / car.mass_kg - state[0] * state[2],
            ((car.wheelbase_m - car.rear_m) * body_y - car.rear_m * rear_y) / car.yaw_inertia_kg_m2,
            (torques[0] - car.front_radius_m * front_x) / car.front_inertia_kg_m2,
            (torques[1] - car.rear_radius_m * rear_x) / car.rear_inertia_kg_m2,
        ]
    }

    /// Runge and Kutta's fourth-order method with a step well within the tyres' stiffness.
    fn drive(&mut self, steer: impl Fn(f64) -> f64, torques: [f64; 2], duration: f64) {
        let light = self.car.front_radius_m.powi(2) / self.car.front_inertia_kg_m2;
        let light = light.max(self.car.rear_radius_m.powi(2) / self.car.rear_inertia_kg_m2);
        let steps = (duration * self.stiffness * 2.0 * light).ceil().max(1000.0);
        let dt = duration / steps;
        let moved = |state: &[f64; 5], rate: &[f64; 5], h: f64| {
            core::array::from_fn::<f64, 5, _>(|index| state[index] + h * rate[index])
        };
        for step in 0..steps as u64 {
            let time = step as f64 * dt;
            let k1 = self.rate(&self.state, steer(time), torques);
            let middle = steer(time + 0.5 * dt);
            let k2 = self.rate(&moved(&self.state, &k1, 0.5 * dt), middle, torques);
            let k3 = self.rate(&moved(&self.state, &k2, 0.5 * dt), middle, torques);
            let k4 = self.rate(&moved(&self.state, &k3, dt), steer(time + dt), torques);
            for index in 0..5 {
                self.state[index] += dt / 6.0 * (k1[index] + 2.0 * (k2[index] + k3[index]) + k4[index]);
            }
        }
    }
}

/// At a fixed angle the speed of the rear axle stays; the text's (37) would leave 4.751 m/s.
#[test]
fn stiff_tyres_keep_their_speed_in_a_circle() {
    let lost: Vec<f64> = [1e5, 1e6]
        .iter()
        .map(|stiffness| {
            let mut elastic = Elastic::rolling(TABLE_1.rolling(), *stiffness, 5.0, degrees(10.0));
            elastic.drive(|_| degrees(10.0), [0.0, 0.0], 3.0);
            5.0 - elastic.state[0]
        })
        .collect();
    assert!(lost[1] > 0.0 && lost[1] < 5e-4, "{lost:?}");
    assert!((lost[0] / lost[1] - 10.0).abs() < 0.5, "the loss falls as the tyres stiffen: {lost:?}");
}

/// Under a steering ramp at a speed so low that nothing else needs a lateral force, the rear force
/// over the front one tends to (I_B - 2 I_C) / I_B, not to (28).
#[test]
fn stiff_tyres_share_the_turning_as_momentum_has_it() {
    let ratio = |stiffness: f64| {
        let mut elastic = Elastic::rolling(TABLE_1.rolling(), stiffness, 0.1, 0.0);
        let ramp = |time: f64| degrees(5.0) * time;
        elastic.drive(ramp, [0.0, 0.0], 0.2);
        let [_, front, _, rear] = elastic.forces(&elastic.state, ramp(0.2));
        // What the circle needs is the same on both tyres: the text's F_cp.
        let centripetal = 0.5 * 1500.0 * elastic.state[0] * elastic.state[2];
        (rear - centripetal) / (front - centripetal)
    };
    let found = [ratio(1e5), ratio(4e5)];
    let right = TABLE_1.rear_rotation_share();
    assert!((found[1] - right).abs() < 2e-3, "{found:?} {right}");
    assert!((found[1] - right).abs() < (found[0] - right).abs(), "{found:?} {right}");
}

/// Torques in front and at the rear, a steering angle that moves: the stiff car's accelerations and
/// forces tend to the corrected ones, ten times nearer with tyres ten times as stiff.
#[test]
fn stiff_tyres_tend_to_the_corrected_equations() {
    for car in cars() {
        let (rate, torques) = (0.2, [600.0, 300.0]);
        let ramp = |time: f64| 0.1 + rate * time;
        let away = |stiffness: f64| {
            let mut elastic = Elastic::rolling(car, stiffness, 6.0, 0.1);
            elastic.drive(ramp, torques, 0.5);
            let given = Situation::coasting(elastic.state[0], ramp(0.5), rate).driven(torques[1], torques[0]);
            let found = car.solve(&given, 0.0);
            let dv = elastic.rate(&elastic.state, ramp(0.5), torques)[0];
            let forces = elastic.forces(&elastic.state, ramp(0.5));
            let right =
                [found.front_force_x_n, found.front_force_y_n, found.rear_force_x_n, found.rear_force_y_n];
            let worst = forces.iter().zip(right).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            [(dv - found.speed_rate_m_s2).abs(), worst]
        };
        let (soft, stiff) = (away(1e5), away(1e6));
        assert!(stiff[0] < 0.01 && stiff[1] < 10.0, "{soft:?} {stiff:?}");
        assert!(stiff[0] < 0.15 * soft[0] && stiff[1] < 0.15 * soft[1], "{soft:?} {stiff:?}");
    }
}
