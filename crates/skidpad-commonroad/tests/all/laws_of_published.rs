//! CommonRoad's models by their published equations, with coefficients and states that no published case has.

use skidpad_commonroad::{
    Camber, CommonRoadHitch, CommonRoadInput, CommonRoadKsState, CommonRoadKst, CommonRoadKstState,
    CommonRoadStd, CommonRoadStdState, DriftCar, FromParameters, Limits, Tyre, TyreSlip, parameters,
};
use skidpad_core::record::{Empty, Record};
use skidpad_core::surface::Surface;

use crate::outlined;
use crate::support::Numbers;

/// B x - E (B x - atan(B x)).
fn bent(b: f64, e: f64, x: f64) -> f64 {
    b * x - e * (b * x - (b * x).atan())
}

/// `tire_model` of the package, as it is written there: pure and combined forces.
fn published(p: &Tyre<f64>, load: f64, gamma: f64, slip: f64, alpha: f64) -> [f64; 4] {
    let kappa_x = -slip + p.p_hx1;
    let mu_x = p.p_dx1 * (1.0 - p.p_dx3 * gamma * gamma);
    let (c, d) = (p.p_cx1, mu_x * load);
    let b = load * p.p_kx1 / (c * d);
    let pure_x = d * (c * bent(b, p.p_ex1, kappa_x).atan() + load * p.p_vx1).sin();

    let side = if gamma == 0.0 { 0.0 } else { gamma.signum() };
    let alpha_y = alpha + side * (p.p_hy1 + p.p_hy3 * gamma.abs());
    let mu_y = p.p_dy1 * (1.0 - p.p_dy3 * gamma * gamma);
    let (c, d) = (p.p_cy1, mu_y * load);
    let b = load * p.p_ky1 / (c * d);
    let push = side * load * (p.p_vy1 + p.p_vy3 * gamma.abs());
    let pure_y = d * (c * bent(b, p.p_ey1, alpha_y).atan()).sin() + push;

    let weight = |b: f64, c: f64, e: f64, shift: f64, x: f64| {
        (c * bent(b, e, x + shift).atan()).cos() / (c * bent(b, e, shift).atan()).cos()
    };
    let by_alpha = p.r_bx1 * (p.r_bx2 * slip).atan().cos();
    let x = pure_x * weight(by_alpha, p.r_cx1, p.r_ex1, p.r_hx1, alpha);
    let by_slip = p.r_by1 * (p.r_by2 * (alpha - p.r_by3)).atan().cos();
    let most = mu_y * load * (p.r_vy1 + p.r_vy3 * gamma) * (p.r_vy4 * alpha).atan().cos();
    let lift = most * (p.r_vy5 * (p.r_vy6 * slip).atan()).sin();
    let y = pure_y * weight(by_slip, p.r_cy1, p.r_ey1, p.r_hy1, slip) + lift;
    [pure_x, pure_y, x, y]
}

/// Each coefficient is there, whatever the published tyre has for it. (The shifts of the weights are small, as published: a
/// polynomial stands for the weight at no slip.)
#[test]
fn drifting_tyre_is_the_published_one() {
    let mut random = Numbers::new(21);
    let own = parameters(2).expect("a set").tyre;
    for _ in 0..500 {
        let mut vary = |value: f64| value * random.spread(0.8, 1.25);
        let mut values = vec![0.0; <Tyre<f64> as Record<f64>>::LEN];
        own.store(&mut &mut values[..]);
        let varied: Vec<f64> = values.into_iter().map(&mut vary).collect();
        let tyre = Tyre {
            p_dx3: vary(2.0),
            p_dy3: vary(-3.0),
            p_hx1: vary(0.002),
            p_hy1: vary(0.003),
            p_hy3: vary(0.03),
            p_vy1: vary(0.01),
            p_vy3: vary(-0.3),
            r_hy1: vary(5e-4),
            r_vy1: vary(0.02),
            r_vy3: vary(-0.3),
            ..Record::load(&&varied[..])
        };
        let (load, gamma) =
            (random.between(500.0, 8000.0), random.pick(&[0.0, 1.0]) * random.between(-0.1, 0.1));
        let slip =
            TyreSlip { braking_slip: random.between(-0.5, 0.5), slip_angle_rad: random.between(-0.4, 0.4) };
        let found = tyre.curves(Camber(gamma)).forces(load, &slip);
        let expected = published(&tyre, load, gamma, slip.braking_slip, slip.slip_angle_rad);
        let found = [found.pure_x_n, found.pure_y_n, found.x_n, found.y_n];
        for place in 0..4 {
            let near = (found[place] - expected[place]).abs() < 1e-7 * load;
            assert!(
                near,
                "{place}: {} N, not {} N: {tyre:?} {gamma} {slip:?}",
                found[place], expected[place]
            );
        }
    }
}

/// Below a walking pace the drift model passes over to rolling wheels, whose spin follows within 0.02 s: with the weight w
/// of the tyres a wheel's rate is w (T - R F) / I + (1 - w) (u / R - omega) / 0.02 s.
#[test]
fn slow_wheels_follow_the_road() {
    let set = parameters(2).expect("a set");
    let car: DriftCar<f64> = FromParameters::from_parameters(set).expect("all figures");
    let body = set.body.expect("wheels");
    for (speed, steer, yaw_rate) in [(0.05, 0.0, 0.0), (0.15, 0.2, 0.1), (0.25, -0.3, 0.2)] {
        let state = CommonRoadStdState {
            front_steer_rad: steer,
            speed_m_s: speed,
            yaw_rate_rad_s: yaw_rate,
            sideslip_rad: 0.05,
            front_wheel_rad_s: 0.3,
            rear_wheel_rad_s: 0.6,
            ..Record::splat(0.0)
        };
        let (rate, now) = outlined::evaluate::<CommonRoadStd, _>(
            &car,
            &Empty,
            &state,
            &Record::splat(0.0),
            &Surface::asphalt(),
        );
        let weight = 0.5 * (((speed - 0.2) / 0.05_f64).tanh() + 1.0);
        assert!((now.tyre_weight - weight).abs() < 1e-12);
        let (x, y) = (speed * f64::cos(0.05), speed * f64::sin(0.05));
        let front = (x * steer.cos() + (y + set.front_m * yaw_rate) * steer.sin()).max(0.0);
        for (found, force, hub, spin) in [
            (rate.front_wheel_rad_s, now.front_force_x_n, front, 0.3),
            (rate.rear_wheel_rad_s, now.rear_force_x_n, x, 0.6),
        ] {
            let on_tyres = -body.wheel_radius_m * force / body.wheel_inertia_kg_m2;
            let rolling = (hub / body.wheel_radius_m - spin) / 0.02;
            let expected = weight * on_tyres + (1.0 - weight) * rolling;
            assert!(
                (found - expected).abs() < 1e-9 * (1.0 + expected.abs()),
                "{speed}: {found}, not {expected}"
            );
        }
    }
}

/// The trailer's axle lies its wheelbase behind the hitch, in the trailer's own heading, and moves along that heading alone.
#[test]
fn trailer_rolls_along_its_own_heading() {
    let set = parameters(4).expect("a set");
    let car = FromParameters::from_parameters(set).expect("all figures");
    let wheelbase = set.trailer.expect("a trailer").wheelbase_m;
    for (yaw_rad, hitch_rad, steer, speed) in
        [(0.4, 0.3, 0.2, 5.0), (-2.0, -0.6, -0.3, 8.0), (1.0, 0.1, 0.0, -3.0)]
    {
        let rolling = CommonRoadKsState {
            rear_x_m: 3.0,
            rear_y_m: -1.0,
            yaw_rad,
            front_steer_rad: steer,
            speed_m_s: speed,
        };
        let state = CommonRoadKstState { car: rolling, trailer: CommonRoadHitch { hitch_rad } };
        let input = CommonRoadInput { steer_rate_rad_s: 0.0, acceleration_m_s2: 0.0 };
        let (rate, now) =
            outlined::evaluate::<CommonRoadKst, _>(&car, &Empty, &state, &input, &Surface::asphalt());
        let (rate, hitch_rate, now) = (rate.car, rate.trailer.hitch_rad, now.trailer);
        let heading = yaw_rad + hitch_rad;
        let (sin, cos) = heading.sin_cos();
        assert!((now.trailer_x_m - (3.0 - wheelbase * cos)).abs() < 1e-12, "{}", now.trailer_x_m);
        assert!((now.trailer_y_m - (-1.0 - wheelbase * sin)).abs() < 1e-12, "{}", now.trailer_y_m);
        let turns = rate.yaw_rad + hitch_rate;
        let across = -(rate.rear_x_m + wheelbase * sin * turns) * sin
            + (rate.rear_y_m - wheelbase * cos * turns) * cos;
        assert!(across.abs() < 1e-9, "the trailer's axle slides at {across} m/s");
    }
}

/// Beyond the end of the steering only a rate that leads back is left, and within it every rate within its limits.
#[test]
fn steering_leaves_its_end_and_only_so() {
    let limits: Limits<f64> = parameters(2).expect("a set").limits;
    let (low, high) = (limits.steer_low_rad, limits.steer_high_rad);
    for (steer, asked, expected) in [
        (low, -0.1, 0.0),
        (low, 0.1, 0.1),
        (high, 0.1, 0.0),
        (high, -0.1, -0.1),
        (0.0, -0.1, -0.1),
        (0.0, 0.1, 0.1),
        (0.0, 9.0, limits.steer_rate_high_rad_s),
        (0.0, -9.0, limits.steer_rate_low_rad_s),
    ] {
        assert_eq!(limits.steer_rate(steer, asked), expected, "{steer} {asked}");
    }
}
