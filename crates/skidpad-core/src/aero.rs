//! Resistance of the air.
//!
//! The force follows the air that comes, from any side, with the coefficient from ahead. What a body's flank adds,
//! and where along the car it acts, differs so much from car to car that without a measured coefficient nothing is
//! better: there is no moment of yaw in [`AeroAreas`]. Whoever has measured more implements [`Aerodynamics`].

use crate::math::{Real, Vec2};
use crate::record;
use crate::record::Record;

/// rho Cd A / 2, N s^2/m^2 (Monster's Cdrag; Palmer 8.3 and 8.22a without speed and mass).
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn drag_factor<R: Real>(drag_coefficient: R, frontal_area_m2: R, air_density_kg_m3: R) -> R {
    R::lit(0.5) * drag_coefficient * frontal_area_m2 * air_density_kg_m3
}

/// Palmer 8.16: A = 0.85 width height, m^2.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn frontal_area<R: Real>(width_m: R, height_m: R) -> R {
    R::lit(0.85) * width_m * height_m
}

/// Drag along the car, N: -k v |v|, against the motion through the air in both directions.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn drag<R: Real>(factor_n_s2_m2: R, air_speed_m_s: R) -> R {
    -(factor_n_s2_m2 * air_speed_m_s * air_speed_m_s.abs())
}

/// Monster v1.9 in the plane: F = -k v |v| with the vector's length, N. Turned by any angle, the
/// force turns with the velocity.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn monster_drag<R: Real>(factor_n_s2_m2: R, velocity_m_s: Vec2<R>) -> Vec2<R> {
    let (Vec2 { x, y }, speed) = (velocity_m_s, velocity_m_s.quick_norm());
    Vec2 { x: -(factor_n_s2_m2 * x * speed), y: -(factor_n_s2_m2 * y * speed) }
}

/// Monster's rolling resistance along the car, N: -Crr v.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn linear_resistance<R: Real>(factor_n_s_m: R, speed_m_s: R) -> R {
    -(factor_n_s_m * speed_m_s)
}

/// Motion of the body through the air, and its attitude over the road: what the forces of the air depend on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AirFlow<R> {
    /// Velocity of the centre of mass through the air in the body's axes (x forwards, y to the left), wind included, m/s.
    pub velocity_m_s: Vec2<R>,
    /// Yaw rate, rad/s, positive to the left.
    pub yaw_rate_rad_s: R,
    /// Density of the air, kg/m^3.
    pub density_kg_m3: R,
    /// Height of the body over the road below its wheels beyond that at rest, m; 0 in a car without springs.
    pub heave_m: R,
    /// Roll over the road below its wheels, rad, positive with the right side down; 0 in a car without springs.
    pub roll_rad: R,
    /// Pitch over the road below its wheels, rad, positive with the nose down; 0 in a car without springs.
    pub pitch_rad: R,
}

/// Forces of the air on the body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AirForces<R> {
    /// Force along the road at the centre of mass, in the body's axes, N; x is negative against motion forwards.
    pub force_n: Vec2<R>,
    /// Yaw moment about the centre of mass, N.m, positive to the left. Counts where [`Aerodynamics::HAS_YAW_MOMENT`].
    pub yaw_nm: R,
    /// Downforce on the front and on the rear axle, N; negative where the air lifts the car.
    pub downforce_n: [R; 2],
}

/// Aerodynamics of a car: its parameters, and the forces of the air.
///
/// The record holds the numbers that differ from car to car (areas, wing angles); a table that is the same for all cars may be
/// a constant. The forces are evaluated once per evaluation of the equations, before the loads of the wheels are known. The
/// function may not branch on a number: the same code runs alone, in lanes and as derivatives.
///
/// ```
/// use skidpad_core::aero::{Aerodynamics, AirFlow, AirForces, monster_drag};
/// use skidpad_core::math::{Real, Vec2};
///
/// skidpad_core::record! {
///     /// A body whose downforce fades as the nose rises.
///     pub struct FlatFloor {
///         /// Drag coefficient times frontal area.
///         drag_area_m2: "m^2" [0.0, 60.0],
///         /// Downforce coefficient times frontal area, of either axle, with the body level.
///         downforce_area_m2: "m^2" [0.0, 20.0],
///     }
/// }
///
/// impl<R: Real> Aerodynamics<R> for FlatFloor<R> {
///     const HAS_YAW_MOMENT: bool = false;
///
///     fn forces(&self, flow: &AirFlow<R>) -> AirForces<R> {
///         let half_density = R::lit(0.5) * flow.density_kg_m3;
///         let speed = flow.velocity_m_s.x;
///         let level = (R::one() + R::lit(20.0) * flow.pitch_rad).clamp(R::zero(), R::one());
///         let downforce_n = half_density * speed * speed * self.downforce_area_m2 * level;
///         AirForces {
///             force_n: monster_drag(half_density * self.drag_area_m2, flow.velocity_m_s),
///             yaw_nm: R::zero(),
///             downforce_n: [downforce_n, downforce_n],
///         }
///     }
/// }
/// ```
pub trait Aerodynamics<R: Real>: Record<R> {
    /// True of air that turns the car about its vertical axis. Where it is false, the yaw moment is neither read nor added.
    const HAS_YAW_MOMENT: bool = true;

    /// Forces of the air at one instant.
    fn forces(&self, flow: &AirFlow<R>) -> AirForces<R>;
}

record! {
    /// Aerodynamics by three areas: drag against the air that comes from any side, downforce with the square of its speed
    /// from ahead.
    pub struct AeroAreas {
        /// Drag coefficient times frontal area.
        drag_area_m2: "m^2" [0.0, 60.0],
        /// Downforce coefficient times frontal area, of the front axle.
        front_downforce_area_m2: "m^2" [-20.0, 20.0],
        /// Downforce coefficient times frontal area, of the rear axle.
        rear_downforce_area_m2: "m^2" [-20.0, 20.0],
    }
}

impl<R: Real> AeroAreas<R> {
    /// Drag without downforce.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn drag_alone(drag_area_m2: R) -> Self {
        Self { drag_area_m2, front_downforce_area_m2: R::zero(), rear_downforce_area_m2: R::zero() }
    }
}

impl<R: Real> Aerodynamics<R> for AeroAreas<R> {
    const HAS_YAW_MOMENT: bool = false;

    /// Drag (Monster v1.9: F = -C v |v|, here with the velocity through the air), and downforce rho v_x^2 / 2 C_l A.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn forces(&self, flow: &AirFlow<R>) -> AirForces<R> {
        let air = flow.velocity_m_s;
        let factor = drag_factor(R::one(), self.drag_area_m2, flow.density_kg_m3);
        let pressure = R::lit(0.5) * flow.density_kg_m3 * (air.x * air.x);
        AirForces {
            force_n: monster_drag(factor, air),
            yaw_nm: R::zero(),
            downforce_n: [pressure * self.front_downforce_area_m2, pressure * self.rear_downforce_area_m2],
        }
    }
}
