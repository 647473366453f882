//! `skidpad lap`: wrong input first, then a lap with its pictures.

use std::fs;

use serde_json::Value;

use crate::common::{folder, json, refused, success, text};

/// A stadium: two straights of 200 m and two half circles of 30 m, on a road of 8 m.
const STADIUM: &str = r#"
name = "stadium"
closed = true
[line]
left = 4
right = 4
[[segment]]
length = 200
[[segment]]
radius = 30
angle = "180 deg"
[[segment]]
length = 200
[[segment]]
radius = 30
angle = "180 deg"
"#;

/// The model whose envelope takes the least time, for what is alike with all.
const QUICK: [&str; 2] = ["--model", "single_track"];

#[test]
fn wrong_input_is_refused_by_name() {
    let folder = folder("lap_wrong");
    let track = folder.join("stadium.toml");
    fs::write(&track, STADIUM).expect("a file");
    let track = text(&track);
    let cases: [(&[&str], &str); 18] = [
        (&["lap", "nowhere.csv"], "file not found: nowhere.csv (check the path, or name a track: grand-prix"),
        (&["lap", track, "--car", "boxter-s"], "did you mean `boxster-s`"),
        (&["lap", track, "--model", "single_trak"], "single_track"),
        (
            &["lap", track, "--model", "kinematic"],
            "no envelope of the model `kinematic`; must be one of two_track",
        ),
        (&["lap", track, "--grip=-1"], "--grip -1: must be 0.05 to 3"),
        (&["lap", track, "--step", "NaN"], "--step NaN: must be 0.1 to 20"),
        (&["lap", track, "--method", "qss", "--line", "nofile.csv"], "file not found: nofile.csv"),
        (&["lap", track, "--method", "qss", "--against", "no.json"], "file not found: no.json"),
        (
            &["lap", track, "--method", "qss", "--against", "quickest"],
            "--against quickest: unknown lap; must be one of fastest, reference",
        ),
        (&["lap", track, "--sweep", "body.mass=1:2:3"], "body.mass: unknown field; near: body.kerb_mass"),
        (&["lap", track, "--sweep", "grip=2:1:3"], "2 is above 1; write 1:2:3"),
        (&["lap", track, "--sweep", "duration=1:2:3"], "duration: a field of scenarios"),
        (&["lap", track, "--sweep", "grip=4:5:2"], "grip = 4: must be 0.05 to 3"),
        (&["lap", track, "--sweep", "grip=1:2:3", "--sensitivity"], "cannot be used with '--sensitivity'"),
        (&["lap", track, "--friction", "sticky"], "[possible values: hyperbolic, exponential"),
        (
            &["lap", track, "--model", "two_track", "--friction", "falling"],
            "--friction: two_track has no choice of it",
        ),
        (
            &["lap", track, "--car", "rars", "--method", "optimal"],
            "--model slip_vector: has no minimum-time laps",
        ),
        (
            &["lap", track, "--car", "rars", "--sensitivity"],
            "--sensitivity: slip_vector has none; use --sweep",
        ),
    ];
    for (arguments, says) in cases {
        refused(arguments, &[says]);
    }
}

#[test]
fn the_car_of_rars_laps_with_its_own_model() {
    let folder = folder("lap_rars");
    let track = folder.join("stadium.toml");
    fs::write(&track, STADIUM).expect("a file");
    let lap = |method: &str| {
        let surface_1 = ["--friction", "exponential", "--grip", "1.05"];
        json(
            &[&["lap", text(&track), "--car", "rars", "--method", method, "--json"], &surface_1[..]].concat(),
        )
    };
    let [theory, driven] = ["line", "driven"].map(lap);
    assert_eq!([&theory["model"], &driven["model"]], ["slip_vector"; 2]);
    let [theory_s, driven_s] = [theory, driven].map(|lap| lap["lap_s"].as_f64().expect("a time"));
    assert!((0.9999..1.002).contains(&(driven_s / theory_s)), "{driven_s} to {theory_s} s");
}

#[test]
fn a_lap_is_printed_drawn_and_written() {
    let folder = folder("lap");
    let track = folder.join("stadium.toml");
    fs::write(&track, STADIUM).expect("a file");
    let out = folder.join("out");
    let document =
        json(&["lap", text(&track), "--car", "boxster-s", "--method", "qss", "--out", text(&out), "--json"]);
    let number = |key: &str| document[key].as_f64().unwrap_or_else(|| panic!("{key}"));
    let samples = document["samples"].as_array().expect("samples");
    // Half circles at about 1 g, and 200 m between them.
    let corner_m_s = (9.3_f64 * 30.0).sqrt();
    // Where straights meet arcs, the smooth line through both bends a little more than the arc.
    assert!((number("v_min_m_s") / corner_m_s - 0.96).abs() < 0.05, "{}", number("v_min_m_s"));
    assert!((number("length_m") - (400.0 + core::f64::consts::TAU * 30.0)).abs() < 0.5);
    let sectors: f64 =
        document["sectors_s"].as_array().expect("sectors").iter().filter_map(Value::as_f64).sum();
    assert!((sectors - number("lap_s")).abs() < 1e-9);
    for key in [
        "s_m", "x_m", "y_m", "n_m", "speed_m_s", "ax_m_s2", "ay_m_s2", "steer_rad", "throttle", "brake",
        "gear",
    ] {
        assert!(samples.iter().all(|sample| sample[key].is_number()), "{key}");
    }
    // In the corner the front wheels point by about wheelbase over radius, to the left.
    let corner =
        samples.iter().min_by(|a, b| a["speed_m_s"].as_f64().partial_cmp(&b["speed_m_s"].as_f64()).unwrap());
    let steer_rad = corner.and_then(|sample| sample["steer_rad"].as_f64()).expect("a corner");
    assert!((0.06..0.2).contains(&steer_rad), "{steer_rad} rad");
    for picture in ["lap-speed-map.svg", "lap-limits.svg", "lap-distance.svg", "lap-gg.svg"] {
        let svg = fs::read_to_string(out.join(picture)).expect("a picture");
        assert!(svg.starts_with("<svg") && !svg.contains("NaN"), "{picture}");
    }
    let written: Value =
        serde_json::from_str(&fs::read_to_string(out.join("lap.json")).expect("a lap")).expect("JSON");
    assert_eq!(written, document);

    // The same without JSON, on a line of its own: the inner edge is shorter and slower.
    let line = folder.join("line.csv");
    let inner = "# x_m,y_m\n".to_owned()
        + &(0..72)
            .map(|at| {
                let (sin, cos) = f64::to_radians(5.0 * f64::from(at)).sin_cos();
                format!("{:.6},{:.6}\n", 26.0 * sin + if sin > 0.0 { 200.0 } else { 0.0 }, 30.0 - 26.0 * cos)
            })
            .collect::<String>();
    fs::write(&line, inner).expect("a line");
    let of_line = ["--method", "qss", "--line", text(&line), "--grip", "0.5"];
    let table = success(&[&["lap", text(&track)][..], &of_line, &QUICK].concat());
    for says in ["lap time", "stadium", "boxster-s (single_track)", "time limited by cornering", "sector 3"] {
        assert!(table.contains(says), "{says}: {table}");
    }

    // Corners in the order of the road, each with its slowest place.
    let corners = document["corners"].as_array().expect("corners");
    assert_eq!(corners.len(), 2, "both half circles");
    for (place, corner) in corners.iter().enumerate() {
        let of = |key: &str| corner[key].as_f64().unwrap_or_else(|| panic!("{key}"));
        assert_eq!(corner["number"], place + 1);
        assert_eq!(
            (corner["direction"].as_str(), corner["name"].as_str().map(str::len)),
            (Some("left"), Some(2))
        );
        // The second one ends where the road begins again.
        let to_m = if place == 1 { of("to_s_m") + number("length_m") } else { of("to_s_m") };
        assert!(of("from_s_m") < of("apex_s_m") && of("apex_s_m") < to_m);
        assert!((of("least_radius_m") / 30.0 - 1.0).abs() < 0.15, "{}", of("least_radius_m"));
        let mean_m_s = (to_m - of("from_s_m")) / of("time_s");
        assert!(mean_m_s > of("least_m_s") && mean_m_s < of("entry_m_s").max(of("exit_m_s")));
        let lateral = of("least_m_s") * of("least_m_s") / of("least_radius_m");
        assert!((of("lateral_m_s2") / lateral - 1.0).abs() < 0.05, "{} {lateral}", of("lateral_m_s2"));
        assert!(of("apex_gear") >= 1.0);
    }

    // The fastest line uses the width of the road.
    let fastest = json(&["lap", text(&track), "--json"]);
    let faster_s = fastest["lap_s"].as_f64().expect("a time");
    assert!(faster_s < 0.98 * number("lap_s"), "{faster_s} s");
    assert!(fastest["notes"][0].as_str().expect("a note").contains("the line of least curvature takes"));
    refused(
        &["lap", text(&track), "--line", "shortest"],
        &["--line names a line to drive: use it with --method qss"],
    );
    refused(
        &[&["lap", text(&track), "--margin", "5"][..], &QUICK].concat(),
        &["the road is 8.00 m wide; the car with its margins needs"],
    );
}

/// A file of a race line that has the slope and the banking of the road, whatever its first point is.
#[test]
fn lines_of_files_lie_on_the_road() {
    let folder = folder("lap_line");
    let line = folder.join("line.csv");
    let track =
        skidpad_world::track::Track::new(&skidpad_world::track::track_by_name("oval").unwrap()).unwrap();
    let count = (track.length_m() / 5.0) as usize;
    let point = |place: usize| {
        let [x, y] = track.beside(track.length_m() * place as f64 / count as f64, 0.0);
        format!("{x:.6},{y:.6}\n")
    };
    let write = |places: &mut dyn Iterator<Item = usize>| {
        let points: String = places.map(point).collect();
        fs::write(&line, format!("# x_m,y_m\n{points}")).expect("a line");
    };
    let arguments = [&["lap", "oval", "--method", "qss", "--json"][..], &QUICK, &["--line"]].concat();
    let lap = |of: &str| json(&[&arguments[..], &[of]].concat());
    let number = |document: &Value, key: &str| document[key].as_f64().unwrap_or_else(|| panic!("{key}"));
    write(&mut (0..count).map(|place| (place + count / 3) % count));
    let (reference, found) = (lap("reference"), lap(text(&line)));
    let ratio = number(&found, "lap_s") / number(&reference, "lap_s");
    assert!((ratio - 1.0).abs() < 0.001, "banked as the road is: {ratio}");
    let [one, other] =
        [&found, &reference].map(|document| document["sectors_s"][1].as_f64().expect("a sector"));
    assert!((one / other - 1.0).abs() < 0.001, "sectors begin at the start line: {one} s, {other} s");
    let offset_m = found["samples"][100]["n_m"].as_f64().expect("an offset");
    assert!(offset_m.abs() < 0.01, "{offset_m} m");
    write(&mut (0..count).rev());
    refused(&[&arguments[..], &[text(&line)]].concat(), &["along the track it leads backwards"]);
    refused(
        &[&["lap", "kart-track", "--method", "qss", "--line", text(&line)][..], &QUICK].concat(),
        &["--line", "beside the road of this track"],
    );
}

/// Laps over each other: what the parts lose is what the lap loses, and a lap against itself loses nothing.
#[test]
fn laps_lie_over_each_other() {
    let folder = folder("lap_against");
    let track = folder.join("stadium.toml");
    fs::write(&track, STADIUM).expect("a file");
    let (one, other) = (folder.join("one"), folder.join("other"));
    let qss = [&["lap", text(&track), "--method", "qss"][..], &QUICK].concat();
    success(&[&qss[..], &["--grip", "0.8", "--out", text(&one)]].concat());
    let file = one.join("lap.json");
    let more = ["--against", text(&file), "--against", "reference", "--out", text(&other), "--json"];
    let document = json(&[&qss[..], &more[..]].concat());
    let against = document["against"].as_array().expect("laps");
    let number = |of: &Value| of.as_f64().expect("a number");
    for (place, lap) in against.iter().enumerate() {
        let whole_s = number(&lap["difference_s"]);
        assert!((number(&lap["lap_s"]) - number(&document["lap_s"]) - whole_s).abs() < 1e-9);
        let corners = lap["corners"].as_array().expect("corners").iter();
        let parts_s: f64 =
            corners.map(|corner| number(&corner["corner_s"]) + number(&corner["after_s"])).sum();
        assert!((parts_s + number(&lap["before_corners_s"]) - whole_s).abs() < 1e-9);
        let sectors_s: f64 = lap["sectors_s"].as_array().expect("sectors").iter().map(number).sum();
        assert!((sectors_s - whole_s).abs() < 1e-9);
        let trace = lap["trace"].as_array().expect("a trace");
        assert!((number(&trace[trace.len() - 1]["difference_s"]) - whole_s).abs() < 1e-9);
        // With less grip, all of it is lost in and about the corners; the same lap over itself loses nothing.
        assert_eq!(place == 0, whole_s > 1.0, "{whole_s} s");
        assert!(place == 0 || whole_s.abs() < 1e-9, "{whole_s} s");
    }
    let svg = fs::read_to_string(other.join("lap-against.svg")).expect("a picture");
    assert!(svg.contains("laps over each other") && svg.contains("behind (s)") && !svg.contains("NaN"));
    let table = success(&[&qss[..], &["--against", text(&file)]].concat());
    for says in ["time lost to this lap (s)", "in T1", "after T2", "sector 3"] {
        assert!(table.contains(says), "{says}: {table}");
    }
    refused(
        &[&["lap", "oval", "--method", "qss", "--against", text(&file)][..], &QUICK].concat(),
        &["lap.json (a lap on `stadium`): at (", "beside the road of this track"],
    );
    fs::write(&file, "{\"lap_s\": 3}").expect("a file");
    refused(&[&qss[..], &["--against", text(&file)]].concat(), &["samples: no list", "skidpad lap --out"]);
}

/// Sweeps and derivatives are of one car: a tenth more grip gains what the derivative says, but for its curvature.
#[test]
fn sweeps_and_sensitivities_agree() {
    let folder = folder("lap_sweep");
    let track = folder.join("stadium.toml");
    fs::write(&track, STADIUM).expect("a file");
    let out = folder.join("out");
    let qss = [&["lap", text(&track), "--method", "qss", "--json"][..], &QUICK].concat();
    let swept = json(&[&qss[..], &["--sweep", "grip=0.95,1,1.05", "--out", text(&out)]].concat());
    let rows = swept["rows"].as_array().expect("rows");
    let time_s = |place: usize| rows[place]["lap_s"].as_f64().expect("a time");
    assert!(time_s(0) > time_s(1) && time_s(1) > time_s(2));
    let traded = json(&[&qss[..], &["--sensitivity"]].concat());
    assert!((traded["lap_s"].as_f64().expect("a time") - time_s(1)).abs() < 1e-9);
    let trades = traded["sensitivity"].as_array().expect("derivatives");
    let slope = |figure: &str| {
        let row = trades.iter().find(|row| row["figure"] == figure).unwrap_or_else(|| panic!("{figure}"));
        row["seconds_per_unit"].as_f64().expect("a number")
    };
    let difference = (time_s(2) - time_s(0)) / 10.0;
    // A change of gear more or less is a jump of the time, which counts much on so short a road.
    assert!((slope("grip") / difference - 1.0).abs() < 0.3, "{} to {difference} s/%", slope("grip"));
    assert!(slope("mass") > 0.0 && slope("drag") > 0.0 && slope("engine torque") < 0.0);
    // With one wheel on each axle a higher centre of mass costs no grip in corners, and loads the driven axle.
    assert!(slope("height of the centre of mass") < 0.0);
    assert!(!trades.iter().any(|row| row["figure"] == "downforce"), "the model has none");
    let svg = fs::read_to_string(out.join("lap-sweep.svg")).expect("a picture");
    assert!(svg.contains("lap time over surface.grip") && !svg.contains("NaN"));
    assert!(out.join("lap-sweep.json").is_file());
    let table = success(&["lap", text(&track), "--method", "qss", "--sensitivity"]);
    for says in ["change of the car", "100 N at 200 km/h", "final drive", "gear 2"] {
        assert!(table.contains(says), "{says}: {table}");
    }
}
