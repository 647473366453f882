//! The slip-vector car of RARS, the Robot Auto Racing Simulator (the text on `move_car`).
//!
//! The car is a point with a velocity V and a pointing direction P; its whole tread moves backwards
//! along P with a commanded speed vc. One slip vector L = V - vc P says how the tread slides over
//! the track, and the force is F = -u(l) L / l. The driver commands vc, which the power limits, and
//! the angle alpha from V to P. There is no yaw inertia: where the velocity goes, the car points, but
//! for alpha.
//!
//! The text's axes lie along V, which is no direction at rest. Here they lie along P, which is a
//! state, so that all is finite at any speed, forwards and in reverse. What the text leaves open is
//! decided so:
//!
//! - P follows the course, the direction of V, at its rate, and alpha approaches what is commanded
//!   within about the program's own time step, and at no more than its largest rate. Below about K
//!   both fade out: a car that stands does not turn (`pointing_rate`).
//! - Going backwards, alpha counts from the opposite of V, and its sign is reversed: "If the car is
//!   reversing, the effect of the steering is also reversed" (Monster v1.9).
//! - A tread that is not driven rolls with the car, vc = V . P: then no power is consumed.
//! - A friction function that rises from the origin lets a car creep down a slope on locked brakes.
//!   So what the tread can hold it holds: a car whose remaining momentum the brakes or the rolling
//!   resistance take within a sub-step stands at its end (`can_hold`).
//! - The friction depends "on more than just the slip speed", as the text wishes for: on load and on
//!   speed, both off in the program's own car ([`rars::car`]).

mod records;
mod vehicle;

pub mod rars;

pub use records::{SlipVectorCar, SlipVectorInput, SlipVectorMode, SlipVectorState, SlipVectorTrace};

use crate::rars::{Friction, largest_slip_forwards};
use skidpad_core::aero;
use skidpad_core::integrate::Method;
use skidpad_core::math::{Direction, Real, Vec2};
use skidpad_core::model::{Model, Pose};
use skidpad_core::record::Flag;
use skidpad_core::spec::LONGEST_STEP_S;
use skidpad_core::surface::Surface;
use skidpad_core::units::STANDARD_GRAVITY_M_S2;

/// Dynamic pressure at 150 m/s in air of 1.3 kg/m^3, N/m^2.
const FASTEST_DOWNFORCE_N_M2: f64 = 0.5 * 1.3 * 150.0 * 150.0;

/// The model.
#[derive(Clone, Copy, Debug)]
pub struct SlipVector;

/// Everything that acts on the car but the tread, in its own axes, N, and what the tread can do.
struct Around<R> {
    weight_n: Vec2<R>,
    drag_n: Vec2<R>,
    load_n: R,
    friction: Friction<R>,
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn around<R: Real>(
    car: &SlipVectorCar<R>,
    state: &SlipVectorState<R>,
    surface: &Surface<R>,
    heading: Direction<R>,
) -> Around<R> {
    let one = R::one();
    let (along, across) = (state.velocity_x_m_s, state.velocity_y_m_s);
    let gravity = surface.gravity(heading);
    let air = Vec2::new(along, across) + surface.wind(heading);
    let factor = aero::drag_factor(one, car.drag_area_m2, surface.air_density_kg_m3);
    let downforce = aero::drag_factor(one, car.downforce_area_m2, surface.air_density_kg_m3);
    let load_n = car.mass_kg * surface.normal_gravity_m_s2() + downforce * air.norm_squared();
    let speed = (along * along + across * across).sqrt();
    Around {
        weight_n: gravity.scale(car.mass_kg),
        drag_n: aero::monster_drag(factor, air),
        load_n,
        friction: friction_on(car, surface, load_n, speed),
    }
}

/// The friction of a car on a road, under a load, N, and at a speed, m/s.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn friction_on<R: Real>(
    car: &SlipVectorCar<R>,
    surface: &Surface<R>,
    load_n: R,
    speed_m_s: R,
) -> Friction<R> {
    let friction = car.friction * surface.grip * friction_over_nominal(car, load_n, speed_m_s);
    Friction { law: car.friction_law, largest_n: friction * load_n, k_m_s: car.k_m_s }
}

/// The friction's dependence on load and speed, over what it is at the car's own weight and at rest:
/// it falls in proportion to what the load exceeds the weight by, within a tenth to one and a half,
/// and with speed as 1 / (1 + c v).
#[cfg_attr(not(debug_assertions), inline(always))]
fn friction_over_nominal<R: Real>(car: &SlipVectorCar<R>, load_n: R, speed_m_s: R) -> R {
    let one = R::one();
    let weight_n = car.mass_kg * R::lit(STANDARD_GRAVITY_M_S2);
    let by_load = one - car.load_sensitivity * (load_n / weight_n - one);
    by_load.clamp(R::lit(0.1), R::lit(1.5)) / (one + car.speed_sensitivity_s_m * speed_m_s)
}

/// The most that the rolling resistance can be, N: it is a force of the road on the tread, and no more
/// than its friction.
#[cfg_attr(not(debug_assertions), inline(always))]
fn rolling_capacity<R: Real>(
    car: &SlipVectorCar<R>,
    surface: &Surface<R>,
    load_n: R,
    friction: &Friction<R>,
) -> R {
    (car.rolling_resistance * surface.rolling * load_n).min(friction.largest_n)
}

/// vc as move_car makes it of what is commanded, m/s: reduced to what the power allows, in either
/// sense, and then by the brakes.
#[cfg_attr(not(debug_assertions), inline(always))]
fn tread_speed<R: Real>(
    car: &SlipVectorCar<R>,
    input: &SlipVectorInput<R>,
    friction: &Friction<R>,
    along: R,
    across: R,
) -> R {
    let (zero, one) = (R::zero(), R::one());
    let fast = along.gt(car.reverse_limit_m_s);
    let commanded = R::select(fast, input.commanded_m_s.max(zero), input.commanded_m_s);
    let asked = commanded - along;
    let sense = one.copysign(asked);
    let rolling = sense * along;
    let power_w = car.power_w * input.power_share;
    let by_power = largest_slip_forwards(friction, rolling, across, power_w);
    // A car that rolls against its gear turns the tread: without power that is rolling, too.
    let undriven = (one - input.power_share) * (-rolling).max(zero);
    let slip = asked.abs().min((by_power - undriven).max(zero));
    (one - input.brake) * (along + sense * slip)
}

/// The yaw rate, rad/s: that of the course, and that of alpha on its way to what is commanded.
///
/// The course turns by (V x A) / |V|^2, which is 0/0 at rest. With K^2 beside |V|^2, the only speed
/// that the model has a scale in, it is regular there, and off by (K / v)^2 above.
#[cfg_attr(not(debug_assertions), inline(always))]
fn pointing_rate<R: Real>(
    car: &SlipVectorCar<R>,
    input: &SlipVectorInput<R>,
    state: &SlipVectorState<R>,
    acceleration: [R; 2],
) -> R {
    let (along, across) = (state.velocity_x_m_s, state.velocity_y_m_s);
    let [ahead, left] = acceleration;
    let squared = along * along + across * across;
    let regular = squared + car.k_m_s * car.k_m_s;
    let course_rate = (along * left - across * ahead) / regular;
    let sense = R::one().copysign(along);
    let alpha = -((sense * across).atan2(along.abs()));
    let commanded = sense * input.alpha_rad.clamp(-car.largest_alpha_rad, car.largest_alpha_rad);
    let wanted = (commanded - alpha) / R::lit(rars::STEP_S);
    let rate = wanted.clamp(-car.largest_alpha_rate_rad_s, car.largest_alpha_rate_rad_s);
    course_rate + rate * (squared / regular)
}

/// Whether the tread can take the car's momentum and everything else that acts on it within a
/// sub-step: with what the brakes hold of its friction, or a tread that is commanded to stand, and
/// with the rolling resistance. The friction that a standing tread has is the static one, which
/// u(l), a law of sliding, does not say.
#[cfg_attr(not(debug_assertions), inline(always))]
fn can_hold<R: Real>(
    car: &SlipVectorCar<R>,
    state: &SlipVectorState<R>,
    input: &SlipVectorInput<R>,
    surface: &Surface<R>,
    dt_s: R,
) -> R::Mask {
    let (zero, one) = (R::zero(), R::one());
    let around = around(car, state, surface, Direction::at_angle(state.yaw_rad));
    let free = around.weight_n + around.drag_n;
    let momentum = car.mass_kg / dt_s;
    let x_n = momentum * state.velocity_x_m_s + free.x;
    let y_n = momentum * state.velocity_y_m_s + free.y;
    let stopping = x_n * x_n + y_n * y_n;
    let holding = free.norm_squared();
    let driven = input.power_share.gt(zero);
    let locked = driven & input.commanded_m_s.eq(zero);
    let brake = R::select(locked, one, input.brake);
    let rolling_n = rolling_capacity(car, surface, around.load_n, &around.friction);
    let capacity_n = brake * around.friction.largest_n + rolling_n;
    let released = driven & brake.lt(one);
    let capacity_n = capacity_n.min(around.friction.largest_n);
    let capacity = R::select(released, -one, capacity_n * capacity_n);
    stopping.max(holding).le(capacity)
}

/// The tread on the road: L = V - vc P, and F against it.
struct Contact<R> {
    tread_m_s: R,
    slip_m_s: Vec2<R>,
    length_m_s: R,
    per_slip: R,
    force_n: Vec2<R>,
    rolling_n: R,
}

impl<R: Real> Contact<R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn new(
        car: &SlipVectorCar<R>,
        input: &SlipVectorInput<R>,
        surface: &Surface<R>,
        around: &Around<R>,
        stands: R::Mask,
        velocity: Vec2<R>,
    ) -> Self {
        let zero = R::zero();
        let Vec2 { x: along, y: across } = velocity;
        let tread = tread_speed(car, input, &around.friction, along, across);
        let tread = R::select(stands, zero, tread);
        let slip = Vec2::select(stands, Vec2::zero(), Vec2::new(along - tread, across));
        let length = slip.quick_norm();
        let per_slip = around.friction.force_per_slip(length);
        // A tread that is stopped does not roll.
        let turning = R::one() - input.brake;
        let capacity = rolling_capacity(car, surface, around.load_n, &around.friction);
        let rolling_n = -(capacity * along.sign() * turning);
        let free = around.weight_n + around.drag_n;
        Self {
            tread_m_s: tread,
            slip_m_s: slip,
            length_m_s: length,
            per_slip,
            force_n: Vec2::select(stands, -free, Vec2::new(-(per_slip * slip.x), -(per_slip * slip.y))),
            rolling_n: R::select(stands, zero, rolling_n),
        }
    }

    /// Quantities for a reader.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn trace(
        &self,
        state: &SlipVectorState<R>,
        around: &Around<R>,
        acceleration: Vec2<R>,
        yaw_rate: R,
    ) -> SlipVectorTrace<R> {
        let (along, across) = (state.velocity_x_m_s, state.velocity_y_m_s);
        let (force, largest_n) = (self.force_n, around.friction.largest_n);
        let speed = Vec2::new(along, across).quick_norm();
        SlipVectorTrace {
            yaw_rate_rad_s: yaw_rate,
            acceleration_x_m_s2: acceleration.x,
            acceleration_y_m_s2: acceleration.y,
            sideslip_rad: across.atan2(along),
            tread_m_s: self.tread_m_s,
            slip_x_m_s: self.slip_m_s.x,
            slip_y_m_s: self.slip_m_s.y,
            slip_m_s: self.length_m_s,
            force_x_n: force.x,
            force_y_n: force.y,
            tangential_force_n: over(force.x * along + force.y * across, speed),
            normal_force_n: over(force.y * along - force.x * across, speed),
            largest_force_n: largest_n,
            grip_used: over(force.quick_norm(), largest_n).min(R::one()),
            load_n: around.load_n,
            power_w: self.tread_m_s * force.x,
            heat_w: self.per_slip * self.length_m_s * self.length_m_s,
            drag_x_n: around.drag_n.x,
            drag_y_n: around.drag_n.y,
            rolling_n: self.rolling_n,
            slope_force_x_n: around.weight_n.x,
            slope_force_y_n: around.weight_n.y,
        }
    }
}

/// A quotient that is 0 for 0 / 0.
#[cfg_attr(not(debug_assertions), inline(always))]
fn over<R: Real>(product: R, by: R) -> R {
    let least = R::lit(1e-30);
    let quotient = product / by.max(least);
    R::select(by.gt(least), quotient, quotient.without_derivative())
}

impl Model for SlipVector {
    const NAME: &'static str = "slip_vector";
    const DESCRIPTION: &'static str =
        "RARS: one slip vector for the whole car, which points where it is told, off its own course";
    const INTEGRATOR: Method = Method::Rk4;
    const IN_PAIRS: bool = true;
    const STAGE_BY_STAGE: bool = true;
    type Car<R: Real> = SlipVectorCar<R>;
    type Input<R: Real> = SlipVectorInput<R>;
    type State<R: Real> = SlipVectorState<R>;
    type Mode<R: Real> = SlipVectorMode<R>;
    type Trace<R: Real> = SlipVectorTrace<R>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn evaluate<R: Real>(
        car: &SlipVectorCar<R>,
        mode: &SlipVectorMode<R>,
        state: &SlipVectorState<R>,
        input: &SlipVectorInput<R>,
        surface: &Surface<R>,
    ) -> (SlipVectorState<R>, SlipVectorTrace<R>) {
        let zero = R::zero();
        let stands = mode.stands.is_set();
        let heading = Direction::at_angle(state.yaw_rad);
        let (along, across) = (state.velocity_x_m_s, state.velocity_y_m_s);
        let around = around(car, state, surface, heading);
        let contact = Contact::new(car, input, surface, &around, stands, Vec2::new(along, across));
        let free = around.weight_n + around.drag_n;
        let (force, rolling_n) = (contact.force_n, contact.rolling_n);
        let ahead = (force.x + free.x + rolling_n) / car.mass_kg;
        let left = (force.y + free.y) / car.mass_kg;
        let yaw_rate = R::select(stands, zero, pointing_rate(car, input, state, [ahead, left]));
        let velocity = Vec2::new(along, across).to_parent(heading);
        let derivative = SlipVectorState {
            x_m: R::select(stands, zero, velocity.x),
            y_m: R::select(stands, zero, velocity.y),
            yaw_rad: yaw_rate,
            velocity_x_m_s: ahead + yaw_rate * across,
            velocity_y_m_s: left - yaw_rate * along,
        };
        (derivative, contact.trace(state, &around, Vec2::new(ahead, left), yaw_rate))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn advance<R: Real>(
        car: &SlipVectorCar<R>,
        _: &SlipVectorMode<R>,
        state: &SlipVectorState<R>,
        input: &SlipVectorInput<R>,
        surface: &Surface<R>,
        dt_s: R,
    ) -> SlipVectorMode<R> {
        let holds = can_hold(car, state, input, surface, dt_s);
        SlipVectorMode { stands: Flag::new(holds) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn settle<R: Real>(
        _: &SlipVectorCar<R>,
        mode: &SlipVectorMode<R>,
        _: &SlipVectorState<R>,
        after: &SlipVectorState<R>,
        _: &Self::Input<R>,
    ) -> (SlipVectorMode<R>, SlipVectorState<R>) {
        let stands = mode.stands.is_set();
        let zero = R::zero();
        let state = SlipVectorState {
            velocity_x_m_s: R::select(stands, zero, after.velocity_x_m_s),
            velocity_y_m_s: R::select(stands, zero, after.velocity_y_m_s),
            ..*after
        };
        (*mode, state)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn join<R: Real>(velocities: &SlipVectorState<R>, positions: &SlipVectorState<R>) -> SlipVectorState<R> {
        SlipVectorState { x_m: positions.x_m, y_m: positions.y_m, yaw_rad: positions.yaw_rad, ..*velocities }
    }

    /// The slope of the friction at no slip is at most 3 FMAX / K; with three times the gravity, the grip
    /// of asphalt and the downforce of 150 m/s in cold air the step is still well within the integrator's
    /// limit.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn longest_step_s<R: Real>(car: &SlipVectorCar<R>) -> R {
        let downforce = R::lit(FASTEST_DOWNFORCE_N_M2) * car.downforce_area_m2 / car.mass_kg;
        let load_m_s2 = R::lit(30.0) + downforce;
        R::lit(LONGEST_STEP_S).min(car.k_m_s / (R::lit(3.0) * car.friction * load_m_s2))
    }

    fn pose<R: Real>(state: &SlipVectorState<R>, surface: &Surface<R>) -> Pose<R> {
        Pose::on_road([state.x_m, state.y_m], state.yaw_rad, surface)
    }
}
