//! The sound server of a Linux desktop: PulseAudio, or PipeWire, which speaks its protocol.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use pulseaudio::{AsPlaybackSource, Client, protocol};

use super::device::Player;
use super::latest::Latest;
use crate::sound::{Heard, Sound};

/// Samples a second.
const RATE_HZ: u32 = 48_000;
/// Bytes of a sample.
const BYTES: usize = 4;
/// Bytes made ahead: 40 ms, less than a person notices and more than a desktop stalls.
const AHEAD: u32 = RATE_HZ / 25 * BYTES as u32;

/// Player over the sound server.
pub struct Server {
    latest: Latest,
    // Gone, it ends the thread.
    _lives: Sender<()>,
}

impl Server {
    /// Opens the sound server in a thread of its own: it may be slow to answer.
    pub fn open() -> Self {
        let latest = Latest::default();
        let (lives, ends) = channel();
        let there = latest.clone();
        let begun = thread::Builder::new().spawn(move || {
            if let Err(why) = run(&there, &ends) {
                there.complain(format!("No sound: {why}"));
            }
        });
        if let Err(why) = begun {
            latest.complain(format!("No sound: {why}"));
        }
        Self { latest, _lives: lives }
    }
}

impl Player for Server {
    fn play(&mut self, heard: &Heard, volume: f64) {
        self.latest.write(heard, volume);
    }

    fn trouble(&self) -> Option<String> {
        self.latest.trouble()
    }
}

fn run(latest: &Latest, ends: &Receiver<()>) -> Result<(), pulseaudio::ClientError> {
    let client = Client::from_env(c"Skidpad")?;
    let params = protocol::PlaybackStreamParams {
        sample_spec: protocol::SampleSpec {
            format: protocol::SampleFormat::Float32Le,
            channels: 1,
            sample_rate: RATE_HZ,
        },
        channel_map: protocol::ChannelMap::mono(),
        cvolume: Some(protocol::ChannelVolume::norm(1)),
        sink_name: Some(protocol::DEFAULT_SINK.to_owned()),
        buffer_attr: protocol::stream::BufferAttr { target_length: AHEAD, ..Default::default() },
        flags: protocol::stream::StreamFlags { adjust_latency: true, ..Default::default() },
        ..Default::default()
    };
    let (there, mut sound, mut samples) = (latest.clone(), Sound::default(), Vec::new());
    let fill = move |bytes: &mut [u8]| {
        samples.resize(bytes.len() / BYTES, 0.0);
        there.fill(&mut sound, &mut samples, f64::from(RATE_HZ));
        for (place, sample) in bytes.chunks_exact_mut(BYTES).zip(&samples) {
            place.copy_from_slice(&sample.to_le_bytes());
        }
        samples.len() * BYTES
    };
    let _stream =
        futures::executor::block_on(client.create_playback_stream(params, fill.as_playback_source()))?;
    // Plays until nobody listens any more.
    let _ = ends.recv();
    Ok(())
}
