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

#[test]
fn wrong_input_is_refused_by_name() {
    let folder = folder("lap_wrong");
    let track = folder.join("stadium.toml");
    fs::write(&track, STADIUM).expect("a file");
    let track = text(&track);
    let cases: [(&[&str], &str); 7] = [
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
    ];
    for (arguments, says) in cases {
        refused(arguments, &[says]);
    }
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
    let table = success(&["lap", text(&track), "--method", "qss", "--line", text(&line), "--grip", "0.5"]);
    for says in ["lap time", "stadium", "boxster-s (two_track)", "time limited by cornering", "sector 3"] {
        assert!(table.contains(says), "{says}: {table}");
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
        &["lap", text(&track), "--margin", "5"],
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
    let arguments = ["lap", "oval", "--method", "qss", "--json", "--line"];
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
        &["lap", "kart-track", "--method", "qss", "--line", text(&line)],
        &["--line", "beside the road of this track"],
    );
}
