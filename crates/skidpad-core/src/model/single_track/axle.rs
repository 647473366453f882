//! What acts on an axle: its tyres under their load, and the torques on its wheels.

use super::SingleTrackState;
use super::body::Moment;
use super::car::{SingleTrackCar, TrackAxle};
use crate::controls::Command;
use crate::friction::IN_TWO_DIRECTIONS;
use crate::math::{Direction, Real, Vec2};
use crate::model::planar::axle::AxleCapacity;
use crate::surface::Surface;
use crate::tyre::Contact;

/// Everything that acts on an axle.
pub(super) struct AxleInstant<R> {
    pub contact: Contact<R>,
    pub load_n: R,
    /// Force of the tyres in the wheel's frame, without the hysteresis of standing tyres.
    pub force: Vec2<R>,
    pub drive_nm: R,
    /// Torque without brakes and rolling resistance.
    pub free_nm: R,
    pub holding_nm: R,
    pub brake_nm: R,
}

/// The tyres of an axle under the load that is in balance with all forces.
pub(super) struct Loaded<R> {
    contact: Contact<R>,
    load_n: R,
    pub(super) force: Vec2<R>,
    spare_n: R,
}

impl<R: Real> Loaded<R> {
    /// `scale`: load over the contact's `below`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn of(contact: Contact<R>, scale: R) -> Self {
        Self {
            load_n: contact.below * scale,
            force: contact.above.scale(scale),
            spare_n: contact.spare * scale,
            contact,
        }
    }
}

/// The angle of the front wheels, rad: the command's, within the lock.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn front_steer<R: Real>(car: &SingleTrackCar<R>, command: &Command<R>) -> R {
    let lock = car.body().largest_steer_rad;
    command.steer_rad.clamp(-lock, lock)
}

/// Velocities of both hubs in the frames of their wheels. That of the front wheels is Monster's
/// v_y + omega b across and v_x along, turned into the wheels' frame.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn hubs<R: Real>(
    car: &SingleTrackCar<R>,
    state: &SingleTrackState<R>,
    steer: Direction<R>,
) -> (Vec2<R>, Vec2<R>) {
    let (vx, vy, yaw_rate) = (state.velocity_x_m_s, state.velocity_y_m_s, state.yaw_rate_rad_s);
    let front = Vec2 { x: vx, y: vy + car.body().to_front_m * yaw_rate };
    (front.to_child(steer), Vec2 { x: vx, y: vy - car.body().to_rear_m * yaw_rate })
}

/// The contacts of both axles with the road.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn contacts<R: Real>(
    car: &SingleTrackCar<R>,
    state: &SingleTrackState<R>,
    surface: &Surface<R>,
    (front_hub, rear_hub): (&Vec2<R>, &Vec2<R>),
) -> (Contact<R>, Contact<R>) {
    let (front, rear) = (car.front(), car.rear());
    let front_tread = state.front_spin_rad_s * front.wheels().radius_m;
    let rear_tread = state.rear_spin_rad_s * rear.wheels().radius_m;
    (
        front.tyre().contact(surface.grip, &state.front_tread(), front_tread, front_hub),
        rear.tyre().contact(surface.grip, &state.rear_tread(), rear_tread, rear_hub),
    )
}

/// What an axle's wheels can hold under their load.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn capacity<R: Real>(
    now: &Moment<R>,
    axle: &TrackAxle<R>,
    tyres: &Loaded<R>,
    direction: R,
) -> AxleCapacity<R> {
    // In the tyre's weaker direction, so that the sum stays within the ellipse at any steering angle.
    let weaker = R::lit(IN_TWO_DIRECTIONS) * axle.tyre().lateral_share.min(R::one());
    let spare_n = weaker * tyres.spare_n;
    axle.wheels().planar().capacity(now.command, now.surface.rolling, direction, tyres.load_n, spare_n)
}

/// An axle before the drive: its tyres, and what besides the drive acts on its wheels.
pub(super) struct Undriven<R> {
    tyres: Loaded<R>,
    capacity: AxleCapacity<R>,
    road_nm: R,
}

impl<R: Real> Undriven<R> {
    /// `held_n`: what standing tyres hold of the body, along the wheels; `coupled_nm`: what the coupling between the axles
    /// takes from this one.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn of(
        axle: &TrackAxle<R>,
        tyres: Loaded<R>,
        capacity: AxleCapacity<R>,
        held_n: R,
        coupled_nm: R,
    ) -> Self {
        let road_nm = -((tyres.force.x + held_n) * axle.wheels().radius_m) - coupled_nm;
        Self { tyres, capacity, road_nm }
    }

    /// Torque that an engaged engine turns against, N.m.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn load_on_engine_nm(&self) -> R {
        self.capacity.load_on_engine_nm(self.road_nm)
    }
}

/// Torque that the coupling between the axles passes from the front to the rear, N.m.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn coupled<R: Real>(now: &Moment<R>) -> R {
    let state = now.state;
    now.car.drive().centre_coupling_nm_s * (state.front_spin_rad_s - state.rear_spin_rad_s)
}

impl<R: Real> AxleInstant<R> {
    /// The axle with its drive torque; `coupled_nm`: what of it the coupling between the axles takes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn of(undriven: Undriven<R>, drive_nm: R, coupled_nm: R) -> Self {
        let Undriven { tyres, capacity, road_nm } = undriven;
        let free_nm = drive_nm + road_nm;
        Self {
            brake_nm: capacity.brake_nm(free_nm),
            contact: tyres.contact,
            load_n: tyres.load_n,
            force: tyres.force,
            drive_nm: drive_nm - coupled_nm,
            free_nm,
            holding_nm: capacity.torque_nm,
        }
    }

    /// Rate of the wheels' spin, rad/s^2.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn spin_rate(&self, axle: &TrackAxle<R>) -> R {
        (self.free_nm + self.brake_nm) * axle.wheels().mobility_1_kg_m2
    }
}
