//! `[tyres]`: tyres with coefficients of their own.
//!
//! ```toml
//! [tyres]
//! front = "summer-205-55r16"      # a tyre that comes with Skidpad, or a .tir file, named from the vehicle file's folder
//! rear = "rear.tir"
//! mode = "driving"                # or "book", or "mfeval"; may be left out
//! # A tyre file inside the vehicle file, with all keys, as `vehicle::write` writes it: front = { name = "front.tir", text = "..." }
//! source = "maker"                # or: estimate = true, why = "..."
//!
//! [tyres.fiala.front]             # and brush, tmeasy and pacejka89: every coefficient of the law, in SI units
//! friction = 1.0
//! ```

use skidpad_core::record::{Channel, Channels, Record};
use skidpad_core::spec::{MagicTyreSpec, OnAxles, TyresSpec};
use skidpad_core::tyre::magic_formula::Mode;
use skidpad_core::tyre::{BrushTyre, FialaTyre, Pacejka89Tyre, TmeasyTyre};

use super::beside::{self, AXLES, TyreFiles};
use super::value::VehicleReader;
use crate::error::{FileError, did_you_mean, one_of};
use crate::reader::{Node, Table, plain};
use crate::tyre::{self, PRESETS, TyreFile};

/// A tyre file that a vehicle names.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedTyre {
    /// Its name, as the vehicle file writes it: of a tyre that comes with Skidpad, or of a tyre file.
    pub name: String,
    /// The tyre file, read.
    pub file: TyreFile,
}

/// The words for the modes.
pub(crate) const MODES: &[(&str, Mode)] =
    &[("driving", Mode::Driving), ("book", Mode::Book), ("mfeval", Mode::COMMON)];
/// The laws that have tables, with their coefficients.
pub(crate) const LAWS: &[(&str, &[Channel])] = &[
    ("brush", BrushTyre::<f64>::CHANNELS),
    ("fiala", FialaTyre::<f64>::CHANNELS),
    ("tmeasy", TmeasyTyre::<f64>::CHANNELS),
    ("pacejka89", Pacejka89Tyre::<f64>::CHANNELS),
];
/// Everything that may stand in the section, but for where it comes from.
pub(super) const KEYS: &[&str] = &["front", "rear", "mode", "brush", "fiala", "tmeasy", "pacejka89"];

impl<'a> VehicleReader<'a> {
    /// The section, where there is one, with the files that it names.
    pub fn tyres(&mut self, root: &Table<'a>) -> (Option<TyresSpec>, Option<OnAxles<NamedTyre>>) {
        let must = "a section [tyres] with front and rear, each the name of a tyre file, or with tables such as \
                    [tyres.brush.front]";
        let Some(table) = self.r.table(root, "tyres", must) else { return (None, None) };
        self.attribution(&table, "tyres.front", KEYS);
        if let Some(how) = self.provenance.get("tyres.front").cloned() {
            self.note("tyres.rear", how);
        }
        if !KEYS.iter().any(|key| *key != "mode" && table.has(key)) {
            self.r.faults.push(table.offset, "tyres", "no tyre".to_owned(), must.to_owned(), None);
        }
        let files = self.files(&table);
        let mode = self.mode(&table);
        let magic = files.as_ref().map(|files| {
            let of = |tyre: &NamedTyre| MagicTyreSpec {
                coefficients: tyre.file.coefficients,
                vertical: tyre.file.vertical,
                side: tyre.file.side,
                mode,
            };
            OnAxles { front: of(&files.front), rear: of(&files.rear) }
        });
        let spec = TyresSpec {
            magic,
            brush: self.law(&table, "brush"),
            fiala: self.law(&table, "fiala"),
            tmeasy: self.law(&table, "tmeasy"),
            pacejka89: self.law(&table, "pacejka89"),
        };
        (Some(spec), files)
    }

    fn mode(&mut self, table: &Table<'a>) -> Mode {
        let Some(node) = table.get("mode") else { return Mode::Driving };
        if !AXLES.iter().any(|axle| table.has(axle)) {
            self.r.wrong(&node, "left out: `mode` is for tyres from files, and none is named", None);
        }
        self.r.choice(table, "mode", MODES).unwrap_or(Mode::Driving)
    }

    /// The tyre files of both axles; one that both name is read once.
    fn files(&mut self, table: &Table<'a>) -> Option<OnAxles<NamedTyre>> {
        if !AXLES.iter().any(|axle| table.has(axle)) {
            return None;
        }
        let text = |axle: &str| table.get(axle).and_then(|node| node.as_str());
        let front = self.named_tyre(table, "front");
        let rear = match (text("front"), text("rear")) {
            (Some(of_front), Some(of_rear)) if of_front == of_rear => front.clone(),
            _ => self.named_tyre(table, "rear"),
        };
        Some(OnAxles { front: front?, rear: rear? })
    }

    /// The tyre of an axle: by its name, or with the text of its file.
    fn named_tyre(&mut self, table: &Table<'a>, axle: &str) -> Option<NamedTyre> {
        if let Some(inside) = table.get(axle).and_then(|node| node.as_table()) {
            return self.tyre_inside(&inside);
        }
        let must = "the name of a tyre file: \"tyre.tir\" beside the vehicle file, or { name = \"tyre.tir\", text = \"...\" }";
        let name = self.r.text_of(table, axle, must)?;
        self.file(table, axle, name)
    }

    /// A tyre file inside the vehicle file. It leaves nothing out, so that the vehicle that it is written with again is the same.
    fn tyre_inside(&mut self, inside: &Table<'a>) -> Option<NamedTyre> {
        self.r.unknown(inside, &["name", "text"], |_| None);
        let name = self.r.text_of(inside, "name", "the name of the tyre file");
        let text = self.r.text_of(inside, "text", "the text of a tyre file");
        let (name, text, node) = (name?, text?, inside.get("text")?);
        match tyre::parse(name, text.as_bytes()) {
            Ok(file) if file.is_whole() => return Some(NamedTyre { name: name.to_owned(), file }),
            Ok(_) => {
                let must = "a tyre file with all the keys of its version and no others, as Skidpad writes it";
                self.r.wrong(&node, must, None);
            }
            Err(error) => self.unreadable(&node, &error),
        }
        None
    }

    fn file(&mut self, table: &Table<'a>, axle: &str, name: &str) -> Option<NamedTyre> {
        match self.read_tyre(name) {
            Ok(file) => Some(NamedTyre { name: name.to_owned(), file }),
            Err(error) => {
                self.unreadable(&table.get(axle)?, &error);
                None
            }
        }
    }

    fn unreadable(&mut self, node: &Node<'a>, error: &FileError) {
        for line in error.lines() {
            self.r.wrong(node, format!("a tyre file that can be read: {line}"), None);
        }
    }

    /// A tyre by the name of a preset, or from the vehicle's folder.
    fn read_tyre(&mut self, name: &str) -> Result<TyreFile, FileError> {
        if let Some((name, text)) = PRESETS.iter().find(|(preset, _)| *preset == name) {
            return tyre::parse(name, text.as_bytes());
        }
        let names: Vec<&str> = PRESETS.iter().map(|(name, _)| *name).collect();
        let known = names.join(", ");
        let unknown = |value: String, must: String| {
            FileError::whole("[tyres]", value, must).with_hint(did_you_mean(name, names.iter().copied()))
        };
        if let TyreFiles::Read(files) = self.tyre_files {
            return tyre::parse(name, beside::read(files, name)?);
        }
        let TyreFiles::Folder(base) = &self.tyre_files else {
            let must = format!(
                "a tyre that comes with Skidpad ({known}): files are read for vehicles that are files themselves"
            );
            return Err(unknown(
                "a file that cannot be found in a text that comes from no file".to_owned(),
                must,
            ));
        };
        let path = base.resolve(name)?;
        if !crate::disk::exists(&path) {
            let hint = did_you_mean(name, names.iter().copied());
            return Err(FileError::message(format!(
                "file not found: {} (name a file in the vehicle file's folder, or a tyre that comes with Skidpad: {known})",
                path.display()
            ))
            .with_hint(hint));
        }
        let file = tyre::load(&path)?;
        self.paths.push(path);
        Ok(file)
    }

    /// The coefficients of a law on both axles.
    fn law<T: Record<f64> + Channels>(&mut self, tyres: &Table<'a>, law: &str) -> Option<OnAxles<T>> {
        let must = format!("a table with the tables [tyres.{law}.front] and [tyres.{law}.rear]");
        let table = self.r.table(tyres, law, &must)?;
        self.r.unknown(&table, &AXLES, |_| None);
        let [front, rear] = AXLES.map(|axle| self.coefficients::<T>(&table, axle));
        Some(OnAxles { front: front?, rear: rear? })
    }

    /// The coefficients of an axle's tyres: all of them, as numbers.
    fn coefficients<T: Record<f64> + Channels>(&mut self, law: &Table<'a>, axle: &str) -> Option<T> {
        let keys: Vec<&str> = T::CHANNELS.iter().map(|channel| channel.name).collect();
        let must = format!("a table of {}", one_of(keys.iter().copied()).replace(" or ", " and "));
        if !law.has(axle) {
            self.r.missing(law, axle, format!("given: {must}"));
        }
        let table = self.r.table(law, axle, &must)?;
        self.attribution(&table, &law.key(axle), &keys);
        let values: Vec<Option<f64>> =
            T::CHANNELS.iter().map(|channel| self.coefficient(&table, channel)).collect();
        let values: Option<Vec<f64>> = values.into_iter().collect();
        values.map(|values| T::load(&&values[..]))
    }

    fn coefficient(&mut self, table: &Table<'a>, channel: &Channel) -> Option<f64> {
        let unit = if channel.unit == "-" { String::new() } else { format!(" {}", channel.unit) };
        let must = format!("a number from {} to {}{unit}", plain(channel.low), plain(channel.high));
        let Some(node) = table.get(channel.name) else {
            self.r.missing(table, channel.name, format!("given: {must}"));
            return None;
        };
        self.r.place(&node);
        let value = node.number().filter(|value| (channel.low..=channel.high).contains(value));
        if value.is_none() {
            self.r.wrong(&node, must, None);
        }
        value
    }
}
