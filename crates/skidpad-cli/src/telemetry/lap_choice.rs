//! The lap of a recording that is compared.

use skidpad_core::math::Real;
use skidpad_formats::telemetry::{Table, TelemetryFile};
use skidpad_world::overlay::{LapTrace, RecordedMotion, driven, on_track};
use skidpad_world::track::Track;

use crate::failure::Failure;

/// Motion of a recording.
pub fn motion(table: &Table) -> RecordedMotion<'_> {
    let positions_m = table.column("x_m").zip(table.column("y_m")).map(|(x, y)| [x, y]);
    RecordedMotion {
        times_s: table.column("time_s").unwrap_or_default(),
        positions_m,
        speeds_m_s: table.column("speed_m_s"),
        distances_m: table.column("distance_m"),
        channels: table.columns(),
    }
}

/// A recording with a speed: from its velocities, or from its positions, where it has none.
pub fn with_speed(table: &Table) -> Table {
    let mut whole = table.clone();
    if table.column("speed_m_s").is_some() {
        return whole;
    }
    let speeds_m_s: Option<Vec<f64>> = match (table.column("velocity_x_m_s"), table.column("velocity_y_m_s"))
    {
        (Some(along), Some(across)) => {
            Some(along.iter().zip(across).map(|(x, y)| Real::hypot(*x, *y)).collect())
        }
        (Some(along), None) => Some(along.iter().map(|x| Real::abs(*x)).collect()),
        _ => from_positions(table),
    };
    if let Some(speeds_m_s) = speeds_m_s {
        whole.push("speed_m_s", speeds_m_s);
    }
    whole
}

fn from_positions(table: &Table) -> Option<Vec<f64>> {
    let (times_s, xs, ys) = (table.column("time_s")?, table.column("x_m")?, table.column("y_m")?);
    let last = times_s.len().checked_sub(1)?;
    let speed = |at: usize| {
        let [from, to] = [at.saturating_sub(1), usize::min(at + 1, last)];
        Real::hypot(xs[to] - xs[from], ys[to] - ys[from]) / (times_s[to] - times_s[from])
    };
    Some((0..=last).map(speed).collect())
}

/// A lap of a recording: that of a number from 1 on, or else the fastest whole one, or else the longest part.
pub fn lap(
    file: &TelemetryFile,
    name: &str,
    track: Option<&Track>,
    number: Option<usize>,
) -> Result<(LapTrace, String), Failure> {
    let table = with_speed(&file.table);
    let motion = motion(&table);
    let laps = match track {
        Some(track) => on_track(&motion, track),
        None => driven(&motion, &file.laps_s),
    };
    let laps = laps.map_err(|why| Failure::input(format!("{name}: {why}")))?;
    if laps.is_empty() {
        return Err(Failure::input(format!("{name}: it does not move")));
    }
    let length = |lap: &LapTrace| lap.to_m().zip(lap.from_m()).map_or(0.0, |(to_m, from_m)| to_m - from_m);
    let chosen = match number {
        Some(number) if (1..=laps.len()).contains(&number) => number - 1,
        Some(number) => {
            let must = format!("must be 1 to {}, the laps and parts of laps that it has", laps.len());
            return Err(Failure::input(format!("{name}: lap {number}: {must}")));
        }
        None => {
            let whole = (0..laps.len()).filter(|at| laps[*at].is_whole());
            let fastest = whole.min_by(|one, other| laps[*one].time_s().total_cmp(&laps[*other].time_s()));
            let longest =
                (0..laps.len()).max_by(|one, other| length(&laps[*one]).total_cmp(&length(&laps[*other])));
            fastest.or(longest).unwrap_or(0)
        }
    };
    let lap = laps[chosen].clone();
    let part = if lap.is_whole() { "" } else { ", a part of a lap" };
    let words =
        format!("lap {} of {} ({:.3} s, {:.0} m{part})", chosen + 1, laps.len(), lap.time_s(), length(&lap));
    Ok((lap, words))
}
