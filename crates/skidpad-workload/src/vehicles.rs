//! Vehicles, commands and roads by a car's index.

use skidpad_core::controls::Command;
use skidpad_core::math::Real;
use skidpad_core::record::{Flag, Record};
use skidpad_core::spec::{
    AxleSpec, BodySpec, ClutchSpec, CouplingSpec, DriveSpec, EngineSpec, GearboxKind, GearboxSpec,
    TorqueSpec, TyreLaw, Vehicle, VehicleSpec,
};
use skidpad_core::surface::Surface;
use skidpad_texts::w1::workload::uniform;

/// u(car, field), scaled to a range.
pub(crate) fn between(car: u64, field: u64, low: f64, high: f64) -> f64 {
    low + (high - low) * uniform(car, field)
}

/// One in eight starts from rest.
pub(crate) fn speed(car: u64) -> f64 {
    if car.is_multiple_of(8) { 0.0 } else { between(car, 0, 0.0, 60.0) }
}

/// The gear for the speed.
pub(crate) fn gear(car: u64) -> f64 {
    let changes = [12.0, 22.0, 32.0, 42.0, 52.0].iter().filter(|change| speed(car) > **change);
    1.0 + changes.count() as f64
}

/// Some accelerate, some coast, some brake.
pub(crate) fn command(car: u64) -> Command<f64> {
    let pedal = between(car, 1, -1.0, 1.5);
    Command {
        throttle: Real::clamp(pedal, 0.0, 1.0),
        brake: Real::clamp(-pedal, 0.0, 1.0),
        gear: gear(car),
        automatic: Flag::from(true),
        ..Record::splat(0.0)
    }
}

pub(crate) fn road(car: u64) -> Surface<f64> {
    Surface {
        grip: between(car, 2, 0.3, 1.1),
        slope_rad: between(car, 3, -0.1, 0.1),
        headwind_m_s: between(car, 4, -10.0, 10.0),
        ..Surface::asphalt()
    }
}

const REAR_DRIVE: DriveSpec = DriveSpec { front_share: 0.0, centre_coupling_nm_s: 0.0 };
const FRONT_DRIVE: DriveSpec = DriveSpec { front_share: 1.0, ..REAR_DRIVE };
const ALL_WHEEL_DRIVE: DriveSpec = DriveSpec { front_share: 0.4, centre_coupling_nm_s: 400.0 };

/// A car like no real one: round numbers near those of a mid-engined sports car, varied by its
/// index; rear, front or all-wheel drive; tyres of all three laws.
pub fn vehicle(car: u64) -> Vehicle<f64> {
    specification(car).validate().expect("the ranges of the fleet lie within those of a specification")
}

/// The same with curved tyres, whatever its index.
pub(crate) fn curved(car: u64) -> Vehicle<f64> {
    let curved = VehicleSpec { tyre_law: TyreLaw::Peaked, ..specification(car) };
    curved.validate().expect("the ranges of the fleet lie within those of a specification")
}

fn axle(car: u64, first: u64) -> AxleSpec {
    AxleSpec {
        wheels: 2.0,
        radius_m: between(car, first, 0.28, 0.36),
        wheel_mass_kg: between(car, first + 1, 16.0, 24.0),
        wheel_inertia_kg_m2: between(car, first + 2, 0.8, 1.5),
        friction: between(car, first + 3, 0.8, 1.2),
        peak_slip: 0.08,
        stiffness: 25.0,
        lateral_friction: 0.9,
        peak_slip_angle_rad: 0.13,
        cornering_stiffness_n_rad: AxleSpec::NOT_GIVEN,
        sliding_share: 0.75,
        relaxation_length_m: 0.15,
        rolling_resistance: between(car, first + 4, 0.010, 0.015),
        brake_torque_nm: between(car, first + 5, 1500.0, 4000.0),
        handbrake_torque_nm: 1000.0,
    }
}

fn torque(car: u64) -> TorqueSpec {
    let middle_nm = between(car, 16, 280.0, 330.0);
    let points = vec![(100.0, 180.0), (250.0, 250.0), (450.0, middle_nm), (650.0, 270.0), (760.0, 220.0)];
    TorqueSpec::Points(points)
}

/// Specification of a [`vehicle`].
pub fn specification(car: u64) -> VehicleSpec {
    VehicleSpec {
        name: String::from("workload"),
        body: BodySpec {
            kerb_mass_kg: between(car, 10, 1000.0, 1700.0),
            load_mass_kg: 75.0,
            wheelbase_m: between(car, 11, 2.3, 2.8),
            front_weight_share: between(car, 12, 0.42, 0.60),
            cg_height_m: between(car, 13, 0.45, 0.60),
            yaw_inertia_kg_m2: 1800.0,
            track_m: 1.5,
            largest_steer_rad: 0.6,
            width_m: 1.8,
            height_m: 1.3,
            frontal_area_m2: 2.0,
            drag_coefficient: between(car, 14, 0.28, 0.36),
            linear_resistance_n_s_m: 0.0,
        },
        front: axle(car, 20),
        rear: axle(car, 30),
        front_tyre: None,
        rear_tyre: None,
        tyre_law: [TyreLaw::Peaked, TyreLaw::LinearCapped, TyreLaw::Linear][car as usize % 3],
        engine: EngineSpec {
            idle_rad_s: 80.0,
            redline_rad_s: 750.0,
            limiter_rad_s: 765.0,
            blow_up_rad_s: 900.0,
            inertia_kg_m2: between(car, 15, 0.1, 0.25),
            braking_nm_s: 0.1,
        },
        torque: torque(car),
        coupling: CouplingSpec::Clutch(ClutchSpec {
            capacity_nm: 500.0,
            bite_rad_s: 95.0,
            launch_rad_s: 350.0,
        }),
        gearbox_kind: GearboxKind::Manual,
        gearbox: GearboxSpec {
            final_drive: between(car, 17, 3.2, 3.7),
            efficiency: 0.9,
            shift_time_s: 0.2,
            shift_torque_share: 0.0,
            shift_up_rad_s: 740.0,
            shift_down_rad_s: 260.0,
        },
        ratios: vec![3.8, 2.2, 1.5, 1.2, 1.0, 0.85],
        reverse: 3.5,
        drive: [REAR_DRIVE, FRONT_DRIVE, ALL_WHEEL_DRIVE][(car / 3) as usize % 3],
        chassis: None,
        steering: None,
        differentials: None,
        assists: None,
        stalling: None,
        bump_stops: None,
        space: None,
        tyres: None,
    }
}

/// The same with chassis, limited-slip differentials and, each fourth, assists.
pub(crate) fn four_wheeled(car: u64) -> Vehicle<f64> {
    let mut spec = VehicleSpec { tyre_law: TyreLaw::Peaked, ..specification(car) };
    for section in ["differentials", "assists"] {
        spec.derive_section(section);
    }
    if let Some(differentials) = &mut spec.differentials {
        differentials.rear_preload_nm = between(car, 42, 0.0, 80.0);
        differentials.rear_drive_locking = between(car, 43, 0.0, 0.5);
    }
    if let Some(assists) = &mut spec.assists {
        let on = if car.is_multiple_of(4) { 1.0 } else { 0.0 };
        (assists.abs, assists.traction_control, assists.stability_control) = (on, on, on);
        assists.brake_lag_s = 0.015 * on;
    }
    spec.validate().expect("the ranges of the fleet lie within those of a specification")
}

pub(crate) fn heading(car: u64) -> f64 {
    between(car, 18, -3.0, 3.0)
}

/// The same with steering.
pub(crate) fn turning(car: u64) -> Command<f64> {
    Command { steer_rad: between(car, 9, -0.5, 0.5), ..command(car) }
}

/// The vehicle of an index with the mass, the measures and the wheels of a motorcycle.
pub(crate) fn two_wheeled(car: u64) -> Vehicle<f64> {
    let mut spec = specification(car);
    spec.body = BodySpec {
        kerb_mass_kg: between(car, 10, 180.0, 240.0),
        wheelbase_m: between(car, 11, 1.38, 1.48),
        front_weight_share: between(car, 12, 0.46, 0.50),
        cg_height_m: between(car, 13, 0.60, 0.70),
        frontal_area_m2: 0.6,
        drag_coefficient: 0.6,
        ..spec.body
    };
    for axle in [&mut spec.front, &mut spec.rear] {
        axle.wheels = 1.0;
        axle.wheel_inertia_kg_m2 *= 0.5;
        axle.brake_torque_nm *= 0.2;
        axle.peak_slip_angle_rad = 0.13;
    }
    spec.drive = REAR_DRIVE;
    spec.validate().expect("the ranges of the fleet lie within those of a specification")
}
