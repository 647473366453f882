//! Walls, bodies and friction functions as bytes.
//!
//! | bytes | content |
//! |---|---|
//! | a wall | kind (1), then what follows, restitution and friction (2 x 8) |
//! | 0 | from and to (4 x 8) |
//! | 1 | point and normal (4 x 8) |
//! | 2 | middle and radius (3 x 8) |
//! | a body | 0 and length, width, middle ahead of the centre of mass (1 + 3 x 8), or 1 and radius (1 + 8); mass, yaw inertia, restitution, friction (4 x 8) |
//! | a friction function | 1 where the car has another than its own, else 0 and nothing more; its number (1); which of FMAX and K it gives (1, a bit each, FMAX the least), these (8 each) |

use skidpad_core::math::Vec2;
use skidpad_world::contact::{Barrier, Body, Shape, Wall};
use skidpad_world::models::{FRICTION_LAWS, FrictionChoice};

use super::values::within;
use crate::bytes::{ByteError, Reader, put_number};

const FRICTION: &str = "friction function";
const BODY: &str = "body";
const WALLS: &str = "wall";
/// The farthest place and the largest size, m; the longest normal.
const FARTHEST: f64 = 1e7;

fn put_numbers<const N: usize>(bytes: &mut Vec<u8>, numbers: [f64; N]) {
    numbers.into_iter().for_each(|number| put_number(bytes, number));
}

pub(super) fn put_friction(bytes: &mut Vec<u8>, friction: Option<FrictionChoice>) {
    bytes.push(u8::from(friction.is_some()));
    let Some(FrictionChoice { law, largest, k_m_s }) = friction else { return };
    let place = FRICTION_LAWS.iter().position(|known| *known == law);
    bytes.push(place.unwrap_or_default() as u8);
    bytes.push(u8::from(largest.is_some()) | u8::from(k_m_s.is_some()) << 1);
    [largest, k_m_s].into_iter().flatten().for_each(|number| put_numbers(bytes, [number]));
}

pub(super) fn put_body(bytes: &mut Vec<u8>, body: &Body) {
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

pub(super) fn put_wall(bytes: &mut Vec<u8>, wall: &Wall) {
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

pub(super) fn flag(r: &mut Reader, what: &'static str) -> Result<bool, ByteError> {
    match r.byte(what)? {
        0 => Ok(false),
        1 => Ok(true),
        _ => Err(r.invalid(what)),
    }
}

/// A coordinate.
pub(super) fn far(r: &mut Reader, what: &'static str) -> Result<f64, ByteError> {
    within(r, -FARTHEST..=FARTHEST, what)
}

pub(super) fn take_friction(r: &mut Reader) -> Result<Option<FrictionChoice>, ByteError> {
    if !flag(r, FRICTION)? {
        return Ok(None);
    }
    let place = usize::from(r.byte(FRICTION)?);
    let law = *FRICTION_LAWS.get(place).ok_or_else(|| r.invalid(FRICTION))?;
    let has = r.byte(FRICTION)?;
    if has > 3 {
        return Err(r.invalid(FRICTION));
    }
    let largest = if has & 1 == 1 { Some(within(r, 0.05..=3.0, FRICTION)?) } else { None };
    let k_m_s = if has & 2 == 2 { Some(within(r, 0.1..=50.0, FRICTION)?) } else { None };
    Ok(Some(FrictionChoice { law, largest, k_m_s }))
}

pub(super) fn take_body(r: &mut Reader) -> Result<Body, ByteError> {
    let size = || 1e-3..=1e4;
    let shape = match r.byte(BODY)? {
        0 => Shape::Box {
            length_m: within(r, size(), BODY)?,
            width_m: within(r, size(), BODY)?,
            ahead_m: within(r, -1e4..=1e4, BODY)?,
        },
        1 => Shape::Circle { radius_m: within(r, size(), BODY)? },
        _ => return Err(r.invalid(BODY)),
    };
    Ok(Body {
        shape,
        mass_kg: within(r, 1e-6..=1e12, BODY)?,
        yaw_inertia_kg_m2: within(r, 1e-9..=1e18, BODY)?,
        restitution: within(r, 0.0..=1.0, BODY)?,
        friction: within(r, 0.0..=10.0, BODY)?,
    })
}

pub(super) fn take_wall(r: &mut Reader) -> Result<Wall, ByteError> {
    let kind = r.byte(WALLS)?;
    let far = |r: &mut Reader| far(r, WALLS);
    let point = |r: &mut Reader| Ok(Vec2::new(far(r)?, far(r)?));
    let barrier = match kind {
        0 => Barrier::Segment { from_m: point(r)?, to_m: point(r)? },
        1 => Barrier::HalfPlane { point_m: point(r)?, normal: point(r)? },
        2 => Barrier::Post { centre_m: point(r)?, radius_m: within(r, 1e-3..=1e4, WALLS)? },
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
    Ok(Wall { barrier, restitution: within(r, 0.0..=1.0, WALLS)?, friction: within(r, 0.0..=10.0, WALLS)? })
}
