//! What a car's numbers come to.

use skidpad::spec::Vehicle;
use skidpad::units;
use skidpad_formats::vehicle::VehicleFile;

/// Figures that a person who tunes looks at; `None` where the vehicle is wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Figures {
    /// Understeer gradient of the linear car, degrees of steering per g; above 0 it understeers.
    pub understeer_deg_g: Option<f64>,
    /// Largest power of engine or motor per kerb mass, W/kg.
    pub power_to_weight_w_kg: Option<f64>,
    /// Largest power, W.
    pub power_w: Option<f64>,
}

/// The figures of a vehicle.
pub fn figures(file: &VehicleFile) -> Figures {
    let Ok(vehicle) = file.spec.validate() else {
        return Figures::default();
    };
    let power_w = vehicle.engine_peaks().power_w;
    Figures {
        understeer_deg_g: Some(understeer_deg_g(&vehicle)),
        power_to_weight_w_kg: Some(power_w / file.spec.body.kerb_mass_kg),
        power_w: Some(power_w),
    }
}

/// W_f / C_f - W_r / C_r in degrees (Gillespie, Fundamentals of Vehicle Dynamics, 1992, chapter 6), with the axles' own
/// cornering stiffnesses at small slip angles. These are stiffnesses over load, so that the loads are in them. Of a car
/// with tyre laws of its own, roll steer or load transfer the skidpad test shows the gradient of the whole.
fn understeer_deg_g(vehicle: &Vehicle<f64>) -> f64 {
    let [front, rear] =
        [vehicle.front(), vehicle.rear()].map(|axle| axle.combined_tyre().cornering_stiffness_1_rad());
    units::to_degrees(1.0 / front - 1.0 / rear)
}
