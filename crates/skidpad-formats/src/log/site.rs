//! The site of a log.

use skidpad_core::surface::Surface;
use skidpad_world::contact::Wall;
use skidpad_world::ground::Ground;
use skidpad_world::scene::{Cone, Course, Scene};
use skidpad_world::weather::Weather;
use skidpad_world::world::Site;

use super::contact::{far, flag, put_wall, take_wall};
use super::error::LogError;
use super::values::{MOST_PARTS, at_most, put_record, take_record};
use super::{ground, weather};
use crate::bytes::{ByteError, Reader, put_count, put_number, put_text};

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
    pub(super) course: Option<Course>,
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
    put_text(bytes, course_name(site.course.as_deref())?);
    Ok(())
}

/// The name of the first scene with a course; empty without a course.
fn course_name(course: Option<&Course>) -> Result<&'static str, LogError> {
    let Some(course) = course else { return Ok("") };
    let scene = Scene::all().into_iter().find(|scene| scene.course.as_ref() == Some(course));
    scene.map(|scene| scene.name).ok_or(LogError::Course)
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
    let course = match r.text("course")? {
        "" => None,
        name => {
            let course = Scene::by_name(name).ok().and_then(|scene| scene.course);
            Some(course.ok_or_else(|| r.invalid("course"))?)
        }
    };
    Ok(FileSite { surface, weather, ground, walls, cones, are_cones_rigid, course })
}
