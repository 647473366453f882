//! A four-wheel car with a tyre, a powertrain, aerodynamics, dampers and suspension geometry of one's own.
//!
//! Nothing in Skidpad's crates knows of it: [`ElectricQuad`] names the types of its parts, and the model
//! [`ELECTRIC_QUAD`] is listed, run, compared, recorded, replayed and linearised as any other.

pub mod aero;
pub mod kinematics;
pub mod motors;
pub mod springs;
pub mod table;
pub mod tyre;

use skidpad::core::assist::{Assists, CarFacts};
use skidpad::core::math::Real;
use skidpad::core::model::two_track::{Elastic, Kind, Parts, StandardParts, TwoTrack, TwoTrackCar};
use skidpad::core::model::{End, STANDARD_ENDS};
use skidpad::core::record::Flag;
use skidpad::core::spec::{AxleData, Vehicle};
use skidpad::world::models::ModelInfo;

use aero::AeroMap;
use kinematics::KinematicsTable;
use motors::{QuadControl, QuadMotors, WheelMotor};
use springs::{SkyhookDampers, axle};
use tyre::TableTyre;

/// The four-wheel car on springs with the parts of this crate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ElectricQuad;

/// As programs list it.
pub static ELECTRIC_QUAD: ModelInfo = ModelInfo::new::<TwoTrack<ElectricQuad>>();

/// Ends of a run: the standard ones, so that their codes in files stay the same, and the car's own.
pub const ENDS: &[&str] = &[STANDARD_ENDS[0], STANDARD_ENDS[1], "battery empty"];

/// The end of a run with an empty battery.
pub fn battery_empty() -> End {
    End::at(2, ENDS).expect("it is in the list")
}

impl Kind for ElectricQuad {
    const NAME: &'static str = "electric_quad";
    const DESCRIPTION: &'static str = "the four-wheel car on springs with a motor at each wheel, measured tyres and kinematics, and an aero map";
    const SPRUNG: bool = true;
    const ENDS: &'static [&'static str] = ENDS;
    type Parts = Self;
    type Tyre<R: Real> = Elastic<TableTyre<R>, R>;

    fn tyre<R: Real>(vehicle: &Vehicle<R>, is_front: bool) -> Self::Tyre<R> {
        Elastic::on_axle(vehicle, TableTyre::measured(), is_front)
    }

    fn car<R: Real>(vehicle: &Vehicle<R>) -> TwoTrackCar<Self::Tyre<R>, R, Self> {
        TwoTrackCar::on_elastic(vehicle, Self::tyre(vehicle, true), Self::tyre(vehicle, false))
    }
}

/// The parts: those of this crate, and the standard assists, which know that all wheels are driven.
impl Parts for ElectricQuad {
    type Aerodynamics<R: Real> = AeroMap<R>;
    type Driveline<R: Real> = QuadMotors<R>;
    type Assists<R: Real> = Assists<R>;
    type Springs<R: Real> = SkyhookDampers<R>;
    type Geometry<R: Real> = KinematicsTable<R>;

    fn aerodynamics<R: Real>(vehicle: &Vehicle<R>) -> AeroMap<R> {
        let body = vehicle.body();
        AeroMap {
            // The tables have coefficients; the vehicle's drag area says how large the car is.
            frontal_area_m2: body.drag_area_m2 / R::lit(aero::DRAG[0]),
            aero_to_front_m: (R::one() - body.front_share) * body.wheelbase_m,
            aero_to_rear_m: body.front_share * body.wheelbase_m,
        }
    }

    fn driveline<R: Real>(vehicle: &Vehicle<R>) -> QuadMotors<R> {
        let (chassis, half) = (vehicle.chassis(), R::lit(0.5));
        QuadMotors {
            front: motor(vehicle.front(), half * chassis.front_track_m),
            rear: motor(vehicle.rear(), half * chassis.rear_track_m),
            control: control(vehicle),
        }
    }

    fn assists<R: Real>(vehicle: &Vehicle<R>) -> Assists<R> {
        let assists = StandardParts::assists(vehicle);
        let car = CarFacts { drives_front: Flag::from(true), drives_rear: Flag::from(true), ..assists.car };
        Assists { car, ..assists }
    }

    fn springs<R: Real>(vehicle: &Vehicle<R>) -> SkyhookDampers<R> {
        let (body, chassis) = (vehicle.body(), vehicle.chassis());
        let to_front_m = (R::one() - body.front_share) * body.wheelbase_m;
        SkyhookDampers {
            front: axle(chassis.front_damper_n_s_m, chassis.front_track_m, to_front_m),
            rear: axle(
                chassis.rear_damper_n_s_m,
                chassis.rear_track_m,
                -(body.front_share * body.wheelbase_m),
            ),
        }
    }

    fn geometry<R: Real>(_: &Vehicle<R>) -> KinematicsTable<R> {
        KinematicsTable::measured()
    }

    fn has_assists<R: Real>(vehicle: &Vehicle<R>) -> R::Mask {
        StandardParts::has_assists(vehicle)
    }
}

/// A motor of 120 kW at each wheel.
fn motor<R: Real>(axle: &AxleData<R>, half_track_m: R) -> WheelMotor<R> {
    let (ratio, rotor_kg_m2) = (R::lit(9.5), R::lit(0.015));
    WheelMotor {
        torque_nm: R::lit(170.0),
        power_w: R::lit(120e3),
        largest_rad_s: R::lit(1800.0),
        ratio,
        efficiency: R::lit(0.93),
        inertia_kg_m2: R::lit(0.5) * axle.inertia_kg_m2 + ratio * ratio * rotor_kg_m2,
        radius_m: axle.radius_m,
        half_track_m,
    }
}

fn control<R: Real>(vehicle: &Vehicle<R>) -> QuadControl<R> {
    QuadControl {
        battery_w: R::lit(360e3),
        charge_w: R::lit(150e3),
        full_j: R::lit(75.0 * 3.6e6),
        torque_lag_s: R::lit(0.02),
        lift_off_share: R::lit(0.1),
        pedal_share: R::lit(0.4),
        yaw_gain_nm_s: R::lit(30e3),
        largest_yaw_nm: R::lit(6e3),
        wheelbase_m: vehicle.body().wheelbase_m,
        understeer_s2_m: R::lit(0.0005),
        largest_lateral_m_s2: R::lit(8.0),
    }
}
