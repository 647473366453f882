//! The four-wheel car.
//!
//! A rigid body in the plane of the road on four wheels, each with its own load, slip and tyre. It stands
//! still, rolls, slides and spins by the same equations: nothing is divided by speed, what a brake or a
//! standing tyre holds is a force or torque with a limit, and zero speed is reached exactly. The equations are those of a
//! planar car, in six stages from kinematics to rates; `model/planar/instant.rs` in the sources has them on one page.
//!
//! The kind of tyre and of chassis is a type ([`Kind`]), as a batch groups its cars by it. On the rigid level
//! the body neither rolls nor pitches, and the loads balance the moments at once; kinds on springs
//! ([`Kind::SPRUNG`]) roll, pitch and heave besides, by the equations at the top of the module `ride`. Both have
//! static camber; simple curves do not feel it, other tyres do.
//!
//! Tyres ([`WheelTyre`]), aerodynamics ([`Aerodynamics`](crate::aero::Aerodynamics)), driveline
//! ([`Driveline`]), assists ([`DriverAssists`](crate::assist::DriverAssists)), springs ([`Springs`]) and the geometry of the
//! suspension ([`SuspensionGeometry`]) are traits: a kind of one's own, in a crate of one's own, names its [`Parts`].

mod alone;
mod car;
mod corners;
mod elastic;
mod elimination;
mod geometry;
pub(super) mod kind;
mod lift;
mod linkage;
pub mod loads;
mod outputs_record;
pub(super) mod parts;
pub(super) mod pedals;
mod records;
pub(super) mod ride;
mod springs;
mod sprung;
mod stance;
mod standard_assists;
mod start;
mod steady;
mod suspension;
mod tyre;

pub use alone::{Alone, Called};
pub use car::{BodyPart, LimitsPart, PedalsPart, TwoTrackBase, TwoTrackCar, WheelPart};
pub use elastic::Elastic;
pub use geometry::{
    LinearGeometry, SuspensionGeometry, SuspensionPosition, VehicleAlignment, WheelAlignment,
};
pub use kind::{Brushes, Curves, FialaTyres, Kind, MagicTyres, Pacejka89Tyres, TmeasyTyres};
pub use linkage::{AxleLinkage, AxleMotion, AxleTyres, BodyOverAxle, IndependentWheels, RollCentre};
pub use outputs_record::{CarTrace, TwoTrackTrace, WheelTrace};
pub use parts::{
    ActsOf, AssistModeOf, DrivelineModeOf, DrivelineOutputsOf, DrivelineStateOf, LinkageOf, Parts,
    SpringsModeOf, SpringsStateOf, StandardParts,
};
pub use records::{
    BodyMode, BodyState, MOST_HEIGHT_M, MOST_RISE, TwoTrackInput, TwoTrackMode, TwoTrackState, WheelMode,
    WheelRoad, WheelState,
};
pub use springs::{CornerForces, LinearSprings, Springs, SuspensionSensors, SuspensionTravel};
pub use sprung::{SprungCurves, SprungMagicTyres};
pub use steady::SteadyWheel;
pub use suspension::{AxleSuspension, SprungBody, Suspension};
pub use tyre::{AffineForce, SIDES, WheelContact, WheelMotion, WheelTyre};

use kind::DrivelineOf;
use pedals::{Pressed, pressed};

use core::marker::PhantomData;

use super::planar::{
    Below, EvaluationPoint, OverRoad, WheelDrive, WheelMotions, any_rises, demand, evaluate, outputs,
};
use super::{End, Model, Pose};
use crate::brakes::{released, stopped};
use crate::chassis::PlanarSenses;
use crate::each_wheel;
use crate::integrate::Method;
use crate::math::{Direction, Real, Vec2};
use crate::powertrain::driveline::{Driveline, DrivelineSensors};
use crate::surface::Surface;
use crate::wheels::Wheels;

/// The model, on cars of a kind.
#[derive(Clone, Copy, Debug)]
pub struct TwoTrack<K: Kind>(PhantomData<K>);

impl<K: Kind> Model for TwoTrack<K> {
    const NAME: &'static str = K::NAME;
    const DESCRIPTION: &'static str = K::DESCRIPTION;
    // Half the cost of the classical method, and as near: tread and wheels set the step, not its error.
    const INTEGRATOR: Method = Method::Heun;
    const IS_CALLED: bool = K::IS_ALONE;
    const ENDS: &'static [&'static str] = K::ENDS;
    type Car<R: Real> = TwoTrackCar<K::Tyre<R>, R, K::Parts>;
    type Input<R: Real> = TwoTrackInput<R>;
    type State<R: Real> = TwoTrackState<R, K::Parts>;
    type Mode<R: Real> = TwoTrackMode<R, K::Parts>;
    type Trace<R: Real> = TwoTrackTrace<R, K::Parts>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn evaluate<R: Real>(
        car: &Self::Car<R>,
        mode: &TwoTrackMode<R, K::Parts>,
        state: &TwoTrackState<R, K::Parts>,
        input: &TwoTrackInput<R>,
        surface: &Surface<R>,
    ) -> (TwoTrackState<R, K::Parts>, TwoTrackTrace<R, K::Parts>) {
        let at = EvaluationPoint::<K, R> { car, mode, state, input, surface };
        let now = evaluate(&at);
        let outputs = outputs(&at, &now);
        (now.rates.state, outputs)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn advance<R: Real>(
        car: &Self::Car<R>,
        mode: &TwoTrackMode<R, K::Parts>,
        state: &TwoTrackState<R, K::Parts>,
        input: &TwoTrackInput<R>,
        surface: &Surface<R>,
        dt_s: R,
    ) -> TwoTrackMode<R, K::Parts> {
        let (motion, steering) = (&state.body, &car.base.steering);
        let senses = BodyMode {
            heave_direction: motion.heave_rate_m_s.sign(),
            roll_direction: motion.roll_rate_rad_s.sign(),
            pitch_direction: motion.pitch_rate_rad_s.sign(),
            front_steer_rad: steering.advance(mode.body.front_steer_rad, input.command.steer_rad, dt_s),
            ..mode.body.with_senses(&PlanarSenses::of(motion.velocity(), motion.yaw_rate_rad_s))
        };
        let Pressed { assists, acts, brakes } = pressed(&car.base, mode, &senses, state, input, dt_s);
        let next = TwoTrackMode { body: senses, assists, acts, brakes, ..*mode };
        let (demand, turns) = (demand(&next, input), state.driveline());
        let train = &car.base.driveline;
        let begun = train.begin(&mode.driveline, &turns, &demand, &sensors(&senses, state, input), dt_s);
        let next = TwoTrackMode { driveline: begun, ..next };
        // One evaluation decides which wheels are at rest and what friction holds the body.
        let probe = evaluate(&EvaluationPoint::<K, R> { car, mode: &next, state, input, surface });
        let WheelDrive { on_wheels, torque } = &probe.driveline;
        let driveline = train.decide(&begun, &turns, on_wheels, torque, &demand);
        let wheels = each_wheel!(W => WheelMode {
            load_before_n: probe.loads.wheels_n[W],
            road_grip: probe.kinematics.wheels.motions[W].grip,
        });
        let released_senses = senses.senses().released(&probe.contact.free, &probe.contact.capacity);
        let body = BodyMode {
            sensed_x_m_s2: probe.rates.sensed_m_s2.x,
            sensed_y_m_s2: probe.rates.sensed_m_s2.y,
            ..senses.with_senses(&released_senses)
        };
        let body = if K::SPRUNG {
            let (free, can_hold) = (&probe.contact.free_ride, &probe.loads.ride.friction);
            BodyMode {
                heave_direction: released(senses.heave_direction, free.heave, can_hold.heave),
                roll_direction: released(senses.roll_direction, free.roll, can_hold.roll),
                pitch_direction: released(senses.pitch_direction, free.pitch, can_hold.pitch),
                ..body
            }
        } else {
            body
        };
        let springs = if K::SPRUNG {
            let sensors = suspension_sensors(&senses, state, &probe.loads.ride.travel);
            car.base.springs.advance(&mode.springs, &state.springs, &sensors, dt_s)
        } else {
            mode.springs
        };
        TwoTrackMode { body, wheels: Wheels::from_row(wheels), driveline, springs, ..next }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn settle<R: Real>(
        car: &Self::Car<R>,
        mode: &TwoTrackMode<R, K::Parts>,
        _: &TwoTrackState<R, K::Parts>,
        after: &TwoTrackState<R, K::Parts>,
        input: &TwoTrackInput<R>,
    ) -> (TwoTrackMode<R, K::Parts>, TwoTrackState<R, K::Parts>) {
        let zero = R::zero();
        let mut state = *after;
        let (mut wheels, deflections, tyres) = (after.wheels.in_a_row(), after.deflections(), car.tyres());
        let modes = mode.wheels.in_a_row();
        let (driveline, turns) = car.base.driveline.settle(&mode.driveline, &after.driveline());
        let directions = <DrivelineOf<K, R>>::wheel_directions(&driveline).in_a_row();
        let spins = turns.speeds.wheels_rad_s.in_a_row();
        state.body.engine_rad_s = turns.speeds.engine_rad_s;
        state.driveline = turns.own;
        wheels = each_wheel!(W => WheelState { spin_rad_s: spins[W], ..wheels[W] });

        // Only standing wheels whose tyres adhere can hold the body; to the sides it takes both axles.
        let holds = each_wheel!(W => directions[W].eq(zero)
            & tyres[W].adheres(modes[W].load_before_n, &deflections[W], modes[W].road_grip));
        let (front_holds, rear_holds) = (holds[0] | holds[1], holds[2] | holds[3]);
        let (along, across) = (front_holds | rear_holds, front_holds & rear_holds);
        let (senses, body) = (&mode.body, &after.body);
        let mut settled = mode.body;
        if K::SPRUNG {
            settle_ride(&car.base, senses, &mut state.body);
            settled.fallen = settled.fallen.or(has_tipped(body));
        }
        let (velocity, yaw_rate) =
            senses.senses().stopped(along, across, body.velocity(), body.yaw_rate_rad_s);
        (state.body.velocity_x_m_s, state.body.velocity_y_m_s) = (velocity.x, velocity.y);
        state.body.yaw_rate_rad_s = yaw_rate;

        state.wheels = Wheels::from_row(wheels);
        let grips = each_wheel!(W => modes[W].road_grip);
        let roads = input.roads.in_a_row();
        let level = Direction { sin: zero, cos: R::one() };
        // On roads that do not rise the heading has no effect.
        let is_hill = K::SPRUNG && any_rises(&roads);
        let heading = if is_hill { Direction::at_angle(state.body.yaw_rad) } else { level };
        let below = Below { roads: &roads, is_hill };
        let over_road = OverRoad::new::<K>(&car.base, &state.body, &below, heading);
        let WheelMotions { motions, .. } =
            WheelMotions::new::<K>(&car.base, &state, senses.front_steer_rad, &grips, &over_road);
        let deflections =
            each_wheel!(W => tyres[W].limited(modes[W].load_before_n, &deflections[W], &motions[W]));
        wheels = each_wheel!(W => WheelState {
            deflection_x: deflections[W].x,
            deflection_y: deflections[W].y,
            ..wheels[W]
        });
        state.wheels = Wheels::from_row(wheels);
        (TwoTrackMode { body: settled, driveline, ..*mode }, state)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn join<R: Real>(
        velocities: &TwoTrackState<R, K::Parts>,
        positions: &TwoTrackState<R, K::Parts>,
    ) -> TwoTrackState<R, K::Parts> {
        // The deflection of a tyre is a position: its rate is a difference of speeds.
        let (fast, slow) = (velocities.wheels.in_a_row(), positions.wheels.in_a_row());
        let wheels = each_wheel!(W => WheelState { spin_rad_s: fast[W].spin_rad_s, ..slow[W] });
        let (v, x) = (&velocities.body, &positions.body);
        let body = BodyState {
            x_m: x.x_m,
            y_m: x.y_m,
            yaw_rad: x.yaw_rad,
            heave_m: x.heave_m,
            roll_rad: x.roll_rad,
            pitch_rad: x.pitch_rad,
            ..*v
        };
        TwoTrackState {
            body,
            wheels: Wheels::from_row(wheels),
            driveline: velocities.driveline,
            springs: velocities.springs,
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn ended<R: Real>(mode: &TwoTrackMode<R, K::Parts>) -> R {
        let blown = <DrivelineOf<K, R>>::ended(&mode.driveline);
        if K::SPRUNG {
            R::select(mode.body.fallen.is_set(), R::lit(End::FALLEN_OVER.number()), blown)
        } else {
            blown
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn longest_step_s<R: Real>(car: &Self::Car<R>) -> R {
        let of_body = if K::SPRUNG {
            car.base.suspension.body.longest_sprung_step_s.min(car.base.springs.longest_step_s())
        } else {
            car.base.limits.longest_step_s
        };
        of_body.min(car.base.driveline.longest_step_s())
    }

    fn pose<R: Real>(state: &TwoTrackState<R, K::Parts>, surface: &Surface<R>) -> Pose<R> {
        let body = &state.body;
        let level = Pose::on_road([body.x_m, body.y_m], body.yaw_rad, surface);
        if K::SPRUNG { level.on_springs(body.heave_m, body.roll_rad, body.pitch_rad) } else { level }
    }
}

/// Measurements of the driveline's controllers.
#[cfg_attr(not(debug_assertions), inline(always))]
fn sensors<R: Real, P: Parts>(
    senses: &BodyMode<R>,
    state: &TwoTrackState<R, P>,
    input: &TwoTrackInput<R>,
) -> DrivelineSensors<R> {
    DrivelineSensors {
        brake: input.command.brake,
        handbrake: input.command.handbrake,
        steer_rad: senses.front_steer_rad,
        velocity_m_s: state.body.velocity(),
        yaw_rate_rad_s: state.body.yaw_rate_rad_s,
        acceleration_m_s2: Vec2 { x: senses.sensed_x_m_s2, y: senses.sensed_y_m_s2 },
    }
}

/// Measurements of a controller of the suspension.
#[cfg_attr(not(debug_assertions), inline(always))]
fn suspension_sensors<R: Real, P: Parts>(
    senses: &BodyMode<R>,
    state: &TwoTrackState<R, P>,
    travel: &SuspensionTravel<R>,
) -> SuspensionSensors<R> {
    let body = &state.body;
    SuspensionSensors {
        travel: *travel,
        attitude: [body.heave_m, body.roll_rad, body.pitch_rad],
        attitude_rates: [body.heave_rate_m_s, body.roll_rate_rad_s, body.pitch_rate_rad_s],
        acceleration_m_s2: Vec2 { x: senses.sensed_x_m_s2, y: senses.sensed_y_m_s2 },
        speed_m_s: body.velocity_x_m_s,
    }
}

/// Stops each motion on the springs that came to zero, where the suspension has dry friction.
#[cfg_attr(not(debug_assertions), inline(always))]
fn settle_ride<R: Real, P: Parts>(base: &TwoTrackBase<R, P>, senses: &BodyMode<R>, body: &mut BodyState<R>) {
    let holds = base.suspension.body.suspension_friction.gt(R::zero());
    let (heave, roll, pitch) = (body.heave_rate_m_s, body.roll_rate_rad_s, body.pitch_rate_rad_s);
    body.heave_rate_m_s = R::select(holds, stopped(senses.heave_direction, heave), heave);
    body.roll_rate_rad_s = R::select(holds, stopped(senses.roll_direction, roll), roll);
    body.pitch_rate_rad_s = R::select(holds, stopped(senses.pitch_direction, pitch), pitch);
}

/// Angle at which a body counts as tipped over, rad: there is no way back, and no road under its roof.
const TIPPED_RAD: f64 = 1.0;

/// True where a body on springs tips over.
#[cfg_attr(not(debug_assertions), inline(always))]
fn has_tipped<R: Real>(body: &BodyState<R>) -> R::Mask {
    body.roll_rad.abs().max(body.pitch_rad.abs()).gt(R::lit(TIPPED_RAD))
}
