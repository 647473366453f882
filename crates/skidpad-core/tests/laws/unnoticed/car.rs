//! The four-wheel car.

use skidpad_core::controls::Command;
use skidpad_core::math::Vec2;
use skidpad_core::model::two_track::loads::{AxleWeights, Stance};
use skidpad_core::model::two_track::{
    AffineForce, Alone, Brushes, Kind, TwoTrack, TwoTrackCar, TwoTrackInput, TwoTrackMode, TwoTrackState,
    TwoTrackTrace,
};
use skidpad_core::spec::{Section, VehicleSpec};
use skidpad_core::step::Simulation;
use skidpad_core::surface::Surface;

use crate::support::{build, coast, dt, manual};

/// The car with tracks of its own.
fn with_tracks(front_m: f64, rear_m: f64) -> VehicleSpec {
    let mut spec = manual();
    spec.derive_section("chassis");
    let chassis = spec.chassis.as_mut().expect("derived");
    (chassis.front_track_m, chassis.rear_track_m) = (front_m, rear_m);
    assert!(!skidpad_core::spec::ChassisSpec::FIELDS.is_empty());
    spec
}

/// The ratio of the tracks was turned round: a car on three wheels, wider behind than in front, moved more load to its
/// outer wheels than the rolling moment asks for. D_f t_f + D_r t_r = h (Y_f + Y_r) as long as an axle has both of its
/// wheels on the road.
#[test]
fn wider_axle_took_the_load_of_the_narrower() {
    for (front_m, rear_m) in [(1.2, 1.7), (1.7, 1.2), (1.5, 1.5)] {
        let vehicle = build(&with_tracks(front_m, rear_m));
        let (body, stance) = (vehicle.body(), Stance::new(&vehicle));
        let weight = body.mass_kg * 9.81;
        let weights =
            AxleWeights { front_n: body.front_share * weight, rear_n: (1.0 - body.front_share) * weight };
        let mut three_wheels = 0;
        for step in 1..=40 {
            let mu = 0.05 * f64::from(step);
            let pull = AffineForce { per_load: Vec2 { x: 0.0, y: mu }, fixed_n: Vec2 { x: 0.0, y: 0.0 } };
            let n = stance.loads(&weights, &[pull; 4]);
            let up = n.map(|n| n <= 1e-9 * weight);
            if (up[0] || up[1]) && (up[2] || up[3]) {
                continue;
            }
            three_wheels += u32::from(up.contains(&true));
            let moved = 0.5 * (n[1] - n[0]) * front_m + 0.5 * (n[3] - n[2]) * rear_m;
            let asked = body.cg_height_m * mu * n.iter().sum::<f64>();
            assert!(
                (moved - asked).abs() < 1e-9 * asked,
                "{front_m} {rear_m} {mu}: {moved}, not {asked} N.m"
            );
        }
        assert!(three_wheels > 0, "{front_m} {rear_m}: none of the cases is on three wheels");
    }
}

type Brushed = TwoTrack<Alone<Brushes>>;

fn brushed(spec: &VehicleSpec, speed_m_s: f64) -> Simulation<Brushed> {
    let car = <Alone<Brushes> as Kind>::car(&build(spec));
    let state = TwoTrackState::rolling(&car.base, speed_m_s, 0.0);
    Simulation::new(car, TwoTrackMode::in_gear(&car.base, 0.0), state)
}

fn steered(
    car: &mut Simulation<Brushed>,
    steer_rad: f64,
    road: &Surface<f64>,
    duration_s: f64,
) -> TwoTrackTrace<f64> {
    let input = TwoTrackInput::on_even_road(&Command { steer_rad, ..coast(0.0) });
    for _ in 0..(duration_s / 0.002) as u32 {
        car.step(&input, road, dt(0.002));
    }
    car.look(&input, road).1
}

/// The tyres' aligning moments were left out of the yaw moment. What turns the body is the moment of all forces about
/// its centre of mass and the aligning moments of all four tyres.
#[test]
fn aligning_moments_did_not_turn_the_car() {
    let spec = with_tracks(1.5, 1.6);
    let mut car = brushed(&spec, 20.0);
    for steer in [0.03, -0.06] {
        let trace = steered(&mut car, steer, &Surface::asphalt(), 0.3);
        let base = &car.car().base;
        let wheels = trace.wheels.in_a_row();
        let places = [
            (base.body.to_front_m, 0.75),
            (base.body.to_front_m, -0.75),
            (-base.body.to_rear_m, 0.8),
            (-base.body.to_rear_m, -0.8),
        ];
        let (mut forces, mut aligning) = (0.0, 0.0);
        for (wheel, (ahead, left)) in wheels.iter().zip(places) {
            let (sin, cos) = wheel.steer_rad.sin_cos();
            let x = wheel.force_x_n * cos - wheel.force_y_n * sin;
            let y = wheel.force_x_n * sin + wheel.force_y_n * cos;
            forces += ahead * y - left * x;
            aligning += wheel.aligning_nm;
        }
        let found = trace.car.yaw_acceleration_rad_s2 / base.body.inverse_yaw_inertia_1_kg_m2;
        assert!(
            (found - forces - aligning).abs() < 1e-6 * forces.abs().max(1.0),
            "{found} {forces} {aligning}"
        );
        assert!(aligning * steer < -1.0, "they turn the car out of the bend: {aligning} N.m");
    }
}

/// The sign of the sensed lateral acceleration: stability control took each bend for its mirror image. In a left bend
/// the sensor reads a positive acceleration, on a level road that of the centre of mass; a car that stands on a bank
/// falling to its left senses that its tyres hold it up.
#[test]
fn lateral_acceleration_was_sensed_mirrored() {
    let spec = with_tracks(1.5, 1.5);
    for steer in [0.04, -0.04] {
        let mut car = brushed(&spec, 20.0);
        let road = Surface::asphalt();
        let trace = steered(&mut car, steer, &road, 1.5);
        let sensed = car.mode().body.sensed_y_m_s2;
        assert!(sensed * steer > 0.02, "{sensed} m/s^2 with {steer} rad");
        let real = trace.car.acceleration_y_m_s2;
        assert!((sensed / real - 1.0).abs() < 0.02, "{sensed} {real}");
        let centripetal = car.state().body.velocity_x_m_s * car.state().body.yaw_rate_rad_s;
        assert!((sensed / centripetal - 1.0).abs() < 0.05, "{sensed} {centripetal}");
    }
    let bank = Surface { bank_rad: 0.1, ..Surface::asphalt() };
    let mut car = brushed(&spec, 0.0);
    let input = TwoTrackInput::on_even_road(&Command { brake: 1.0, ..coast(0.0) });
    for _ in 0..3000 {
        car.step(&input, &bank, dt(0.002));
    }
    let weight = bank.gravity_on_road().y;
    let sensed = car.mode().body.sensed_y_m_s2;
    assert!((sensed + weight).abs() < 1e-6, "{sensed} with the weight's {weight} m/s^2");
}

/// The four-wheel car on simple tyres.
type Simple = TwoTrack<skidpad_core::model::two_track::Curves>;

/// The handbrake of front wheels had twice its torque. Each wheel of an axle has half of what its handbrake holds, beside
/// its rolling resistance.
#[test]
fn front_handbrake_was_twice_as_strong() {
    let mut spec = with_tracks(1.5, 1.6);
    (spec.front.handbrake_torque_nm, spec.rear.handbrake_torque_nm) = (700.0, 300.0);
    let car = skidpad_core::model::two_track::Curves::car(&build(&spec));
    let state = TwoTrackState::rolling(&car.base, 20.0, 0.0);
    let mut mode = TwoTrackMode::in_gear(&car.base, 0.0);
    mode.driveline = mode.driveline.with_wheel_directions(&skidpad_core::wheels::Wheels::all(1.0));
    let braked = |handbrake: f64| {
        let input = TwoTrackInput::on_even_road(&Command { handbrake, ..coast(0.0) });
        let road = Surface::asphalt();
        let trace = crate::outlined::evaluate::<Simple, _>(&car, &mode, &state, &input, &road).1;
        trace.wheels.in_a_row().map(|wheel| wheel.brake_torque_nm)
    };
    let (free, full, half) = (braked(0.0), braked(1.0), braked(0.5));
    for (wheel, expected) in [350.0, 350.0, 150.0, 150.0].into_iter().enumerate() {
        assert!((free[wheel] - full[wheel] - expected).abs() < 1e-9, "{wheel}: {full:?} {free:?}");
        assert!((free[wheel] - half[wheel] - 0.5 * expected).abs() < 1e-9, "{wheel}: {half:?} {free:?}");
    }
}

/// One axle that stands stopped a car that swung about it: its yaw and its lateral motion ended where they only changed
/// their sense. To the sides it takes both axles to hold a car; forwards one is enough.
#[test]
fn one_standing_axle_stopped_the_yaw() {
    let car = skidpad_core::model::two_track::Curves::car(&build(&with_tracks(1.5, 1.6)));
    let settled = |standing: [bool; 4]| {
        let sense = standing.map(|stands| if stands { 0.0 } else { 1.0 });
        let mut mode = TwoTrackMode::in_gear(&car.base, 0.0);
        mode.driveline = mode.driveline.with_wheel_directions(&skidpad_core::wheels::Wheels::from_row(sense));
        (mode.body.x_direction, mode.body.y_direction, mode.body.yaw_direction) = (1.0, 1.0, 1.0);
        let mut after = TwoTrackState::at_rest();
        // In the sub-step each velocity has passed through zero.
        after.body.velocity_x_m_s = -1e-3;
        after.body.velocity_y_m_s = -2e-3;
        after.body.yaw_rate_rad_s = -3e-3;
        let input = TwoTrackInput::on_even_road(&coast(0.0));
        let body = crate::outlined::settle::<Simple, _>(&car, &mode, &after, &after, &input).1.body;
        [body.velocity_x_m_s, body.velocity_y_m_s, body.yaw_rate_rad_s]
    };
    assert_eq!(settled([false; 4]), [-1e-3, -2e-3, -3e-3], "nothing stands");
    for standing in [[true, true, false, false], [false, false, true, true], [false, false, true, false]] {
        assert_eq!(settled(standing), [0.0, -2e-3, -3e-3], "one axle stands: {standing:?}");
    }
    for standing in [[true; 4], [true, false, false, true]] {
        assert_eq!(settled(standing), [0.0; 3], "both axles stand: {standing:?}");
    }
}

/// Backwards the front slip angle was near 180 degrees. It is that between the wheel's plane and its way over the road, as
/// the rear one: atan(v_y / |v_x|) in the wheel's frame (ISO 8855), and at most a right angle.
#[test]
fn slip_angle_backwards_was_half_a_turn() {
    let car = skidpad_core::model::two_track::Curves::car(&build(&with_tracks(1.5, 1.6)));
    for (speed, left, yaw_rate, steer_rad) in
        [(-10.0, 0.5, 0.1, 0.0), (-10.0, 0.5, -0.2, 0.1), (10.0, -0.5, 0.2, -0.1), (-5.0, -1.0, 0.0, -0.2)]
    {
        let mut state = TwoTrackState::rolling(&car.base, speed, 0.0);
        (state.body.velocity_y_m_s, state.body.yaw_rate_rad_s) = (left, yaw_rate);
        let mut mode = TwoTrackMode::in_gear(&car.base, 0.0);
        mode.body.front_steer_rad = steer_rad;
        let input = TwoTrackInput::on_even_road(&Command { steer_rad, ..coast(0.0) });
        let road = Surface::asphalt();
        let trace = crate::outlined::evaluate::<Simple, _>(&car, &mode, &state, &input, &road).1.car;
        let steer = trace.front_steer_rad;
        assert!((steer - steer_rad).abs() < 1e-12);
        let across = left + car.base.body.to_front_m * yaw_rate;
        let (sin, cos) = steer.sin_cos();
        let front = f64::atan((across * cos - speed * sin) / (speed * cos + across * sin).abs());
        let rear = f64::atan((left - car.base.body.to_rear_m * yaw_rate) / f64::abs(speed));
        assert!((trace.front_slip_angle_rad - front).abs() < 1e-12, "{} {front}", trace.front_slip_angle_rad);
        assert!((trace.rear_slip_angle_rad - rear).abs() < 1e-12, "{} {rear}", trace.rear_slip_angle_rad);
    }
}

/// The standing tyres of a four-wheel car held twice the yaw moment that they can. Of the lateral force that an axle can hold, one
/// half is for the lateral motion and the other for the yaw, a couple: so a weaker axle with the capacity F holds a
/// moment of F L / 2. (Held on or pushed on, the yaw accelerations differ by twice what is held.)
#[test]
fn standing_tyres_held_too_much_yaw() {
    let mut spec = with_tracks(1.5, 1.6);
    (spec.front.rolling_resistance, spec.rear.rolling_resistance) = (0.02, 0.01);
    let car = skidpad_core::model::two_track::Curves::car(&build(&spec));
    let base = &car.base;
    let evaluated = |sense: f64| {
        let mut mode = TwoTrackMode::in_gear(base, 0.0);
        (mode.body.yaw_direction, mode.body.y_direction) = (sense, sense);
        let input = TwoTrackInput::on_even_road(&coast(0.0));
        let (state, road) = (TwoTrackState::at_rest(), Surface::asphalt());
        crate::outlined::evaluate::<Simple, _>(&car, &mode, &state, &input, &road)
    };
    let ((left, trace), (right, _)) = (evaluated(1.0), evaluated(-1.0));
    let yaw_nm =
        0.5 * (right.body.yaw_rate_rad_s - left.body.yaw_rate_rad_s) / base.body.inverse_yaw_inertia_1_kg_m2;
    let y_n = 0.5 * (right.body.velocity_y_m_s - left.body.velocity_y_m_s) * base.body.mass_kg;
    let loads = trace.wheels.in_a_row().map(|wheel| wheel.load_n);
    let (front, rear) = (0.02 * (loads[0] + loads[1]), 0.01 * (loads[2] + loads[3]));
    let (front_share, rear_share) = base.weight_shares();
    let expected = 0.5 * base.wheelbase_m() * f64::min(front, rear);
    assert!((yaw_nm / expected - 1.0).abs() < 1e-9, "{yaw_nm} N.m, not {expected}");
    let expected = 0.5 * f64::min(front / front_share, rear / rear_share);
    assert!((y_n / expected - 1.0).abs() < 1e-9, "{y_n} N, not {expected}");
}

/// The longest sub-step of a car on springs did not count its anti-roll bars. Roll swings with
/// omega^2 = sum((k / 2 + k_b) t^2) / I_x, for a bar pushes both wheels by k_b times the difference t phi of their travels,
/// and Heun's method bears no more than about 2 / omega of it.
#[test]
fn stiff_anti_roll_bars_had_too_long_a_step() {
    for roll_inertia in [3.0, 6.0, 12.0] {
        let mut spec = with_tracks(1.5, 1.6);
        let chassis = spec.chassis.as_mut().expect("derived");
        (chassis.roll_gradient, chassis.damping_ratio) = (0.0, 0.05);
        chassis.roll_inertia_kg_m2 = roll_inertia;
        let vehicle = build(&spec);
        let chassis = vehicle.chassis();
        let stiffness = |spring: f64, bar: f64, track: f64| (0.5 * spring + bar) * track * track;
        let front = stiffness(chassis.front_spring_n_m, chassis.front_bar_n_m, chassis.front_track_m);
        let rear = stiffness(chassis.rear_spring_n_m, chassis.rear_bar_n_m, chassis.rear_track_m);
        let omega = ((front + rear) / roll_inertia).sqrt();
        assert!(omega > 500.0, "{omega} rad/s: faster than anything else in the car");
        let step_s = vehicle.longest_sprung_step_s();
        assert!(step_s * omega <= 1.8 * (1.0 + 1e-12), "{step_s} s at {omega} rad/s");
    }
}

/// The rear axle had the downforce of the front one. Each axle presses on the road with its share of the weight and
/// rho v^2 / 2 times its own coefficient and the frontal area, as long as no tyre pushes.
#[test]
fn rear_axle_had_the_front_wing() {
    let mut spec = with_tracks(1.5, 1.6);
    let chassis = spec.chassis.as_mut().expect("derived");
    (chassis.front_downforce, chassis.rear_downforce) = (0.2, 0.7);
    let car = skidpad_core::model::two_track::Curves::car(&build(&spec));
    let (road, speed) = (Surface::asphalt(), 50.0);
    let state = TwoTrackState::rolling(&car.base, speed, 0.0);
    let mode = TwoTrackMode::in_gear(&car.base, 0.0);
    let input = TwoTrackInput::on_even_road(&coast(0.0));
    let trace = crate::outlined::evaluate::<Simple, _>(&car, &mode, &state, &input, &road).1.car;
    let pressure = 0.5 * road.air_density_kg_m3 * speed * speed * spec.body.frontal_area_m2;
    let weight = car.base.body.mass_kg * road.gravity_m_s2;
    let (front_share, rear_share) = car.base.weight_shares();
    for (found, expected) in [
        (trace.front_load_n, front_share * weight + 0.2 * pressure),
        (trace.rear_load_n, rear_share * weight + 0.7 * pressure),
        (trace.downforce_n, 0.9 * pressure),
    ] {
        assert!((found - expected).abs() < 1e-6, "{found} N, not {expected}");
    }
}

/// The rear axle's friction did not hold the pitch. At rest dry friction mu of the suspension holds, for heave, roll and
/// pitch each, a third of what it can: mu / 3 times the weight on each axle's springs, with its lever. (Held in one sense
/// or the other, the accelerations differ by twice that.)
#[test]
fn rear_suspension_did_not_hold_the_pitch() {
    type Sprung = TwoTrack<skidpad_core::model::two_track::SprungCurves>;
    let mut spec = with_tracks(1.5, 1.7);
    spec.chassis.as_mut().expect("derived").suspension_friction = 0.06;
    let car = skidpad_core::model::two_track::SprungCurves::car(&build(&spec));
    let (base, springs) = (&car.base, &car.base.suspension.body);
    let rates = |sense: f64| {
        let mut mode = TwoTrackMode::in_gear(base, 0.0);
        (mode.body.heave_direction, mode.body.roll_direction) = (sense, sense);
        mode.body.pitch_direction = sense;
        let input = TwoTrackInput::on_even_road(&coast(0.0));
        let (state, road) = (TwoTrackState::at_rest(), Surface::asphalt());
        crate::outlined::evaluate::<Sprung, _>(&car, &mode, &state, &input, &road).0.body
    };
    let (with, against) = (rates(1.0), rates(-1.0));
    let weight = springs.sprung_mass_kg * Surface::<f64>::asphalt().gravity_m_s2;
    let (front_share, rear_share) = base.weight_shares();
    let (front, rear) = (0.02 * front_share * weight, 0.02 * rear_share * weight);
    for (mode, found, expected) in [
        (
            "heave",
            (against.heave_rate_m_s - with.heave_rate_m_s) / springs.inverse_sprung_mass_1_kg,
            front + rear,
        ),
        (
            "roll",
            (against.roll_rate_rad_s - with.roll_rate_rad_s) / springs.inverse_roll_inertia_1_kg_m2,
            0.75 * front + 0.85 * rear,
        ),
        (
            "pitch",
            (against.pitch_rate_rad_s - with.pitch_rate_rad_s) / springs.inverse_pitch_inertia_1_kg_m2,
            base.body.to_front_m * front + base.body.to_rear_m * rear,
        ),
    ] {
        assert!((0.5 * found / expected - 1.0).abs() < 1e-9, "{mode}: {} of {expected}", 0.5 * found);
    }
}

/// The anti-lock system of every car was tuned alike, and a nose-heavy one spun on the split road. By the balance of moments
/// about the centre of mass the front wheels' difference F t_f / 2 needs the lateral force F t_f / (2 L) at the rear axle;
/// the bound leaves 40 % of what the wheel there on the grippy side can give. The difference grows so that the yaw
/// acceleration rises by 0.5 rad/s^3.
#[test]
fn delay_of_the_yaw_moment_was_every_car_s_alike() {
    for (front_share, track_m, inertia) in [(0.62, 1.6, 1500.0), (0.66, 1.45, 2600.0)] {
        let mut spec = with_tracks(track_m, 1.3);
        (spec.body.front_weight_share, spec.body.yaw_inertia_kg_m2) = (front_share, inertia);
        let vehicle = build(&spec);
        let abs = TwoTrackCar::from(&vehicle).base.assists.abs;
        let (front, rear, body) = (vehicle.front(), vehicle.rear(), vehicle.body());
        // One wheel's brake force at full pressure, with half of the track as its lever.
        let full_nm = 0.5 * front.brake_torque_nm / front.radius_m * 0.5 * track_m;
        let jerk = abs.yaw_growth_1_s * full_nm / inertia;
        assert!((jerk - 0.5).abs() < 1e-9, "{jerk} rad/s^3");
        // Loads over the weight at half of the deceleration that the rear tyres allow.
        let shifted = 0.5 * rear.lateral_friction * body.cg_height_m / body.wheelbase_m;
        let high_n = front.friction * 0.5 * (front_share + shifted);
        let needed_n = abs.yaw_most * high_n * 0.5 * track_m / body.wheelbase_m;
        let can_n = rear.lateral_friction * 0.5 * (1.0 - front_share - shifted);
        assert!(abs.yaw_most < 1.0 && (needed_n / can_n - 0.4).abs() < 1e-9, "{needed_n} of {can_n}");
    }
}
