//! Interface of the four-wheel car to its springs and dampers, and the linear ones behind it.

use super::corners::{Corners, damper_n};
use super::suspension::Suspension;
use crate::each_wheel;
use crate::math::{Mask, Real, Vec2};
use crate::record::{Channels, Empty, Record, StateVector};
use crate::record_of_parts;
use crate::wheels::by_axle;

/// Travel of the suspension of each wheel, front left, front right, rear left, rear right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SuspensionTravel<R> {
    /// Distance of body and road at each wheel beyond that at rest on the level, m; negative where the wheel has
    /// sprung in.
    pub travel_m: [R; 4],
    /// Rate of it, m/s.
    pub rate_m_s: [R; 4],
    /// Weight of each wheel with what moves with it, N.
    pub unsprung_n: [R; 4],
}

/// Forces of the suspension on the body at each wheel, N, positive upwards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CornerForces<R> {
    /// Forces of springs, anti-roll bars and stops: they store energy.
    pub spring_n: [R; 4],
    /// Forces of dampers and actuators. A sum of both below the wheel's weight, downwards, would pull the wheel into the air.
    pub damper_n: [R; 4],
}

/// Measurements of a controller of the suspension, once per sub-step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SuspensionSensors<R> {
    /// Travel of each wheel's suspension.
    pub travel: SuspensionTravel<R>,
    /// Heave, m, roll and pitch, rad, over the plane of the surface, hills included: positive upwards, with the right side
    /// down, and with the nose down.
    pub attitude: [R; 3],
    /// Rates of heave, m/s, roll and pitch, rad/s.
    pub attitude_rates: [R; 3],
    /// Reading of an accelerometer at the centre of mass at the beginning of the previous sub-step, in the body's axes, m/s^2.
    pub acceleration_m_s2: Vec2<R>,
    /// Longitudinal velocity of the centre of mass, m/s.
    pub speed_m_s: R,
}

/// Springs, dampers and actuators of a car on springs: the forces between its body and its wheels.
///
/// The places of the wheels, the linkages and the masses on the springs are the car's [`Suspension`], which each function
/// gets. [`Mode`](Self::Mode) is what a controller changes once per sub-step, [`State`](Self::State) what is integrated;
/// [`Empty`] stands where there is none. No function may branch on a number.
pub trait Springs<R: Real>: Record<R> {
    /// Mode: what changes in jumps, once per sub-step.
    type Mode: Record<R> + Channels;
    /// State that is integrated.
    type State: StateVector<R> + Channels;

    /// Mode at the start.
    fn start_mode(&self) -> Self::Mode {
        Record::splat(R::zero())
    }

    /// State at the start, at rest on the level.
    fn start_state(&self) -> Self::State {
        Record::splat(R::zero())
    }

    /// Mode for the coming sub-step of `dt_s`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn advance(
        &self,
        mode: &Self::Mode,
        state: &Self::State,
        sensors: &SuspensionSensors<R>,
        dt_s: R,
    ) -> Self::Mode {
        let _ = (state, sensors, dt_s);
        *mode
    }

    /// Forces on the body. At rest on the level they must carry it: [`AxleSuspension::preload_n`](super::AxleSuspension) at each
    /// wheel of an axle.
    fn forces(
        &self,
        suspension: &Suspension<R>,
        mode: &Self::Mode,
        state: &Self::State,
        travel: &SuspensionTravel<R>,
    ) -> CornerForces<R>;

    /// Rate of the state.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn rates(&self, mode: &Self::Mode, state: &Self::State, travel: &SuspensionTravel<R>) -> Self::State {
        let _ = (mode, state, travel);
        Record::splat(R::zero())
    }

    /// The longest sub-step at which they are stable, s.
    fn longest_step_s(&self) -> R {
        R::one()
    }
}

/// Linear springs, anti-roll bars and dampers with progressive stops, by the numbers of [`Suspension`]; wheels in the air hang
/// on their springs. The derivation stands in the module `ride`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinearSprings;

/// Forces of springs and bars with those of the stops, N. The branch asks only whether any car of the block has stops.
#[cfg_attr(not(debug_assertions), inline(always))]
fn with_stops<R: Real>(suspension: &Suspension<R>, travel_m: &[R; 4], spring_n: [R; 4]) -> [R; 4] {
    let (front, rear) = (&suspension.front, &suspension.rear);
    let fitted = by_axle(front.stop_n_m2, rear.stop_n_m2);
    if !(fitted[0].gt(R::zero()) | fitted[2].gt(R::zero())).any() {
        return spring_n;
    }
    let axles = [front, front, rear, rear];
    each_wheel!(W => {
        let stopped = spring_n[W] + axles[W].stop_n(travel_m[W]);
        R::select(fitted[W].gt(R::zero()), stopped, spring_n[W])
    })
}

record_of_parts!([R: Real] LinearSprings {});

impl<R: Real> Springs<R> for LinearSprings {
    type Mode = Empty;
    type State = Empty;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn forces(
        &self,
        suspension: &Suspension<R>,
        _: &Empty,
        _: &Empty,
        travel: &SuspensionTravel<R>,
    ) -> CornerForces<R> {
        let SuspensionTravel { travel_m, rate_m_s, unsprung_n } = travel;
        let front = Corners::new(&suspension.front, unsprung_n[0], travel_m[0], travel_m[1]);
        let rear = Corners::new(&suspension.rear, unsprung_n[2], travel_m[2], travel_m[3]);
        let spring_n = [front.spring_n[0], front.spring_n[1], rear.spring_n[0], rear.spring_n[1]];
        let spring_n = with_stops(suspension, travel_m, spring_n);
        let hangs = [front.hangs[0], front.hangs[1], rear.hangs[0], rear.hangs[1]];
        let damping = by_axle(suspension.front.damper_n_s_m, suspension.rear.damper_n_s_m);
        let damper_n =
            each_wheel!(W => damper_n(damping[W], rate_m_s[W], spring_n[W], unsprung_n[W], hangs[W]));
        CornerForces { spring_n, damper_n }
    }
}
