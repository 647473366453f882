//! A vehicle file, read.

use std::collections::BTreeMap;

use skidpad_core::spec::{OnAxles, VehicleSpec};
use skidpad_core::surface::Surface;

use super::kind::VehicleKind;
use super::provenance::Provenance;
use super::published::PublishedFigure;
use super::side_pull::SidePull;
use super::tyres::NamedTyre;

/// Vehicle with everything that its file gives.
#[derive(Clone, Debug, PartialEq)]
pub struct VehicleFile {
    /// The vehicle. It has passed [`VehicleSpec::validate`].
    pub spec: VehicleSpec,
    /// Name of the vehicle for display.
    pub title: String,
    /// The model year.
    pub year: Option<u16>,
    /// Car or motorcycle.
    pub kind: VehicleKind,
    /// Free text.
    pub notes: Option<String>,
    /// Number of cylinders, 1 to 24, for the sound alone; `None` of an electric motor, and where the file does not give it.
    pub cylinders: Option<u8>,
    /// The sources: short name and full citation.
    pub sources: BTreeMap<String, String>,
    /// Provenance of each value, by section and field: `body.kerb_mass`, `gearbox.ratios`,
    /// `engine.torque`.
    pub provenance: BTreeMap<String, Provenance>,
    /// The tyre files that the vehicle names, where it does.
    pub tyres: Option<OnAxles<NamedTyre>>,
    /// The model that the vehicle is meant for, by name, where it is not the most complete one.
    pub model: Option<String>,
    /// Road and air of its tests, where they are not dry, level asphalt in still air at 20 degrees C.
    pub conditions: Option<Surface<f64>>,
    /// Figures that were published for the vehicle, to compare a road test with.
    pub published: Vec<PublishedFigure>,
    /// Side pull from which the friction of both axles follows, where the file gives one in its place.
    pub side_pull: Option<SidePull>,
}
