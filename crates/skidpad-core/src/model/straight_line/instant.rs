//! One evaluation of a car on a straight road: everything that acts on it at one point of its state.

use super::train::powertrain;
use super::{StraightLineMode, StraightLineState, StraightLineTrace};
use crate::aero;
use crate::chassis::{StandingAxles, TyreForces};
use crate::controls::Command;
use crate::friction::holding_torque;
use crate::math::{Real, Vec2};
use crate::model::planar::axle::{AxleCapacity, AxleWheels};
use crate::powertrain::{Axles, Drive, TrainTorque};
use crate::spec::{AxleData, TwoAxleCar};
use crate::surface::Surface;
use crate::tyre::{friction_utilisation, slip};

/// The point at which a car is evaluated: its parameters, its mode and state, and what it is given.
pub(super) struct LinePoint<'a, R> {
    pub car: &'a TwoAxleCar<R>,
    pub mode: &'a StraightLineMode<R>,
    pub state: &'a StraightLineState<R>,
    pub command: &'a Command<R>,
    pub surface: &'a Surface<R>,
}

/// Forces along the road.
pub(super) struct LineForces<R> {
    /// Rate of the deflection of the front and of the rear tyres.
    deflection_rates: [R; 2],
    /// Load on the front and on the rear axle, N.
    loads_n: [R; 2],
    /// Force of the front and of the rear tyres, with what they hold at rest, N.
    tyres_n: [R; 2],
    /// What each axle's wheels can hold.
    capacities: [AxleCapacity<R>; 2],
    drag_n: R,
    linear_n: R,
    slope_n: R,
    /// Force on the body without the hysteresis of tyres at rest, N.
    free_n: R,
    /// Force that this hysteresis can hold, N.
    hysteresis_n: R,
    /// Force that it holds, N.
    held_n: R,
}

/// Torques on the wheels and in the drivetrain.
pub(super) struct LineTorques<R> {
    drive: Drive<R>,
    train: TrainTorque<R>,
    /// Torque on each axle without brakes and rolling resistance, N.m.
    free_nm: [R; 2],
    /// Torque of brakes and rolling resistance on each axle, N.m.
    brake_nm: [R; 2],
}

/// Rates and outputs at a point.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn evaluate<R: Real>(at: &LinePoint<R>) -> (StraightLineState<R>, StraightLineTrace<R>) {
    // Slip, loads and contact: tyre forces in balance with the loads, and the force on the body.
    let forces = forces(at);
    // Driveline: torques on the wheels of both axles.
    let torques = torques(at, &forces);
    (rates(at, &forces, &torques), outputs(at, &forces, &torques))
}

/// What an axle's tyres do before their load is known.
struct TyreState<R> {
    force_over_load: R,
    deflection_rate: R,
    /// What the force leaves of the grip while the tread adheres.
    spare_over_load: R,
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn tyre<R: Real>(
    axle: &AxleData<R>,
    deflection: R,
    spin_rad_s: R,
    speed_m_s: R,
    surface: &Surface<R>,
) -> TyreState<R> {
    let relaxation = axle.relaxation();
    let rate = relaxation.rate(deflection, spin_rad_s * axle.radius_m, speed_m_s);
    let grip = axle.grip(surface.grip);
    let curve = axle.law().curve(&grip);
    let force_over_load = relaxation.force_over_load(&curve, deflection, rate, speed_m_s);
    let spare = (grip.friction - force_over_load.abs()).max(R::zero()) * relaxation.adhesion(deflection);
    TyreState { force_over_load, deflection_rate: rate, spare_over_load: spare }
}

/// What an axle's wheels can hold: of the tyres' friction all that is left, as nothing holds to the side.
#[cfg_attr(not(debug_assertions), inline(always))]
fn capacity<R: Real>(
    at: &LinePoint<R>,
    axle: &AxleData<R>,
    tyre: &TyreState<R>,
    load_n: R,
    direction: R,
) -> AxleCapacity<R> {
    let wheels = AxleWheels {
        radius_m: axle.radius_m,
        rolling_resistance: axle.rolling_resistance,
        brake_torque_nm: axle.brake_torque_nm,
        handbrake_torque_nm: axle.handbrake_torque_nm,
    };
    let spare_n = tyre.spare_over_load * load_n;
    wheels.capacity(at.command, at.surface.rolling, direction, load_n, spare_n)
}

/// Tyre forces in balance with the loads ([`LoadTransfer`](crate::chassis::LoadTransfer)), and with Monster's drag and linear
/// resistance and the weight along the road the force on the body.
#[cfg_attr(not(debug_assertions), inline(always))]
fn forces<R: Real>(at: &LinePoint<R>) -> LineForces<R> {
    let LinePoint { car, mode, state, surface, .. } = *at;
    let (body, front, rear, speed) = (car.body(), car.front(), car.rear(), state.speed_m_s);
    let front_tyre = tyre(front, state.front_deflection, state.front_spin_rad_s, speed, surface);
    let rear_tyre = tyre(rear, state.rear_deflection, state.rear_spin_rad_s, speed, surface);
    let forces = car.load_transfer(surface).solve(front_tyre.force_over_load, rear_tyre.force_over_load);
    let TyreForces { front_n, rear_n, front_load_n, rear_load_n } = forces;

    let air = aero::drag_factor(R::one(), body.drag_area_m2, surface.air_density_kg_m3);
    // The model's heading is that of the road's x axis.
    let drag_n = aero::drag(air, speed + surface.headwind_m_s);
    let linear_n = aero::linear_resistance(body.linear_resistance_n_s_m, speed);
    let slope_n = body.mass_kg * surface.gravity_on_road().x;
    let free_n = front_n + rear_n + drag_n + linear_n + slope_n;
    let front_can = capacity(at, front, &front_tyre, front_load_n, mode.front_direction);
    let rear_can = capacity(at, rear, &rear_tyre, rear_load_n, mode.rear_direction);
    let standing = StandingAxles {
        front_share: body.front_share,
        rear_share: R::one() - body.front_share,
        wheelbase_m: body.wheelbase_m,
        front_n: front_can.hysteresis_n,
        rear_n: rear_can.hysteresis_n,
    };
    let hysteresis_n = standing.capacity().x_n;
    let held_n = holding_torque(hysteresis_n, mode.body_direction, free_n);
    let [front_held, rear_held] = standing.along(held_n);
    LineForces {
        deflection_rates: [front_tyre.deflection_rate, rear_tyre.deflection_rate],
        loads_n: [front_load_n, rear_load_n],
        tyres_n: [front_n + front_held, rear_n + rear_held],
        capacities: [front_can, rear_can],
        drag_n,
        linear_n,
        slope_n,
        free_n,
        hysteresis_n,
        held_n,
    }
}

/// Torques of the road, the coupling between the axles, the drivetrain and the brakes on the wheels.
#[cfg_attr(not(debug_assertions), inline(always))]
fn torques<R: Real>(at: &LinePoint<R>, forces: &LineForces<R>) -> LineTorques<R> {
    let LinePoint { car, mode, state, command, .. } = *at;
    let coupled = car.body().centre_coupling_nm_s * (state.front_spin_rad_s - state.rear_spin_rad_s);
    let [front_n, rear_n] = forces.tyres_n;
    let road = Axles {
        front: -(front_n * car.front().radius_m) - coupled,
        rear: -(rear_n * car.rear().radius_m) + coupled,
    };
    let [front_can, rear_can] = &forces.capacities;
    let on_engine =
        Axles { front: front_can.load_on_engine_nm(road.front), rear: rear_can.load_on_engine_nm(road.rear) };
    let (drive, train) = powertrain(car, mode, state, command, &on_engine);
    let free_nm = [train.torque.front_nm + road.front, train.torque.rear_nm + road.rear];
    let brake_nm = [front_can.brake_nm(free_nm[0]), rear_can.brake_nm(free_nm[1])];
    LineTorques { drive, train, free_nm, brake_nm }
}

/// Rates of the state: Newton's law along the road, and each axle's and the engine's angular acceleration.
#[cfg_attr(not(debug_assertions), inline(always))]
fn rates<R: Real>(
    at: &LinePoint<R>,
    forces: &LineForces<R>,
    torques: &LineTorques<R>,
) -> StraightLineState<R> {
    let (car, train) = (at.car, &torques.train);
    let ([front_free, rear_free], [front_brake, rear_brake]) = (torques.free_nm, torques.brake_nm);
    let [front_deflection, rear_deflection] = forces.deflection_rates;
    StraightLineState {
        position_m: at.state.speed_m_s,
        speed_m_s: (forces.free_n + forces.held_n) / car.body().mass_kg,
        front_spin_rad_s: (front_free + front_brake) / car.front().inertia_kg_m2,
        rear_spin_rad_s: (rear_free + rear_brake) / car.rear().inertia_kg_m2,
        engine_rad_s: (train.engine_nm - train.torque.coupling_nm) / car.engine().inertia_kg_m2,
        front_deflection,
        rear_deflection,
    }
}

/// Friction utilisation of an axle, whose tyres push along the road alone.
#[cfg_attr(not(debug_assertions), inline(always))]
fn utilisation<R: Real>(axle: &AxleData<R>, surface: &Surface<R>, load_n: R, force_n: R) -> R {
    let force = Vec2 { x: force_n, y: R::zero() };
    friction_utilisation(&force, &axle.largest_n(surface.grip, load_n))
}

/// Quantities that are computed for a reader; the beginning of a sub-step reads some of them, too.
#[cfg_attr(not(debug_assertions), inline(always))]
fn outputs<R: Real>(
    at: &LinePoint<R>,
    forces: &LineForces<R>,
    torques: &LineTorques<R>,
) -> StraightLineTrace<R> {
    let LinePoint { car, state, surface, .. } = *at;
    let (front, rear, speed, train) = (car.front(), car.rear(), state.speed_m_s, &torques.train);
    let ([front_load_n, rear_load_n], [front_n, rear_n]) = (forces.loads_n, forces.tyres_n);
    StraightLineTrace {
        acceleration_m_s2: (forces.free_n + forces.held_n) / car.body().mass_kg,
        engine_torque_nm: train.engine_nm,
        engine_power_w: train.engine_nm * state.engine_rad_s,
        coupling_torque_nm: train.torque.coupling_nm,
        engaged_torque_nm: train.engaged_nm,
        gearbox_input_rad_s: train.input_rad_s,
        overall_ratio: torques.drive.overall_ratio,
        over_redline: R::select(state.engine_rad_s.gt(car.engine().redline_rad_s), R::one(), R::zero()),
        front_drive_torque_nm: train.torque.front_nm,
        rear_drive_torque_nm: train.torque.rear_nm,
        front_brake_torque_nm: torques.brake_nm[0],
        rear_brake_torque_nm: torques.brake_nm[1],
        front_free_torque_nm: torques.free_nm[0],
        rear_free_torque_nm: torques.free_nm[1],
        front_holding_nm: forces.capacities[0].torque_nm,
        rear_holding_nm: forces.capacities[1].torque_nm,
        front_load_n,
        rear_load_n,
        front_slip: slip::slip_ratio(state.front_spin_rad_s * front.radius_m, speed),
        rear_slip: slip::slip_ratio(state.rear_spin_rad_s * rear.radius_m, speed),
        free_force_n: forces.free_n,
        hysteresis_n: forces.hysteresis_n,
        front_force_n: front_n,
        rear_force_n: rear_n,
        front_use_of_grip: utilisation(front, surface, front_load_n, front_n),
        rear_use_of_grip: utilisation(rear, surface, rear_load_n, rear_n),
        drag_n: forces.drag_n,
        linear_resistance_n: forces.linear_n,
        slope_force_n: forces.slope_n,
    }
}
