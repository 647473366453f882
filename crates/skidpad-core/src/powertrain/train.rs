//! The drivetrain of a vehicle with two axles over a sub-step: engine, clutch or converter, gearbox, axles.
//!
//! Shared by the models with two axles, each of which keeps the parts in its own car ([`Train`] borrows them). In a
//! sub-step a model calls
//!
//! ```text
//! advance:   mode, drive = begin(mode, drive, speeds, command, dt)     gear, shift timer, clutch
//!            torque = solve(mode, drive, ...)                          one look at the torques
//!            mode = decide(mode, drive, ...)                           what stays together, what slips
//! evaluate:  torque = solve(mode, drive, ...)                          torques of engine, coupling and axles
//! settle:    mode, speeds = settle(mode, drive, speeds)                what met on the way is together
//! ```
//!
//! The torques themselves, with their equations, stand at [`Drive`].

use super::{
    Axles, ClutchGrip, ConverterTorque, Drive, DriveTorque, EngineData, Gears, Joint, LockUp, ShiftData,
    ShiftSpeeds, ShiftState,
};
use crate::controls::Command;
use crate::friction::stopped;
use crate::math::Real;
use crate::record;

record! {
    /// Discrete state of a drivetrain: gear and clutch.
    pub struct TrainMode {
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
        /// 1 once the engine is blown.
        blown: "-" [0.0, 1.0],
    }

    /// Speeds of engine and axles.
    pub struct TrainSpeeds {
        /// Speed of the engine.
        engine_rad_s: "rad/s" [-2e3, 2e3],
        /// Speed of the front axle.
        front_rad_s: "rad/s" [-1e3, 1e3],
        /// Speed of the rear axle.
        rear_rad_s: "rad/s" [-1e3, 1e3],
    }
}

/// Writes how a model's mode and state hold a drivetrain: the fields have the same names in each model with two axles.
macro_rules! holds_train {
    ($mode:ident, $state:ident) => {
        impl<R: Real> $mode<R> {
            /// Gear and clutch.
            #[cfg_attr(not(debug_assertions), inline(always))]
            pub(super) fn train(&self) -> TrainMode<R> {
                TrainMode {
                    gear: self.gear,
                    target_gear: self.target_gear,
                    shift_timer_s: self.shift_timer_s,
                    engaged: self.engaged,
                    launching: self.launching,
                    clutch_direction: self.clutch_direction,
                    blown: self.blown,
                }
            }

            /// Copy of the mode with another gear and clutch.
            #[cfg_attr(not(debug_assertions), inline(always))]
            pub(super) fn with_train(&self, train: &TrainMode<R>) -> Self {
                Self {
                    gear: train.gear,
                    target_gear: train.target_gear,
                    shift_timer_s: train.shift_timer_s,
                    engaged: train.engaged,
                    launching: train.launching,
                    clutch_direction: train.clutch_direction,
                    blown: train.blown,
                    ..*self
                }
            }

            /// Sense of the axles' rotation.
            #[cfg_attr(not(debug_assertions), inline(always))]
            pub(super) fn directions(&self) -> Axles<R> {
                Axles { front: self.front_direction, rear: self.rear_direction }
            }
        }

        impl<R: Real> $state<R> {
            /// Speeds of engine and axles.
            #[cfg_attr(not(debug_assertions), inline(always))]
            pub(super) fn speeds(&self) -> TrainSpeeds<R> {
                TrainSpeeds {
                    engine_rad_s: self.engine_rad_s,
                    front_rad_s: self.front_spin_rad_s,
                    rear_rad_s: self.rear_spin_rad_s,
                }
            }
        }
    };
}

pub(crate) use holds_train;

/// Torques of engine, coupling and axles at one evaluation.
#[derive(Clone, Copy, Debug)]
pub struct TrainTorque<R> {
    /// Torque of the engine, N.m.
    pub engine_nm: R,
    /// Torque that keeps engine and gearbox together, N.m.
    pub engaged_nm: R,
    /// Speed of the gearbox's input, rad/s.
    pub input_rad_s: R,
    /// Torques on coupling and axles.
    pub torque: DriveTorque<R>,
}

/// The parts of a drivetrain, borrowed from a car.
#[derive(Clone, Copy, Debug)]
pub struct Train<'a, R> {
    /// Engine.
    pub engine: &'a EngineData<R>,
    /// Clutch, or the lock-up clutch of a converter.
    pub clutch: &'a ClutchGrip<R>,
    /// Conditions of a converter's lock-up clutch.
    pub lock_up: LockUp<R>,
    /// Gears.
    pub gears: &'a Gears<R>,
    /// Shifting.
    pub shift: &'a ShiftData<R>,
    /// Efficiency from crankshaft to wheels.
    pub efficiency: R,
    /// Share of the drive torque on the front axle.
    pub front_share: R,
    /// 1 / inertia of each axle, 1/(kg m^2).
    pub axle_mobility_1_kg_m2: Axles<R>,
}

impl<R: Real> TrainSpeeds<R> {
    /// Speeds of the axles.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn axles(&self) -> Axles<R> {
        Axles { front: self.front_rad_s, rear: self.rear_rad_s }
    }
}

impl<R: Real> TrainMode<R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn shift_state(&self) -> ShiftState<R> {
        ShiftState { gear: self.gear, target_gear: self.target_gear, shift_timer_s: self.shift_timer_s }
    }
}

impl<R: Real> Train<'_, R> {
    /// The transmission from engine to axles in a gear.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn drive(&self, gear: R) -> Drive<R> {
        self.drive_of(self.gears.overall(gear))
    }

    /// The transmission from engine to axles with an overall ratio.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn drive_of(&self, overall_ratio: R) -> Drive<R> {
        Drive { overall_ratio, efficiency: self.efficiency, front_share: self.front_share }
    }

    /// Share of the torque that is transmitted: 1, or the gearbox's share while a shift runs.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn shift_share(&self, mode: &TrainMode<R>) -> R {
        R::select(mode.shift_timer_s.gt(R::zero()), self.shift.torque_share, R::one())
    }

    /// Throttle that the engine gets: the driver's, less while a shift runs, none once it is blown.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn throttle(&self, mode: &TrainMode<R>, command: &Command<R>) -> R {
        command.throttle * self.shift_share(mode) * (R::one() - mode.blown)
    }

    /// Torque that the clutch can carry, N.m; without bound where the joint is rigid.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn clutch_capacity(&self, mode: &TrainMode<R>, command: &Command<R>, engine: R, input: R) -> R {
        let half = R::lit(0.5);
        let closed = (R::one() - command.clutch) * self.shift_share(mode);
        let capacity = self.clutch.capacity(mode.launching, closed, engine, input);
        let in_gear = mode.gear.abs().gt(half) & mode.blown.lt(half);
        R::select(in_gear, capacity, R::zero())
    }

    /// Inertias on both sides of the coupling. An axle at rest (direction 0) has no mobility: its brake takes the torque.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn joint(&self, directions: &Axles<R>, input_rad_s: R) -> Joint<R> {
        let zero = R::zero();
        let Axles { front, rear } = self.axle_mobility_1_kg_m2;
        Joint {
            engine_inertia_kg_m2: self.engine.inertia_kg_m2,
            input_rad_s,
            axle_mobility_1_kg_m2: Axles {
                front: R::select(directions.front.eq(zero), zero, front),
                rear: R::select(directions.rear.eq(zero), zero, rear),
            },
        }
    }

    /// The beginning of a sub-step: the mode with gear, shift timer and blown engine advanced and the clutch slipping in
    /// its sense, for which the torques are evaluated, and its transmission. `old`: the transmission before.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn begin(
        &self,
        mode: &TrainMode<R>,
        old: &Drive<R>,
        speeds: &TrainSpeeds<R>,
        command: &Command<R>,
        dt_s: R,
    ) -> (TrainMode<R>, Drive<R>) {
        let (zero, one, half) = (R::zero(), R::one(), R::lit(0.5));
        let (engine, axles) = (speeds.engine_rad_s, speeds.axles());
        let old_input = old.input_speed(&axles);
        let both = ShiftSpeeds { engine_rad_s: engine, input_rad_s: old_input, wheels_spin: zero };
        let request = command.gear_request();
        let shift = self.shift.advance(&mode.shift_state(), &request, command.throttle, &both, dt_s);
        let blown = engine.gt(self.engine.blow_up_rad_s) | mode.blown.gt(half);
        let gear_changed = (shift.gear - mode.gear).abs().gt(half);
        let mut next = TrainMode {
            gear: shift.gear,
            target_gear: shift.target_gear,
            shift_timer_s: shift.shift_timer_s,
            engaged: R::select(gear_changed, zero, mode.engaged),
            launching: mode.launching,
            clutch_direction: zero,
            blown: R::select(blown, one, zero),
        };
        let drive = self.drive(next.gear);
        let input = drive.input_speed(&axles);
        next.launching = self.clutch.launching(next.launching, next.engaged, input);
        next.clutch_direction = R::select(self.closes(&next, engine, input), (engine - input).sign(), zero);
        let capacity = self.clutch_capacity(&next, command, engine, input);
        let rigid = self.clutch.is_rigid.gt(half) & capacity.gt(zero);
        next.engaged = R::select(rigid, one, next.engaged);
        (next, drive)
    }

    /// Whether the coupling may join engine and gearbox.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn may_lock(&self, mode: &TrainMode<R>, engine: R, input: R) -> R::Mask {
        self.clutch.may_lock(&self.lock_up, mode.gear, engine, input)
    }

    /// Whether a clutch closes: a converter's lock-up clutch only where it may join both sides.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn closes(&self, mode: &TrainMode<R>, engine: R, input: R) -> R::Mask {
        self.lock_up.is_fitted.lt(R::lit(0.5)) | self.may_lock(mode, engine, input)
    }

    /// Torques of engine, coupling and axles. `converter`: torques of the converter at these speeds; the directions are 0
    /// for axles at rest; `felt`: the torques on the axles other than the drive, N.m.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn solve(
        &self,
        (mode, drive): (&TrainMode<R>, &Drive<R>),
        speeds: &TrainSpeeds<R>,
        command: &Command<R>,
        (engine_nm, converter): (R, ConverterTorque<R>),
        (directions, felt): (&Axles<R>, &Axles<R>),
    ) -> TrainTorque<R> {
        let (zero, half) = (R::zero(), R::lit(0.5));
        let engine = speeds.engine_rad_s;
        let input = drive.input_speed(&speeds.axles());
        let engaged_nm = drive.engaged_torque(&self.joint(directions, input), engine_nm, felt);
        let capacity = self.clutch_capacity(mode, command, engine, input);
        let slipping_nm = capacity * mode.clutch_direction;
        let has_converter = self.lock_up.is_fitted.gt(half);
        let in_gear = mode.gear.abs().gt(half);
        // The lock-up clutch works beside the converter until both sides turn together.
        let pump = R::select(in_gear, converter.pump_nm, zero) + slipping_nm;
        let turbine = R::select(in_gear, converter.turbine_nm, zero) + slipping_nm;
        let engaged = mode.engaged.gt(half);
        let taken = R::select(engaged, engaged_nm, R::select(has_converter, pump, slipping_nm));
        let given = R::select(engaged, engaged_nm, R::select(has_converter, turbine, slipping_nm));
        let torque = drive.share_out(taken, given, input);
        TrainTorque { engine_nm, engaged_nm, input_rad_s: input, torque }
    }

    /// The mode of the sub-step, from the torques evaluated at its beginning: whether engine and gearbox stay together,
    /// and which way the clutch slips otherwise. `engaged_nm`: the torque that keeps them together.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn decide(
        &self,
        mode: &TrainMode<R>,
        drive: &Drive<R>,
        speeds: &TrainSpeeds<R>,
        command: &Command<R>,
        engaged_nm: R,
    ) -> TrainMode<R> {
        let (zero, one, half) = (R::zero(), R::one(), R::lit(0.5));
        let engine = speeds.engine_rad_s;
        let input = drive.input_speed(&speeds.axles());
        let slip = engine - input;
        let capacity = self.clutch_capacity(mode, command, engine, input);
        let rigid = self.clutch.is_rigid.gt(half) & capacity.gt(zero);
        let holds = engaged_nm.abs().le(capacity);
        let together = mode.engaged.gt(half) | slip.eq(zero);
        let stays = together & holds & self.may_lock(mode, engine, input);
        let asked = R::select(slip.abs().gt(zero), slip, engaged_nm);
        let slips = self.closes(mode, engine, input) & capacity.gt(zero);
        TrainMode {
            engaged: R::select(rigid | stays, one, zero),
            clutch_direction: R::select(slips, asked.sign(), zero),
            ..*mode
        }
    }

    /// The end of a sub-step: an axle that its brake has stopped is at rest, and sides of the clutch that have met turn
    /// together.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn settle(
        &self,
        mode: &TrainMode<R>,
        drive: &Drive<R>,
        directions: &Axles<R>,
        after: &TrainSpeeds<R>,
    ) -> (TrainMode<R>, TrainSpeeds<R>) {
        let (zero, one, half) = (R::zero(), R::one(), R::lit(0.5));
        let engine = after.engine_rad_s;
        let input = drive.input_speed(&after.axles());
        let slip_after = engine - input;
        // The clutch has caught when its slip changes sign; from now on both turn together, for as
        // long as `decide` finds that it can carry the torque. An open clutch has no direction.
        let grips = mode.clutch_direction.abs().gt(half);
        let met = grips & (mode.clutch_direction * slip_after).le(zero);
        let engaged = mode.engaged.gt(half) | (met & self.may_lock(mode, engine, input));

        // In the rest of the sub-step the clutch has carried too much: the impulse that brings both
        // sides together takes it back, so that the end is as if the meeting had been located.
        let torque_sign = R::select(grips, mode.clutch_direction, slip_after);
        let joint = self.joint(directions, input);
        let impulse = drive.meeting_impulse(slip_after, torque_sign, &joint);
        let change = drive.share_impulse(R::select(engaged, impulse, zero), torque_sign, &joint);
        let axles = Axles {
            front: stopped(directions.front, after.front_rad_s + change.front),
            rear: stopped(directions.rear, after.rear_rad_s + change.rear),
        };
        let speeds = TrainSpeeds {
            engine_rad_s: R::select(engaged, drive.input_speed(&axles), engine),
            front_rad_s: axles.front,
            rear_rad_s: axles.rear,
        };
        (TrainMode { engaged: R::select(engaged, one, mode.engaged), ..*mode }, speeds)
    }
}
