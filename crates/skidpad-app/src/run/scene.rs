//! Scenes of logs.

use skidpad_core::math::Real;
use skidpad_world::contact::Walls;
use skidpad_world::scene::{Place, Scene};
use skidpad_world::track::Track;
use skidpad_world::weather::Weather;
use skidpad_world::world::Site;

/// Name of a scene that no named one is.
const RECORDED: &str = "recorded";

/// The scene of a site on which a first car started: of the named scenes with this site, which differ in where cars start, the
/// one with the nearest start, or that of its track; where there is none, a scene of the site alone.
pub(super) fn scene_of(site: &Site, start: Place) -> Scene {
    let distance_m = |scene: &Scene| {
        let [x, y] = scene.start.position_m;
        Real::hypot(x - start.position_m[0], y - start.position_m[1])
    };
    let own = site.ground.track().map(|track| Scene::on_track(Track::clone(track)));
    let known = Scene::all().into_iter().chain(own).filter(|scene| is_of(site, scene));
    let nearest = known.min_by(|a, b| distance_m(a).total_cmp(&distance_m(b)));
    nearest.unwrap_or_else(|| recorded(site, start))
}

/// True where a scene has the road, walls, cones and course of a site, whose weather is that of all scenes. Whether its cones are
/// rigid does not matter: that is of a log, not of a place.
fn is_of(site: &Site, scene: &Scene) -> bool {
    site.surface == scene.surface
        && site.cones[..] == scene.cones[..]
        && site.course.as_deref() == scene.course.as_ref()
        && site.walls.list() == scene.walls.list()
        && *site.ground == scene.ground
        && site.weather == Weather::CALM
}

fn recorded(site: &Site, start: Place) -> Scene {
    Scene {
        name: RECORDED,
        about: "the site of a log",
        surface: site.surface,
        ground: (*site.ground).clone(),
        walls: Walls::clone(&site.walls),
        start,
        cones: site.cones.to_vec(),
        course: site.course.as_deref().cloned(),
        ..Scene::straight()
    }
}
