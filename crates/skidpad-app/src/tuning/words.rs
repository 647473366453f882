//! The numbers of a vehicle in a driver's words, and the groups that they stand in.

use skidpad_formats::vehicle::Place;

/// A group of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Group {
    Engine,
    Gearbox,
    Tyres,
    Brakes,
    Springs,
    Aero,
    Weight,
    Steering,
    Assists,
}

impl Group {
    /// All groups, in the order in which they are shown.
    pub const ALL: [Self; 9] = [
        Self::Engine,
        Self::Gearbox,
        Self::Tyres,
        Self::Brakes,
        Self::Springs,
        Self::Aero,
        Self::Weight,
        Self::Steering,
        Self::Assists,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Engine => "Engine and torque curve",
            Self::Gearbox => "Gearbox and drive",
            Self::Tyres => "Tyres and wheels",
            Self::Brakes => "Brakes",
            Self::Springs => "Springs and dampers",
            Self::Aero => "Aero and drag",
            Self::Weight => "Weight and size",
            Self::Steering => "Steering",
            Self::Assists => "Assists",
        }
    }

    /// The group of a number.
    pub fn new(place: &Place) -> Self {
        let name = place.field.name;
        match place.section.split('.').next().unwrap_or_default() {
            _ if name.contains("brake_") => Self::Brakes,
            _ if name.contains("downforce") => Self::Aero,
            _ if name.contains("track") => Self::Weight,
            _ if name == "clutch_by_pedal" => Self::Gearbox,
            "body" => match name {
                "frontal_area" | "drag_coefficient" | "linear_resistance" => Self::Aero,
                "largest_steer" => Self::Steering,
                _ => Self::Weight,
            },
            "front" | "rear" | "tyres" => Self::Tyres,
            "engine" | "stalling" => Self::Engine,
            "clutch" | "converter" | "gearbox" | "drive" | "differentials" => Self::Gearbox,
            "steering" => Self::Steering,
            "assists" => Self::Assists,
            // The chassis and its bump stops.
            _ => Self::Springs,
        }
    }
}

/// Words of keys that are not a driver's.
const WORDS: [(&str, &str); 41] = [
    ("body.kerb_mass", "Weight, empty"),
    ("body.load_mass", "Driver and load"),
    ("body.front_weight_share", "Front weight share"),
    ("body.cg_height", "Height of the centre of mass"),
    ("body.largest_steer", "Steering lock"),
    ("body.linear_resistance", "Drag proportional to speed"),
    ("axle.wheels", "number of wheels"),
    ("axle.radius", "rolling radius"),
    ("axle.wheel_mass", "wheel weight"),
    ("axle.friction", "grip, braking and accelerating"),
    ("axle.lateral_friction", "grip, cornering"),
    ("axle.peak_slip", "slip at peak grip"),
    ("axle.peak_slip_angle", "slip angle at peak grip"),
    ("axle.cornering_stiffness", "cornering stiffness"),
    ("axle.stiffness", "slip stiffness"),
    ("axle.sliding_share", "grip left when sliding"),
    ("engine.idle", "Idle speed"),
    ("engine.limiter", "Rev limiter"),
    ("engine.blow_up", "Engine failure speed"),
    ("engine.inertia", "Flywheel inertia"),
    ("engine.braking", "Engine braking"),
    ("engine.motor.torque", "Motor torque"),
    ("engine.motor.power", "Motor power"),
    ("clutch.capacity", "Clutch torque"),
    ("clutch.bite", "Clutch bite speed"),
    ("clutch.launch", "Clutch launch speed"),
    ("converter.lock_up_ratio", "Lock-up speed ratio"),
    ("converter.lock_up_from_gear", "Lowest lock-up gear"),
    ("gearbox.efficiency", "Drivetrain efficiency"),
    ("gearbox.shift_torque_share", "Drive torque during a shift"),
    ("gearbox.shift_up", "Upshift speed"),
    ("gearbox.shift_down", "Downshift speed"),
    ("gearbox.reverse", "Reverse gear"),
    ("drive.front_share", "Front share of drive torque"),
    ("chassis.roll_stiffness_front_share", "Front share of roll stiffness"),
    ("chassis.anti_dive", "Anti-dive"),
    ("chassis.anti_squat", "Anti-squat"),
    ("chassis.unsprung_share", "Unsprung weight"),
    ("steering.ratio", "Steering ratio"),
    ("steering.largest_rate", "Steering rate limit"),
    ("assists.abs", "ABS"),
];

/// A number in a driver's words.
pub fn words(place: &Place) -> String {
    let (section, name) = (place.section, place.field.name);
    if let Some(gear) = place.gear {
        return format!("Gear {}", gear + 1);
    }
    let number = place.row.map_or(0, |row| row + 1);
    match section {
        "front" => format!("Front {}", plain("axle", name)),
        "rear" => format!("Rear {}", plain("axle", name)),
        "engine.torque" => format!("Torque curve, point {number}: {name}"),
        "engine.torque_lines" => format!("Torque curve, line {number}: {name}"),
        "converter.points" => format!("Torque converter, row {number}: {}", spaced(name)),
        _ => match section.strip_prefix("tyres.").and_then(|tyre| tyre.split_once('.')) {
            Some((law, axle)) => format!("{} {law}: {name}", capital(axle)),
            None => {
                let differential = if section == "differentials" { " (differential)" } else { "" };
                capital(&format!("{}{differential}", plain(section, name)))
            }
        },
    }
}

fn plain(section: &str, name: &str) -> String {
    let path = format!("{section}.{name}");
    let known = WORDS.iter().find(|(key, _)| *key == path);
    known.map_or_else(|| spaced(name), |(_, words)| (*words).to_owned())
}

fn spaced(name: &str) -> String {
    name.replace('_', " ")
}

/// The text with a capital first letter.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{Group, WORDS, words};
    use skidpad_formats::presets;

    /// The sliders had the keys of vehicle files for names: `rear.peak_slip_angle`.
    #[test]
    fn every_number_has_words_of_its_own() {
        let mut used = HashSet::new();
        for preset in presets::preset_names() {
            let places = presets::preset(preset).unwrap().places();
            let all: HashSet<String> = places.iter().map(words).collect();
            assert_eq!(all.len(), places.len(), "{preset}: two numbers have the same words");
            for place in &places {
                let (said, is_coefficient) = (words(place), place.section.starts_with("tyres."));
                assert!(is_coefficient || !said.contains(['_', '[', '.']), "{said}");
                assert!(said.starts_with(|first: char| first.is_uppercase()), "{said}");
                assert!(Group::ALL.contains(&Group::new(place)));
                used.extend(WORDS.iter().filter(|(_, own)| said.ends_with(own)).map(|(key, _)| *key));
            }
        }
        let unused: Vec<_> = WORDS.iter().filter(|(key, _)| !used.contains(key)).collect();
        assert!(unused.is_empty(), "no preset has {unused:?}");
    }

    #[test]
    fn numbers_stand_where_a_driver_looks_for_them() {
        let file = presets::preset("boxster-s").unwrap();
        let group = |path: &str| {
            let place = file.places().into_iter().find(|place| place.path() == path).unwrap();
            Group::new(&place)
        };
        assert_eq!(group("front.brake_torque"), Group::Brakes);
        assert_eq!(group("rear.lateral_friction"), Group::Tyres);
        assert_eq!(group("gearbox.ratios[2]"), Group::Gearbox);
        assert_eq!(group("engine.torque[3].speed"), Group::Engine);
        assert_eq!(group("body.drag_coefficient"), Group::Aero);
        assert_eq!(group("body.kerb_mass"), Group::Weight);
    }
}
