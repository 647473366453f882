//! The car in space: over kerbs, crests and jumps, round loops, and on its roof.
//!
//! A rigid body with six degrees of freedom on four wheels, each of which travels along the path of its suspension and spins: fourteen
//! in all. Tyres, springs, dampers, anti-roll bars, driveline, brakes, assists, aerodynamics and steering are those of
//! [`two_track`](super::two_track), by the same interfaces. What is other is the assembly:
//!
//! | stage | result |
//! |---|---|
//! | `instant` | the six stages in order: places and velocities, suspension, contact, air and gravity, what holds, driveline, rates |
//! | `placed` | places and velocities of masses and wheels |
//! | `ground` | the ground at each corner, a plane, and how a wheel of any attitude touches it |
//! | `inertia` | momentum of the body with its wheels, and accelerations under forces |
//! | `suspension` | forces along the paths of the wheels |
//! | `bodywork` | eight corners of the body that may lie on the ground |
//! | `standing` | the friction that holds a car which stands or lies |
//! | `settle` | the end of a sub-step: momentum by impulses, what came to rest |
//!
//! **Ground** is handed in as a plane below each wheel and one below the bodywork at each corner of the car, with grip and rolling
//! resistance, at each sub-step: by a track, a height field or the casts of an engine.
//!
//! **Frame.** Positions are along the axes of the road's plane ([`Surface`]), as those of the other models; slope and bank turn
//! gravity. The body's origin is the point that lies on the road below the centre of mass while the car stands on the level, and
//! velocities are those of this centre. The attitude is a heading and the tilt to it as a quaternion, so that a car has the same numbers
//! whatever it heads to, and no attitude is singular: where the body stands on its nose, the tilt takes all.
//!
//! **On a plane** the motion is that of [`two_track_sprung`](super::two_track::SprungCurves) up to what that model leaves out: the tyres'
//! vertical springs and the wheels' own motion (at the frequency of wheel hop), the work of each wheel on links of its own (its roll
//! centre lifts the body by 2 z_R / t times the difference of both lateral forces) and products of angles. At rest and in a slow
//! turn both differ only by those.
//!
//! **Momentum.** An integrator that steps velocities along turning axes loses momentum with every turn. Here forces are also summed as
//! impulses along the road's axes, and at the end of each sub-step the velocities are those of the momentum at its beginning and
//! these impulses. So a car in the air flies a parabola and keeps its angular momentum, that of its spinning wheels included, to
//! rounding.
//!
//! Departures: the paths of the wheels are straight, with the slopes of the linkage at rest; toe and camber follow the geometry. The
//! engine's angular momentum, and what steering moves of the wheels', is left out. The tyre's longitudinal force turns its wheel with
//! the rolling radius, whatever its deflection, so that it takes no energy besides slip. Ground does not move.

mod air;
mod attitude;
mod bodywork;
mod capacity;
mod car;
mod freed;
mod ground;
mod inertia;
mod instant;
mod kind;
mod motion;
mod outputs;
mod placed;
mod records;
mod settle;
mod standing;
mod start;
mod suspension;

pub use car::{Bodywork, ROOF_SHARES, SILL_SHARE, SpaceMasses, SpaceParts, SpaceWheel, SpatialCar};
pub use freed::{FreedWheels, Symmetric};
pub use kind::{SpatialCurves, SpatialMagicTyres};
pub use motion::{Push, SpaceMotion};
pub use outputs::{SpaceTrace, SpatialTrace};
pub use records::{
    CornerDeflection, CornerGround, SpaceBody, SpaceMode, SpatialInput, SpatialMode, SpatialState,
    TravelMode, WheelTravel,
};

use core::marker::PhantomData;

use super::planar::demand;
use super::two_track::kind::DrivelineOf;
use super::two_track::pedals::{Pressed, pressed};
use super::two_track::{
    BodyMode, Kind, Parts, Springs, SuspensionSensors, TwoTrackMode, WheelMode, WheelState,
};
use super::{Model, Pose};
use crate::each_wheel;
use crate::friction::released;
use crate::integrate::Method;
use crate::math::{Mask, Real, Vec2, Vec3};
use crate::powertrain::driveline::{Driveline, DrivelineSensors};
use crate::record::{Flag, Record};
use crate::surface::Surface;
use crate::wheels::Wheels;
use attitude::{HeadingAndTilt, tilt_rate};
use instant::{SpaceEvaluation, evaluate, forces};
use placed::{SpacePoint, origin_to_centre};
use records::SpatialState as State;
use standing::SpaceSenses;

/// The model, on cars of a kind.
#[derive(Clone, Copy, Debug)]
pub struct Spatial<K: Kind>(PhantomData<K>);

impl<K: Kind> Model for Spatial<K> {
    const NAME: &'static str = K::NAME;
    const DESCRIPTION: &'static str = K::DESCRIPTION;
    const INTEGRATOR: Method = Method::Heun;
    const IS_CALLED: bool = K::IS_ALONE;
    const ENDS: &'static [&'static str] = K::ENDS;
    type Car<R: Real> = SpatialCar<K::Tyre<R>, R, K::Parts>;
    type Input<R: Real> = SpatialInput<R>;
    type State<R: Real> = SpatialState<R, K::Parts>;
    type Mode<R: Real> = SpatialMode<R, K::Parts>;
    type Trace<R: Real> = SpatialTrace<R, K::Parts>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn evaluate<R: Real>(
        car: &Self::Car<R>,
        mode: &Self::Mode<R>,
        state: &Self::State<R>,
        input: &SpatialInput<R>,
        surface: &Surface<R>,
    ) -> (Self::State<R>, Self::Trace<R>) {
        let at = SpacePoint::<K, R> { car, mode, state, input, surface };
        let forces = forces(&at);
        let now = evaluate(&at, &forces);
        (rates(&at, &now), outputs::outputs(&at, &now))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn advance<R: Real>(
        car: &Self::Car<R>,
        mode: &Self::Mode<R>,
        state: &Self::State<R>,
        input: &SpatialInput<R>,
        surface: &Surface<R>,
        dt_s: R,
    ) -> Self::Mode<R> {
        let begun = begun::<K, R>(&SpacePoint { car, mode, state, input, surface }, dt_s);
        let at = SpacePoint::<K, R> { car, mode: &begun, state, input, surface };
        decided(&at, &evaluate(&at, &forces(&at)), dt_s)
    }

    /// The forces do not depend on what the evaluation decides, so that they are found once; where it decides nothing new for any car of
    /// the block, the evaluation that decided has the rates.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn begin<R: Real>(
        car: &Self::Car<R>,
        mode: &Self::Mode<R>,
        state: &Self::State<R>,
        input: &SpatialInput<R>,
        surface: &Surface<R>,
        dt_s: R,
    ) -> (Self::Mode<R>, Self::State<R>) {
        let begun = begun::<K, R>(&SpacePoint { car, mode, state, input, surface }, dt_s);
        let at = SpacePoint::<K, R> { car, mode: &begun, state, input, surface };
        let forces = forces(&at);
        let probe = evaluate(&at, &forces);
        let decided = decided(&at, &probe, dt_s);
        if R::HAS_DERIVATIVE || decided.moves_otherwise::<K>(&begun).any() {
            let at = SpacePoint::<K, R> { car, mode: &decided, state, input, surface };
            return (decided, rates(&at, &evaluate(&at, &forces)));
        }
        (decided, rates(&at, &probe))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn settle<R: Real>(
        car: &Self::Car<R>,
        mode: &Self::Mode<R>,
        before: &Self::State<R>,
        after: &Self::State<R>,
        input: &SpatialInput<R>,
    ) -> (Self::Mode<R>, Self::State<R>) {
        settle::settle::<K, R>((car, mode), before, after, input)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn ended<R: Real>(mode: &Self::Mode<R>) -> R {
        <DrivelineOf<K, R>>::ended(&mode.car.driveline)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn longest_step_s<R: Real>(car: &Self::Car<R>) -> R {
        let base = &car.planar.base;
        let planar = base.suspension.body.longest_sprung_step_s.min(base.springs.longest_step_s());
        planar.min(base.driveline.longest_step_s()).min(car.space.bodywork.longest_step_s)
    }

    fn pose<R: Real>(state: &Self::State<R>, surface: &Surface<R>) -> Pose<R> {
        let body = &state.body;
        let on_road = Pose::on_road([body.x_m, body.y_m], body.yaw_rad, surface);
        on_road.tilted(body.z_m, body.attitude().tilt)
    }
}

/// Mode of the coming sub-step as far as it does not depend on forces: senses of motion, steering, assists, brakes and gears.
#[cfg_attr(not(debug_assertions), inline(always))]
fn begun<K: Kind, R: Real>(at: &SpacePoint<K, R>, dt_s: R) -> SpatialMode<R, K::Parts> {
    let SpacePoint { car, mode, state, input, .. } = *at;
    let (base, before) = (&car.planar.base, &mode.car);
    let steering = &base.steering;
    let senses = SpaceSenses::from_motion([state.body.velocity_m_s(), state.body.turn_rad_s()]);
    let body = senses.in_mode(before.body);
    let body = BodyMode {
        front_steer_rad: steering.advance(before.body.front_steer_rad, input.command.steer_rad, dt_s),
        ..body
    };
    let (planar, planar_input) = (state.planar(), input.planar());
    let Pressed { assists, acts, brakes } = pressed(base, before, &body, &planar, &planar_input, dt_s);
    let next = TwoTrackMode { body, assists, acts, brakes, ..*before };
    let (demand, turns, train) = (demand(&next, &planar_input), planar.driveline(), &base.driveline);
    let sensors = DrivelineSensors {
        brake: input.command.brake,
        handbrake: input.command.handbrake,
        steer_rad: body.front_steer_rad,
        velocity_m_s: planar.body.velocity(),
        yaw_rate_rad_s: planar.body.yaw_rate_rad_s,
        acceleration_m_s2: Vec2 { x: body.sensed_x_m_s2, y: body.sensed_y_m_s2 },
    };
    let begun = train.begin(&before.driveline, &turns, &demand, &sensors, dt_s);
    let next = TwoTrackMode { driveline: begun, ..next };
    let moving = state.travels.in_a_row();
    let travels = each_wheel!(W => TravelMode { travel_direction: moving[W].travel_rate_m_s.sign() });
    SpatialMode { car: next, travels: Wheels::from_row(travels), ..*mode }
}

/// Mode of the coming sub-step by one evaluation of its beginning: which wheels stand, and what friction holds.
#[cfg_attr(not(debug_assertions), inline(always))]
fn decided<K: Kind, R: Real>(
    at: &SpacePoint<K, R>,
    probe: &SpaceEvaluation<'_, R, K::Parts>,
    dt_s: R,
) -> SpatialMode<R, K::Parts> {
    let (base, mode, state) = (&at.car.planar.base, at.mode, at.state);
    let (planar, demand) = (state.planar(), demand(&mode.car, &at.input.planar()));
    let turned = &probe.driveline;
    let driveline = base.driveline.decide(
        &mode.car.driveline,
        &planar.driveline(),
        &turned.on_wheels,
        &turned.torque,
        &demand,
    );
    let wheels = each_wheel!(W => WheelMode {
        load_before_n: probe.kinematics.touches[W].load_n,
        road_grip: probe.kinematics.grounds[W].grip,
    });
    let senses = SpaceSenses::from_mode(&mode.car.body).released(&probe.articulated, &probe.standing);
    let sensed = probe.sensed_m_s2();
    let body = BodyMode { sensed_x_m_s2: sensed.x, sensed_y_m_s2: sensed.y, ..senses.in_mode(mode.car.body) };
    let (can_hold, own) = (probe.travel.can_hold(&probe.kinematics.touches), mode.travels.in_a_row());
    let travels = each_wheel!(W => TravelMode {
        travel_direction: released(own[W].travel_direction, probe.load_without_friction_n[W], can_hold[W]),
    });
    let sensors = SuspensionSensors {
        travel: probe.travel.travel,
        attitude: [R::zero(); 3],
        attitude_rates: [R::zero(); 3],
        acceleration_m_s2: Vec2 { x: body.sensed_x_m_s2, y: body.sensed_y_m_s2 },
        speed_m_s: state.body.velocity_x_m_s,
    };
    let springs = base.springs.advance(&mode.car.springs, &state.springs, &sensors, dt_s);
    let holds = probe.standing.can_hold_n.x.gt(R::zero());
    SpatialMode {
        car: TwoTrackMode { body, wheels: Wheels::from_row(wheels), driveline, springs, ..mode.car },
        space: SpaceMode { sub_step_s: dt_s, holds: Flag::new(holds) },
        travels: Wheels::from_row(travels),
    }
}

/// Rates of the state.
#[cfg_attr(not(debug_assertions), inline(always))]
fn rates<K: Kind, R: Real>(
    at: &SpacePoint<K, R>,
    now: &SpaceEvaluation<'_, R, K::Parts>,
) -> State<R, K::Parts> {
    let (kinematics, body) = (&now.kinematics, &at.state.body);
    let attitude = &kinematics.attitude;
    let (v, w) = (kinematics.motion.body_m_s, kinematics.motion.turn_rad_s);
    let centre_m = origin_to_centre(at.car.space.masses.cg_height_m);
    let position = attitude.to_road(v - w.cross(centre_m));
    let heading_rad_s = attitude.heading_rate_rad_s(w);
    let tilt = tilt_rate(body.attitude().tilt, w, heading_rad_s);
    let accelerations = &now.accelerations;
    let velocity = accelerations.body_m_s2 - w.cross(v);
    let (force_n, moment_nm) = now.external();
    let (impulse, angular) = (attitude.to_road(force_n), attitude.to_road(moment_nm));
    let rate = SpaceBody {
        x_m: position.x,
        y_m: position.y,
        z_m: position.z,
        engine_rad_s: now.driveline.torque.engine_rate_rad_s2,
        impulse_x_n_s: impulse.x,
        impulse_y_n_s: impulse.y,
        impulse_z_n_s: impulse.z,
        angular_impulse_x_nm_s: angular.x,
        angular_impulse_y_nm_s: angular.y,
        angular_impulse_z_nm_s: angular.z,
        ..Record::splat(R::zero())
    };
    let spins = now.driveline.torque.wheel_rate_rad_s2.in_a_row();
    let wheels = each_wheel!(W => WheelState {
        spin_rad_s: spins[W],
        deflection_x: now.tyres[W].rate_1_s.x,
        deflection_y: now.tyres[W].rate_1_s.y,
    });
    let travels = each_wheel!(W => WheelTravel {
        travel_m: kinematics.motion.travels_m_s[W],
        travel_rate_m_s: accelerations.travels_m_s2[W],
    });
    State {
        body: rate
            .turned_to(&HeadingAndTilt { yaw_rad: heading_rad_s, tilt })
            .moving(velocity, accelerations.turn_rad_s2),
        wheels: Wheels::from_row(wheels),
        travels: Wheels::from_row(travels),
        corners: now.bodywork.rates,
        driveline: now.driveline.torque.own_rate,
        springs: at
            .car
            .planar
            .base
            .springs
            .rates(&at.mode.car.springs, &at.state.springs, &now.travel.travel),
    }
}

impl<R: Real, P: Parts> SpaceEvaluation<'_, R, P> {
    /// All forces on the car, N, and their moment about its centre of mass, N.m, along the body's axes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn external(&self) -> (Vec3<R>, Vec3<R>) {
        let force_n = self.load.force_n + self.standing.held_n;
        let about_origin = self.load.moment_nm + self.standing.held_nm;
        (force_n, about_origin - self.kinematics.masses.centre_m().cross(force_n))
    }

    /// Reading of an accelerometer at the centre of mass along the body's axes, m/s^2.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sensed_m_s2(&self) -> Vec3<R> {
        let (force_n, _) = self.external();
        force_n.scale(R::one() / self.kinematics.masses.mass_kg()) - self.gravity_m_s2
    }
}
