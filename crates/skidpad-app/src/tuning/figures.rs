//! What a car's numbers come to.

use skidpad_core::spec::{AxleData, Vehicle};
use skidpad_core::units;
use skidpad_formats::vehicle::VehicleFile;
use skidpad_special::chassis::understeer_gradient;
use skidpad_special::drive::EnginePeaks;

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
    let power_w = EnginePeaks::new(&vehicle).power_w;
    Figures {
        understeer_deg_g: Some(understeer_deg_g(&vehicle)),
        power_to_weight_w_kg: Some(power_w / file.spec.body.kerb_mass_kg),
        power_w: Some(power_w),
    }
}

/// The gradient with the axles' own cornering stiffnesses at small slip angles. Of a car with tyre laws of its own, roll
/// steer or load transfer the skidpad test shows the gradient of the whole.
fn understeer_deg_g(vehicle: &Vehicle<f64>) -> f64 {
    let stiffness = |axle: &AxleData<f64>| axle.combined_tyre().cornering_stiffness_1_rad();
    units::to_degrees(understeer_gradient(stiffness(vehicle.front()), stiffness(vehicle.rear())))
}
