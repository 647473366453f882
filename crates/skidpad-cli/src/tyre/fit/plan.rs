//! Which coefficients are fitted to which points, in which order.

use skidpad_core::record::Channels;
use skidpad_core::tyre::magic_formula::{Aligning, LateralCoefficients, LongitudinalCoefficients, Version};
use skidpad_formats::tyre::Point;

/// What was measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measured {
    /// Fx.
    Longitudinal,
    /// Fy.
    Lateral,
    /// Mz.
    Aligning,
}

impl Measured {
    /// All three, in the order in which they are fitted: each builds on those before.
    pub const ALL: [Self; 3] = [Self::Longitudinal, Self::Lateral, Self::Aligning];

    /// The name of the column.
    pub fn column(self) -> &'static str {
        match self {
            Self::Longitudinal => "fx_n",
            Self::Lateral => "fy_n",
            Self::Aligning => "mz_nm",
        }
    }

    /// What a point says of it.
    pub fn value(self, point: &Point) -> Option<f64> {
        match self {
            Self::Longitudinal => point.fx_n,
            Self::Lateral => point.fy_n,
            Self::Aligning => point.mz_nm,
        }
    }
}

/// What varies in the points of a channel.
#[derive(Clone, Copy, Debug)]
pub struct Varied {
    kappa: bool,
    alpha: bool,
    load: bool,
    camber: bool,
    pressure: bool,
}

impl Varied {
    /// Looks at the points.
    pub fn new(points: &[&Point]) -> Self {
        let spread = |of: &dyn Fn(&Point) -> f64| {
            let (low, high) = points
                .iter()
                .map(|point| of(point))
                .fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)));
            high - low
        };
        let mean_n = points.iter().map(|point| point.fz_n).sum::<f64>() / points.len().max(1) as f64;
        Self {
            kappa: spread(&|point| point.kappa) > 0.02,
            alpha: spread(&|point| point.alpha_rad) > 0.01,
            load: spread(&|point| point.fz_n) > 0.2 * mean_n,
            camber: spread(&|point| point.gamma_rad) > 0.01,
            pressure: spread(&|point| point.pressure_pa.unwrap_or_default()) > 5e3,
        }
    }

    /// The slip without which a channel has nothing to fit.
    pub fn has_slip(&self, measured: Measured) -> bool {
        match measured {
            Measured::Longitudinal => self.kappa,
            Measured::Lateral | Measured::Aligning => self.alpha,
        }
    }

    fn has(&self, when: When) -> bool {
        match when {
            When::Always => true,
            When::Load => self.load,
            When::Camber => self.camber,
            When::CamberAndLoad => self.camber && self.load,
            When::Combined => self.kappa && self.alpha,
            When::CombinedAndLoad => self.kappa && self.alpha && self.load,
            When::CombinedAndCamber => self.kappa && self.alpha && self.camber,
            When::Pressure => self.pressure,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum When {
    Always,
    Load,
    Camber,
    CamberAndLoad,
    Combined,
    CombinedAndLoad,
    CombinedAndCamber,
    Pressure,
}

/// A coefficient with its bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fitted {
    /// Its name.
    pub name: &'static str,
    /// Its place among all coefficients of the three sections.
    pub index: usize,
    /// The least value.
    pub low: f64,
    /// The largest value.
    pub high: f64,
    /// Whether it acts in combined slip only.
    pub is_combined: bool,
}

use When::{Always, Camber, CamberAndLoad, Combined, CombinedAndCamber, CombinedAndLoad, Load, Pressure};

/// Name, when it can be known, least and largest value. The bounds of shapes and curvatures are the formula's own
/// (1 <= C <= 2, E <= 1); the others keep a fit from running away.
type Row = (&'static str, When, f64, f64);

const LONGITUDINAL: &[Row] = &[
    ("pcx1", Always, 1.0, 2.0),
    ("pdx1", Always, 0.05, 5.0),
    ("pdx2", Load, -1.0, 1.0),
    ("pdx3", Camber, -20.0, 20.0),
    ("pex1", Always, -20.0, 1.0),
    ("pex2", Load, -10.0, 10.0),
    ("pkx1", Always, 1.0, 200.0),
    ("pkx2", Load, -50.0, 50.0),
    ("pkx3", Load, -3.0, 3.0),
    ("phx1", Always, -0.05, 0.05),
    ("phx2", Load, -0.05, 0.05),
    ("pvx1", Always, -0.3, 0.3),
    ("pvx2", Load, -0.3, 0.3),
    ("ppx1", Pressure, -5.0, 5.0),
    ("ppx3", Pressure, -5.0, 5.0),
    ("rbx1", Combined, 1.0, 60.0),
    ("rbx2", Combined, -60.0, 60.0),
    ("rbx3", CombinedAndCamber, -1000.0, 1000.0),
    ("rcx1", Combined, 0.5, 1.6),
    ("rex1", Combined, -5.0, 1.0),
    ("rex2", CombinedAndLoad, -5.0, 5.0),
    ("rhx1", Combined, -0.1, 0.1),
];

const LATERAL: &[Row] = &[
    ("pcy1", Always, 1.0, 2.0),
    ("pdy1", Always, 0.05, 5.0),
    ("pdy2", Load, -1.0, 1.0),
    ("pdy3", Camber, -20.0, 20.0),
    ("pey1", Always, -20.0, 1.0),
    ("pey2", Load, -10.0, 10.0),
    ("pey3", Always, -10.0, 10.0),
    ("pey4", Camber, -100.0, 100.0),
    ("pky1", Always, -200.0, -1.0),
    ("pky2", Load, 0.3, 10.0),
    ("pky3", Camber, -5.0, 5.0),
    ("pky6", CamberAndLoad, -10.0, 10.0),
    ("pky7", CamberAndLoad, -10.0, 10.0),
    ("phy1", Always, -0.05, 0.05),
    ("phy2", Load, -0.05, 0.05),
    ("phy3", Camber, -1.0, 1.0),
    ("pvy1", Always, -0.3, 0.3),
    ("pvy2", Load, -0.3, 0.3),
    ("pvy3", Camber, -5.0, 5.0),
    ("pvy4", CamberAndLoad, -5.0, 5.0),
    ("ppy1", Pressure, -5.0, 5.0),
    ("ppy2", Pressure, -5.0, 5.0),
    ("ppy3", Pressure, -5.0, 5.0),
    ("rby1", Combined, 1.0, 60.0),
    ("rby2", Combined, -60.0, 60.0),
    ("rby3", Combined, -0.1, 0.1),
    ("rby4", CombinedAndCamber, -1000.0, 1000.0),
    ("rcy1", Combined, 0.5, 1.6),
    ("rey1", Combined, -5.0, 1.0),
    ("rey2", CombinedAndLoad, -5.0, 5.0),
    ("rhy1", Combined, -0.1, 0.1),
    ("rhy2", CombinedAndLoad, -0.1, 0.1),
    ("rvy1", Combined, -1.0, 1.0),
    ("rvy2", CombinedAndLoad, -1.0, 1.0),
    ("rvy3", CombinedAndCamber, -10.0, 10.0),
    ("rvy4", Combined, -60.0, 60.0),
    ("rvy5", Combined, -3.0, 3.0),
    ("rvy6", Combined, -60.0, 60.0),
];

const ALIGNING: &[Row] = &[
    ("qbz1", Always, 0.5, 60.0),
    ("qbz2", Load, -30.0, 30.0),
    ("qbz3", Load, -30.0, 30.0),
    ("qbz4", Camber, -10.0, 10.0),
    ("qbz5", Camber, -10.0, 10.0),
    ("qbz9", Always, 0.0, 200.0),
    ("qcz1", Always, 0.7, 2.0),
    ("qdz1", Always, 0.001, 1.0),
    ("qdz2", Load, -0.5, 0.5),
    ("qdz3", Camber, -20.0, 20.0),
    ("qdz4", Camber, -100.0, 100.0),
    ("qdz6", Always, -0.1, 0.1),
    ("qdz7", Load, -0.1, 0.1),
    ("qdz8", Camber, -5.0, 5.0),
    ("qdz9", CamberAndLoad, -5.0, 5.0),
    ("qez1", Always, -20.0, 1.0),
    ("qez2", Load, -10.0, 10.0),
    ("qez4", Always, -5.0, 5.0),
    ("qhz1", Always, -0.1, 0.1),
    ("qhz2", Load, -0.1, 0.1),
    ("qhz3", Camber, -5.0, 5.0),
    ("ppz1", Pressure, -5.0, 5.0),
    ("ssz1", Combined, -1.0, 1.0),
    ("ssz2", Combined, -1.0, 1.0),
    ("ssz3", CombinedAndCamber, -10.0, 10.0),
];

/// The names of all coefficients of the three sections, in their order.
pub fn names() -> Vec<&'static str> {
    let sections = [
        LongitudinalCoefficients::<f64>::CHANNELS,
        LateralCoefficients::<f64>::CHANNELS,
        Aligning::<f64>::CHANNELS,
    ];
    sections.into_iter().flatten().map(|channel| channel.name).collect()
}

/// The coefficients that the points of a channel can tell something about.
pub fn coefficients(measured: Measured, varied: &Varied, version: Version) -> Vec<Fitted> {
    let rows = match measured {
        Measured::Longitudinal => LONGITUDINAL,
        Measured::Lateral => LATERAL,
        Measured::Aligning => ALIGNING,
    };
    let is_old = version == Version::V5_2;
    // What 5.2 does not have, and what only it has.
    let is_of_version = |name: &str| match name {
        "rbx3" | "rby4" | "pky6" | "pky7" => !is_old,
        "phy3" => is_old,
        name if name.starts_with("pp") => !is_old,
        _ => true,
    };
    let names = names();
    rows.iter()
        .filter(|(name, when, _, _)| varied.has(*when) && is_of_version(name))
        .filter_map(|(name, when, low, high)| {
            let index = names.iter().position(|other| other == name)?;
            let is_combined = matches!(when, Combined | CombinedAndLoad | CombinedAndCamber);
            Some(Fitted { name, index, low: *low, high: *high, is_combined })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{ALIGNING, LATERAL, LONGITUDINAL, names};

    #[test]
    fn every_name_is_that_of_a_coefficient() {
        for (name, _, low, high) in LONGITUDINAL.iter().chain(LATERAL).chain(ALIGNING) {
            assert!(names().contains(name) && low < high, "{name}");
        }
    }
}
