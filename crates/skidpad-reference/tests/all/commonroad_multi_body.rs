//! CommonRoad's multi-body model against the numbers of its own package, version 3.0.2, and the vector that
//! its authors published (see the NOTICE beside the data).
//!
//! How they are compared stands in `skidpad_reference::commonroad`.
#![allow(clippy::disallowed_methods)]

use crate::reference_support;

use reference_support::{agrees, data, there};
use skidpad_commonroad::{CommonRoadStState, FromParameters, MultiBodyCar, parameters};
use skidpad_reference::commonroad::{self, GENERATED, PUBLISHED, SETS, SUBJECTS, stored};

#[test]
fn right_hand_sides_are_those_of_the_package() {
    let subject = SUBJECTS.iter().find(|subject| subject.model == "MB").expect("MB");
    for check in commonroad::checks(&data(), "MB", subject) {
        agrees(&check, if check.source == PUBLISHED { 29 } else { 70 * 29 });
    }
}

/// The generated vectors begin where `init_mb` begins: steering 0.05 rad, yaw rate 0.1 rad/s, sideslip 0.01 rad.
#[test]
fn the_start_is_that_of_the_package() {
    let Some(rows) = there(commonroad::rows(&data(), GENERATED)) else { return };
    let mut count = 0;
    for row in rows.iter().filter(|row| row.model == "MB") {
        let (set, note) = (row.set.set, &row.note);
        let car: MultiBodyCar<f64> = FromParameters::from_parameters(row.set).expect("all figures");
        let Some((_, rest)) = note.split_once("v=") else { continue };
        let speed_m_s: f64 = rest.split(',').next().and_then(|v| v.parse().ok()).expect("a speed");
        let core = CommonRoadStState {
            x_m: 1.0,
            y_m: 2.0,
            front_steer_rad: 0.05,
            speed_m_s,
            yaw_rad: 0.3,
            yaw_rate_rad_s: 0.1,
            sideslip_rad: 0.01,
        };
        for (found, expected) in stored(&car.init(&core)).into_iter().zip(&row.state) {
            assert!(
                (found - expected).abs() <= 4e-16 * expected.abs(),
                "set {set} {note}: {found} {expected}"
            );
        }
        count += 1;
    }
    assert!(count > 70, "{count} starts");
}

/// The parameter files, number by number.
#[test]
fn parameters_are_those_of_the_package() {
    let Some(file) = there(data().json("vectors/commonroad/parameters.json")) else { return };
    const BODY: [&str; 8] = ["m_s", "I_Phi_s", "I_y_s", "I_xz_s", "K_ras", "K_rad", "K_zt", "K_lt"];
    const FRONT: [&str; 9] = ["m_uf", "I_uf", "K_sf", "K_sdf", "T_f", "K_tsf", "h_raf", "D_f", "E_f"];
    const REAR: [&str; 9] = ["m_ur", "I_ur", "K_sr", "K_sdr", "T_r", "K_tsr", "h_rar", "D_r", "E_r"];
    for (set, key) in SETS.iter().enumerate() {
        let ours = parameters(set as u32 + 1).and_then(|set| set.suspension).expect("axles");
        let theirs = |name: &&str| file[key][*name].as_f64().unwrap_or_else(|| panic!("{key}: {name}"));
        assert_eq!(stored(&ours.body), BODY.iter().map(theirs).collect::<Vec<_>>(), "{key}");
        assert_eq!(stored(&ours.front), FRONT.iter().map(theirs).collect::<Vec<_>>(), "{key}");
        assert_eq!(stored(&ours.rear), REAR.iter().map(theirs).collect::<Vec<_>>(), "{key}");
    }
}
