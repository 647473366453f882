//! Sections with named numbers and texts, as the games store all of their settings.

use core::f64::consts::PI;

use roxmltree::Node;

use crate::document::shortened;
use crate::error::one_of;
use crate::track::xml::{XmlReader, children};

/// Units, and their size in m, rad, s and shares.
const UNITS: [(&str, f64); 16] = [
    ("m", 1.0),
    ("cm", 0.01),
    ("mm", 0.001),
    ("km", 1000.0),
    ("ft", 0.3048),
    ("feet", 0.3048),
    ("in", 0.0254),
    ("rad", 1.0),
    ("deg", PI / 180.0),
    ("%", 0.01),
    ("m/s", 1.0),
    ("km/h", 1.0 / 3.6),
    ("kph", 1.0 / 3.6),
    ("mph", 0.44704),
    ("s", 1.0),
    ("SI", 1.0),
];

/// A section.
#[derive(Clone, Copy)]
pub(super) struct Parameters<'a, 'i> {
    pub node: Node<'a, 'i>,
}

impl<'a, 'i> Parameters<'a, 'i> {
    pub fn root(node: Node<'a, 'i>) -> Self {
        Self { node }
    }

    /// The section of a name within this one.
    pub fn section(&self, name: &str) -> Option<Self> {
        self.sections().find(|section| section.name() == name)
    }

    /// All sections within this one.
    pub fn sections(&self) -> impl Iterator<Item = Self> + use<'a, 'i> {
        children(self.node, "section").map(|node| Self { node })
    }

    pub fn name(&self) -> &'a str {
        self.node.attribute("name").unwrap_or_default()
    }

    /// The text of a name.
    pub fn text(&self, name: &str) -> Option<&'a str> {
        let node = children(self.node, "attstr").find(|node| node.attribute("name") == Some(name))?;
        node.attribute("val")
    }

    /// The number of a name in SI units, within a range in them.
    pub fn number(&self, name: &str, [low, high]: [f64; 2], reader: &mut XmlReader) -> Option<f64> {
        let node = children(self.node, "attnum").find(|node| node.attribute("name") == Some(name))?;
        let unit = node.attribute("unit").unwrap_or("SI").trim();
        let Some((_, factor)) = UNITS.iter().find(|(known, _)| *known == unit || unit.is_empty()) else {
            let found = format!("the unit `{}`", shortened(unit));
            reader.fault(node, found, one_of(UNITS.iter().map(|(name, _)| *name)));
            return None;
        };
        let factor = if unit.is_empty() { 1.0 } else { *factor };
        Some(reader.number(node, "val", [low / factor, high / factor]) * factor)
    }

    /// An optional number.
    pub fn number_or(&self, name: &str, default: f64, range: [f64; 2], reader: &mut XmlReader) -> f64 {
        self.number(name, range, reader).unwrap_or(default)
    }
}
