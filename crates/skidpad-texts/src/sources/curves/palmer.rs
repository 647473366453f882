//! Palmer's figures of engine and gears: torque, power, the speeds of the gears, and what tyres hold of it.

use crate::gearing;
use crate::palmer::{BLOWN_RPM, BOXSTER, BOXSTER_GEARS, REDLINE_RPM, boxster_torque, turns};
use crate::units;
use skidpad_core::powertrain::power;
use skidpad_special::drive::{drive_force, wheel_torque};

use super::draft::{Draft, draft};

pub(super) const SOURCE: &str = "Palmer";
pub(super) const GEAR_NAMES: [&str; 6] = ["first", "second", "third", "fourth", "fifth", "sixth"];
/// From the speed up to which the first line is level to the redline, rpm.
const ENGINE: (f64, f64) = (0.0, REDLINE_RPM);
const RPM: (&str, &str) = ("engine speed", "rpm");

pub(super) fn drafts() -> Vec<Draft> {
    vec![torque(), power_curve(), gear_speeds(), engine_speeds(), traction(), traction_on_slopes()]
}

fn torque() -> Draft {
    draft("palmer-fig-8-7", (SOURCE, "figures 8-2 and 8-7, (8.17)"), "torque of the Boxster S")
        .axes(RPM, ("torque", "N·m"))
        .span(0.0, 350.0)
        .line("three straight lines (8.17)", ENGINE, boxster_torque)
        .height("palmer-line-1000", "three straight lines (8.17)", 1000.0)
        .height("palmer-line-4600", "three straight lines (8.17)", 4600.0)
        .height("palmer-line-7200", "three straight lines (8.17)", 7200.0)
        .beside(
            "palmer-car-torque-at-peak-power",
            "three straight lines (8.17)",
            6400.0,
            "of the engine itself, by table 8-4; the text says that straight lines underpredict it",
        )
        .caption(
            "The measured curve of figure 8-2 is lost; its printed points are marked. The rounded slope of 0.025 N.m \
             per rpm makes 310.0 N.m at 4600 rpm of the 309.2.",
        )
}

fn power_curve() -> Draft {
    let name = "of the straight lines (8.17)";
    draft("palmer-fig-8-4", (SOURCE, "figure 8-4, (8.8)"), "power of the Boxster S")
        .axes(RPM, ("power", "kW"))
        .span(0.0, 220.0)
        .line(name, ENGINE, |rpm| 1e-3 * power(boxster_torque(rpm), units::rpm(rpm)))
        .beside(
            "palmer-peak-power-hp",
            name,
            6200.0,
            "of the measured curve; the text says that straight lines underpredict it",
        )
        .scaled(1e-3)
        .height("palmer-lines-power-at-6200", name, 6200.0)
        .scaled(1e-3)
        .peak("palmer-lines-peak-power-speed", name)
        .caption(
            "The measured curve is lost but for its peak, which figure 8-4 has at 6200 rpm and table 8-4 at 6400 rpm. \
             The lines give 168 kW at 6200 rpm.",
        )
}

fn gear_speeds() -> Draft {
    const AT_REDLINE: [&str; 6] = [
        "palmer-redline-1-kmh",
        "palmer-redline-2-kmh",
        "palmer-redline-3-kmh",
        "palmer-redline-4-kmh",
        "palmer-redline-5-kmh",
        "palmer-redline-6-kmh",
    ];
    let mut found = draft("palmer-table-8-2", (SOURCE, "table 8-2, (8.13)"), "speed in each gear")
        .axes(RPM, ("speed", "km/h"))
        .caption(
            "Marked is the speed at the redline of 7200 rpm. The engine of the simulator blows at 8000 rpm.",
        );
    for ((ratio, name), figure) in BOXSTER_GEARS.into_iter().zip(GEAR_NAMES).zip(AT_REDLINE) {
        let speed = move |rpm: f64| units::to_kmh(BOXSTER.speed_at(units::rpm(rpm), ratio));
        found = found.line(name, (0.0, BLOWN_RPM), speed).height(figure, name, REDLINE_RPM);
    }
    found.height("palmer-8000-rpm-first", "first", BLOWN_RPM).scaled(3.6)
}

fn engine_speeds() -> Draft {
    // The speed at which a gear reaches the redline, km/h.
    let leaves = |ratio: f64| units::to_kmh(BOXSTER.speed_at(units::rpm(REDLINE_RPM), ratio));
    let mut found = draft("palmer-8-14", (SOURCE, "(8.14), (8.15)"), "engine speed through the gears")
        .axes(("speed", "km/h"), RPM)
        .span(0.0, 14_000.0)
        .level(REDLINE_RPM, "redline")
        .level(BLOWN_RPM, "blown engine")
        .caption(
            "Shifting up at the redline, from first gear to 4147 rpm. Shifting down at the redline of second gear turns \
             the engine at 12 502 rpm, far beyond the 8000 rpm at which it blows.",
        );
    let mut from = 0.0;
    for (index, (ratio, name)) in BOXSTER_GEARS.into_iter().zip(GEAR_NAMES).enumerate() {
        let engine = move |kmh: f64| {
            let speed = units::kmh(kmh);
            units::to_rpm(gearing::engine_speed(speed, ratio, BOXSTER.final_drive, BOXSTER.wheel_radius_m))
        };
        let to = leaves(ratio);
        found = found.line(name, (from, to), engine);
        if index == 0 {
            let name = "first, after a shift down";
            found = found.line(name, (to, leaves(BOXSTER_GEARS[1])), engine);
            found = found.height("palmer-shift-down", name, leaves(BOXSTER_GEARS[1]));
        }
        if index == 1 {
            found = found.height("palmer-8-15", name, from);
        }
        from = to;
    }
    found
}

/// The largest of the tyres on the level, N (8.32).
fn limit_n() -> f64 {
    turns::traction_force(turns::BOXSTER_SKIDPAD_G, BOXSTER.mass_kg, 9.8, 0.0)
}

fn traction() -> Draft {
    let first = BOXSTER_GEARS[0];
    let asked = move |rpm| {
        let wheels = wheel_torque(boxster_torque(rpm), first, BOXSTER.final_drive, 1.0);
        1e-3 * drive_force(wheels, BOXSTER.wheel_radius_m)
    };
    let (drive, radius) = (BOXSTER.final_drive, BOXSTER.wheel_radius_m);
    let used = move |rpm| {
        1e-3 * turns::drive_force_within_traction(boxster_torque(rpm), first, drive, radius, limit_n())
    };
    draft("palmer-8-34", (SOURCE, "(8.34), (8.32)"), "drive force in first gear")
        .axes(RPM, ("force", "kN"))
        .span(8.0, 13.5)
        .line("of the engine (8.34)", ENGINE, asked)
        .line("used", ENGINE, used)
        .level(1e-3 * limit_n(), "0.91 g times the whole weight (8.32)")
        .height("palmer-drive-force-first", "of the engine (8.34)", 4600.0)
        .scaled(1e-3)
        .height("palmer-8-34-limited", "used", 4600.0)
        .scaled(1e-3)
        .caption(
            "As printed the limit is that of the whole weight, and only the peak of first gear goes beyond it. The rear \
             wheels alone carry about two thirds of that: see the errata.",
        )
}

fn traction_on_slopes() -> Draft {
    let name = "mu m g cos(theta), 0.91 g";
    draft("palmer-8-32", (SOURCE, "(8.32)"), "traction limit on a slope")
        .axes(("slope", "°"), ("traction limit", "kN"))
        .line(name, (0.0, 40.0), |slope| {
            1e-3 * turns::traction_force(
                turns::BOXSTER_SKIDPAD_G,
                BOXSTER.mass_kg,
                9.8,
                units::degrees(slope),
            )
        })
        .legend("")
        .height("palmer-traction-limit", name, 0.0)
        .scaled(1e-3)
        .height("palmer-8-32-slope", name, 10.0)
        .scaled(1e-3)
        .caption("Of the whole weight, as printed.")
}
