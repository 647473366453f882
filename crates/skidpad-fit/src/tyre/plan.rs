//! Coefficients that are fitted to the points of a channel, with their bounds.

use skidpad_core::tyre::magic_formula::{Coefficients, Version};

use super::error::TyreFitError;
use super::measured::Varied;
use super::numbers::{names, numbers};
use super::point::TyreChannel;

/// Quantities that must vary for a coefficient to be known.
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

impl When {
    fn holds(self, varied: &Varied) -> bool {
        match self {
            Self::Always => true,
            Self::Load => varied.load,
            Self::Camber => varied.camber,
            Self::CamberAndLoad => varied.camber && varied.load,
            Self::Combined => varied.kappa && varied.alpha,
            Self::CombinedAndLoad => varied.kappa && varied.alpha && varied.load,
            Self::CombinedAndCamber => varied.kappa && varied.alpha && varied.camber,
            Self::Pressure => varied.pressure,
        }
    }
}

/// A coefficient that is fitted, with its bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Planned {
    /// Its name.
    pub name: &'static str,
    /// Its index among all coefficients of the three sections.
    pub index: usize,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
    /// True where it acts in combined slip only.
    pub is_combined: bool,
}

use When::{Always, Camber, CamberAndLoad, Combined, CombinedAndCamber, CombinedAndLoad, Load, Pressure};

/// Name, quantities that must vary, lower and upper bound. The bounds of shapes and curvatures are the formula's own
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

/// Refuses a tyre with a coefficient that is not finite.
pub fn check(tyre: &Coefficients<f64>) -> Result<(), TyreFitError> {
    match names().into_iter().zip(numbers(tyre)).find(|(_, value)| !value.is_finite()) {
        Some((name, _)) => Err(TyreFitError::Start(name)),
        None => Ok(()),
    }
}

/// The indices of coefficients that are given by name, in either case.
pub fn known(given: &[String]) -> Result<Vec<usize>, TyreFitError> {
    let names = names();
    let index = |given: &String| {
        let found = names.iter().position(|name| name.eq_ignore_ascii_case(given));
        found.ok_or_else(|| TyreFitError::UnknownCoefficient(given.clone()))
    };
    given.iter().map(index).collect()
}

/// The coefficients that the points of a channel determine.
pub fn coefficients(channel: TyreChannel, varied: &Varied, version: Version) -> Vec<Planned> {
    let rows = match channel {
        TyreChannel::Longitudinal => LONGITUDINAL,
        TyreChannel::Lateral => LATERAL,
        TyreChannel::Aligning => ALIGNING,
    };
    let names = names();
    rows.iter()
        .filter(|(name, when, _, _)| when.holds(varied) && is_in(name, version))
        .filter_map(|(name, when, low, high)| {
            let index = names.iter().position(|other| other == name)?;
            let is_combined = matches!(when, Combined | CombinedAndLoad | CombinedAndCamber);
            Some(Planned { name, index, low: *low, high: *high, is_combined })
        })
        .collect()
}

/// Tells if a version of the formula has a coefficient: some came after 5.2, and one is in 5.2 alone.
fn is_in(name: &str, version: Version) -> bool {
    let is_old = version == Version::V5_2;
    match name {
        "rbx3" | "rby4" | "pky6" | "pky7" => !is_old,
        "phy3" => is_old,
        name if name.starts_with("pp") => !is_old,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_that_of_a_coefficient() {
        for (name, _, low, high) in LONGITUDINAL.iter().chain(LATERAL).chain(ALIGNING) {
            assert!(names().contains(name) && low < high, "{name}");
        }
    }

    #[test]
    fn points_that_vary_more_determine_more() {
        let slip = Varied { kappa: true, alpha: true, load: false, camber: false, pressure: false };
        let all = Varied { load: true, camber: true, pressure: true, ..slip };
        for version in [Version::V5_2, Version::V6_1, Version::V6_2] {
            for channel in TyreChannel::ALL {
                let (few, many) =
                    (coefficients(channel, &slip, version), coefficients(channel, &all, version));
                assert!(few.len() < many.len(), "{channel:?}");
                assert!(few.iter().all(|planned| many.contains(planned)), "{channel:?}");
            }
        }
    }

    /// Magic Formula 5.2 has no pressure, and a coefficient of the horizontal shift with camber that 6.1 replaced.
    #[test]
    fn a_version_has_its_own_coefficients() {
        let all = Varied { kappa: true, alpha: true, load: true, camber: true, pressure: true };
        let names = |version: Version| -> Vec<&str> {
            let planned = TyreChannel::ALL.map(|channel| coefficients(channel, &all, version));
            planned.iter().flatten().map(|planned| planned.name).collect()
        };
        let (old, new) = (names(Version::V5_2), names(Version::V6_1));
        assert!(old.contains(&"phy3") && !new.contains(&"phy3"));
        assert!(new.contains(&"ppy1") && !old.iter().any(|name| name.starts_with("pp")));
    }

    #[test]
    fn names_are_found_in_either_case() {
        let found = known(&["PCX1".to_owned(), "pdx1".to_owned()]).unwrap();
        assert_eq!(found, known(&["pcx1".to_owned(), "PDX1".to_owned()]).unwrap());
        assert_eq!(names()[found[0]], "pcx1");
        let error = known(&["pcz1".to_owned()]).unwrap_err();
        assert!(error.to_string().contains("unknown coefficient `pcz1`"), "{error}");
    }
}
