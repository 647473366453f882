//! Cars in space, and helpers for them.

use skidpad_core::controls::Command;
use skidpad_core::model::Model;
use skidpad_core::model::spatial::{
    SpaceBody, Spatial, SpatialCar, SpatialCurves, SpatialInput, SpatialMode, SpatialState, SpatialTrace,
};
use skidpad_core::spec::VehicleSpec;
use skidpad_core::step::{Simulation, Status};
use skidpad_core::surface::Surface;
use skidpad_core::tyre::CombinedTyre;

use crate::support::{build, coast, dt};

/// The model.
pub type InSpace = Spatial<SpatialCurves>;
/// What it runs on.
pub type SpaceCar = SpatialCar<CombinedTyre<f64>, f64>;
/// The model with one car.
pub type Car = Simulation<InSpace>;

/// A car of a specification that is right.
pub fn space_car(spec: &VehicleSpec) -> SpaceCar {
    InSpace::car(&build(spec))
}

/// A car that rolls straight ahead in a gear.
pub fn moving(spec: &VehicleSpec, speed_m_s: f64, gear: f64) -> Car {
    started(space_car(spec), speed_m_s, gear)
}

/// A car with these numbers that rolls straight ahead in a gear.
pub fn started(car: SpaceCar, speed_m_s: f64, gear: f64) -> Car {
    Simulation::new(car, SpatialMode::in_gear(&car, gear), SpatialState::rolling(&car, speed_m_s, gear))
}

/// The car with another body.
pub fn placed(mut car: Car, change: impl FnOnce(&mut SpaceBody<f64>)) -> Car {
    let mut state = *car.state();
    change(&mut state.body);
    car.set_state(state);
    car
}

/// Hands and feet off, in neutral.
pub fn untouched() -> SpatialInput<f64> {
    SpatialInput::on_plane(&coast(0.0))
}

/// Full brake.
pub fn braked() -> SpatialInput<f64> {
    SpatialInput::on_plane(&Command { brake: 1.0, ..coast(0.0) })
}

/// No air.
pub fn vacuum() -> Surface<f64> {
    Surface { air_density_kg_m3: 0.0, ..Surface::asphalt() }
}

/// Drives with an input held.
pub fn hold(car: &mut Car, input: &SpatialInput<f64>, road: &Surface<f64>, step_s: f64, duration_s: f64) {
    for _ in 0..(duration_s / step_s).round() as u64 {
        assert_eq!(car.step(input, road, dt(step_s)), Status::Running, "{:?}", car.state());
    }
}

/// What is computed at this instant.
pub fn look(car: &Car, input: &SpatialInput<f64>, road: &Surface<f64>) -> SpatialTrace<f64> {
    car.look(input, road).1
}

/// Loads of the wheels, N.
pub fn loads_n(car: &Car, input: &SpatialInput<f64>, road: &Surface<f64>) -> [f64; 4] {
    look(car, input, road).wheels.in_a_row().map(|wheel| wheel.load_n)
}

/// Whether nothing of the body and its wheels moves any more, to the last bit.
pub fn stands(car: &Car) -> bool {
    let (body, state) = (&car.state().body, car.state());
    let still = [
        body.velocity_x_m_s,
        body.velocity_y_m_s,
        body.velocity_z_m_s,
        body.roll_rate_rad_s,
        body.pitch_rate_rad_s,
        body.yaw_rate_rad_s,
    ];
    still == [0.0; 6] && state.wheels.in_a_row().iter().all(|wheel| wheel.spin_rad_s == 0.0)
}

/// Centre of mass of the whole car, on the road's axes, m.
pub fn centre_m(car: &Car) -> [f64; 3] {
    let (pose, space) = (InSpace::pose(car.state(), &Surface::asphalt()), &car.car().space);
    let mut from_origin = [0.0, 0.0, space.masses.cg_height_m];
    for (wheel, travel) in space.wheels.in_a_row().iter().zip(car.state().travels.in_a_row()) {
        let moved = wheel.mass_kg / space.masses.mass_kg * travel.travel_m;
        for (part, path) in from_origin.iter_mut().zip([wheel.path_x, wheel.path_y, -1.0]) {
            *part += path * moved;
        }
    }
    let moved = pose.to_world(from_origin);
    [0, 1, 2].map(|axis| pose.position_m[axis] + moved[axis])
}

/// With tyres so many times as stiff, that give way as little as that at rest.
pub fn on_stiff_tyres(mut car: SpaceCar, times: f64) -> SpaceCar {
    let radii_m = [car.planar.base.front.radius_m, car.planar.base.rear.radius_m];
    let wheels = &mut car.space.wheels;
    let wheels =
        [&mut wheels.front_left, &mut wheels.front_right, &mut wheels.rear_left, &mut wheels.rear_right];
    for (place, wheel) in wheels.into_iter().enumerate() {
        let radius_m = radii_m[place / 2];
        let load_n = wheel.tyre_n_m * (wheel.radius_m - radius_m);
        wheel.tyre_n_m *= times;
        wheel.radius_m = radius_m + load_n / wheel.tyre_n_m;
    }
    car.space.bodywork.longest_step_s = 1e-4;
    car
}
