//! Figures of a car by which its lap time is differentiated.

use core::fmt;

use skidpad_core::math::Real;
use skidpad_core::spec::{SpecError, TorqueSpec, VehicleSpec};
use skidpad_core::surface::Surface;

use crate::envelope::Envelope;
use crate::path::Path;
use crate::qss::{self, KnownLap, Options, QssError};
use crate::steady::{CarOnRoad, EnvelopeError, ModelEnvelope};

/// Step of the figures to either side, over their size.
const STEP: f64 = 1e-3;
/// Step of the downforce area, m^2.
const DOWNFORCE_STEP_M2: f64 = 5e-3;
/// Models with envelopes that have no downforce.
const WITHOUT_DOWNFORCE: [&str; 1] = ["single_track"];
/// Speed at which forces of the air are stated, m/s: 200 km/h.
pub const REFERENCE_M_S: f64 = 200.0 / 3.6;

/// A figure of a car. All others keep their values, those that a vehicle file would derive from it as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// Mass at the centre of mass, kg.
    Mass,
    /// Height of the centre of mass, m.
    CentreOfMassHeight,
    /// Drag area, m^2.
    DragArea,
    /// Area of the downforce, m^2, on both axles by their shares of the weight.
    DownforceArea,
    /// Grip of the road, over itself.
    Grip,
    /// Torque of the engine at all speeds, over itself.
    Power,
    /// Ratio of the final drive, over itself.
    FinalDrive,
    /// Ratio of a gear, from 1, over itself.
    Gear(usize),
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mass => f.write_str("mass"),
            Self::CentreOfMassHeight => f.write_str("height of the centre of mass"),
            Self::DragArea => f.write_str("drag area"),
            Self::DownforceArea => f.write_str("downforce area"),
            Self::Grip => f.write_str("grip"),
            Self::Power => f.write_str("engine torque"),
            Self::FinalDrive => f.write_str("final drive"),
            Self::Gear(gear) => write!(f, "gear {gear}"),
        }
    }
}

impl Parameter {
    /// All figures of a car that act on it by a model: of the air, models with two axles have its drag alone.
    pub fn all(model: &str, spec: &VehicleSpec) -> Vec<Self> {
        let acts = |figure: &Self| !(*figure == Self::DownforceArea && WITHOUT_DOWNFORCE.contains(&model));
        let known = [
            Self::Mass,
            Self::CentreOfMassHeight,
            Self::DragArea,
            Self::DownforceArea,
            Self::Grip,
            Self::Power,
            Self::FinalDrive,
        ];
        // With one gear its ratio and the final drive are one figure.
        let gears = if spec.ratios.len() > 1 { spec.ratios.len() } else { 0 };
        known.into_iter().chain((1..=gears).map(Self::Gear)).filter(acts).collect()
    }

    /// Unit of the figure; empty for one that is counted over itself.
    pub fn unit(self) -> &'static str {
        match self {
            Self::Mass => "kg",
            Self::CentreOfMassHeight => "m",
            Self::DragArea | Self::DownforceArea => "m^2",
            Self::Grip | Self::Power | Self::FinalDrive | Self::Gear(_) => "",
        }
    }

    /// Change of the figure for a small difference.
    fn step(self, spec: &VehicleSpec) -> f64 {
        let body = &spec.body;
        match self {
            Self::Mass => STEP * (body.kerb_mass_kg + body.load_mass_kg),
            Self::CentreOfMassHeight => STEP * body.cg_height_m,
            Self::DragArea => STEP * Real::max(body.drag_coefficient, 0.1) * body.frontal_area_m2,
            Self::DownforceArea => DOWNFORCE_STEP_M2,
            Self::Grip | Self::Power | Self::FinalDrive | Self::Gear(_) => STEP,
        }
    }

    /// The car with the figure changed by a number of its units, or, where it has none, by a share of itself.
    ///
    /// # Errors
    /// What is wrong with the changed vehicle.
    pub fn changed(
        self,
        spec: &VehicleSpec,
        surface: &Surface<f64>,
        change: f64,
    ) -> Result<CarOnRoad, Vec<SpecError>> {
        let (mut spec, mut surface) = (spec.clone(), *surface);
        let factor = 1.0 + change;
        match self {
            Self::Mass => spec.body.kerb_mass_kg += change,
            Self::CentreOfMassHeight => spec.body.cg_height_m += change,
            Self::DragArea => spec.body.drag_coefficient += change / spec.body.frontal_area_m2,
            Self::DownforceArea => {
                let (coefficient, front) = (change / spec.body.frontal_area_m2, spec.body.front_weight_share);
                if spec.chassis.is_none() {
                    spec.derive_section("chassis");
                }
                if let Some(chassis) = &mut spec.chassis {
                    chassis.front_downforce += front * coefficient;
                    chassis.rear_downforce += (1.0 - front) * coefficient;
                }
            }
            Self::Grip => surface.grip *= factor,
            Self::Power => strengthen(&mut spec.torque, factor),
            Self::FinalDrive => spec.gearbox.final_drive *= factor,
            Self::Gear(gear) => {
                if let Some(ratio) = gear.checked_sub(1).and_then(|place| spec.ratios.get_mut(place)) {
                    *ratio *= factor;
                }
            }
        }
        Ok(CarOnRoad { vehicle: spec.validate()?, surface })
    }
}

fn strengthen(torque: &mut TorqueSpec, factor: f64) {
    match torque {
        TorqueSpec::Points(points) => points.iter_mut().for_each(|(_, torque_nm)| *torque_nm *= factor),
        TorqueSpec::Lines(lines) => {
            for line in lines {
                line.intercept_nm *= factor;
                line.slope_nm_s *= factor;
            }
        }
        TorqueSpec::Motor { torque_nm, power_w } => {
            *torque_nm *= factor;
            *power_w *= factor;
        }
    }
}

/// Derivative of a lap's time to a figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trade {
    /// Figure.
    pub parameter: Parameter,
    /// Derivative, s over the figure's unit.
    pub slope: f64,
}

/// A car whose figures change.
#[derive(Clone, Copy, Debug)]
pub struct TradedCar<'a> {
    /// Model.
    pub model: &'a str,
    /// Vehicle.
    pub spec: &'a VehicleSpec,
    /// Surface.
    pub surface: &'a Surface<f64>,
}

/// Reason for which there are no derivatives.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum TradeError {
    /// A figure at the end of its range.
    Vehicle(Vec<SpecError>),
    /// A car without an envelope.
    Envelope(EnvelopeError),
    /// A lap that cannot be driven.
    Lap(QssError),
}

impl fmt::Display for TradeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Vehicle(errors) => {
                let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
                f.write_str(&errors.join("; "))
            }
            Self::Envelope(error) => error.fmt(f),
            Self::Lap(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for TradeError {}

/// Derivatives of the time of a quasi-steady lap on a path to figures of the car, the path kept.
///
/// On the fastest line of the car they are those of the fastest lap: the time does not change to first order with the line there, so that the
/// line's own change with the figures counts only to second order (the envelope theorem).
///
/// The limit states of cars a little to either side follow from those of the car by the implicit function theorem
/// ([`ModelEnvelope::family`]), and the time from them by the adjoint of the lap ([`qss::sensitivity`]).
///
/// # Errors
/// A car without an envelope, or a path on which it drives no lap.
pub fn trades(
    car: &TradedCar<'_>,
    parameters: &[Parameter],
    path: &Path,
    options: &Options,
) -> Result<Vec<Trade>, TradeError> {
    let TradedCar { model, spec, surface } = *car;
    let base = CarOnRoad { vehicle: spec.validate().map_err(TradeError::Vehicle)?, surface: *surface };
    let mut near = Vec::with_capacity(2 * parameters.len());
    for parameter in parameters {
        for sign in [-1.0, 1.0] {
            let changed = parameter.changed(spec, surface, sign * parameter.step(spec));
            near.push(changed.map_err(TradeError::Vehicle)?);
        }
    }
    let family = ModelEnvelope::family(model, &base, &near).map_err(TradeError::Envelope)?;
    let Some((envelope, near)) = family.split_first() else { return Ok(Vec::new()) };
    let lap = qss::lap(path, envelope, options).map_err(TradeError::Lap)?;
    let sensitivity = qss::sensitivity(path, envelope, options, &lap);
    let known = KnownLap { car: envelope, path, options, lap: &lap, sensitivity: &sensitivity };
    let trade = |(parameter, pair): (&Parameter, &[ModelEnvelope])| {
        let cars: [&dyn Envelope; 2] = [&pair[0], &pair[1]];
        let slope = qss::change_s(&known, cars) / (2.0 * parameter.step(spec));
        Trade { parameter: *parameter, slope }
    };
    Ok(parameters.iter().zip(near.chunks_exact(2)).map(trade).collect())
}
