//! Which keys a version of the formula has, and which of them may be left out.

use skidpad_core::record::{Channel, Channels};
use skidpad_core::tyre::magic_formula::{
    Aligning, LateralCoefficients, LongitudinalCoefficients, Overturning, RollingCoefficients, Scaling,
    Version,
};

/// Who writes such files, by what they may leave out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    /// MF-Tyre, which writes every key of its version.
    Strict,
    /// Adams' PAC2002 and files of version 5.0: an effect that was not measured has none of its keys, and what 5.2
    /// has over 5.0 may be missing.
    Loose,
}

/// Treatment of a key that is missing, or that the version does not have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Need {
    /// The key must be given.
    Given,
    /// The missing key is taken as this value, and that is reported.
    TakenAs(f64),
    /// The missing key is taken as 0 if all keys of its effect are missing, and that is reported; otherwise it must be given.
    Effect(&'static str),
    /// The version does not have it: this stands in its place, and a value that is given is not read.
    NotInVersion(f64),
}

/// The sections of coefficients, each with the channels of its record.
pub(super) fn sections() -> [(&'static str, &'static [Channel]); 6] {
    [
        ("SCALING_COEFFICIENTS", Scaling::<f64>::CHANNELS),
        ("LONGITUDINAL_COEFFICIENTS", LongitudinalCoefficients::<f64>::CHANNELS),
        ("LATERAL_COEFFICIENTS", LateralCoefficients::<f64>::CHANNELS),
        ("OVERTURNING_COEFFICIENTS", Overturning::<f64>::CHANNELS),
        ("ROLLING_COEFFICIENTS", RollingCoefficients::<f64>::CHANNELS),
        ("ALIGNING_COEFFICIENTS", Aligning::<f64>::CHANNELS),
    ]
}

/// Coefficients that only 5.2 has.
const ONLY_IN_5_2: [&str; 11] =
    ["lgax", "lgay", "lgaz", "lsgkp", "lsgal", "ptx1", "ptx2", "ptx3", "phy3", "pty1", "pty2"];
/// Coefficients that 5.2 does not have.
const NOT_IN_5_2: [&str; 38] = [
    "lkyc", "lkzc", "ppx1", "ppx2", "ppx3", "ppx4", "rbx3", "pey5", "pky4", "pky5", "pky6", "pky7", "ppy1",
    "ppy2", "ppy3", "ppy4", "ppy5", "rby4", "ppmx1", "qsy5", "qsy6", "qsy7", "qsy8", "qdz10", "qdz11",
    "ppz1", "ppz2", "qsx4", "qsx5", "qsx6", "qsx7", "qsx8", "qsx9", "qsx10", "qsx11", "qsx12", "qsx13",
    "qsx14",
];
/// Coefficients that 5.2 has over 5.0, besides scaling factors.
const NEW_IN_5_2: [&str; 9] = ["pdx3", "qbz10", "qsy3", "qsy4", "rex1", "rex2", "rey1", "rey2", "rhy2"];

/// Returns true if a version has a coefficient.
pub(super) fn has(version: Version, name: &str) -> bool {
    if version == Version::V5_2 { !NOT_IN_5_2.contains(&name) } else { !ONLY_IN_5_2.contains(&name) }
}

/// Value of a coefficient that the version does not have.
fn built_in(name: &str) -> f64 {
    match name {
        "pky4" => 2.0,
        "qsy7" => 1.0,
        _ if name.starts_with('l') => 1.0,
        _ => 0.0,
    }
}

/// The effect that a coefficient belongs to, as a text says it when it is missing.
fn effect(name: &str) -> Option<&'static str> {
    let is_in = |list: &[&str]| list.iter().any(|start| name.starts_with(start));
    if is_in(&["rbx", "rcx", "rex", "rhx", "rby", "rcy", "rey", "rhy", "rvy"]) {
        Some("combined slip: longitudinal and lateral force do not weaken each other")
    } else if is_in(&["qsx"]) {
        Some("overturning moment: there is none")
    } else if is_in(&["qsy"]) {
        Some("rolling resistance: there is none")
    } else if is_in(&["ssz"]) {
        Some("lever of the longitudinal force in the aligning moment: there is none")
    } else if is_in(&["ptx", "pty"]) {
        Some("relaxation: its lengths are not known")
    } else {
        None
    }
}

/// Returns the treatment of a coefficient that is missing, or that the version does not have.
pub(super) fn need(version: Version, dialect: Dialect, name: &str) -> Need {
    if !has(version, name) {
        return Need::NotInVersion(built_in(name));
    }
    // MF-Tyre: "if a scaling factor is missing it is 1".
    if name.starts_with('l') {
        return Need::TakenAs(1.0);
    }
    match (dialect, effect(name)) {
        (Dialect::Strict, _) => Need::Given,
        (Dialect::Loose, _) if NEW_IN_5_2.contains(&name) => Need::TakenAs(0.0),
        (Dialect::Loose, Some(effect)) => Need::Effect(effect),
        (Dialect::Loose, None) => Need::Given,
    }
}

/// Keys of 6.1 and 6.2 that a file has and that are not used here: turn slip.
pub(super) const TURN_SLIP: [&str; 19] = [
    "PDXP1", "PDXP2", "PDXP3", "PKYP1", "PDYP1", "PDYP2", "PDYP3", "PDYP4", "PHYP1", "PHYP2", "PHYP3",
    "PHYP4", "PECP1", "PECP2", "QDTP1", "QCRP1", "QCRP2", "QBRP1", "QDRP1",
];

/// Keys that files have and that the formula does not need, by section: no warning is due.
pub(super) const OTHERS: &[(&str, &[&str])] = &[
    ("MDI_HEADER", &["FILE_TYPE", "FILE_VERSION", "FILE_FORMAT"]),
    ("UNITS", &["LENGTH", "FORCE", "ANGLE", "MASS", "TIME", "PRESSURE", "TEMPERATURE"]),
    (
        "MODEL",
        &[
            "FITTYP",
            "TYRESIDE",
            "LONGVL",
            "VXLOW",
            "PROPERTY_FILE_FORMAT",
            "USE_MODE",
            "USER_SUB_ID",
            "N_TIRE_STATES",
            "ROAD_INCREMENT",
            "ROAD_DIRECTION",
            "HMAX_LOCAL",
            "TIME_SWITCH_INTEG",
            "MESSAGES",
            "FE_METHOD",
            "MFSAFE1",
            "MFSAFE2",
            "MFSAFE3",
            "CONTACT_MODEL",
            "LOCAL_SOLVER",
            "LOCAL_SOLVER_HP",
        ],
    ),
    ("DIMENSION", &["UNLOADED_RADIUS", "WIDTH", "ASPECT_RATIO", "RIM_RADIUS", "RIM_WIDTH"]),
    ("OPERATING_CONDITIONS", &["INFLPRES", "NOMPRES"]),
    ("INERTIA", &["MASS", "IXX", "IYY", "BELT_MASS", "BELT_IXX", "BELT_IYY", "GRAVITY"]),
    (
        "VERTICAL",
        &[
            "FNOMIN", "VERTICAL_STIFFNESS", "VERTICAL_DAMPING", "MC_CONTOUR_A", "MC_CONTOUR_B", "BREFF",
            "DREFF", "FREFF", "Q_RE0", "Q_V1", "Q_V2", "Q_FZ1", "Q_FZ2", "Q_FZ3", "Q_FCX", "Q_FCY", "Q_FCY2",
            "Q_CAM", "Q_CAM1", "Q_CAM2", "Q_CAM3", "Q_FYS1", "Q_FYS2", "Q_FYS3", "PFZ1", "BOTTOM_OFFST",
            "BOTTOM_STIFF",
        ],
    ),
    (
        "STRUCTURAL",
        &[
            "LONGITUDINAL_STIFFNESS",
            "LATERAL_STIFFNESS",
            "YAW_STIFFNESS",
            "FREQ_LONG",
            "FREQ_LAT",
            "FREQ_YAW",
            "FREQ_WINDUP",
            "DAMP_LONG",
            "DAMP_LAT",
            "DAMP_YAW",
            "DAMP_WINDUP",
            "DAMP_RESIDUAL",
            "DAMP_VLOW",
            "Q_BVX",
            "Q_BVT",
            "PCFX1",
            "PCFX2",
            "PCFX3",
            "PCFY1",
            "PCFY2",
            "PCFY3",
            "PCMZ1",
        ],
    ),
    (
        "CONTACT_PATCH",
        &[
            "Q_RA1", "Q_RA2", "Q_RB1", "Q_RB2", "Q_A1", "Q_A2", "ELLIPS_SHIFT", "ELLIPS_LENGTH",
            "ELLIPS_HEIGHT", "ELLIPS_ORDER", "ELLIPS_MAX_STEP", "ELLIPS_NWIDTH", "ELLIPS_NLENGTH", "ENV_C1",
            "ENV_C2",
        ],
    ),
    ("INFLATION_PRESSURE_RANGE", &["PRESMIN", "PRESMAX"]),
    ("VERTICAL_FORCE_RANGE", &["FZMIN", "FZMAX"]),
    ("LONG_SLIP_RANGE", &["KPUMIN", "KPUMAX"]),
    ("SLIP_ANGLE_RANGE", &["ALPMIN", "ALPMAX"]),
    ("INCLINATION_ANGLE_RANGE", &["CAMMIN", "CAMMAX"]),
    ("SCALING_COEFFICIENTS", &["LGYR", "LMP"]),
    ("ALIGNING_COEFFICIENTS", &["QTZ1", "MBELT"]),
    ("TURNSLIP_COEFFICIENTS", &TURN_SLIP),
    ("SHAPE", &[]),
    ("DEFLECTION_LOAD_CURVE", &[]),
    ("BOTTOMING_CURVE", &[]),
];

#[cfg(test)]
mod tests {
    use super::{NEW_IN_5_2, NOT_IN_5_2, ONLY_IN_5_2, sections};

    #[test]
    fn every_name_in_the_lists_is_a_coefficient() {
        let known = |name: &str| {
            sections().iter().any(|(_, channels)| channels.iter().any(|channel| channel.name == name))
        };
        for name in ONLY_IN_5_2.iter().chain(&NOT_IN_5_2).chain(&NEW_IN_5_2) {
            assert!(known(name), "{name}");
        }
    }
}
