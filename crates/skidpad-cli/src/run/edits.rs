//! The options `--set` and `--sweep`: changes of single fields, one for all or one of several for each variant.

use skidpad_formats::edit::{Edit, File};

use super::grid::{self, MOST_VARIANTS};
use crate::failure::Failure;

/// Fields that are swept together, with their values.
pub struct Axis {
    /// Paths of the fields, comma-separated.
    pub fields: String,
    /// Unit of all values; empty where they have none or different ones.
    pub unit: String,
    pub values: Vec<AxisValue>,
}

/// One of an axis's values.
pub struct AxisValue {
    /// The number in the axis's unit; `None` of a text.
    pub number: Option<f64>,
    /// As it is written in a file.
    pub written: String,
    /// One change for each field.
    edits: Vec<Edit>,
}

/// Everything that the two options change.
pub struct Changes {
    fixed: Vec<Edit>,
    /// The axes of the grid; empty without a sweep.
    pub axes: Vec<Axis>,
}

impl Changes {
    /// The changes of both options, or what is wrong with the first that is.
    pub fn new(set: &[String], sweep: &[String]) -> Result<Self, Failure> {
        let fixed: Result<Vec<Vec<Edit>>, String> = set.iter().map(|text| fixed(text)).collect();
        let axes: Result<Vec<Axis>, String> = sweep.iter().map(|text| axis(text)).collect();
        let (fixed, axes) = (fixed.map_err(Failure::input)?, axes.map_err(Failure::input)?);
        let changes = Self { fixed: fixed.into_iter().flatten().collect(), axes };
        changes.refuse_twice()?;
        changes.refuse_too_many()?;
        Ok(changes)
    }

    /// Number of variants.
    pub fn count(&self) -> usize {
        self.axes.iter().map(|axis| axis.values.len()).product()
    }

    /// The value of each axis in a variant; the last axis changes fastest.
    pub fn values(&self, variant: usize) -> Vec<&AxisValue> {
        let mut rest = variant;
        let mut values: Vec<&AxisValue> = Vec::with_capacity(self.axes.len());
        for axis in self.axes.iter().rev() {
            values.push(&axis.values[rest % axis.values.len()]);
            rest /= axis.values.len();
        }
        values.reverse();
        values
    }

    /// All changes of a variant.
    pub fn edits(&self, variant: usize) -> Vec<Edit> {
        let swept = self.values(variant).into_iter().flat_map(|value| &value.edits);
        self.fixed.iter().chain(swept).cloned().collect()
    }

    /// The model of a variant, where models are swept.
    pub fn model(&self, variant: usize) -> Option<&str> {
        let place = self.axes.iter().position(|axis| axis.fields == "model")?;
        self.values(variant).get(place).map(|value| value.written.as_str())
    }

    /// Number of models.
    pub fn models(&self) -> usize {
        self.axes.iter().find(|axis| axis.fields == "model").map_or(1, |axis| axis.values.len())
    }

    /// A change of the vehicle, where there is one.
    pub fn of_vehicle(&self) -> Option<&Edit> {
        self.fixed.iter().find(|edit| edit.file() == File::Vehicle)
    }

    /// A field that is changed twice is refused.
    fn refuse_twice(&self) -> Result<(), Failure> {
        let firsts = self.axes.iter().filter_map(|axis| axis.values.first());
        let swept = firsts.flat_map(|value| value.edits.iter().map(|edit| (edit, "--sweep")));
        let all: Vec<(&Edit, &str)> = self.fixed.iter().map(|edit| (edit, "--set")).chain(swept).collect();
        for (at, (edit, option)) in all.iter().enumerate() {
            let Some((earlier, by)) = all[..at].iter().find(|(earlier, _)| earlier.overlaps(edit)) else {
                continue;
            };
            return Err(Failure::input(if earlier.path() == edit.path() {
                format!("{option} {}: {by} gives this field, too; leave one of the two out", edit.path())
            } else {
                format!(
                    "{option} {}: {by} {} concerns the same value; leave one of the two out",
                    edit.path(),
                    earlier.path()
                )
            }));
        }
        Ok(())
    }

    fn refuse_too_many(&self) -> Result<(), Failure> {
        let counts: Vec<usize> = self.axes.iter().map(|axis| axis.values.len()).collect();
        let product = counts.iter().try_fold(1_usize, |product, count| product.checked_mul(*count));
        if product.is_some_and(|product| product <= MOST_VARIANTS) {
            return Ok(());
        }
        let written: Vec<String> = counts.iter().map(ToString::to_string).collect();
        Err(Failure::input(format!(
            "--sweep: the grid has {} variants; it must have at most {MOST_VARIANTS}: sweep fewer values",
            written.join(" x ")
        )))
    }
}

/// Fields and values of an option.
fn parts<'t>(option: &str, text: &'t str, example: &str) -> Result<(Vec<&'t str>, &'t str), String> {
    let how = || format!("{option} {text}: no `=`; write such as {option} {example}");
    let (fields, values) = text.split_once('=').ok_or_else(how)?;
    Ok((fields.split(',').map(str::trim).collect(), values.trim()))
}

fn fixed(text: &str) -> Result<Vec<Edit>, String> {
    let (fields, value) = parts("--set", text, "body.kerb_mass=\"1400 kg\"")?;
    fields.into_iter().map(|field| Edit::new("--set", field, value)).collect()
}

fn axis(text: &str) -> Result<Axis, String> {
    let (fields, values) = parts("--sweep", text, "surface.grip=0.6:1.2:13")?;
    let label = fields.join(", ");
    // The fields are checked first: what a value must be is known only then.
    let probes: Result<Vec<Edit>, String> =
        fields.iter().map(|field| Edit::new("--sweep", field, "0")).collect();
    let probes = probes?;
    let grid = grid::parse(values).map_err(|message| format!("--sweep {label}: {message}"))?;
    let value = |(number, written): (Option<f64>, String)| {
        let edits: Result<Vec<Edit>, String> =
            fields.iter().map(|field| Edit::new("--sweep", field, &written)).collect();
        Ok(AxisValue { number, written, edits: edits? })
    };
    let values: Result<Vec<AxisValue>, String> = grid.values.into_iter().map(value).collect();
    let values = values?;
    // Bare numbers are in SI units.
    let si = probes.first().map_or("", Edit::si_unit);
    let is_number = values.iter().all(|value| value.number.is_some());
    let unit = match grid.unit {
        Some(unit) if unit.is_empty() && is_number => si.to_owned(),
        unit => unit.unwrap_or_default(),
    };
    Ok(Axis { fields: label, unit, values })
}

#[cfg(test)]
mod tests {
    use super::Changes;
    use crate::failure::Failure;

    fn changes(set: &[&str], sweep: &[&str]) -> Result<Changes, String> {
        let own = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        Changes::new(&own(set), &own(sweep)).map_err(|failure| match failure {
            Failure::Input(message) => message,
            other => panic!("{other:?}"),
        })
    }

    #[test]
    fn a_grid_has_every_combination_and_its_last_axis_changes_fastest() {
        let changes = changes(
            &["body.load_mass=0"],
            &["surface.grip=0.5,1", "front.friction,rear.friction=1:1.2:3", "model=two_track,single_track"],
        )
        .unwrap();
        assert_eq!(changes.count(), 12);
        let written = |variant: usize| {
            changes.values(variant).iter().map(|value| value.written.clone()).collect::<Vec<_>>()
        };
        assert_eq!(written(0), ["0.5", "1", "two_track"]);
        assert_eq!(written(1), ["0.5", "1", "single_track"]);
        assert_eq!(written(3), ["0.5", "1.1", "single_track"]);
        assert_eq!(written(11), ["1", "1.2", "single_track"]);
        let paths: Vec<String> = changes.edits(11).iter().map(|edit| edit.path().to_owned()).collect();
        assert_eq!(paths, ["body.load_mass", "surface.grip", "front.friction", "rear.friction", "model"]);
    }

    #[test]
    fn units_stand_with_the_axis() {
        for (sweep, unit) in [
            ("body.kerb_mass=1300 kg:1500 kg:3", "kg"),
            ("body.kerb_mass=1300:1500:3", "kg"),
            ("body.kerb_mass=2900 lb,3000 lb", "lb"),
            ("body.kerb_mass=1300 kg,3000 lb", ""),
            ("surface.slope=1 %:5 %:3", "%"),
            ("surface.headwind=0:5:3", "m/s"),
            ("surface.grip=0.1:1:3", ""),
            ("duration=1:2:3", "s"),
            ("car=boxster-s,corvette-c5", ""),
        ] {
            assert_eq!(changes(&[], &[sweep]).unwrap().axes[0].unit, unit, "{sweep}");
        }
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for (set, sweep, says) in [
            (&["body.kerb_mass"][..], &[][..], "--set body.kerb_mass: no `=`; write such as --set"),
            (&["body.kerb_mass="], &[], "--set body.kerb_mass: no value"),
            (&["=3"], &[], "--set : not the path of a field"),
            (&["body.mass=1"], &[], "--set body.mass: unknown field; near: body.kerb_mass"),
            (&[], &["body.mass=1:2:3"], "--sweep body.mass: unknown field; near: body.kerb_mass"),
            (&[], &["surface.grip"], "--sweep surface.grip: no `=`; write such as --sweep"),
            (&["dt=1", "dt=2"], &[], "--set dt: --set gives this field, too; leave one of the two out"),
            (&["dt=1", "dt_s=2"], &[], "--set dt_s: --set dt concerns the same value"),
            (
                &["surface.grip=1"],
                &["surface.grip=0.5,1"],
                "--sweep surface.grip: --set gives this field, too",
            ),
            (&[], &["surface.grip=0.5,1", "surface.grip=2,3"], "--sweep surface.grip: --sweep gives this"),
            (&[], &["front.friction,front.friction=1,2"], "--sweep front.friction: --sweep gives this"),
            (
                &[],
                &["surface.grip=0:1:200", "dt=0.001:0.01:100"],
                "the grid has 200 x 100 variants; it must have at most 10000",
            ),
        ] {
            let message = changes(set, sweep).err().unwrap_or_default();
            assert!(message.contains(says), "{set:?} {sweep:?}: {message}");
        }
    }
}
