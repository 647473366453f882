//! The car of a lap.

use skidpad_core::spec::{Vehicle, VehicleSpec};
use skidpad_core::surface::Surface;
use skidpad_formats::choose::{self, Car};
use skidpad_formats::edit::Edit;
use skidpad_formats::presets;
use skidpad_laptime::line::LineOptions;
use skidpad_laptime::slip_vector::SlipVectorRun;
use skidpad_laptime::{Envelope, ModelEnvelope};
use skidpad_world::manoeuvre::Subject;
use skidpad_world::models::{ModelInfo, Models};

use super::options::LapOptions;
use crate::failure::Failure;
use crate::output;

/// Distance between the stations of a point's line, m.
const POINT_SPACING_M: f64 = 1.0;

/// A car with its envelope.
pub struct LapCar {
    /// Model.
    pub model: &'static ModelInfo,
    /// The car.
    pub vehicle: Box<Vehicle<f64>>,
    /// Figures of its file.
    pub spec: VehicleSpec,
    /// Road.
    pub surface: Surface<f64>,
    /// Envelope on that road.
    pub envelope: Box<dyn Envelope>,
    /// Width, m.
    pub width_m: f64,
}

impl LapCar {
    /// The car of the options, with changes of single fields of its file, on a road of some grip.
    pub fn new(listed: &Models, options: &LapOptions, edits: &[Edit], grip: f64) -> Result<Self, Failure> {
        let model = choose::model(listed, options.model()).map_err(Failure::input)?;
        let base = options.reach.typed();
        let loaded = choose::car_edited(listed, model, &options.car, &base, edits).map_err(Failure::input)?;
        let Car::Vehicle(vehicle) = loaded.car else {
            let must = skidpad_laptime::ENVELOPE_MODELS.join(", ");
            return Err(Failure::input(format!(
                "--model {}: has no envelope; must be one of {must}",
                options.model()
            )));
        };
        if let Some(misfit) = choose::misfit(model, &Car::Vehicle(vehicle.clone()), &options.car) {
            output::note(&misfit);
        }
        let file = presets::load_edited(&options.car, &base, edits)?.file;
        let spec = file.spec;
        let mut surface = Surface { grip, ..Surface::asphalt() };
        if options.is_slip_vector() {
            // The program's own gravity is not the standard one.
            let own = file.conditions.unwrap_or_else(Surface::asphalt);
            surface.gravity_m_s2 = own.gravity_m_s2;
            let run = SlipVectorRun { vehicle: &vehicle, friction: options.friction(), surface };
            let envelope = Box::new(run.envelope());
            // The car is a point: its centre must stay on the road, as in the program.
            return Ok(Self { model, vehicle, spec, surface, envelope, width_m: 0.0 });
        }
        let spinner = output::spinner("finding the car's envelope");
        let envelope = ModelEnvelope::new(model.name, &vehicle, &surface);
        spinner.finish_and_clear();
        let width_m = Subject::vehicle(model, &vehicle).width_m();
        let envelope = Box::new(envelope.map_err(|error| Failure::input(error.to_string()))?);
        Ok(Self { model, vehicle, spec, surface, envelope, width_m })
    }

    /// Options of its line.
    pub fn line_options(&self, options: &LapOptions) -> LineOptions {
        // A point turns more sharply than a car with wheels.
        let usual = LineOptions::default();
        let spacing_m = if options.is_slip_vector() { POINT_SPACING_M } else { usual.spacing_m };
        LineOptions { car_width_m: self.width_m, margin_m: options.margin_m(), spacing_m }
    }
}
