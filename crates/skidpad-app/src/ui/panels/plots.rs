//! Plots of channels over time, below the plan.

use egui::{
    Align2, Color32, ComboBox, Response, RichText, ScrollArea, Stroke, TextEdit, Ui, WidgetInfo, vec2,
};
use skidpad_core::record::Channel;
use skidpad_world::scene::Scene;

use super::ask::ask;
use super::ends::ends;
use super::laps::{self, LapsShown};
use crate::drive::Entrant;
use crate::plots::{Past, Plots, Whose, thinned};
use crate::ui::diagram::Diagram;
use crate::ui::quantity::Quantity;
use crate::ui::{Post, State, Units, look};

/// Width of what is beside the plots, points.
const BESIDE: f32 = 258.0;
/// A plot is at least so high, points; more of them are scrolled.
const LEAST: f32 = 58.0;
/// Height of all of them where they stand below the controls, points.
const NARROW: f32 = 360.0;
/// A press of a button shows more or less time by this, and goes on by this share of it.
const ZOOM: f64 = 1.5;
const GO: f64 = 0.25;
/// A notch of the mouse wheel is about 50 points.
const ZOOM_PER_POINT: f64 = 0.006;
/// The player's lines where several channels share a plot.
const LINES: [Color32; 6] =
    [look::PLAYER, look::FORCE, look::SLIP, look::VELOCITY, look::CENTRE, Color32::from_gray(220)];

/// Largest error of a line, points.
const UNSEEN: f64 = 0.3;

/// The file that is sent out.
const FILE: &str = "plots.csv";

/// The past of all cars, up to now.
pub struct Plotted<'a> {
    /// Channels of all cars over time.
    pub past: &'a Past,
    /// Simulated time, s.
    pub now_s: f64,
    /// The player's car, whose numbers are explained.
    pub player: &'a Entrant,
    /// Scene that it drives in.
    pub scene: &'a Scene,
    /// Laps on its course; `None` without one.
    pub laps: Option<LapsShown<'a>>,
}

/// Controls at the left, plots at the right.
pub fn plots(ui: &mut Ui, state: &mut State, post: &mut Post, of: &Plotted<'_>) {
    state.plots.follow_time(of.now_s);
    ui.horizontal_top(|ui| {
        ui.allocate_ui(vec2(BESIDE, ui.available_height()), |ui| {
            ui.vertical(|ui| {
                ui.set_width(BESIDE);
                ScrollArea::vertical().id_salt("plotted").auto_shrink(false).show(ui, |ui| {
                    beside(ui, state, post, of);
                });
            });
        });
        ui.vertical(|ui| {
            ScrollArea::vertical().id_salt("plots").auto_shrink(false).show(ui, |ui| {
                let height = ui.available_height();
                pictures(ui, state, of, height);
            });
        });
    });
}

/// Controls above the plots, where there is no room beside them.
pub fn narrow(ui: &mut Ui, state: &mut State, post: &mut Post, of: &Plotted<'_>) {
    state.plots.follow_time(of.now_s);
    beside(ui, state, post, of);
    pictures(ui, state, of, NARROW);
}

fn beside(ui: &mut Ui, state: &mut State, post: &mut Post, of: &Plotted<'_>) {
    if of.laps.is_some() {
        ui.checkbox(&mut state.lap_pair.is_shown, "Laps by distance");
        if state.lap_pair.is_shown {
            laps::choose(ui, &mut state.lap_pair);
            return;
        }
    }
    let (units, plots, now_s) = (state.units, &mut state.plots, of.now_s);
    ui.horizontal_wrapped(|ui| {
        let mut is_held = plots.held_s.is_some();
        if ui
            .checkbox(&mut is_held, "Hold plots")
            .on_hover_text("Freezes the plots while the simulation runs")
            .changed()
        {
            plots.hold(is_held, now_s);
        }
        ui.checkbox(&mut plots.is_stacked, "Stack").on_hover_text("One plot per channel");
    });
    ui.horizontal_wrapped(|ui| {
        if ui.small_button("Earlier").clicked() {
            plots.go(-GO * plots.span_s, of.past, now_s);
        }
        if ui.small_button("Later").clicked() {
            plots.go(GO * plots.span_s, of.past, now_s);
        }
        if ui.small_button("Shorter").on_hover_text("Less time").clicked() {
            plots.zoom(1.0 / ZOOM, 0.5);
        }
        if ui.small_button("Longer").on_hover_text("More time").clicked() {
            plots.zoom(ZOOM, 0.5);
        }
    });
    choose(ui, plots, of.past);
    legend(ui, plots, units, of);
    if ui.button("Export CSV").on_hover_text("The recorded values of these channels, in SI units").clicked() {
        match plots.csv(of.past) {
            Ok(text) => post.send(FILE, text),
            Err(why) => state.error = Some(why),
        }
    }
}

/// A list of all channels of all cars, or of those whose names have what was written in them.
fn choose(ui: &mut Ui, plots: &mut Plots, past: &Past) {
    ui.horizontal(|ui| {
        let name = ui.label("Find");
        ui.add(TextEdit::singleline(&mut plots.find).desired_width(50.0)).labelled_by(name.id);
        ComboBox::from_label("Channels").selected_text("choose").width(64.0).show_ui(ui, |ui| {
            for channel in offered(past, &plots.find) {
                let is_on = plots.channels.iter().any(|name| name == channel.name);
                if ui.selectable_label(is_on, channel.name).clicked() {
                    plots.switch(channel.name);
                }
            }
        });
    });
}

/// The channels of the player, and those that only ghosts or the rival have.
fn offered(past: &Past, find: &str) -> Vec<Channel> {
    let mut all: Vec<Channel> = Vec::new();
    for (_, series) in past.cars() {
        let new = |channel: &&Channel| all.iter().all(|known| known.name != channel.name);
        let more: Vec<Channel> = series.channels().iter().filter(new).copied().collect();
        all.extend(more);
    }
    all.retain(|channel| channel.name != "time_s" && channel.name.contains(find.trim()));
    all
}

/// A channel of any car in the units that were chosen; `None` where no car has it.
fn quantity(past: &Past, units: Units, name: &str) -> Option<Quantity> {
    let mut channels = past.cars().flat_map(|(_, series)| series.channels());
    channels.find(|channel| channel.name == name).map(|channel| Quantity::new(channel, units))
}

/// A number of a channel with its unit.
fn number(quantity: &Quantity, number: f64) -> String {
    format!("{} {}", look::figure(quantity.shown(number), 3), quantity.unit).trim_end().to_owned()
}

/// The colour of a car's line of a channel.
fn colour(plots: &Plots, place: usize, whose: Whose) -> Color32 {
    match whose {
        Whose::Player if !plots.is_stacked => LINES[place % LINES.len()],
        Whose::Player => look::PLAYER,
        Whose::Ghost(index) => look::colour(index),
        Whose::Rival => look::RIVAL,
    }
}

/// Each channel with its number at the time that is pointed at, or at the right edge, for each car.
fn legend(ui: &mut Ui, plots: &mut Plots, units: Units, of: &Plotted<'_>) {
    let at_s = plots.pointed_s.unwrap_or(plots.latest_s(of.now_s));
    ui.label(RichText::new(format!("at {at_s:.2} s")).small().weak());
    let mut gone = None;
    for (place, name) in plots.channels.iter().enumerate() {
        let quantity = quantity(of.past, units, name);
        let shown = quantity.as_ref().map_or(name.as_str(), |quantity| &quantity.name);
        let colour = |whose: Whose| colour(plots, place, whose);
        ui.horizontal(|ui| {
            if ui.small_button(format!("Drop {}", place + 1)).on_hover_text(name).clicked() {
                gone = Some(name.clone());
            }
            ask(
                ui.label(RichText::new(shown).small().color(colour(Whose::Player))).on_hover_text(name),
                of.player,
                of.scene,
                name,
            );
        });
        let Some(quantity) = quantity else { continue };
        ui.horizontal_wrapped(|ui| {
            for (whose, series) in of.past.cars() {
                let now = series.place(name).and_then(|place| series.at(place, at_s));
                if let Some(now) = now {
                    let text = RichText::new(number(&quantity, now)).monospace().size(look::SMALL);
                    ui.colored_label(colour(whose), text);
                }
            }
        });
    }
    if let Some(name) = gone {
        plots.switch(&name);
    }
}

fn pictures(ui: &mut Ui, state: &mut State, of: &Plotted<'_>, height: f32) {
    if let Some(shown) = of.laps.as_ref().filter(|_| state.lap_pair.is_shown) {
        laps::show(ui, state.units, &state.lap_pair, shown);
        return;
    }
    let (units, plots) = (state.units, &mut state.plots);
    if plots.channels.is_empty() {
        ui.label("Choose channels at the left.");
        return;
    }
    plots.pointed_s = None;
    let names = plots.channels.clone();
    let groups: Vec<Vec<usize>> = if plots.is_stacked {
        (0..names.len()).map(|place| vec![place]).collect()
    } else {
        vec![(0..names.len()).collect()]
    };
    ui.spacing_mut().item_spacing.y = 1.0;
    let height = (height / groups.len() as f32 - 2.0).max(LEAST);
    let last = groups.len() - 1;
    for (index, group) in groups.iter().enumerate() {
        let group = SharedPlot { names: &names, places: group, is_last: index == last, units };
        picture(ui, plots, of, &group, height);
    }
}

/// Channels that share a plot.
struct SharedPlot<'a> {
    names: &'a [String],
    /// Places among the names.
    places: &'a [usize],
    /// True if it stands below the others, and has the numbers of the time for all of them.
    is_last: bool,
    units: Units,
}

/// Words of a screen reader for a plot.
fn says(plots: &Plots, of: &Plotted<'_>, group: &SharedPlot<'_>) -> String {
    let (from_s, to_s) = (plots.edges_s(of.now_s)[0], plots.latest_s(of.now_s));
    let told = group.places.iter().map(|place| {
        let (name, series) = (&group.names[*place], of.past.series().first());
        let now = series.and_then(|series| series.at(series.place(name)?, to_s));
        match (now, quantity(of.past, group.units, name)) {
            (Some(now), Some(quantity)) => format!("{} {}", quantity.name, number(&quantity, now)),
            _ => format!("{name} none"),
        }
    });
    let told: Vec<String> = told.collect();
    let held = if plots.held_s.is_some() { ", held" } else { "" };
    format!("plot from {from_s:.2} to {to_s:.2} s{held}: {}", told.join(", "))
}

fn picture(ui: &mut Ui, plots: &mut Plots, of: &Plotted<'_>, group: &SharedPlot<'_>, height: f32) {
    let SharedPlot { names, places, is_last, units } = *group;
    let (response, painter) = ui.allocate_painter(vec2(ui.available_width(), height), look::pointed());
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Image, true, says(plots, of, group)));
    let (edges_s, drawn_s) = (plots.edges_s(of.now_s), plots.drawn_s(of.now_s));
    let columns = response.rect.width().max(1.0) as usize;
    let mut lines = Vec::new();
    for place in places {
        let Some(quantity) = quantity(of.past, units, &names[*place]) else { continue };
        // The player's line last, over the others.
        for (whose, series) in of.past.cars().rev() {
            let Some(column) = series.place(&names[*place]) else { continue };
            let mut line = series.thinned(column, drawn_s, columns);
            // A number later than what is held is not in sight, and does not change the axis.
            line.retain(|point| point[0] <= drawn_s[1]);
            line.iter_mut().for_each(|point| point[1] = quantity.shown(point[1]));
            lines.push((colour(plots, *place, whose), whose, line));
        }
    }
    let numbers = lines.iter().flat_map(|(_, _, line)| line.iter().map(|point| point[1]));
    let range = ends(numbers);
    let diagram = Diagram::stacked(&painter, response.rect, edges_s, range, is_last);
    diagram.axes("", "");
    // What is not seen is not drawn.
    let tolerance = UNSEEN * (range[1] - range[0]) / f64::from(diagram.field().height().max(1.0));
    for (colour, whose, line) in lines {
        let stroke = Stroke::new(if whose == Whose::Player { 1.6 } else { 1.2 }, colour);
        diagram.line(thinned(&line, tolerance), stroke);
    }
    let titles: Vec<String> = places.iter().map(|place| title(of.past, units, &names[*place])).collect();
    let corner = diagram.field().left_top() + vec2(3.0, -1.0);
    diagram.whole_text(corner, Align2::LEFT_BOTTOM, &titles, Color32::from_gray(200));
    act(ui, plots, of, &response, &diagram);
}

/// A channel with its unit.
fn title(past: &Past, units: Units, name: &str) -> String {
    quantity(past, units, name)
        .map_or_else(|| format!("{name}: none of these cars has it"), |quantity| quantity.title())
}

/// Handles the pointer: it shows numbers, zooms with its wheel, and moves the picture.
fn act(ui: &Ui, plots: &mut Plots, of: &Plotted<'_>, response: &Response, diagram: &Diagram) {
    let (now_s, width) = (of.now_s, f64::from(diagram.field().width().max(1.0)));
    if let Some(place) = response.hover_pos() {
        let [from_s, latest_s] = plots.drawn_s(now_s);
        let at_s = diagram.under(place).clamp(from_s, latest_s.max(from_s));
        plots.pointed_s = Some(at_s);
        diagram.upright(at_s, Stroke::new(1.0, Color32::from_gray(200)));
        // The wheel is the plot's: what lies around it does not scroll.
        let scrolled = ui.input_mut(|input| core::mem::take(&mut input.smooth_scroll_delta.y));
        let scrolled = f64::from(scrolled);
        let pinched = ui.input(|input| f64::from(input.zoom_delta()));
        let share = (at_s - plots.edges_s(now_s)[0]) / plots.span_s;
        plots.zoom((-ZOOM_PER_POINT * scrolled).exp() / pinched, share);
    }
    let dragged = f64::from(response.drag_delta().x);
    if response.dragged() && dragged != 0.0 {
        plots.go(-dragged / width * plots.span_s, of.past, now_s);
    }
    if response.double_clicked() {
        plots.hold(false, now_s);
    }
}
