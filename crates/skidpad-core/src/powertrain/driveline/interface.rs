//! Interface of the four-wheel car to its driveline, and the standard driveline behind it.

use super::{
    DrivelineCar, DrivelineDemand, DrivelineMode, DrivelineSpeeds, DrivelineTorque, DrivelineTrace,
    WheelLoads, begin, decide, settle, solve,
};
use crate::math::{Real, Vec2};
use crate::powertrain::MAX_GEARS;
use crate::record::{Channels, Empty, Flag, Record, StateVector, differs};
use crate::wheels::Wheels;

/// Rotating parts of a driveline, with the state of its own that is integrated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrivelineState<R, S> {
    /// Speeds of the engine and of the wheels.
    pub speeds: DrivelineSpeeds<R>,
    /// The driveline's own state, such as the torque of a motor that follows its command with a lag.
    pub own: S,
}

/// Driver inputs and motion of the car as a driveline's controllers measure them, once per sub-step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrivelineSensors<R> {
    /// Brake pedal, 0 to 1.
    pub brake: R,
    /// Handbrake, 0 to 1.
    pub handbrake: R,
    /// Mean angle of the front wheels, rad, positive to the left.
    pub steer_rad: R,
    /// Velocity of the centre of mass in the body's axes, m/s.
    pub velocity_m_s: Vec2<R>,
    /// Yaw rate, rad/s, positive to the left.
    pub yaw_rate_rad_s: R,
    /// Reading of an accelerometer at the centre of mass at the beginning of the previous sub-step, in the body's axes, m/s^2.
    pub acceleration_m_s2: Vec2<R>,
}

/// Readings of a driveline for drivers, road tests and instruments.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrivelineReadings<R> {
    /// Engaged gear: -1 reverse, 0 neutral.
    pub gear: R,
    /// Gear that a shift under way leads to.
    pub target_gear: R,
    /// Set while a shift is under way.
    pub shifting: Flag<R>,
    /// Set while a clutch slips to set the car in motion.
    pub clutch_slips: Flag<R>,
    /// Speed of the gearbox's input, rad/s.
    pub input_rad_s: R,
    /// Torque of the engine, N.m.
    pub engine_torque_nm: R,
    /// Torque that accelerates the engine itself while it turns with the gearbox, N.m.
    pub inertia_torque_nm: R,
}

/// Driveline of a four-wheel car: everything that turns the wheels.
///
/// The record holds the parameters, [`Mode`](Self::Mode) what changes in jumps (gears, what sticks and what slips, torques that
/// controllers hold), [`State`](Self::State) what is integrated besides the speeds of the wheels, [`Outputs`](Self::Outputs)
/// what it computes for a reader. [`Empty`] stands where it has none of them.
///
/// A car calls, in a sub-step:
///
/// ```text
/// once:      mode = begin(mode, now, demand, sensors, dt)        controllers, gears, senses of rotation
///            torque = solve(mode, now, loads, demand)            a first look at the torques
///            mode = decide(mode, now, loads, torque, demand)     what stands, sticks and slips
/// evaluate:  solve(mode, now, loads, demand)                     rates and torques
/// once:      (mode, after) = settle(mode, after)                 what came to rest stands
/// ```
///
/// Brakes and rolling resistance are dry friction: a wheel that they stop stands, exactly, until the other torques pass what
/// they can hold. Which wheel stands is part of the mode. Wheels that nothing joins, as those with a motor each, have
/// [`FreeWheels`](super::FreeWheels) for that.
///
/// Torques act about the wheels' axles, positive forwards. No function may branch on a number: the same code runs alone, in
/// lanes and as derivatives.
pub trait Driveline<R: Real>: Record<R> {
    /// Mode: what changes in jumps, once per sub-step.
    type Mode: Record<R> + Channels;
    /// State that is integrated besides the speeds of engine and wheels.
    type State: StateVector<R> + Channels;
    /// Outputs: what is computed for a reader.
    type Outputs: Record<R> + Channels;

    /// Mode at the start, in a gear.
    fn in_gear(&self, gear: R) -> Self::Mode;

    /// State at the start of a car that rolls in a gear, wheels turning with the road. Without an engine: its speed is 0.
    fn rolling(&self, wheels_rad_s: &Wheels<R>, gear: R) -> DrivelineState<R, Self::State> {
        let _ = gear;
        let speeds = DrivelineSpeeds { engine_rad_s: R::zero(), wheels_rad_s: *wheels_rad_s };
        DrivelineState { speeds, own: Record::splat(R::zero()) }
    }

    /// Number of gears forwards.
    fn top_gear(&self) -> R {
        R::one()
    }

    /// Gear in which an automatic gearbox starts in a car whose wheels turn at a speed.
    fn gear_at(&self, wheels_rad_s: R) -> R {
        let _ = wheels_rad_s;
        R::one()
    }

    /// Mode for the coming sub-step of `dt_s`, as far as it does not depend on torques: commands of the controllers, gears,
    /// senses of rotation.
    fn begin(
        &self,
        mode: &Self::Mode,
        now: &DrivelineState<R, Self::State>,
        demand: &DrivelineDemand<R>,
        sensors: &DrivelineSensors<R>,
        dt_s: R,
    ) -> Self::Mode;

    /// Torques on the wheels, and the rates of everything that turns, with the mode held.
    fn solve(
        &self,
        mode: &Self::Mode,
        now: &DrivelineState<R, Self::State>,
        loads: &WheelLoads<R>,
        demand: &DrivelineDemand<R>,
    ) -> DrivelineTorque<R, Self::State, Self::Outputs>;

    /// Mode with what the torques of the mode of [`begin`](Self::begin) decide: which wheels stand, what sticks.
    fn decide(
        &self,
        mode: &Self::Mode,
        now: &DrivelineState<R, Self::State>,
        loads: &WheelLoads<R>,
        torque: &DrivelineTorque<R, Self::State, Self::Outputs>,
        demand: &DrivelineDemand<R>,
    ) -> Self::Mode;

    /// Mode and state after the sub-step: wheels that came to rest stand at exactly 0, parts that met turn together.
    fn settle(
        &self,
        mode: &Self::Mode,
        after: &DrivelineState<R, Self::State>,
    ) -> (Self::Mode, DrivelineState<R, Self::State>);

    /// Mask of modes by which [`solve`](Self::solve) may return other torques than by another mode, which differs only by what
    /// [`decide`](Self::decide) changes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn solves_otherwise(mode: &Self::Mode, other: &Self::Mode) -> R::Mask {
        differs(mode, other)
    }

    /// Sense of each wheel's rotation, -1 or 1; 0 for a wheel that is held.
    fn wheel_directions(mode: &Self::Mode) -> Wheels<R>;

    /// Moment of inertia of each wheel with what turns with it, kg.m^2.
    fn wheel_inertia_kg_m2(&self) -> Wheels<R>;

    /// Moment of inertia of what turns at the engine's speed, kg.m^2; 0 without an engine.
    fn engine_inertia_kg_m2(&self) -> R {
        R::zero()
    }

    /// The longest sub-step at which it is stable, s.
    fn longest_step_s(&self) -> R {
        R::one()
    }

    /// Number of the end by which the run is over (`End::number`); 0 while it goes on.
    fn ended(mode: &Self::Mode) -> R {
        let _ = mode;
        R::zero()
    }

    /// Readings for drivers and instruments. A driveline without gears and clutches is always in first gear.
    fn readings(
        &self,
        mode: &Self::Mode,
        engine_rate_rad_s2: R,
        outputs: &Self::Outputs,
    ) -> DrivelineReadings<R> {
        let _ = (mode, engine_rate_rad_s2, outputs);
        DrivelineReadings { gear: R::one(), target_gear: R::one(), ..DrivelineReadings::none() }
    }
}

impl<R: Real> DrivelineReadings<R> {
    /// Neutral, with nothing turning.
    pub fn none() -> Self {
        let zero = R::zero();
        Self {
            gear: zero,
            target_gear: zero,
            shifting: Flag::from(false),
            clutch_slips: Flag::from(false),
            input_rad_s: zero,
            engine_torque_nm: zero,
            inertia_torque_nm: zero,
        }
    }
}

impl<R: Real> Driveline<R> for DrivelineCar<R> {
    type Mode = DrivelineMode<R>;
    type State = Empty;
    type Outputs = DrivelineTrace<R>;

    fn in_gear(&self, gear: R) -> DrivelineMode<R> {
        DrivelineMode::in_gear(self, gear)
    }

    /// The engine turns with the wheels, but not below its idle.
    fn rolling(&self, wheels_rad_s: &Wheels<R>, gear: R) -> DrivelineState<R, Empty> {
        let turned = self.gears.overall(gear) * self.output_rad_s(wheels_rad_s);
        let is_rigid = self.clutch.is_rigid.is_set();
        let engine_rad_s = R::select(is_rigid, turned, turned.max(self.engine.idle_rad_s));
        DrivelineState { speeds: DrivelineSpeeds { engine_rad_s, wheels_rad_s: *wheels_rad_s }, own: Empty }
    }

    fn top_gear(&self) -> R {
        self.shift.gears
    }

    /// The lowest gear in which the gearbox would not shift up at full throttle.
    fn gear_at(&self, wheels_rad_s: R) -> R {
        (1..MAX_GEARS).fold(R::one(), |gear, _| {
            let is_fast = (wheels_rad_s * self.gears.overall(gear)).ge(self.shift.shift_up_rad_s);
            R::select(gear.lt(self.shift.gears) & is_fast, gear + R::one(), gear)
        })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn begin(
        &self,
        mode: &DrivelineMode<R>,
        now: &DrivelineState<R, Empty>,
        demand: &DrivelineDemand<R>,
        _: &DrivelineSensors<R>,
        dt_s: R,
    ) -> DrivelineMode<R> {
        begin(self, mode, &now.speeds, demand, dt_s)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn solve(
        &self,
        mode: &DrivelineMode<R>,
        now: &DrivelineState<R, Empty>,
        loads: &WheelLoads<R>,
        demand: &DrivelineDemand<R>,
    ) -> DrivelineTorque<R> {
        solve(self, mode, &now.speeds, loads, demand)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn decide(
        &self,
        mode: &DrivelineMode<R>,
        now: &DrivelineState<R, Empty>,
        loads: &WheelLoads<R>,
        torque: &DrivelineTorque<R>,
        demand: &DrivelineDemand<R>,
    ) -> DrivelineMode<R> {
        decide(self, mode, &now.speeds, loads, torque, demand)
    }

    /// The sense in which a clutch slips has no effect while it is engaged.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn solves_otherwise(mode: &DrivelineMode<R>, other: &DrivelineMode<R>) -> R::Mask {
        let engaged = mode.engaged.is_set() & other.engaged.is_set();
        let clutch_direction = R::select(engaged, mode.clutch_direction, other.clutch_direction);
        differs(mode, &DrivelineMode { clutch_direction, ..*other })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn settle(
        &self,
        mode: &DrivelineMode<R>,
        after: &DrivelineState<R, Empty>,
    ) -> (DrivelineMode<R>, DrivelineState<R, Empty>) {
        let (mode, speeds) = settle(self, mode, &after.speeds);
        (mode, DrivelineState { speeds, own: Empty })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn wheel_directions(mode: &DrivelineMode<R>) -> Wheels<R> {
        mode.wheel_directions()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn wheel_inertia_kg_m2(&self) -> Wheels<R> {
        DrivelineCar::wheel_inertia_kg_m2(self)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn engine_inertia_kg_m2(&self) -> R {
        self.engine.inertia_kg_m2
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn ended(mode: &DrivelineMode<R>) -> R {
        mode.blown.number()
    }

    fn readings(
        &self,
        mode: &DrivelineMode<R>,
        engine_rate_rad_s2: R,
        outputs: &DrivelineTrace<R>,
    ) -> DrivelineReadings<R> {
        let slips = mode.launching.is_set() & mode.engaged.is_clear() & self.converter.is_fitted.is_clear();
        DrivelineReadings {
            gear: mode.gear,
            target_gear: mode.target_gear,
            shifting: Flag::new(mode.shift_timer_s.gt(R::zero())),
            clutch_slips: Flag::new(slips),
            input_rad_s: outputs.gearbox_input_rad_s,
            engine_torque_nm: outputs.engine_torque_nm,
            inertia_torque_nm: mode.engaged.number() * self.engine.inertia_kg_m2 * engine_rate_rad_s2,
        }
    }
}
