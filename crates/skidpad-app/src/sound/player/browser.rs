//! WebAudio: pieces of samples are made with every picture and put behind each other, some way ahead of what is played.
//! That needs neither threads nor another file, as worklets do. A page that is not seen has no pictures: then it falls
//! silent, which is what is wanted.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::Closure;
use web_sys::{AudioContext, AudioContextState};

use super::device::Player;
use crate::sound::{Heard, Sound};

/// Samples of a piece.
const PIECE: usize = 1024;
/// Time that pieces are made ahead, s: longer than a slightly late frame takes.
const AHEAD_S: f64 = 0.09;
/// Delay of the first piece after a pause, s.
const LEAD_S: f64 = 0.02;

/// Number of frames between requests to a browser that does not play yet.
const ASKED_EVERY: u32 = 10;

/// Player of a browser.
pub struct BrowserPlayer {
    context: AudioContext,
    /// Handles a refusal, which is no fault: the request is repeated.
    refused: Closure<dyn FnMut(JsValue)>,
    waits: u32,
    sound: Sound,
    samples: Vec<f32>,
    /// Time at which the next piece begins, on the context's clock, s.
    next_s: f64,
}

impl BrowserPlayer {
    pub fn open() -> Result<Self, String> {
        let context = AudioContext::new().map_err(|_| "No sound: this browser has no WebAudio")?;
        let refused = Closure::new(|_| {});
        let samples = vec![0.0; PIECE];
        Ok(Self { context, refused, waits: 0, sound: Sound::silent(), samples, next_s: 0.0 })
    }

    /// Requests playback: a browser plays nothing until the page is clicked or a key pressed.
    fn ask(&mut self) {
        if self.waits.is_multiple_of(ASKED_EVERY)
            && let Ok(answer) = self.context.resume()
        {
            let _ = answer.catch(&self.refused);
        }
        self.waits = self.waits.wrapping_add(1);
    }

    /// Makes a piece and schedules it after the last; `None` if the browser refuses.
    fn put(&mut self, rate_hz: f64) -> Option<()> {
        self.sound.fill(&mut self.samples, rate_hz);
        let buffer = self.context.create_buffer(1, PIECE as u32, rate_hz as f32).ok()?;
        buffer.copy_to_channel(&self.samples, 0).ok()?;
        let source = self.context.create_buffer_source().ok()?;
        source.set_buffer(Some(&buffer));
        source.connect_with_audio_node(&self.context.destination()).ok()?;
        source.start_with_when(self.next_s).ok()?;
        self.next_s += PIECE as f64 / rate_hz;
        Some(())
    }
}

impl Player for BrowserPlayer {
    fn play(&mut self, heard: &Heard, volume: f64) {
        if self.context.state() == AudioContextState::Suspended {
            return self.ask();
        }
        let (now_s, rate_hz) = (self.context.current_time(), f64::from(self.context.sample_rate()));
        if self.next_s < now_s {
            // A picture came too late, and the last sample has been cut off: it comes in again from silence.
            self.sound = Sound::silent();
            self.next_s = now_s + LEAD_S;
        }
        self.sound.hear(heard);
        self.sound.set_volume(volume);
        while self.next_s < now_s + AHEAD_S {
            if self.put(rate_hz).is_none() {
                return;
            }
        }
    }
}
