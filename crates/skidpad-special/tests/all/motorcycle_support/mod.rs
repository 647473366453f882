//! A motorcycle with the figures of the CBR1000RR's preset, and ways to ride it.
#![allow(dead_code, clippy::disallowed_methods)]

use skidpad_core::controls::Command;
use skidpad_core::record::Record;
use skidpad_core::spec::{
    AxleSpec, BodySpec, ClutchSpec, CouplingSpec, DriveSpec, EngineSpec, GearboxKind, GearboxSpec,
    TorqueSpec, TyreLaw, Vehicle, VehicleSpec,
};
use skidpad_core::step::{Dt, Simulation, Status};
use skidpad_core::surface::Surface;
use skidpad_special::{
    Motorcycle, MotorcycleCar, MotorcycleData, MotorcycleInput, MotorcycleMode, MotorcycleState,
};

/// A motorcycle under way.
pub type Bike = Simulation<Motorcycle>;

const RPM: f64 = std::f64::consts::PI / 30.0;

/// The specification.
pub fn cbr() -> VehicleSpec {
    let axle = |radius: f64, inertia: f64, brake: f64, degrees: f64| AxleSpec {
        wheels: 1.0,
        radius_m: radius,
        wheel_mass_kg: 14.0,
        wheel_inertia_kg_m2: inertia,
        friction: 1.25,
        peak_slip: 0.08,
        stiffness: 31.25,
        lateral_friction: 1.25 / 1.22,
        peak_slip_angle_rad: f64::to_radians(degrees),
        cornering_stiffness_n_rad: AxleSpec::NOT_GIVEN,
        sliding_share: 0.75,
        relaxation_length_m: 0.5 * radius,
        rolling_resistance: 0.016,
        brake_torque_nm: brake,
        handbrake_torque_nm: 0.0,
    };
    let points =
        [(2000.0, 60.0), (4000.0, 82.0), (6000.0, 96.0), (8500.0, 106.0), (11000.0, 99.4), (11650.0, 88.0)];
    VehicleSpec {
        name: String::from("cbr1000rr"),
        body: BodySpec {
            kerb_mass_kg: 206.0,
            load_mass_kg: 75.0,
            wheelbase_m: 1.41,
            front_weight_share: 0.47,
            cg_height_m: 0.65,
            yaw_inertia_kg_m2: 50.0,
            track_m: 0.0,
            largest_steer_rad: f64::to_radians(35.0),
            width_m: 0.72,
            height_m: 1.12,
            frontal_area_m2: 0.6,
            drag_coefficient: 0.6,
            linear_resistance_n_s_m: 0.0,
        },
        front: axle(0.291, 0.45, 1250.0, 8.0),
        rear: AxleSpec { handbrake_torque_nm: 480.0, ..axle(0.302, 0.65, 450.0, 7.0) },
        front_tyre: None,
        rear_tyre: None,
        tyre_law: TyreLaw::Peaked,
        engine: EngineSpec {
            idle_rad_s: 1200.0 * RPM,
            redline_rad_s: 11650.0 * RPM,
            limiter_rad_s: 11883.0 * RPM,
            blow_up_rad_s: 13665.0 * RPM,
            inertia_kg_m2: 0.012,
            braking_nm_s: 0.025,
        },
        torque: TorqueSpec::Points(points.iter().map(|point| (point.0 * RPM, point.1)).collect()),
        coupling: CouplingSpec::Clutch(ClutchSpec {
            capacity_nm: 159.0,
            bite_rad_s: 1320.0 * RPM,
            launch_rad_s: 5825.0 * RPM,
        }),
        gearbox_kind: GearboxKind::Manual,
        gearbox: GearboxSpec {
            final_drive: 4.01,
            efficiency: 1.0,
            shift_time_s: 0.15,
            shift_torque_share: 0.0,
            shift_up_rad_s: 11650.0 * RPM,
            shift_down_rad_s: 4000.0 * RPM,
        },
        ratios: vec![2.538, 1.941, 1.578, 1.38, 1.25, 1.166],
        reverse: 2.5,
        drive: DriveSpec { front_share: 0.0, centre_coupling_nm_s: 0.0 },
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

/// The vehicle.
pub fn vehicle() -> Vehicle<f64> {
    cbr().validate().expect("the motorcycle's figures are in range")
}

/// The motorcycle.
pub fn motorcycle() -> MotorcycleCar<f64> {
    MotorcycleCar::from_vehicle(&vehicle())
}

/// The motorcycle with other data.
pub fn changed(change: impl FnOnce(&mut MotorcycleData<f64>)) -> MotorcycleCar<f64> {
    let vehicle = vehicle();
    let mut data = MotorcycleData::from_vehicle(&vehicle);
    change(&mut data);
    MotorcycleCar::new(&vehicle, &data)
}

/// Without air, so that a speed keeps itself but for the tyres.
pub fn calm() -> Surface<f64> {
    Surface { air_density_kg_m3: 0.0, rolling: 0.0, ..Surface::asphalt() }
}

/// A rider in neutral who is asked for a turn.
pub fn ask(steer_rad: f64) -> MotorcycleInput<f64> {
    MotorcycleInput::ridden(&Command { steer_rad, ..Record::splat(0.0) })
}

/// Nobody on it.
pub fn alone(steer_torque_nm: f64) -> MotorcycleInput<f64> {
    MotorcycleInput { steer_torque_nm, ..Record::splat(0.0) }
}

/// Upright at a speed, in a gear.
pub fn riding(car: &MotorcycleCar<f64>, speed_m_s: f64, gear: f64) -> Bike {
    Simulation::new(
        *car,
        MotorcycleMode {
            direction: if speed_m_s > 0.0 { 1.0 } else { 0.0 },
            ..MotorcycleMode::in_gear(gear)
        },
        MotorcycleState::upright(speed_m_s),
    )
}

/// In a state, in neutral.
pub fn from(car: &MotorcycleCar<f64>, state: MotorcycleState<f64>) -> Bike {
    Simulation::new(*car, MotorcycleMode::in_gear(0.0), state)
}

/// A time step.
pub fn dt(seconds: f64) -> Dt {
    Dt::new(seconds).unwrap()
}

/// Rides on with a wish held, in steps of 2 ms; answers the status.
pub fn ride(bike: &mut Bike, input: &MotorcycleInput<f64>, road: &Surface<f64>, duration_s: f64) -> Status {
    let mut status = bike.status();
    for _ in 0..(duration_s / 0.002).round() as u64 {
        status = bike.step(input, road, dt(0.002));
    }
    status
}

/// The steering angle of a car that drives a radius.
pub fn steer_for(radius_m: f64) -> f64 {
    (1.41 / radius_m).atan()
}
