//! Set-ups: what is driven, where, and beside whom, as a link that another can open.
//!
//! ```
//! use skidpad_app::choice::Choice;
//! use skidpad_app::drive::Drive;
//! use skidpad_world::scene::Scene;
//! use skidpad_app::setup::Setup;
//!
//! let link = "model=two_track&car=boxster-s&body.kerb_mass=1400%20kg&scene=course&rate=500";
//! let setup = Setup::read(link).unwrap();
//! let drive = Drive::from_setup(&setup).unwrap();
//! assert_eq!((drive.scene().name, drive.rate_hz()), ("course", 500));
//! assert_eq!(drive.setup().link(), "model=two_track&car=boxster-s&body.kerb_mass=1400&scene=course&rate=500");
//! assert!(Setup::read("car=boxter-s").unwrap_err().contains("did you mean `boxster-s`?"));
//! ```

mod car;
mod pairs;

use skidpad_core::spec::OnAxles;
use skidpad_formats::vehicle::{NamedTyre, VehicleFile};
use skidpad_models::MODELS;
use skidpad_world::models::Models;
use skidpad_world::names;
use skidpad_world::scene::Scene;
use skidpad_world::track::track_names;

use crate::choice::Choice;
use pairs::Pairs;

/// Steps a second that may be chosen.
pub const RATES_HZ: [u32; 6] = [30, 60, 120, 240, 500, 1000];
/// Steps a second by default.
pub const USUAL_RATE_HZ: u32 = 240;

/// The longest link that is read, bytes.
pub const LONGEST_LINK: usize = 1 << 20;
/// The most ghosts: a car in every model has room.
pub const MOST_GHOSTS: usize = 31;

/// Car, scene, rate and other cars of a drive.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The player's car.
    pub car: Choice,
    /// The scene's name.
    pub scene: &'static str,
    /// Steps a second.
    pub rate_hz: u32,
    /// Cars that get the player's controls.
    pub ghosts: Vec<Choice>,
    /// True if they meet each other and the player's car. Then they start behind it; otherwise they pass through everything.
    pub is_solid: bool,
}

impl Setup {
    /// The part of a link behind its `#`: pairs `key=value` between `&`. `model` and `car`; where the car is a preset with
    /// other figures, these, by their places in its file and in SI; where it is none, its file as `vehicle`; `scene`, or the name of a
    /// `track`; `rate`, each ghost, whose own pairs are its value, and
    /// `others=solid` where the ghosts meet the car.
    pub fn link(&self) -> String {
        let mut pairs = car::pairs(&self.car);
        let key = if track_names().contains(&self.scene) { "track" } else { "scene" };
        pairs.push(key, self.scene);
        pairs.push("rate", &self.rate_hz.to_string());
        self.ghosts.iter().for_each(|ghost| pairs.push("ghost", &car_link(ghost)));
        if self.is_solid {
            pairs.push("others", "solid");
        }
        pairs.text()
    }

    /// Checks that the link carries the whole set-up.
    ///
    /// # Errors
    /// Why it does not, for the player.
    pub fn comes_back(&self) -> Result<(), String> {
        if !Scene::names().contains(&self.scene) {
            return Err(String::from(
                "the scene is one of a file, and no link can name it: save the run instead",
            ));
        }
        let link = self.link();
        if link.len() > LONGEST_LINK {
            return Err(format!(
                "it is too long to be read: {} bytes, and not at most {LONGEST_LINK}",
                link.len()
            ));
        }
        [&self.car].into_iter().chain(&self.ghosts).try_for_each(car_comes_back)
    }

    /// Reads a link; everything up to a `#` in it is ignored, and so are spaces around it. Missing keys have the values of the first start.
    ///
    /// # Errors
    /// The command line's message for a name or a figure that there is not; a key that there is not, or that stands twice;
    /// a text that is no link.
    pub fn read(link: &str) -> Result<Self, String> {
        Self::read_among(&MODELS, link)
    }

    /// [`read`](Self::read), with the models of a list.
    ///
    /// # Errors
    /// The same.
    pub fn read_among(models: &Models, link: &str) -> Result<Self, String> {
        if link.len() > LONGEST_LINK {
            return Err(format!("the link has {} bytes; at most {LONGEST_LINK} are read", link.len()));
        }
        let mut pairs = Pairs::read(link.split_once('#').map_or(link, |(_, behind)| behind).trim())?;
        let scene = scene(&mut pairs)?;
        let rate_hz = pairs.take("rate")?.map_or(Ok(USUAL_RATE_HZ), |rate| rate_hz(&rate))?;
        let ghosts = pairs.take_all("ghost");
        let is_solid = pairs.take("others")?.map_or(Ok(false), |others| is_solid(&others))?;
        if ghosts.len() > MOST_GHOSTS {
            return Err(format!("the link has {} ghosts; at most {MOST_GHOSTS} drive", ghosts.len()));
        }
        let car = car::read(models, pairs)?;
        let ghosts = ghosts.iter().map(|ghost| read_car_among(models, ghost)).collect::<Result<_, _>>()?;
        Ok(Self { car, scene, rate_hz, ghosts, is_solid })
    }
}

/// Part of a link for a car alone.
pub fn car_link(car: &Choice) -> String {
    car::pairs(car).text()
}

/// Checks that the link of a car carries the whole car, the coefficients of tyre files included.
///
/// # Errors
/// Message for the player.
pub fn car_comes_back(car: &Choice) -> Result<(), String> {
    let again = read_car_among(&car.models, &car_link(car));
    let again = again.map_err(|error| format!("{} cannot be read back: {error}", car.name))?;
    if written(&again) == written(car) {
        return Ok(());
    }
    Err(format!("{} cannot be read back: share its vehicle file instead", car.name))
}

/// The vehicle file of a car as it is written: its tyre files leave nothing out.
fn written(car: &Choice) -> Option<VehicleFile> {
    let mut file = car.vehicle.as_ref()?.0.clone();
    file.tyres = file.tyres.map(|OnAxles { front, rear }| {
        let whole = |tyre: NamedTyre| NamedTyre { file: tyre.file.whole(), ..tyre };
        OnAxles { front: whole(front), rear: whole(rear) }
    });
    Some(file)
}

/// The car of what a link says of it alone.
///
/// # Errors
/// As [`Setup::read`].
pub fn read_car(link: &str) -> Result<Choice, String> {
    read_car_among(&MODELS, link)
}

/// [`read_car`], with the models of a list.
///
/// # Errors
/// The same.
pub fn read_car_among(models: &Models, link: &str) -> Result<Choice, String> {
    Pairs::read(link).and_then(|pairs| car::read(models, pairs))
}

/// Name of the scene, or of the track that is one.
fn scene(pairs: &mut Pairs) -> Result<&'static str, String> {
    match (pairs.take("scene")?, pairs.take("track")?) {
        (Some(_), Some(_)) => Err(String::from("the link says `scene` and `track`; write one of them")),
        (None, Some(track)) => {
            let names = track_names();
            let known = names.iter().find(|name| **name == track).copied();
            known.ok_or_else(|| names::unknown("track", &track, &names))
        }
        (scene, None) => {
            let scene = scene.unwrap_or_else(|| String::from("straight"));
            Scene::by_name(&scene).map(|scene| scene.name).map_err(|error| error.to_string())
        }
    }
}

fn is_solid(written: &str) -> Result<bool, String> {
    match written {
        "solid" => Ok(true),
        "ghosts" => Ok(false),
        _ => Err(names::unknown("kind of other cars", written, &["ghosts", "solid"])),
    }
}

fn rate_hz(written: &str) -> Result<u32, String> {
    let known = RATES_HZ.map(|rate_hz| rate_hz.to_string());
    let place = known.iter().position(|rate_hz| rate_hz == written);
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    place.map(|place| RATES_HZ[place]).ok_or_else(|| names::unknown("rate", written, &known))
}
