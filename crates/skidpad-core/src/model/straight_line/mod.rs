//! A vehicle driving straight: two axles with wheel spin, tyre slip, load transfer and the full
//! powertrain.
//!
//! State: position and speed of the body, spin of both axles and of the engine, and the deflection
//! of both axles' tyres (see [`tyre`](crate::tyre)). Monster's chain of torques (engine, gears,
//! axle, slip ratio, traction, load transfer), with what he leaves to the reader: clutch and
//! converter, engine and wheel inertia solved together, loads and forces in balance at every
//! instant, and brakes and rolling resistance that hold a wheel without turning it back.

mod records;
mod train;

pub use records::{StraightLineMode, StraightLineState, StraightLineTrace};

use super::{Model, Pose};
use crate::aero;
use crate::brakes::{applied, holding_torque, released, rolling_resistance_n, stopped, wheel_capacity_nm};
use crate::chassis::{StandingAxles, TyreForces};
use crate::controls::Command;
use crate::friction::standing_hysteresis;
use crate::integrate::Method;
use crate::math::{Real, Vec2};
use crate::powertrain::Axles;
use crate::spec::{AxleData, TwoAxleCar};
use crate::surface::Surface;
use crate::tyre::{friction_utilisation, limited_slip, slip};
use train::{powertrain, train};

/// The model.
#[derive(Clone, Copy, Debug)]
pub struct StraightLine;

/// What an axle's tyres do at an instant.
struct TyreState<R> {
    force_over_load: R,
    deflection_rate: R,
    /// What the force leaves of the grip while the tread adheres.
    spare_over_load: R,
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn tyre<R: Real>(
    axle: &AxleData<R>,
    (deflection, spin_rad_s): (R, R),
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

/// What an axle's wheels can hold under their load.
struct Holding<R> {
    /// Force by the hysteresis of standing tyres, N: all that the tyre has left, as nothing holds to the side.
    hysteresis_n: R,
    /// Torque of brakes and rolling resistance, N.m.
    capacity_nm: R,
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn holding<R: Real>(
    axle: &AxleData<R>,
    tyre: &TyreState<R>,
    load_n: R,
    direction: R,
    (command, surface): (&Command<R>, &Surface<R>),
) -> Holding<R> {
    let rolling_n = rolling_resistance_n(axle.rolling_resistance, surface.rolling, load_n);
    let brake_nm = applied(command.brake, command.handbrake, axle.brake_torque_nm, axle.handbrake_torque_nm);
    Holding {
        hysteresis_n: standing_hysteresis(direction, tyre.spare_over_load * load_n, rolling_n),
        capacity_nm: wheel_capacity_nm(brake_nm, rolling_n, axle.radius_m),
    }
}

/// Friction utilisation of an axle, whose tyres push along the road alone.
#[cfg_attr(not(debug_assertions), inline(always))]
fn use_of_grip<R: Real>(axle: &AxleData<R>, surface: &Surface<R>, load_n: R, force_n: R) -> R {
    let force = Vec2 { x: force_n, y: R::zero() };
    friction_utilisation(&force, &axle.largest_n(surface.grip, load_n))
}

impl Model for StraightLine {
    const NAME: &'static str = "straight_line";
    const DESCRIPTION: &'static str =
        "two axles with wheel spin, tyre slip, load transfer and the full powertrain, on a straight road";
    const INTEGRATOR: Method = Method::Rk4;
    type Car<R: Real> = TwoAxleCar<R>;
    type Input<R: Real> = Command<R>;
    type State<R: Real> = StraightLineState<R>;
    type Mode<R: Real> = StraightLineMode<R>;
    type Trace<R: Real> = StraightLineTrace<R>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn evaluate<R: Real>(
        car: &TwoAxleCar<R>,
        mode: &StraightLineMode<R>,
        state: &StraightLineState<R>,
        command: &Command<R>,
        surface: &Surface<R>,
    ) -> (StraightLineState<R>, StraightLineTrace<R>) {
        let (body, front, rear) = (car.body(), car.front(), car.rear());
        let speed = state.speed_m_s;
        let front_state = (state.front_deflection, state.front_spin_rad_s);
        let rear_state = (state.rear_deflection, state.rear_spin_rad_s);
        let front_tyre = tyre(front, front_state, speed, surface);
        let rear_tyre = tyre(rear, rear_state, speed, surface);
        let forces = car.load_transfer(surface).solve(front_tyre.force_over_load, rear_tyre.force_over_load);
        let TyreForces { front_n, rear_n, front_load_n, rear_load_n } = forces;

        let air = aero::drag_factor(R::one(), body.drag_area_m2, surface.air_density_kg_m3);
        // The model's heading is that of the road's x axis.
        let drag_n = aero::drag(air, speed + surface.headwind_m_s);
        let linear_n = aero::linear_resistance(body.linear_resistance_n_s_m, speed);
        let slope_n = body.mass_kg * surface.gravity_on_road().x;
        let free_n = front_n + rear_n + drag_n + linear_n + slope_n;
        let given = (command, surface);
        let front_can = holding(front, &front_tyre, front_load_n, mode.front_direction, given);
        let rear_can = holding(rear, &rear_tyre, rear_load_n, mode.rear_direction, given);
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
        let (front_n, rear_n) = (front_n + front_held, rear_n + rear_held);
        let acceleration = (free_n + held_n) / body.mass_kg;

        let across = body.centre_coupling_nm_s * (state.front_spin_rad_s - state.rear_spin_rad_s);
        let road =
            Axles { front: -(front_n * front.radius_m) - across, rear: -(rear_n * rear.radius_m) + across };
        let (front_holding, rear_holding) = (front_can.capacity_nm, rear_can.capacity_nm);
        // What the engaged engine feels of brakes and rolling resistance: their torque on a turning
        // wheel. A standing wheel is held, and with it the engine.
        let felt = Axles {
            front: road.front - mode.front_direction * front_holding,
            rear: road.rear - mode.rear_direction * rear_holding,
        };
        let (drive, train) = powertrain(car, mode, state, command, &felt);
        let front_free = train.torque.front_nm + road.front;
        let rear_free = train.torque.rear_nm + road.rear;
        let front_brake = holding_torque(front_holding, mode.front_direction, front_free);
        let rear_brake = holding_torque(rear_holding, mode.rear_direction, rear_free);
        let front_rate = (front_free + front_brake) / front.inertia_kg_m2;
        let rear_rate = (rear_free + rear_brake) / rear.inertia_kg_m2;

        let engine_rate = (train.engine_nm - train.torque.coupling_nm) / car.engine().inertia_kg_m2;
        let derivative = StraightLineState {
            position_m: speed,
            speed_m_s: acceleration,
            front_spin_rad_s: front_rate,
            rear_spin_rad_s: rear_rate,
            engine_rad_s: engine_rate,
            front_deflection: front_tyre.deflection_rate,
            rear_deflection: rear_tyre.deflection_rate,
        };
        let trace = StraightLineTrace {
            acceleration_m_s2: acceleration,
            engine_torque_nm: train.engine_nm,
            engine_power_w: train.engine_nm * state.engine_rad_s,
            coupling_torque_nm: train.torque.coupling_nm,
            engaged_torque_nm: train.engaged_nm,
            gearbox_input_rad_s: train.input_rad_s,
            overall_ratio: drive.overall_ratio,
            over_redline: R::select(state.engine_rad_s.gt(car.engine().redline_rad_s), R::one(), R::zero()),
            front_drive_torque_nm: train.torque.front_nm,
            rear_drive_torque_nm: train.torque.rear_nm,
            front_brake_torque_nm: front_brake,
            rear_brake_torque_nm: rear_brake,
            front_free_torque_nm: front_free,
            rear_free_torque_nm: rear_free,
            front_holding_nm: front_holding,
            rear_holding_nm: rear_holding,
            front_load_n,
            rear_load_n,
            front_slip: slip::slip_ratio(state.front_spin_rad_s * front.radius_m, speed),
            rear_slip: slip::slip_ratio(state.rear_spin_rad_s * rear.radius_m, speed),
            free_force_n: free_n,
            hysteresis_n,
            front_force_n: front_n,
            rear_force_n: rear_n,
            front_use_of_grip: use_of_grip(front, surface, front_load_n, front_n),
            rear_use_of_grip: use_of_grip(rear, surface, rear_load_n, rear_n),
            drag_n,
            linear_resistance_n: linear_n,
            slope_force_n: slope_n,
        };
        (derivative, trace)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn advance<R: Real>(
        car: &TwoAxleCar<R>,
        mode: &StraightLineMode<R>,
        state: &StraightLineState<R>,
        command: &Command<R>,
        surface: &Surface<R>,
        dt_s: R,
    ) -> StraightLineMode<R> {
        let (parts, speeds) = (train(car), state.speeds());
        let old = parts.drive(mode.gear);
        let (begun, drive) = parts.begin(&mode.train(), &old, &speeds, command, dt_s);
        let next = StraightLineMode {
            front_direction: state.front_spin_rad_s.sign(),
            rear_direction: state.rear_spin_rad_s.sign(),
            body_direction: state.speed_m_s.sign(),
            ..mode.with_train(&begun)
        };
        // One look at the torques decides what stands, what slips and which way.
        let probe = Self::evaluate(car, &next, state, command, surface).1;
        let decided = parts.decide(&begun, &drive, &speeds, command, probe.engaged_torque_nm);
        StraightLineMode {
            front_direction: released(
                next.front_direction,
                probe.front_free_torque_nm,
                probe.front_holding_nm,
            ),
            rear_direction: released(next.rear_direction, probe.rear_free_torque_nm, probe.rear_holding_nm),
            body_direction: released(next.body_direction, probe.free_force_n, probe.hysteresis_n),
            ..next.with_train(&decided)
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn settle<R: Real>(
        car: &TwoAxleCar<R>,
        mode: &StraightLineMode<R>,
        _: &StraightLineState<R>,
        after: &StraightLineState<R>,
    ) -> (StraightLineMode<R>, StraightLineState<R>) {
        let mut state = *after;
        let parts = train(car);
        let drive = parts.drive(mode.gear);
        let (settled, speeds) = parts.settle(&mode.train(), &drive, &mode.directions(), &after.speeds());
        let mode = mode.with_train(&settled);
        state.front_spin_rad_s = speeds.front_rad_s;
        state.rear_spin_rad_s = speeds.rear_rad_s;
        state.engine_rad_s = speeds.engine_rad_s;

        let stands = mode.front_direction.eq(R::zero()) | mode.rear_direction.eq(R::zero());
        let held_speed = stopped(mode.body_direction, after.speed_m_s);
        state.speed_m_s = R::select(stands, held_speed, after.speed_m_s);

        let (front, rear) = (car.front(), car.rear());
        let speed = state.speed_m_s;
        let front_tread = state.front_spin_rad_s * front.radius_m;
        let rear_tread = state.rear_spin_rad_s * rear.radius_m;
        state.front_deflection = limited_slip(state.front_deflection, front.peak_slip, front_tread, speed);
        state.rear_deflection = limited_slip(state.rear_deflection, rear.peak_slip, rear_tread, speed);
        (mode, state)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn join<R: Real>(
        velocities: &StraightLineState<R>,
        positions: &StraightLineState<R>,
    ) -> StraightLineState<R> {
        // The deflection of a tyre is a position: its rate is a difference of speeds.
        StraightLineState {
            position_m: positions.position_m,
            front_deflection: positions.front_deflection,
            rear_deflection: positions.rear_deflection,
            ..*velocities
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn ended<R: Real>(mode: &StraightLineMode<R>) -> R {
        mode.blown
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn longest_step_s<R: Real>(car: &TwoAxleCar<R>) -> R {
        car.longest_step_s()
    }

    fn pose<R: Real>(state: &StraightLineState<R>, surface: &Surface<R>) -> Pose<R> {
        Pose::on_road([state.position_m, R::zero()], R::zero(), surface)
    }
}
