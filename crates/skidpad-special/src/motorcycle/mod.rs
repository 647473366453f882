//! A motorcycle: a single track that leans, with a rider who countersteers.
//!
//! The machine with its rider is a rigid body on two wheels in line, which roll; it moves over the
//! road, yaws and leans about the line of its tyres' contacts, and its front fork turns. Equations of
//! Newton and Euler about the centre of mass, in axes that yaw with the machine and do not lean
//! (x forward, y left, z from the road; lean phi positive to the right, l = h - rho with the tyres'
//! crown radius rho, z = rho + l cos(phi)):
//!
//! - m (dvx/dt - r vy) = sum F_x, m (dvy/dt + r vx) = sum F_y;
//! - (I_x + m l^2 sin^2(phi)) dp/dt = m g l sin(phi) - m l^2 sin(phi) cos(phi) p^2 + z F_y + gyroscopic
//!   torques: the moments of load and tyres about the centre of mass, the load being
//!   m (g + d2z/dt2);
//! - I_z dr/dt = a F_yf - b F_yr - l sin(phi) F_x + gyroscopic torques;
//! - I_s d2delta/dt2 = hands - damper - trail times the force across the front wheel's plane +
//!   gyroscopic torques.
//!
//! The inertias about both axes across the machine are taken as equal. What carries the centre of
//! mass up and down while the lean changes is the suspension's business and is left out of the tyres' load,
//! and so is the wheels' rotation out of the mass that is accelerated. Without slip and at small
//! angles the lean is that of the linear benchmark bicycle (Meijaard and others, 2007) without the
//! mass of its front fork; with slip and camber thrust it is Sharp's motorcycle (The stability and
//! control of motorcycles, J. Mech. Eng. Sci. 13, 1971), with the whole of the sines and cosines.

mod context;
mod data;
mod forces;
mod geometry;
mod lean;
mod limits;
mod longitudinal;
mod outputs;
mod records;
mod rider;
mod stand;
mod tyres;

pub use data::{
    CAMBER_1_RAD, CBR_RAKE_RAD, CBR_TRAIL_M, CBR_WHEELBASE_M, MotorcycleCar, MotorcycleData,
    TRUNK_MOMENT_KG_M, cornering_stiffness,
};
pub use geometry::{Fork, handlebar_for};
pub use lean::{
    Leaning, Turn, capsize_time, gyroscopic_lean_torque, point_mass_lean, shoulder_lean_effect, steady_lean,
    steer_rate_to_lean, steer_to_lean, tyre_width_lean,
};
pub use limits::LiftLimits;
pub use records::{MotorcycleInput, MotorcycleMode, MotorcycleState, MotorcycleTrace};
pub use tyres::steady_lateral_over_load;

use crate::point_mass::coupled_speed;
use context::Context;
use forces::{Contacts, Moments, Outside};
use outputs::{acceleration, rates, trace};
use skidpad_core::brakes::{released, stopped};
use skidpad_core::integrate::Method;
use skidpad_core::math::Real;
use skidpad_core::model::{End, Model, Pose};
use skidpad_core::powertrain::{ShiftSpeeds, ShiftState};
use skidpad_core::record::Flag;
use skidpad_core::surface::Surface;
use stand::Stand;

/// The model.
#[derive(Clone, Copy, Debug)]
pub struct Motorcycle;

impl Model for Motorcycle {
    const NAME: &'static str = "motorcycle";
    const DESCRIPTION: &'static str =
        "a leaning single track with camber thrust, gyroscopic wheels and a rider who countersteers";
    const INTEGRATOR: Method = Method::Rk4;
    type Car<R: Real> = MotorcycleCar<R>;
    type Input<R: Real> = MotorcycleInput<R>;
    type State<R: Real> = MotorcycleState<R>;
    type Mode<R: Real> = MotorcycleMode<R>;
    type Trace<R: Real> = MotorcycleTrace<R>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn evaluate<R: Real>(
        car: &MotorcycleCar<R>,
        mode: &MotorcycleMode<R>,
        state: &MotorcycleState<R>,
        input: &MotorcycleInput<R>,
        surface: &Surface<R>,
    ) -> (MotorcycleState<R>, MotorcycleTrace<R>) {
        let at = Context { car, mode, state, input, surface };
        // Geometry and velocities; forces from outside; forces of the road; moments; the equations above.
        let stand = Stand::new(car, state);
        let outside = Outside::new(&at);
        let contacts = Contacts::new(&at, &stand, &outside);
        let moments = Moments::new(&at, &stand, &outside, &contacts);
        let acceleration = acceleration(&at, &outside, &contacts);
        let rates = rates(&at, &stand, &outside, &moments, acceleration);
        (rates, trace(&at, &stand, &contacts, &moments, outside.drag_n, acceleration))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn advance<R: Real>(
        car: &MotorcycleCar<R>,
        mode: &MotorcycleMode<R>,
        state: &MotorcycleState<R>,
        input: &MotorcycleInput<R>,
        surface: &Surface<R>,
        dt_s: R,
    ) -> MotorcycleMode<R> {
        let one = R::one();
        let vehicle = car.vehicle();
        let before =
            ShiftState { gear: mode.gear, target_gear: mode.target_gear, shift_timer_s: mode.shift_timer_s };
        let engine = coupled_speed(vehicle, mode.gear, state.velocity_x_m_s).max(vehicle.engine().idle_rad_s);
        let speeds =
            ShiftSpeeds { engine_rad_s: engine, input_rad_s: engine, wheels_spin: Flag::from(false) };
        let shift = vehicle.shift().advance(&before, &input.gear_request(), input.throttle, &speeds, dt_s);
        // Behind an open clutch the wheels do not turn the engine.
        let over = input.clutch.lt(one) & engine.gt(vehicle.engine().blow_up_rad_s);
        let blown = over | mode.blown.is_set();
        let mut next = MotorcycleMode {
            gear: shift.gear,
            target_gear: shift.target_gear,
            shift_timer_s: shift.shift_timer_s,
            direction: state.velocity_x_m_s.sign(),
            blown: Flag::new(blown),
            fallen: mode.fallen,
        };
        let probe = Self::evaluate(car, &next, state, input, surface).1;
        next.direction = released(next.direction, probe.free_force_n, probe.holding_capacity_n);
        next
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn settle<R: Real>(
        car: &MotorcycleCar<R>,
        mode: &MotorcycleMode<R>,
        _: &MotorcycleState<R>,
        after: &MotorcycleState<R>,
        _: &Self::Input<R>,
    ) -> (MotorcycleMode<R>, MotorcycleState<R>) {
        let zero = R::zero();
        let (vehicle, cycle) = (car.vehicle(), car.cycle());
        let mut state = *after;
        state.velocity_x_m_s = stopped(mode.direction, after.velocity_x_m_s);
        // The fork stops at its lock; what turns it on is lost there.
        let lock = cycle.largest_handlebar_rad;
        let outwards = (after.handlebar_rate_rad_s * after.handlebar_rad).gt(zero);
        let hits = after.handlebar_rad.abs().ge(lock) & outwards;
        state.handlebar_rad = after.handlebar_rad.min(lock).max(-lock);
        state.handlebar_rate_rad_s = R::select(hits, zero, after.handlebar_rate_rad_s);
        let most = R::lit(rider::TRIM_SHARE) * cycle.hands_nm;
        state.rider_trim_nm = after.rider_trim_nm.min(most).max(-most);
        let stand = Stand::new(car, &state);
        state.front_deflection_rad = stand.front.limited(vehicle.front(), after.front_deflection_rad);
        state.rear_deflection_rad = stand.rear.limited(vehicle.rear(), after.rear_deflection_rad);
        let down = stand.machine_lean_rad.abs().max(after.lean_rad.abs()).gt(cycle.fallen_lean_rad);
        (MotorcycleMode { fallen: mode.fallen.or(down), ..*mode }, state)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn join<R: Real>(velocities: &MotorcycleState<R>, positions: &MotorcycleState<R>) -> MotorcycleState<R> {
        MotorcycleState {
            x_m: positions.x_m,
            y_m: positions.y_m,
            yaw_rad: positions.yaw_rad,
            lean_rad: positions.lean_rad,
            handlebar_rad: positions.handlebar_rad,
            front_deflection_rad: positions.front_deflection_rad,
            rear_deflection_rad: positions.rear_deflection_rad,
            ..*velocities
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn ended<R: Real>(mode: &MotorcycleMode<R>) -> R {
        let blown = Flag::new(mode.blown.is_set()).number();
        R::select(mode.fallen.is_set(), R::lit(End::FALLEN_OVER.number()), blown)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn longest_step_s<R: Real>(car: &MotorcycleCar<R>) -> R {
        car.cycle().longest_step_s
    }

    fn pose<R: Real>(state: &MotorcycleState<R>, surface: &Surface<R>) -> Pose<R> {
        let on_road = Pose::on_road([state.x_m, state.y_m], state.yaw_rad, surface);
        on_road.on_springs(R::zero(), state.lean_rad, R::zero())
    }
}
