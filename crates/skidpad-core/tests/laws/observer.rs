//! One sub-step of the observer of the car's velocity, equation by equation, beside the library's.
//!
//! The kinematics are those of a rigid body in the plane: v_x' = a_x + psi' v_y, v_y' = a_y - psi' v_x, and a hub at (x, y)
//! moves with (v_x - psi' y, v_y + psi' x). The figures are those that `assist/reference.rs` and `assist/evidence.rs` give
//! with their sources.

use skidpad_core::assist::{AssistMode, Assists, CarFacts, Pedals, ReferenceData, ReferenceMode, Sensed};
use skidpad_core::record::Flag;
use skidpad_core::wheels::Wheels;

use crate::support::Numbers;

const STEP_S: f64 = 0.002;

fn car(front: bool, rear: bool) -> CarFacts<f64> {
    CarFacts {
        wheelbase_m: 2.7,
        to_front_m: 1.15,
        front_track_m: 1.45,
        rear_track_m: 1.6,
        drives_front: Flag::from(front),
        drives_rear: Flag::from(rear),
        slide_tangent: 0.27,
        front_inverse_peak: 6.0,
        rear_inverse_peak: 8.0,
        moved_load_s2_m: 0.07,
    }
}

/// What is sensed, and what was known.
struct Case {
    car: CarFacts<f64>,
    data: ReferenceData<f64>,
    before: ReferenceMode<f64>,
    sensed: Sensed<f64>,
    pedals: Pedals<f64>,
    /// How fast the treads gain speed, m/s^2.
    gains: [f64; 4],
}

impl Case {
    /// The same by the library.
    fn found(&self) -> ReferenceMode<f64> {
        let assists = Assists { reference: self.data, ..Assists::typical(self.car) };
        let mut mode = AssistMode::start();
        mode.reference = self.before;
        let wheels = &mut mode.abs_wheels;
        for (wheel, gain) in [
            (&mut wheels.front_left, self.gains[0]),
            (&mut wheels.front_right, self.gains[1]),
            (&mut wheels.rear_left, self.gains[2]),
            (&mut wheels.rear_right, self.gains[3]),
        ] {
            wheel.abs_gain_m_s2 = gain;
        }
        assists.advance(&mode, &self.sensed, &self.pedals, STEP_S).0.reference
    }

    /// Longitudinal speed of each hub in its wheel's axes, of a body that moves with (x, y).
    fn hubs(&self, x: f64, y: f64) -> [f64; 4] {
        let (rate, steer) = (self.sensed.yaw_rate_rad_s, self.sensed.steer_rad);
        let at = |ahead: f64, left: f64, steer: f64| {
            (x - rate * left) * steer.cos() + (y + rate * ahead) * steer.sin()
        };
        let (front, rear) = (0.5 * self.car.front_track_m, 0.5 * self.car.rear_track_m);
        let behind = self.car.to_front_m - self.car.wheelbase_m;
        [
            at(self.car.to_front_m, front, steer),
            at(self.car.to_front_m, -front, steer),
            at(behind, rear, 0.0),
            at(behind, -rear, 0.0),
        ]
    }

    /// Equation by equation: x, y, slope and bank.
    fn expected(&self) -> [f64; 4] {
        let (before, sensed, data) = (&self.before, &self.sensed, &self.data);
        let (rate, slope, bank) =
            (sensed.yaw_rate_rad_s, before.reference_slope_m_s2, before.reference_bank_m_s2);
        // The prediction.
        let turned = rate * before.reference_y_m_s;
        let gain = sensed.acceleration_x_m_s2 - slope + turned;
        let x = before.reference_x_m_s + gain * STEP_S;
        let y = before.reference_y_m_s + (sensed.acceleration_y_m_s2 - bank - rate * x) * STEP_S;
        // The car's speed by each wheel.
        let (hubs, treads) = (self.hubs(x, y), sensed.wheel_speed_m_s.in_a_row());
        let cosines = [sensed.steer_rad.cos().max(0.34), sensed.steer_rad.cos().max(0.34), 1.0, 1.0];
        let implied: [f64; 4] = core::array::from_fn(|w| x + (treads[w] - hubs[w]) / cosines[w]);
        let way = if x < 0.0 { -1.0 } else { 1.0 };
        let predicted = way * x;
        let braked = self.pedals.brake > 0.0;
        let throttled = self.pedals.throttle > 0.0;
        let driven =
            [self.car.drives_front, self.car.drives_front, self.car.drives_rear, self.car.drives_rear]
                .map(Flag::is_set);
        let drives = throttled && !braked;
        let all_driven = driven.iter().all(|driven| *driven);
        let slowest = drives && all_driven;
        let fastest = |of: &dyn Fn(usize) -> bool| {
            (0..4).filter(|w| of(*w)).fold(f64::NEG_INFINITY, |most, w| most.max(way * implied[w]))
        };
        // A wheel whose spin falls by 15 m/s^2 beyond its hub's, or that the engine may spin, tells nothing by itself.
        let tells: [bool; 4] = core::array::from_fn(|w| {
            let sense = if treads[w] < 0.0 { -1.0 } else { 1.0 };
            sense * (self.gains[w] - gain) > -15.0 && !(throttled && driven[w])
        });
        let floor = (0..4).fold(f64::NEG_INFINITY, |most, w| {
            let (tread, implied) = (way * treads[w], way * implied[w]);
            let turns = if tells[w] { implied } else { implied.min(predicted) };
            most.max(if tread > 0.0 { turns } else { implied.min(0.0) })
        });
        let believed = match (braked, drives) {
            (true, _) => floor,
            (false, true) if all_driven => (0..4).fold(f64::INFINITY, |least, w| least.min(way * implied[w])),
            (false, true) => fastest(&|w| !driven[w]),
            (false, false) => fastest(&|_| true),
        };
        let backwards = (0..4).map(|w| way * treads[w]).sum::<f64>() < 0.0;
        let ceiling = (0..4)
            .filter(|w| braked && backwards && tells[*w] && way * treads[*w] < -0.3)
            .fold(1e4, |least: f64, w| least.min(way * implied[w]));
        // A wheel below the prediction that the road spins up, or that turns against the motion, does not roll.
        let misled = (0..4).any(|w| {
            let (tread, beyond) = (way * treads[w], (self.gains[w] - gain).abs());
            way * implied[w] < predicted && (beyond > 3.0 || tread < -0.3)
        });
        // How fast the estimate may follow.
        let drift = data.drift_m_s2 + data.drift_share * gain.abs();
        let above = believed - predicted;
        let falls = if braked || slowest {
            let dropping = if slowest && !misled { data.catching_1_s * (-above).max(0.0) } else { 0.0 };
            let back = data.catching_1_s * (predicted - ceiling).max(0.0);
            (drift + dropping + back + data.doubt_m_s3 * before.reference_alone_s).min(data.following_m_s2)
        } else {
            data.following_m_s2
        };
        let rises = match (drives, slowest) {
            (true, false) => data.following_m_s2,
            (true, true) => drift.min(data.following_m_s2),
            _ => (drift + data.catching_1_s * above.max(0.0)).min(data.following_m_s2),
        };
        let after = way * believed.min(ceiling).clamp(predicted - falls * STEP_S, predicted + rises * STEP_S);
        // The lateral speed: what the prediction lacks is psi' times its error.
        let lacks = after - x;
        let most = (15.0 * rate.abs()).min(20.0) * STEP_S;
        let error = if lacks.abs() > most { 0.0 } else { lacks };
        let share = (rate / 0.5).clamp(-1.0, 1.0);
        let rolls = if braked { predicted < believed || predicted > ceiling } else { !slowest };
        let corrects = if rolls { 2.0 * share * share.abs() * error } else { 0.0 };
        let gone = |time_s: f64| 1.0 - (-STEP_S / time_s).exp();
        let gripping = rate * (self.car.wheelbase_m - self.car.to_front_m);
        // A slide that the road pushes against lasts.
        let slide = before.reference_y_m_s - gripping;
        let opposed = -slide.signum() * (sensed.acceleration_y_m_s2 - before.reference_bank_m_s2) > 0.3;
        let slides = opposed && slide.abs() > self.car.slide_tangent * before.reference_x_m_s.abs();
        let fades = if braked || slides { 0.0 } else { (gripping - y) * gone(data.lateral_s) };
        let lateral = y + corrects + fades;
        // The road turns below the car; what the reading lacks of the rate of a speed that a wheel gives is slope.
        let (slope, bank) = (slope + rate * STEP_S * bank, bank - rate * STEP_S * slope);
        let straight = 1.0 - share.abs();
        let sure = (way * after - believed).abs() < 1e-12 && !braked && !slowest;
        let gained = (after - before.reference_x_m_s) / STEP_S - turned;
        let excess = sensed.acceleration_x_m_s2 - gained;
        let learns = (excess - slope) * straight * gone(data.learning_s);
        let left = sensed.acceleration_y_m_s2 - rate * after - bank;
        let leans = left * straight * gone(data.lateral_s);
        [
            after,
            lateral,
            (slope + if sure && excess.abs() <= 5.0 { learns } else { 0.0 }).clamp(-5.0, 5.0),
            (bank + if sure && !slides && left.abs() < 2.0 { leans } else { 0.0 }).clamp(-5.0, 5.0),
        ]
    }
}

#[test]
fn each_sub_step_is_that_of_its_equations() {
    let mut random = Numbers::new(17);
    let mut learnt = 0;
    for number in 0..20_000 {
        let x = random.pick(&[1.0, 1.0, -1.0]) * random.between(3.0, 40.0);
        let mut case = Case {
            car: car(random.pick(&[false, true]), random.pick(&[false, true])),
            data: ReferenceData::typical(),
            before: ReferenceMode {
                reference_x_m_s: x,
                reference_y_m_s: random.between(-3.0, 3.0),
                reference_alone_s: random.pick(&[0.0, 0.4]),
                reference_free_s: 0.0,
                reference_slope_m_s2: random.between(-1.0, 1.0),
                reference_bank_m_s2: random.between(-1.0, 1.0),
                reference_known: Flag::from(true),
            },
            sensed: Sensed {
                yaw_rate_rad_s: random.pick(&[0.1, 0.3, 1.2]) * random.between(-1.0, 1.0),
                acceleration_x_m_s2: random.between(-6.0, 6.0),
                acceleration_y_m_s2: random.between(-3.0, 3.0),
                steer_rad: random.pick(&[0.3, 1.3]) * random.between(-1.0, 1.0),
                ..Sensed::at_rest()
            },
            pedals: Pedals {
                throttle: random.pick(&[0.0, 0.5]),
                brake: random.pick(&[0.0, 0.7]),
                handbrake: 0.0,
                clutch: 0.0,
            },
            gains: [0.0; 4].map(|_| random.between(-40.0, 10.0)),
        };
        let hubs = case.hubs(x, case.before.reference_y_m_s);
        let near = random.pick(&[0.002, 0.05, 0.5]);
        let treads = hubs.map(|hub| hub * random.between(1.0 - near, 1.0 + 0.5 * near));
        // Now and then all wheels turn the other way, or one is locked.
        let way = if number % 17 == 0 { -1.0 } else { 1.0 };
        case.sensed.wheel_speed_m_s = Wheels::from_row(treads.map(|tread| way * tread));
        if number % 13 == 0 {
            case.sensed.wheel_speed_m_s.rear_left = 0.0;
        }
        let (found, expected) = (case.found(), case.expected());
        let found = [
            found.reference_x_m_s,
            found.reference_y_m_s,
            found.reference_slope_m_s2,
            found.reference_bank_m_s2,
        ];
        learnt += u32::from(expected[2] != case.before.reference_slope_m_s2);
        for place in 0..4 {
            let name = ["longitudinal", "lateral", "slope", "bank"][place];
            assert!(
                (found[place] - expected[place]).abs() < 1e-9,
                "{number} {name}: {} not {}: {:?} {:?} {:?}",
                found[place],
                expected[place],
                case.before,
                case.sensed,
                case.pedals
            );
        }
    }
    assert!(learnt > 1000);
}
