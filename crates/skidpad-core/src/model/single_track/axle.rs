//! What acts on an axle: its tyres under their load, and the torques on its wheels.

use super::SingleTrackState;
use super::body::Moment;
use super::car::{SingleTrackCar, TrackAxle};
use crate::brakes::{applied, holding_torque, rolling_resistance_n, wheel_capacity_nm};
use crate::controls::Command;
use crate::friction::{IN_TWO_DIRECTIONS, standing_hysteresis};
use crate::math::{Direction, Real, Vec2};
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
pub(super) struct Holding<R> {
    /// The sense in which the wheels turn, 0 where they stand.
    direction: R,
    /// Force along the car by the hysteresis of standing tyres, N.
    pub(super) hysteresis_n: R,
    /// Torque of brakes and rolling resistance, N.m.
    capacity_nm: R,
}

impl<R: Real> Holding<R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn of(now: &Moment<R>, axle: &TrackAxle<R>, tyres: &Loaded<R>, direction: R) -> Self {
        let (wheels, command) = (axle.wheels(), now.command);
        let rolling_n = rolling_resistance_n(wheels.rolling_resistance, now.surface.rolling, tyres.load_n);
        let brake_nm =
            applied(command.brake, command.handbrake, wheels.brake_torque_nm, wheels.handbrake_torque_nm);
        // In the tyre's weaker direction, so that the sum stays within the ellipse at any steering angle.
        let weaker = R::lit(IN_TWO_DIRECTIONS) * axle.tyre().lateral_share.min(R::one());
        Self {
            direction,
            hysteresis_n: standing_hysteresis(direction, weaker * tyres.spare_n, rolling_n),
            capacity_nm: wheel_capacity_nm(brake_nm, rolling_n, wheels.radius_m),
        }
    }
}

/// An axle before the drive: its tyres, and what besides the drive acts on its wheels.
pub(super) struct Undriven<R> {
    tyres: Loaded<R>,
    holding: Holding<R>,
    road_nm: R,
}

impl<R: Real> Undriven<R> {
    /// `held_n`: what standing tyres hold of the body, along the wheels; `coupled_nm`: what the coupling between the axles
    /// takes from this one.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn of(
        axle: &TrackAxle<R>,
        tyres: Loaded<R>,
        holding: Holding<R>,
        (held_n, coupled_nm): (R, R),
    ) -> Self {
        let road_nm = -((tyres.force.x + held_n) * axle.wheels().radius_m) - coupled_nm;
        Self { tyres, holding, road_nm }
    }

    /// What the engaged engine feels of road, brakes and rolling resistance, N.m: the whole torque of the latter on a
    /// turning wheel. A standing wheel is held, and with it the engine.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn felt_nm(&self) -> R {
        self.road_nm - self.holding.direction * self.holding.capacity_nm
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
    pub(super) fn of(undriven: Undriven<R>, (drive_nm, coupled_nm): (R, R)) -> Self {
        let Undriven { tyres, holding, road_nm } = undriven;
        let free_nm = drive_nm + road_nm;
        Self {
            brake_nm: holding_torque(holding.capacity_nm, holding.direction, free_nm),
            contact: tyres.contact,
            load_n: tyres.load_n,
            force: tyres.force,
            drive_nm: drive_nm - coupled_nm,
            free_nm,
            holding_nm: holding.capacity_nm,
        }
    }

    /// Rate of the wheels' spin, rad/s^2.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn spin_rate(&self, axle: &TrackAxle<R>) -> R {
        (self.free_nm + self.brake_nm) * axle.wheels().mobility_1_kg_m2
    }
}
