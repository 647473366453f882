//! The site of a log.

use std::sync::Arc;

use skidpad_core::surface::Surface;
use skidpad_world::contact::Wall;
use skidpad_world::ground::Ground;
use skidpad_world::scene::{Cone, Scene};
use skidpad_world::track::Track;
use skidpad_world::weather::Weather;
use skidpad_world::world::Site;

use super::contact::{far, flag, put_wall, take_wall};
use super::error::LogError;
use super::values::{MOST_PARTS, at_most, put_record, take_record};
use super::{ground, weather};
use crate::bytes::{ByteError, Reader, put_count, put_number, put_text};
use crate::track::{self, TrackFile, TrackFormat, WriteOptions};

/// Version of the parts of a log since which cones give way.
pub(super) const VERSION: u16 = 6;

#[derive(Clone)]
pub(super) struct FileSite {
    pub(super) surface: Surface<f64>,
    pub(super) weather: Weather,
    pub(super) ground: Ground,
    pub(super) walls: Vec<Wall>,
    pub(super) cones: Vec<Cone>,
    pub(super) are_cones_rigid: bool,
    pub(super) course: Option<Arc<Track>>,
}

pub(super) fn put(bytes: &mut Vec<u8>, site: &Site) -> Result<(), LogError> {
    put_record(bytes, &site.surface);
    weather::put(bytes, &site.weather);
    ground::put(bytes, &site.ground);
    put_count(bytes, site.walls.list().len() as u64);
    site.walls.list().iter().for_each(|wall| put_wall(bytes, wall));
    put_count(bytes, site.cones.len() as u64);
    for cone in site.cones.iter() {
        cone.position_m.into_iter().for_each(|number| put_number(bytes, number));
    }
    bytes.push(u8::from(site.are_cones_rigid));
    put_course(bytes, site)
}

/// Name of a course that is no scene's: its track follows.
const TRACK: &str = "*";

/// Puts the name of the first scene with the course, empty without one; of any other the track itself, and whether the ground has it.
fn put_course(bytes: &mut Vec<u8>, site: &Site) -> Result<(), LogError> {
    let (course, relief) = (site.course.as_deref(), site.ground.track().map(AsRef::as_ref));
    if relief.is_some() && relief != course {
        return Err(LogError::Course);
    }
    let scene = |course: &Track| {
        Scene::all().into_iter().find(|scene| relief.is_none() && scene.course.as_ref() == Some(course))
    };
    let Some(course) = course else {
        put_text(bytes, "");
        return Ok(());
    };
    if let Some(scene) = scene(course) {
        put_text(bytes, scene.name);
        return Ok(());
    }
    let file = TrackFile { spec: course.spec().clone(), notes: Vec::new() };
    let written = track::write(&file, TrackFormat::Skidpad, &WriteOptions::default());
    let text = written.map_err(|_| LogError::Course)?.text;
    put_text(bytes, TRACK);
    put_count(bytes, text.len() as u64);
    bytes.extend(text.as_bytes());
    bytes.push(u8::from(relief.is_some()));
    Ok(())
}

/// Takes the course, and whether the ground has it.
fn take_course(r: &mut Reader) -> Result<(Option<Track>, bool), ByteError> {
    let what = "course";
    match r.text(what)? {
        "" => Ok((None, false)),
        TRACK => {
            let length = r.length(1, what)?;
            let text = r.take(length, what)?;
            let file = track::parse(what, text, Some(TrackFormat::Skidpad)).map_err(|_| r.invalid(what))?;
            let track = Track::new(&file.spec).map_err(|_| r.invalid(what))?;
            Ok((Some(track), flag(r, what)?))
        }
        name => {
            let course = Scene::by_name(name).ok().and_then(|scene| scene.course);
            Ok((Some(course.ok_or_else(|| r.invalid(what))?), false))
        }
    }
}

pub(super) fn take(r: &mut Reader) -> Result<FileSite, ByteError> {
    let surface = take_record(r, "road and air")?;
    let weather = weather::take(r)?;
    let ground = ground::take(r)?;
    let count = at_most(r, 41, MOST_PARTS, "wall")?;
    let walls = (0..count).map(|_| take_wall(r)).collect::<Result<Vec<_>, _>>()?;
    let count = at_most(r, 16, MOST_PARTS, "cone")?;
    let mut cones = Vec::with_capacity(count);
    for _ in 0..count {
        cones.push(Cone { position_m: [far(r, "cone")?, far(r, "cone")?] });
    }
    // Before, all were.
    let are_cones_rigid = r.version() < VERSION || flag(r, "cone")?;
    let (course, is_ground) = take_course(r)?;
    let course = course.map(Arc::new);
    let ground = match &course {
        Some(track) if is_ground => ground.with_track(Arc::clone(track)),
        _ => ground,
    };
    Ok(FileSite { surface, weather, ground, walls, cones, are_cones_rigid, course })
}
