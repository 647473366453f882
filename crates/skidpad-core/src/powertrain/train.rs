//! The driveline of a vehicle with two axles over a sub-step: engine, clutch or converter, gearbox, axles with brakes.
//!
//! Shared by the models with two axles, each of which keeps the parts in its own car ([`Train`] borrows them). The clutch is
//! that of every driveline ([`Clutch`]). In a sub-step a model calls
//!
//! ```text
//! advance:   mode = begin(mode, old drive, speeds, command, dt)    gear, shift timer, clutch
//!            torque = solve(point, engine, loads)                  one look at the torques
//!            mode = decide(point, torque)                          what stays together, what slips
//! evaluate:  torque = solve(point, engine, loads)                  torques and accelerations of engine and axles
//! settle:    mode, speeds = settle(point, directions)              what met on the way is together
//! ```

use super::clutch::{Joint, Side};
use super::{
    Axles, Clutch, ClutchGrip, ClutchPoint, ClutchState, ConverterTorque, Drive, EngineData, Gears, LockUp,
    ShiftData, ShiftSpeeds, ShiftState,
};
use crate::controls::Command;
use crate::friction::{holding_torque, stopped};
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

/// Point at which a driveline is evaluated.
#[derive(Clone, Copy, Debug)]
pub struct TrainPoint<'a, R> {
    /// Gear and clutch.
    pub mode: &'a TrainMode<R>,
    /// Transmission from engine to axles.
    pub drive: &'a Drive<R>,
    /// Speeds of engine and axles.
    pub speeds: &'a TrainSpeeds<R>,
    /// Driver inputs.
    pub command: &'a Command<R>,
}

/// Torques of the engine and of the converter, if there is one, at a point.
#[derive(Clone, Copy, Debug)]
pub struct EngineSide<R> {
    /// Torque of the engine, N.m.
    pub engine_nm: R,
    /// Torques of the converter.
    pub converter: ConverterTorque<R>,
}

/// What acts on the axles besides engine and coupling.
#[derive(Clone, Copy, Debug)]
pub struct AxleLoads<R> {
    /// Torque of the road, N.m.
    pub road_nm: Axles<R>,
    /// Torque that brakes and rolling resistance can hold, N.m.
    pub holding_nm: Axles<R>,
    /// Sense of rotation; 0 at rest.
    pub directions: Axles<R>,
}

/// Torques and angular accelerations of engine and axles at one evaluation.
#[derive(Clone, Copy, Debug)]
pub struct TrainTorque<R> {
    /// Torque of the engine, N.m.
    pub engine_nm: R,
    /// Torque that the coupling takes from the engine, N.m.
    pub coupling_nm: R,
    /// Torque that keeps engine and gearbox together, N.m.
    pub engaged_nm: R,
    /// Speed of the gearbox's input, rad/s.
    pub input_rad_s: R,
    /// Torque of the drive on the axles, with that of the coupling between them, N.m.
    pub drive_nm: Axles<R>,
    /// Torque on the axles without brakes and rolling resistance, N.m.
    pub free_nm: Axles<R>,
    /// Torque that brakes and rolling resistance can hold, N.m.
    pub holding_nm: Axles<R>,
    /// Torque of brakes and rolling resistance on the axles, N.m.
    pub brake_nm: Axles<R>,
    /// Angular acceleration of the engine, rad/s^2.
    pub engine_rate_rad_s2: R,
    /// Angular accelerations of the axles, rad/s^2.
    pub axle_rates_rad_s2: Axles<R>,
}

/// The parts of a driveline, borrowed from a car.
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
    /// Torque between the axles per difference of their speeds, N.m.s.
    pub centre_coupling_nm_s: R,
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

    /// State of the clutch.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn clutch(&self) -> ClutchState<R> {
        let Self { engaged, launching, clutch_direction: direction, .. } = *self;
        ClutchState { engaged, launching, direction }
    }

    /// The mode with another state of the clutch.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn with_clutch(&self, clutch: &ClutchState<R>) -> Self {
        let ClutchState { engaged, launching, direction: clutch_direction } = *clutch;
        Self { engaged, launching, clutch_direction, ..*self }
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

    /// The clutch with the conditions under which it closes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn clutch(&self) -> Clutch<'_, R> {
        Clutch { grip: self.clutch, lock_up: self.lock_up, by_pedal: R::zero() }
    }

    /// Point at which the clutch works.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn clutch_point(&self, at: &TrainPoint<R>) -> ClutchPoint<R> {
        ClutchPoint {
            engine_rad_s: at.speeds.engine_rad_s,
            input_rad_s: at.drive.input_speed(&at.speeds.axles()),
            gear: at.mode.gear,
            closed: (R::one() - at.command.clutch) * self.shift_share(at.mode),
            blown: at.mode.blown,
        }
    }

    /// Mobilities of the axles. One at rest (direction 0) has none: its brake takes the torque.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn mobilities(&self, directions: &Axles<R>) -> Axles<R> {
        let zero = R::zero();
        let Axles { front, rear } = self.axle_mobility_1_kg_m2;
        Axles {
            front: R::select(directions.front.eq(zero), zero, front),
            rear: R::select(directions.rear.eq(zero), zero, rear),
        }
    }

    /// Engine and axles on both sides of the clutch.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn joint(&self, drive: &Drive<R>, engine: Side<R>, output: Side<R>, input_rad_s: R) -> Joint<R> {
        Joint { engine, output, ratio: drive.overall_ratio, efficiency: drive.efficiency, input_rad_s }
    }

    /// The beginning of a sub-step: the mode with gear, shift timer and blown engine advanced and the clutch slipping in
    /// its sense, for which the torques are evaluated. `at`: the point with the mode and the drive before.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn begin(&self, at: &TrainPoint<R>, dt_s: R) -> (TrainMode<R>, Drive<R>) {
        let (zero, half) = (R::zero(), R::lit(0.5));
        let (mode, engine, axles) = (at.mode, at.speeds.engine_rad_s, at.speeds.axles());
        let old_input = at.drive.input_speed(&axles);
        let both = ShiftSpeeds { engine_rad_s: engine, input_rad_s: old_input, wheels_spin: zero };
        let request = at.command.gear_request();
        let shift = self.shift.advance(&mode.shift_state(), &request, at.command.throttle, &both, dt_s);
        let blown = engine.gt(self.engine.blow_up_rad_s) | mode.blown.gt(half);
        let gear_changed = (shift.gear - mode.gear).abs().gt(half);
        let next = TrainMode {
            gear: shift.gear,
            target_gear: shift.target_gear,
            shift_timer_s: shift.shift_timer_s,
            engaged: R::select(gear_changed, zero, mode.engaged),
            blown: R::select(blown, R::one(), zero),
            ..*mode
        };
        let drive = self.drive(next.gear);
        let clutch = self.clutch();
        let next = next.with_clutch(&clutch.launch(&next.clutch(), drive.input_speed(&axles)));
        let point = self.clutch_point(&TrainPoint { mode: &next, drive: &drive, ..*at });
        (next.with_clutch(&clutch.begin(&next.clutch(), &point)), drive)
    }

    /// Torques and angular accelerations of engine and axles: I domega/dt = T_drive + T_road + T_brake, for engine and axles
    /// at once (Monster v1.9, torque on the drive wheels).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn solve(&self, at: &TrainPoint<R>, engine: &EngineSide<R>, loads: &AxleLoads<R>) -> TrainTorque<R> {
        let AxleLoads { road_nm, holding_nm, directions } = loads;
        let coupled_nm = self.centre_coupling_nm_s * (at.speeds.front_rad_s - at.speeds.rear_rad_s);
        let outer_nm = Axles { front: road_nm.front - coupled_nm, rear: road_nm.rear + coupled_nm };
        // An axle that turns feels the whole torque of brakes and rolling resistance.
        let mobility = self.mobilities(directions);
        let rates = Axles {
            front: (outer_nm.front - directions.front * holding_nm.front) * mobility.front,
            rear: (outer_nm.rear - directions.rear * holding_nm.rear) * mobility.rear,
        };
        let engine_mobility = R::one() / self.engine.inertia_kg_m2;
        let own = Side::new(engine.engine_nm * engine_mobility, engine_mobility);
        let point = self.clutch_point(at);
        let joint = self.joint(at.drive, own, at.drive.output(&rates, &mobility), point.input_rad_s);
        let coupling = self.coupling(at, &point, joint.engaged_nm(), &engine.converter);
        let driven_nm = at.drive.share_out(joint.output_nm(coupling.given_nm));
        let free_nm = Axles { front: driven_nm.front + outer_nm.front, rear: driven_nm.rear + outer_nm.rear };
        let brake_nm = Axles {
            front: holding_torque(holding_nm.front, directions.front, free_nm.front),
            rear: holding_torque(holding_nm.rear, directions.rear, free_nm.rear),
        };
        let Axles { front, rear } = self.axle_mobility_1_kg_m2;
        TrainTorque {
            engine_nm: engine.engine_nm,
            coupling_nm: coupling.taken_nm,
            engaged_nm: coupling.engaged_nm,
            input_rad_s: point.input_rad_s,
            drive_nm: Axles { front: driven_nm.front - coupled_nm, rear: driven_nm.rear + coupled_nm },
            free_nm,
            holding_nm: *holding_nm,
            brake_nm,
            engine_rate_rad_s2: (engine.engine_nm - coupling.taken_nm) * engine_mobility,
            axle_rates_rad_s2: Axles {
                front: (free_nm.front + brake_nm.front) * front,
                rear: (free_nm.rear + brake_nm.rear) * rear,
            },
        }
    }

    /// Torques of clutch and converter. The lock-up clutch works beside the converter until both sides turn together.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn coupling(
        &self,
        at: &TrainPoint<R>,
        point: &ClutchPoint<R>,
        engaged_nm: R,
        converter: &ConverterTorque<R>,
    ) -> Coupling<R> {
        let (zero, half) = (R::zero(), R::lit(0.5));
        let slipping_nm = self.clutch().capacity_nm(&at.mode.clutch(), point) * at.mode.clutch_direction;
        let fluid = self.lock_up.is_fitted.gt(half) & at.mode.gear.abs().gt(half);
        let pump = R::select(fluid, converter.pump_nm, zero) + slipping_nm;
        let turbine = R::select(fluid, converter.turbine_nm, zero) + slipping_nm;
        let engaged = at.mode.engaged.gt(half);
        Coupling {
            engaged_nm,
            taken_nm: R::select(engaged, engaged_nm, pump),
            given_nm: R::select(engaged, engaged_nm, turbine),
        }
    }

    /// The mode of the sub-step, from the torques evaluated at its beginning: whether engine and gearbox stay together,
    /// and which way the clutch slips otherwise.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn decide(&self, at: &TrainPoint<R>, torque: &TrainTorque<R>) -> TrainMode<R> {
        let decided = self.clutch().decide(&at.mode.clutch(), &self.clutch_point(at), torque.engaged_nm);
        at.mode.with_clutch(&decided)
    }

    /// The end of a sub-step: an axle that its brake has stopped is at rest, and sides of the clutch that have met turn
    /// together. In the rest of the sub-step the clutch has carried too much: the impulse that brings both sides together
    /// takes it back, so that the end is as if the meeting had been located. `directions`: the senses in which the axles
    /// turned in it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn settle(
        &self,
        mode: &TrainMode<R>,
        drive: &Drive<R>,
        after: &TrainSpeeds<R>,
        directions: &Axles<R>,
    ) -> (TrainMode<R>, TrainSpeeds<R>) {
        let (zero, half, engine_rad_s) = (R::zero(), R::lit(0.5), after.engine_rad_s);
        let axles = Axles {
            front: stopped(directions.front, after.front_rad_s),
            rear: stopped(directions.rear, after.rear_rad_s),
        };
        let input_rad_s = drive.input_speed(&axles);
        let point =
            ClutchPoint { engine_rad_s, input_rad_s, gear: mode.gear, closed: R::one(), blown: mode.blown };
        let met = self.clutch().meet(&mode.clutch(), &point);
        let engaged = met.engaged.gt(half);

        // What has come to rest is held.
        let mobility = self.mobilities(&axles);
        let own = Side::new(engine_rad_s, R::one() / self.engine.inertia_kg_m2);
        let joint = self.joint(drive, own, drive.output(&axles, &mobility), input_rad_s);
        let impulses = drive.share_out(R::select(engaged, joint.meeting_impulse_nm_s(met.direction), zero));
        let axles = Axles {
            front: axles.front + mobility.front * impulses.front,
            rear: axles.rear + mobility.rear * impulses.rear,
        };
        let engine_rad_s = R::select(engaged, drive.input_speed(&axles), engine_rad_s);
        let speeds = TrainSpeeds { engine_rad_s, front_rad_s: axles.front, rear_rad_s: axles.rear };
        (mode.with_clutch(&met), speeds)
    }
}

/// Torques of clutch and converter, N.m.
struct Coupling<R> {
    /// What would keep engine and gearbox together.
    engaged_nm: R,
    /// What is taken from the engine.
    taken_nm: R,
    /// What is given to the gearbox.
    given_nm: R,
}
