//! Vehicle files.
//!
//! A vehicle is a TOML file whose keys are the fields of
//! [`VehicleSpec`]: sections `[body]`, `[front]`, `[rear]`, `[engine]`,
//! `[clutch]` or `[converter]`, `[gearbox]` and `[drive]`; `[chassis]`, `[steering]`,
//! `[differentials]`, `[assists]`, `[stalling]`, `[bump_stops]` and `[space]` are optional: the fields of one that is missing are derived. The
//! optional `[tyres]` gives tyres coefficients of their own, from tyre files beside the vehicle's or in tables. A bare number is SI; a string
//! carries its unit. Each field of a section is required, in one of three ways, except that an axle has either `peak_slip_angle` or
//! `cornering_stiffness`. A `side_pull` at the top replaces the friction of both axles (see [`SidePull`]):
//!
//! ```toml
//! kerb_mass = "1323 kg"                                    # a value
//! kerb_mass = { value = "1323 kg", source = "palmer" }     # a value with its source
//! load_mass = "derived"                                    # the field's rule, where it has one
//! cg_height = { estimate = "0.48 m", range = ["0.44 m", "0.54 m"], why = "low mid-engined car" }
//! ```

mod beside;
mod check;
mod either;
pub(crate) mod fields;
mod file;
mod kind;
mod parts;
mod places;
mod provenance;
mod published;
mod pulled;
mod rows;
mod sections;
mod side_pull;
mod torque;
mod tyres;
mod value;
mod write;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use skidpad_core::spec::{
    AssistsSpec, BodySpec, BumpStopsSpec, ChassisSpec, CouplingSpec, DifferentialsSpec, DriveSpec,
    EngineSpec, GearboxKind, GearboxSpec, SpaceSpec, StallingSpec, SteeringSpec, TorqueSpec, TyreLaw,
    VehicleSpec,
};

use crate::disk::{self, BaseFolder, Outside};
use crate::document;
use crate::edit::{Edit, Edited, File, those_of};
use crate::error::FileError;
use crate::reader::{Reader, Table};
use crate::surface;

use beside::TyreFiles;
pub use beside::tyre_names;
pub use file::VehicleFile;
pub use kind::VehicleKind;
pub use places::Place;
pub use provenance::Provenance;
pub use published::{FIGURE_TESTS, FigureTest, FigureUnit, PublishedFigure};
pub(crate) use sections::{
    COUPLINGS, CYLINDERS, GEARBOX_KINDS, KINDS, REVERSE, SECTIONS, TOP, TYRE_LAWS, keys as section_keys,
};
pub use side_pull::SidePull;
pub(crate) use side_pull::{KEY as SIDE_PULL, PULLED, RANGES as SIDE_PULL_RANGES};
pub use tyres::NamedTyre;
pub(crate) use tyres::{LAWS as TABLED_LAWS, MODES as TYRE_MODES};
use value::VehicleReader;
pub use write::{save, write};

/// Reads a vehicle from the bytes of a file. `origin` names them in errors. No other file is read: of tyre files it may
/// name those that come with Skidpad.
///
/// # Errors
/// Everything that is wrong with the file, each problem with its line and column.
pub fn parse(origin: &str, bytes: &[u8]) -> Result<VehicleFile, FileError> {
    parse_in(TyreFiles::Nowhere, origin, bytes, &[]).map(|opened| opened.file)
}

/// [`parse`] with tyre files that the caller has read, such as a game's asset server: by the names that [`tyre_names`] returns.
///
/// # Errors
/// As of [`parse`], a tyre file that is not among these, and everything that is wrong in one.
pub fn parse_beside(
    origin: &str,
    bytes: &[u8],
    files: &BTreeMap<String, Vec<u8>>,
) -> Result<VehicleFile, FileError> {
    parse_in(TyreFiles::Read(files), origin, bytes, &[]).map(|opened| opened.file)
}

/// [`parse`] with changes of single fields, of which those of scenarios are left out.
pub(crate) fn parse_edited(origin: &str, bytes: &[u8], edits: &[Edit]) -> Result<VehicleFile, FileError> {
    parse_in(TyreFiles::Nowhere, origin, bytes, edits).map(|opened| opened.file)
}

fn parse_in(
    tyre_files: TyreFiles<'_>,
    origin: &str,
    bytes: &[u8],
    edits: &[Edit],
) -> Result<Opened, FileError> {
    let edits = those_of(File::Vehicle, edits);
    let edited = Edited::new(document::text(origin, bytes)?, &edits);
    let tree = edited.tree(origin)?;
    let mut reader = VehicleReader {
        r: Reader::new(edited.text()),
        sources: BTreeSet::new(),
        provenance: BTreeMap::new(),
        tyre_files,
        positions: edited.positions(),
        pulled_friction: None,
        paths: Vec::new(),
    };
    let file = reader.vehicle(&Table::root(&tree));
    match file.filter(|_| reader.r.faults.is_empty()) {
        Some(file) => Ok(Opened { file, paths: reader.paths }),
        None => Err(edited.attribute(reader.r.faults.into_error(origin, edited.text()))),
    }
}

/// A vehicle that was read from disk, with the paths of all files that make it.
#[derive(Clone, Debug, PartialEq)]
pub struct Opened {
    /// The vehicle.
    pub file: VehicleFile,
    /// The vehicle file and its tyre files; none of a preset.
    pub paths: Vec<PathBuf>,
}

/// Reads a vehicle from a file on disk, with the tyre files that it names in its own folder.
///
/// # Errors
/// A file that cannot be read or is larger than [`MAX_FILE_BYTES`](crate::MAX_FILE_BYTES), a tyre file in another folder,
/// and everything that is wrong with its contents.
pub fn read(path: &Path) -> Result<VehicleFile, FileError> {
    open(path, Outside::Refused).map(|opened| opened.file)
}

/// [`read`], with a choice whether its tyre files may lie outside its folder, and with the paths.
///
/// # Errors
/// As of [`read`].
pub fn open(path: &Path, outside: Outside) -> Result<Opened, FileError> {
    open_edited(path, outside, &[])
}

/// [`open`] with changes of single fields, of which those of scenarios are left out.
///
/// # Errors
/// As of [`read`], and changes that the file cannot take.
pub fn open_edited(path: &Path, outside: Outside, edits: &[Edit]) -> Result<Opened, FileError> {
    let base = BaseFolder::of_file(path, outside);
    let files = TyreFiles::Folder(base);
    let mut opened = parse_in(files, &path.display().to_string(), &disk::read(path)?, edits)?;
    opened.paths.insert(0, path.to_owned());
    Ok(opened)
}

const TITLE: &str = "the vehicle's full name, such as \"Porsche Boxster S (2004)\"";

impl<'a> VehicleReader<'a> {
    /// Reads everything; what is missing or wrong is among the faults.
    fn vehicle(&mut self, root: &Table<'a>) -> Option<VehicleFile> {
        self.r.unknown(root, TOP, value::belongs_in);
        let sources = self.read_sources(root);
        let (name, title) = (self.name(root), self.r.text_of(root, "title", TITLE));
        let year = root.get("year").and_then(|node| self.r.whole(&node, 1880, 2100));
        let kind = self.r.choice(root, "kind", KINDS);
        let notes = self.r.optional_text(root, "notes", "a text");
        let tyre_law = self.r.choice(root, "tyre_law", TYRE_LAWS);
        let side_pull = self.side_pull(root);
        let body = self.section::<BodySpec>(root, "body").1;
        let [(front_tyre, front), (rear_tyre, rear)] = ["front", "rear"].map(|axle| self.axle(root, axle));
        let (engine, torque, cylinders) = self.engine(root);
        let (coupling, (gearbox, gears)) = (self.coupling(root), self.gearbox(root));
        let (tyres, tyre_files) = self.tyres(root);
        let model = self.r.optional_text(root, "model", "the name of a model, in quotes");
        let conditions = surface::read(&mut self.r, root, "conditions");
        let published = self.published(root);

        let mut spec = VehicleSpec {
            name: name.unwrap_or_default().to_owned(),
            body,
            front,
            rear,
            front_tyre,
            rear_tyre,
            tyre_law: tyre_law.unwrap_or(TyreLaw::Peaked),
            engine,
            torque,
            coupling: coupling.unwrap_or(CouplingSpec::Direct),
            gearbox_kind: gears.kind.unwrap_or(GearboxKind::Manual),
            gearbox,
            ratios: gears.ratios,
            reverse: gears.reverse,
            drive: self.section::<DriveSpec>(root, "drive").1,
            chassis: None,
            steering: None,
            differentials: None,
            assists: None,
            stalling: None,
            bump_stops: None,
            space: None,
            tyres,
        };
        self.optional_sections(root, &mut spec);
        self.derive_and_validate(&mut spec, root);
        Some(VehicleFile {
            spec,
            title: title?.to_owned(),
            year: year.and_then(|year| u16::try_from(year).ok()),
            kind: kind?,
            notes: notes.map(str::to_owned),
            cylinders,
            sources,
            provenance: std::mem::take(&mut self.provenance),
            tyres: tyre_files,
            model: model.map(str::to_owned),
            conditions,
            published,
            side_pull,
        })
    }

    fn engine(&mut self, root: &Table<'a>) -> (EngineSpec, TorqueSpec, Option<u8>) {
        let (table, engine) = self.section::<EngineSpec>(root, "engine");
        let Some(table) = table else { return (engine, TorqueSpec::Points(Vec::new()), None) };
        let torque = self.torque(&table);
        let cylinders = self.cylinders(&table, &torque);
        (engine, torque, cylinders)
    }

    fn gearbox(&mut self, root: &Table<'a>) -> (GearboxSpec, parts::GearsRead) {
        let (table, gearbox) = self.section::<GearboxSpec>(root, "gearbox");
        (gearbox, table.map(|table| self.gears(&table)).unwrap_or_default())
    }

    /// Sections whose fields all follow from others where they are missing.
    fn optional_sections(&mut self, root: &Table<'a>, spec: &mut VehicleSpec) {
        spec.chassis = Some(self.optional_section::<ChassisSpec>(root, "chassis"));
        spec.steering = Some(self.optional_section::<SteeringSpec>(root, "steering"));
        spec.differentials = Some(self.optional_section::<DifferentialsSpec>(root, "differentials"));
        spec.assists = Some(self.optional_section::<AssistsSpec>(root, "assists"));
        spec.stalling = Some(self.optional_section::<StallingSpec>(root, "stalling"));
        spec.bump_stops = Some(self.optional_section::<BumpStopsSpec>(root, "bump_stops"));
        spec.space = Some(self.optional_section::<SpaceSpec>(root, "space"));
    }

    fn name(&mut self, root: &Table<'a>) -> Option<&'a str> {
        let must = "a short name of a to z, 0 to 9 and hyphens, such as \"corvette-c5\"";
        let name = self.r.text_of(root, "name", must)?;
        let is_name = |name: &str| {
            name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
        };
        if !is_name(name) || name.len() > 60 {
            let node = root.get("name")?;
            let better: String = name
                .to_lowercase()
                .chars()
                .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
                .collect();
            let hint =
                (is_name(&better) && better.len() <= 60).then(|| format!("did you mean \"{better}\"?"));
            self.r.wrong(&node, must, hint);
        }
        Some(name)
    }

    /// The short names and citations.
    fn read_sources(&mut self, root: &Table<'a>) -> BTreeMap<String, String> {
        let must = "a table of sources: `name = \"citation or address\"`";
        let Some(table) = self.r.table(root, "sources", must) else { return BTreeMap::new() };
        let mut sources = BTreeMap::new();
        for (key, _) in table.keys() {
            let citation = self.r.optional_text(&table, key, "a citation or an address, as text");
            self.sources.insert(key);
            sources.insert(key.to_owned(), citation.unwrap_or_default().to_owned());
        }
        sources
    }
}
