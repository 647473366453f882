//! Events of a world.

use skidpad::world::world::{Condition, Event, EventKind, Party};

/// Kind of an event: the car met `other`.
pub const SKIDPAD_EVENT_MET: u32 = 0;
/// Kind of an event: a contact with `other` is over.
pub const SKIDPAD_EVENT_PARTED: u32 = 1;
/// Kind of an event: the car has completed a lap.
pub const SKIDPAD_EVENT_LAP: u32 = 2;
/// Kind of an event: a condition has begun.
pub const SKIDPAD_EVENT_STARTS: u32 = 3;
/// Kind of an event: a condition is over.
pub const SKIDPAD_EVENT_STOPS: u32 = 4;
/// Kind of an event: the run of the car has ended, such as by a blown engine.
pub const SKIDPAD_EVENT_ENDED: u32 = 5;
/// Kind of an event: a number of the car would not have been finite; it stays where it was.
pub const SKIDPAD_EVENT_QUARANTINED: u32 = 6;
/// Kind of an event that this version has no number for.
pub const SKIDPAD_EVENT_OTHER: u32 = 7;

/// Kind of the other in a contact: none.
pub const SKIDPAD_PARTY_NONE: u32 = 0;
/// Kind of the other in a contact: a car.
pub const SKIDPAD_PARTY_CAR: u32 = 1;
/// Kind of the other in a contact: a cone.
pub const SKIDPAD_PARTY_CONE: u32 = 2;
/// Kind of the other in a contact: a wall.
pub const SKIDPAD_PARTY_WALL: u32 = 3;

/// No condition.
pub const SKIDPAD_CONDITION_NONE: u32 = 0;
/// The car has spun: it slides tail first.
pub const SKIDPAD_CONDITION_SPUN: u32 = 1;
/// The engine is stalled.
pub const SKIDPAD_CONDITION_STALLED: u32 = 2;
/// The car is farther away or faster than contact can compute.
pub const SKIDPAD_CONDITION_OUT_OF_RANGE: u32 = 3;
/// The car has left the course.
pub const SKIDPAD_CONDITION_OFF_COURSE: u32 = 4;
/// A wheel carries no load: `corner` says which.
pub const SKIDPAD_CONDITION_WHEEL_LIFTED: u32 = 5;
/// A wheel does not turn while the car moves: `corner` says which.
pub const SKIDPAD_CONDITION_WHEEL_LOCKED: u32 = 6;
/// A condition that this version has no number for.
pub const SKIDPAD_CONDITION_OTHER: u32 = 7;

/// Something that happened to a car. Fields that the kind does not use are 0.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SkidpadEvent {
    /// Time, s since the world began.
    pub time_s: f64,
    /// Number of the car; of two that meet the one that joined first.
    pub car: u32,
    /// Kind: one of `SKIDPAD_EVENT_MET` to `SKIDPAD_EVENT_OTHER`.
    pub kind: u32,
    /// Kind of the other in a contact: one of `SKIDPAD_PARTY_NONE` to `SKIDPAD_PARTY_WALL`.
    pub other_kind: u32,
    /// Number of the other in a contact.
    pub other: u32,
    /// Condition that begins or ends: one of `SKIDPAD_CONDITION_NONE` to `SKIDPAD_CONDITION_OTHER`.
    pub condition: u32,
    /// Wheel of the condition: 0 front left, 1 front right, 2 rear left, 3 rear right.
    pub corner: u32,
    /// Number of the completed lap, from 1 on.
    pub lap: u32,
    /// 1 where the car stayed on the course throughout the lap.
    pub is_clean: u32,
    /// Lap time, s.
    pub lap_time_s: f64,
    /// Position of the first impact, x and y, m.
    pub position_m: [f64; 2],
    /// Speed at which the two approached, m/s.
    pub approach_speed_m_s: f64,
    /// Impulse along the normal, N s: of the first impact, or of the whole contact when it is over.
    pub normal_impulse_n_s: f64,
    /// Kinetic energy lost in the contact that is over, J.
    pub energy_lost_j: f64,
}

impl SkidpadEvent {
    fn with_other(self, other: Party) -> Self {
        let (other_kind, other) = match other {
            Party::Car(car) => (SKIDPAD_PARTY_CAR, car.index()),
            Party::Cone(cone) => (SKIDPAD_PARTY_CONE, cone),
            Party::Wall(wall) => (SKIDPAD_PARTY_WALL, wall),
        };
        Self { other_kind, other: other as u32, ..self }
    }

    fn with_condition(self, kind: u32, condition: Condition) -> Self {
        let (condition, corner) = match condition {
            Condition::Spun => (SKIDPAD_CONDITION_SPUN, 0),
            Condition::Stalled => (SKIDPAD_CONDITION_STALLED, 0),
            Condition::OutOfRange => (SKIDPAD_CONDITION_OUT_OF_RANGE, 0),
            Condition::OffCourse => (SKIDPAD_CONDITION_OFF_COURSE, 0),
            Condition::WheelLifted(corner) => (SKIDPAD_CONDITION_WHEEL_LIFTED, corner as u32),
            Condition::WheelLocked(corner) => (SKIDPAD_CONDITION_WHEEL_LOCKED, corner as u32),
            _ => (SKIDPAD_CONDITION_OTHER, 0),
        };
        Self { kind, condition, corner, ..self }
    }
}

impl From<&Event> for SkidpadEvent {
    fn from(event: &Event) -> Self {
        let base = Self { time_s: event.time_s, car: event.car.index() as u32, ..Self::default() };
        match event.kind {
            EventKind::Met { other, position_m, approach_speed_m_s, normal_impulse_n_s } => Self {
                kind: SKIDPAD_EVENT_MET,
                position_m: position_m.into(),
                approach_speed_m_s,
                normal_impulse_n_s,
                ..base.with_other(other)
            },
            EventKind::Parted { other, normal_impulse_n_s, energy_lost_j, .. } => Self {
                kind: SKIDPAD_EVENT_PARTED,
                normal_impulse_n_s,
                energy_lost_j,
                ..base.with_other(other)
            },
            EventKind::Lap { number, lap } => Self {
                kind: SKIDPAD_EVENT_LAP,
                lap: number,
                lap_time_s: lap.time_s,
                is_clean: u32::from(lap.is_clean),
                ..base
            },
            EventKind::Starts(condition) => base.with_condition(SKIDPAD_EVENT_STARTS, condition),
            EventKind::Stops(condition) => base.with_condition(SKIDPAD_EVENT_STOPS, condition),
            EventKind::Ended(_) => Self { kind: SKIDPAD_EVENT_ENDED, ..base },
            EventKind::Quarantined => Self { kind: SKIDPAD_EVENT_QUARANTINED, ..base },
            _ => Self { kind: SKIDPAD_EVENT_OTHER, ..base },
        }
    }
}
