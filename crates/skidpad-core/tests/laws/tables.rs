//! Tables of fewer places, and small equations that stand alone.

use skidpad_commonroad::rolling_at_centre;
use skidpad_core::math::Direction;
use skidpad_core::powertrain::{Converter, TorqueCurve};
use skidpad_core::record::{Flag, Record};
use skidpad_special::motorcycle::{Fork, handlebar_for};

use crate::support::Numbers;

/// A converter's table with rows at some speed ratios, between a few true corners.
fn converter(at: &[f64], of: impl Fn(f64) -> (f64, f64)) -> Converter<f64> {
    let row = |place: usize| at[place.min(at.len() - 1)];
    Converter {
        is_fitted: Flag::from(true),
        lock_up_ratio: 0.9,
        lock_up_from_gear: 2.0,
        speed_ratio: core::array::from_fn(row),
        torque_ratio: core::array::from_fn(|place| of(row(place)).0),
        capacity_nm_s2: core::array::from_fn(|place| of(row(place)).1),
    }
}

/// Straight lines through corners.
fn through(corners: &[(f64, f64)], x: f64) -> f64 {
    let last = corners.len() - 2;
    let at = (0..=last).rev().find(|place| corners[*place].0 <= x).unwrap_or(0);
    let ((x0, y0), (x1, y1)) = (corners[at], corners[at + 1]);
    y0 + (y1 - y0) * (x - x0) / (x1 - x0)
}

/// Rows on a straight line between their neighbours go first: a table of 12 rows with no more corners than a small one has
/// places is the same function in it.
#[test]
fn small_converters_lose_no_corner() {
    let ratio = [(0.0, 2.1), (0.3, 1.6), (0.5, 1.35), (0.7, 1.1), (0.85, 1.0), (1.0, 0.98)];
    let capacity = [(0.0, 0.009), (0.3, 0.0088), (0.5, 0.0095), (0.7, 0.0086), (0.85, 0.006), (1.0, 0.001)];
    let of = |x: f64| (through(&ratio, x), through(&capacity, x));
    for more in [
        [0.1, 0.2, 0.4, 0.45, 0.6, 0.9],
        [0.05, 0.35, 0.55, 0.75, 0.8, 0.95],
        [0.9, 0.91, 0.92, 0.93, 0.94, 0.95],
    ] {
        let mut at: Vec<f64> = ratio.iter().map(|corner| corner.0).chain(more).collect();
        at.sort_by(f64::total_cmp);
        let (whole, small) = (converter(&at, of), converter(&at, of).in_rows::<6>());
        for pump in [120.0, 300.0] {
            for step in 0..=40 {
                let turbine = pump * f64::from(step) / 40.0;
                let (one, other) = (whole.torque(pump, turbine), small.torque(pump, turbine));
                assert!((one.pump_nm - other.pump_nm).abs() < 1e-9, "{more:?} {turbine}");
                assert!((one.turbine_nm - other.turbine_nm).abs() < 1e-9, "{more:?} {turbine}");
            }
        }
    }
}

/// Where a row must go that the function misses, it is the one whose torque ratio or capacity is off by the least share.
#[test]
fn small_converters_lose_what_is_missed_least() {
    let mut random = Numbers::new(4);
    for _ in 0..200 {
        let mut at = 0.0;
        let rows: Vec<(f64, f64, f64)> = (0..7)
            .map(|_| {
                let row = (at, random.between(0.8, 2.0), random.between(0.001, 0.01));
                at += random.between(0.02, 0.16);
                row
            })
            .collect();
        let of = |x: f64| {
            let row = rows.iter().find(|row| row.0 == x).expect("a row");
            (row.1, row.2)
        };
        let places: Vec<f64> = rows.iter().map(|row| row.0).collect();
        let small = converter(&places, of).in_rows::<6>();
        let missed = |row: usize| {
            let share = (rows[row].0 - rows[row - 1].0) / (rows[row + 1].0 - rows[row - 1].0);
            let off = |of: &dyn Fn(usize) -> f64| {
                (of(row - 1) + share * (of(row + 1) - of(row - 1)) - of(row)).abs() / of(row)
            };
            off(&|row| rows[row].1).max(off(&|row| rows[row].2))
        };
        let gone = (1..6).min_by(|a, b| missed(*a).total_cmp(&missed(*b))).expect("a row");
        let kept: Vec<f64> = (0..7).filter(|row| *row != gone).map(|row| places[row]).collect();
        assert_eq!(small.speed_ratio.to_vec(), kept);
    }
}

/// The same of an engine's curve: joints on a straight line go first, and otherwise what is missed least.
#[test]
fn small_curves_lose_no_corner() {
    let corners = [(80.0, 150.0), (200.0, 260.0), (350.0, 300.0), (500.0, 290.0), (700.0, 180.0)];
    for more in [[100.0, 150.0, 250.0, 600.0], [360.0, 380.0, 400.0, 450.0], [220.0, 340.0, 510.0, 690.0]] {
        let mut at: Vec<f64> = corners.iter().map(|corner| corner.0).chain(more).collect();
        at.sort_by(f64::total_cmp);
        // Level beyond the last point, as the vehicle's own curves are.
        let row = |place: usize| at[place.min(at.len() - 1)];
        let torque = |x: f64| through(&corners, x);
        let whole = TorqueCurve::<f64> {
            start_rad_s: core::array::from_fn(row),
            base_nm: core::array::from_fn(|place| torque(row(place))),
            slope_nm_s: core::array::from_fn(|place| {
                if place + 1 < at.len() {
                    (torque(at[place + 1]) - torque(at[place])) / (at[place + 1] - at[place])
                } else {
                    0.0
                }
            }),
        };
        let small = whole.in_places::<5>();
        for speed in (50..800).step_by(7).map(f64::from) {
            let (one, other) = (whole.torque_nm(speed), small.torque_nm(speed));
            assert!((one - other).abs() < 1e-9, "{more:?} at {speed} rad/s: {other} N.m, not {one}");
        }
    }
}

/// CommonRoad's car on rolling wheels, seen at its centre: v cos(beta + psi), v sin(beta + psi), v cos(beta) tan(delta) / l
/// with tan(beta) = b / l tan(delta).
#[test]
fn rolling_car_moves_along_its_sideslip() {
    for (a, b) in [(1.2, 1.5), (1.6, 1.0)] {
        for (steer, speed, yaw) in [(0.3, 12.0, 0.7), (-0.5, -3.0, 2.9), (0.0, 5.0, -1.0)] {
            let tan = f64::tan(steer);
            let beta = f64::atan(b / (a + b) * tan);
            let found = rolling_at_centre([a, b], steer, speed, yaw);
            let expected =
                [speed * (beta + yaw).cos(), speed * (beta + yaw).sin(), speed * beta.cos() * tan / (a + b)];
            for (found, expected) in found.into_iter().zip(expected) {
                assert!((found - expected).abs() < 1e-12, "{steer}: {found}, not {expected}");
            }
        }
    }
}

/// The handlebar's angle for an angle on the road is the inverse of the angle on the road of the handlebar; and the front
/// comes down by the integral of the camber's sine over the handlebar's angle, and by its derivative per lean.
#[test]
fn fork_geometry_is_its_own_inverse_and_integral() {
    let at = |angle: f64| Direction { sin: angle.sin(), cos: angle.cos() };
    for rake in [0.0, 0.41, 0.7] {
        for lean in [-0.8, -0.2, 0.0, 0.5] {
            for delta in [-0.5, -0.05, 0.3] {
                let fork = |delta: f64, lean: f64| Fork { steer: at(delta), lean: at(lean), rake: at(rake) };
                let steer = fork(delta, lean).ground_steer();
                let back: f64 = handlebar_for(steer.sin / steer.cos, at(lean), at(rake));
                assert!((back - delta).abs() < 1e-12, "{rake} {lean} {delta}: {back}");
                let h = 1e-6;
                let by_delta = (fork(delta + h, lean).drop().0 - fork(delta - h, lean).drop().0) / (2.0 * h);
                assert!((by_delta - fork(delta, lean).camber_sine()).abs() < 1e-9);
                let by_lean = (fork(delta, lean + h).drop().0 - fork(delta, lean - h).drop().0) / (2.0 * h);
                assert!((by_lean - fork(delta, lean).drop().1).abs() < 1e-9);
                assert_eq!(fork(0.0, lean).drop().0, 0.0);
            }
        }
    }
}

/// Monster's axle loads carry the weight between them, and their moments about the contact of either axle balance that of
/// the inertial force: W_f L = W c - h M a.
#[test]
fn tutorial_axle_loads_balance() {
    for acceleration in [-6.0_f64, 0.0, 3.0] {
        let (weight, mass, share, height) = (14715.0_f64, 1500.0_f64, 0.6_f64, 0.22_f64);
        let (front, rear): (f64, f64) =
            skidpad_special::chassis::monster_axle_loads(weight, share, height, mass, acceleration);
        assert!((front + rear - weight).abs() < 1e-9);
        assert!((front - (share * weight - height * mass * acceleration)).abs() < 1e-9);
    }
}

/// The distance of a constant deceleration is that from which the deceleration is computed.
#[test]
fn stopping_distance_is_the_inverse_of_its_deceleration() {
    for (speed, distance) in [(27.8, 38.0), (13.9, 12.0)] {
        let deceleration: f64 = skidpad_texts::brakes::deceleration_from_distance(speed, distance);
        let found: f64 = skidpad_texts::brakes::stopping_distance(speed, deceleration);
        assert!((found - distance).abs() < 1e-12, "{found} m");
    }
    // Monster's brakes push against the motion, and not at all on a car that stands.
    for (speed, expected) in [(3.0, -2000.0), (-0.5, 2000.0), (0.0, 0.0)] {
        assert_eq!(skidpad_texts::brakes::monster_braking_force(2000.0_f64, speed), expected);
    }
}

/// Each of the shifts of the tyre of 1989 makes its curve pass beside the origin, and so its forces leave the ellipse.
#[test]
fn each_shift_of_1989_counts() {
    use skidpad_core::record::Channels;
    use skidpad_core::tyre::{Pacejka89Tyre, SteadyTyre};
    let plain = crate::tyre_laws::pacejka89();
    assert_eq!(plain.squareness(), 1.0);
    let mut values = vec![0.0; <Pacejka89Tyre<f64> as Record<f64>>::LEN];
    plain.store(&mut &mut values[..]);
    for (place, channel) in Pacejka89Tyre::<f64>::CHANNELS.iter().enumerate() {
        let shifts = ["a8", "a9", "a10", "a11", "a12", "a13", "b9", "b10"].contains(&channel.name);
        if shifts {
            for sign in [1.0, -1.0] {
                let mut other = values.clone();
                other[place] = sign * 0.5;
                let tyre: Pacejka89Tyre<f64> = Record::load(&&other[..]);
                assert!((tyre.squareness() - f64::sqrt(2.0)).abs() < 1e-15, "{}", channel.name);
            }
        }
    }
}

/// DIN 70020-5: the rolling circumference is 3.05 unloaded diameters.
#[test]
fn tyre_rolls_its_standard_circumference() {
    let tyre = skidpad_core::tyre::TyreSize { width_mm: 205.0, aspect_percent: 55.0, rim_in: 16.0 };
    let unloaded: f64 = 0.5 * 16.0 * 0.0254 + 0.205 * 0.55;
    assert!((tyre.unloaded_radius_m() - unloaded).abs() < 1e-15);
    let circumference = core::f64::consts::TAU * tyre.rolling_radius_m();
    assert!((circumference - 3.05 * 2.0 * unloaded).abs() < 1e-12, "{circumference} m");
}

/// A motor that feeds back at a crawl stops what turns with it within two steps and no sooner: the wheels of its axle and
/// its own rotor behind the ratio.
#[test]
fn feeding_back_stops_wheels_and_rotor() {
    use skidpad_core::powertrain::driveline::{
        DrivelineDemand, DrivelineMode, DrivelineSpeeds, MotorData, begin,
    };
    use skidpad_core::wheels::Wheels;
    let step = 0.002;
    for is_front in [true, false] {
        for (inertia, ratio) in [(0.02, 5.0), (0.05, 9.0)] {
            let mut car = crate::driveline_support::manual_car();
            car.layout.longest_step_s = step;
            let motor = MotorData {
                regeneration_nm: 5000.0,
                regeneration_w: 1e9,
                ratio,
                inertia_kg_m2: inertia,
                efficiency: 0.9,
                ..MotorData::none()
            };
            *(if is_front { &mut car.front_motor } else { &mut car.rear_motor }) = motor;
            let wheels = car.wheel_inertia_kg_m2();
            let wheels = if is_front { wheels.front_left } else { wheels.rear_left };
            for spin in [0.3, -0.3] {
                let speeds = DrivelineSpeeds { engine_rad_s: 100.0, wheels_rad_s: Wheels::all(spin) };
                let demand =
                    DrivelineDemand { regeneration: 1.0, ..DrivelineDemand::of(&crate::support::coast(1.0)) };
                let begun = begin(&car, &DrivelineMode::in_gear(&car, 1.0), &speeds, &demand, step);
                let found = if is_front { begun.front_motor_nm } else { begun.rear_motor_nm };
                // Half of the momentum in a step; the gears' losses help to brake, and are left to them.
                let expected = -0.5 * (2.0 * wheels + ratio * ratio * inertia) * spin / step;
                assert!(
                    (found / expected - 1.0).abs() < 1e-9,
                    "{is_front} {inertia}: {found} N.m, not {expected}"
                );
            }
        }
    }
}

/// The text's own car is told by its rear axle: the acceleration of its centre, half a wheelbase ahead, is the rate of the
/// speed and the lateral speed that turning takes from it, and across the yaw acceleration and the centripetal part.
#[test]
fn printed_car_accelerates_as_it_moves() {
    use skidpad_core::record::Empty;
    use skidpad_core::surface::Surface;
    use skidpad_texts::ackermann::AckermannAsPrinted;
    use skidpad_texts::ackermann::TABLE_1;
    use skidpad_texts::ackermann::{AsPrintedInput, AsPrintedState};
    for (speed, steer, steer_rate) in [(5.0, 0.2, 0.3), (12.0, -0.1, 0.0), (3.0, 0.3, -0.4)] {
        let at = |speed: f64, steer: f64| {
            let state = AsPrintedState { x_m: 0.0, y_m: 0.0, yaw_rad: 0.0, speed_m_s: speed };
            let input = AsPrintedInput {
                steer_rad: steer,
                steer_rate_rad_s: steer_rate,
                front_torque_nm: 0.0,
                rear_torque_nm: 150.0,
            };
            crate::outlined::evaluate::<AckermannAsPrinted, _>(
                &TABLE_1,
                &Empty,
                &state,
                &input,
                &Surface::asphalt(),
            )
        };
        let (rate, now) = at(speed, steer);
        let ahead = rate.speed_m_s - now.velocity_y_m_s * now.yaw_rate_rad_s;
        assert!((now.acceleration_x_m_s2 - ahead).abs() < 1e-12);
        // Along the motion the lateral speed changes with speed and steering.
        let h = 1e-6;
        let (later, before) = (
            at(speed + h * rate.speed_m_s, steer + h * steer_rate),
            at(speed - h * rate.speed_m_s, steer - h * steer_rate),
        );
        let lateral = (later.1.velocity_y_m_s - before.1.velocity_y_m_s) / (2.0 * h);
        let left = lateral + speed * now.yaw_rate_rad_s;
        assert!(
            (now.acceleration_y_m_s2 - left).abs() < 1e-5 * (1.0 + left.abs()),
            "{} {left}",
            now.acceleration_y_m_s2
        );
    }
}
