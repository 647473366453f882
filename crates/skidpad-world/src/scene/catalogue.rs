//! The scenes by name.

use core::fmt;

use super::on_track::on_named_tracks;
use super::proving_ground;
use super::setting::Scene;
use crate::names;
use crate::track::track_names;

/// A name that no scene has. The message suggests the nearest one and lists all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownScene {
    /// The unknown name.
    pub name: String,
}

impl fmt::Display for UnknownScene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&names::unknown("scene", &self.name, &Scene::names()))
    }
}

impl core::error::Error for UnknownScene {}

impl Scene {
    /// The names of all scenes.
    pub fn names() -> Vec<&'static str> {
        let starts = proving_ground::STARTS.iter().map(|start| start.name);
        starts.chain([Self::straight().name]).chain(track_names()).collect()
    }

    /// All scenes: the proving ground with each of its start positions, the straight without end, and the named tracks.
    pub fn all() -> Vec<Self> {
        let ground = proving_ground::scene();
        let starts = proving_ground::STARTS.iter().map(|start| start.scene(&ground));
        starts.chain([Self::straight()]).chain(on_named_tracks().iter().cloned()).collect()
    }

    /// The scene of a name.
    ///
    /// ```
    /// use skidpad_world::scene::Scene;
    /// assert_eq!(Scene::by_name("skidpad").unwrap().name, "skidpad");
    /// assert!(Scene::by_name("slalo").unwrap_err().to_string().contains("did you mean `slalom`?"));
    /// ```
    ///
    /// # Errors
    /// A name that no scene has.
    pub fn by_name(name: &str) -> Result<Self, UnknownScene> {
        if name == Self::straight().name {
            return Ok(Self::straight());
        }
        if track_names().contains(&name)
            && let Some(scene) = on_named_tracks().iter().find(|scene| scene.name == name)
        {
            return Ok(scene.clone());
        }
        let start = proving_ground::STARTS.iter().find(|start| start.name == name);
        let unknown = || UnknownScene { name: name.to_owned() };
        start.map(|start| start.scene(&proving_ground::scene())).ok_or_else(unknown)
    }
}
