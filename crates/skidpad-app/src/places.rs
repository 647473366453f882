//! The scenes by name.

use crate::scene::Scene;

/// The names of all scenes.
pub const NAMES: [&str; 1] = ["straight"];

/// The scene of a name.
///
/// ```
/// assert!(skidpad_app::places::NAMES.iter().all(|name| skidpad_app::places::by_name(name).is_some()));
/// assert!(skidpad_app::places::by_name("the moon").is_none());
/// ```
pub fn by_name(name: &str) -> Option<Scene> {
    (name == "straight").then(Scene::straight)
}
