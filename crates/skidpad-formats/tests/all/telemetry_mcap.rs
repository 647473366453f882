//! MCAP, read back by the words of its specification alone.

use std::collections::BTreeMap;

use serde_json::Value;
use skidpad_formats::telemetry::{Format, RowWriter};

/// CRC-32 of IEEE 802.3, bit by bit.
fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = u32::MAX;
    for byte in bytes {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 };
        }
    }
    !crc
}

/// Reads numbers and texts from the beginning of some bytes.
struct Cursor<'a>(&'a [u8]);

impl<'a> Cursor<'a> {
    fn take(&mut self, count: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at(count);
        self.0 = rest;
        taken
    }
    fn u16(&mut self) -> u16 {
        u16::from_le_bytes(self.take(2).try_into().unwrap())
    }
    fn u32(&mut self) -> u32 {
        u32::from_le_bytes(self.take(4).try_into().unwrap())
    }
    fn u64(&mut self) -> u64 {
        u64::from_le_bytes(self.take(8).try_into().unwrap())
    }
    fn text(&mut self) -> String {
        let count = self.u32() as usize;
        String::from_utf8(self.take(count).to_vec()).unwrap()
    }
}

/// Records of some bytes: place, code and content.
fn records(bytes: &[u8]) -> Vec<(usize, u8, &[u8])> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let length = Cursor(&bytes[at + 1..]).u64() as usize;
        found.push((at, bytes[at], &bytes[at + 9..at + 9 + length]));
        at += 9 + length;
    }
    found
}

fn written(rows: usize) -> Vec<u8> {
    let names = ["time_s", "x_m", "y_m", "yaw_rad", "speed_m_s", "pace \"1\".x_m", "pace \"1\".gear"];
    let mut bytes = Vec::new();
    let mut table = RowWriter::new(Format::Mcap, &names, &mut bytes).unwrap();
    for row in 0..rows {
        let time_s = row as f64 * 0.01;
        table.push(&[time_s, 30.0 * time_s, 1.5, 0.5, 30.0, 40.0 * time_s, 3.0]).unwrap();
    }
    assert_eq!(table.finish().unwrap(), rows as u64);
    bytes
}

const MAGIC: &[u8] = b"\x89MCAP0\r\n";

#[test]
fn a_file_has_its_messages_its_checksums_and_its_index() {
    const ROWS: usize = 4000;
    let bytes = written(ROWS);
    assert!(bytes.starts_with(MAGIC) && bytes.ends_with(MAGIC));
    let records: Vec<_> = records(&bytes[8..bytes.len() - 8])
        .into_iter()
        .map(|(at, code, body)| (at + 8, code, body))
        .collect();
    assert_eq!((records[0].1, records[records.len() - 1].1), (0x01, 0x02), "header first, footer last");

    let mut topics = BTreeMap::new();
    let mut messages: BTreeMap<u16, Vec<(u64, String)>> = BTreeMap::new();
    let mut chunks = Vec::new();
    for (at, code, body) in &records {
        let mut body = Cursor(body);
        match code {
            0x04 => {
                let (channel, schema) = (body.u16(), body.u16());
                topics.insert(channel, (schema, body.text(), body.text()));
            }
            0x06 => {
                let (_, _, size, crc, compression) =
                    (body.u64(), body.u64(), body.u64(), body.u32(), body.text());
                let inside = body.u64();
                assert_eq!((compression.as_str(), size, inside as usize), ("", inside, body.0.len()));
                assert_eq!(crc32(body.0), crc, "checksum of the chunk");
                for (_, code, message) in self::records(body.0) {
                    assert_eq!(code, 0x05);
                    let mut message = Cursor(message);
                    let (channel, sequence) = (message.u16(), message.u32());
                    let (logged, published) = (message.u64(), message.u64());
                    let own = messages.entry(channel).or_default();
                    assert_eq!((sequence as usize, published), (own.len(), logged));
                    own.push((logged, String::from_utf8(message.0.to_vec()).unwrap()));
                }
                chunks.push((*at, body.0.as_ptr() as usize - bytes.as_ptr() as usize));
            }
            _ => {}
        }
    }
    assert!(chunks.len() > 1, "long files have several chunks");

    // Each entry of an index leads to a message of its channel at its time.
    let indices = records.iter().filter(|(_, code, _)| *code == 0x08);
    let mut indexed = 0;
    for ((_, _, index), (chunk_at, inside)) in indices.zip(&chunks) {
        let mut index = Cursor(index);
        let (_, _, start, _) = (index.u64(), index.u64(), index.u64(), index.u64());
        assert_eq!(start as usize, *chunk_at);
        for _ in 0..index.u32() / 10 {
            let (channel, offset) = (index.u16(), index.u64() as usize);
            let mut entries = Cursor(&bytes[offset + 9..]);
            assert_eq!((bytes[offset], entries.u16()), (0x07, channel));
            for _ in 0..entries.u32() / 16 {
                let (time, place) = (entries.u64(), entries.u64() as usize);
                let mut message = Cursor(&bytes[inside + place + 9..]);
                assert_eq!((bytes[inside + place], message.u16()), (0x05, channel));
                message.take(4);
                assert_eq!(message.u64(), time);
                indexed += 1;
            }
        }
    }
    assert_eq!(indexed, messages.values().map(Vec::len).sum::<usize>());

    // The checksums of the data and of the summary.
    let (end_at, _, end) = records.iter().find(|(_, code, _)| *code == 0x0F).unwrap();
    assert_eq!(crc32(&bytes[..*end_at]), Cursor(end).u32());
    let (footer_at, _, footer) = records[records.len() - 1];
    let summary_at = Cursor(footer).u64() as usize;
    assert_eq!(summary_at, end_at + 13);
    assert_eq!(crc32(&bytes[summary_at..footer_at + 9 + 16]), Cursor(&footer[16..]).u32());

    let names: Vec<&str> = topics.values().map(|(_, topic, _)| topic.as_str()).collect();
    let expected =
        ["/telemetry", "/tf", "/pose", "/pace \"1\"/telemetry", "/pace \"1\"/tf", "/pace \"1\"/pose"];
    assert_eq!(names, expected);
    for (channel, own) in &messages {
        assert_eq!(own.len(), ROWS, "{}", topics[channel].1);
        assert!(own.iter().enumerate().all(|(row, (time, _))| *time == row as u64 * 10_000_000));
    }
    let at =
        |channel: u16, row: usize| -> Value { serde_json::from_str(&messages[&channel][row].1).unwrap() };
    assert_eq!(at(0, 100)["x_m"], 30.0 * (100.0 * 0.01));
    assert_eq!(at(3, 100)["gear"], 3.0);
    // Half the yaw about z.
    let pose = &at(2, 0)["pose"];
    assert_eq!((&pose["position"]["y"], &pose["orientation"]["x"]), (&Value::from(1.5), &Value::from(0.0)));
    assert!((pose["orientation"]["z"].as_f64().unwrap() - 0.25_f64.sin()).abs() < 1e-15);
    assert_eq!(at(1, 7)["timestamp"]["nsec"], 70_000_000);
    assert_eq!(at(4, 0)["child_frame_id"], "pace \"1\"");
}

#[test]
fn schemas_have_the_units_and_the_names_that_foxglove_knows() {
    let bytes = written(2);
    let mut found = BTreeMap::new();
    for (_, code, body) in records(&bytes[8..bytes.len() - 8]) {
        let mut body = Cursor(body);
        if code == 0x03 {
            body.u16();
            let (name, encoding, schema) = (body.text(), body.text(), body.text());
            assert_eq!(encoding, "jsonschema");
            found.insert(name, serde_json::from_str::<Value>(&schema).unwrap());
        }
    }
    assert!(found.contains_key("foxglove.FrameTransform") && found.contains_key("foxglove.PoseInFrame"));
    assert_eq!(found["skidpad.Telemetry"]["properties"]["speed_m_s"]["description"], "unit: m/s");
}

#[test]
fn a_table_without_times_or_with_negative_ones_is_refused() {
    let error = RowWriter::new(Format::Mcap, &["speed_m_s"], Vec::new()).err().unwrap();
    assert!(error.to_string().contains("no column `time_s`"), "{error}");
    let mut rows = RowWriter::new(Format::Mcap, &["time_s"], Vec::new()).unwrap();
    let error = rows.push(&[-0.5]).unwrap_err();
    assert!(error.to_string().contains("the time -0.5 s cannot be a log time of MCAP"), "{error}");
}
