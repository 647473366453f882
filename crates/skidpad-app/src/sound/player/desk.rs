//! The sound of other desktops, by `cpal`, which needs no package of theirs.

use cpal::traits::{DeviceTrait, HostTrait, StreamTrait};

use super::device::Player;
use super::latest::Latest;
use crate::sound::{Heard, Sound};

/// Player of a desktop.
pub struct DeskPlayer {
    latest: Latest,
    _stream: cpal::Stream,
}

impl DeskPlayer {
    pub fn open() -> Result<Self, String> {
        let device =
            cpal::default_host().default_output_device().ok_or("No sound: no output device found")?;
        let trouble = |error: cpal::Error| format!("No sound: {error}");
        let config = device.default_output_config().map_err(trouble)?.config();
        let (channels, rate_hz) = (usize::from(config.channels).max(1), f64::from(config.sample_rate));
        let (latest, mut sound, mut samples) = (Latest::default(), Sound::default(), Vec::new());
        let (there, then) = (latest.clone(), latest.clone());
        let fill = move |out: &mut [f32], _: &cpal::OutputCallbackInfo| {
            samples.resize(out.len() / channels, 0.0);
            there.fill(&mut sound, &mut samples, rate_hz);
            for (places, sample) in out.chunks_mut(channels).zip(&samples) {
                places.fill(*sample);
            }
        };
        let fails = move |error: cpal::Error| then.complain(trouble(error));
        let stream = device.build_output_stream(config, fill, fails, None).map_err(trouble)?;
        stream.play().map_err(trouble)?;
        Ok(Self { latest, _stream: stream })
    }
}

impl Player for DeskPlayer {
    fn play(&mut self, heard: &Heard, volume: f64) {
        self.latest.write(heard, volume);
    }

    fn trouble(&self) -> Option<String> {
        self.latest.trouble()
    }
}
