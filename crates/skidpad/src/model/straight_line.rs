//! A vehicle driving straight: two axles with wheel spin, tyre slip, load transfer and the full
//! powertrain.
//!
//! State: position and speed of the body, spin of both axles and of the engine, and the deflection
//! of both axles' tyres (see [`tyre`](crate::tyre)). Monster's chain of torques (engine, gears,
//! axle, slip ratio, traction, load transfer), with what he leaves to the reader: clutch and
//! converter, engine and wheel inertia solved together, loads and forces in balance at every
//! instant, and brakes and rolling resistance that hold a wheel without turning it back.

use super::{Model, Pose};
use crate::aero;
use crate::brakes::holding_torque;
use crate::chassis::TyreForces;
use crate::controls::Command;
use crate::integrate::Method;
use crate::math::Real;
use crate::powertrain::{Axles, Drive, DriveTorque, Joint, ShiftSpeeds, ShiftState, engine_torque};
use crate::record;
use crate::record::Record;
use crate::spec::{AxleData, Vehicle};
use crate::surface::Surface;
use crate::tyre::{limited_slip, slip};

record! {
    /// State of the vehicle.
    pub struct StraightLineState {
        /// Distance along the road.
        position_m: "m" [-1e7, 1e7],
        /// Speed along the road.
        speed_m_s: "m/s" [-150.0, 150.0],
        /// Spin of the front wheels.
        front_spin_rad_s: "rad/s" [-1e3, 1e3],
        /// Spin of the rear wheels.
        rear_spin_rad_s: "rad/s" [-1e3, 1e3],
        /// Speed of the engine.
        engine_rad_s: "rad/s" [-2e3, 2e3],
        /// Deflection of the front tyres as the slip ratio that it stands for.
        front_deflection: "-" [-1e9, 1e9],
        /// Deflection of the rear tyres as the slip ratio that it stands for.
        rear_deflection: "-" [-1e9, 1e9],
    }

    /// What changes in jumps.
    pub struct StraightLineMode {
        /// The gear that is in: -1 reverse, 0 neutral.
        gear: "-" [-1.0, 12.0],
        /// The gear that will be in when the running shift ends.
        target_gear: "-" [-1.0, 12.0],
        /// Time left of the running shift.
        shift_timer_s: "s" [0.0, 5.0],
        /// 1 while engine and gearbox turn together.
        engaged: "-" [0.0, 1.0],
        /// 1 while the clutch is slipping to set the vehicle in motion.
        launching: "-" [0.0, 1.0],
        /// Sense of the clutch's slip: 1 while the engine is the faster.
        clutch_direction: "-" [-1.0, 1.0],
        /// Sense of the front wheels' rotation; 0 while they stand.
        front_direction: "-" [-1.0, 1.0],
        /// Sense of the rear wheels' rotation; 0 while they stand.
        rear_direction: "-" [-1.0, 1.0],
        /// Sense of the body's motion; 0 while its tyres hold it.
        body_direction: "-" [-1.0, 1.0],
        /// 1 once the engine is blown.
        blown: "-" [0.0, 1.0],
    }

    /// Everything computed on the way.
    pub struct StraightLineTrace {
        /// Acceleration along the road.
        acceleration_m_s2: "m/s^2" [-30.0, 30.0],
        /// Torque of the engine.
        engine_torque_nm: "N.m" [-1e4, 1e4],
        /// Power of the engine.
        engine_power_w: "W" [-1e7, 1e7],
        /// Torque that the coupling takes from the engine.
        coupling_torque_nm: "N.m" [-1e5, 1e5],
        /// Torque that keeps engine and gearbox together.
        engaged_torque_nm: "N.m" [-1e5, 1e5],
        /// Speed of the gearbox's input.
        gearbox_input_rad_s: "rad/s" [-5e3, 5e3],
        /// Ratio engine over axles; 0 in neutral.
        overall_ratio: "-" [-100.0, 100.0],
        /// 1 from the redline up.
        over_redline: "-" [0.0, 1.0],
        /// Drive torque on the front axle.
        front_drive_torque_nm: "N.m" [-1e6, 1e6],
        /// Drive torque on the rear axle.
        rear_drive_torque_nm: "N.m" [-1e6, 1e6],
        /// Torque of brakes and rolling resistance on the front axle.
        front_brake_torque_nm: "N.m" [-1e6, 1e6],
        /// Torque of brakes and rolling resistance on the rear axle.
        rear_brake_torque_nm: "N.m" [-1e6, 1e6],
        /// Torque on the front axle without brakes and rolling resistance.
        front_free_torque_nm: "N.m" [-1e6, 1e6],
        /// Torque on the rear axle without brakes and rolling resistance.
        rear_free_torque_nm: "N.m" [-1e6, 1e6],
        /// Torque that brakes and rolling resistance can hold on the front axle.
        front_holding_nm: "N.m" [0.0, 1e6],
        /// Torque that brakes and rolling resistance can hold on the rear axle.
        rear_holding_nm: "N.m" [0.0, 1e6],
        /// Load on the front axle.
        front_load_n: "N" [0.0, 1e7],
        /// Load on the rear axle.
        rear_load_n: "N" [0.0, 1e7],
        /// Slip ratio of the front wheels.
        front_slip: "-" [-1e12, 1e12],
        /// Slip ratio of the rear wheels.
        rear_slip: "-" [-1e12, 1e12],
        /// All forces on the body but the hysteresis of standing tyres.
        free_force_n: "N" [-1e7, 1e7],
        /// Most that the hysteresis of standing tyres can hold.
        hysteresis_n: "N" [0.0, 1e6],
        /// Lengthwise force of the front tyres.
        front_force_n: "N" [-1e7, 1e7],
        /// Lengthwise force of the rear tyres.
        rear_force_n: "N" [-1e7, 1e7],
        /// Air drag.
        drag_n: "N" [-1e7, 1e7],
        /// Resistance proportional to speed.
        linear_resistance_n: "N" [-1e6, 1e6],
        /// Weight along the road.
        slope_force_n: "N" [-1e7, 1e7],
    }
}

/// The model.
#[derive(Clone, Copy, Debug)]
pub struct StraightLine;

/// What the powertrain does at an instant.
struct DriveState<R> {
    drive: Drive<R>,
    engine_nm: R,
    engaged_nm: R,
    input_rad_s: R,
    torque: DriveTorque<R>,
}

/// What an axle's tyres do at an instant.
struct TyreState<R> {
    force_over_load: R,
    deflection_rate: R,
    hysteresis_over_load: R,
}

#[inline(always)]
fn tyre<R: Real>(
    axle: &AxleData<R>,
    direction: R,
    (deflection, spin_rad_s): (R, R),
    speed_m_s: R,
    surface: &Surface<R>,
) -> TyreState<R> {
    let relaxation = axle.relaxation();
    let rate = relaxation.rate(deflection, spin_rad_s * axle.radius_m, speed_m_s);
    let slip = relaxation.damped_slip(deflection, rate, speed_m_s);
    let grip = axle.grip(surface.grip);
    let force_over_load = axle.law().force_over_load(&grip, slip);
    // The rubber's hysteresis, which on a rolling wheel is the rolling resistance, is dry friction
    // on a standing one: it stops the rocking of the body. Only as far as the tyre grips.
    let spare = (grip.friction - force_over_load.abs()).max(R::zero()) * relaxation.adhesion(deflection);
    let hysteresis = spare.min(axle.rolling_resistance * surface.rolling);
    let stands = direction.eq(R::zero());
    TyreState {
        force_over_load,
        deflection_rate: rate,
        hysteresis_over_load: R::select(stands, hysteresis, R::zero()),
    }
}

/// Torque that brakes and rolling resistance of an axle can hold, N.m.
#[inline(always)]
fn holding_capacity<R: Real>(axle: &AxleData<R>, command: &Command<R>, load_n: R, surface: &Surface<R>) -> R {
    let brakes = command.brake * axle.brake_torque_nm + command.handbrake * axle.handbrake_torque_nm;
    brakes + axle.rolling_resistance * surface.rolling * load_n * axle.radius_m
}

#[inline(always)]
fn axle_speeds<R: Real>(state: &StraightLineState<R>) -> Axles<R> {
    Axles { front: state.front_spin_rad_s, rear: state.rear_spin_rad_s }
}

/// 1 / inertia of an axle, 1/(kg m^2): 0 while it stands, since what holds it takes the torque.
#[inline(always)]
fn mobility<R: Real>(axle: &AxleData<R>, direction: R) -> R {
    R::select(direction.eq(R::zero()), R::zero(), R::one() / axle.inertia_kg_m2)
}

/// What turns on both sides of the coupling.
#[inline(always)]
fn joint<R: Real>(car: &Vehicle<R>, mode: &StraightLineMode<R>, input_rad_s: R) -> Joint<R> {
    Joint {
        engine_inertia_kg_m2: car.engine().inertia_kg_m2,
        input_rad_s,
        axle_mobility_1_kg_m2: Axles {
            front: mobility(car.front(), mode.front_direction),
            rear: mobility(car.rear(), mode.rear_direction),
        },
    }
}

impl<R: Real> StraightLineMode<R> {
    #[inline(always)]
    fn shift_state(&self) -> ShiftState<R> {
        ShiftState { gear: self.gear, target_gear: self.target_gear, shift_timer_s: self.shift_timer_s }
    }
}

/// How much of the drive goes on: 1, or the gearbox's share while a shift runs.
#[inline(always)]
fn shift_share<R: Real>(car: &Vehicle<R>, mode: &StraightLineMode<R>) -> R {
    R::select(mode.shift_timer_s.gt(R::zero()), car.shift().torque_share, R::one())
}

/// Torque that the clutch can carry, N.m; without bound where the joint is rigid.
#[inline(always)]
fn clutch_capacity<R: Real>(
    car: &Vehicle<R>,
    mode: &StraightLineMode<R>,
    command: &Command<R>,
    engine: R,
    input: R,
) -> R {
    let (zero, half) = (R::zero(), R::lit(0.5));
    let clutch = car.clutch();
    let closed = (R::one() - command.clutch) * shift_share(car, mode);
    let by_itself = clutch.torque_capacity(engine.max(input), closed);
    let capacity = R::select(mode.launching.gt(half), by_itself, clutch.capacity_nm * closed);
    let capacity = R::select(clutch.is_rigid.gt(half), R::lit(1e9), capacity);
    let in_gear = mode.gear.abs().gt(half) & mode.blown.lt(half);
    R::select(in_gear, capacity, zero)
}

/// Engine, coupling and gears: the torques on the axles.
#[inline(always)]
fn powertrain<R: Real>(
    car: &Vehicle<R>,
    mode: &StraightLineMode<R>,
    state: &StraightLineState<R>,
    command: &Command<R>,
    road_torque: &Axles<R>,
) -> DriveState<R> {
    let (zero, half) = (R::zero(), R::lit(0.5));
    let drive = car.drive(mode.gear);
    let input = drive.input_speed(&axle_speeds(state));
    let throttle = command.throttle * shift_share(car, mode) * (R::one() - mode.blown);
    let engine_nm = engine_torque(car.engine(), car.torque_curve(), throttle, state.engine_rad_s);
    let engaged_nm = drive.engaged_torque(&joint(car, mode, input), engine_nm, road_torque);
    let capacity = clutch_capacity(car, mode, command, state.engine_rad_s, input);
    let slipping_nm = capacity * mode.clutch_direction;
    let converter = car.converter().torque(state.engine_rad_s, input);
    let has_converter = car.converter().is_fitted.gt(half);
    let in_gear = mode.gear.abs().gt(half);
    // The lock-up clutch works beside the converter until both sides turn together. What the
    // converter would carry at high speed right after a shift is more than the gearbox's clutches
    // let through.
    let held = car.clutch().capacity_nm;
    let scale = (held / converter.pump_nm.abs().max(R::lit(1e-3))).min(R::one());
    let pump = R::select(in_gear, converter.pump_nm * scale, zero) + slipping_nm;
    let turbine = R::select(in_gear, converter.turbine_nm * scale, zero) + slipping_nm;
    let engaged = mode.engaged.gt(half);
    let taken = R::select(engaged, engaged_nm, R::select(has_converter, pump, slipping_nm));
    let given = R::select(engaged, engaged_nm, R::select(has_converter, turbine, slipping_nm));
    let torque = drive.share_out(taken, given, input);
    DriveState { drive, engine_nm, engaged_nm, input_rad_s: input, torque }
}

impl Model for StraightLine {
    const NAME: &'static str = "straight_line";
    const DESCRIPTION: &'static str =
        "two axles with wheel spin, tyre slip, load transfer and the full powertrain, on a straight road";
    const INTEGRATOR: Method = Method::Rk4;
    type Car<R: Real> = Vehicle<R>;
    type Input<R: Real> = Command<R>;
    type State<R: Real> = StraightLineState<R>;
    type Mode<R: Real> = StraightLineMode<R>;
    type Trace<R: Real> = StraightLineTrace<R>;

    #[inline(always)]
    fn evaluate<R: Real>(
        car: &Vehicle<R>,
        mode: &StraightLineMode<R>,
        state: &StraightLineState<R>,
        command: &Command<R>,
        surface: &Surface<R>,
    ) -> (StraightLineState<R>, StraightLineTrace<R>) {
        let (body, front, rear) = (car.body(), car.front(), car.rear());
        let speed = state.speed_m_s;
        let front_state = (state.front_deflection, state.front_spin_rad_s);
        let rear_state = (state.rear_deflection, state.rear_spin_rad_s);
        let front_tyre = tyre(front, mode.front_direction, front_state, speed, surface);
        let rear_tyre = tyre(rear, mode.rear_direction, rear_state, speed, surface);
        let forces = car.load_transfer(surface).solve(front_tyre.force_over_load, rear_tyre.force_over_load);
        let TyreForces { front_n, rear_n, front_load_n, rear_load_n } = forces;

        let air = aero::drag_factor(R::one(), body.drag_area_m2, surface.air_density_kg_m3);
        let drag_n = aero::drag(air, speed + surface.headwind_m_s);
        let linear_n = aero::linear_resistance(body.linear_resistance_n_s_m, speed);
        let slope_n = -(body.mass_kg * surface.gravity_m_s2 * surface.slope_rad.sin());
        let free_n = front_n + rear_n + drag_n + linear_n + slope_n;
        let front_hysteresis = front_tyre.hysteresis_over_load * front_load_n;
        let rear_hysteresis = rear_tyre.hysteresis_over_load * rear_load_n;
        let hysteresis_n = front_hysteresis + rear_hysteresis;
        let held_n = holding_torque(hysteresis_n, mode.body_direction, free_n);
        let held_share = held_n / hysteresis_n.max(R::lit(1e-30));
        let front_n = front_n + held_share * front_hysteresis;
        let rear_n = rear_n + held_share * rear_hysteresis;
        let acceleration = (free_n + held_n) / body.mass_kg;

        let across = body.centre_coupling_nm_s * (state.front_spin_rad_s - state.rear_spin_rad_s);
        let road =
            Axles { front: -(front_n * front.radius_m) - across, rear: -(rear_n * rear.radius_m) + across };
        let front_holding = holding_capacity(front, command, front_load_n, surface);
        let rear_holding = holding_capacity(rear, command, rear_load_n, surface);
        // What the engaged engine feels of brakes and rolling resistance: their torque on a turning
        // wheel. A standing wheel is held, and with it the engine.
        let felt = Axles {
            front: road.front - mode.front_direction * front_holding,
            rear: road.rear - mode.rear_direction * rear_holding,
        };
        let train = powertrain(car, mode, state, command, &felt);
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
            overall_ratio: train.drive.overall_ratio,
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
            drag_n,
            linear_resistance_n: linear_n,
            slope_force_n: slope_n,
        };
        (derivative, trace)
    }

    #[inline(always)]
    fn advance<R: Real>(
        car: &Vehicle<R>,
        mode: &StraightLineMode<R>,
        state: &StraightLineState<R>,
        command: &Command<R>,
        surface: &Surface<R>,
        dt_s: R,
    ) -> StraightLineMode<R> {
        let (zero, one, half) = (R::zero(), R::one(), R::lit(0.5));
        let request = command.gear_request();
        let old_input = car.drive(mode.gear).input_speed(&axle_speeds(state));
        let speeds = ShiftSpeeds { engine_rad_s: state.engine_rad_s, input_rad_s: old_input };
        let shift = car.shift().advance(&mode.shift_state(), &request, command.throttle, &speeds, dt_s);
        let blown = state.engine_rad_s.gt(car.engine().blow_up_rad_s) | mode.blown.gt(half);
        let gear_changed = (shift.gear - mode.gear).abs().gt(half);
        let mut next = StraightLineMode {
            gear: shift.gear,
            target_gear: shift.target_gear,
            shift_timer_s: shift.shift_timer_s,
            engaged: R::select(gear_changed, zero, mode.engaged),
            launching: mode.launching,
            clutch_direction: zero,
            front_direction: state.front_spin_rad_s.sign(),
            rear_direction: state.rear_spin_rad_s.sign(),
            body_direction: state.speed_m_s.sign(),
            blown: R::select(blown, one, zero),
        };
        let input = car.drive(next.gear).input_speed(&axle_speeds(state));
        next.launching = launching(car, &next, input);
        let slip_speed = state.engine_rad_s - input;
        let may_lock = may_lock(car, &next, state.engine_rad_s, input);
        let is_clutch = car.converter().is_fitted.lt(half);
        let closes = is_clutch | may_lock;
        next.clutch_direction = R::select(closes, slip_speed.sign(), zero);

        let capacity = clutch_capacity(car, &next, command, state.engine_rad_s, input);
        let rigid = car.clutch().is_rigid.gt(half) & capacity.gt(zero);
        next.engaged = R::select(rigid, one, next.engaged);

        // One look at the torques decides what stands, what slips and which way.
        let probe = Self::evaluate(car, &next, state, command, surface).1;
        next.front_direction =
            released(next.front_direction, probe.front_free_torque_nm, probe.front_holding_nm);
        next.rear_direction = released(next.rear_direction, probe.rear_free_torque_nm, probe.rear_holding_nm);
        next.body_direction = released(next.body_direction, probe.free_force_n, probe.hysteresis_n);

        let holds = probe.engaged_torque_nm.abs().le(capacity);
        let together = next.engaged.gt(half) | slip_speed.eq(zero);
        let stays = together & holds & may_lock;
        next.engaged = R::select(rigid | stays, one, zero);
        let asked = R::select(slip_speed.abs().gt(zero), slip_speed, probe.engaged_torque_nm);
        next.clutch_direction = R::select(closes & capacity.gt(zero), asked.sign(), zero);
        next
    }

    #[inline(always)]
    fn settle<R: Real>(
        car: &Vehicle<R>,
        mode: &StraightLineMode<R>,
        _: &StraightLineState<R>,
        after: &StraightLineState<R>,
    ) -> (StraightLineMode<R>, StraightLineState<R>) {
        let (one, half) = (R::one(), R::lit(0.5));
        let mut state = *after;
        let mut mode = *mode;
        let drive = car.drive(mode.gear);
        let input = drive.input_speed(&axle_speeds(&state));
        let slip_after = after.engine_rad_s - input;
        // The clutch has caught when its slip changes sign; from now on both turn together, for as
        // long as `advance` finds that it can carry the torque. An open clutch has no direction.
        let grips = mode.clutch_direction.abs().gt(half);
        let met = grips & (mode.clutch_direction * slip_after).le(R::zero());
        let may_lock = may_lock(car, &mode, after.engine_rad_s, input);
        let engaged = mode.engaged.gt(half) | (met & may_lock);
        mode.engaged = R::select(engaged, one, mode.engaged);

        // In the rest of the sub-step the clutch has carried too much: the impulse that brings both
        // sides together takes it back, so that the end is as if the meeting had been located.
        let torque_sign = R::select(grips, mode.clutch_direction, slip_after);
        let joint = joint(car, &mode, input);
        let impulse = drive.meeting_impulse(slip_after, torque_sign, &joint);
        let change = drive.share_impulse(R::select(engaged, impulse, R::zero()), torque_sign, &joint);
        state.front_spin_rad_s = stopped(mode.front_direction, after.front_spin_rad_s + change.front);
        state.rear_spin_rad_s = stopped(mode.rear_direction, after.rear_spin_rad_s + change.rear);
        let input = drive.input_speed(&axle_speeds(&state));
        state.engine_rad_s = R::select(engaged, input, after.engine_rad_s);

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

    #[inline(always)]
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

    #[inline(always)]
    fn ended<R: Real>(mode: &StraightLineMode<R>) -> R {
        mode.blown
    }

    #[inline(always)]
    fn longest_step_s<R: Real>(car: &Vehicle<R>) -> R {
        car.longest_step_s()
    }

    fn pose<R: Real>(state: &StraightLineState<R>, surface: &Surface<R>) -> Pose<R> {
        Pose::on_slope(state.position_m, surface.slope_rad)
    }
}

/// Whether the clutch is setting the vehicle in motion: it begins when the gearbox turns more
/// slowly than the clutch's bite, and ends when engine and gearbox turn together.
#[inline(always)]
fn launching<R: Real>(car: &Vehicle<R>, mode: &StraightLineMode<R>, input_rad_s: R) -> R {
    let half = R::lit(0.5);
    let engaged = mode.engaged.gt(half);
    let slow = input_rad_s.lt(car.clutch().bite_rad_s);
    R::select(slow, R::one(), R::select(engaged, R::zero(), mode.launching))
}

/// Whether the coupling may join engine and gearbox: a clutch above its bite; a converter's lock-up
/// clutch too, from its gear on and with the speeds of both sides near each other.
#[inline(always)]
fn may_lock<R: Real>(
    car: &Vehicle<R>,
    mode: &StraightLineMode<R>,
    engine_rad_s: R,
    input_rad_s: R,
) -> R::Mask {
    let half = R::lit(0.5);
    let converter = car.converter();
    let (slow, fast) = (input_rad_s.min(engine_rad_s), input_rad_s.max(engine_rad_s));
    let near = slow.ge(converter.lock_up_ratio * fast) & mode.gear.gt(converter.lock_up_from_gear - half);
    let not_converter = converter.is_fitted.lt(half);
    input_rad_s.ge(car.clutch().bite_rad_s) & (not_converter | near)
}

/// The sense of motion in the coming sub-step: a standing wheel starts when the free torque is more
/// than what holds it, a standing body when the free force is.
#[inline(always)]
fn released<R: Real>(direction: R, free: R, holding: R) -> R {
    let starts = direction.eq(R::zero()) & free.abs().gt(holding);
    R::select(starts, free.sign(), direction)
}

/// The spin of a wheel, or the speed of a body, at the end of a sub-step: what came to zero stands
/// there, whatever passed through in the step; if it is to move the other way it starts in the next.
#[inline(always)]
fn stopped<R: Real>(direction: R, speed: R) -> R {
    let reversed = (direction * speed).lt(R::zero());
    R::select(reversed | direction.eq(R::zero()), R::zero(), speed)
}

impl StraightLineState<f64> {
    /// At rest with the engine idling.
    pub fn at_rest(car: &Vehicle<f64>) -> Self {
        Self { engine_rad_s: car.engine().idle_rad_s, ..Record::splat(0.0) }
    }

    /// Rolling at a speed in a gear (0: neutral, engine idling), wheels and engine turning with
    /// the road.
    pub fn rolling(car: &Vehicle<f64>, speed_m_s: f64, gear: f64) -> Self {
        let axles = Axles { front: speed_m_s / car.front().radius_m, rear: speed_m_s / car.rear().radius_m };
        let engine = car.drive(gear).input_speed(&axles);
        Self {
            speed_m_s,
            front_spin_rad_s: axles.front,
            rear_spin_rad_s: axles.rear,
            engine_rad_s: Real::max(engine, car.engine().idle_rad_s),
            ..Record::splat(0.0)
        }
    }
}

impl StraightLineMode<f64> {
    /// In a gear, engine and gearbox not yet joined.
    pub fn in_gear(gear: f64) -> Self {
        Self { gear, target_gear: gear, ..Record::splat(0.0) }
    }
}
