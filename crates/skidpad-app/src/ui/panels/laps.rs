//! Two laps over each other by distance: speed, pedals, steering, and where time is lost.

use egui::{Align2, Color32, ComboBox, Role, Sense, Stroke, Ui, WidgetInfo, vec2};

use super::ends::ends;
use crate::ideal::IdealLap;
use crate::plots::lap_trace::{LapPair, LapTrace, LapTraces, TraceMoment, WhichLap};
use crate::ui::diagram::Diagram;
use crate::ui::{Units, look};

/// A diagram is at least so high, points.
const LEAST: f32 = 58.0;
/// Distance between two points of the line of lost time, m.
const EVERY_M: f64 = 4.0;
/// Colours of the lap and of the one that it is held against.
const COLOURS: [Color32; 2] = [look::PLAYER, look::BEST_LAP];

/// Laps that can be shown.
pub struct LapsShown<'a> {
    /// Laps that were driven.
    pub traces: &'a LapTraces,
    /// The ideal lap, once it is known.
    pub ideal: Option<&'a IdealLap>,
}

/// A number of a lap: its title, and the number in the units that were chosen.
type Shown = (String, fn(Units, &TraceMoment) -> f64);

/// The choice of both laps.
pub fn choose(ui: &mut Ui, pair: &mut LapPair) {
    for (place, label) in ["Lap", "Reference"].into_iter().enumerate() {
        let which = &mut pair.laps[place];
        ComboBox::from_label(label).selected_text(which.label()).width(110.0).show_ui(ui, |ui| {
            for (other, label) in WhichLap::ALL {
                ui.selectable_value(which, other, label);
            }
        });
    }
}

/// The diagrams, in all the height that there is.
pub fn show(ui: &mut Ui, units: Units, pair: &LapPair, of: &LapsShown<'_>) {
    let optimal = of.ideal.map(LapTrace::from_ideal);
    let found = pair
        .laps
        .map(|which| of.traces.lap(which).or(optimal.as_ref().filter(|_| which == WhichLap::Optimal)));
    for (which, lap) in pair.laps.iter().zip(found) {
        if lap.is_none() {
            ui.label(format!("{}: none yet", which.label()));
        }
    }
    let end_m = found.iter().flatten().filter_map(|lap| lap.moments().last()).map(|moment| moment.distance_m);
    let end_m = end_m.fold(1.0, f64::max);
    let shown: [Shown; 4] = [
        (format!("speed, {}", units.speed(0.0).1), |units, moment| units.speed(moment.speed_m_s).0),
        (String::from("throttle, %"), |_, moment| 100.0 * moment.throttle),
        (String::from("brake, %"), |_, moment| 100.0 * moment.brake),
        (String::from("steering angle, °"), |_, moment| moment.steer_rad.to_degrees()),
    ];
    ui.spacing_mut().item_spacing.y = 1.0;
    let height = (ui.available_height() / 5.0 - 2.0).max(LEAST);
    let field = LapDiagrams { units, height, end_m };
    for (title, number) in &shown {
        let line = |lap: &LapTrace| {
            lap.moments()
                .iter()
                .map(|moment| [units.length(moment.distance_m).0, number(units, moment)])
                .collect()
        };
        let lines = found.map(|lap| lap.map_or_else(Vec::new, line));
        field.diagram(ui, title, lines, false);
    }
    let lost = match found {
        [Some(lap), Some(reference)] => lost(units, lap, reference, end_m),
        _ => Vec::new(),
    };
    field.diagram(
        ui,
        &format!("time lost to the reference, s, over distance, {}", units.length(0.0).1),
        [lost, Vec::new()],
        true,
    );
}

/// Time of a lap less that of another one, by distance.
fn lost(units: Units, lap: &LapTrace, reference: &LapTrace, end_m: f64) -> Vec<[f64; 2]> {
    let at = |step: usize| {
        let distance_m = EVERY_M * step as f64;
        let (own, other) = (lap.at(distance_m)?, reference.at(distance_m)?);
        Some([units.length(distance_m).0, own.time_s - other.time_s])
    };
    (0..=(end_m / EVERY_M) as usize).filter_map(at).collect()
}

/// Common data of the diagrams.
struct LapDiagrams {
    units: Units,
    height: f32,
    end_m: f64,
}

impl LapDiagrams {
    fn diagram(&self, ui: &mut Ui, title: &str, lines: [Vec<[f64; 2]>; 2], is_last: bool) {
        let (response, painter) =
            ui.allocate_painter(vec2(ui.available_width(), self.height), Sense::hover());
        let (end, unit) = self.units.length(self.end_m);
        response.widget_info(|| {
            let last =
                lines[0].last().map_or_else(String::new, |[_, last]| format!(", {last:.2} at the end"));
            WidgetInfo::labeled(
                Role::Image,
                true,
                format!("laps by distance, 0 to {end:.0} {unit}: {title}{last}"),
            )
        });
        let range = ends(lines.iter().flatten().map(|point| point[1]));
        let diagram = Diagram::stacked(&painter, response.rect, [0.0, end], range, is_last);
        diagram.axes("", "");
        // The lap lies over its reference.
        for (line, colour) in lines.into_iter().zip(COLOURS).rev() {
            diagram.line(line, Stroke::new(1.4, colour));
        }
        let corner = diagram.field().left_top() + vec2(3.0, -1.0);
        diagram.whole_text(corner, Align2::LEFT_BOTTOM, &[title.to_owned()], Color32::from_gray(200));
        if let Some(at) = response.hover_pos() {
            diagram.upright(diagram.under(at), Stroke::new(1.0, Color32::from_gray(200)));
        }
    }
}
