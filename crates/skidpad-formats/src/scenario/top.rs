//! A scenario as a whole: the values that stand in no table, and the tables in turn.

use skidpad_core::spec::Quantity;
use skidpad_core::surface::Surface;
use skidpad_world::path_driver::DriverTask;

use super::fields::KEYS;
use super::file::Scenario;
use super::held::Held;
use super::initial::placed;
use super::reader::ScenarioReader;
use super::track::{ControlTrack, Interpolation};
use crate::quantity;
use crate::reader::Table;
use crate::surface;

/// The largest number of steps that a scenario may ask for.
const MOST_STEPS: f64 = 1e9;

impl<'a> ScenarioReader<'a> {
    /// Reads everything; what is missing or wrong is among the faults.
    pub(super) fn scenario(&mut self, origin: &str, root: &Table<'a>) -> Option<Scenario> {
        self.r.unknown(root, KEYS, |key| {
            surface::KEYS.contains(&key).then(|| format!("`{key}` belongs in [surface]"))
        });
        let start = self.start(root);
        let (car, model) = self.car_and_model(root);
        let integrator = self.r.optional_text(root, "integrator", "the name of an integrator, in quotes");
        let dt_s = self.span(root, "dt", "0.005 or dt = \"5 ms\"", 1.0);
        let duration_s = self.span(root, "duration", "20 or duration = \"20 s\"", 1e5);
        if let (Some(dt_s), Some(duration_s)) = (dt_s, duration_s) {
            self.check_steps(root, dt_s, duration_s);
        }
        let interpolation = self.interpolation(root);
        let initial = self.initial(root);
        let surface = surface::read(&mut self.r, root, "surface").unwrap_or_else(Surface::asphalt);
        let weather = self.weather(root);
        let ground = self.ground(root);
        let friction = self.friction(root);
        let contact = self.contact(root);
        let walls = self.walls(root, contact);
        let cones = self.cones(root);
        let traffic = self.traffic(root, model, contact, interpolation);
        let shaping = self.shaping(root);
        if root.has("shaping") {
            self.lock_rad = Some(shaping.map_or(1.0, |hands| hands.reach.stick_lock_rad));
        }
        let driver = self.own_driver(root);
        let is_untouched = root.has("start") && driver.is_none() && !root.has("controls");
        let controls = self.own_controls(root, interpolation, driver.as_ref());
        let places = self.places();
        Some(Scenario {
            start,
            car: car?.to_owned(),
            model: model?.to_owned(),
            dt_s: dt_s?,
            duration_s: duration_s?,
            integrator: integrator.map(str::to_owned),
            initial: placed(initial, &places),
            surface,
            weather,
            ground,
            friction,
            contact,
            walls,
            cones,
            traffic,
            shaping,
            driver,
            controls: controls?,
            is_untouched,
            paths: Vec::new(),
            base: None,
            origin: origin.to_owned(),
            places,
            edits: Vec::new(),
        })
    }

    /// Names of car and model; empty where a log has them.
    fn car_and_model(&mut self, root: &Table<'a>) -> (Option<&'a str>, Option<&'a str>) {
        if root.has("start") {
            return (Some(""), Some(""));
        }
        let car =
            self.r.text_of(root, "car", "the name of a preset or the path of a vehicle file, in quotes");
        (car, self.r.text_of(root, "model", "the name of a model, in quotes"))
    }

    fn interpolation(&mut self, root: &Table<'a>) -> Interpolation {
        let choices = [("hold", Interpolation::Hold), ("linear", Interpolation::Linear)];
        let chosen = root.has("interpolate").then(|| self.r.choice(root, "interpolate", &choices));
        chosen.flatten().unwrap_or(Interpolation::Hold)
    }

    /// The rows of controls, which a driver or a log make optional.
    fn own_controls(
        &mut self,
        root: &Table<'a>,
        interpolation: Interpolation,
        driver: Option<&DriverTask>,
    ) -> Option<ControlTrack> {
        if !root.has("controls") && (root.has("driver") || root.has("start")) {
            return Some(ControlTrack::in_gear());
        }
        self.controls(root, interpolation, Held::by(driver))
    }

    /// The driver of the scenario's own car; not with shaped controls.
    fn own_driver(&mut self, root: &Table<'a>) -> Option<DriverTask> {
        let driver = self.driver(root);
        if let Some(node) = root.get("shaping").filter(|_| root.has("driver")) {
            self.r.wrong(&node, "left out with [driver], who needs no keys", None);
        }
        driver
    }

    fn check_steps(&mut self, root: &Table<'a>, dt_s: f64, duration_s: f64) {
        let node = root.get("dt_s").or_else(|| root.get("dt"));
        if let Some(node) = node.filter(|_| duration_s / dt_s > MOST_STEPS) {
            let must = format!("at least {:e} s, for at most a billion steps", duration_s / MOST_STEPS);
            self.r.wrong(&node, must, None);
        }
    }

    /// A time above 0 under `NAME_s` or `NAME`.
    fn span(&mut self, root: &Table<'a>, name: &str, example: &str, most: f64) -> Option<f64> {
        let key = format!("{name}_s");
        let must = format!("a time above 0 and at most {most} s, such as {key} = {example}");
        let node = match (root.get(&key), root.get(name)) {
            (Some(node), None) | (None, Some(node)) => node,
            (Some(node), Some(_)) => {
                self.r.wrong(&node, format!("omitted, as `{name}` is given"), None);
                return None;
            }
            (None, None) => {
                self.r.missing(root, &key, format!("given: {must}"));
                return None;
            }
        };
        let value = self.number(&node, quantity::measure(Quantity::Time), &must)?;
        if value > 0.0 && value <= most {
            return Some(value);
        }
        self.r.wrong(&node, must, None);
        None
    }
}
