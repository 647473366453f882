//! Times, accelerations, pedals and limits of a lap whose speeds are known.

use skidpad_core::math::Real;

use super::forces::Forces;
use super::passes::Profile;
use super::result::{QssLap, Sample};
use super::shifts::Shifts;
use crate::envelope::{Limit, Range};

/// Share of the speed within which a car drives as fast as its corner allows.
const AT_LIMIT: f64 = 1e-4;
/// Lateral force to spare, over that in use, below which a car corners at its limit, whatever its pedals do besides.
const CORNERING: f64 = 0.05;

/// The lap with these speeds.
pub(super) fn lap(forces: &Forces<'_>, limits_m_s: &[f64], profile: &Profile) -> QssLap {
    let speeds_m_s = &profile.speeds_m_s;
    let mut samples = Vec::with_capacity(speeds_m_s.len());
    let mut time_s = 0.0;
    // A closed lap begins in the gear in which it ends.
    let last = speeds_m_s.len() - 1;
    let begins = if forces.path.is_closed() { last } else { 0 };
    let mut shifts = Shifts::new(forces.car, speeds_m_s[begins]);
    for place in 0..forces.count() {
        let sample = sample(forces, place, profile, limits_m_s[place]);
        shifts.look(forces.car, sample.speed_m_s);
        samples.push(Sample { time_s, gear: shifts.gear, ..sample });
        if let Some(next) = forces.after(place) {
            time_s += road_m(forces, place, next) * 2.0 / (speeds_m_s[place] + speeds_m_s[next]);
        }
    }
    QssLap {
        time_s,
        length_m: forces.path.length_m(),
        end_m_s: speeds_m_s[if forces.path.is_closed() { 0 } else { last }],
        converged: profile.converged,
        samples,
        corners_m_s: limits_m_s.to_vec(),
        interrupted: profile.interrupted.clone(),
    }
}

/// Length of the road from a place to the next, m.
fn road_m(forces: &Forces<'_>, place: usize, next: usize) -> f64 {
    let stretch = 0.5 * (forces.slope(place).stretch + forces.slope(next).stretch);
    forces.path.step_m(place) * stretch
}

fn sample(forces: &Forces<'_>, place: usize, profile: &Profile, limit_m_s: f64) -> Sample {
    let speeds_m_s = &profile.speeds_m_s;
    let (point, speed_m_s) = (&forces.path.points()[place], speeds_m_s[place]);
    // v dv/ds over the pieces before and after.
    let slope_to = |next: usize, from: usize| {
        let [v, w] = [speeds_m_s[from], speeds_m_s[next]];
        0.5 * (w * w - v * v) / road_m(forces, from, next)
    };
    let ahead = forces.after(place).map(|next| slope_to(next, place));
    let behind = forces.before(place).map(|before| slope_to(place, before));
    let along_m_s2 = match (behind, ahead) {
        (Some(one), Some(other)) => 0.5 * (one + other),
        (one, other) => one.or(other).unwrap_or(0.0),
    };
    let needed_m_s2 = along_m_s2 + forces.slope(place).against_m_s2;
    let in_plane = speed_m_s / forces.slope(place).stretch;
    let range = forces.range(place, speed_m_s);
    let (throttle, brake) = range.map_or((0.0, 0.0), |range| pedals(&range, needed_m_s2));
    let demand = forces.point(place, speed_m_s).lateral_m_s2;
    let limit = if speed_m_s >= forces.car.top_speed_m_s() * (1.0 - AT_LIMIT) {
        Limit::Revs
    } else if speed_m_s >= limit_m_s * (1.0 - AT_LIMIT)
        || forces.spare_m_s2(place, speed_m_s) < CORNERING * Real::abs(demand)
    {
        Limit::Cornering
    } else if profile.interrupted[place] > 0.5 {
        Limit::Shift
    } else {
        range.map_or(Limit::Cornering, |range| limit(&range, needed_m_s2))
    };
    Sample {
        distance_m: point.distance_m,
        time_s: 0.0,
        speed_m_s,
        along_m_s2,
        lateral_m_s2: in_plane * in_plane * point.curvature_1_m,
        steer_rad: forces.car.steer_rad(&forces.point(place, speed_m_s), point.curvature_1_m),
        throttle,
        brake,
        gear: forces.car.gear(speed_m_s),
        limit,
    }
}

/// Throttle and brake that give a longitudinal specific force.
fn pedals(range: &Range, needed_m_s2: f64) -> (f64, f64) {
    let share = |part: f64, whole: f64| if whole > 0.0 { Real::clamp(part / whole, 0.0, 1.0) } else { 0.0 };
    let over = needed_m_s2 - range.coasting_m_s2;
    (
        share(over, range.power_m_s2 - range.coasting_m_s2),
        share(-over, range.coasting_m_s2 - range.braking_m_s2),
    )
}

fn limit(range: &Range, needed_m_s2: f64) -> Limit {
    if needed_m_s2 < range.coasting_m_s2 - 0.05 * (range.coasting_m_s2 - range.braking_m_s2) {
        Limit::Braking
    } else if range.traction_m_s2 < range.power_m_s2 {
        Limit::Traction
    } else {
        Limit::Power
    }
}
