//! Sliders for every number of the vehicle, by groups, and the figures that follow from them.

use egui::{Grid, RichText, Role, ScrollArea, Slider, SliderClamping, Ui, WidgetInfo};
use skidpad_core::spec::Quantity;
use skidpad_core::units::POUND_KG;
use skidpad_formats::quantity::{Unit, measure};
use skidpad_formats::vehicle::Place;

use super::tuner::{Tuned, Tuner, refusal};
use super::vehicle_file;
use crate::choice::Choice;
use crate::tuning::{Change, Group, Tuning, words};
use crate::ui::{Post, Units};

/// A slider over more than so many times its least value is logarithmic.
const WIDE: f64 = 50.0;

/// Length of a slider, points.
const SLIDER: f32 = 56.0;

/// Change that a control asks for.
enum Asked {
    With(Place, f64),
    Without(Place),
    Reset,
}

/// Panel of the player's car and its figures. Returns the car that is asked for.
pub fn tuning(
    ui: &mut Ui,
    tuner: &mut Tuner,
    post: &mut Post,
    units: Units,
    player: &Choice,
) -> Option<Tuned> {
    let panel = ui.collapsing("Tuning", |ui| {
        Tuning::follow(&mut tuner.tuning, player);
        let Some(tuning) = tuner.tuning.clone() else {
            ui.label("This model has its own car, which cannot be tuned.");
            return None;
        };
        figures(ui, units, &tuning);
        let asked = changes(ui, units, &tuning);
        refusal(ui, tuner, "");
        let asked = numbers(ui, units, tuner, &tuning).or(asked).map(|asked| asked.tuned(&tuning));
        let files = ui.collapsing("Vehicle file", |ui| vehicle_file::files(ui, tuner, post, &tuning));
        asked.or(files.body_returned.flatten())
    });
    panel.body_returned.flatten()
}

impl Asked {
    /// The car that is asked for.
    fn tuned(self, tuning: &Tuning) -> Tuned {
        match self {
            Self::With(place, value) => Tuned::by(place.path(), tuning.with(&place, value)),
            Self::Without(place) => Tuned::by(place.path(), tuning.without(&place)),
            Self::Reset => Tuned::by("", tuning.reset()),
        }
    }
}

/// The numbers by groups.
fn numbers(ui: &mut Ui, units: Units, tuner: &Tuner, tuning: &Tuning) -> Option<Asked> {
    let mut asked = None;
    for group in Group::ALL {
        let places: Vec<&Place> = tuning.places().iter().filter(|place| Group::new(place) == group).collect();
        if places.is_empty() {
            continue;
        }
        ui.collapsing(group.name(), |ui| {
            for place in places {
                asked = number(ui, units, tuning, place).or(asked.take());
                refusal(ui, tuner, &place.path());
            }
        });
    }
    asked
}

fn figures(ui: &mut Ui, units: Units, tuning: &Tuning) {
    let figures = tuning.figures();
    if let Some(gradient) = figures.understeer_deg_g {
        let sense = if gradient >= 0.0 { "understeers" } else { "oversteers" };
        ui.label(format!("Understeer gradient: {gradient:.2} °/g ({sense})"))
            .on_hover_text("Load over cornering stiffness, front less rear, at small slip angles");
    }
    if let (Some(by_weight), Some(power_w)) = (figures.power_to_weight_w_kg, figures.power_w) {
        let (power, unit) = units.power(power_w);
        let by_weight = match units {
            Units::Metric => format!("{by_weight:.1} W/kg"),
            Units::Imperial => format!("{:.4} hp/lb", units.power(by_weight).0 * POUND_KG),
        };
        ui.label(format!("Power to weight: {by_weight} ({power:.0} {unit})"))
            .on_hover_text("Largest power over kerb mass");
    }
}

/// Differences from the preset.
fn changes(ui: &mut Ui, units: Units, tuning: &Tuning) -> Option<Asked> {
    let changes = tuning.changes();
    if changes.is_empty() {
        ui.label("No changes from the preset.");
        return None;
    }
    let asked = ui.button("Reset all").clicked().then_some(Asked::Reset);
    let by_hand = changes.iter().filter(|change| !change.is_derived).count();
    ui.label(format!("{by_hand} changed, {} derived from them", changes.len() - by_hand));
    ScrollArea::both().id_salt("changes").max_height(110.0).show(ui, |ui| {
        Grid::new("changes").num_columns(2).striped(true).show(ui, |ui| {
            changes.iter().for_each(|change| row(ui, units, tuning, change));
        });
    });
    asked
}

fn row(ui: &mut Ui, units: Units, tuning: &Tuning, change: &Change) {
    let Some(place) = tuning.place(&change.path) else { return };
    let name = RichText::new(words(&place)).small();
    ui.label(if change.is_derived { name.weak() } else { name }).on_hover_text(&change.path);
    let unit = unit(units, place.field.quantity);
    let shown = |si: f64| figure((unit.from_si)(si));
    let was = change.was.map_or_else(|| String::from("none"), shown);
    ui.label(RichText::new(format!("{was} to {} {}", shown(change.is), unit.symbol)).small());
    ui.end_row();
}

/// Some five digits.
fn figure(value: f64) -> String {
    let digits = if value == 0.0 { 0 } else { (4.0 - value.abs().log10().floor()).clamp(0.0, 8.0) as usize };
    let text = format!("{value:.digits$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// The unit that a slider shows; the file stays in SI.
fn unit(units: Units, quantity: Quantity) -> &'static Unit {
    let measure = measure(quantity);
    let usual = match (quantity, units) {
        (Quantity::AngularSpeed, _) => "rpm",
        (Quantity::Angle, _) => "deg",
        (Quantity::Power, Units::Metric) => "kW",
        (Quantity::Power, Units::Imperial) => "hp",
        (Quantity::Mass, Units::Imperial) => "lb",
        (Quantity::Length, Units::Imperial) => "in",
        (Quantity::Area, Units::Imperial) => "ft^2",
        (Quantity::Speed, Units::Metric) => "km/h",
        (Quantity::Speed, Units::Imperial) => "mph",
        (Quantity::Torque, Units::Imperial) => "lb-ft",
        (Quantity::Inertia, Units::Imperial) => "lb.ft^2",
        _ => "",
    };
    measure.units.iter().find(|unit| unit.symbol == usual).unwrap_or(&measure.units[0])
}

/// A slider with its name, unit and reset.
fn number(ui: &mut Ui, units: Units, tuning: &Tuning, place: &Place) -> Option<Asked> {
    let (field, words) = (&place.field, words(place));
    let unit = unit(units, field.quantity);
    let mut shown = (unit.from_si)(tuning.value(place));
    let mut asked = None;
    let name = ui.horizontal_wrapped(|ui| {
        let text = RichText::new(&words).small();
        let name = ui.label(if tuning.is_changed(place) { text.strong() } else { text });
        let reset = || RichText::new("Reset").small();
        let is_reset = tuning.is_changed(place) && {
            let button = ui.button(reset());
            button.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Reset {words}")));
            button.clicked()
        };
        asked = is_reset.then_some(Asked::Without(*place));
        name
    });
    // With the longest unit the slider and its number fit into the panel.
    ui.spacing_mut().slider_width = SLIDER;
    let (low, high) = ((unit.from_si)(field.low), (unit.from_si)(field.high));
    let slider = Slider::new(&mut shown, low..=high)
        .logarithmic(high > WIDE * low)
        .smallest_positive(high * 1e-6)
        // To look at a value must not round it.
        .clamping(SliderClamping::Edits)
        .max_decimals(5)
        .custom_formatter(|number, _| figure(number))
        .suffix(if unit.symbol.is_empty() { String::new() } else { format!(" {}", unit.symbol) });
    let derived = field.rule.map_or_else(String::new, |rule| format!("\nDerived: {rule}."));
    let follows = if tuning.is_derived(place) { "\nCurrently derived." } else { "" };
    let range = format!("{} to {} {}", figure(low), figure(high), unit.symbol);
    let slider = ui.add(slider).labelled_by(name.inner.id).on_hover_text(format!(
        "{}\n{}\n{range}{derived}{follows}",
        place.path(),
        field.doc
    ));
    if slider.changed() {
        asked = Some(Asked::With(*place, (unit.to_si)(shown)));
    }
    asked
}
