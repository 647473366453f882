//! Times of the lap: over the top view, below the map. In the bar they would take another row as soon as somebody
//! drives over the start line, and the road would jump.

use egui::{Align2, Color32, FontId, Pos2, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use skidpad_world::laps::Laps;
use skidpad_world::scene::Scene;

use crate::ideal::IdealLap;
use crate::ui::look;

/// Width and its part for a sector's delta, points, and height of a line.
const WIDTH: [f32; 2] = [118.0, 50.0];
const LINE: f32 = 17.0;
const GAP: f32 = 4.0;
/// The most sectors that are shown: those around the current one.
const MOST_SECTORS: usize = 6;

/// Laps that are timed, and where.
pub struct Timed<'a> {
    /// Scene that the laps are driven in.
    pub scene: &'a Scene,
    /// The player's laps.
    pub laps: &'a Laps,
    /// The ideal lap, where it is shown.
    pub ideal: Option<&'a IdealLap>,
}

/// A line: name, time, delta, and the colours of the name and of the time.
struct LapRow {
    name: String,
    time: String,
    delta: Option<f64>,
    colour: Color32,
}

impl LapRow {
    fn new(name: impl Into<String>, time: String) -> Self {
        Self { name: name.into(), time, delta: None, colour: Color32::WHITE }
    }
}

/// Shows the lap under way, its sectors and the best, with the upper right corner of the box below a place.
pub fn show(ui: &Ui, corner: Pos2, timed: &Timed<'_>) {
    let Some(rows) = rows(timed) else { return };
    let width = WIDTH[0] + if rows.iter().any(|row| row.delta.is_some()) { WIDTH[1] } else { 0.0 };
    let size = vec2(width, 7.0 + LINE * rows.len() as f32);
    let rect = Rect::from_min_size(corner + vec2(-size.x, GAP), size);
    let response = ui.interact(rect, ui.scope_id().with("lap"), Sense::hover());
    let says = |row: &LapRow| {
        let delta = row.delta.map_or_else(String::new, |delta_s| format!(" {delta_s:+.2}"));
        format!("{} {}{delta}", row.name, row.time)
    };
    let words = || rows.iter().map(says).collect::<Vec<_>>().join(", ");
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, words()));
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 4.0, Color32::from_black_alpha(150));
    for (place, row) in rows.iter().enumerate() {
        let top = rect.top() + 3.0 + LINE * place as f32;
        let text = |x: f32, anchor: Align2, text: &str, colour: Color32| {
            painter.text(pos2(x, top), anchor, text, FontId::proportional(13.0), colour);
        };
        text(rect.left() + 6.0, Align2::LEFT_TOP, &row.name, Color32::from_gray(170));
        text(rect.left() + WIDTH[0] - 6.0, Align2::RIGHT_TOP, &row.time, row.colour);
        if let Some(delta_s) = row.delta {
            let colour = if delta_s > 0.0 { look::TOO_MUCH } else { look::WELL };
            text(rect.right() - 6.0, Align2::RIGHT_TOP, &format!("{delta_s:+.2}"), colour);
        }
    }
}

fn seconds(time_s: Option<f64>) -> String {
    time_s.map_or_else(|| String::from("-"), |time_s| format!("{time_s:.2} s"))
}

/// The lines; `None` where no lap is timed. The course is a part of every place on the proving ground: elsewhere
/// there is a time once somebody drives there.
fn rows(timed: &Timed<'_>) -> Option<Vec<LapRow>> {
    let Timed { scene, laps, ideal } = timed;
    let is_on_course = scene.name == "course" || scene.ground.track().is_some();
    if !is_on_course && laps.time_s().is_none() && laps.best().is_none() {
        return None;
    }
    let is_off = laps.time_s().is_some() && !laps.is_clean();
    let lap = LapRow::new(if is_off { "Off track" } else { "Lap" }, seconds(laps.time_s()));
    let lap = if is_off { LapRow { colour: look::TOO_MUCH, ..lap } } else { lap };
    let delta = laps.delta_s().map_or_else(|| String::from("-"), |delta_s| format!("{delta_s:+.2} s"));
    let best = LapRow::new("Best", seconds(laps.best().map(|best| best.time_s)));
    let mut rows = vec![lap, LapRow::new("Delta", delta), LapRow { colour: look::BEST_LAP, ..best }];
    if let Some(ideal) = ideal {
        let behind_s = laps.progress().map(|[time_s, distance_m]| time_s - ideal.time_at_s(distance_m));
        let optimal = LapRow::new("Optimal", seconds(Some(ideal.time_s())));
        rows.push(LapRow { delta: behind_s, colour: look::CENTRE, ..optimal });
    }
    rows.extend(sectors(timed));
    Some(rows)
}

/// Times of the current lap's sectors, each with its delta to the best lap's.
fn sectors(timed: &Timed<'_>) -> Vec<LapRow> {
    let (current, best) = (timed.laps.sectors_s(), timed.laps.best().map(|best| best.sectors_s));
    let open = timed.scene.course.as_ref().is_some_and(|course| !course.is_closed());
    let count = timed.laps.gates().len() - usize::from(open);
    let first = (current.len() + 2).saturating_sub(MOST_SECTORS).min(count.saturating_sub(MOST_SECTORS));
    let row = |place: usize| {
        let before_s = best.and_then(|best| best.get(place).copied());
        let own_s = current.get(place).copied();
        let delta = own_s.zip(before_s).map(|(own_s, before_s)| own_s - before_s);
        let row = LapRow::new(format!("Sector {}", place + 1), seconds(own_s));
        LapRow { delta, ..row }
    };
    (first..count.min(first + MOST_SECTORS)).map(row).collect()
}
