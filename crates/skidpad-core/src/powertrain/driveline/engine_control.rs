//! Control of the engine: throttle in a shift, limiter, stall and starter.

use super::{DrivelineCar, DrivelineDemand, DrivelineMode};
use crate::math::Real;
use crate::powertrain::{EngineData, engine_torque_of};
use crate::record::Flag;

/// Shortfall of speed at which rev matching opens the throttle fully, rad/s.
const MATCH_BAND_RAD_S: f64 = 50.0;
/// A starting engine runs by itself from this multiple of the speed below which it stalls.
pub const RUNS_FROM: f64 = 1.25;

/// The engine's torque, and the torque that holds it at rest.
#[derive(Clone, Copy, Debug)]
pub(super) struct EngineTorque<R> {
    /// Torque of the engine, N.m.
    pub torque_nm: R,
    /// Torque that holds the engine at rest, N.m, at least 0; 0 while it runs.
    pub holding_nm: R,
}

/// Share of the drive torque that is transmitted: 1, or the gearbox's share while a shift runs. A dual-clutch gearbox
/// transmits all of it.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn shift_share<R: Real>(car: &DrivelineCar<R>, mode: &DrivelineMode<R>) -> R {
    let interrupts = mode.shift_timer_s.gt(R::zero()) & car.control.dual_clutch.is_clear();
    R::select(interrupts, car.shift.torque_share, R::one())
}

/// Throttle of the engine: the driver's, less in a shift, or the one that brings the engine to the coming gear's speed.
#[cfg_attr(not(debug_assertions), inline(always))]
fn throttle<R: Real>(
    car: &DrivelineCar<R>,
    mode: &DrivelineMode<R>,
    demand: &DrivelineDemand<R>,
    engine_rad_s: R,
    output_rad_s: R,
) -> R {
    let (zero, one, half) = (R::zero(), R::one(), R::lit(0.5));
    let coming = mode.second_ratio * output_rad_s;
    let matched = ((coming - engine_rad_s) * R::lit(1.0 / MATCH_BAND_RAD_S)).clamp(zero, one);
    let matches = car.control.rev_match.is_set() & mode.shift_timer_s.gt(zero) & mode.target_gear.gt(half);
    let interrupts = car.control.dual_clutch.is_clear();
    let asked = demand.throttle * shift_share(car, mode);
    R::select(matches & interrupts, matched, asked) * (one - mode.blown.number()) * (one - mode.cut.number())
}

/// The engine's torque: running, stalled, or turned by its starter; a motor's with what it feeds back.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn engine<R: Real>(
    car: &DrivelineCar<R>,
    mode: &DrivelineMode<R>,
    demand: &DrivelineDemand<R>,
    engine_rad_s: R,
    output_rad_s: R,
) -> EngineTorque<R> {
    let (zero, one) = (R::zero(), R::one());
    let control = &car.control;
    let throttle = throttle(car, mode, demand, engine_rad_s, output_rad_s);
    // The ignition that is cut and comes back does the limiting where there is such a limiter.
    let cuts = control.cut_band_rad_s.gt(zero);
    let limiter = R::select(cuts, R::lit(1e9), car.engine.limiter_rad_s);
    let data = EngineData { limiter_rad_s: limiter, ..car.engine };
    let full = data.full_load_torque_on(&mode.curve_segment(), engine_rad_s);
    let running = engine_torque_of(&data, full, throttle, engine_rad_s);
    let running = running - engine_rad_s.sign() * mode.engine_back_nm;

    let turned = (one - engine_rad_s / control.starter_rad_s).clamp(zero, one);
    let starter = control.starter_nm * mode.starting.number() * turned;
    let stalled = mode.stalled.is_set();
    EngineTorque {
        torque_nm: R::select(stalled, starter - car.engine.braking_torque(engine_rad_s), running),
        holding_nm: R::select(stalled, control.standing_nm, zero),
    }
}

/// Stall, starter, ignition cut and destruction, once per sub-step. `is_open` says that the coupling carries nothing.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn advance<R: Real>(
    car: &DrivelineCar<R>,
    mode: &DrivelineMode<R>,
    demand: &DrivelineDemand<R>,
    engine_rad_s: R,
    is_open: R::Mask,
) -> DrivelineMode<R> {
    let (zero, one) = (R::zero(), R::one());
    let control = &car.control;
    let can_stall = control.stall_rad_s.gt(zero) & car.engine.is_motor.is_clear();
    let was_stalled = mode.stalled.is_set();
    let runs_again = engine_rad_s.ge(control.stall_rad_s * R::lit(RUNS_FROM));
    let dies = engine_rad_s.lt(control.stall_rad_s) & !was_stalled;
    let stalled = can_stall & ((was_stalled & !runs_again) | dies);
    let by_itself = control.starts_itself.is_set() & is_open;
    let starting = stalled & (demand.start.is_set() | by_itself);

    let falls_to = car.engine.limiter_rad_s - control.cut_band_rad_s;
    let over = engine_rad_s.ge(car.engine.limiter_rad_s);
    let still = mode.cut.is_set() & engine_rad_s.gt(falls_to);
    let cut = control.cut_band_rad_s.gt(zero) & (over | still);
    let blown = engine_rad_s.gt(car.engine.blow_up_rad_s) | mode.blown.is_set();
    let stands = stalled & engine_rad_s.eq(zero);
    let sense = R::select(engine_rad_s.lt(zero), -one, one);
    DrivelineMode {
        stalled: Flag::new(stalled),
        starting: Flag::new(starting),
        cut: Flag::new(cut),
        blown: Flag::new(blown),
        engine_direction: R::select(stands, zero, sense),
        ..*mode
    }
}
