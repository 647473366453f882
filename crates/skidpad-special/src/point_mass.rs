//! A vehicle as a mass on a road: the wheels roll, and the engine turns with them.
//!
//! Monster's first model and Palmer's 8.20, with the corrections that physics asks for: resistance
//! acts against the motion in both directions, rolling resistance and brakes hold a standing
//! vehicle instead of driving it backwards, engine braking goes through the gears, and the drive
//! force is limited by what the driven axle's load allows ([`DrivenAxles`]). [`PointMassPalmer`] is
//! the same with Palmer's traction limit as printed ([`WholeWeight`]). His car with all that he
//! simplifies stands in the crate `skidpad-texts`.

use core::fmt::Debug;
use core::marker::PhantomData;

use crate::chassis::traction_limit;
use crate::drive::{drive_force, wheel_torque};
use skidpad_core::aero;
use skidpad_core::brakes::{applied, holding_torque, released, rolling_resistance_n, stopped};
use skidpad_core::controls::Command;
use skidpad_core::integrate::Method;
use skidpad_core::math::Real;
use skidpad_core::model::{Model, Pose};
use skidpad_core::powertrain::{ShiftSpeeds, ShiftState};
use skidpad_core::record;
use skidpad_core::record::{Flag, Record};
use skidpad_core::spec::TwoAxleCar;
use skidpad_core::surface::Surface;

record! {
    /// State of the vehicle.
    pub struct PointMassState {
        /// Distance along the road.
        position_m: "m" [-1e7, 1e7],
        /// Speed along the road.
        speed_m_s: "m/s" [-150.0, 150.0],
    }

    /// Discrete state.
    pub struct PointMassMode {
        /// The gear that is in: -1 reverse, 0 neutral.
        gear: "-" [-1.0, 12.0],
        /// The gear that will be in when the running shift ends.
        target_gear: "-" [-1.0, 12.0],
        /// Time left of the running shift.
        shift_timer_s: "s" [0.0, 5.0],
        /// Sense of the motion; 0 while the vehicle stands.
        direction: "-" [-1.0, 1.0],
        /// Set once the engine is blown.
        blown: flag,
    }

    /// Everything computed on the way.
    pub struct PointMassTrace {
        /// Acceleration along the road.
        acceleration_m_s2: "m/s^2" [-30.0, 30.0],
        /// Speed of the engine: that of the wheels through the gears, at least idle.
        engine_rad_s: "rad/s" [0.0, 2e3],
        /// Torque of the engine.
        engine_torque_nm: "N.m" [-1e4, 1e4],
        /// Set while the engine turns at its redline or faster.
        over_redline: flag,
        /// Drive force at the wheels, limited by traction.
        drive_force_n: "N" [-1e6, 1e6],
        /// Set where traction limits the drive force.
        traction_limited: flag,
        /// Force of brakes and rolling resistance.
        holding_force_n: "N" [-1e6, 1e6],
        /// Longitudinal force without brakes and rolling resistance.
        free_force_n: "N" [-1e6, 1e6],
        /// Most that brakes and rolling resistance can hold.
        holding_capacity_n: "N" [0.0, 1e6],
        /// Air drag.
        drag_n: "N" [-1e6, 1e6],
        /// Resistance proportional to speed.
        linear_resistance_n: "N" [-1e6, 1e6],
        /// Weight along the road.
        slope_force_n: "N" [-1e6, 1e6],
    }
}

/// The model, with a rule for the largest drive force.
#[derive(Clone, Copy, Debug)]
pub struct PointMass<T: TractionRule = DrivenAxles>(PhantomData<T>);

/// The model with Palmer's traction limit as printed (8.32).
pub type PointMassPalmer = PointMass<WholeWeight>;

/// The rule by which a point mass limits its drive force.
pub trait TractionRule: Copy + Debug + Send + Sync + 'static {
    /// The name of the model with this rule.
    const NAME: &'static str;
    /// Description of the model with this rule.
    const DESCRIPTION: &'static str;
    /// True of a rule that a text prints, false of that of the driven axles' load.
    const IS_PRINTED: bool;

    /// The largest drive forces backwards and forwards, N: the first at most 0, the second at least 0.
    fn limits<R: Real>(car: &TwoAxleCar<R>, surface: &Surface<R>) -> [R; 2];
}

/// The friction of the driven axles times their load, with what the drive force itself shifts to
/// or from them.
#[derive(Clone, Copy, Debug)]
pub struct DrivenAxles;

impl TractionRule for DrivenAxles {
    const NAME: &'static str = "point_mass";
    const DESCRIPTION: &'static str =
        "a mass on a road, wheels rolling: Monster's first model, Palmer's equation 8.20";
    const IS_PRINTED: bool = false;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn limits<R: Real>(car: &TwoAxleCar<R>, surface: &Surface<R>) -> [R; 2] {
        let one = R::one();
        [driven_axles_limit(car, surface, -one), driven_axles_limit(car, surface, one)]
    }
}

/// Palmer 8.32 as printed: F_T = mu F_N = mu m g cos(theta), the friction of the tyres times the
/// whole weight, whichever axle is driven and whatever the acceleration shifts between them.
///
/// It is too much for every vehicle that does not drive all its wheels: the tyres of the text's own
/// Boxster S, rear-driven, carry about two thirds of it ([`DrivenAxles`]).
#[derive(Clone, Copy, Debug)]
pub struct WholeWeight;

impl TractionRule for WholeWeight {
    const NAME: &'static str = "point_mass_palmer";
    const DESCRIPTION: &'static str = "point_mass with Palmer's traction limit as printed (8.32): the whole weight, not the driven axle's load";
    const IS_PRINTED: bool = true;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn limits<R: Real>(car: &TwoAxleCar<R>, surface: &Surface<R>) -> [R; 2] {
        let limit = traction_limit(whole_friction(car, surface), car.load_transfer(surface).weight_n);
        [-limit, limit]
    }
}

/// Engine speed, engine torque and drive force at an instant.
#[derive(Clone, Copy)]
pub(crate) struct DriveForce<R> {
    pub(crate) engine_rad_s: R,
    pub(crate) engine_nm: R,
    pub(crate) force_n: R,
}

/// Speed of the engine as the wheels turn it, rad/s (Monster's easy way: "pretend the wheel is
/// rolling"); of the more heavily driven axle's wheels.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn coupled_speed<R: Real>(car: &TwoAxleCar<R>, gear: R, speed_m_s: R) -> R {
    speed_m_s / driven_radius(car) * car.gears().overall(gear)
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn driven_radius<R: Real>(car: &TwoAxleCar<R>) -> R {
    let front = car.body().drive_front_share.gt(R::lit(0.5));
    R::select(front, car.front().radius_m, car.rear().radius_m)
}

#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn drive<R: Real>(
    car: &TwoAxleCar<R>,
    mode: &PointMassMode<R>,
    speed_m_s: R,
    throttle: R,
) -> DriveForce<R> {
    let engine = car.engine();
    let coupled = coupled_speed(car, mode.gear, speed_m_s);
    let speed = coupled.max(engine.idle_rad_s);
    let shifting = mode.shift_timer_s.gt(R::zero());
    let share = R::select(shifting, car.shift().torque_share, R::one());
    let throttle = throttle * share;
    // Below idle the clutch slips: the drag of the engine fades out with the wheels' speed.
    let drag = engine.braking_torque(coupled.max(R::zero())) * share;
    let driving = throttle * engine.full_load_torque(car.torque_curve(), speed);
    let running = R::one() - mode.blown.number();
    let torque = (driving - (R::one() - throttle) * drag) * running;
    let efficiency = car.body().efficiency;
    let efficiency = R::select(torque.lt(R::zero()), R::one() / efficiency, efficiency);
    let gears = car.gears();
    let wheel = wheel_torque(torque, gears.ratio(mode.gear), gears.final_drive, efficiency);
    DriveForce { engine_rad_s: speed, engine_nm: torque, force_n: drive_force(wheel, driven_radius(car)) }
}

/// The largest drive force that the driven axles' load allows, N, in the given sense (1 forwards,
/// -1 backwards): mu times the load, with what the force itself shifts to or from the axle.
#[cfg_attr(not(debug_assertions), inline(always))]
fn driven_axles_limit<R: Real>(car: &TwoAxleCar<R>, surface: &Surface<R>, sense: R) -> R {
    let zero = R::zero();
    let share = car.body().drive_front_share;
    let front = sense * car.front().friction * surface.grip;
    let rear = sense * car.rear().friction * surface.grip;
    let front = R::select(share.gt(zero), front, zero);
    let rear = R::select(share.lt(R::one()), rear, zero);
    let forces = car.load_transfer(surface).solve(front, rear);
    forces.front_n + forces.rear_n
}

/// The friction of all tyres together: that of each axle by its share of the weight.
#[cfg_attr(not(debug_assertions), inline(always))]
fn whole_friction<R: Real>(car: &TwoAxleCar<R>, surface: &Surface<R>) -> R {
    let share = car.body().front_share;
    (car.front().friction * share + car.rear().friction * (R::one() - share)) * surface.grip
}

impl<T: TractionRule> Model for PointMass<T> {
    const NAME: &'static str = T::NAME;
    const DESCRIPTION: &'static str = T::DESCRIPTION;
    const INTEGRATOR: Method = Method::Rk4;
    type Car<R: Real> = TwoAxleCar<R>;
    type Input<R: Real> = Command<R>;
    type State<R: Real> = PointMassState<R>;
    type Mode<R: Real> = PointMassMode<R>;
    type Trace<R: Real> = PointMassTrace<R>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn evaluate<R: Real>(
        car: &TwoAxleCar<R>,
        mode: &PointMassMode<R>,
        state: &PointMassState<R>,
        command: &Command<R>,
        surface: &Surface<R>,
    ) -> (PointMassState<R>, PointMassTrace<R>) {
        let one = R::one();
        let body = car.body();
        let speed = state.speed_m_s;
        let drive = drive(car, mode, speed, command.throttle);
        let [backwards, forwards] = T::limits(car, surface);
        let asked_n = drive.force_n * (one - command.clutch);
        let drive_n = asked_n.clamp(backwards, forwards);

        let air = aero::drag_factor(one, body.drag_area_m2, surface.air_density_kg_m3);
        // The model's heading is that of the road's x axis.
        let drag_n = aero::drag(air, speed + surface.headwind_m_s);
        let linear_n = aero::linear_resistance(body.linear_resistance_n_s_m, speed);
        let slope_n = body.mass_kg * surface.gravity_on_road().x;
        let free_n = drive_n + drag_n + linear_n + slope_n;

        let load = car.load_transfer(surface);
        let (front, rear) = (car.front(), car.rear());
        let rear_share = one - body.front_share;
        let rolling = rolling_resistance_n(
            front.rolling_resistance * body.front_share + rear.rolling_resistance * rear_share,
            surface.rolling,
            load.weight_n,
        );
        let grip = whole_friction(car, surface) * load.weight_n;
        let brakes = applied(
            command.brake,
            command.handbrake,
            front.brake_torque_nm / front.radius_m + rear.brake_torque_nm / rear.radius_m,
            front.handbrake_torque_nm / front.radius_m + rear.handbrake_torque_nm / rear.radius_m,
        );
        let capacity = brakes.min(grip) + rolling;
        let holding_n = holding_torque(capacity, mode.direction, free_n);
        let acceleration = (free_n + holding_n) / body.mass_kg;

        let redline = drive.engine_rad_s.gt(car.engine().redline_rad_s);
        let trace = PointMassTrace {
            acceleration_m_s2: acceleration,
            engine_rad_s: drive.engine_rad_s,
            engine_torque_nm: drive.engine_nm,
            over_redline: Flag::new(redline),
            drive_force_n: drive_n,
            traction_limited: Flag::from(true).unless(asked_n.eq(drive_n)),
            holding_force_n: holding_n,
            free_force_n: free_n,
            holding_capacity_n: capacity,
            drag_n,
            linear_resistance_n: linear_n,
            slope_force_n: slope_n,
        };
        (PointMassState { position_m: speed, speed_m_s: acceleration }, trace)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn advance<R: Real>(
        car: &TwoAxleCar<R>,
        mode: &PointMassMode<R>,
        state: &PointMassState<R>,
        command: &Command<R>,
        surface: &Surface<R>,
        dt_s: R,
    ) -> PointMassMode<R> {
        let one = R::one();
        let before =
            ShiftState { gear: mode.gear, target_gear: mode.target_gear, shift_timer_s: mode.shift_timer_s };
        let engine = coupled_speed(car, mode.gear, state.speed_m_s).max(car.engine().idle_rad_s);
        let speeds =
            ShiftSpeeds { engine_rad_s: engine, input_rad_s: engine, wheels_spin: Flag::from(false) };
        let shift = car.shift().advance(&before, &command.gear_request(), command.throttle, &speeds, dt_s);
        // Behind an open clutch the wheels do not turn the engine.
        let over = command.clutch.lt(one) & engine.gt(car.engine().blow_up_rad_s);
        let blown = over | mode.blown.is_set();
        let mut next = PointMassMode {
            gear: shift.gear,
            target_gear: shift.target_gear,
            shift_timer_s: shift.shift_timer_s,
            direction: state.speed_m_s.sign(),
            blown: Flag::new(blown),
        };
        let probe = Self::evaluate(car, &next, state, command, surface).1;
        next.direction = released(next.direction, probe.free_force_n, probe.holding_capacity_n);
        next
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn settle<R: Real>(
        _: &TwoAxleCar<R>,
        mode: &PointMassMode<R>,
        _: &PointMassState<R>,
        after: &PointMassState<R>,
        _: &Self::Input<R>,
    ) -> (PointMassMode<R>, PointMassState<R>) {
        (*mode, PointMassState { speed_m_s: stopped(mode.direction, after.speed_m_s), ..*after })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn join<R: Real>(velocities: &PointMassState<R>, positions: &PointMassState<R>) -> PointMassState<R> {
        PointMassState { position_m: positions.position_m, ..*velocities }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn ended<R: Real>(mode: &PointMassMode<R>) -> R {
        mode.blown.number()
    }

    fn pose<R: Real>(state: &PointMassState<R>, surface: &Surface<R>) -> Pose<R> {
        Pose::on_road([state.position_m, R::zero()], R::zero(), surface)
    }
}

impl PointMassMode<f64> {
    /// In a gear.
    pub fn in_gear(gear: f64) -> Self {
        Self { gear, target_gear: gear, ..Record::splat(0.0) }
    }
}
