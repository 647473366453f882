//! The car's numbers in space: where its masses, wheels and corners are.

use super::freed::{FreedWheels, PathOfWheel};
use crate::math::{Direction, Real, Vec3};
use crate::model::two_track::parts::{Parts, StandardParts};
use crate::model::two_track::{
    AxleLinkage, AxleSuspension, SuspensionGeometry, SuspensionPosition, TwoTrackBase, TwoTrackCar,
};
use crate::record::Record;
use crate::spec::Vehicle;
use crate::units::STANDARD_GRAVITY_M_S2;
use crate::wheels::{Wheels, by_axle};
use crate::{compound_record, each_wheel, record, record_of_parts};

/// Damping of a tyre's vertical spring, as the share of the critical one with the wheel's mass.
const TYRE_DAMPING_RATIO: f64 = 0.05;
/// Radius of the rounding of a tyre across, over its rolling radius: half the width of a passenger car's tyre.
const ROUNDING: f64 = 0.3;
/// Least mass of a wheel with what moves with it, over the mass that it carries: a lighter one would need shorter sub-steps.
const LEAST_UNSPRUNG: f64 = 0.01;
/// Least moment of inertia of the body without its wheels, over that of the whole.
const LEAST_INERTIA: f64 = 0.2;
/// Overhang of the bodywork beyond each axle, over the wheelbase.
const OVERHANG: f64 = 0.33;
/// Height of the sills and the bumpers' edges at rest, over the car's height.
pub const SILL_SHARE: f64 = 0.12;
/// Half length of the roof, over the wheelbase, and half its width, over the car's width.
pub const ROOF_SHARES: [f64; 2] = [0.3, 0.38];
/// Depth to which the bodywork of a car sinks that lies on four of its corners, m.
const BODY_SUNK_M: f64 = 0.01;
/// Step times the fastest rate of wheel hop, at most.
const HOP_SHARE: f64 = 0.6;

record! {
    /// The body without its wheels. Points and moments are about the centre of mass of the whole car at rest.
    pub struct SpaceMasses {
        /// Mass of the whole car.
        mass_kg: "kg" [20.0, 150000.0],
        /// 1 over it.
        inverse_mass_1_kg: "1/kg" [1e-6, 0.1],
        /// Height of the centre of mass over the body's origin.
        cg_height_m: "m" [0.01, 10.0],
        /// Moment of inertia of the body without wheels about its longitudinal axis.
        roll_inertia_kg_m2: "kg.m^2" [0.0001, 1e7],
        /// Moment of inertia of the body without wheels about its lateral axis.
        pitch_inertia_kg_m2: "kg.m^2" [0.0001, 1e7],
        /// Moment of inertia of the body without wheels about its vertical axis.
        yaw_inertia_kg_m2: "kg.m^2" [0.0001, 1e7],
        /// Product of inertia of the longitudinal and the vertical axis, the integral of x z dm.
        roll_yaw_product_kg_m2: "kg.m^2" [-1e7, 1e7],
    }

    /// A wheel, its tyre's vertical spring and the path of its suspension.
    pub struct SpaceWheel {
        /// Middle of the wheel at rest, ahead of the centre of mass.
        hub_x_m: "m" [-20.0, 20.0],
        /// Middle of the wheel at rest, to the left of the centre of mass.
        hub_y_m: "m" [-2.0, 2.0],
        /// Middle of the wheel at rest, above the centre of mass.
        hub_z_m: "m" [-10.0, 2.0],
        /// Way forwards per travel outwards.
        path_x: "-" [-2.0, 2.0],
        /// Way to the left per travel outwards.
        path_y: "-" [-2.0, 2.0],
        /// Moment of the path about the centre of mass, about the longitudinal axis.
        lever_x_m: "m" [-20.0, 20.0],
        /// Moment of the path about the lateral axis.
        lever_y_m: "m" [-20.0, 20.0],
        /// Moment of the path about the vertical axis.
        lever_z_m: "m" [-20.0, 20.0],
        /// 1 / (square of the way per travel).
        inverse_path_square: "-" [0.1, 1.0],
        /// Sine of the camber at rest, positive with the top to the left.
        camber_sin: "-" [-0.5, 0.5],
        /// Cosine of the camber at rest.
        camber_cos: "-" [0.5, 1.0],
        /// Mass of the wheel with what moves with it.
        mass_kg: "kg" [0.01, 50000.0],
        /// 1 over it.
        inverse_mass_1_kg: "1/kg" [1e-5, 100.0],
        /// Stiffness of the tyre's vertical spring.
        tyre_n_m: "N/m" [1e3, 1e8],
        /// Damping of this spring.
        tyre_n_s_m: "N.s/m" [0.0, 1e7],
        /// Radius of the tyre without load.
        radius_m: "m" [0.05, 3.0],
        /// Radius of its rounding across.
        rounding_m: "m" [0.0, 1.0],
        /// Way out from rest to its stop.
        rebound_m: "m" [0.0, 1.0],
        /// Force of that stop over the square of its compression; 0 without stop.
        rebound_n_m2: "N/m^2" [0.0, 1e13],
    }

    /// The bodywork, by the corners of its underside and of its roof.
    pub struct Bodywork {
        /// Ahead of the centre of mass to the front bumper.
        front_m: "m" [-20.0, 20.0],
        /// Behind the centre of mass to the rear bumper.
        rear_m: "m" [-20.0, 20.0],
        /// Half width.
        half_width_m: "m" [0.05, 5.0],
        /// Height of the sills over the centre of mass.
        sill_z_m: "m" [-10.0, 5.0],
        /// From the centre of mass forwards to the front edge of the roof.
        roof_front_m: "m" [-20.0, 20.0],
        /// From the centre of mass backwards to the rear edge of the roof.
        roof_rear_m: "m" [-20.0, 20.0],
        /// Half width of the roof.
        roof_half_width_m: "m" [0.01, 5.0],
        /// Height of the roof over the centre of mass.
        roof_z_m: "m" [-5.0, 10.0],
        /// Stiffness of a corner.
        stiffness_n_m: "N/m" [1e3, 1e9],
        /// Longest stable sub-step of wheels and bodywork.
        longest_step_s: "s" [1e-5, 0.002],
    }
}

compound_record! {
    /// Masses, wheels and bodywork in space.
    pub struct SpaceParts {
        /// Masses.
        pub masses: SpaceMasses<R>,
        /// Wheels.
        pub wheels: Wheels<SpaceWheel<R>>,
        /// Bodywork.
        pub bodywork: Bodywork<R>,
        /// Inertia of the body with free wheels, as far as it is the same at all travels.
        pub free_wheels: FreedWheels<R>,
    }
}

/// The car that the model runs on, with tyres of kind `T`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct SpatialCar<T, R: Real, P: Parts = StandardParts> {
    /// Everything that the planar car has, too.
    pub planar: TwoTrackCar<T, R, P>,
    /// Masses, wheels and bodywork in space.
    pub space: SpaceParts<R>,
}

impl<T: PartialEq, R: Real, P: Parts> PartialEq for SpatialCar<T, R, P>
where
    TwoTrackBase<R, P>: PartialEq,
    SpaceParts<R>: PartialEq,
{
    fn eq(&self, other: &Self) -> bool {
        self.planar == other.planar && self.space == other.space
    }
}

record_of_parts!([R: Real, T: Record<R>, P: Parts] SpatialCar<T, R, P> {
    planar: TwoTrackCar<T, R, P>,
    space: SpaceParts<R>,
});

impl<R: Real> SpaceWheel<R> {
    /// Middle of the wheel at rest, from the centre of mass, m.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn at_rest_m(&self) -> Vec3<R> {
        Vec3 { x: self.hub_x_m, y: self.hub_y_m, z: self.hub_z_m }
    }
    /// Moment of the path about the centre of mass, m.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn lever_m(&self) -> Vec3<R> {
        Vec3 { x: self.lever_x_m, y: self.lever_y_m, z: self.lever_z_m }
    }
    /// Way of the wheel per travel.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn path(&self) -> Vec3<R> {
        Vec3 { x: self.path_x, y: self.path_y, z: -R::one() }
    }
}

impl<R: Real> Bodywork<R> {
    /// Points of the corners, from the centre of mass, m: the sill and the roof at each.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn points_m(&self) -> [[Vec3<R>; 2]; 4] {
        let (half, roof_half) = (self.half_width_m, self.roof_half_width_m);
        let ahead = Vec3 { x: self.front_m, y: R::zero(), z: self.sill_z_m };
        let behind = Vec3 { x: -self.rear_m, ..ahead };
        let roof_ahead = Vec3 { x: self.roof_front_m, y: R::zero(), z: self.roof_z_m };
        let roof_behind = Vec3 { x: -self.roof_rear_m, ..roof_ahead };
        [
            [Vec3 { y: half, ..ahead }, Vec3 { y: roof_half, ..roof_ahead }],
            [Vec3 { y: -half, ..ahead }, Vec3 { y: -roof_half, ..roof_ahead }],
            [Vec3 { y: half, ..behind }, Vec3 { y: roof_half, ..roof_behind }],
            [Vec3 { y: -half, ..behind }, Vec3 { y: -roof_half, ..roof_behind }],
        ]
    }
}

impl<R: Real, T: Record<R>, P: Parts> SpatialCar<T, R, P> {
    /// The suspension of each wheel's axle.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn axles(&self) -> [&AxleSuspension<R>; 4] {
        let suspension = &self.planar.base.suspension;
        by_axle(&suspension.front, &suspension.rear)
    }
}

impl<R: Real, T, P: Parts> SpatialCar<T, R, P> {
    /// A vehicle whose planar car is given.
    pub(super) fn new(vehicle: &Vehicle<R>, planar: TwoTrackCar<T, R, P>) -> Self {
        let base = &planar.base;
        let linkages = base.geometry.linkages(&base.suspension, &SuspensionPosition::at_rest());
        let [[fl, fr], [rl, rr]] = [linkages[0].per_travel(), linkages[1].per_travel()];
        let paths = [fl, fr, rl, rr];
        let places = base.wheels_in_body_m();
        let axles = by_axle(&base.suspension.front, &base.suspension.rear);
        let own = &vehicle.chassis().space;
        let tyres_n_m = by_axle(own.front_tyre_n_m, own.rear_tyre_n_m);
        let rebounds_m = by_axle(own.front_rebound_m, own.rear_rebound_m);
        let radii_m = by_axle(base.front.radius_m, base.rear.radius_m);
        let cg_height_m = base.suspension.body.cg_height_m;
        let gravity = R::lit(STANDARD_GRAVITY_M_S2);
        let straight = Direction { sin: R::zero(), cos: R::one() };
        let aligned = base.geometry.static_alignment(&base.alignment(), straight);
        let wheels = each_wheel!(W => {
            let load_n = axles[W].preload_n + axles[W].unsprung_kg * gravity;
            let mass_kg = Real::max(axles[W].unsprung_kg, R::lit(LEAST_UNSPRUNG) * load_n / gravity);
            let tyre_n_m = tyres_n_m[W];
            let hub = Vec3 { x: places[W].x, y: places[W].y, z: radii_m[W] - cg_height_m };
            let lever = hub.cross(Vec3 { x: paths[W].x, y: paths[W].y, z: -R::one() });
            SpaceWheel {
                hub_x_m: hub.x,
                hub_y_m: hub.y,
                hub_z_m: hub.z,
                lever_x_m: lever.x,
                lever_y_m: lever.y,
                lever_z_m: lever.z,
                path_x: paths[W].x,
                path_y: paths[W].y,
                inverse_path_square: R::one() / (R::one() + paths[W].norm_squared()),
                camber_sin: aligned[W].camber_rad.sin(),
                camber_cos: aligned[W].camber_rad.cos(),
                mass_kg,
                inverse_mass_1_kg: R::one() / mass_kg,
                tyre_n_m,
                tyre_n_s_m: R::lit(2.0 * TYRE_DAMPING_RATIO) * Real::sqrt(tyre_n_m * mass_kg),
                radius_m: radii_m[W] + load_n / tyre_n_m,
                rounding_m: R::lit(ROUNDING) * radii_m[W],
                rebound_m: rebounds_m[W],
                rebound_n_m2: axles[W].hard_stop_n_m2(vehicle.chassis(), rebounds_m[W]),
            }
        });
        let bodywork = bodywork(vehicle, &wheels, &axles);
        let masses = masses(vehicle, &wheels);
        let paths = each_wheel!(W => PathOfWheel {
            path: wheels[W].path(),
            lever_m: wheels[W].lever_m(),
            along_kg: wheels[W].mass_kg * wheels[W].inverse_path_square,
        });
        let free_wheels = FreedWheels::new(masses.mass_kg, &paths);
        let space = SpaceParts { masses, wheels: Wheels::from_row(wheels), bodywork, free_wheels };
        Self { planar, space }
    }
}

/// Masses of a vehicle: its moments of inertia less those of its wheels.
///
/// Of roll and pitch a vehicle's figures are those that move on the springs, while the wheels follow the road: with them the wheels'
/// masses stay where they are, along the paths of the suspension.
fn masses<R: Real>(vehicle: &Vehicle<R>, wheels: &[SpaceWheel<R>; 4]) -> SpaceMasses<R> {
    let (body, chassis) = (vehicle.body(), vehicle.chassis());
    let mut of_wheels = [R::zero(); 3];
    for wheel in wheels {
        let [x, y, z] = [wheel.hub_x_m, wheel.hub_y_m, wheel.hub_z_m].map(|place| place * place);
        of_wheels[0] += wheel.mass_kg * z;
        of_wheels[1] += wheel.mass_kg * z;
        of_wheels[2] += wheel.mass_kg * (x + y);
    }
    let without = |whole: R, wheels: R| Real::max(whole - wheels, R::lit(LEAST_INERTIA) * whole);
    SpaceMasses {
        mass_kg: body.mass_kg,
        inverse_mass_1_kg: R::one() / body.mass_kg,
        cg_height_m: body.cg_height_m,
        roll_inertia_kg_m2: without(chassis.roll_inertia_kg_m2, of_wheels[0]),
        pitch_inertia_kg_m2: without(chassis.pitch_inertia_kg_m2, of_wheels[1]),
        yaw_inertia_kg_m2: without(body.yaw_inertia_kg_m2, of_wheels[2]),
        roll_yaw_product_kg_m2: chassis.space.roll_yaw_product_kg_m2,
    }
}

fn bodywork<R: Real>(
    vehicle: &Vehicle<R>,
    wheels: &[SpaceWheel<R>; 4],
    axles: &[&AxleSuspension<R>; 4],
) -> Bodywork<R> {
    let (body, chassis) = (vehicle.body(), vehicle.chassis());
    let overhang_m = R::lit(OVERHANG) * body.wheelbase_m;
    let (front_m, rear_m) = (wheels[0].hub_x_m, -wheels[2].hub_x_m);
    let middle_m = R::lit(0.5) * (front_m - rear_m);
    let roof_m = R::lit(ROOF_SHARES[0]) * body.wheelbase_m;
    let weight_n = body.mass_kg * R::lit(STANDARD_GRAVITY_M_S2);
    // Wheel hop: s^2 + (c / m) s + k / m, whose fastest root is at most c / m + sqrt(k / m).
    let mut rate = R::zero();
    for wheel in 0..4 {
        let (own, axle) = (&wheels[wheel], axles[wheel]);
        let stop_n_m2 = Real::max(axle.stop_n_m2, own.rebound_n_m2);
        let stop_n_m = R::lit(2.0) * stop_n_m2 * axle.stop_length_m;
        let stiffness = own.tyre_n_m + axle.spring_n_m + axle.bar_n_m + axle.bar_n_m + stop_n_m;
        let hop = (own.tyre_n_s_m + axle.damper_n_s_m) / own.mass_kg + Real::sqrt(stiffness / own.mass_kg);
        rate = Real::max(rate, hop);
    }
    Bodywork {
        front_m: front_m + overhang_m,
        rear_m: rear_m + overhang_m,
        half_width_m: R::lit(0.5) * chassis.width_m,
        sill_z_m: R::lit(SILL_SHARE) * chassis.height_m - body.cg_height_m,
        roof_front_m: middle_m + roof_m,
        roof_rear_m: roof_m - middle_m,
        roof_half_width_m: R::lit(ROOF_SHARES[1]) * chassis.width_m,
        roof_z_m: Real::max(chassis.height_m - body.cg_height_m, R::lit(0.07) * chassis.height_m),
        stiffness_n_m: weight_n / R::lit(4.0 * BODY_SUNK_M),
        longest_step_s: Real::min(R::lit(crate::spec::LONGEST_STEP_S), R::lit(HOP_SHARE) / rate),
    }
}
