//! Differentials: what sticks and what slips in them, held over a sub-step.

use super::{DifferentialData, DrivelineCar, DrivelineMode};
use crate::friction::has_met;
use crate::math::Real;
use crate::record::Flag;
use crate::wheels::Wheels;

/// Places of the differentials in a row.
pub(super) const FRONT: usize = 0;
/// The rear one.
pub(super) const REAR: usize = 1;
/// The one between the axles.
pub(super) const CENTRE: usize = 2;

/// Discrete state of a differential.
#[derive(Clone, Copy)]
pub(super) struct DifferentialState<R> {
    /// Set while both sides turn together.
    pub locked: Flag<R>,
    /// Sense of the slip: 1 while the first side is the faster.
    pub direction: R,
    /// Sense of the torque through it.
    pub torque_sign: R,
}

impl<R: Real> DifferentialState<R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn new(locked: Flag<R>, direction: R, torque_sign: R) -> Self {
        Self { locked, direction, torque_sign }
    }

    /// The differential at the beginning of a sub-step: all that may stay together is together.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn begin(&self, data: &DifferentialData<R>, difference_rad_s: R) -> Self {
        let friction = data.has_friction();
        let stays = friction & (self.locked.is_set() | difference_rad_s.eq(R::zero()));
        let locked = data.is_locked.is_set() | stays;
        let direction = R::select(friction & !locked, difference_rad_s.sign(), R::zero());
        Self { locked: Flag::new(locked), direction, ..*self }
    }

    /// The differential in the sub-step, from the torques that go through it and that it moves at its beginning: whether
    /// its clutch carries what its sides ask for, and the sense in which it slips otherwise, that in which the torque
    /// drives them apart.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn decide(&self, data: &DifferentialData<R>, throttle: R, moved_nm: R, through_nm: R) -> Self {
        let was = self.locked.is_set();
        let holds = data.is_locked.is_set() | moved_nm.abs().le(data.cap_nm(throttle, through_nm));
        let locked = was & holds;
        let slips = R::select(was, moved_nm.sign(), self.direction);
        Self {
            locked: Flag::new(locked),
            direction: R::select(locked, R::zero(), slips),
            torque_sign: through_nm.sign(),
        }
    }

    /// The differential at the end of a sub-step: a slipping one that has come to zero catches.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn meet(&self, difference_rad_s: R) -> Self {
        let met = has_met(self.direction, difference_rad_s);
        Self { locked: self.locked.or(met), ..*self }
    }
}

/// Speeds in the driveline, of each differential in a row.
pub(super) struct ShaftSpeeds<R> {
    /// Speeds of the carriers, rad/s; that of the centre is the gearbox's output.
    pub carriers_rad_s: [R; 3],
    /// Speed of the first side less that of the second, rad/s.
    pub differences_rad_s: [R; 3],
}

impl<R: Real> ShaftSpeeds<R> {
    /// Speed of the gearbox's output, rad/s.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn output_rad_s(&self) -> R {
        self.carriers_rad_s[CENTRE]
    }
}

impl<R: Real> DrivelineCar<R> {
    /// The differentials in a row.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn differentials(&self) -> [&DifferentialData<R>; 3] {
        [&self.front, &self.rear, &self.centre]
    }

    /// Speeds of the shafts between the wheels.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn shafts(&self, wheels_rad_s: &Wheels<R>) -> ShaftSpeeds<R> {
        let spin = wheels_rad_s;
        let front = self.front.carrier(spin.front_left, spin.front_right);
        let rear = self.rear.carrier(spin.rear_left, spin.rear_right);
        ShaftSpeeds {
            carriers_rad_s: [front, rear, self.centre.carrier(front, rear)],
            differences_rad_s: [
                spin.front_left - spin.front_right,
                spin.rear_left - spin.rear_right,
                front - rear,
            ],
        }
    }
}

impl<R: Real> DifferentialData<R> {
    /// Speed of the carrier, rad/s.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn carrier(&self, first_rad_s: R, second_rad_s: R) -> R {
        self.share * first_rad_s + (R::one() - self.share) * second_rad_s
    }
}

impl<R: Real> DrivelineMode<R> {
    /// Discrete states of the differentials in a row.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn differentials(&self) -> [DifferentialState<R>; 3] {
        [
            DifferentialState::new(self.front_locked, self.front_direction, self.front_torque_sign),
            DifferentialState::new(self.rear_locked, self.rear_direction, self.rear_torque_sign),
            DifferentialState::new(self.centre_locked, self.centre_direction, self.centre_torque_sign),
        ]
    }

    /// The mode with other states of the differentials.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn with_differentials(self, [front, rear, centre]: &[DifferentialState<R>; 3]) -> Self {
        Self {
            front_locked: front.locked,
            front_direction: front.direction,
            front_torque_sign: front.torque_sign,
            rear_locked: rear.locked,
            rear_direction: rear.direction,
            rear_torque_sign: rear.torque_sign,
            centre_locked: centre.locked,
            centre_direction: centre.direction,
            centre_torque_sign: centre.torque_sign,
            ..self
        }
    }
}

/// The expression for each of the three differentials in a row; the name is the differential's place, a constant.
macro_rules! each_differential {
    ($place:ident => $value:expr) => {
        [
            {
                const $place: usize = 0;
                $value
            },
            {
                const $place: usize = 1;
                $value
            },
            {
                const $place: usize = 2;
                $value
            },
        ]
    };
}

pub(super) use each_differential;
