//! Logs of real cars: exports as loggers write them, maps, and what is wrong in both.

use skidpad_formats::telemetry::{ColumnMap, ReadOptions, TelemetryFile, parse};
use skidpad_formats::track::geographic::Coordinates;

fn read(text: &str) -> TelemetryFile {
    parse("log.csv", text.as_bytes(), &ReadOptions::default()).unwrap_or_else(|error| panic!("{error}"))
}

fn refused(text: &str) -> String {
    parse("log.csv", text.as_bytes(), &ReadOptions::default()).unwrap_err().to_string()
}

fn column<'a>(file: &'a TelemetryFile, name: &str) -> &'a [f64] {
    let names: Vec<&str> = file.table.columns().iter().map(|(name, _)| name.as_str()).collect();
    file.table.column(name).unwrap_or_else(|| panic!("no {name} in {names:?}"))
}

#[track_caller]
fn near(found: &[f64], expected: &[f64]) {
    let is_near =
        |(found, expected): (&f64, &f64)| (found - expected).abs() <= 1e-9 * expected.abs().max(1.0);
    assert!(
        found.len() == expected.len() && found.iter().zip(expected).all(is_near),
        "{found:?} {expected:?}"
    );
}

#[test]
fn racechrono_3_with_repeated_rows_names_and_blanks() {
    let file = read(
        "This file is created using RaceChrono Pro v9.1.3 ( http://racechrono.com/ ).\nFormat,3\n\
         Session title,\"Test\"\nSession type,Lap timing\nTrack name,\"Test Track\"\nDriver name,\n\
         Created,31/12/2025,02:54\nNote,\n\n\
         timestamp,fragment_id,lap_number,elapsed_time,distance_traveled,latitude,longitude,speed,longitudinal_acc,speed,rpm\n\
         unix time,,,s,m,deg,deg,m/s,G,m/s,rpm\n\
         ,,,,,100: gps,100: gps,100: gps,calc,calc,200: obd\n\
         1767150797.50,0,8,1149.08,17834.748,50.0,7.0,15.0,0.5,15.1,\n\
         1767150797.60,0,8,1149.18,17836.3,50.0001,7.0,16.0,,15.9,3000\n\
         1767150797.60,0,8,1149.18,17836.3,50.0001,7.0,16.0,,15.9,3000\n\
         1767150797.70,0,9,1149.28,17838.0,50.0002,7.0,17.0,0.7,16.9,4500\n",
    );
    assert_eq!(column(&file, "time_s").len(), 3);
    assert!((column(&file, "time_s")[2] - 0.2).abs() < 1e-6);
    near(column(&file, "speed_m_s"), &[15.0, 16.0, 17.0]);
    near(column(&file, "2_speed_m_s"), &[15.1, 15.9, 16.9]);
    let g = 9.80665;
    assert!((column(&file, "acceleration_x_m_s2")[1] - 0.6 * g).abs() < 1e-4);
    near(
        column(&file, "engine_rad_s"),
        &[3000.0, 3000.0, 4500.0].map(|rpm| rpm * std::f64::consts::TAU / 60.0),
    );
    assert!(file.laps_s.len() == 1 && (file.laps_s[0] - 0.2).abs() < 1e-6);
    // A ten-thousandth of a degree of latitude is 11.12 m at 50 degrees.
    let y = column(&file, "y_m");
    assert!((y[2] - y[0] - 2.0 * 11.1229).abs() < 0.001, "{y:?}");
    assert!(column(&file, "x_m").iter().all(|x| x.abs() < 1e-6));
    let notes = file.notes.join("\n");
    assert!(notes.contains("1 rows with the time of the row before them are left out"), "{notes}");
    assert!(notes.contains("times count from the first row, at 1767150797.5 s"), "{notes}");
}

#[test]
fn racechrono_2_has_units_in_brackets_and_texts() {
    let file = read(
        "Lap #,Timestamp (s),Distance (m),Locked satellites,Speed (kph) *gps,Throttle Position (%) *obd,Trap name\n\
         1,100.0,0,12,36,50,start\n1,100.1,1,12,72,100,\n",
    );
    near(column(&file, "speed_m_s"), &[10.0, 20.0]);
    near(column(&file, "throttle"), &[0.5, 1.0]);
    assert!(file.notes.iter().any(|note| note.contains("`trap_name` has no numbers")), "{:?}", file.notes);
}

#[test]
fn aim_and_motec_have_units_below_their_names() {
    let file = read(
        "\"Format\",\"AiM CSV File\"\n\"Venue\",\"Test\"\n\"Time\",\"10:00 AM\"\n\"Sample Rate\",\"20\"\n\
         \"Beacon Markers\",\"61.1\",\"122.3\"\n\n\
         \"Time\",\"GPS Speed\",\"GPS LatAcc\",\"PPS\",\"Steering Angle\",\"Oil Temp\"\n\
         \"s\",\"km/h\",\"g\",\"%\",\"deg\",\"C\"\n\n\
         \"0.00\",\"90\",\"-0.5\",\"20\",\"90\",\"80\"\n\"0.05\",\"108\",\"-1\",\"30\",\"-90\",\"81\"\n",
    );
    near(column(&file, "speed_m_s"), &[25.0, 30.0]);
    near(column(&file, "acceleration_y_m_s2"), &[-0.5 * 9.80665, -9.80665]);
    near(column(&file, "steering_wheel_rad"), &[1.0, -1.0].map(|turn| turn * std::f64::consts::FRAC_PI_2));
    near(column(&file, "oil_temp_k"), &[353.15, 354.15]);
    let file = read(
        "\"Format\",\"MoTeC CSV File\",,,\"Workbook\",\"\"\n\"Venue\",\"X\",,,\"Worksheet\",\"\"\n\"Sample Rate\",\"50.000\",\"Hz\"\n\n\n\
         \"Time\",\"Distance\",\"Ground Speed\",\"Throttle Pos\",\"Gear\"\n\"s\",\"m\",\"mph\",\"%\",\"\"\n\n\n\
         \"0.000\",\"0\",\"100\",\"100\",\"3\"\n\"0.020\",\"\",\"\",\"99\",\"\"\n\"0.040\",\"1\",\"110\",\"98\",\"4\"\n",
    );
    near(column(&file, "speed_m_s"), &[44.704, 46.9392, 49.1744]);
    near(column(&file, "distance_m"), &[0.0, 0.5, 1.0]);
    near(column(&file, "gear"), &[3.0, 3.0, 4.0]);
}

#[test]
fn decimal_commas_and_clock_times_are_seen() {
    let file = read("Time;Speed (km/h);Brake (%)\n0:59,5;36,0;1,5\n1:00,0;72,0;\n1:00,5;36,0;50\n");
    near(column(&file, "time_s"), &[0.0, 0.5, 1.0]);
    near(column(&file, "speed_m_s"), &[10.0, 20.0, 10.0]);
    near(column(&file, "brake"), &[0.015, 0.2575, 0.5]);
}

#[test]
fn a_map_says_which_column_is_which() {
    let map = |text: &str| ColumnMap::parse("map.toml", text.as_bytes());
    let text = "garbage\n#|t|v|p|a\n#|ms|||\n0|1000|36|20|0.1\n0|1500|72|40|0.2\n";
    let given =
        map("delimiter = \"|\"\nskip_rows = 1\nheader_rows = 2\n[time]\ncolumn = \"t\"\nunit = \"ms\"\n\
         [[channel]]\nname = \"speed_m_s\"\ncolumn = \"v\"\nunit = \"km/h\"\n\
         [[channel]]\nname = \"throttle\"\ncolumn = 4\nunit = \"%\"\nscale = 2\noffset = -40\n\
         [[channel]]\nname = \"acceleration_y_m_s2\"\ncolumn = \"a\"\nunit = \"g\"\nscale = -1\n")
        .unwrap();
    let options = ReadOptions { map: Some(&given), place: None };
    let file = parse("log.csv", text.as_bytes(), &options).unwrap();
    near(column(&file, "time_s"), &[0.0, 0.5]);
    near(column(&file, "speed_m_s"), &[10.0, 20.0]);
    near(column(&file, "throttle"), &[0.0, 0.4]);
    near(column(&file, "acceleration_y_m_s2"), &[-0.980665, -1.96133]);

    let error = map("decimal = \",\"\n[time]\ncolumn = \"t\"\nunits = \"s\"\n[[channel]]\nname = \"speed_m_s\"\ncolumn = 0\nunit = \"bar\"\n")
        .unwrap_err()
        .to_string();
    for expected in [
        "another delimiter than the comma",
        "map.toml:4:1: time.units: got the unknown key `units`",
        "did you mean `unit`?",
        "channel[0].column: got 0; must be the name of a column, or its number from 1 on",
        "channel[0].unit: got \"bar\"; must be a unit that converts to that of `speed_m_s`, m/s",
    ] {
        assert!(error.contains(expected), "{expected}\n{error}");
    }
    let error = map("").unwrap_err().to_string();
    assert!(error.contains("empty file"), "{error}");
    let absent = map("[time]\ncolumn = \"tt\"\n[[channel]]\nname = \"gear\"\ncolumn = \"g\"\n").unwrap();
    let options = ReadOptions { map: Some(&absent), place: None };
    let error = parse("log.csv", b"t,g\n0,1\n1,2\n", &options).unwrap_err().to_string();
    assert!(error.contains("got the column `tt`; must be one of the columns of line 1: t or g"), "{error}");
}

#[test]
fn faults_name_their_lines() {
    let error = refused("Time,Speed (km/h)\n0,10\n1,fast\n,20\n0.5,20\n");
    for expected in [
        "log.csv:3:1: line 3: speed_m_s: got `fast`; must be a number, or blank",
        "line 4: time: got ``; must be a number of seconds",
        "line 5: time: got 0.5 s; must be more than the 1 s before it",
    ] {
        assert!(error.contains(expected), "{expected}\n{error}");
    }
    for (text, expected) in [
        ("", "an empty file"),
        ("a,b\n1,2\n", "no names of columns that are known"),
        ("Time,Speed\n", "no row with a time"),
        ("Time,Speed (km/h)\n0,10\n", "1 rows with different times; must be at least 2 rows"),
        ("Time,Latitude,Longitude\n0,95,7\n1,95,7\n", "a place at 95 degrees"),
        ("Time,Speed (km/h)\n0,\n1,\n", "no column with numbers besides the time"),
        ("time_s,speed_m_s\n0,1\n1,x\n", "line 3: speed_m_s: got `x`; must be a finite number"),
        ("time_s,speed_m_s\n1,1\n1,2\n", "times that ascend"),
    ] {
        let error = refused(text);
        assert!(error.contains(expected), "{text:?}: {error}");
    }
    let notes = read("Time,Speed (km/h),Boost (furlong)\n0,10,1\n3,20,2\n").notes.join("\n");
    assert!(notes.contains("1 gaps of up to 3.0 s") && notes.contains("`furlong`"), "{notes}");
    // Found by fuzzing: a unit went into a note with its control characters.
    let notes = read("Time,Speed (km/h),Boost (b\u{1b}[2J)\n0,10,1\n1,20,2\n").notes.join("\n");
    assert!(notes.contains("`b ") && !notes.contains('\u{1b}'), "{notes:?}");
}

#[test]
fn a_place_on_earth_makes_logs_of_one_track_fit() {
    let text = "Time,Latitude,Longitude\n0,50.001,7\n1,50.002,7\n";
    let place = Some(Coordinates { latitude_deg: 50.0, longitude_deg: 7.0 });
    let file = parse("log.csv", text.as_bytes(), &ReadOptions { map: None, place }).unwrap();
    let y = column(&file, "y_m");
    assert!((y[0] - 111.229).abs() < 0.01 && (y[1] - 222.459).abs() < 0.01, "{y:?}");
}
