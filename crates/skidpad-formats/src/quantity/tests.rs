use skidpad_core::spec::Quantity;
use skidpad_core::units;
use skidpad_texts::engine::palmer_engine_braking;

use super::tables::ALL;
use super::{measure, normal, parse};

fn read(text: &str, quantity: Quantity) -> f64 {
    parse(text, measure(quantity)).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn units_are_those_of_core() {
    for (text, quantity, si) in [
        ("3230 lb", Quantity::Mass, units::pounds(3230.0)),
        ("1.5t", Quantity::Mass, 1500.0),
        ("350 g", Quantity::Mass, 0.35),
        ("104.5 in", Quantity::Length, units::inches(104.5)),
        ("2415 mm", Quantity::Length, 2.415),
        ("34 cm", Quantity::Length, 0.34),
        ("1 ft", Quantity::Length, units::FOOT_M),
        ("1.94 m²", Quantity::Area, 1.94),
        ("1.94 m^2", Quantity::Area, 1.94),
        ("10 sq ft", Quantity::Area, 10.0 * 0.3048 * 0.3048),
        ("300 ms", Quantity::Time, 0.3),
        ("60 mph", Quantity::Speed, 26.8224),
        ("100 km/h", Quantity::Speed, units::kmh(100.0)),
        ("7200 rpm", Quantity::AngularSpeed, units::rpm(7200.0)),
        ("7200 1/min", Quantity::AngularSpeed, units::rpm(7200.0)),
        ("100 rad/s", Quantity::AngularSpeed, 100.0),
        ("309.2 N·m", Quantity::Torque, 309.2),
        ("309.2N-m", Quantity::Torque, 309.2),
        ("309.2 N * m", Quantity::Torque, 309.2),
        ("309.2 N m", Quantity::Torque, 309.2),
        ("309.2 Nm", Quantity::Torque, 309.2),
        ("350 lb-ft", Quantity::Torque, units::foot_pounds(350.0)),
        ("350 lbf.ft", Quantity::Torque, units::foot_pounds(350.0)),
        ("350 ft-lb", Quantity::Torque, units::foot_pounds(350.0)),
        ("10 kgf.m", Quantity::Torque, 10.0 * units::STANDARD_GRAVITY_M_S2),
        ("258 hp", Quantity::Power, units::horsepower(258.0)),
        ("260 PS", Quantity::Power, units::metric_horsepower(260.0)),
        ("190 kW", Quantity::Power, 190e3),
        ("1 MW", Quantity::Power, 1e6),
        ("0.2 kg m^2", Quantity::Inertia, 0.2),
        ("200 N/mm", Quantity::Stiffness, 2e5),
        ("1000 lbf/in", Quantity::Stiffness, 175_126.835_246_476_37),
        ("0.2 kg·m²", Quantity::Inertia, 0.2),
        ("3.42:1", Quantity::Ratio, 3.42),
        ("85 %", Quantity::Ratio, 0.85),
        ("12.8 N/(m/s)", Quantity::LinearResistance, 12.8),
        ("12.8 N.s/m", Quantity::LinearResistance, 12.8),
        ("0.74 N.m per rev/s", Quantity::RotaryResistance, palmer_engine_braking(0.74, units::to_rpm(1.0))),
        ("0.74 N.m/(rev/s)", Quantity::RotaryResistance, palmer_engine_braking(0.74, units::to_rpm(1.0))),
        ("\u{2212}3 deg", Quantity::Angle, units::degrees(-3.0)),
        ("-3e-1 °", Quantity::Angle, units::degrees(-0.3)),
        (".5 rad", Quantity::Angle, 0.5),
        ("+1. rad", Quantity::Angle, 1.0),
    ] {
        assert_eq!(read(text, quantity), si, "{text}");
    }
    assert!((read("1 hp", Quantity::Power) - 745.7).abs() < 0.01);
}

#[test]
fn every_unit_round_trips() {
    for measure in ALL {
        for unit in measure.units {
            for value in [1.0, 0.37, 12.5] {
                let si = (unit.to_si)(value);
                let back = (unit.from_si)(si);
                assert!(
                    (back - value).abs() <= 4e-16 * value.abs() * 4.0,
                    "{}: {value} -> {back}",
                    unit.symbol
                );
                for spelling in unit.aliases.iter().chain([&unit.symbol]) {
                    let text = format!("{value} {spelling}");
                    assert_eq!(parse(&text, measure).unwrap(), si, "{text}");
                }
            }
        }
    }
}

#[test]
fn no_spelling_means_two_units() {
    for measure in ALL {
        for (index, unit) in measure.units.iter().enumerate() {
            let earlier = || measure.units[..index].iter().flat_map(super::Unit::spellings);
            let mut spellings = unit.spellings();
            assert!(spellings.all(|spelling| earlier().all(|other| other != spelling)), "{}", unit.symbol);
        }
    }
}

#[test]
fn examples_are_read() {
    for measure in ALL {
        for example in measure.examples {
            assert!(parse(example, measure).is_ok(), "{example}");
        }
    }
}

#[test]
fn what_is_no_quantity_says_what_is_accepted() {
    for (text, hint) in [
        ("", ""),
        ("kg", ""),
        ("-", ""),
        (".", ""),
        (".kg", ""),
        ("--3 kg", ""),
        ("nan kg", ""),
        ("inf kg", ""),
        ("1e999 kg", "the number is not finite"),
        ("1400", "`1400` has no unit"),
        ("1400 m", "`m` is a unit of length, not of mass"),
        ("1400 kgs", "did you mean `kg`?"),
        ("1,4 kg", "numbers have a decimal point, and no comma"),
        ("1400 e kg", ""),
        ("1400e", ""),
        ("1400e+", ""),
        ("0x10 kg", ""),
    ] {
        let error = parse(text, measure(Quantity::Mass)).expect_err(text);
        assert_eq!(error.must, "a mass in kg, lb, g or t, such as \"1400 kg\"");
        assert_eq!(error.hint.as_deref().unwrap_or_default(), hint, "{text}");
    }
    assert!(parse(&"1".repeat(400), measure(Quantity::Mass)).is_err());
    assert!(parse("3 MW", measure(Quantity::Power)).is_ok());
    assert!(parse("3 mW", measure(Quantity::Power)).is_err());
}

#[test]
fn spellings_are_made_one() {
    assert_eq!(normal(" N · m "), "N.m");
    assert_eq!(normal("kg m^2"), "kg.m2");
    assert_eq!(normal("N / ( m / s )"), "N/(m/s)");
}
