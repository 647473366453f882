//! What the car of a recording meets, as bytes.
//!
//! | bytes | what |
//! |---|---|
//! | 1 | whether the car has another friction function than its own |
//! | 1, 1, 8 each | with such: its number, which of FMAX and K it gives (a bit each, FMAX the least), these |
//! | 1 | whether there is a scene; without one nothing follows |
//! | a body | the car's |
//! | count, then each | walls: kind (1), then what follows, restitution and friction (2 x 8) |
//! | 0 | from and to (4 x 8) |
//! | 1 | point and normal (4 x 8) |
//! | 2 | middle and radius (3 x 8) |
//! | count, then each | further cars: name (text), body, then all of their own recording but ground and scene: the start, the friction function as above, and the run |
//! | a body | 0 and length, width, middle ahead of the centre of mass (1 + 3 x 8), or 1 and radius (1 + 8); mass, yaw inertia, restitution, friction (4 x 8) |

use skidpad_core::math::Vec2;
use skidpad_world::contact::{Barrier, Body, Shape, Wall};
use skidpad_world::models::{FRICTION_LAWS, FrictionChoice, Models};
use skidpad_world::replay::{RecordedCar, RecordedScene, Recording};
use skidpad_world::world::{MOST_CARS, MOST_WALLS};

use super::{put_run, put_start, take_run, take_start};
use crate::bytes::{ByteError, Reader, put_count, put_text};

const FRICTION: &str = "friction function";
const BODY: &str = "body";
const WALLS: &str = "wall";
const CARS: &str = "further car";
const NAME: &str = "name of a further car";
/// The farthest place and the largest size, m; the longest normal.
const FARTHEST: f64 = 1e7;

fn put_numbers<const N: usize>(bytes: &mut Vec<u8>, numbers: [f64; N]) {
    numbers.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
}

pub(super) fn put(bytes: &mut Vec<u8>, recording: &Recording) {
    put_friction(bytes, recording.friction);
    bytes.push(u8::from(recording.scene.is_some()));
    let Some(scene) = &recording.scene else { return };
    put_body(bytes, &scene.body);
    put_count(bytes, scene.walls.len() as u64);
    scene.walls.iter().for_each(|wall| put_wall(bytes, wall));
    put_count(bytes, scene.others.len() as u64);
    for other in &scene.others {
        put_text(bytes, &other.name);
        put_body(bytes, &other.body);
        put_start(bytes, &other.recording);
        put_friction(bytes, other.recording.friction);
        put_run(bytes, &other.recording);
    }
}

pub(crate) fn put_friction(bytes: &mut Vec<u8>, friction: Option<FrictionChoice>) {
    bytes.push(u8::from(friction.is_some()));
    let Some(FrictionChoice { law, largest, k_m_s }) = friction else { return };
    let place = FRICTION_LAWS.iter().position(|known| *known == law);
    bytes.push(place.unwrap_or_default() as u8);
    bytes.push(u8::from(largest.is_some()) | u8::from(k_m_s.is_some()) << 1);
    [largest, k_m_s].into_iter().flatten().for_each(|number| put_numbers(bytes, [number]));
}

pub(crate) fn put_body(bytes: &mut Vec<u8>, body: &Body) {
    match body.shape {
        Shape::Box { length_m, width_m, ahead_m } => {
            bytes.push(0);
            put_numbers(bytes, [length_m, width_m, ahead_m]);
        }
        Shape::Circle { radius_m } => {
            bytes.push(1);
            put_numbers(bytes, [radius_m]);
        }
    }
    put_numbers(bytes, [body.mass_kg, body.yaw_inertia_kg_m2, body.restitution, body.friction]);
}

pub(crate) fn put_wall(bytes: &mut Vec<u8>, wall: &Wall) {
    match wall.barrier {
        Barrier::Segment { from_m, to_m } => {
            bytes.push(0);
            put_numbers(bytes, [from_m.x, from_m.y, to_m.x, to_m.y]);
        }
        Barrier::HalfPlane { point_m, normal } => {
            bytes.push(1);
            put_numbers(bytes, [point_m.x, point_m.y, normal.x, normal.y]);
        }
        Barrier::Post { centre_m, radius_m } => {
            bytes.push(2);
            put_numbers(bytes, [centre_m.x, centre_m.y, radius_m]);
        }
    }
    put_numbers(bytes, [wall.restitution, wall.friction]);
}

pub(super) fn take(r: &mut Reader, recording: &mut Recording, models: &Models) -> Result<(), ByteError> {
    recording.friction = take_friction(r)?;
    if !flag(r, "scene")? {
        return Ok(());
    }
    let body = take_body(r)?;
    // A post is the smallest wall.
    let count = at_most(r, 41, MOST_WALLS, WALLS)?;
    let walls = (0..count).map(|_| take_wall(r)).collect::<Result<Vec<_>, _>>()?;
    // A name, a body and the least of a recording.
    let count = at_most(r, 64, MOST_CARS - 1, CARS)?;
    let mut others: Vec<RecordedCar> = Vec::with_capacity(count);
    for _ in 0..count {
        let name = r.text(NAME)?.to_owned();
        // Messages print it.
        if name.chars().any(char::is_control) {
            return Err(r.invalid(NAME));
        }
        let body = take_body(r)?;
        let mut other = take_start(r, models)?;
        other.friction = take_friction(r)?;
        take_run(r, &mut other)?;
        if other.steps() != recording.steps() {
            return Err(r.invalid(CARS));
        }
        others.push(RecordedCar { name, body, recording: other });
    }
    let lacks = |recording: &Recording| recording.model.lacks_for_contact().is_some();
    let meets = !walls.is_empty() || !others.is_empty();
    if meets && (lacks(recording) || others.iter().any(|other| lacks(&other.recording))) {
        return Err(r.invalid(CARS));
    }
    recording.scene = Some(Box::new(RecordedScene { body, walls, others }));
    Ok(())
}

pub(crate) fn flag(r: &mut Reader, what: &'static str) -> Result<bool, ByteError> {
    match r.byte(what)? {
        0 => Ok(false),
        1 => Ok(true),
        _ => Err(r.invalid(what)),
    }
}

/// How many things follow, of which a scenario may have so many.
fn at_most(r: &mut Reader, least: usize, most: usize, what: &'static str) -> Result<usize, ByteError> {
    let count = r.length(least, what)?;
    if count <= most { Ok(count) } else { Err(r.invalid(what)) }
}

/// A number of a range; what a scenario does not hold, a run does not record.
fn within(r: &mut Reader, (low, high): (f64, f64), what: &'static str) -> Result<f64, ByteError> {
    let number = r.number(what)?;
    if (low..=high).contains(&number) { Ok(number) } else { Err(r.invalid(what)) }
}

/// A coordinate.
pub(crate) fn far(r: &mut Reader, what: &'static str) -> Result<f64, ByteError> {
    within(r, (-FARTHEST, FARTHEST), what)
}

pub(crate) fn take_friction(r: &mut Reader) -> Result<Option<FrictionChoice>, ByteError> {
    if !flag(r, FRICTION)? {
        return Ok(None);
    }
    let place = usize::from(r.byte(FRICTION)?);
    let law = *FRICTION_LAWS.get(place).ok_or_else(|| r.invalid(FRICTION))?;
    let has = r.byte(FRICTION)?;
    if has > 3 {
        return Err(r.invalid(FRICTION));
    }
    let largest = if has & 1 == 1 { Some(within(r, (0.05, 3.0), FRICTION)?) } else { None };
    let k_m_s = if has & 2 == 2 { Some(within(r, (0.1, 50.0), FRICTION)?) } else { None };
    Ok(Some(FrictionChoice { law, largest, k_m_s }))
}

pub(crate) fn take_body(r: &mut Reader) -> Result<Body, ByteError> {
    let size = (1e-3, 1e4);
    let shape = match r.byte(BODY)? {
        0 => Shape::Box {
            length_m: within(r, size, BODY)?,
            width_m: within(r, size, BODY)?,
            ahead_m: within(r, (-1e4, 1e4), BODY)?,
        },
        1 => Shape::Circle { radius_m: within(r, size, BODY)? },
        _ => return Err(r.invalid(BODY)),
    };
    Ok(Body {
        shape,
        mass_kg: within(r, (1e-6, 1e12), BODY)?,
        yaw_inertia_kg_m2: within(r, (1e-9, 1e18), BODY)?,
        restitution: within(r, (0.0, 1.0), BODY)?,
        friction: within(r, (0.0, 10.0), BODY)?,
    })
}

pub(crate) fn take_wall(r: &mut Reader) -> Result<Wall, ByteError> {
    let kind = r.byte(WALLS)?;
    let far = |r: &mut Reader| far(r, WALLS);
    let point = |r: &mut Reader| Ok(Vec2::new(far(r)?, far(r)?));
    let barrier = match kind {
        0 => Barrier::Segment { from_m: point(r)?, to_m: point(r)? },
        1 => Barrier::HalfPlane { point_m: point(r)?, normal: point(r)? },
        2 => Barrier::Post { centre_m: point(r)?, radius_m: within(r, (1e-3, 1e4), WALLS)? },
        _ => return Err(r.invalid(WALLS)),
    };
    let is_too_small = match barrier {
        Barrier::Segment { from_m, to_m } => (to_m - from_m).norm() < 1e-3,
        Barrier::HalfPlane { normal, .. } => normal.norm() < 1e-6,
        Barrier::Post { .. } => false,
    };
    if is_too_small {
        return Err(r.invalid(WALLS));
    }
    Ok(Wall { barrier, restitution: within(r, (0.0, 1.0), WALLS)?, friction: within(r, (0.0, 10.0), WALLS)? })
}
