//! The driveline of a vehicle with two axles over a sub-step: engine, clutch or converter, gearbox, axles with brakes.
//!
//! Shared by the models with two axles, each of which keeps the parts in its own car ([`Train`] borrows them). The clutch is
//! that of every driveline ([`Clutch`]). In a sub-step a model calls
//!
//! ```text
//! advance:   mode, drive = begin(point, dt)                          gear, shift timer, clutch
//!            torque = solve(point, engine, loads)                    one evaluation of the torques
//!            mode = decide(point, torque)                            what sticks, what slips
//! evaluate:  torque = solve(point, engine, loads)                    torques and accelerations of engine and axles
//! settle:    mode, speeds = settle(mode, drive, speeds, directions)  what met on the way is together
//! ```

use super::clutch::{Joint, Side};
use super::{
    AxleLoads, Axles, Clutch, ClutchGrip, ClutchPoint, ConverterTorque, Drive, EngineData, EngineSide, Gears,
    LockUp, ShiftData, ShiftSpeeds, TrainMode, TrainPoint, TrainSpeeds, TrainTorque,
};
use crate::controls::Command;
use crate::friction::{holding_torque, stopped};
use crate::math::Real;
use crate::record::Flag;

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
        command.throttle * self.shift_share(mode) * (R::one() - mode.blown.number())
    }

    /// The clutch with the conditions under which it closes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn clutch(&self) -> Clutch<'_, R> {
        Clutch { grip: self.clutch, lock_up: self.lock_up, by_pedal: Flag::from(false) }
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
        let half = R::lit(0.5);
        let (mode, engine, axles) = (at.mode, at.speeds.engine_rad_s, at.speeds.axles());
        let old_input = at.drive.input_speed(&axles);
        let both =
            ShiftSpeeds { engine_rad_s: engine, input_rad_s: old_input, wheels_spin: Flag::from(false) };
        let request = at.command.gear_request();
        let shift = self.shift.advance(&mode.shift_state(), &request, at.command.throttle, &both, dt_s);
        let blown = engine.gt(self.engine.blow_up_rad_s) | mode.blown.is_set();
        let gear_changed = (shift.gear - mode.gear).abs().gt(half);
        let next = TrainMode {
            gear: shift.gear,
            target_gear: shift.target_gear,
            shift_timer_s: shift.shift_timer_s,
            engaged: mode.engaged.unless(gear_changed),
            blown: Flag::new(blown),
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
        let fluid = self.lock_up.is_fitted.is_set() & at.mode.gear.abs().gt(half);
        let pump = R::select(fluid, converter.pump_nm, zero) + slipping_nm;
        let turbine = R::select(fluid, converter.turbine_nm, zero) + slipping_nm;
        let engaged = at.mode.engaged.is_set();
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
        let (zero, engine_rad_s) = (R::zero(), after.engine_rad_s);
        let axles = Axles {
            front: stopped(directions.front, after.front_rad_s),
            rear: stopped(directions.rear, after.rear_rad_s),
        };
        let input_rad_s = drive.input_speed(&axles);
        let point =
            ClutchPoint { engine_rad_s, input_rad_s, gear: mode.gear, closed: R::one(), blown: mode.blown };
        let met = self.clutch().meet(&mode.clutch(), &point);
        let engaged = met.engaged.is_set();

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
    /// Torque that would keep engine and gearbox together.
    engaged_nm: R,
    /// Torque that is taken from the engine.
    taken_nm: R,
    /// Torque that is given to the gearbox.
    given_nm: R,
}
