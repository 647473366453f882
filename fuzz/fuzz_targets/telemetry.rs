//! Bytes as a recording: a log of MoTeC, a lap, a table or a log of a real car; finite columns of one length whose time ascends, which are
//! written as each format and read back, or an error with places. A map of columns stands above a log and a line of three dashes.
#![no_main]

use skidpad_formats::telemetry::{
    ColumnMap, Format, ReadOptions, Table, TelemetryDetails, TelemetryFile, beacons, parse,
};
use skidpad_fuzz::{file_error, message, seeds};

/// The most numbers of a table that is written again.
const MOST_NUMBERS: usize = 20_000;

libfuzzer_sys::fuzz_target!(
    init: seeds::write(texts),
    |bytes: &[u8]| {
        for name in ["t.csv", "t.ld", "t.json"] {
            match parse(name, bytes, &ReadOptions::default()) {
                Ok(file) => checked(&file),
                Err(error) => file_error(&error, bytes),
            }
        }
        // A map, and the log below it.
        let end = bytes.windows(5).position(|part| part == b"\n---\n").unwrap_or(bytes.len());
        let map = match ColumnMap::parse("m.toml", &bytes[..end]) {
            Ok(map) => map,
            Err(error) => return file_error(&error, bytes),
        };
        let log = bytes.get(end + 5..).unwrap_or_default();
        match parse("m.csv", log, &ReadOptions { map: Some(&map), place: None }) {
            Ok(file) => checked(&file),
            Err(error) => file_error(&error, log),
        }
    }
);

fn checked(file: &TelemetryFile) {
    file.notes.iter().for_each(|note| message(note));
    let table = &file.table;
    table.check().expect("a table that can be written");
    let times = table.column("time_s").expect("a time");
    assert!(times.len() > 1 && times.windows(2).all(|pair| pair[0] < pair[1]));
    assert!(beacons(&file.laps_s).contains("Beacons"));
    if table.rows() * table.columns().len() > MOST_NUMBERS || times[times.len() - 1] - times[0] > 100.0 {
        return;
    }
    let written = |format| {
        let mut bytes = Vec::new();
        let result = table.write_as(format, &TelemetryDetails::default(), &mut bytes);
        result.map(|()| bytes).map_err(|error| message(&error.to_string()))
    };
    let csv = written(Format::Csv).expect("CSV holds all numbers");
    let again = parse("w.csv", &csv, &ReadOptions::default()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(bits(&again.table), bits(table));
    let _ = written(Format::Mcap);
    // Numbers beyond 32 bits are refused.
    if let Ok(log) = written(Format::Ld) {
        let _ = parse("w.ld", &log, &ReadOptions::default());
    }
}

fn bits(table: &Table) -> Vec<(String, Vec<u64>)> {
    let column = |(name, values): &(String, Vec<f64>)| {
        (name.clone(), values.iter().map(|value| value.to_bits()).collect())
    };
    table.columns().iter().map(column).collect()
}

fn texts() -> Vec<Vec<u8>> {
    let mut table = Table::new();
    table.push("time_s", vec![0.0, 0.1, 0.2]);
    table.push("speed_m_s", vec![10.0, 11.0, 12.5]);
    table.push("latitude_deg", vec![50.0, 50.1, 50.2]);
    let mut log = Vec::new();
    table.write_as(Format::Ld, &TelemetryDetails::default(), &mut log).expect("a log");
    let texts = [
        "time_s,speed_m_s\n0.0,1.0\n0.5,2.0\n",
        "This file is created using RaceChrono\nFormat,3\n\ntimestamp,lap_number,latitude,longitude,speed,speed,rpm\n\
         unix time,,deg,deg,m/s,m/s,rpm\n,,100: gps,100: gps,100: gps,calc,obd\n17.5,8,50,7,15.0,15.1,\n17.6,9,50.1,7,16,16,30\n",
        "\"Time\",\"GPS Speed\",\"GPS LatAcc\"\n\"s\",\"km/h\",\"g\"\n\n\"0.00\",\"90\",\"-0.5\"\n\"0.05\",\"\",\"-1\"\n",
        "Time;Speed (km/h);Brake (%)\n0:59,5;36,0;1,5\n1:00,0;72,0;\n",
        "{\"lap_s\":2,\"length_m\":20,\"samples\":[{\"s_m\":0,\"x_m\":0,\"y_m\":0,\"time_s\":0,\"speed_m_s\":9},\
         {\"s_m\":9,\"x_m\":9,\"y_m\":0,\"time_s\":1,\"speed_m_s\":9}]}",
        "delimiter = \";\"\ndecimal = \",\"\n[time]\ncolumn = \"t\"\nunit = \"ms\"\n[[channel]]\nname = \"speed_m_s\"\n\
         column = 2\nunit = \"km/h\"\nscale = 2\noffset = -1\n---\nt;v\n0;1,5\n10;2\n",
    ];
    texts.iter().map(|text| text.as_bytes().to_vec()).chain([log]).collect()
}
