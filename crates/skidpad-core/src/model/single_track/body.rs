//! Forces and moments at an instant, and the rates that come of them.

use super::axle::{AxleInstant, Holding, Loaded, Undriven, contacts, coupled, front_steer, hubs};
use super::car::SingleTrackCar;
use super::drive::powertrain;
use super::{SingleTrackMode, SingleTrackState};
use crate::aero;
use crate::chassis::{PlanarForce, StandingAxles};
use crate::controls::Command;
use crate::math::{Direction, Real, Vec2};
use crate::powertrain::{Axles, TrainTorque};
use crate::surface::Surface;

/// What an instant is made of.
pub(super) struct Moment<'a, R> {
    pub car: &'a SingleTrackCar<R>,
    pub state: &'a SingleTrackState<R>,
    pub command: &'a Command<R>,
    pub surface: &'a Surface<R>,
    /// Direction of the body on the road.
    heading: Direction<R>,
    /// Direction of the front wheels in the body's frame.
    steer: Direction<R>,
}

/// What acts on the body besides its tyres.
struct Outside<R> {
    drag_n: Vec2<R>,
    linear_n: R,
    weight_n: Vec2<R>,
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
    pub drag_n: Vec2<R>,
    pub linear_n: R,
    pub weight_n: Vec2<R>,
}

/// What both axles can hold of the body by the hysteresis of their standing tyres.
#[cfg_attr(not(debug_assertions), inline(always))]
fn standing<R: Real>(car: &SingleTrackCar<R>, front: &Holding<R>, rear: &Holding<R>) -> StandingAxles<R> {
    let (front_share, rear_share) = car.weight_shares();
    StandingAxles {
        front_share,
        rear_share,
        wheelbase_m: car.wheelbase_m(),
        front_n: front.hysteresis_n,
        rear_n: rear.hysteresis_n,
    }
}

impl<R: Real> Outside<R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn of(now: &Moment<R>) -> Self {
        let body = now.car.body();
        let velocity = now.state.velocity();
        let factor = aero::drag_factor(R::one(), body.drag_area_m2, now.surface.air_density_kg_m3);
        Self {
            drag_n: aero::monster_drag(factor, velocity + now.surface.wind(now.heading)),
            linear_n: aero::linear_resistance(body.linear_resistance_n_s_m, velocity.x),
            weight_n: now.surface.gravity(now.heading).scale(body.mass_kg),
        }
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

/// Mass times the rates of the velocities, and the moment of yaw, without the hysteresis of standing tyres.
/// What is known before the loads are stands together.
#[cfg_attr(not(debug_assertions), inline(always))]
fn free<R: Real>(now: &Moment<R>, front: &Vec2<R>, rear: &Vec2<R>, outside: &Outside<R>) -> PlanarForce<R> {
    let (body, state) = (now.car.body(), now.state);
    let Outside { drag_n, linear_n, weight_n } = outside;
    let turning = body.mass_kg * state.yaw_rate_rad_s;
    PlanarForce {
        x_n: (front.x + rear.x) + (drag_n.x + *linear_n + (weight_n.x + turning * state.velocity_y_m_s)),
        y_n: (front.y + rear.y) + (drag_n.y + (weight_n.y - turning * state.velocity_x_m_s)),
        yaw_nm: body.to_front_m * front.y - body.to_rear_m * rear.y,
    }
}

/// The rates of the state.
#[cfg_attr(not(debug_assertions), inline(always))]
fn rate<R: Real>(
    now: &Moment<R>,
    (front, rear): (&AxleInstant<R>, &AxleInstant<R>),
    (free, held): (&PlanarForce<R>, &PlanarForce<R>),
    train: &TrainTorque<R>,
) -> SingleTrackState<R> {
    let body = now.car.body();
    let velocity = now.state.velocity().to_parent(now.heading);
    let inverse_mass = R::one() / body.mass_kg;
    let inverse_engine_inertia = R::one() / now.car.engine().inertia_kg_m2;
    SingleTrackState {
        x_m: velocity.x,
        y_m: velocity.y,
        yaw_rad: now.state.yaw_rate_rad_s,
        velocity_x_m_s: (free.x_n + held.x_n) * inverse_mass,
        velocity_y_m_s: (free.y_n + held.y_n) * inverse_mass,
        yaw_rate_rad_s: (free.yaw_nm + held.yaw_nm) * body.inverse_yaw_inertia_1_kg_m2,
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
        let heading = Direction::at_angle(state.yaw_rad);
        let steer = Direction::at_angle(front_steer(car, command));
        let now = Moment { car, state, command, surface, heading, steer };
        let (front_hub, rear_hub) = hubs(car, state, steer);
        let (ahead, behind, front_force) = tyres(&now, (&front_hub, &rear_hub));
        let outside = Outside::of(&now);
        let free = free(&now, &front_force, &behind.force, &outside);
        let front_can = Holding::of(&now, car.front(), &ahead, mode.front_direction);
        let rear_can = Holding::of(&now, car.rear(), &behind, mode.rear_direction);
        let standing = standing(car, &front_can, &rear_can);
        let hysteresis = standing.capacity();
        let held = mode.senses().held(&free, &hysteresis);
        let held_n = standing.by_axle(&held);
        let along_n = [held_n[0].to_child(steer).x, held_n[1].x];
        let coupled = coupled(&now);
        let front = Undriven::of(car.front(), ahead, front_can, (along_n[0], coupled));
        let rear = Undriven::of(car.rear(), behind, rear_can, (along_n[1], -coupled));
        let felt = Axles { front: front.felt_nm(), rear: rear.felt_nm() };
        let train = powertrain(car, mode, state, command, &felt);
        let front = AxleInstant::of(front, (train.torque.front_nm, coupled));
        let rear = AxleInstant::of(rear, (train.torque.rear_nm, -coupled));
        let rate = rate(&now, (&front, &rear), (&free, &held), &train);
        let Outside { drag_n, linear_n, weight_n } = outside;
        Self {
            rate,
            front,
            rear,
            train,
            front_hub,
            rear_hub,
            hysteresis,
            held_n,
            free,
            drag_n,
            linear_n,
            weight_n,
        }
    }
}
