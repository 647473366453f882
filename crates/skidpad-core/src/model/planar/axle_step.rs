//! Beginning and end of a sub-step of a car with two axles: what is at rest, what sticks and what slips.

use super::axle::{AxleMode, AxlePoint, TwoAxles};
use super::body::PlanarMotion;
use super::instant::evaluate_axles;
use crate::chassis::PlanarSenses;
use crate::friction::released;
use crate::math::Real;
use crate::powertrain::{Axles, TrainPoint};

/// The mode of a sub-step. One evaluation of forces and torques at its beginning decides what is at rest, what sticks and
/// which way the rest slips.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::model) fn advance_axles<K: TwoAxles, R: Real>(at: &AxlePoint<K, R>, dt_s: R) -> K::Mode<R> {
    let (parts, old) = (K::parts(at.car), K::senses(at.car, at.mode));
    let (motion, speeds) = (K::motion(at.state), K::speeds(at.state));
    let point = TrainPoint { mode: &old.train, drive: &old.drive, speeds: &speeds, command: at.command };
    let (train, drive) = parts.train.begin(&point, dt_s);
    let begun = AxleMode {
        train,
        drive,
        directions: Axles { front: speeds.front_rad_s.sign(), rear: speeds.rear_rad_s.sign() },
        body: PlanarSenses::of(motion.velocity_m_s, motion.yaw_rate_rad_s),
    };
    let next = K::looked_up(at, &K::with_senses(at.mode, &begun));
    let probe = evaluate_axles(&AxlePoint::<K, R> { mode: &next, ..*at });
    let (free_nm, drive_at) = (&probe.driveline.free_nm, TrainPoint { mode: &train, drive: &drive, ..point });
    let holding_nm = &probe.driveline.holding_nm;
    let decided = AxleMode {
        train: parts.train.decide(&drive_at, &probe.driveline),
        directions: Axles {
            front: released(begun.directions.front, free_nm.front, holding_nm.front),
            rear: released(begun.directions.rear, free_nm.rear, holding_nm.rear),
        },
        body: begun.body.released(&probe.contact.free, &probe.contact.capacity),
        ..begun
    };
    K::with_senses(&next, &decided)
}

/// Mode and state at the end of a sub-step: what has come to rest and is held stays at rest, what has met turns together,
/// and tyres that have slid keep no more deflection than they can.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::model) fn settle_axles<K: TwoAxles, R: Real>(
    car: &K::Car<R>,
    mode: &K::Mode<R>,
    after: &K::State<R>,
) -> (K::Mode<R>, K::State<R>) {
    let (parts, now, zero) = (K::parts(car), K::senses(car, mode), R::zero());
    let (train, speeds) = parts.train.settle(&now.train, &now.drive, &K::speeds(after), &now.directions);

    // Only standing wheels whose tyres adhere can hold the body; to the side it takes both axles.
    let [front_adheres, rear_adheres] = K::adhere(car, after);
    let front_holds = now.directions.front.eq(zero) & front_adheres;
    let rear_holds = now.directions.rear.eq(zero) & rear_adheres;
    let (one_holds, both_hold) = (front_holds | rear_holds, front_holds & rear_holds);
    let motion = K::motion(after);
    let (velocity_m_s, yaw_rate_rad_s) =
        now.body.stopped(one_holds, both_hold, motion.velocity_m_s, motion.yaw_rate_rad_s);
    let motion = PlanarMotion { velocity_m_s, yaw_rate_rad_s, ..motion };
    let mode = K::with_senses(mode, &AxleMode { train, ..now });
    let state = K::limited(car, &mode, &K::with_speeds(after, &motion, &speeds));
    (mode, state)
}
