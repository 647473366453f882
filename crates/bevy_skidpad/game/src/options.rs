//! Options of the command line.

use bevy::prelude::*;

/// Text of `--help`.
pub const HELP: &str = "\
skidpad-game [options]

  --track FILE|NAME   a track file, or a track that comes with Skidpad: hill-climb (default), grand-prix,
                      handling-course, kart-track, oval
  --car FILE|NAME     a vehicle file (TOML), or a car that comes with Skidpad (default: boxster-s)
  --model NAME        spatial (default), or two_track_sprung
  --demo              a driver of Skidpad drives
  --grip SHARE        share of the tyres' grip that this driver uses (default 0.75)
  --ghost FILE        best lap on the track, read at the start and written when it is beaten
  --mute              no sound
  --shot SECONDS:FILE saves a picture at this time of the drive; may be repeated
  --seconds NUMBER    ends after this time of the drive
  --size WIDTHxHEIGHT of the window, pixels (default 1280x720)
  --headless          no window, as fast as the machine computes; not with --shot

arrows or WASD drive, Space: handbrake, E and Q: gears, T: automatic gears
R: back on the track, C: camera, M: sound, Esc: end; a gamepad drives as well";

/// Frames a second of a drive whose pictures are saved.
pub const SHOT_HZ: f64 = 30.0;

/// Resource: options of the game.
#[derive(Resource, Clone, Debug, PartialEq)]
pub struct Options {
    /// Track file, or name of a track.
    pub track: String,
    /// Vehicle file, or name of a car.
    pub car: String,
    /// Model of the car.
    pub model: String,
    /// True where a driver of Skidpad drives.
    pub is_demo: bool,
    /// Share of the grip that this driver uses, (0, 1].
    pub grip: f64,
    /// File of the best lap.
    pub ghost: Option<String>,
    /// True without sound.
    pub is_mute: bool,
    /// Times of the drive, s, and files of pictures.
    pub shots: Vec<(f64, String)>,
    /// Time after which the game ends, s.
    pub seconds: Option<f64>,
    /// Width and height of the window, pixels.
    pub size: [u32; 2],
    /// True without a window.
    pub is_headless: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            track: "hill-climb".into(),
            car: "boxster-s".into(),
            model: "spatial".into(),
            is_demo: false,
            grip: 0.75,
            ghost: None,
            is_mute: false,
            shots: Vec::new(),
            seconds: None,
            size: [1280, 720],
            is_headless: false,
        }
    }
}

impl Options {
    /// Options of the words of a command line, without the program's name.
    ///
    /// # Errors
    /// A word that is no option, an option without its value, or two options that exclude each other.
    pub fn parse(words: &[String]) -> Result<Self, String> {
        let mut options = Self::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let mut value = || words.next().cloned().ok_or(format!("{word}: value missing (see --help)"));
            match word.as_str() {
                "--track" => options.track = value()?,
                "--car" => options.car = value()?,
                "--model" => options.model = value()?,
                "--demo" => options.is_demo = true,
                "--grip" => options.grip = number(word, &value()?, [0.1, 1.0])?,
                "--ghost" => options.ghost = Some(value()?),
                "--mute" => options.is_mute = true,
                "--shot" => options.shots.push(shot(&value()?)?),
                "--seconds" => options.seconds = Some(number(word, &value()?, [0.0, 1e5])?),
                "--size" => options.size = size(&value()?)?,
                "--headless" => options.is_headless = true,
                _ => return Err(format!("unknown option: {word} (see --help)")),
            }
        }
        if options.is_headless && !options.shots.is_empty() {
            return Err(
                "--headless and --shot: without a window there are no pictures (leave one of them out)"
                    .into(),
            );
        }
        Ok(options)
    }

    /// Step of a frame where time does not follow the clock: pictures and drives without a window are repeatable.
    pub fn frame_s(&self) -> Option<f64> {
        (self.is_headless || !self.shots.is_empty()).then_some(1.0 / SHOT_HZ)
    }
}

fn number(name: &str, text: &str, [least, most]: [f64; 2]) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or(format!("{name} = {text}: must be {least} to {most}"))
}

fn shot(text: &str) -> Result<(f64, String), String> {
    let (time, file) =
        text.split_once(':').ok_or(format!("--shot {text}: must be SECONDS:FILE, such as 12:bend.png"))?;
    Ok((number("--shot", time, [0.0, 1e5])?, file.into()))
}

fn size(text: &str) -> Result<[u32; 2], String> {
    let sides =
        text.split_once('x').and_then(|(width, height)| Some([width.parse().ok()?, height.parse().ok()?]));
    let is_usual = |sides: &[u32; 2]| sides.iter().all(|side| (100..=8000).contains(side));
    sides.filter(is_usual).ok_or(format!("--size {text}: must be WIDTHxHEIGHT, such as 1280x720"))
}
