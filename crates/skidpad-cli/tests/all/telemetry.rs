//! `skidpad telemetry` and the formats of `skidpad run --out`.

use std::fs;

use crate::common::{folder, json, refused, skidpad, success, text};

const RUN: &str = r#"
car = "boxster-s"
model = "single_track"
dt = "10 ms"
duration = "2 s"
[initial]
speed_m_s = 20
[[controls]]
t_s = 0
throttle = 0.4
gear = 3
steer = "1 deg"
"#;

#[test]
fn a_run_is_written_for_foxglove_and_for_i2_and_read_back() {
    let folder = folder("telemetry_run");
    let scenario = folder.join("run.toml");
    fs::write(&scenario, RUN).expect("a file");
    let [csv, ld, mcap] = ["run.csv", "run.ld", "run.mcap"].map(|name| folder.join(name));
    for out in [&csv, &ld, &mcap] {
        success(&["run", text(&scenario), "--out", text(out)]);
    }
    assert!(fs::read(&mcap).expect("a file").starts_with(b"\x89MCAP0\r\n"));
    let shown = [&csv, &ld].map(|path| json(&["telemetry", "show", text(path), "--json"]));
    assert_eq!((&shown[0]["rows"], &shown[1]["rows"]), (&201.into(), &201.into()));
    assert_eq!(shown[1]["vehicle"], "boxster-s");
    let largest = |document: &serde_json::Value, name: &str| {
        let channels = document["channels"].as_array().expect("channels");
        let found = channels.iter().find(|channel| channel["name"] == name);
        found.and_then(|channel| channel["largest"].as_f64()).unwrap_or_else(|| panic!("no {name}"))
    };
    let pairs = [
        ("velocity_x_m_s", "speed_m_s"),
        ("yaw_rate_rad_s", "yaw_rate_rad_s"),
        ("engine_rad_s", "engine_rad_s"),
    ];
    for (own, again) in pairs {
        let (one, other) = (largest(&shown[0], own), largest(&shown[1], again));
        assert!((one / other - 1.0).abs() < 1e-6, "{own}: {one} {other}");
    }
    // Converted from the table, MCAP has the same bytes as written by the run.
    let again = folder.join("again.mcap");
    success(&["telemetry", "convert", text(&csv), text(&again)]);
    assert_eq!(fs::read(&again).expect("a file"), fs::read(&mcap).expect("a file"));
}

/// A log round the oval by latitude and longitude, at speeds in km/h; `slow`: in its first corner.
fn log_of_oval(speed_km_h: f64, slow_km_h: f64) -> String {
    use skidpad_formats::track::geographic::{Coordinates, LocalPlane};
    use skidpad_world::track::{Track, track_by_name};
    let track = Track::new(&track_by_name("oval").expect("a track")).expect("sound");
    let plane = LocalPlane::new(Coordinates { latitude_deg: 45.0, longitude_deg: 9.0 }, 0.0);
    let mut text = "Time,Latitude,Longitude,Speed (km/h)\n".to_owned();
    let (mut time_s, mut distance_m) = (50.0, -30.0_f64);
    while distance_m < 2.1 * track.lap_m() {
        let along_m = distance_m.rem_euclid(track.lap_m());
        let place = plane.place(track.beside((along_m + track.start_m()).rem_euclid(track.lap_m()), 1.0));
        let speed = if (800.0..1000.0).contains(&along_m) { slow_km_h } else { speed_km_h };
        text += &format!("{time_s:.3},{:.9},{:.9},{speed}\n", place.latitude_deg, place.longitude_deg);
        time_s += 0.1;
        distance_m += 0.1 * speed / 3.6;
    }
    text
}

#[test]
fn two_logs_are_laid_over_each_other() {
    let folder = folder("telemetry_compare");
    let [first, second] = ["first.csv", "second.csv"].map(|name| folder.join(name));
    fs::write(&first, log_of_oval(144.0, 144.0)).expect("a file");
    fs::write(&second, log_of_oval(144.0, 108.0)).expect("a file");
    let out = folder.join("out");
    let document = json(&[
        "telemetry",
        "compare",
        text(&first),
        text(&second),
        "--track",
        "oval",
        "--place",
        "45,9",
        "--out",
        text(&out),
        "--json",
    ]);
    // 200 m at 30 m/s in the place of 40 m/s.
    let expected_s = 200.0 / 30.0 - 200.0 / 40.0;
    let delta_s = document["delta_s"].as_f64().expect("a number");
    assert!((delta_s - expected_s).abs() < 0.1, "{delta_s}");
    let sum: f64 = document["sections"]
        .as_array()
        .expect("sections")
        .iter()
        .map(|section| section["lost_s"].as_f64().expect("a number"))
        .sum();
    assert!((sum - delta_s).abs() < 1e-9);
    for name in ["overlay-distance.svg", "overlay-map.svg", "overlay.csv", "overlay.json"] {
        assert!(fs::metadata(out.join(name)).is_ok_and(|data| data.len() > 1000), "{name}");
    }
    let log = folder.join("first.ld");
    let convert = ["telemetry", "convert", text(&first), text(&log), "--track", "oval", "--place", "45,9"];
    assert!(skidpad(&convert).status.success());
    let beacons = fs::read_to_string(log.with_extension("ldx")).expect("beacons");
    assert_eq!(beacons.matches("<Marker ").count(), 3, "{beacons}");
    let laps = json(&["telemetry", "show", text(&log), "--json"])["laps_s"].as_array().map_or(0, Vec::len);
    assert_eq!(laps, 3);
}

#[test]
fn wrong_input_is_refused_by_name() {
    let folder = folder("telemetry_wrong");
    let [log, other, map] = ["log.csv", "other.csv", "map.toml"].map(|name| folder.join(name));
    fs::write(&log, "Time,Speed (km/h)\n0,36\n1,36\n2,36\n").expect("a file");
    fs::write(&other, "a,b\n1,2\n").expect("a file");
    fs::write(&map, "[time]\ncolumn = \"t\"\n").expect("a file");
    let out = folder.join("out");
    let cases: [(&[&str], &str); 9] = [
        (&["telemetry", "show", "nofile.csv"], "file not found: nofile.csv (check the path)"),
        (&["telemetry", "show", "run.mcap"], "file not found: run.mcap"),
        (&["telemetry", "show", text(&other)], "no names of columns that are known"),
        (
            &["telemetry", "show", text(&other), "--map", text(&map)],
            "channel: missing; must be tables: [[channel]]",
        ),
        (&["telemetry", "convert", text(&log), "out.xlsx"], "end the name in .csv, .parquet, .mcap or .ld"),
        (
            &["telemetry", "compare", text(&log), text(&log), "--track", "oval"],
            "it has no positions, x_m and y_m",
        ),
        (&["telemetry", "compare", text(&log), text(&log), "--track", "ovel"], "file not found: ovel"),
        (&["telemetry", "compare", text(&log), text(&log), "--laps", "1,2"], "lap 2: must be 1 to 1"),
        (&["telemetry", "compare", text(&log), text(&log), "--laps", "0"], "two numbers of laps from 1 on"),
    ];
    for (arguments, says) in cases {
        refused(arguments, &[says]);
    }
    assert!(!out.exists());
    let shown = success(&["telemetry", "compare", text(&log), text(&log)]);
    let all = shown.lines().find(|line| line.starts_with("all")).expect("a line of the whole");
    let words: Vec<&str> = all.split_whitespace().collect();
    assert_eq!(words, ["all", "0", "20", "2.000", "2.000", "0.000"]);
}
