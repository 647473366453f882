//! Interface of the four-wheel car to the geometry of its suspension, and the linear one behind it.

use super::linkage::{AxleLinkage, RollCentre};
use super::suspension::{AxleSuspension, Suspension};
use crate::each_wheel;
use crate::math::{Direction, Real};
use crate::record::Record;
use crate::record_of_parts;
use crate::spec::Vehicle;
use crate::steering::Steering;

/// Position of the suspension.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SuspensionPosition<R> {
    /// Distance of body and road at each wheel beyond that at rest on the level, front left, front right, rear left,
    /// rear right, m; negative where the wheel has sprung in.
    pub travel_m: [R; 4],
    /// Roll of the body to the road, rad, positive with the right side down.
    pub roll_rad: R,
}

impl<R: Real> SuspensionPosition<R> {
    /// At rest on the level.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn at_rest() -> Self {
        Self { travel_m: [R::zero(); 4], roll_rad: R::zero() }
    }
}

/// Steering and static alignment by the vehicle's own figures.
#[derive(Clone, Copy, Debug)]
pub struct VehicleAlignment<'a, R> {
    /// Steering, with Ackermann's share and static toe: [`directions`](Steering::directions) of all wheels.
    pub steering: &'a Steering<R>,
    /// Camber at rest of the front and of the rear wheels, rad, negative where their tops lean inwards.
    pub camber_rad: [R; 2],
    /// Inclination of a wheel to the road per roll of the body.
    pub camber_gain: R,
}

/// Alignment of a wheel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WheelAlignment<R> {
    /// Direction in the body's axes: steering, toe and bump steer.
    pub direction: Direction<R>,
    /// Inclination to the road, rad, positive with the top to the left.
    pub camber_rad: R,
}

/// Geometry of a car's suspension: how its wheels point and lean, and how its linkages lead them.
///
/// On the rigid level the body neither travels nor rolls: there geometry is the roll centres, by which the loads move,
/// and the static alignment. On springs all of it is a function of the position. What it returns is kinematics only;
/// forces, jacking and the energy of them follow by virtual work ([`AxleLinkage`]). Springs act on the travel of the
/// wheels, so a motion ratio belongs to [`Springs`](super::Springs).
///
/// Besides, the roll centres at rest give the body its pendulum: it tips by H phi over each (module `ride`).
/// Compliance, toe and camber by the forces of the tyres, is not geometry and not part of it.
///
/// Cars move side by side in lanes only where no function branches on a number, and all that runs in a step is
/// `inline(always)` and without closures.
///
/// ```
/// use skidpad_core::math::{Direction, Real, Vec2};
/// use skidpad_core::model::two_track::{
///     IndependentWheels, LinearGeometry, Parts, Suspension, SuspensionGeometry, SuspensionPosition,
///     VehicleAlignment, WheelAlignment,
/// };
/// use skidpad_core::spec::Vehicle;
///
/// skidpad_core::record! {
///     /// Trailing arms at the rear, parallel to the road at rest: their wheels lean with the body and move forwards as they
///     /// spring either way. The front stays the vehicle's.
///     pub struct TrailingArms {
///         /// Length of the arms.
///         arm_m: "m" [0.1, 2.0],
///         /// Twice the height of the front roll centre over the track.
///         front_share: "-" [-1.0, 1.0],
///     }
/// }
///
/// impl<R: Real> SuspensionGeometry<R> for TrailingArms<R> {
///     type Linkage = IndependentWheels<R>;
///
///     fn roll_centres_m(&self, vehicle: &Vehicle<R>) -> [R; 2] {
///         [vehicle.chassis().front_roll_centre_m, R::zero()]
///     }
///
///     #[inline(always)]
///     fn alignment(
///         &self,
///         vehicle: &VehicleAlignment<R>,
///         steer: Direction<R>,
///         position: &SuspensionPosition<R>,
///     ) -> [WheelAlignment<R>; 4] {
///         let [front_left, front_right, rear_left, rear_right] =
///             LinearGeometry.alignment(vehicle, steer, position);
///         let (left_rad, right_rad) = (vehicle.camber_rad[1], -vehicle.camber_rad[1]);
///         [
///             front_left,
///             front_right,
///             WheelAlignment { camber_rad: left_rad - position.roll_rad, ..rear_left },
///             WheelAlignment { camber_rad: right_rad - position.roll_rad, ..rear_right },
///         ]
///     }
///
///     #[inline(always)]
///     fn linkages(&self, _: &Suspension<R>, position: &SuspensionPosition<R>) -> [IndependentWheels<R>; 2] {
///         let [_, _, left_m, right_m] = position.travel_m;
///         let share = self.front_share;
///         [
///             IndependentWheels { per_travel: [Vec2 { x: R::zero(), y: -share }, Vec2 { x: R::zero(), y: share }] },
///             IndependentWheels { per_travel: [self.forwards(left_m), self.forwards(right_m)] },
///         ]
///     }
/// }
///
/// impl<R: Real> TrailingArms<R> {
///     /// Displacement of a contact per travel: the wheel is sqrt(arm^2 - e^2) behind the arm's pivot.
///     #[inline(always)]
///     fn forwards(&self, travel_m: R) -> Vec2<R> {
///         let level_m = (self.arm_m * self.arm_m - travel_m * travel_m).max(R::lit(1e-4)).sqrt();
///         Vec2 { x: travel_m / level_m, y: R::zero() }
///     }
/// }
///
/// /// The standard car on them.
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// struct OnArms;
///
/// impl Parts for OnArms {
///     type Geometry<R: Real> = TrailingArms<R>;
///     fn geometry<R: Real>(vehicle: &Vehicle<R>) -> TrailingArms<R> {
///         let chassis = vehicle.chassis();
///         let front_share = R::lit(2.0) * chassis.front_roll_centre_m / chassis.front_track_m;
///         TrailingArms { arm_m: R::lit(0.45), front_share }
///     }
///     skidpad_core::standard_parts!(aerodynamics, driveline, assists, springs);
/// }
/// ```
pub trait SuspensionGeometry<R: Real>: Record<R> {
    /// Linkages of the axles.
    type Linkage: AxleLinkage<R>;
    /// True if alignment or linkages depend on the travel of the wheels. If not, the travel may be 0 in the position.
    const FOLLOWS_TRAVEL: bool = true;

    /// Heights of the roll centres at rest on the level, of the front and of the rear axle, m. Evaluated once, for a
    /// car's constants; they must be those of the [`linkages`](Self::linkages) at rest.
    fn roll_centres_m(&self, vehicle: &Vehicle<R>) -> [R; 2];

    /// Alignment of each wheel, front left, front right, rear left, rear right. `steer` is the mean direction of the
    /// front wheels.
    fn alignment(
        &self,
        vehicle: &VehicleAlignment<R>,
        steer: Direction<R>,
        position: &SuspensionPosition<R>,
    ) -> [WheelAlignment<R>; 4];

    /// Alignment of each wheel at rest on the level: all that there is without springs.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn static_alignment(&self, vehicle: &VehicleAlignment<R>, steer: Direction<R>) -> [WheelAlignment<R>; 4] {
        self.alignment(vehicle, steer, &SuspensionPosition::at_rest())
    }

    /// Linkages of the front and of the rear axle.
    fn linkages(&self, suspension: &Suspension<R>, position: &SuspensionPosition<R>) -> [Self::Linkage; 2];
}

/// Geometry by the vehicle's figures: fixed roll centres, anti-dive and anti-squat, static toe, and camber that grows
/// with roll. Springing in leaves toe and camber as they are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinearGeometry;

record_of_parts!([R: Real] LinearGeometry {});

impl<R: Real> SuspensionGeometry<R> for LinearGeometry {
    type Linkage = RollCentre<R>;
    const FOLLOWS_TRAVEL: bool = false;

    fn roll_centres_m(&self, vehicle: &Vehicle<R>) -> [R; 2] {
        vehicle.chassis().roll_centres_m()
    }

    /// Static camber, mirrored on the right, less the share of the roll that the links pass on: with the right side
    /// down the wheels' tops lean to the right.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn alignment(
        &self,
        vehicle: &VehicleAlignment<R>,
        steer: Direction<R>,
        position: &SuspensionPosition<R>,
    ) -> [WheelAlignment<R>; 4] {
        let fixed = self.static_alignment(vehicle, steer);
        let rolled = vehicle.camber_gain * position.roll_rad;
        each_wheel!(W => WheelAlignment { camber_rad: fixed[W].camber_rad - rolled, ..fixed[W] })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn static_alignment(&self, vehicle: &VehicleAlignment<R>, steer: Direction<R>) -> [WheelAlignment<R>; 4] {
        let directions = vehicle.steering.directions(steer);
        let [front, rear] = vehicle.camber_rad;
        let cambers = [front, -front, rear, -rear];
        each_wheel!(W => WheelAlignment { direction: directions[W], camber_rad: cambers[W] })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn linkages(&self, suspension: &Suspension<R>, _: &SuspensionPosition<R>) -> [RollCentre<R>; 2] {
        [RollCentre::from_axle(&suspension.front), RollCentre::from_axle(&suspension.rear)]
    }
}

impl<R: Real> RollCentre<R> {
    /// Linkage by the vehicle's figures.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn from_axle(axle: &AxleSuspension<R>) -> Self {
        Self { roll_arm_m: axle.roll_arm_m, geometric_share: axle.geometric_share, support: axle.support }
    }
}
