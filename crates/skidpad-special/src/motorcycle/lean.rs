//! How far a motorcycle leans, in closed form.
//!
//! Angles here are sizes: the lean towards the inside of the turn, from the road's normal.

use crate::chassis::gyroscopic_torque;
use skidpad_core::math::Real;

/// Leaning body: a rigid machine with its rider, on tyres with a round tread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leaning<R> {
    /// Mass, kg.
    pub mass_kg: R,
    /// Height of the centre of mass when upright, m.
    pub height_m: R,
    /// Radius of the tread across the tyre, m: 0 for a tyre as thin as a blade.
    pub crown_m: R,
    /// Spin momentum of both wheels, kg m^2/s: sum of I v / R; 0 without gyroscopic effect.
    pub spin_nm_s: R,
}

/// A circle at constant speed: what the centre of mass does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turn<R> {
    /// Acceleration to the inside that the tyres must give, m/s^2: v^2 / R on level road.
    pub across_m_s2: R,
    /// Gravity across the road, m/s^2.
    pub gravity_m_s2: R,
    /// Yaw rate, v / R, rad/s.
    pub yaw_rate_rad_s: R,
    /// Moment of the front load over the mass that leans the machine to the inside, m^2/s^2: the trail
    /// carries the contact of a wheel that is steered into the turn to the outside.
    pub trail_m2_s2: R,
}

impl<R: Real> Turn<R> {
    /// A circle of a radius on a level road.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn level(speed_m_s: R, radius_m: R, gravity_m_s2: R) -> Self {
        Self {
            across_m_s2: speed_m_s * speed_m_s / radius_m,
            gravity_m_s2,
            yaw_rate_rad_s: speed_m_s / radius_m,
            trail_m2_s2: R::zero(),
        }
    }
}

/// The lean of a point mass on a blade: tan(phi) = v^2 / (g R), rad (what Palmer's figure 8-11
/// shows; the moments of gravity and of the tyres' force about the centre of mass).
///
/// ```
/// use skidpad_special::motorcycle::point_mass_lean;
/// assert!((point_mass_lean(10.0, 10.0, 10.0_f64).to_degrees() - 45.0).abs() < 1e-12);
/// ```
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn point_mass_lean<R: Real>(speed_m_s: R, radius_m: R, gravity_m_s2: R) -> R {
    (speed_m_s * speed_m_s / (gravity_m_s2 * radius_m)).atan()
}

/// Additional lean of a machine because its tyres are wide, rad: asin(rho sin(phi) / (h - rho))
/// (Cossalter, Motorcycle Dynamics, 2nd ed., 4.1): the contact moves to the inside of the tread.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn tyre_width_lean<R: Real>(point_mass_lean_rad: R, crown_m: R, height_m: R) -> R {
    (crown_m * point_mass_lean_rad.sin() / (height_m - crown_m)).asin()
}

/// The gyroscopic torque about the road's line that leans a turning machine outwards, N.m:
/// S Omega cos(phi).
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn gyroscopic_lean_torque<R: Real>(spin_nm_s: R, yaw_rate_rad_s: R, lean_rad: R) -> R {
    gyroscopic_torque(R::one(), spin_nm_s, yaw_rate_rad_s) * lean_rad.cos()
}

/// The lean of a steady turn, tyre width and gyroscopic effect included, rad.
///
/// About the centre of mass, with l = h - rho, the moments of the load and of the tyres' force
/// across, and the turning of the spin momentum S, are in balance when
///
/// m g l sin(phi) + M = m a (rho + l cos(phi)) + S Omega cos(phi),
///
/// M being the moment by the trail, which is A sin(phi) - B cos(phi) = C with A = m g l,
/// B = m a l + S Omega, C = m a rho - M, so that
/// phi = atan(B / A) + asin(C / sqrt(A^2 + B^2)). A and B are positive numbers over the mass here.
/// The sense of the turn is that of `across_m_s2`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn steady_lean<R: Real>(body: &Leaning<R>, turn: &Turn<R>) -> R {
    let arm = body.height_m - body.crown_m;
    let a = turn.gravity_m_s2 * arm;
    let b = turn.across_m_s2 * arm + body.spin_nm_s * turn.yaw_rate_rad_s / body.mass_kg;
    let c = turn.across_m_s2 * body.crown_m - turn.trail_m2_s2;
    let size = (a * a + b * b).sqrt().max(R::lit(1e-30));
    b.atan_quotient(a.max(R::lit(1e-30))) + (c / size).clamp(-R::one(), R::one()).asin()
}

/// Lean that the machine saves when the rider leans his shoulders to the inside, rad: his
/// trunk, a mass m_t whose centre is l_t above the hips, moves the centre of mass of the whole by
/// m_t l_t / m across, which is that over h as an angle, per radian of shoulder lean.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn shoulder_lean_effect<R: Real>(trunk_moment_kg_m: R, mass_kg: R, height_m: R) -> R {
    trunk_moment_kg_m / (mass_kg * height_m)
}

/// The time in which an unbalanced motorcycle's lean grows by e, s: sqrt(I / (m g h)) with the
/// moment of inertia about the road's line. Near upright I phi'' = m g h phi.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn capsize_time<R: Real>(road_inertia_kg_m2: R, mass_kg: R, height_m: R, gravity_m_s2: R) -> R {
    (road_inertia_kg_m2 / (mass_kg * gravity_m_s2 * height_m)).sqrt()
}

/// Lean torque of the front wheel's precession over speed and rate of the handlebar, kg m: S_F cos(lambda) with
/// S_F = I / R of the front wheel, in the entry C1_phi_delta of the linear benchmark (Meijaard, Papadopoulos, Ruina
/// and Schwab, Proc. R. Soc. A 463, 2007, (A 20)). A handlebar that turns to the left leans the machine to the right
/// while it turns; lambda is the rake.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn steer_rate_to_lean<R: Real>(front_spin_over_speed_kg_m: R, rake_rad: R) -> R {
    front_spin_over_speed_kg_m * rake_rad.cos()
}

/// Effect of steering on the lean at speed, per v^2 and angle of the handlebar, kg:
/// (m h + sum(I / R)) cos(lambda) / w, the entry K2_phi_delta of the linear benchmark (Meijaard,
/// Papadopoulos, Ruina and Schwab, Proc. R. Soc. A 463, 2007, (A 20)); lambda is the rake and w
/// the wheelbase. A wheel turned to the left throws the machine to the right: countersteering.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn steer_to_lean<R: Real>(
    mass_moment_kg_m: R,
    spin_over_speed_kg_m: R,
    rake_rad: R,
    wheelbase_m: R,
) -> R {
    (mass_moment_kg_m + spin_over_speed_kg_m) * rake_rad.cos() / wheelbase_m
}
