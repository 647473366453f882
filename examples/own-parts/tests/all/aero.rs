//! The aero map, alone and at the car.

use own_parts::aero::{AeroMap, DOWNFORCE, DRAG, HEIGHT_MM, SIDE, YAW, YAW_DEG};
use skidpad::core::aero::{Aerodynamics, AirFlow};
use skidpad::core::controls::Controls;
use skidpad::core::math::{Direction, Dual, Real, Vec2};
use skidpad::core::surface::Surface;

use crate::{drive_on, input, quad, rolling};

const MAP: AeroMap<f64> = AeroMap { frontal_area_m2: 2.0, aero_to_front_m: 1.4, aero_to_rear_m: 1.6 };
const SPEED_M_S: f64 = 50.0;
/// rho v^2 / 2 A of the flow below.
const FORCE_N: f64 = 0.5 * 1.2 * SPEED_M_S * SPEED_M_S * 2.0;

/// Flow at a yaw angle: the car moves to its left, so the air comes from the left.
fn flow(yaw_deg: f64) -> AirFlow<f64> {
    let yaw = yaw_deg.to_radians();
    AirFlow {
        velocity_m_s: Vec2 { x: SPEED_M_S * Real::cos(yaw), y: SPEED_M_S * Real::sin(yaw) },
        yaw_rate_rad_s: 0.0,
        density_kg_m3: 1.2,
        heave_m: 0.0,
        roll_rad: 0.0,
        pitch_rad: 0.0,
    }
}

#[test]
fn at_each_yaw_angle_the_coefficients_are_those_of_the_table() {
    for (node, yaw_deg) in YAW_DEG.into_iter().enumerate() {
        let air = MAP.forces(&flow(yaw_deg));
        let near = |found: f64, coefficient: f64| (found - coefficient * FORCE_N).abs() < 1e-6 * FORCE_N;
        assert!(near(-air.force_n.x, DRAG[node]), "drag at {yaw_deg} degrees");
        assert!(near(-air.force_n.y, SIDE[node]), "side force at {yaw_deg} degrees");
        assert!(near(-air.yaw_nm / 3.0, YAW[node]), "yaw moment at {yaw_deg} degrees");
    }
}

#[test]
fn at_each_ride_height_the_downforce_is_that_of_the_table() {
    for (node, height_mm) in HEIGHT_MM.into_iter().enumerate() {
        let air = MAP.forces(&AirFlow { heave_m: 1e-3 * height_mm, ..flow(0.0) });
        for (axle, table) in DOWNFORCE.iter().enumerate() {
            let found = air.downforce_n[axle];
            assert!((found - table[node] * FORCE_N).abs() < 1e-6 * FORCE_N, "axle {axle}, {height_mm} mm");
        }
    }
}

/// At rest the body stands at a node of the table. Its derivative there was 0, that of a clamp at its limit, and the linear
/// equations had no ride height.
#[test]
fn at_a_node_the_downforce_has_the_slope_of_the_table() {
    let number = |value: f64| Dual::<f64, 1>::constant(value);
    let map =
        AeroMap { frontal_area_m2: number(2.0), aero_to_front_m: number(1.4), aero_to_rear_m: number(1.6) };
    let still = flow(0.0);
    let air = map.forces(&AirFlow {
        velocity_m_s: Vec2 { x: number(SPEED_M_S), y: number(0.0) },
        yaw_rate_rad_s: number(0.0),
        density_kg_m3: number(still.density_kg_m3),
        heave_m: Dual::variable(0.0, 0),
        roll_rad: number(0.0),
        pitch_rad: number(0.0),
    });
    let expected = FORCE_N * (DOWNFORCE[0][3] - DOWNFORCE[0][2]) / 0.02;
    assert!((air.downforce_n[0].derivative[0] / expected - 1.0).abs() < 1e-12, "{:?}", air.downforce_n[0]);
}

#[test]
fn with_its_nose_down_the_car_has_downforce_in_front_and_less_behind() {
    let level = MAP.forces(&flow(0.0)).downforce_n;
    let dives = MAP.forces(&AirFlow { pitch_rad: 0.01, ..flow(0.0) }).downforce_n;
    assert!(dives[0] > level[0] && dives[1] < level[1], "{level:?} {dives:?}");
}

/// From the left or the right, from ahead or behind: the body is its own mirror image, and no force jumps between.
#[test]
fn the_mirrored_flow_has_the_mirrored_forces() {
    for yaw_deg in [0.0, 7.0, 40.0, 89.999, 90.001, 130.0, 180.0] {
        let (left, right) = (MAP.forces(&flow(yaw_deg)), MAP.forces(&flow(-yaw_deg)));
        assert_eq!(left.force_n.x, right.force_n.x);
        assert!((left.force_n.y + right.force_n.y).abs() < 1e-9 * FORCE_N);
        assert!((left.yaw_nm + right.yaw_nm).abs() < 1e-9 * FORCE_N);
    }
    let (before, after) = (MAP.forces(&flow(89.9999)), MAP.forces(&flow(90.0001)));
    assert!((before.force_n.x - after.force_n.x).abs() < 1e-4 * FORCE_N);
    assert!((before.yaw_nm - after.yaw_nm).abs() < 1e-4 * FORCE_N);
}

/// The yaw moment of the air must reach the body, or the map is half a map.
#[test]
fn a_wind_from_the_left_turns_the_car_to_the_right() {
    let wind = Surface { crosswind_m_s: 15.0, ..Surface::asphalt() };
    let mut car = rolling(quad(), 40.0);
    drive_on(&mut car, &Controls { throttle: 0.2, ..Controls::default() }, 1.0, &wind);
    assert!(car.state().body.yaw_rad < -0.01, "{}", car.state().body.yaw_rad);
    assert!(car.state().body.y_m < 0.0);
}

/// Without the yaw moment's power the books of energy would not balance.
#[test]
fn the_power_of_the_air_is_that_of_its_forces_and_of_its_moment() {
    let wind = Surface { crosswind_m_s: 20.0, ..Surface::asphalt() };
    let controls = Controls { throttle: 0.2, steer_rad: 0.02, ..Controls::default() };
    let mut car = rolling(quad(), 40.0);
    drive_on(&mut car, &controls, 1.0, &wind);
    let (_, trace) = car.look(&input(&controls), &wind);
    let (base, body) = (&car.car().base, &car.state().body);
    let (vx, vy) = (body.velocity_x_m_s, body.velocity_y_m_s);
    let air = base.aero.forces(&AirFlow {
        velocity_m_s: Vec2 { x: vx, y: vy } + wind.wind(Direction::at_angle(body.yaw_rad)),
        yaw_rate_rad_s: body.yaw_rate_rad_s,
        density_kg_m3: wind.air_density_kg_m3,
        heave_m: body.heave_m,
        roll_rad: body.roll_rad,
        pitch_rad: body.pitch_rad,
    });
    let [front_n, rear_n] = air.downforce_n;
    let (front_rise, rear_rise) = (
        body.heave_rate_m_s - body.pitch_rate_rad_s * base.body.to_front_m,
        body.heave_rate_m_s + body.pitch_rate_rad_s * base.body.to_rear_m,
    );
    let expected_w = (air.force_n.x + trace.car.linear_resistance_n) * vx
        + air.force_n.y * vy
        + air.yaw_nm * body.yaw_rate_rad_s
        - (front_n * front_rise + rear_n * rear_rise);
    assert!(air.yaw_nm * body.yaw_rate_rad_s != 0.0);
    assert!((trace.car.resistance_power_w - expected_w).abs() < 1e-6, "{expected_w}");
}
