//! Interface of the four-wheel car to its assists, and the standard assists behind it.

use super::{Acts, AssistMode, Assists, DriveActs, Pedals, Sensed, WheelActs};
use crate::math::{Mask, Real};
use crate::record::{Channels, Record};
use crate::wheels::Wheels;

/// Systems between the driver's pedals and the wheels: they set the pressure of each brake and the throttle of the engine.
///
/// The record holds the parameters, [`Mode`](Self::Mode) what the systems remember, [`Acts`](Self::Acts) what they do in a
/// sub-step; the names of its channels are those of the car. They measure the car by its sensors alone. They are advanced once
/// per sub-step, before the driveline and the brakes; no function may branch on a number, as the same code runs alone, in lanes
/// and as derivatives.
pub trait DriverAssists<R: Real>: Record<R> {
    /// Memory of the assists from sub-step to sub-step.
    type Mode: Record<R> + Channels;
    /// Actions of the assists in a sub-step.
    type Acts: Record<R> + Channels;

    /// Memory at the start, whether the car stands or rolls.
    fn start(&self) -> Self::Mode {
        Record::splat(R::zero())
    }

    /// Memory after a sub-step of `dt_s`, at most 2 ms, and what they do in it.
    fn advance(
        &self,
        mode: &Self::Mode,
        sensed: &Sensed<R>,
        pedals: &Pedals<R>,
        dt_s: R,
    ) -> (Self::Mode, Self::Acts);

    /// Actions in a car without any assist: the pedals are handed on.
    fn handed_on(pedals: &Pedals<R>) -> Self::Acts;

    /// Pressure of each brake over the full one, 0 to 1.
    fn brake(acts: &Self::Acts) -> Wheels<R>;

    /// Throttle of engine and motors, 0 to 1.
    fn throttle(acts: &Self::Acts) -> R;

    /// True of assists that keep the wheels from locking: the road tester brakes fully then.
    fn has_anti_lock(&self) -> R::Mask {
        R::Mask::splat(false)
    }
}

impl<R: Real> DriverAssists<R> for Assists<R> {
    type Mode = AssistMode<R>;
    type Acts = Acts<R>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn advance(
        &self,
        mode: &AssistMode<R>,
        sensed: &Sensed<R>,
        pedals: &Pedals<R>,
        dt_s: R,
    ) -> (AssistMode<R>, Acts<R>) {
        Assists::advance(self, mode, sensed, pedals, dt_s)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn handed_on(pedals: &Pedals<R>) -> Acts<R> {
        let drive: DriveActs<R> = Record::splat(R::zero());
        let none: WheelActs<R> = Record::splat(R::zero());
        Acts {
            wheels: Wheels::all(WheelActs { brake: pedals.brake, ..none }),
            drive: DriveActs { assisted_throttle: pedals.throttle, ..drive },
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn brake(acts: &Acts<R>) -> Wheels<R> {
        acts.brake()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn throttle(acts: &Acts<R>) -> R {
        acts.drive.assisted_throttle
    }

    fn has_anti_lock(&self) -> R::Mask {
        self.abs.abs_on.is_set()
    }
}
