//! Laws of the linkages: forces and velocities by the same ratios.

use skidpad_core::math::Vec2;
use skidpad_core::model::two_track::{
    AffineForce, AxleLinkage, AxleMotion, AxleTyres, BodyOverAxle, IndependentWheels, RollCentre,
};

use crate::support::Numbers;

/// Forces of the tyres of an axle, of the left and of the right one, N.
fn any_forces(numbers: &mut Numbers) -> [Vec2<f64>; 2] {
    [0; 2].map(|_| Vec2 { x: numbers.between(-3e3, 3e3), y: numbers.between(-3e3, 3e3) })
}

fn tyres(forces_n: [Vec2<f64>; 2]) -> AxleTyres<f64> {
    AxleTyres { wheels_n: forces_n, sum_n: forces_n[0] + forces_n[1] }
}

fn power_w(forces_n: &[Vec2<f64>; 2], velocities_m_s: &[Vec2<f64>; 2]) -> f64 {
    forces_n[0].dot(velocities_m_s[0]) + forces_n[1].dot(velocities_m_s[1])
}

/// On a road that rises below the wheels at the rates c, links do no work: what they press a wheel on the road by, besides what
/// springs and weight press, lifts it against the road, and the tyres' forces get it by the motion of their contacts,
///
/// sum F . v = -sum (N - P) c.
fn check_climbing(linkage: &impl AxleLinkage<f64>, numbers: &mut Numbers) {
    // Enough for both wheels to stay on the road.
    let pressed_n = [numbers.between(8e3, 9e3), numbers.between(8e3, 9e3)];
    let climb_m_s = [numbers.between(-5.0, 5.0), numbers.between(-5.0, 5.0)];
    let forces_n = any_forces(numbers);
    let fixed = forces_n.map(|fixed_n| AffineForce { per_load: Vec2::zero(), fixed_n });
    let loads_n = linkage.loads_n(pressed_n, [&fixed[0], &fixed[1]]);
    let given_w = power_w(&forces_n, &linkage.climbing_velocities(climb_m_s));
    let pushed_w: f64 = (0..2).map(|wheel| (loads_n[wheel] - pressed_n[wheel]) * climb_m_s[wheel]).sum();
    assert!((given_w + pushed_w).abs() < 1e-9 * (given_w.abs() + 1e3), "{given_w} W, not {} W", -pushed_w);
    assert!(given_w != 0.0);
}

/// The body that rises and rolls gets from the links what the tyres' forces do along the motion of their contacts, apart from
/// pitching, whose moment is that of the height of the centre of mass.
fn check_moving(linkage: &impl AxleLinkage<f64>, body: &BodyOverAxle<f64>, numbers: &mut Numbers) {
    let motion = AxleMotion {
        rise_m_s: numbers.between(-2.0, 2.0),
        roll_rate_rad_s: numbers.between(-2.0, 2.0),
        pitching_m_s: numbers.between(-1.0, 1.0),
    };
    let forces_n = any_forces(numbers);
    let axle = tyres(forces_n);
    let moved_w = power_w(&forces_n, &linkage.contact_velocities(body, &motion));
    let given_w = linkage.lift_n(&axle) * motion.rise_m_s
        + linkage.roll_nm(body, &axle) * motion.roll_rate_rad_s
        - axle.sum_n.x * motion.pitching_m_s;
    assert!((given_w - moved_w).abs() < 1e-9 * (moved_w.abs() + 1e3), "{given_w} W, not {moved_w} W");
}

/// A wheel that the road lifts is a body that comes down to it: if all of the road below an axle rises and tilts as the body
/// does, the contacts move by what the tilt turns them alone, h phi'.
fn check_on_tilting_road(linkage: &impl AxleLinkage<f64>, body: &BodyOverAxle<f64>, numbers: &mut Numbers) {
    let motion = AxleMotion {
        rise_m_s: numbers.between(-2.0, 2.0),
        roll_rate_rad_s: numbers.between(-2.0, 2.0),
        pitching_m_s: 0.0,
    };
    let upright = BodyOverAxle { roll_rad: 0.0, ..*body };
    let tilt_m_s = body.half_track_m * motion.roll_rate_rad_s;
    let with_body = linkage.contact_velocities(&upright, &motion);
    let with_road = linkage.climbing_velocities([motion.rise_m_s + tilt_m_s, motion.rise_m_s - tilt_m_s]);
    for velocity in [with_body[0] + with_road[0], with_body[1] + with_road[1]] {
        let turned = Vec2 { x: 0.0, y: body.cg_height_m * motion.roll_rate_rad_s };
        assert!((velocity - turned).norm_squared() < 1e-20, "{velocity:?}, not {turned:?}");
    }
}

#[test]
fn links_do_no_work() {
    let mut numbers = Numbers::new(15);
    for _ in 0..2000 {
        let (roll_arm_m, centre_m, half_track_m) =
            (numbers.between(0.2, 0.6), numbers.between(-0.1, 0.3), numbers.between(0.5, 1.0));
        let body = BodyOverAxle {
            half_track_m,
            roll_arm_m,
            cg_height_m: roll_arm_m + centre_m,
            roll_rad: numbers.between(-0.2, 0.2),
        };
        let share = centre_m / half_track_m;
        let support = numbers.between(-0.3, 0.3);
        let together = RollCentre { roll_arm_m, geometric_share: share, support };
        let apart =
            IndependentWheels { per_travel: [Vec2 { x: support, y: -share }, Vec2 { x: support, y: share }] };
        check_climbing(&together, &mut numbers);
        check_climbing(&apart, &mut numbers);
        check_moving(&together, &body, &mut numbers);
        check_moving(&apart, &body, &mut numbers);
        check_on_tilting_road(&together, &body, &mut numbers);
        check_on_tilting_road(&apart, &body, &mut numbers);
    }
}
