//! Logs of MoTeC: bytes at their places, and tables that read back.

use skidpad_formats::telemetry::{Format, ReadOptions, Table, TelemetryDetails, parse};

fn sample() -> Table {
    let times: Vec<f64> = (0..401).map(|row| f64::from(row) * 0.005).collect();
    let column = |of: fn(f64) -> f64| times.iter().map(|time_s| of(*time_s)).collect();
    let mut table = Table::new();
    table.push("time_s", times.clone());
    table.push("velocity_x_m_s", column(|time_s| 20.0 + 5.0 * time_s));
    table.push("throttle", column(|time_s| 0.5 * time_s));
    table.push("gear", column(|time_s| (1.0 + 2.0 * time_s).floor()));
    table.push("acceleration_y_m_s2", column(|time_s| -9.80665 * time_s));
    table.push("latitude_deg", column(|time_s| 50.335_612_3 + 1e-5 * time_s));
    table.push("a_channel_with_a_very_long_name_of_its_own_m_s", column(|time_s| time_s));
    table.push("a_channel_with_a_very_long_name_of_another_m_s", column(|time_s| -time_s));
    table
}

fn written(table: &Table) -> Vec<u8> {
    let details = TelemetryDetails {
        driver: "A. Driver".to_owned(),
        vehicle: "boxster-s".to_owned(),
        venue: "Nürburgring".to_owned(),
        comment: "two_track".to_owned(),
    };
    let mut bytes = Vec::new();
    table.write_as(Format::Ld, &details, &mut bytes).unwrap();
    bytes
}

fn u32_at(bytes: &[u8], at: usize) -> usize {
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize
}

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes(bytes[at..at + 2].try_into().unwrap())
}

fn text_at(bytes: &[u8], at: usize) -> String {
    bytes[at..].iter().take_while(|byte| **byte != 0).map(|byte| char::from(*byte)).collect()
}

/// Places as `gopher-vision` and `motecldparser` publish them, typed again here.
#[test]
fn fields_stand_where_other_readers_look_for_them() {
    let bytes = written(&sample());
    assert_eq!((u32_at(&bytes, 0), u32_at(&bytes, 0x56)), (0x40, 7));
    assert_eq!((text_at(&bytes, 0x5E).as_str(), text_at(&bytes, 0x7E).as_str()), ("01/01/2000", "00:00:00"));
    let words = [0x9E, 0xDE, 0x15E, 0x624].map(|at| text_at(&bytes, at));
    assert_eq!(words, ["A. Driver", "boxster-s", "N?rburgring", "two_track"]);
    let event = u32_at(&bytes, 0x24);
    let venue = u32_at(&bytes, event + 0x480);
    let vehicle = u32_at(&bytes, venue + 0x44A);
    assert_eq!(
        [event, venue, vehicle].map(|at| text_at(&bytes, at)),
        ["Skidpad", "N?rburgring", "boxster-s"]
    );

    let mut at = u32_at(&bytes, 0x08);
    let mut before = 0;
    let mut channels = Vec::new();
    while at != 0 {
        assert_eq!(u32_at(&bytes, at), before);
        let (data, count) = (u32_at(&bytes, at + 8), u32_at(&bytes, at + 0xC));
        assert_eq!((count, u16_at(&bytes, at + 0x16)), (401, 200), "200 Hz");
        channels.push((
            text_at(&bytes, at + 0x20),
            text_at(&bytes, at + 0x48),
            u16_at(&bytes, at + 0x12),
            data,
        ));
        (before, at) = (at, u32_at(&bytes, at + 4));
    }
    let names: Vec<(&str, &str, u16)> =
        channels.iter().map(|(name, unit, kind, _)| (name.as_str(), unit.as_str(), *kind)).collect();
    assert_eq!(
        names,
        [
            ("Ground Speed", "km/h", 7),
            ("Throttle Pos", "%", 7),
            ("Gear", "", 7),
            ("G Force Lat", "G", 7),
            ("GPS Latitude", "deg", 5),
            ("a_channel_with_a_very_long_name", "m/s", 7),
            ("a_channel_with_a_very_long_na~2", "m/s", 7),
        ]
    );
    assert_eq!(channels[0].3, u32_at(&bytes, 0x0C));
    let float = |at: usize| f32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
    assert_eq!(float(channels[0].3), 72.0);
    assert_eq!(float(channels[0].3 + 4 * 400), 108.0);
    assert_eq!(float(channels[3].3 + 4 * 400), -2.0);
    assert_eq!(u32_at(&bytes, channels[4].3), 503_356_123);
    assert_eq!(bytes.len(), channels[6].3 + 4 * 401);
}

#[test]
fn a_log_reads_back_within_its_32_bits() {
    let table = sample();
    let read = parse("run.ld", &written(&table), &ReadOptions::default()).unwrap();
    assert_eq!((read.details.vehicle.as_str(), read.details.comment.as_str()), ("boxster-s", "two_track"));
    let compare = |own: &str, again: &str, tolerance: f64| {
        let (one, other) = (table.column(own).unwrap(), read.table.column(again).unwrap());
        assert_eq!(one.len(), other.len(), "{own}");
        let off = one.iter().zip(other).map(|(one, other)| (one - other).abs()).fold(0.0, f64::max);
        assert!(off <= tolerance, "{own}: {off}");
    };
    compare("time_s", "time_s", 1e-12);
    compare("velocity_x_m_s", "speed_m_s", 4e-6);
    compare("throttle", "throttle", 2e-7);
    compare("gear", "gear", 0.0);
    compare("acceleration_y_m_s2", "acceleration_y_m_s2", 4e-6);
    compare("latitude_deg", "latitude_deg", 0.51e-7);
}

#[test]
fn uneven_rows_are_sampled_evenly() {
    let mut table = Table::new();
    table.push("time_s", vec![10.0, 10.1, 10.3, 10.4, 10.5]);
    table.push("x_m", vec![0.0, 1.0, 3.0, 4.0, 5.0]);
    table.push("gear", vec![1.0, 1.0, 2.0, 2.0, 2.0]);
    let read = parse("run.ld", &written(&table), &ReadOptions::default()).unwrap();
    assert_eq!(read.table.column("time_s").unwrap(), [0.0, 0.1, 0.2, 0.3, 0.4, 0.5]);
    let x = read.table.column("x_m").unwrap();
    assert!(x.iter().enumerate().all(|(row, x)| (x - row as f64).abs() < 1e-6), "{x:?}");
    assert_eq!(read.table.column("gear").unwrap(), [1.0, 1.0, 1.0, 2.0, 2.0, 2.0]);
}

#[test]
fn broken_logs_are_refused_with_what_is_wrong() {
    let bytes = written(&sample());
    let error = |bytes: &[u8]| parse("x.ld", bytes, &ReadOptions::default()).unwrap_err().to_string();
    assert!(error(b"").contains("x.ld: got a file of 0 bytes; must be a log of MoTeC (.ld)"));
    let mut other = bytes.clone();
    other[0] = 1;
    assert!(error(&other).contains("bytes that begin with 0x00000001"));
    let first = u32_at(&bytes, 0x08);
    // A list that leads to itself, and one that leads beyond the end.
    let mut circle = bytes.clone();
    circle[first + 4..first + 8].copy_from_slice(&(first as u32).to_le_bytes());
    assert!(error(&circle).contains("a list of more than 4096 channels"), "{}", error(&circle));
    let mut beyond = bytes.clone();
    beyond[first + 4..first + 8].copy_from_slice(&u32::MAX.to_le_bytes());
    assert!(error(&beyond).contains("beyond the end of"));
    // A channel that cannot be read is left out with a note; the others are read.
    let mut short = bytes.clone();
    short[first + 0xC..first + 0x10].copy_from_slice(&u32::MAX.to_le_bytes());
    let read = parse("x.ld", &short, &ReadOptions::default()).unwrap();
    assert!(read.notes[0].contains("`Ground Speed` is left out: its 4294967295 samples"), "{:?}", read.notes);
    assert!(read.table.column("throttle").is_some() && read.table.column("speed_m_s").is_none());
    // Every cut is an error or a table, and no panic.
    for end in (0..bytes.len()).step_by(97) {
        let _ = parse("x.ld", &bytes[..end], &ReadOptions::default());
    }
}

#[test]
fn times_must_ascend() {
    let mut table = Table::new();
    table.push("time_s", vec![0.0, 1.0, 1.0]);
    let error = table.write_as(Format::Ld, &TelemetryDetails::default(), &mut Vec::new()).unwrap_err();
    assert!(error.to_string().contains("the time is 1 s after 1 s: must ascend"), "{error}");
}
