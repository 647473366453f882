//! What acts on an axle: its tyres under their load, and the torques on its wheels.

use super::SingleTrackState;
use super::body::Moment;
use super::car::{SingleTrackCar, TrackAxle};
use crate::brakes::holding_torque;
use crate::controls::Command;
use crate::math::{Direction, Real, Vec2};
use crate::surface::Surface;
use crate::tyre::Contact;

/// Everything that acts on an axle.
pub(super) struct AxleInstant<R> {
    pub contact: Contact<R>,
    pub load_n: R,
    /// Force of the tyres in the wheel's frame, without the hysteresis of standing tyres.
    pub force: Vec2<R>,
    /// What of a force along the car their hysteresis can hold, N.
    pub hysteresis_n: R,
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

/// Lengthwise hysteresis that a standing axle's tyres can add to their force, N.
///
/// The rubber's hysteresis, which on a rolling wheel is the rolling resistance, is dry friction on a
/// standing one. Only as far as the tyre grips: with the body held forwards and to the side by as much,
/// sqrt(1/2) of what is spare in the weaker direction of the tyre keeps the sum within the ellipse, at any
/// steering angle.
#[cfg_attr(not(debug_assertions), inline(always))]
fn hysteresis<R: Real>(
    axle: &TrackAxle<R>,
    direction: R,
    (load_n, spare_n): (R, R),
    surface: &Surface<R>,
) -> R {
    let weaker = R::lit(core::f64::consts::FRAC_1_SQRT_2) * axle.tyre().lateral_share.min(R::one());
    let most = (weaker * spare_n).min(axle.wheels().rolling_resistance * surface.rolling * load_n);
    R::select(direction.eq(R::zero()), most, R::zero())
}

/// Torque that brakes and rolling resistance of an axle can hold, N.m.
#[cfg_attr(not(debug_assertions), inline(always))]
fn holding_capacity<R: Real>(
    axle: &TrackAxle<R>,
    command: &Command<R>,
    load_n: R,
    surface: &Surface<R>,
) -> R {
    let wheels = axle.wheels();
    let brakes = command.brake * wheels.brake_torque_nm + command.handbrake * wheels.handbrake_torque_nm;
    brakes + wheels.rolling_resistance * surface.rolling * load_n * wheels.radius_m
}

/// An axle before the drive: its tyres, and what besides the drive acts on its wheels.
pub(super) struct Undriven<R> {
    tyres: Loaded<R>,
    direction: R,
    road_nm: R,
    holding_nm: R,
}

impl<R: Real> Undriven<R> {
    /// `direction`: the sense in which the wheels turn, 0 where they stand; `coupled_nm`: what the coupling between
    /// the axles takes from this one.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn of(
        now: &Moment<R>,
        axle: &TrackAxle<R>,
        tyres: Loaded<R>,
        (direction, coupled_nm): (R, R),
    ) -> Self {
        Self {
            road_nm: -(tyres.force.x * axle.wheels().radius_m) - coupled_nm,
            holding_nm: holding_capacity(axle, now.command, tyres.load_n, now.surface),
            direction,
            tyres,
        }
    }

    /// What the engaged engine feels of road, brakes and rolling resistance, N.m: the whole torque of the latter on a
    /// turning wheel. A standing wheel is held, and with it the engine.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn felt_nm(&self) -> R {
        self.road_nm - self.direction * self.holding_nm
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
    pub(super) fn of(
        now: &Moment<R>,
        axle: &TrackAxle<R>,
        undriven: Undriven<R>,
        (drive_nm, coupled_nm): (R, R),
    ) -> Self {
        let Undriven { tyres, direction, road_nm, holding_nm } = undriven;
        let load_n = tyres.load_n;
        let free_nm = drive_nm + road_nm;
        Self {
            hysteresis_n: hysteresis(axle, direction, (load_n, tyres.spare_n), now.surface),
            brake_nm: holding_torque(holding_nm, direction, free_nm),
            contact: tyres.contact,
            load_n,
            force: tyres.force,
            drive_nm: drive_nm - coupled_nm,
            free_nm,
            holding_nm,
        }
    }

    /// Rate of the wheels' spin, rad/s^2.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn spin_rate(&self, axle: &TrackAxle<R>) -> R {
        (self.free_nm + self.brake_nm) * axle.wheels().mobility_1_kg_m2
    }
}
