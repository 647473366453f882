//! Stage 1, kinematics: where the wheels point, how they move, and how the road rises below them.

use super::axle::{AxleParts, TwoAxles};
use super::body::PlanarMotion;
use super::point::EvaluationPoint;
use crate::each_wheel;
use crate::math::{Direction, Mask, Real, Vec2};
use crate::model::two_track::ride::{RoadBelow, climbing, position, sway};
use crate::model::two_track::{
    BodyState, Kind, LinkageOf, Parts, SIDES, SuspensionGeometry, SuspensionPosition, TwoTrackBase,
    TwoTrackState, WheelMotion, WheelRoad,
};
use crate::wheels::by_axle;

/// Motion of body and wheels over the road.
pub(in crate::model) struct Kinematics<R: Real, P: Parts> {
    /// Motion of the body in the plane.
    pub body: PlanarMotion<R>,
    /// Mean steering angle of the front wheels, rad.
    pub steer_rad: R,
    /// Motion of the wheels.
    pub wheels: WheelMotions<R, P>,
    /// Rise of the road over its plane per distance below each wheel, in the body's axes.
    pub rises: [Vec2<R>; 4],
    /// Position of the suspension.
    pub position: SuspensionPosition<R>,
    /// Vertical speed of the road below each wheel as the body moves over it, m/s: what the travel of the springs lacks, and
    /// with the load the power of the road's push.
    pub climb_m_s: [R; 4],
    /// Velocity of each contact that the links give it as the road below it rises, in the body's axes, m/s; on springs.
    pub climbing_m_s: [Vec2<R>; 4],
    /// True if a road below a wheel of any car of the block rises: on the level what follows from rises is left out.
    pub is_hill: bool,
}

/// Directions and motions of the wheels.
pub(in crate::model) struct WheelMotions<R: Real, P: Parts> {
    /// Mean direction of the front wheels in the body's axes.
    pub steer: Direction<R>,
    /// Direction of each wheel in the body's axes.
    pub axes: [Direction<R>; 4],
    /// Motion of each wheel in its own axes.
    pub motions: [WheelMotion<R>; 4],
    /// Lever of each tyre's longitudinal force about its axle, m: the rolling radius, over the cosine of the rise of the road
    /// along the wheel on springs.
    pub levers_m: [R; 4],
    /// Linkages of the front and of the rear axle; of no effect on the rigid level.
    pub linkages: [LinkageOf<P, R>; 2],
}

/// Motion of body and wheels at a point.
///
/// The steering angle is that of the command within the lock, or, with a limit of its rate, as far as the steering has
/// followed.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn kinematics<K: Kind, R: Real>(at: &EvaluationPoint<K, R>) -> Kinematics<R, K::Parts> {
    let (base, state) = (&at.car.base, &at.state.body);
    let body = PlanarMotion::new(state.yaw_rad, state.velocity(), state.yaw_rate_rad_s);
    let steer_rad = base.steering.now_rad(at.mode.body.front_steer_rad, at.input.command.steer_rad);
    let roads = at.input.roads.in_a_row();
    let grips = each_wheel!(W => at.surface.grip * roads[W].grip);
    let below = Below { roads: &roads, is_hill: any_rises(&roads) };
    let over_road = OverRoad::new::<K>(base, state, &below, body.heading);
    let wheels = WheelMotions::new::<K>(base, at.state, steer_rad, &grips, &over_road);
    let OverRoad { position, rises, climb_m_s, is_hill } = over_road;
    let climbing_m_s = climbing(&wheels.linkages, &climb_m_s);
    Kinematics { body, steer_rad, wheels, rises, position, climb_m_s, climbing_m_s, is_hill }
}

/// True if a road below a wheel of any car of the block rises, and of numbers with derivatives: on a level road the forces have slopes with
/// respect to its rises.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::model) fn any_rises<R: Real>(roads: &[WheelRoad<R>; 4]) -> bool {
    let steepest = each_wheel!(W => roads[W].rise_x.abs().max(roads[W].rise_y.abs()));
    let rises = (steepest[0].max(steepest[1])).max(steepest[2].max(steepest[3])).gt(R::zero()).any();
    R::HAS_DERIVATIVE || rises
}

/// Roads below the wheels.
pub(in crate::model) struct Below<'a, R> {
    /// Road below each wheel.
    pub roads: &'a [WheelRoad<R>; 4],
    /// True if one of any car of the block rises ([`any_rises`]), and that is to be taken into account.
    pub is_hill: bool,
}

/// Position and motion of the suspension over the road.
pub(in crate::model) struct OverRoad<R> {
    /// Position.
    pub position: SuspensionPosition<R>,
    /// Rise of the road over its plane per distance below each wheel, in the body's axes.
    pub rises: [Vec2<R>; 4],
    /// Vertical speed of the road below each wheel, m/s.
    pub climb_m_s: [R; 4],
    /// True if a road below a wheel of any car of the block rises.
    pub is_hill: bool,
}

impl<R: Real> OverRoad<R> {
    /// Over the roads below the wheels, for a body of this heading. A road that rises by r per distance below a wheel of
    /// velocity v rises below it at the rate r . v.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new<K: Kind>(
        base: &TwoTrackBase<R, K::Parts>,
        body: &BodyState<R>,
        Below { roads, is_hill }: &Below<R>,
        heading: Direction<R>,
    ) -> Self {
        let rises = each_wheel!(W => Vec2 { x: roads[W].rise_x, y: roads[W].rise_y }.to_child(heading));
        let heights_m = each_wheel!(W => roads[W].height_m);
        let position = position::<K, R>(base, body, &RoadBelow { heights_m, rises });
        let places = base.wheels_in_body_m();
        let climb_m_s = each_wheel!(W => rises[W].dot(body.velocity_at(&places[W])));
        Self { position, rises, climb_m_s, is_hill: *is_hill }
    }

    /// Velocities of the contacts with the body's heave, along which their forces' vertical components act: v + r z'.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn along_road(&self, velocities_m_s: &[Vec2<R>; 4], heave_rate_m_s: R) -> [Vec2<R>; 4] {
        // From 0: where the road of a car does not rise, its velocities keep the sign of their own zeros.
        each_wheel!(W => velocities_m_s[W] - (Vec2::zero() - self.rises[W].scale(heave_rate_m_s)))
    }

    /// Levers of the horizontal forces of tyres of these radii: a force along the wheel and the road is longer than its
    /// horizontal component by sqrt(1 + r^2), with the rise r of the road along the wheel.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn levers_m(&self, radii_m: &[R; 4], axes: &[Direction<R>; 4]) -> [R; 4] {
        each_wheel!(W => {
            let rise = self.rises[W].to_child(axes[W]).x;
            radii_m[W] * (R::one() + rise * rise).sqrt()
        })
    }
}

impl<R: Real, P: Parts> WheelMotions<R, P> {
    /// Velocity of each hub, v + yaw rate x place, in the axes of its wheel (Monster v1.9, high-speed turning: v_y + omega b
    /// at the front axle), and the circumferential speed omega R of its tyre. On springs the contacts also move with roll,
    /// pitch and heave, as the linkages lead them, and along a road that rises (module `ride` of `two_track`).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new<K: Kind<Parts = P>>(
        base: &TwoTrackBase<R, P>,
        state: &TwoTrackState<R, P>,
        steer_rad: R,
        grips: &[R; 4],
        over_road: &OverRoad<R>,
    ) -> Self {
        let OverRoad { position, climb_m_s, .. } = over_road;
        let steer = Direction::at_angle(steer_rad);
        let (geometry, alignment) = (&base.geometry, base.alignment());
        let aligned = if K::SPRUNG {
            geometry.alignment(&alignment, steer, position)
        } else {
            geometry.static_alignment(&alignment, steer)
        };
        let axes = each_wheel!(W => aligned[W].direction);
        let linkages = geometry.linkages(&base.suspension, position);
        let places = base.wheels_in_body_m();
        let wheels = state.wheels.in_a_row();
        let velocities = each_wheel!(W => state.body.velocity_at(&places[W]));
        let velocities = if K::SPRUNG {
            let roll_rad = position.roll_rad;
            let (sways, climbing) =
                (sway(base, &linkages, &state.body, roll_rad), climbing(&linkages, climb_m_s));
            // From 0: on an even road what is taken away is +0, and the sum keeps the sign of its own zeros.
            each_wheel!(W => velocities[W] + sways[W] - (Vec2::zero() - climbing[W]))
        } else {
            velocities
        };
        let mut levers_m = by_axle(base.front.radius_m, base.rear.radius_m);
        let mut velocities = velocities;
        if K::SPRUNG && over_road.is_hill {
            velocities = over_road.along_road(&velocities, state.body.heave_rate_m_s);
            levers_m = over_road.levers_m(&levers_m, &axes);
        }
        let motions = each_wheel!(W => WheelMotion {
            tread_m_s: wheels[W].spin_rad_s * levers_m[W],
            hub_m_s: velocities[W].to_child(axes[W]),
            grip: grips[W],
            camber_rad: aligned[W].camber_rad,
            side: R::lit(SIDES[W]),
        });
        Self { steer, axes, motions, levers_m, linkages }
    }
}

/// Motion of a car with two axles.
pub(in crate::model) struct AxleKinematics<R> {
    /// Motion of the body in the plane.
    pub body: PlanarMotion<R>,
    /// Direction of the front wheels in the body's axes.
    pub steer: Direction<R>,
    /// Velocity of the hubs of the front and of the rear wheels, each in the axes of its wheels, m/s.
    pub hubs_m_s: [Vec2<R>; 2],
}

/// Motion of a car with two axles.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn axle_kinematics<K: TwoAxles, R: Real>(
    parts: &AxleParts<R>,
    body: PlanarMotion<R>,
    steer: Direction<R>,
) -> AxleKinematics<R> {
    let hubs_m_s =
        if K::TURNS { hub_velocities(&parts.to_axles_m, &body, steer) } else { [body.velocity_m_s; 2] };
    AxleKinematics { body, steer, hubs_m_s }
}

/// Velocities of the hubs of both axles, m/s: v_y + omega b and v_y - omega c (Monster v1.9, high-speed turning), in the
/// axes of their wheels.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::model) fn hub_velocities<R: Real>(
    [to_front_m, to_rear_m]: &[R; 2],
    body: &PlanarMotion<R>,
    steer: Direction<R>,
) -> [Vec2<R>; 2] {
    let (Vec2 { x, y }, yaw_rate) = (body.velocity_m_s, body.yaw_rate_rad_s);
    let front = Vec2 { x, y: y + *to_front_m * yaw_rate };
    [front.to_child(steer), Vec2 { x, y: y - *to_rear_m * yaw_rate }]
}
