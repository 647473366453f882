//! The invented tyre that comes with Skidpad, without the reader of files.
#![allow(dead_code, missing_docs, reason = "each test file uses a part")]

use skidpad_core::math::Vec2;
use skidpad_core::record::{Channels, Record};
use skidpad_core::tyre::magic_formula::{
    Aligning, Coefficients, LateralCoefficients, Limits, LongitudinalCoefficients, Overturning, Size,
    Structure, Version,
};
use skidpad_testing::Random;

const TEXT: &str = include_str!("../../../../skidpad-formats/tyres/summer-205-55r16.tir");

fn value(key: &str) -> Option<f64> {
    let find = |line: &str| {
        let (name, value) = line.split_once('=')?;
        (name.trim() == key).then(|| value.trim().parse().expect("a number"))
    };
    TEXT.lines().find_map(find)
}

fn record<T: Record<f64> + Channels>() -> T {
    let one = |name: &str| if name.starts_with('l') { 1.0 } else { 0.0 };
    let values: Vec<f64> = T::CHANNELS
        .iter()
        .map(|channel| value(&channel.name.to_ascii_uppercase()).unwrap_or_else(|| one(channel.name)))
        .collect();
    T::load(&&values[..])
}

pub fn coefficients() -> Coefficients<f64> {
    let of = |key: &str| value(key).expect("a key");
    Coefficients {
        version: Version::V6_1,
        size: Size {
            unloaded_radius_m: of("UNLOADED_RADIUS"),
            nominal_load_n: of("FNOMIN"),
            nominal_pressure_pa: of("NOMPRES"),
            inflation_pressure_pa: of("INFLPRES"),
            nominal_speed_m_s: of("LONGVL"),
            low_speed_m_s: of("VXLOW"),
        },
        limits: Limits {
            pressure_low_pa: of("PRESMIN"),
            pressure_high_pa: of("PRESMAX"),
            load_low_n: of("FZMIN"),
            load_high_n: of("FZMAX"),
            kappa_low: of("KPUMIN"),
            kappa_high: of("KPUMAX"),
            alpha_low_rad: of("ALPMIN"),
            alpha_high_rad: of("ALPMAX"),
            gamma_low_rad: of("CAMMIN"),
            gamma_high_rad: of("CAMMAX"),
        },
        scaling: record(),
        longitudinal: record(),
        lateral: record(),
        overturning: record(),
        rolling: record(),
        aligning: record(),
        structure: Structure {
            longitudinal_stiffness_n_m: of("LONGITUDINAL_STIFFNESS"),
            lateral_stiffness_n_m: of("LATERAL_STIFFNESS"),
            ..record()
        },
    }
}

/// The same as a tyre of version 5.2, which has no pressure.
pub fn old() -> Coefficients<f64> {
    let mut c = coefficients();
    c.version = Version::V5_2;
    c.size.nominal_pressure_pa = 1.0;
    c.size.inflation_pressure_pa = 1.0;
    (c.limits.pressure_low_pa, c.limits.pressure_high_pa) = (1.0, 1.0);
    c.rolling.qsy7 = 1.0;
    c.lateral.phy3 = 0.03;
    c.lateral.pty1 = 2.1;
    c.lateral.pty2 = 2.0;
    c.longitudinal.ptx1 = 2.3;
    c.longitudinal.ptx2 = 1.4;
    c.longitudinal.ptx3 = 0.5;
    c
}

pub fn slips(x: f64, y: f64) -> Vec2<f64> {
    Vec2 { x, y }
}

/// A number of any sign and size, from 1e-12 to 1e12, or 0.
pub fn any_size(random: &mut Random) -> f64 {
    let size = random.magnitude(1e-12, 1e12);
    match random.below(16) {
        0 => 0.0,
        one if one % 2 == 0 => size,
        _ => -size,
    }
}

/// The tyre without asymmetry: shifts that pull at no slip (conicity, ply steer, the offset of a measured
/// F_x) are 0, and so is every term that changes when the tyre is mirrored. What camber does stays.
///
/// A shift may feed energy: with it, the force at a small slip points the way of the slip velocity.
pub fn symmetric(tyre: &Coefficients<f64>) -> Coefficients<f64> {
    let zero = 0.0;
    Coefficients {
        longitudinal: LongitudinalCoefficients {
            phx1: zero,
            phx2: zero,
            pvx1: zero,
            pvx2: zero,
            rhx1: zero,
            ..tyre.longitudinal
        },
        lateral: LateralCoefficients {
            pey3: zero,
            phy1: zero,
            phy2: zero,
            pvy1: zero,
            pvy2: zero,
            rby3: zero,
            rvy1: zero,
            rvy2: zero,
            ..tyre.lateral
        },
        overturning: Overturning { qsx1: zero, ..tyre.overturning },
        aligning: Aligning {
            qbz4: zero,
            qdz3: zero,
            qdz6: zero,
            qdz7: zero,
            qez4: zero,
            qhz1: zero,
            qhz2: zero,
            ssz1: zero,
            ..tyre.aligning
        },
        ..*tyre
    }
}
