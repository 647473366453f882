//! Forces and moments at an instant, and the rates that come of them.

use super::axle::{AxleInstant, Loaded, Undriven, capacity, contacts, coupled, front_steer, hubs};
use super::car::SingleTrackCar;
use super::drive::powertrain;
use super::{SingleTrackMode, SingleTrackState};
use crate::chassis::{PlanarForce, StandingAxles};
use crate::controls::Command;
use crate::math::{Direction, Real, Vec2};
use crate::model::planar::axle::AxleCapacity;
use crate::model::planar::body::PlanarMotion;
use crate::model::planar::external::{ExternalForces, external_forces};
use crate::model::planar::{PlanarRates, free_force, planar_rates};
use crate::powertrain::{Axles, TrainTorque};
use crate::surface::Surface;

/// What an instant is made of.
pub(super) struct Moment<'a, R> {
    pub car: &'a SingleTrackCar<R>,
    pub state: &'a SingleTrackState<R>,
    pub command: &'a Command<R>,
    pub surface: &'a Surface<R>,
    /// Direction of the front wheels in the body's frame.
    steer: Direction<R>,
}

/// Everything that acts on the car.
pub(super) struct Instant<R> {
    pub rate: SingleTrackState<R>,
    pub front: AxleInstant<R>,
    pub rear: AxleInstant<R>,
    pub train: TrainTorque<R>,
    pub front_hub: Vec2<R>,
    pub rear_hub: Vec2<R>,
    /// What the hysteresis of standing tyres can hold of the body.
    pub hysteresis: PlanarForce<R>,
    /// What it holds at each axle, in the body's axes.
    pub held_n: [Vec2<R>; 2],
    /// Everything else: forces with that of the turning frame.
    pub free: PlanarForce<R>,
    /// Air and gravity.
    pub external: ExternalForces<R>,
}

/// What both axles can hold of the body by the hysteresis of their standing tyres.
#[cfg_attr(not(debug_assertions), inline(always))]
fn standing<R: Real>(
    car: &SingleTrackCar<R>,
    front: &AxleCapacity<R>,
    rear: &AxleCapacity<R>,
) -> StandingAxles<R> {
    let (front_share, rear_share) = car.weight_shares();
    StandingAxles {
        front_share,
        rear_share,
        wheelbase_m: car.wheelbase_m(),
        front_n: front.hysteresis_n,
        rear_n: rear.hysteresis_n,
    }
}

/// The tyres of both axles with loads and forces in balance, and the whole force of the front ones in the
/// body's frame: their lateral force pulls backwards, too.
#[cfg_attr(not(debug_assertions), inline(always))]
fn tyres<R: Real>(now: &Moment<R>, hubs: (&Vec2<R>, &Vec2<R>)) -> (Loaded<R>, Loaded<R>, Vec2<R>) {
    let (ahead, behind) = contacts(now.car, now.state, now.surface, hubs);
    let turned = ahead.above.to_parent(now.steer);
    let transfer = now.car.load_transfer(now.surface);
    let (front_scale, rear_scale) =
        transfer.solve_quotients((turned.x, ahead.below), (behind.above.x, behind.below));
    (Loaded::of(ahead, front_scale), Loaded::of(behind, rear_scale), turned.scale(front_scale))
}

/// Resultant of the tyres' forces on the body: M_z = a Y_f - b Y_r.
#[cfg_attr(not(debug_assertions), inline(always))]
fn resultant<R: Real>(now: &Moment<R>, front: &Vec2<R>, rear: &Vec2<R>) -> PlanarForce<R> {
    let body = now.car.body();
    PlanarForce {
        x_n: front.x + rear.x,
        y_n: front.y + rear.y,
        yaw_nm: body.to_front_m * front.y - body.to_rear_m * rear.y,
    }
}

/// The rates of the state.
#[cfg_attr(not(debug_assertions), inline(always))]
fn rate<R: Real>(
    now: &Moment<R>,
    front: &AxleInstant<R>,
    rear: &AxleInstant<R>,
    body: &PlanarRates<R>,
    train: &TrainTorque<R>,
) -> SingleTrackState<R> {
    let inverse_engine_inertia = R::one() / now.car.engine().inertia_kg_m2;
    SingleTrackState {
        x_m: body.velocity_on_road_m_s.x,
        y_m: body.velocity_on_road_m_s.y,
        yaw_rad: now.state.yaw_rate_rad_s,
        velocity_x_m_s: body.velocity_m_s2.x,
        velocity_y_m_s: body.velocity_m_s2.y,
        yaw_rate_rad_s: body.yaw_rate_rad_s2,
        front_spin_rad_s: front.spin_rate(now.car.front()),
        rear_spin_rad_s: rear.spin_rate(now.car.rear()),
        engine_rad_s: (train.engine_nm - train.torque.coupling_nm) * inverse_engine_inertia,
        front_deflection_x: front.contact.rate_1_s.x,
        front_deflection_y: front.contact.rate_1_s.y,
        rear_deflection_x: rear.contact.rate_1_s.x,
        rear_deflection_y: rear.contact.rate_1_s.y,
    }
}

impl<R: Real> Instant<R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn of(
        car: &SingleTrackCar<R>,
        mode: &SingleTrackMode<R>,
        state: &SingleTrackState<R>,
        command: &Command<R>,
        surface: &Surface<R>,
    ) -> Self {
        let body = car.body().planar();
        let motion = PlanarMotion::new(state.yaw_rad, state.velocity(), state.yaw_rate_rad_s);
        let steer = Direction::at_angle(front_steer(car, command));
        let now = Moment { car, state, command, surface, steer };
        let (front_hub, rear_hub) = hubs(car, state, steer);
        let (ahead, behind, front_force) = tyres(&now, (&front_hub, &rear_hub));
        let external = external_forces(&body, &motion, surface);
        let free = free_force(&body, &motion, &resultant(&now, &front_force, &behind.force), &external);
        let front_can = capacity(&now, car.front(), &ahead, mode.front_direction);
        let rear_can = capacity(&now, car.rear(), &behind, mode.rear_direction);
        let standing = standing(car, &front_can, &rear_can);
        let hysteresis = standing.capacity();
        let held = mode.senses().held(&free, &hysteresis);
        let held_n = standing.by_axle(&held);
        let along_n = [held_n[0].to_child(steer).x, held_n[1].x];
        let coupled = coupled(&now);
        let front = Undriven::of(car.front(), ahead, front_can, along_n[0], coupled);
        let rear = Undriven::of(car.rear(), behind, rear_can, along_n[1], -coupled);
        let felt = Axles { front: front.load_on_engine_nm(), rear: rear.load_on_engine_nm() };
        let train = powertrain(car, mode, state, command, &felt);
        let front = AxleInstant::of(front, train.torque.front_nm, coupled);
        let rear = AxleInstant::of(rear, train.torque.rear_nm, -coupled);
        let rate = rate(&now, &front, &rear, &planar_rates(&body, &motion, &free, &held), &train);
        Self { rate, front, rear, train, front_hub, rear_hub, hysteresis, held_n, free, external }
    }
}
