//! The model's numbers of a vehicle.

use super::geometry::{SuspensionGeometry, VehicleAlignment};
use super::parts::{Parts, StandardParts, record_by_parts};
use super::records::BodyState;
use super::stance::Stance;
use super::suspension::Suspension;
use crate::brakes::{Brakes, Disc, Hydraulics};
use crate::each_wheel;
use crate::math::{Direction, Real, Vec2};
use crate::model::planar::body::PlanarBody;
use crate::record;
use crate::record::{Flag, Record};
use crate::record_of_parts;
use crate::spec::{AxleData, Vehicle};
use crate::steering::Steering;

record! {
    /// The car's body.
    pub struct BodyPart {
        /// Mass.
        mass_kg: "kg" [20.0, 150000.0],
        /// 1 / moment of inertia about the vertical axis through the centre of mass.
        inverse_yaw_inertia_1_kg_m2: "1/(kg.m^2)" [1e-7, 10.0],
        /// From the centre of mass to the front axle.
        to_front_m: "m" [0.01, 20.0],
        /// From the centre of mass to the rear axle.
        to_rear_m: "m" [0.01, 20.0],
    }

    /// Limits of a car's motion besides its parts.
    pub struct LimitsPart {
        /// Resistance proportional to speed.
        linear_resistance_n_s_m: "N.s/m" [0.0, 1000.0],
        /// The longest sub-step at which tyres and wheels are stable.
        longest_step_s: "s" [1e-5, 0.002],
    }

    /// Assists and brakes between the pedals and the wheels.
    pub struct PedalsPart {
        /// Set where an assist is on.
        assisted: flag,
        /// Set where the brakes' pressure is delayed or they fade.
        delayed: flag,
        /// Torque of the handbrake on both front wheels together.
        front_handbrake_nm: "N.m" [0.0, 1000000.0],
    }

    /// The wheels of an axle, each.
    pub struct WheelPart {
        /// Effective rolling radius.
        radius_m: "m" [0.05, 2.0],
        /// Half the distance between the wheels.
        half_track_m: "m" [0.0, 2.0],
        /// Rolling resistance over load.
        rolling_resistance: "-" [0.0, 0.3],
        /// Inclination at rest, negative where the wheels' tops lean inwards.
        camber_rad: "rad" [-0.2, 0.2],
    }
}

record_by_parts! {
    /// The car without its tyres.
    pub struct TwoTrackBase {
        /// Body.
        pub body: BodyPart<R>,
        /// Aerodynamics.
        pub aero: P::Aerodynamics<R>,
        /// Resistance proportional to speed, and the longest sub-step.
        pub limits: LimitsPart<R>,
        /// Steering.
        pub steering: Steering<R>,
        /// Load transfer by the body's moments.
        pub stance: Stance<R>,
        /// Front wheels.
        pub front: WheelPart<R>,
        /// Rear wheels.
        pub rear: WheelPart<R>,
        /// Engine, clutch, gears, differentials and the inertia of the wheels.
        pub driveline: P::Driveline<R>,
        /// Brakes.
        pub brakes: Brakes<R>,
        /// Assists of the driver.
        pub assists: P::Assists<R>,
        /// Handbrake in front, and whether assists or delayed brakes act between pedals and wheels.
        pub pedals: PedalsPart<R>,
        /// Masses, and the numbers of the linear springs and of the linear geometry; unused on the rigid level.
        pub suspension: Suspension<R>,
        /// Forces of springs and dampers; unused on the rigid level.
        pub springs: P::Springs<R>,
        /// Geometry of the suspension.
        pub geometry: P::Geometry<R>,
    }
}

/// The car that the model runs on, with tyres of kind `T`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct TwoTrackCar<T, R: Real, P: Parts = StandardParts> {
    /// All but the tyres.
    pub base: TwoTrackBase<R, P>,
    /// Tyre of each front wheel.
    pub front_tyre: T,
    /// Tyre of each rear wheel.
    pub rear_tyre: T,
}

impl<T: PartialEq, R: Real, P: Parts> PartialEq for TwoTrackCar<T, R, P>
where
    TwoTrackBase<R, P>: PartialEq,
{
    fn eq(&self, other: &Self) -> bool {
        self.base == other.base && self.front_tyre == other.front_tyre && self.rear_tyre == other.rear_tyre
    }
}

record_of_parts!([R: Real, T: Record<R>, P: Parts] TwoTrackCar<T, R, P> {
    base: TwoTrackBase<R, P>,
    front_tyre: T,
    rear_tyre: T,
});

impl<R: Real, P: Parts> TwoTrackBase<R, P> {
    /// Mass properties, as the stages of a planar car take them.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(in crate::model) fn planar(&self) -> PlanarBody<R> {
        PlanarBody {
            mass_kg: self.body.mass_kg,
            inverse_yaw_inertia_1_kg_m2: self.body.inverse_yaw_inertia_1_kg_m2,
            linear_resistance_n_s_m: self.limits.linear_resistance_n_s_m,
        }
    }
    /// Steering and static alignment by the vehicle's figures.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn alignment(&self) -> VehicleAlignment<'_, R> {
        VehicleAlignment {
            steering: &self.steering,
            camber_rad: [self.front.camber_rad, self.rear.camber_rad],
            camber_gain: self.suspension.body.camber_gain,
        }
    }
    /// Distance between the axles, m.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn wheelbase_m(&self) -> R {
        self.body.to_front_m + self.body.to_rear_m
    }
    /// Shares of the weight on the front and the rear axle, at rest on the level.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn weight_shares(&self) -> (R, R) {
        (self.stance.front_share, R::one() - self.stance.front_share)
    }
}

impl<R: Real, P: Parts> TwoTrackBase<R, P> {
    /// Places of the wheels in the body's frame, m.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(in crate::model) fn wheels_in_body_m(&self) -> [Vec2<R>; 4] {
        let (ahead, behind) = (self.body.to_front_m, -self.body.to_rear_m);
        let (front, rear) = (self.front.half_track_m, self.rear.half_track_m);
        [
            Vec2 { x: ahead, y: front },
            Vec2 { x: ahead, y: -front },
            Vec2 { x: behind, y: rear },
            Vec2 { x: behind, y: -rear },
        ]
    }

    /// Positions of the middles of the wheels' contacts on the road's axes, front left, front right, rear left, rear
    /// right, m: the points at which a program samples its ground.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn wheel_places_m(&self, body: &BodyState<R>) -> [[R; 2]; 4] {
        let heading = Direction::at_angle(body.yaw_rad);
        let places = self.wheels_in_body_m();
        each_wheel!(W => {
            let from_centre = places[W].to_parent(heading);
            [body.x_m + from_centre.x, body.y_m + from_centre.y]
        })
    }
}

impl<R: Real, P: Parts> TwoTrackBase<R, P> {
    /// All of a vehicle but its tyres.
    pub fn new(vehicle: &Vehicle<R>) -> Self {
        let (body, chassis) = (vehicle.body(), vehicle.chassis());
        let to_front_m = (R::one() - body.front_share) * body.wheelbase_m;
        let geometry = P::geometry(vehicle);
        let roll_centres_m = geometry.roll_centres_m(vehicle);
        Self {
            body: BodyPart {
                mass_kg: body.mass_kg,
                inverse_yaw_inertia_1_kg_m2: R::one() / body.yaw_inertia_kg_m2,
                to_front_m,
                to_rear_m: body.front_share * body.wheelbase_m,
            },
            aero: P::aerodynamics(vehicle),
            limits: LimitsPart {
                linear_resistance_n_s_m: body.linear_resistance_n_s_m,
                longest_step_s: vehicle.longest_turning_step_s(),
            },
            steering: Steering {
                rate_rad_s: chassis.steering.largest_rate_rad_s,
                ..Steering::parallel(chassis.steering.ratio, body.largest_steer_rad)
                    .with_ackermann(chassis.steering.ackermann, body.wheelbase_m, chassis.front_track_m)
                    .with_toe(chassis.steering.front_toe_rad, chassis.steering.rear_toe_rad)
            },
            stance: Stance::with_roll_centres(vehicle, roll_centres_m),
            front: WheelPart {
                half_track_m: R::lit(0.5) * chassis.front_track_m,
                camber_rad: chassis.front_camber_rad,
                ..WheelPart::new(vehicle.front())
            },
            rear: WheelPart {
                half_track_m: R::lit(0.5) * chassis.rear_track_m,
                camber_rad: chassis.rear_camber_rad,
                ..WheelPart::new(vehicle.rear())
            },
            driveline: P::driveline(vehicle),
            brakes: brakes(vehicle),
            assists: P::assists(vehicle),
            pedals: pedals::<R, P>(vehicle),
            suspension: Suspension::with_roll_centres(vehicle, roll_centres_m),
            springs: P::springs(vehicle),
            geometry,
        }
    }
}

fn brakes<R: Real>(vehicle: &Vehicle<R>) -> Brakes<R> {
    let (front, rear, chassis) = (vehicle.front(), vehicle.rear(), vehicle.chassis());
    let disc = Disc { fades: chassis.brake_fade, ..Disc::steady() };
    Brakes {
        hydraulics: Hydraulics {
            front_nm: front.brake_torque_nm,
            rear_nm: rear.brake_torque_nm,
            handbrake_nm: rear.handbrake_torque_nm,
            lag_s: chassis.brake_lag_s,
            ..Hydraulics::biased(R::zero(), R::lit(0.5), R::zero())
        },
        front_disc: disc,
        rear_disc: disc,
    }
}

fn pedals<R: Real, P: Parts>(vehicle: &Vehicle<R>) -> PedalsPart<R> {
    let chassis = vehicle.chassis();
    PedalsPart {
        assisted: Flag::new(P::has_assists(vehicle)),
        delayed: Flag::new(chassis.brake_lag_s.gt(R::zero()) | chassis.brake_fade.is_set()),
        front_handbrake_nm: vehicle.front().handbrake_torque_nm,
    }
}

impl<R: Real> WheelPart<R> {
    /// Wheels of an axle, without width and camber; as two, whatever their number on the axle.
    fn new(axle: &AxleData<R>) -> Self {
        Self {
            radius_m: axle.radius_m,
            half_track_m: R::zero(),
            rolling_resistance: axle.rolling_resistance,
            camber_rad: R::zero(),
        }
    }
}

impl<R: Real, T, P: Parts> TwoTrackCar<T, R, P> {
    /// A vehicle on tyres.
    pub fn new(vehicle: &Vehicle<R>, front_tyre: T, rear_tyre: T) -> Self {
        Self { base: TwoTrackBase::new(vehicle), front_tyre, rear_tyre }
    }

    /// The tyre of each wheel.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(in crate::model) fn tyres(&self) -> [&T; 4] {
        [&self.front_tyre, &self.front_tyre, &self.rear_tyre, &self.rear_tyre]
    }
}
