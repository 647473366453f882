//! Who plays what is heard: behind the feature `sound`, on Linux the sound server of the desktop, spoken to without its
//! libraries; in a browser WebAudio; elsewhere the system's own, by `cpal`. On Linux `cpal` is built on the development
//! files of ALSA, which a desktop has not.

#[cfg(all(feature = "sound", target_arch = "wasm32"))]
mod browser;
#[cfg(all(feature = "sound", not(target_os = "linux"), not(target_arch = "wasm32")))]
mod desk;
mod device;
#[cfg(all(feature = "sound", not(target_arch = "wasm32")))]
mod latest;
#[cfg(all(feature = "sound", target_os = "linux"))]
mod server;

use super::Heard;

pub use device::Player;

/// A device, or why there is none, in a sentence.
pub type Opened = Result<Box<dyn Player>, String>;

/// Opens the machine's device. In a browser it must be asked for by a click or a key.
///
/// # Errors
/// Why there is none, in a sentence.
pub fn open() -> Opened {
    #[cfg(all(feature = "sound", target_arch = "wasm32"))]
    return browser::BrowserPlayer::open().map(|player| Box::new(player) as Box<dyn Player>);
    #[cfg(all(feature = "sound", not(target_os = "linux"), not(target_arch = "wasm32")))]
    return desk::DeskPlayer::open().map(|player| Box::new(player) as Box<dyn Player>);
    #[cfg(all(feature = "sound", target_os = "linux"))]
    return Ok(Box::new(server::Server::open()));
    #[cfg(not(feature = "sound"))]
    Err(String::from("This program is built without sound"))
}

/// Volume and switch of the sound, and the device behind them, which is opened when it is first switched on.
#[derive(Default)]
pub struct Speaker {
    opens: Option<fn() -> Opened>,
    player: Option<Box<dyn Player>>,
    refused: Option<String>,
}

impl Speaker {
    /// A speaker that opens its device with this function: [`open`], where a person listens.
    pub fn new(opens: fn() -> Opened) -> Self {
        Self { opens: Some(opens), ..Self::default() }
    }

    /// True if the speaker has a device to open.
    pub fn is_there(&self) -> bool {
        self.opens.is_some()
    }

    /// Plays the sound of a frame, if it is switched on.
    pub fn play(&mut self, heard: &Heard, is_on: bool, volume: f64) {
        if is_on && self.player.is_none() && self.refused.is_none() {
            match self.opens.map(|opens| opens()) {
                Some(Ok(player)) => self.player = Some(player),
                Some(Err(why)) => self.refused = Some(why),
                None => {}
            }
        }
        if !is_on {
            // To be asked again when it is switched on again: a server may have begun since.
            self.refused = None;
            self.player.take_if(|player| player.trouble().is_some());
        }
        if let Some(player) = &mut self.player {
            player.play(heard, if is_on { volume } else { 0.0 });
        }
    }

    /// Reason why nothing is heard; `None` while there is no fault.
    pub fn trouble(&self) -> Option<String> {
        self.refused.clone().or_else(|| self.player.as_ref()?.trouble())
    }
}
