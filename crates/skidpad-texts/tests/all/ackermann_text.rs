//! Hlavacs' text: his equations and the curves of his figures, as printed and in balance.
//!
//! The figures are those of an independent computation with table 1's car.
#![allow(clippy::disallowed_methods)]

use crate::ackermann_support;

use ackermann_support::{Numbers, degrees};
use skidpad_texts::ackermann::equations as eq;
use skidpad_texts::ackermann::{
    Assistance, GRAVITY_M_S2, HlavacsCar, STATIC_FRICTION, Situation, SteeredCar, TABLE_1, Tyres,
};

const CAR: HlavacsCar<f64> = TABLE_1;
const RATES_DEG: [f64; 4] = [0.0, 1.0, 5.0, 10.0];

fn close(found: f64, expected: f64) -> bool {
    (found - expected).abs() <= 1e-12 * (1.0 + expected.abs())
}

/// Agrees with a number of four digits or more, to half a unit of its last.
fn printed(found: f64, expected: f64, half: f64) {
    assert!((found - expected).abs() <= half, "{found} is not {expected}");
}

fn coasting(steer_deg: f64, rate_deg: f64) -> Situation<f64> {
    Situation::coasting(30.0, degrees(steer_deg), degrees(rate_deg))
}

#[test]
fn the_first_section_moves_a_mass() {
    assert!(close(eq::way(20.0, 0.5), 10.0) && close(eq::speed_gained(3000.0, 1500.0, 0.5), 1.0));
    // (3) is (4) times dt.
    assert!(close(eq::accelerated_way(20.0, 2.0, 0.5), 0.5 * eq::mean_speed(20.0, 2.0, 0.5)));
    assert!(close(eq::speed_on_circle(2.0, 3.0), 6.0) && close(eq::acceleration_on_circle(2.0, 3.0), 6.0));
    assert!(close(eq::angular_acceleration(eq::torque(100.0, 2.0), 50.0), 4.0));
    assert!(close(eq::central_inertia(1500.0, 2.0, 4.0), 2500.0));
    assert!(close(eq::inertia_about(2500.0, 1500.0, 2.0), 8500.0));
}

#[test]
fn the_circles_are_concentric() {
    for steer_deg in [-40.0, -3.0, 1.0, 20.0] {
        let steer = degrees(steer_deg);
        let [bx, _] = [eq::rear_radius(4.0, steer), 0.0];
        let (a, c) = (eq::front_to_centre(4.0, steer), eq::mass_to_centre(4.0, steer));
        let size = |[x, y]: [f64; 2]| x.hypot(y);
        // (13), (17), (18): speeds are as the radii, and rise from B over C to A.
        let [rear, centre, front] = eq::speeds(steer, 10.0);
        assert!(rear < centre && centre < front);
        assert!(close(centre / rear, size(c) / bx.abs()) && close(rear / front, bx.abs() / size(a)));
        // (23): one turn of 2 pi in the time that the rear tyre takes for its circle.
        let omega = eq::yaw_rate(4.0, steer, 10.0);
        assert!(close(omega, -10.0 / bx), "a positive angle turns to the left");
        // (14): a stands across the front wheel.
        let wheel = eq::front_force(steer, 0.0, 1.0);
        assert!((a[0] * wheel[0] + a[1] * wheel[1]).abs() < 1e-12);
        // (19) and (20): the force needed by the centre of mass, towards the centre.
        let force = CAR.centripetal_force(steer, 10.0);
        assert!(close(size(force), eq::centripetal_size(1500.0, centre, size(c))));
        assert!((force[0] * c[1] - force[1] * c[0]).abs() < 1e-9 && force[0] * c[0] > 0.0);
        // (21), (22): two forces along a and b, alike across the car.
        let (front, rear) =
            (CAR.front_centripetal_force(steer, 10.0), CAR.rear_centripetal_force(steer, 10.0));
        assert!((front[0] * a[1] - front[1] * a[0]).abs() < 1e-9);
        assert!(close(front[0], rear[0]) && rear[1] == 0.0 && close(front[0] + rear[0], force[0]));
        // Section 4.4: the same force keeps C on its way about B.
        assert!(close(CAR.force_about_rear(steer, 10.0), front[1]));
    }
    assert_eq!(CAR.centripetal_force(0.0, 30.0), [0.0, 0.0], "without asking whether beta is 0");
    assert_eq!(eq::rear_force(3.0, 4.0), [3.0, 4.0]);
    assert_eq!(eq::to_body([1.0, 2.0]), [2.0, -1.0]);
}

/// (24) is the derivative of (23).
#[test]
fn the_yaw_acceleration_is_the_rate_of_the_yaw_rate() {
    let (steer, rate, speed, dv, h) = (0.2, 0.3, 20.0, -1.5, 1e-5);
    let at = |time: f64| eq::yaw_rate(4.0, steer + rate * time, speed + dv * time);
    let found = eq::yaw_acceleration(4.0, [steer, rate], [speed, dv]);
    assert!((found - (at(h) - at(-h)) / (2.0 * h)).abs() < 1e-8);
}

/// (27) with the force of both tyres on the centre of mass gives the rear share of the momentum; as
/// printed, with the rear force alone, it gives (28).
#[test]
fn the_rear_force_follows_from_where_the_car_turns() {
    let front = 1000.0;
    let rear = CAR.rear_rotation_share_as_printed() * front;
    assert!(close(
        eq::rear_acceleration_by_rotation(&CAR, front, rear),
        eq::centre_acceleration_as_printed(&CAR, rear)
    ));
    printed(CAR.rear_rotation_share_as_printed(), 0.70588, 5e-6);
    let rear = CAR.rear_rotation_share() * front;
    assert!(close(
        eq::rear_acceleration_by_rotation(&CAR, front, rear),
        eq::centre_acceleration(&CAR, front, rear)
    ));
    printed(CAR.rear_rotation_share(), 0.41176, 5e-6);
    assert!(close(CAR.rear_rotation_share(), CAR.rolling().rear_rotation_share()));
}

/// (37) is the solution of (29) to (36), also with drag and slip factors in their places.
#[test]
fn the_closed_form_solves_the_printed_system() {
    let mut numbers = Numbers::new(7);
    for _ in 0..1000 {
        let given = Situation {
            drag_n: numbers.between(-500.0, 0.0),
            rear_slip_factor: numbers.between(0.8, 1.0),
            front_slip_factor: numbers.between(0.8, 1.0),
            ..Situation::coasting(
                numbers.between(-40.0, 40.0),
                numbers.between(-0.6, 0.6),
                numbers.between(-0.5, 0.5),
            )
        }
        .driven(numbers.between(-2000.0, 2000.0), numbers.between(-2000.0, 2000.0));
        let found = CAR.solve_as_printed(&given);
        let size = 1e4 + found.front_size() + found.rear_size();
        for left in CAR.residuals_as_printed(&given, &found) {
            assert!(left.abs() < 1e-12 * size, "{left} {given:?} {found:?}");
        }
    }
    let straight = Situation::coasting(20.0, 0.0, 0.0).driven(1000.0, -200.0);
    assert!(close(CAR.total_force_as_printed(&straight), CAR.total_force_straight(1000.0, -200.0)));
}

#[test]
fn figure_9_accelerates_straight_ahead() {
    let found = CAR.solve_as_printed(&Situation::coasting(20.0, 0.0, 0.0).driven(1000.0, 0.0));
    printed(found.total_n, 2753.8, 0.05);
    printed(found.rear_traction_y_n, 2892.1, 0.05);
    printed(found.front_traction_y_n, -138.2, 0.05);
    let [dry, wet] = STATIC_FRICTION.map(|friction| CAR.tyre_limit(friction, GRAVITY_M_S2));
    printed(CAR.sliding_torque(dry), 2544.0, 0.05);
    printed(CAR.sliding_torque(wet), 763.2, 0.05);
}

#[test]
fn figures_10_and_12_show_the_front_traction() {
    for (steer_deg, curve) in
        [(1.0, [2945.7, 3224.0, 4337.0, 5728.3]), (3.0, [8848.2, 9127.2, 10_243.5, 11_638.8])]
    {
        for (rate, expected) in RATES_DEG.into_iter().zip(curve) {
            printed(CAR.solve_as_printed(&coasting(steer_deg, rate)).front_size(), expected, 0.05);
        }
    }
}

#[test]
fn figures_11_and_13_show_the_forces_of_rotation() {
    for (steer_deg, curve) in [(1.0, [0.289, 277.97, 1391.0, 2782.3]), (3.0, [7.82, 271.24, 1387.5, 2782.8])]
    {
        for ((rate, expected), half) in RATES_DEG.into_iter().zip(curve).zip([5e-3, 5e-3, 0.05, 0.05]) {
            let found = CAR.solve_as_printed(&coasting(steer_deg, rate));
            printed(found.front_rotation_size(), expected, half);
            assert!(close(found.rear_rotation_x_n, 0.705_882_352_941_176_5 * found.front_rotation_x_n));
        }
    }
}

fn assistance(car: SteeredCar<f64>, friction: f64) -> Assistance<f64> {
    Assistance::of_text(car, CAR.tyre_limit(friction, GRAVITY_M_S2))
}

#[test]
fn figure_14_shows_the_largest_steering_angle() {
    let printed_car = SteeredCar::AsPrinted(CAR);
    let corrected = SteeredCar::Corrected(CAR.rolling());
    let [dry, wet] = STATIC_FRICTION;
    for (car, friction, curve) in [
        (printed_car, dry, [20.9898, 5.5933, 2.4957, 1.4047]),
        (printed_car, wet, [6.6978, 1.6855, 0.7494, 0.4215]),
        (corrected, dry, [20.2152, 5.5764, 2.4942, 1.4045]),
        (corrected, wet, [6.6689, 1.6850, 0.7493, 0.4215]),
    ] {
        for (speed, expected) in [10.0, 20.0, 30.0, 40.0].into_iter().zip(curve) {
            printed(assistance(car, friction).largest_steer(speed).to_degrees(), expected, 5.001e-5);
        }
    }
}

#[test]
fn figure_15_shows_the_largest_rate_of_steering() {
    let [dry, wet] = STATIC_FRICTION;
    let car = SteeredCar::AsPrinted(CAR);
    for (friction, steer_deg, speed, expected, half) in [
        (dry, 1.0, 10.0, 75.79, 5e-3),
        (dry, 1.0, 20.0, 32.60, 5e-3),
        (dry, 1.0, 30.0, 15.855, 5e-4),
        (dry, 1.0, 40.0, 5.716, 5e-4),
        (dry, 3.0, 10.0, 68.53, 5e-3),
        (dry, 3.0, 20.0, 18.41, 5e-3),
        (wet, 1.0, 10.0, 20.27, 5e-3),
        (wet, 1.0, 20.0, 4.841, 5e-4),
        (wet, 3.0, 10.0, 13.16, 5e-3),
    ] {
        let found = assistance(car, friction).largest_steer_rate(speed, degrees(steer_deg));
        printed(found.to_degrees(), expected, half);
    }
    for (friction, steer_deg, expected) in
        [(dry, 1.0, 47.41), (dry, 3.0, 27.36), (wet, 1.0, 25.97), (wet, 3.0, 14.98)]
    {
        let ends = assistance(car, friction).sliding_speed(degrees(steer_deg), 100.0);
        printed(ends, expected, 5e-3);
        let beyond = assistance(car, friction).largest_steer_rate(1.01 * ends, degrees(steer_deg));
        assert_eq!(beyond, 0.0, "the line ends");
    }
}

/// What the assistance allows does not slide, and a little more does; so it does with both tyres
/// watched and the centre of mass at the rear, where the rear tyre is the first.
#[test]
fn the_assistance_stops_short_of_sliding() {
    let mut tail_heavy = CAR.rolling();
    tail_heavy.rear_m = 1.5;
    for (car, tyres) in [(CAR.rolling(), Tyres::Front), (tail_heavy, Tyres::Both)] {
        let weight = car.mass_kg * GRAVITY_M_S2;
        let share = car.rear_m / car.wheelbase_m;
        let of = Assistance {
            car: SteeredCar::Corrected(car),
            // A front tyre of more grip than the rear one.
            front_limit_n: 1.2 * weight * share,
            rear_limit_n: weight * (1.0 - share),
            tyres,
        };
        for speed in [5.0, 15.0, 35.0] {
            let most = of.largest_steer(speed);
            assert!(of.used(&Situation::coasting(speed, most, 0.0)) <= 1.0);
            assert!(of.used(&Situation::coasting(speed, 1.0001 * most, 0.0)) > 1.0);
            assert_eq!(of.assisted_steer(speed, 1.0), most);
            assert_eq!(of.assisted_steer(-speed, -1.0), -most);
            assert_eq!(of.assisted_steer(speed, 0.5 * most), 0.5 * most);
            let rate = of.largest_steer_rate(speed, 0.5 * most);
            assert!(of.used(&Situation::coasting(speed, 0.5 * most, rate)) <= 1.0);
            assert!(of.used(&Situation::coasting(speed, 0.5 * most, 1.0001 * rate)) > 1.0);
        }
    }
}

/// Errata 8: 1000 N.m at the front of the resting car, and the share of the power put in that (37)
/// accounts for.
#[test]
fn the_front_torque_counts_whole() {
    for (steer_deg, right, as_printed, share) in
        [(10.0, 1.8431, 1.7901, 97.1), (20.0, 1.8630, 1.6546, 88.8), (30.0, 1.8886, 1.4359, 76.0)]
    {
        let given = Situation::coasting(0.0, degrees(steer_deg), 0.0).driven(0.0, 1000.0);
        let found = CAR.rolling().solve(&given, 0.0).speed_rate_m_s2;
        let text = CAR.solve_as_printed(&given).acceleration_m_s2;
        printed(found, right, 5e-5);
        printed(text, as_printed, 5e-5);
        printed(100.0 * text / found, share, 0.05);
    }
}

/// Errata 4: at a fixed steering angle, without torque, the speed cannot change; by (37) it falls.
#[test]
fn coasting_in_a_circle_costs_nothing() {
    let run = |rate: &dyn Fn(f64) -> f64| (0..30_000).fold(5.0, |speed, _| speed + 1e-4 * rate(speed));
    let given = |speed: f64| Situation::coasting(speed, degrees(10.0), 0.0);
    assert_eq!(run(&|speed| CAR.rolling().solve(&given(speed), 0.0).speed_rate_m_s2), 5.0);
    let text = run(&|speed| CAR.solve_as_printed(&given(speed)).acceleration_m_s2);
    printed(text, 4.751, 5e-4);
}
