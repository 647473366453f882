//! g-g diagrams at speeds and loads, and what lies between them.

use core::f64::consts::PI;

use skidpad_core::math::Real;

/// Number of directions between which the end of a ray is interpolated in a straight line: from full drive over the left turn to
/// full braking. An arc between two of them is nearer than 0.04 % to its chord.
pub(super) const DIRECTIONS: usize = 61;
/// Number of shares of the largest lateral acceleration at which the drag of cornering is kept. It grows ever faster towards the limit: the
/// chords of a tenth made laps of an oval a third of a percent slower.
pub(super) const SHARES: usize = 31;

/// The g-g diagram of a car at a speed and a load.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Diagram {
    /// Acceleration of the car that coasts straight ahead, m/s^2.
    pub coasting_m_s2: f64,
    /// Ends of the rays from there in all directions, m/s^2.
    pub reaches_m_s2: [f64; DIRECTIONS],
    /// Place of the direction with the largest lateral acceleration.
    pub peak: usize,
    /// Drive that keeps the acceleration of coasting in a corner, at even shares of the largest lateral one, m/s^2.
    pub drags_m_s2: [f64; SHARES],
    /// Steering angle there, less that of the curvature alone, wheelbase over radius, rad.
    pub steers_rad: [f64; SHARES],
    /// Slip angle of the rear axle there, positive with a force to the left, rad.
    pub rear_slips_rad: [f64; SHARES],
}

/// Diagrams at all pairs of some speeds and loads.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Diagrams {
    /// Speeds, ascending, m/s.
    pub speeds_m_s: Vec<f64>,
    /// Specific forces normal to the road, ascending, m/s^2.
    pub normals_m_s2: Vec<f64>,
    /// Diagrams: all speeds of the first load, then of the next.
    pub all: Vec<Diagram>,
    /// Unit vectors of the directions: along the path, and across it.
    pub directions: [[f64; 2]; DIRECTIONS],
}

/// Unit vector of a direction.
pub(super) fn direction(place: usize) -> [f64; 2] {
    let (sin, cos) = Real::sin_cos(PI * place as f64 / (DIRECTIONS - 1) as f64);
    // Straight ahead and straight back are exact.
    [cos, if place == 0 || place == DIRECTIONS - 1 { 0.0 } else { sin }]
}

/// Place of a number between ascending ones, and its share of the way to the next. Shares outside of 0 to 1 extrapolate.
#[inline]
fn between(numbers: &[f64], number: f64) -> (usize, f64) {
    // Few numbers are counted sooner than they are halved.
    let next = numbers.iter().filter(|of| **of <= number).count().clamp(1, numbers.len() - 1);
    let (from, to) = (numbers[next - 1], numbers[next]);
    (next - 1, (number - from) / (to - from))
}

impl Diagrams {
    /// The diagram at a speed and a load, interpolated. Beyond the speeds it is that of the nearest.
    #[inline]
    pub fn at(&self, speed_m_s: f64, normal_m_s2: f64) -> Between<'_> {
        self.at_load(self.column(speed_m_s), normal_m_s2)
    }

    /// The diagrams at a speed, for all loads.
    #[inline]
    pub fn column(&self, speed_m_s: f64) -> Column {
        let (speed, share) = between(&self.speeds_m_s, speed_m_s);
        Column { speed, share: Real::clamp(share, 0.0, 1.0) }
    }

    /// The diagram at a load among those of a speed.
    #[inline]
    pub fn at_load(&self, Column { speed, share }: Column, normal_m_s2: f64) -> Between<'_> {
        // Below the least load what the tyres do is in proportion to it; beyond the largest it goes on as it changed.
        let least = self.normals_m_s2[0];
        let scale = Real::clamp(normal_m_s2 / least, 0.0, 1.0);
        let (normal, load) = between(&self.normals_m_s2, Real::max(normal_m_s2, least));
        let load = Real::min(load, 2.0);
        let place = |row: usize, column: usize| &self.all[row * self.speeds_m_s.len() + column];
        let corners = [
            place(normal, speed),
            place(normal, speed + 1),
            place(normal + 1, speed),
            place(normal + 1, speed + 1),
        ];
        let weights =
            [(1.0 - load) * (1.0 - share), (1.0 - load) * share, load * (1.0 - share), load * share];
        Between { corners, weights, scale, directions: &self.directions }
    }
}

/// Side of a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Braking,
    Traction,
}

impl Side {
    const BOTH: [Self; 2] = [Self::Braking, Self::Traction];
}

/// Place of a speed among those of the diagrams, and its share of the way to the next.
#[derive(Clone, Copy)]
pub(super) struct Column {
    speed: usize,
    share: f64,
}

/// A diagram between four others.
pub(super) struct Between<'a> {
    corners: [&'a Diagram; 4],
    weights: [f64; 4],
    /// Factor of the reaches.
    scale: f64,
    directions: &'a [[f64; 2]; DIRECTIONS],
}

impl Between<'_> {
    #[inline]
    fn mean(&self, of: impl Fn(&Diagram) -> f64) -> f64 {
        let ([a, b, c, d], [p, q, r, s]) = (self.corners, self.weights);
        p * of(a) + q * of(b) + (r * of(c) + s * of(d))
    }

    #[inline]
    pub fn coasting_m_s2(&self) -> f64 {
        self.mean(|diagram| diagram.coasting_m_s2)
    }

    /// End of a direction: longitudinal and lateral acceleration. Inlined, since most of a lap's time is spent here, and most callers want
    /// one of the two.
    #[inline]
    fn vertex(&self, place: usize) -> [f64; 2] {
        let reach = self.scale * Real::max(self.mean(|diagram| diagram.reaches_m_s2[place]), 0.0);
        let [along, across] = self.directions[place];
        [reach * along, reach * across]
    }

    /// Place of the direction with the largest lateral acceleration, and that acceleration.
    #[inline]
    fn peak(&self) -> (usize, f64) {
        let across = |place: usize| self.vertex(place)[1];
        let mut place = self.corners[0].peak;
        let mut most = across(place);
        for step in [1_isize, -1] {
            while let Some(next) =
                place.checked_add_signed(step).filter(|next| (1..DIRECTIONS - 1).contains(next))
            {
                let found = across(next);
                if found <= most {
                    break;
                }
                (place, most) = (next, found);
            }
        }
        (place, most)
    }

    /// The largest lateral acceleration, m/s^2.
    #[inline]
    pub fn lateral_m_s2(&self) -> f64 {
        self.peak().1
    }

    /// The hardest braking and the strongest drive at a lateral acceleration, m/s^2; `None` where that is too large.
    #[inline]
    pub fn ends(&self, lateral_m_s2: f64) -> Option<[f64; 2]> {
        let (peak, most) = self.peak();
        (lateral_m_s2 <= most).then(|| Side::BOTH.map(|end| self.side(end, peak, lateral_m_s2)))
    }

    /// One of the two ends at a lateral acceleration, m/s^2; `None` where that is too large.
    #[inline]
    pub fn end(&self, end: Side, lateral_m_s2: f64) -> Option<f64> {
        let (peak, most) = self.peak();
        (lateral_m_s2 <= most).then(|| self.side(end, peak, lateral_m_s2))
    }

    /// Along each side the lateral acceleration grows towards the peak.
    ///
    /// All of the side's lateral accelerations are found first: that is straight arithmetic without branches, and halving the side without them
    /// takes one prediction in two wrong.
    #[inline]
    fn side(&self, end: Side, peak: usize, lateral_m_s2: f64) -> f64 {
        let (first, last) = if end == Side::Braking { (peak, DIRECTIONS - 1) } else { (0, peak) };
        let mut across = [0.0; DIRECTIONS];
        let [a, b, c, d] = self.corners.map(|diagram| &diagram.reaches_m_s2[first..=last]);
        let [p, q, r, s] = self.weights;
        let rows = a.iter().zip(b).zip(c.iter().zip(d)).zip(&self.directions[first..=last]);
        for (across, (((a, b), (c, d)), direction)) in across[first..=last].iter_mut().zip(rows) {
            let reach = self.scale * Real::max(p * a + q * b + (r * c + s * d), 0.0);
            *across = reach * direction[1];
        }
        let mut outer = if end == Side::Braking { last } else { first };
        let mut inner = peak;
        while outer.abs_diff(inner) > 1 {
            let middle = usize::midpoint(outer, inner);
            if across[middle] <= lateral_m_s2 { outer = middle } else { inner = middle }
        }
        let ([x, y], [u, v]) = (self.vertex(outer), self.vertex(inner));
        let share = if v > y { Real::clamp((lateral_m_s2 - y) / (v - y), 0.0, 1.0) } else { 0.0 };
        self.coasting_m_s2() + x + share * (u - x)
    }

    /// Drive that a corner takes, m/s^2.
    #[inline]
    pub fn cornering_drag_m_s2(&self, lateral_m_s2: f64) -> f64 {
        self.by_share(lateral_m_s2, |diagram| &diagram.drags_m_s2)
    }

    /// Steering angle of a corner at constant speed, less that of its curvature alone, rad.
    pub fn steer_rad(&self, lateral_m_s2: f64) -> f64 {
        self.by_share(lateral_m_s2, |diagram| &diagram.steers_rad)
    }

    /// Slip angle of the rear axle in a corner at constant speed, positive with a force to the left, rad.
    pub fn rear_slip_rad(&self, lateral_m_s2: f64) -> f64 {
        self.by_share(lateral_m_s2, |diagram| &diagram.rear_slips_rad)
    }

    #[inline]
    fn by_share(&self, lateral_m_s2: f64, of: impl Fn(&Diagram) -> &[f64; SHARES]) -> f64 {
        let most = Real::max(self.vertex(DIRECTIONS / 2)[1], 1e-9);
        let at = Real::clamp(lateral_m_s2 / most, 0.0, 1.0) * (SHARES - 1) as f64;
        let place = usize::min(at as usize, SHARES - 2);
        let share = at - place as f64;
        let [one, other] = [place, place + 1].map(|place| self.mean(|diagram| of(diagram)[place]));
        one + share * (other - one)
    }
}
