//! What people read when a vehicle file is wrong.

use crate::common;

use common::{automatic, electric, error, in_full, problem, read, replaced, sample, with};

#[test]
fn ten_faults_are_ten_lines() {
    let mut text = sample().to_owned();
    for (section, key, value) in [
        ("", "name", Some("\"Boxster S\"")),
        ("", "kind", Some("\"lorry\"")),
        ("body", "kerb_mass", Some("\"1323 m\"")),
        ("body", "wheelbase", Some("{ value = \"241 m\", source = \"palmer\" }")),
        ("body", "width", Some("{ value = \"1.78 m\", source = \"plamer\" }")),
        (
            "body",
            "cg_height",
            Some("{ estimate = \"0.6 m\", range = [\"0.44 m\", \"0.54 m\"], why = \"low\" }"),
        ),
        ("front", "tyre", Some("\"225R18\"")),
        ("engine", "redline", Some("\"900 rpm\"")),
        ("gearbox", "final_drive", None),
        ("gearbox", "efficiency", Some("{ value = nan, sauce = \"palmer\" }")),
    ] {
        text = with(&text, section, key, value);
    }
    let expected = "\
car.toml:3:8: name: got \"Boxster S\"; must be a short name of a to z, 0 to 9 and hyphens, such as \"corvette-c5\"; did you mean \"boxster-s\"?
car.toml:6:8: kind: got \"lorry\"; must be \"car\" or \"motorcycle\"
car.toml:28:13: body.kerb_mass: got \"1323 m\"; must be a mass from 0.5 to 100000 kg, such as \"1400 kg\" (units: kg, lb, g or t); `m` is a unit of length, not of mass
car.toml:30:23: body.wheelbase: got \"241 m\"; must be a length from 0.1 to 20 m, such as \"1.8 m\" (units: m, mm, cm, km, in, ft or mi)
car.toml:32:26: body.cg_height: got \"0.6 m\"; must be within its own range [\"0.44 m\", \"0.54 m\"]
car.toml:36:38: body.width.source: got \"plamer\"; must be the name of a source in [sources]; did you mean `palmer`?
car.toml:43:8: front.tyre: got \"225R18\"; must be width in mm / side wall in % of the width, construction and rim in inches: \"225/40ZR18\", \"P275/40ZR-18\", \"205/55 R16 91V\" or \"100/90-18\" (the side wall is missing: no `/` after the width)
car.toml:78:11: engine.redline: got \"900 rpm\"; must be larger than engine.idle, which is 104.71975511965977; engine.idle is \"1000 rpm\" in line 77
car.toml:99:2: gearbox.final_drive: missing; must be given: a number from 0.1 to 50, such as 2 (or in %); write 2 or { value = 2, source = \"...\" } or { estimate = 2, range = [0.1, 50], why = \"...\" } (no rule says what \"derived\" would be)
car.toml:103:24: gearbox.efficiency: got nan; must be a number from 0.3 to 1, such as 0.9 (or in %)
car.toml:103:29: gearbox.efficiency.sauce: got the unknown key `sauce`; must be one of the keys value, source, estimate, range or why; did you mean `source`?";
    let error = error(&text);
    assert_eq!(error.to_string(), expected);
}

#[test]
fn unknown_keys_and_sections_have_a_nearest_one() {
    for (from, to, says) in [
        (
            "kerb_mass =",
            "kerb_mas =",
            "body.kerb_mas: got the unknown key `kerb_mas`; must be one of the keys kerb_mass, load_mass",
        ),
        ("kerb_mass =", "kerb_mas =", "; did you mean `kerb_mass`?"),
        ("[gearbox]", "[gear-box]", "gear-box: got the unknown key `gear-box`"),
        ("[gearbox]", "[gear-box]", "; did you mean `gearbox`?"),
        (
            "[gearbox]",
            "[gear-box]",
            "gearbox: missing; must be given: a section [gearbox] with final_drive, ",
        ),
        ("[body]\n", "[body]\nredline = 3\n", "; `redline` belongs in [engine]"),
        (
            "year = 2004",
            "colour = \"red\"",
            "car.toml:5:1: colour: got the unknown key `colour`; must be one of the keys name, title,",
        ),
        ("year = 2004", "year = 20004", "year: got 20004; must be a whole number from 1880 to 2100"),
        ("title = ", "# title = ", "car.toml:1:1: title: missing; must be given: the vehicle's full name"),
        ("[sources]", "[source]", "source: got the unknown key `source`"),
    ] {
        let text = error(&sample().replacen(from, to, 1)).to_string();
        assert!(text.contains(says), "{says}\n{text}");
    }
    let text = with(sample(), "", "coupling", Some("\"direct\""));
    let text = text.replace("idle = { value = \"1000 rpm\"", "idle = { value = \"0 rpm\"");
    let expected =
        "car.toml:94:2: clutch: got a section [clutch]; must be left out, or coupling = \"clutch\"";
    assert_eq!(problem(&text), expected);
    let text = with(sample(), "", "coupling", Some("\"converter\""));
    assert!(
        error(&text).to_string().contains("converter: missing; must be given: a section [converter] with")
    );
    let text = error("body = 3").to_string();
    assert!(text.contains("car.toml:1:8: body: got 3; must be a section [body] with kerb_mass"), "{text}");
}

#[test]
fn a_section_that_is_missing_is_one_problem() {
    for (section, next) in [
        ("body", "front"),
        ("front", "rear"),
        ("rear", "engine"),
        ("clutch", "gearbox"),
        ("gearbox", "drive"),
    ] {
        let text = replaced(sample(), &format!("[{section}]"), &format!("[{next}]"), "");
        assert!(
            problem(&text).contains(&format!(" {section}: missing; must be given: a section [{section}]"))
        );
    }
}

#[test]
fn a_section_that_may_be_left_out_must_be_whole_where_it_stands() {
    let full = in_full();
    let line = full.lines().position(|line| line == "[chassis]").unwrap() + 1;
    let says = format!("car.toml:{line}:2: chassis.rear_track: missing; must be given: a length");
    let text = problem(&with(&full, "chassis", "rear_track", None));
    assert!(text.contains(&says), "{says}\n{text}");
    let text = problem(&format!("steering = 3\n{}", sample()));
    assert!(text.contains("steering: got 3; must be a section [steering] with ratio, ackermann, "), "{text}");
    for (from, to, says) in [
        ("[steering]\n", "[steering]\nrear_preload = 3\n", "; `rear_preload` belongs in [differentials]"),
        ("[steering]\n", "[steering]\nabs = 1\n", "; `abs` belongs in [assists]"),
        ("[chassis]\nfront_track", "[chassis]\nfront_trak", "; did you mean `front_track`?"),
        ("[steering]", "[stering]", "; did you mean `steering`?"),
    ] {
        let text = error(&full.replacen(from, to, 1)).to_string();
        assert!(text.contains(says), "{says}\n{text}");
    }
}

#[test]
fn the_ways_to_give_a_value_exclude_each_other() {
    for (value, says) in [
        ("{ value = 1300, estimate = 1300 }", "must be either a `value` or an `estimate`"),
        ("{ source = \"palmer\" }", "must be a mass from 0.5 to 100000 kg"),
        (
            "{ value = 1300, why = \"x\" }",
            "body.kerb_mass.why: got \"x\"; must be left out: `why` belongs to an estimate",
        ),
        (
            "{ value = 1300, source = 3 }",
            "body.kerb_mass.source: got 3; must be the name of a source in [sources]",
        ),
        ("{ value = 1300, source = \"x\" }", "; add it to [sources]: name = \"citation or address\""),
        ("{ estimate = 1300, range = [1200, 1400] }", "body.kerb_mass.why: missing"),
        ("{ estimate = 1300, why = \"x\" }", "body.kerb_mass.range: missing"),
        ("{ estimate = 1300, range = [1200, 1400], why = \" \" }", "body.kerb_mass.why: got \" \""),
        ("{ estimate = 1300, range = [1200], why = \"x\" }", "must be the least and the largest value"),
        (
            "{ estimate = 1300, range = [1400, 1200], why = \"x\" }",
            "; the first must be smaller than the second",
        ),
        ("{ estimate = 1300, range = [1300, nan], why = \"x\" }", "body.kerb_mass.range[1]: got nan"),
        (
            "{ estimate = 1300, range = [0.1, 1400], why = \"x\" }",
            "body.kerb_mass.range[0]: got 0.1; must be a mass from 0.5",
        ),
        (
            "{ estimate = 1300, range = [1310, 1400], why = \"x\" }",
            "body.kerb_mass: got 1300; must be within its own range [1310, 1400]",
        ),
        ("{ estimate = nan, range = [1310, 1400], why = \"x\" }", "body.kerb_mass: got nan; must be a mass"),
    ] {
        let text = problem(&with(sample(), "body", "kerb_mass", Some(value)));
        assert!(text.contains(says), "{value}\n{text}");
    }
}

#[test]
fn what_cannot_be_derived_says_why() {
    let text = with(sample(), "rear", "radius", Some("\"derived\""));
    assert_eq!(
        problem(&text).split("; give").next().unwrap(),
        "car.toml:61:10: rear.radius: got \"derived\", which cannot be computed here; must be derived from the tyre's \
         size, with tyre = \"225/40ZR18\" in [rear], or given"
    );
    let text = with(sample(), "front", "friction", Some("0.05"));
    let text = with(&text, "front", "peak_slip", Some("0.5"));
    let text = problem(&text);
    assert!(
        text.contains("front.stiffness: got \"derived\", which gives 0.2; must be between 1 and 200"),
        "{text}"
    );
}

#[test]
fn gears_and_couplings_are_checked() {
    for (value, says) in [
        ("[]", "gearbox.ratios: got []; must be the ratios of the forward gears"),
        ("3", "gearbox.ratios: got 3; must be the ratios"),
        ("{ source = \"palmer\" }", "must be the ratios"),
        ("[3, 4]", "gearbox.ratios[1]: got 4; must be smaller than the ratio of the gear below, which is 3"),
        ("{ value = [3, 3], source = \"palmer\" }", "gearbox.ratios[1]: got 3; must be smaller"),
        ("[3, nan]", "gearbox.ratios[1]: got nan; must be a number from 0.05 to 100"),
        ("[3, \"x\"]", "gearbox.ratios[1]: got \"x\"; must be a number"),
        (
            "[13,12,11,10,9,8,7,6,5,4,3,2,1]",
            "gearbox.ratios: got [13,12,11,10,9,8,7,6,5,4,3,2,1]; must be 1 to 12 ratios",
        ),
        ("{ value = [3], estimate = 1, why = \"x\" }", "gearbox.ratios.estimate: got 1; must be `true`"),
        ("{ value = [3], estimate = true }", "gearbox.ratios.why: missing"),
    ] {
        let text = problem(&with(sample(), "gearbox", "ratios", Some(value)));
        assert!(text.contains(says), "{value}\n{text}");
    }
    let text = problem(&with(sample(), "gearbox", "kind", Some("\"single\"")));
    assert!(text.contains("must be one ratio for the kind \"single\""), "{text}");
    assert!(problem(&with(sample(), "front", "wheels", Some("1.5"))).contains("a whole number of wheels"));
}

#[test]
fn cylinders_are_counted_of_an_engine_alone() {
    let engine = with(sample(), "engine", "cylinders", None);
    let having = |text: &str, written: &str| {
        text.replacen("[engine]\n", &format!("[engine]\ncylinders = {written}\n"), 1)
    };
    assert_eq!(read(&having(&engine, "12")).unwrap().cylinders, Some(12));
    assert_eq!(read(&engine).unwrap().cylinders, None);
    for (text, written, says) in [
        (engine.as_str(), "2.5", "engine.cylinders: got 2.5; must be a whole number from 1 to 24"),
        (&engine, "0", "engine.cylinders: got 0; must be a whole number from 1 to 24"),
        (&engine, "25", "engine.cylinders: got 25; must be a whole number from 1 to 24"),
        (&electric(), "4", "engine.cylinders: got 4; must be left out: an electric motor has no cylinders"),
    ] {
        let text = error(&having(text, written)).to_string();
        assert!(text.contains(says), "{text}");
    }
}

#[test]
fn torque_is_given_in_one_form() {
    let without_cylinders = with(sample(), "engine", "cylinders", None);
    let lines = |by: &str| replaced(&without_cylinders, "[engine.torque_lines]", "[clutch]", by);
    for (text, says) in [
        (
            lines(""),
            "car.toml:75:2: engine.torque: missing; must be given, as one of: points of speed and torque",
        ),
        (lines("torque = 3\n"), "engine.torque: got 3; must be points of speed and torque"),
        (lines("torque = [[1, 2]]\n"), "engine.torque: got [[1, 2]]; must be 2 to 32 rows"),
        (
            lines("torque = [[1, 2], [1, 3]]\n"),
            "engine.torque[1]: got [1, 3]; must be a speed above that of the row before, which is 1 rad/s",
        ),
        (lines("torque = [[1, 2], [2]]\n"), "engine.torque[1]: got [2]; must be a point of speed and torque"),
        (
            lines("torque = [[1, 2], [2, -3]]\n"),
            "engine.torque[1][1]: got -3; must be a torque from 0 to 100000 N.m",
        ),
        (
            lines("torque = { points = [[1, 2], [\"3 kg\", 3]] }\n"),
            "engine.torque[1][0]: got \"3 kg\"; must be an angular speed",
        ),
        (
            lines("torque_lines = { lines = [{ from = 0, intercept = 1 }] }\n"),
            "engine.torque_lines[0]: got { from = 0, intercept = 1 }; must be a line with one slope",
        ),
        (
            lines("torque_lines = { lines = [{ from = 0, slope = 1 }] }\n"),
            "engine.torque_lines[0].intercept: missing; must be given: a torque",
        ),
        (lines("torque_lines = { lines = [3] }\n"), "engine.torque_lines[0]: got 3; must be a line"),
        (
            lines("torque_lines = { lines = [{ from = 0, intercept = 1, slope_nm_per_rpm = \"1\" }] }\n"),
            "; with a unit, write slope = \"0.025 N.m/rpm\"",
        ),
        (
            lines("torque_lines = { lines = [{ from = 0, intercept = 1, slope_nm_per_rpm = 1e9 }] }\n"),
            "must be a number from -1000 to 1000",
        ),
        (
            lines("motor = { torque = 0, power = \"1 kW\" }\n"),
            "engine.motor.torque: got 0; must be a torque from 0.001 to 100000 N.m",
        ),
        (lines("motor = { torque = 100 }\n"), "engine.motor.power: missing; must be given: a power"),
        (lines("motor = 3\n"), "engine.motor: got 3; must be the largest torque and power"),
    ] {
        let text = problem(&text);
        assert!(text.contains(says), "{says}\n{text}");
    }
    let text = with(
        &electric(),
        "engine",
        "motor",
        Some("{ torque = 420, power = \"208 kW\" }\ntorque = [[0, 1], [2, 3]]"),
    );
    let text = problem(&text);
    assert!(
        text.contains(
            "engine.motor: got { torque = 420, power = \"208 kW\" }; must be left out: `torque` is given"
        ),
        "{text}"
    );
    // Both ways of writing a slope are the same number.
    let slope =
        lines("torque_lines = { lines = [{ from = 0, intercept = 1, slope = \"0.025 N.m/rpm\" }] }\n");
    let per_rpm =
        lines("torque_lines = { lines = [{ from = 0, intercept = 1, slope_nm_per_rpm = 0.025 }] }\n");
    let [slope, per_rpm] = [slope, per_rpm].map(|text| read(&text).unwrap().spec.torque);
    assert_eq!(slope, per_rpm);
}

#[test]
fn published_figures_are_checked() {
    let figure = |by: &str| format!("{}\n[[published]]\n{by}", automatic());
    for (by, says) in [
        (
            "test = \"0-60\"\nvalue = \"4.8 s\"\nsource = \"palmer\"",
            "published[2].test: got \"0-60\"; must be 0-30 mph, 0-45 mph, 0-60 mph,",
        ),
        ("test = \"0-60\"\nvalue = \"4.8 s\"\nsource = \"palmer\"", "; did you mean `0-60 mph`?"),
        (
            "test = \"0-60 mph\"\nvalue = 4.8\nsource = \"palmer\"",
            "published[2].value: got 4.8; must be a time from 0.01 to 10000 s",
        ),
        (
            "test = \"0-60 mph\"\nvalue = \"4.8 m\"\nsource = \"palmer\"",
            "; `m` is a unit of length, not of time",
        ),
        (
            "test = \"skidpad\"\nvalue = \"0.9 m\"\nsource = \"palmer\"",
            "must be an acceleration from 0.01 to 100 m/s^2",
        ),
        ("test = \"0-60 mph\"\nvalue = \"4.8 s\"", "published[2].source: missing"),
        ("test = \"0-60 mph\"\nsource = \"palmer\"", "published[2].value: missing"),
        (
            "test = \"0-60 mph\"\nvalue = \"4.8 s\"\nsource = \"palmer\"\nrollout = \"3 m\"",
            "published[2].rollout: got \"3 m\"",
        ),
        (
            "test = \"0-60 mph\"\nvalue = \"4.8 s\"\nsource = \"palmer\"\nmass = 3",
            "did you mean `test_mass`?",
        ),
    ] {
        let text = problem(&figure(by));
        assert!(text.contains(says), "{by}\n{text}");
    }
    let good = "test = \"0-60 mph\"\nvalue = \"4.8 s\"\nsource = \"palmer\"\nrollout = \"1 ft\"\ntest_mass = \"1540 kg\"\nnote = \"dry\"";
    let file = read(&figure(good)).unwrap();
    let figure = &file.published[2];
    assert_eq!((figure.test.name, figure.value, figure.written.as_str()), ("0-60 mph", 4.8, "4.8 s"));
    assert_eq!(
        (figure.rollout_m, figure.test_mass_kg, figure.note.as_deref()),
        (Some(0.3048), Some(1540.0), Some("dry"))
    );
}
