//! The model's numbers of a vehicle: few, and with everything that can be computed once.

use crate::compound_record;
use crate::math::Real;
use crate::model::planar::axle::AxleWheels;
use crate::model::planar::body::PlanarBody;
use crate::powertrain::{Axles, ClutchGrip, Converter, EngineData, Gears, ShiftData, TorqueCurve, Train};
use crate::record;
use crate::spec::{AxleData, Vehicle};
use crate::tyre::CombinedTyre;

/// Most segments of the engine's curve. Few, since a batch of different cars copies all of them in every step.
pub const CURVE_PLACES: usize = 9;
/// Most rows of the converter's table.
pub const CONVERTER_ROWS: usize = 8;

record! {
    /// The car as a whole.
    pub struct TrackBody {
        /// Mass.
        mass_kg: "kg" [20.0, 150000.0],
        /// 1 / moment of inertia about the vertical axis through the centre of mass.
        inverse_yaw_inertia_1_kg_m2: "1/(kg.m^2)" [1e-7, 10.0],
        /// From the centre of mass to the front axle: Monster's b.
        to_front_m: "m" [0.01, 20.0],
        /// From the centre of mass to the rear axle: Monster's c.
        to_rear_m: "m" [0.01, 20.0],
        /// Height of the centre of mass over the wheelbase.
        height_over_wheelbase: "-" [0.002, 20.0],
        /// Drag coefficient times frontal area.
        drag_area_m2: "m^2" [0.0, 60.0],
        /// Resistance proportional to speed.
        linear_resistance_n_s_m: "N.s/m" [0.0, 1000.0],
        /// Steering angle at the lock.
        largest_steer_rad: "rad" [0.02, 1.5],
        /// The longest sub-step at which tyres and wheels are stable.
        longest_step_s: "s" [1e-5, 0.002],
    }

    /// Distribution and losses of the drive.
    pub struct TrackDrive {
        /// Share of the drive torque on the front axle.
        front_share: "-" [0.0, 1.0],
        /// Torque between the axles per difference of their speeds.
        centre_coupling_nm_s: "N.m.s" [0.0, 2000.0],
        /// Efficiency from crankshaft to wheels.
        efficiency: "-" [0.3, 1.0],
    }

    /// The wheels of an axle.
    pub struct TrackWheels {
        /// Effective rolling radius.
        radius_m: "m" [0.05, 2.0],
        /// 1 / moment of inertia of all wheels of the axle and what turns with them.
        mobility_1_kg_m2: "1/(kg.m^2)" [1e-6, 1000.0],
        /// Rolling resistance over load.
        rolling_resistance: "-" [0.0, 0.3],
        /// Torque of the brakes at full pedal.
        brake_torque_nm: "N.m" [0.0, 1000000.0],
        /// Torque of the handbrake at full pull.
        handbrake_torque_nm: "N.m" [0.0, 1000000.0],
    }
}

compound_record! {
    /// An axle.
    pub struct TrackAxle {
        /// The tyres, as one.
        pub tyre: CombinedTyre<R>,
        /// The wheels, as one.
        pub wheels: TrackWheels<R>,
    }
}

compound_record! {
    /// The car that the model runs on, made of a [`Vehicle`].
    pub struct SingleTrackCar {
        /// The car as a whole.
        pub body: TrackBody<R>,
        /// Front axle.
        pub front: TrackAxle<R>,
        /// Rear axle.
        pub rear: TrackAxle<R>,
        /// Drive.
        pub drive: TrackDrive<R>,
        /// Engine.
        pub engine: EngineData<R>,
        /// Its torque at full load.
        pub curve: TorqueCurve<R, CURVE_PLACES>,
        /// Clutch.
        pub clutch: ClutchGrip<R>,
        /// Torque converter.
        pub converter: Converter<R, CONVERTER_ROWS>,
        /// Gears.
        pub gears: Gears<R>,
        /// Shift points and shift times of the gearbox.
        pub shift: ShiftData<R>,
    }
}

impl<R: Real> TrackBody<R> {
    /// Mass properties and drag, as the stages of a planar car take them.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(in crate::model) fn planar(&self) -> PlanarBody<R> {
        PlanarBody {
            mass_kg: self.mass_kg,
            inverse_yaw_inertia_1_kg_m2: self.inverse_yaw_inertia_1_kg_m2,
            linear_resistance_n_s_m: self.linear_resistance_n_s_m,
        }
    }
}

impl<R: Real> TrackWheels<R> {
    /// Radius, brakes and rolling resistance, as the stages of a planar car take them.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(in crate::model) fn planar(&self) -> AxleWheels<R> {
        AxleWheels {
            radius_m: self.radius_m,
            rolling_resistance: self.rolling_resistance,
            brake_torque_nm: self.brake_torque_nm,
            handbrake_torque_nm: self.handbrake_torque_nm,
        }
    }
}

impl<R: Real> SingleTrackCar<R> {
    /// The parts of the drivetrain.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn train(&self) -> Train<'_, R> {
        Train {
            engine: &self.engine,
            clutch: &self.clutch,
            lock_up: self.converter.lock_up(),
            gears: &self.gears,
            shift: &self.shift,
            efficiency: self.drive.efficiency,
            front_share: self.drive.front_share,
            centre_coupling_nm_s: self.drive.centre_coupling_nm_s,
            axle_mobility_1_kg_m2: Axles {
                front: self.front.wheels.mobility_1_kg_m2,
                rear: self.rear.wheels.mobility_1_kg_m2,
            },
        }
    }
    /// Distance between the axles, m.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn wheelbase_m(&self) -> R {
        self.body.to_front_m + self.body.to_rear_m
    }

    /// 1 / distance between the axles, 1/m.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn inverse_wheelbase_1_m(&self) -> R {
        R::one() / self.wheelbase_m()
    }
    /// Shares of the weight on the front and the rear axle, at rest on the level.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn weight_shares(&self) -> (R, R) {
        let inverse = self.inverse_wheelbase_1_m();
        (self.body.to_rear_m * inverse, self.body.to_front_m * inverse)
    }
}

fn axle<R: Real>(data: &AxleData<R>) -> TrackAxle<R> {
    TrackAxle {
        tyre: data.combined_tyre(),
        wheels: TrackWheels {
            radius_m: data.radius_m,
            mobility_1_kg_m2: R::one() / data.inertia_kg_m2,
            rolling_resistance: data.rolling_resistance,
            brake_torque_nm: data.brake_torque_nm,
            handbrake_torque_nm: data.handbrake_torque_nm,
        },
    }
}

impl<R: Real> From<&Vehicle<R>> for SingleTrackCar<R> {
    /// An engine's curve of more segments than [`CURVE_PLACES`] loses those that its shape misses least
    /// ([`TorqueCurve::in_places`]), and so does a converter's table ([`Converter::in_rows`]): the acceleration of no
    /// preset changes by 1 %. Everything else is the vehicle's.
    fn from(vehicle: &Vehicle<R>) -> Self {
        let body = vehicle.body();
        Self {
            body: TrackBody {
                mass_kg: body.mass_kg,
                inverse_yaw_inertia_1_kg_m2: R::one() / body.yaw_inertia_kg_m2,
                to_front_m: (R::one() - body.front_share) * body.wheelbase_m,
                to_rear_m: body.front_share * body.wheelbase_m,
                height_over_wheelbase: body.cg_height_m / body.wheelbase_m,
                drag_area_m2: body.drag_area_m2,
                linear_resistance_n_s_m: body.linear_resistance_n_s_m,
                largest_steer_rad: body.largest_steer_rad,
                longest_step_s: vehicle.longest_turning_step_s(),
            },
            front: axle(vehicle.front()),
            rear: axle(vehicle.rear()),
            drive: TrackDrive {
                front_share: body.drive_front_share,
                centre_coupling_nm_s: body.centre_coupling_nm_s,
                efficiency: body.efficiency,
            },
            engine: *vehicle.engine(),
            curve: vehicle.torque_curve().in_places(),
            clutch: *vehicle.clutch(),
            converter: vehicle.converter().in_rows(),
            gears: *vehicle.gears(),
            shift: *vehicle.shift(),
        }
    }
}
