//! How the keys or the pad of a scenario are shaped.

use skidpad_core::record::Channels;
use skidpad_core::spec::Quantity;
use skidpad_world::shaping::{AxisShape, GripSteering, Hands, StickShape};

use super::reader::ScenarioReader;
use crate::quantity;
use crate::reader::Table;

pub(super) const KEYS: &[&str] = &["kind", "lock", "steer", "throttle", "brake", "handbrake", "grip"];
const AXIS: &[(&str, &str, Quantity)] = &[
    ("dead_zone", "dead_zone", Quantity::Ratio),
    ("curve", "curve", Quantity::Ratio),
    ("attack", "attack_1_s", Quantity::Ratio),
    ("return", "return_1_s", Quantity::Ratio),
    ("smoothing", "smoothing_s", Quantity::Time),
    ("rate_speed", "rate_speed_m_s", Quantity::Speed),
    ("range_speed", "range_speed_m_s", Quantity::Speed),
];
const GRIP: &[(&str, &str, Quantity)] = &[
    ("fraction", "fraction", Quantity::Ratio),
    ("peak_slip", "peak_slip_rad", Quantity::Angle),
    ("following", "following", Quantity::Ratio),
    ("low_speed", "low_speed_m_s", Quantity::Speed),
    ("rate", "rate_rad_s", Quantity::Ratio),
    ("front_arm", "front_arm_m", Quantity::Length),
];
/// The kinds by name.
type Kind = fn() -> StickShape<f64>;
const KINDS: &[(&str, Kind)] =
    &[("keyboard", StickShape::keyboard), ("pad", StickShape::pad), ("direct", direct)];
/// Angle of the front wheels at full stick where a file gives none, rad: 35 degrees, as that of a vehicle.
const LOCK_RAD: f64 = 0.610_865_238_198_015_3;

fn direct() -> StickShape<f64> {
    let axis = AxisShape::direct();
    StickShape { steer: axis, throttle: axis, brake: axis, handbrake: axis }
}

/// The paths of the fields of sticks, pedals and of steering by grip.
pub(super) fn inner_fields() -> impl Iterator<Item = String> {
    let axes = ["steer", "throttle", "brake", "handbrake"]
        .into_iter()
        .flat_map(|axis| AXIS.iter().map(move |known| format!("shaping.{axis}.{}", known.0)));
    axes.chain(GRIP.iter().map(|known| format!("shaping.grip.{}", known.0)))
}

impl<'a> ScenarioReader<'a> {
    /// The hands of `[shaping]`; `None` where there is none, or it is wrong.
    pub(super) fn shaping(&mut self, root: &Table<'a>) -> Option<Hands<f64>> {
        let must = "a section [shaping] with kind = \"keyboard\" or \"pad\"";
        let table = self.r.table(root, "shaping", must)?;
        self.r.unknown(&table, KEYS, |key| {
            AXIS.iter()
                .any(|known| known.0 == key)
                .then(|| format!("`{key}` belongs in [shaping.steer], [shaping.throttle], [shaping.brake] or [shaping.handbrake]"))
        });
        let kind = self.r.choice(&table, "kind", KINDS);
        let mut shape = kind.unwrap_or(direct)();
        for (key, axis) in [
            ("steer", &mut shape.steer),
            ("throttle", &mut shape.throttle),
            ("brake", &mut shape.brake),
            ("handbrake", &mut shape.handbrake),
        ] {
            self.axis(&table, key, axis);
        }
        let lock_rad = match table.get("lock") {
            Some(node) => self.r.quantity(&node, quantity::measure(Quantity::Angle), (0.01, 1.5)),
            None => Some(LOCK_RAD),
        };
        let grip = self.grip(&table);
        let hands = Hands::new(shape, lock_rad?);
        kind?;
        Some(grip.map_or(hands, |grip| hands.by_grip(grip)))
    }

    fn axis(&mut self, parent: &Table<'a>, key: &str, axis: &mut AxisShape<f64>) {
        let must = "a table of the axis: { attack = 2.5, return = 4 }";
        let Some(table) = self.r.table(parent, key, must) else { return };
        let places = [
            &mut axis.dead_zone,
            &mut axis.curve,
            &mut axis.attack_1_s,
            &mut axis.return_1_s,
            &mut axis.smoothing_s,
            &mut axis.rate_speed_m_s,
            &mut axis.range_speed_m_s,
        ];
        self.numbers::<AxisShape<f64>>(&table, AXIS, places);
    }

    /// Steering by grip, where the file asks for it.
    fn grip(&mut self, parent: &Table<'a>) -> Option<GripSteering<f64>> {
        let must = "a table: { peak_slip = \"8 deg\", front_arm = \"1.2 m\" }, and fraction, following, low_speed, rate";
        let table = self.r.table(parent, "grip", must)?;
        let mut grip = usual_grip();
        for (key, what) in [
            ("peak_slip", "given: the slip angle at the peak of the front tyres, such as \"8 deg\""),
            ("front_arm", "given: how far the front axle lies before the centre of mass, such as \"1.2 m\""),
        ] {
            if !table.has(key) {
                self.r.missing(&table, key, what);
            }
        }
        let places = [
            &mut grip.fraction,
            &mut grip.peak_slip_rad,
            &mut grip.following,
            &mut grip.low_speed_m_s,
            &mut grip.rate_rad_s,
            &mut grip.front_arm_m,
        ];
        self.numbers::<GripSteering<f64>>(&table, GRIP, places);
        Some(grip)
    }

    /// The numbers of a table into their places, each within the range of its channel.
    fn numbers<'p, C: Channels>(
        &mut self,
        table: &Table<'a>,
        keys: &[(&str, &str, Quantity)],
        places: impl IntoIterator<Item = &'p mut f64>,
    ) {
        let names: Vec<&str> = keys.iter().map(|known| known.0).collect();
        self.r.unknown(table, &names, |_| None);
        for ((key, channel, quantity), place) in keys.iter().zip(places) {
            let range = C::CHANNELS.iter().find(|known| known.name == *channel);
            let range = range.map_or((0.0, 0.0), |known| (known.low, known.high));
            if let Some(node) = table.get(key) {
                let read = self.r.quantity(&node, quantity::measure(*quantity), range);
                *place = read.unwrap_or(*place);
            }
        }
    }
}

/// What is usual of it; slip and arm are the car's.
fn usual_grip() -> GripSteering<f64> {
    GripSteering {
        fraction: 0.9,
        peak_slip_rad: 0.0,
        following: 1.0,
        low_speed_m_s: 6.0,
        lock_rad: LOCK_RAD,
        rate_rad_s: 2.0,
        front_arm_m: 0.0,
    }
}
