//! The container: records in chunks, an index and a summary behind them.

use std::collections::BTreeMap;
use std::io::{self, Write};

/// Begins and ends a file.
const MAGIC: [u8; 8] = [0x89, b'M', b'C', b'A', b'P', b'0', b'\r', b'\n'];
/// Size at which a chunk is written, bytes.
const CHUNK_BYTES: usize = 1 << 20;

/// Codes of the records ("MCAP Format Specification", Records).
mod op {
    pub const HEADER: u8 = 0x01;
    pub const FOOTER: u8 = 0x02;
    pub const SCHEMA: u8 = 0x03;
    pub const CHANNEL: u8 = 0x04;
    pub const MESSAGE: u8 = 0x05;
    pub const CHUNK: u8 = 0x06;
    pub const MESSAGE_INDEX: u8 = 0x07;
    pub const CHUNK_INDEX: u8 = 0x08;
    pub const STATISTICS: u8 = 0x0B;
    pub const SUMMARY_OFFSET: u8 = 0x0E;
    pub const DATA_END: u8 = 0x0F;
}

/// Writes an MCAP file whose messages are JSON.
pub(super) struct McapWriter<W: Write> {
    to: W,
    /// Bytes that were written.
    position: u64,
    /// Checksum of the section that is being written.
    checksum: crc32fast::Hasher,
    /// Schemas and channels, which stand at the beginning and again in the summary.
    schemas: Vec<Vec<u8>>,
    channels: Vec<Vec<u8>>,
    /// The chunk under way.
    chunk: Vec<u8>,
    chunk_times_ns: Option<[u64; 2]>,
    /// Time and place in the chunk of each message, by channel.
    messages: BTreeMap<u16, Vec<[u64; 2]>>,
    /// Contents of the indices of all chunks.
    chunk_indices: Vec<Vec<u8>>,
    /// Numbers of messages by channel.
    counts: BTreeMap<u16, u64>,
    times_ns: Option<[u64; 2]>,
}

fn put_text(bytes: &mut Vec<u8>, text: &str) {
    put_bytes(bytes, text.as_bytes());
}

fn put_bytes(bytes: &mut Vec<u8>, content: &[u8]) {
    // Names and schemas are short.
    bytes.extend((content.len() as u32).to_le_bytes());
    bytes.extend(content);
}

/// A map from channels to numbers.
fn put_counts(bytes: &mut Vec<u8>, counts: impl Iterator<Item = (u16, u64)>) {
    let entries: Vec<u8> = counts
        .flat_map(|(channel, count)| channel.to_le_bytes().into_iter().chain(count.to_le_bytes()))
        .collect();
    put_bytes(bytes, &entries);
}

/// The least and the largest of some times and another.
fn spanned(times_ns: Option<[u64; 2]>, time_ns: u64) -> Option<[u64; 2]> {
    let [from, to] = times_ns.unwrap_or([time_ns; 2]);
    Some([from.min(time_ns), to.max(time_ns)])
}

impl<W: Write> McapWriter<W> {
    /// Begins a file.
    pub fn new(to: W) -> io::Result<Self> {
        let mut writer = Self {
            to,
            position: 0,
            checksum: crc32fast::Hasher::new(),
            schemas: Vec::new(),
            channels: Vec::new(),
            chunk: Vec::new(),
            chunk_times_ns: None,
            messages: BTreeMap::new(),
            chunk_indices: Vec::new(),
            counts: BTreeMap::new(),
            times_ns: None,
        };
        writer.write(&MAGIC)?;
        let mut header = Vec::new();
        // Without a profile: messages are described by their schemas.
        put_text(&mut header, "");
        put_text(&mut header, concat!("skidpad ", env!("CARGO_PKG_VERSION")));
        writer.record(op::HEADER, &header)?;
        Ok(writer)
    }

    /// Declares a schema of JSON messages, by its name and its JSON Schema. Returns its number.
    pub fn schema(&mut self, name: &str, schema: &str) -> io::Result<u16> {
        let number = self.schemas.len() as u16 + 1;
        let mut content = number.to_le_bytes().to_vec();
        put_text(&mut content, name);
        put_text(&mut content, "jsonschema");
        put_text(&mut content, schema);
        self.record(op::SCHEMA, &content)?;
        self.schemas.push(content);
        Ok(number)
    }

    /// Declares a channel of messages of a schema. Returns its number.
    pub fn channel(&mut self, topic: &str, schema: u16) -> io::Result<u16> {
        let number = self.channels.len() as u16;
        let mut content = number.to_le_bytes().to_vec();
        content.extend(schema.to_le_bytes());
        put_text(&mut content, topic);
        put_text(&mut content, "json");
        put_bytes(&mut content, &[]);
        self.record(op::CHANNEL, &content)?;
        self.channels.push(content);
        Ok(number)
    }

    /// Appends a message.
    pub fn message(&mut self, channel: u16, time_ns: u64, json: &str) -> io::Result<()> {
        let count = self.counts.entry(channel).or_default();
        let sequence = *count as u32;
        *count += 1;
        self.messages.entry(channel).or_default().push([time_ns, self.chunk.len() as u64]);
        self.chunk.push(op::MESSAGE);
        let head = 2 + 4 + 8 + 8;
        self.chunk.extend((head + json.len() as u64).to_le_bytes());
        self.chunk.extend(channel.to_le_bytes());
        self.chunk.extend(sequence.to_le_bytes());
        self.chunk.extend(time_ns.to_le_bytes());
        self.chunk.extend(time_ns.to_le_bytes());
        self.chunk.extend(json.as_bytes());
        self.chunk_times_ns = spanned(self.chunk_times_ns, time_ns);
        self.times_ns = spanned(self.times_ns, time_ns);
        if self.chunk.len() < CHUNK_BYTES { Ok(()) } else { self.end_chunk() }
    }

    /// Writes the chunk under way and the index of its messages.
    fn end_chunk(&mut self) -> io::Result<()> {
        let Some([from_ns, to_ns]) = self.chunk_times_ns.take() else { return Ok(()) };
        let records = std::mem::take(&mut self.chunk);
        let length = records.len() as u64;
        let mut content = Vec::with_capacity(records.len() + 40);
        content.extend(from_ns.to_le_bytes());
        content.extend(to_ns.to_le_bytes());
        content.extend(length.to_le_bytes());
        content.extend(crc32fast::hash(&records).to_le_bytes());
        // Not compressed: both compressions of the format need a library in C, or one more.
        put_text(&mut content, "");
        content.extend(length.to_le_bytes());
        content.extend(&records);
        let chunk_at = self.position;
        self.record(op::CHUNK, &content)?;
        let chunk_length = self.position - chunk_at;
        let indices_at = self.position;
        let mut offsets = Vec::new();
        for (channel, places) in std::mem::take(&mut self.messages) {
            offsets.push((channel, self.position));
            let mut index = channel.to_le_bytes().to_vec();
            let entries: Vec<u8> = places.iter().flatten().flat_map(|number| number.to_le_bytes()).collect();
            put_bytes(&mut index, &entries);
            self.record(op::MESSAGE_INDEX, &index)?;
        }
        let mut index = Vec::new();
        for number in [from_ns, to_ns, chunk_at, chunk_length] {
            index.extend(number.to_le_bytes());
        }
        put_counts(&mut index, offsets.into_iter());
        index.extend((self.position - indices_at).to_le_bytes());
        put_text(&mut index, "");
        index.extend(length.to_le_bytes());
        index.extend(length.to_le_bytes());
        self.chunk_indices.push(index);
        // The same memory again.
        self.chunk = records;
        self.chunk.clear();
        Ok(())
    }

    /// Writes what is left, the summary and the end.
    pub fn finish(mut self) -> io::Result<()> {
        self.end_chunk()?;
        let checksum = std::mem::take(&mut self.checksum).finalize();
        self.record(op::DATA_END, &checksum.to_le_bytes())?;
        self.checksum = crc32fast::Hasher::new();
        let summary_at = self.position;
        let statistics = self.statistics();
        let groups = [
            (op::SCHEMA, std::mem::take(&mut self.schemas)),
            (op::CHANNEL, std::mem::take(&mut self.channels)),
            (op::STATISTICS, vec![statistics]),
            (op::CHUNK_INDEX, std::mem::take(&mut self.chunk_indices)),
        ];
        let mut offsets = Vec::new();
        for (code, records) in groups.iter().filter(|(_, records)| !records.is_empty()) {
            let group_at = self.position;
            records.iter().try_for_each(|record| self.record(*code, record))?;
            let mut offset = vec![*code];
            offset.extend(group_at.to_le_bytes());
            offset.extend((self.position - group_at).to_le_bytes());
            offsets.push(offset);
        }
        let offsets_at = self.position;
        offsets.iter().try_for_each(|offset| self.record(op::SUMMARY_OFFSET, offset))?;
        // The checksum of the summary ends before itself.
        let mut footer = vec![op::FOOTER];
        footer.extend((8_u64 + 8 + 4).to_le_bytes());
        footer.extend(summary_at.to_le_bytes());
        footer.extend(offsets_at.to_le_bytes());
        self.write(&footer)?;
        let checksum = std::mem::take(&mut self.checksum).finalize();
        self.write(&checksum.to_le_bytes())?;
        self.write(&MAGIC)?;
        self.to.flush()
    }

    fn statistics(&self) -> Vec<u8> {
        let [from_ns, to_ns] = self.times_ns.unwrap_or_default();
        let mut content = self.counts.values().sum::<u64>().to_le_bytes().to_vec();
        content.extend((self.schemas.len() as u16).to_le_bytes());
        // Channels, attachments, metadata and chunks.
        for count in [self.channels.len(), 0, 0, self.chunk_indices.len()] {
            content.extend((count as u32).to_le_bytes());
        }
        content.extend(from_ns.to_le_bytes());
        content.extend(to_ns.to_le_bytes());
        put_counts(&mut content, self.counts.iter().map(|(channel, count)| (*channel, *count)));
        content
    }

    fn record(&mut self, code: u8, content: &[u8]) -> io::Result<()> {
        let mut head = [code; 9];
        head[1..].copy_from_slice(&(content.len() as u64).to_le_bytes());
        self.write(&head)?;
        self.write(content)
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.checksum.update(bytes);
        self.position += bytes.len() as u64;
        self.to.write_all(bytes)
    }
}
