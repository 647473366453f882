//! An axle: its tyres, and what acts on it and by it on the body.

use super::super::GRAVITY_M_S2;
use super::super::tyre::{Camber, TyreForces, TyreSlip};
use super::car::{MbAxle, MultiBodyCar};
use super::records::{AxleState, Sides};
use super::slip::{Steer, slips};
use super::suspension::{Between, BodyMotion};
use skidpad_core::math::{Direction, Real};

/// What a tyre feels and does.
#[derive(Clone, Copy)]
pub(super) struct Wheel<R> {
    pub(super) load_n: R,
    pub(super) slip: TyreSlip<R>,
    pub(super) camber_rad: R,
    pub(super) force: TyreForces<R>,
    /// Force of the suspension above it, N: `F_S`.
    pub(super) suspension_n: R,
}

/// What an axle does.
#[derive(Clone, Copy)]
pub(super) struct Axle<R> {
    pub(super) wheels: Sides<Wheel<R>>,
    /// Of its tyres, along the body, N.
    pub(super) force_x_n: R,
    /// Of its tyres about the centre of mass, Nm.
    pub(super) yaw_nm: R,
    /// Of its springs and dampers, N.
    pub(super) lift_n: R,
    /// `F_RA`, N.
    pub(super) joint_n: R,
    /// Of springs and joint on the body, Nm.
    pub(super) body_lean_nm: R,
    /// Rates of its own state.
    pub(super) lean_rate_rad_s2: R,
    pub(super) velocity_y_rate_m_s2: R,
    pub(super) sink_rate_m_s2: R,
    pub(super) shift_rate_m_s: R,
}

/// A tyre: F of the Magic Formula at its load, slips and camber.
#[cfg_attr(not(debug_assertions), inline(always))]
fn wheel<R: Real>(
    car: &MultiBodyCar<R>,
    load_n: R,
    slip: TyreSlip<R>,
    camber_rad: R,
    suspension_n: R,
) -> Wheel<R> {
    let curves = car.upright.at_camber(&car.tyre, Camber(camber_rad));
    Wheel { load_n, slip, camber_rad, force: curves.forces(load_n, &slip), suspension_n }
}

/// Camber that the suspension gives a wheel at its travel, rad.
#[cfg_attr(not(debug_assertions), inline(always))]
fn camber<R: Real>(axle: &MbAxle<R>, travel_m: R) -> R {
    travel_m * (axle.camber_rad_m + axle.camber_rad_m2 * travel_m)
}

impl<R: Real> Axle<R> {
    /// Loads F_z = K_zt (z_u + R (cos phi_u - 1) -+ T sin(phi_u) / 2), which the package does not hold at 0:
    /// a tyre in the air pulls. Cambers phi +- (D z_S + E z_S^2).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn new(
        car: &MultiBodyCar<R>,
        axle: &MbAxle<R>,
        body: &BodyMotion<R>,
        state: &AxleState<R>,
        steer: &Steer<R>,
    ) -> Self {
        let lean = Direction::at_angle(state.lean_rad);
        let between = Between::new(car, axle, body, state);
        let travel = between.travel(car, axle, body);
        let rate = between.travel_rate(axle, body);
        let suspension = between.suspension(axle, &travel, &rate);
        let joint_n = between.joint(car, axle, body, state.shift_m);
        let slips = slips(car, axle, body, state, steer);

        let middle = state.sink_m + car.body.wheel_radius_m * (lean.cos - R::one());
        let tilt = axle.half_track_m * lean.sin;
        let spring = car.body.tyre_spring_n_m;
        let loads = Sides { right: (middle - tilt) * spring, left: (middle + tilt) * spring };
        let cambers = Sides {
            right: body.lean_rad + camber(axle, travel.right),
            left: body.lean_rad - camber(axle, travel.left),
        };
        let wheels = Sides {
            right: wheel(car, loads.right, slips.right, cambers.right, suspension.right),
            left: wheel(car, loads.left, slips.left, cambers.left, suspension.left),
        };
        let arm_m = between.rise_m - axle.joint_arm_m * lean.cos;
        let lean_nm = axle.half_track_m * suspension.lead();
        let forces = Forces::new(&wheels, steer);
        let acting = Acting { forces, suspension, joint_n, lean };
        Self {
            wheels,
            force_x_n: forces.x.sum(),
            yaw_nm: axle.ahead_m * forces.y.sum() + axle.half_track_m * forces.x.lead(),
            lift_n: suspension.sum(),
            joint_n,
            body_lean_nm: lean_nm - joint_n * body.one_over_lean_cos * arm_m,
            lean_rate_rad_s2: axle.one_over_inertia_1_kg_m2 * acting.lean_nm(car, axle, state, &wheels),
            velocity_y_rate_m_s2: axle.one_over_mass_1_kg * acting.lateral_n(body)
                - body.yaw_rate_rad_s * body.velocity_x_m_s,
            sink_rate_m_s2: R::lit(GRAVITY_M_S2) - axle.one_over_mass_1_kg * acting.upwards_n(body, &loads),
            shift_rate_m_s: between.shift_rate_m_s,
        }
    }
}

/// Forces of the tyres in the body frame, N.
#[derive(Clone, Copy)]
struct Forces<R> {
    x: Sides<R>,
    y: Sides<R>,
}

impl<R: Real> Forces<R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn new(wheels: &Sides<Wheel<R>>, steer: &Steer<R>) -> Self {
        let (right, left) = (&wheels.right.force, &wheels.left.force);
        Self {
            x: Sides {
                right: right.x_n * steer.cos - right.y_n * steer.sin,
                left: left.x_n * steer.cos - left.y_n * steer.sin,
            },
            y: Sides {
                right: right.y_n * steer.cos + right.x_n * steer.sin,
                left: left.y_n * steer.cos + left.x_n * steer.sin,
            },
        }
    }
}

/// What acts on an axle.
#[derive(Clone, Copy)]
struct Acting<R> {
    forces: Forces<R>,
    suspension: Sides<R>,
    joint_n: R,
    /// Sine and cosine of the axle's lean.
    lean: Direction<R>,
}

impl<R: Real> Acting<R> {
    /// `sumL_u`: of suspension, joint, loads and lateral forces. The tyres yield laterally, by which the loads
    /// lose lever.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lean_nm(
        &self,
        car: &MultiBodyCar<R>,
        axle: &MbAxle<R>,
        state: &AxleState<R>,
        wheels: &Sides<Wheel<R>>,
    ) -> R {
        let Direction { sin, cos } = self.lean;
        let (radius, yields) = (car.body.wheel_radius_m, car.body.tyre_yield_m_n);
        let (right, left) = (&wheels.right, &wheels.left);
        let outwards = axle.half_track_m * cos;
        let right_m = radius * sin + outwards - yields * right.force.y_n;
        let left_m = outwards - radius * sin + yields * left.force.y_n;
        let by_loads = right.load_n * right_m - left.load_n * left_m;
        let by_sides = self.forces.y.sum() * (radius - state.sink_m);
        by_loads - axle.half_track_m * self.suspension.lead() - self.joint_n * axle.joint_arm_m - by_sides
    }

    /// `sumY_u`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lateral_n(&self, body: &BodyMotion<R>) -> R {
        let Direction { sin, cos } = body.lean;
        self.forces.y.sum() - self.joint_n * cos - self.suspension.sum() * sin
    }

    /// `sumZ_u`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn upwards_n(&self, body: &BodyMotion<R>, loads: &Sides<R>) -> R {
        let Direction { sin, cos } = body.lean;
        loads.sum() + self.joint_n * sin - self.suspension.sum() * cos
    }
}
