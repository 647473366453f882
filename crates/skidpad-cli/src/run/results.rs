//! The files of a run: begun before it, so that nothing is driven in vain, and given their names together after it.

use std::fs::File;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use skidpad_core::record::Channel;
use skidpad_formats::telemetry::Format;
use skidpad_formats::{Outputs, log};
use skidpad_plot::Scene;
use skidpad_world::log::WorldLog;
use skidpad_world::models::Models;

use super::animate;
use super::options::Options;
use super::rows::{Finished, Rows, pictures, unwritten};
use crate::failure::Failure;
use crate::folder::Folder;

/// The files that are asked for, which could be written when they were looked at.
pub struct Asked<'a> {
    out: &'a Path,
    format: Format,
    record: Option<&'a Path>,
    animate: Option<&'a Path>,
    folder: Option<Folder>,
}

/// The pictures of a run: its scene and title.
pub struct Drawn {
    pub scene: Scene,
    /// Car and model.
    pub title: String,
    /// True where anything could be met, so that the plots have a plan.
    pub has_contact: bool,
}

/// The files of a run that is under way.
pub struct Results<'a> {
    asked: Asked<'a>,
    outputs: Outputs,
    rows: Rows,
    recorded: Option<File>,
    animated: Option<File>,
}

impl<'a> Asked<'a> {
    /// Looks at them before anything long begins.
    pub fn look(options: &'a Options, out: &'a Path) -> Result<Self, Failure> {
        let format = Format::from_path(out).map_err(|error| Failure::input(format!("--out: {error}")))?;
        let folder = options.plot.as_deref().map(|path| Folder::look("--plot", path)).transpose()?;
        let (record, animate) = (options.record.as_deref(), options.animate.as_deref());
        Ok(Self { out, format, record, animate, folder })
    }

    /// The table's file.
    pub const fn out(&self) -> &'a Path {
        self.out
    }

    /// True where there are pictures among them.
    pub const fn is_drawn(&self) -> bool {
        self.folder.is_some() || self.animate.is_some()
    }

    /// Begins them, with a table of these columns. `inputs` are files that none of them may replace.
    pub fn begin(self, columns: &[Channel], inputs: &[PathBuf]) -> Result<Results<'a>, Failure> {
        let mut outputs = Outputs::new(inputs);
        let mut create = |option: &'static str, path: &Path| {
            outputs.create(path).map_err(|error| Failure::writing(option, error))
        };
        let table = create("--out", self.out)?;
        let recorded = self.record.map(|path| create("--record", path)).transpose()?;
        let animated = self.animate.map(|path| create("--animate", path)).transpose()?;
        let rows = Rows::new(columns, self.format, table, self.is_drawn());
        let rows = rows.map_err(|error| unwritten(self.out, error))?;
        Ok(Results { asked: self, outputs, rows, recorded, animated })
    }
}

impl Results<'_> {
    /// Describes the table, where its format has room for it.
    pub fn describe(&mut self, car: &str, model: &str) {
        self.rows.describe(car, model);
    }

    /// Takes a row of the table.
    pub fn push(&mut self, row: &[f64]) -> ControlFlow<()> {
        self.rows.push(row)
    }

    /// Completes all files: the number of rows, and the channel that was not finite. `drawn` is needed where there are pictures.
    pub fn finish(
        self,
        listed: &Models,
        log: Option<&WorldLog>,
        drawn: Option<&Drawn>,
    ) -> Result<(u64, Option<&'static str>), Failure> {
        let Self { asked, mut outputs, rows, recorded, animated } = self;
        let Finished { written, broken, shown } =
            rows.finish().map_err(|error| unwritten(asked.out, error))?;
        if let (Some(mut file), Some(log)) = (recorded, log) {
            log::write(&mut file, log, listed).map_err(|error| Failure::writing("--record", error))?;
        }
        if let (Some(shown), Some(Drawn { scene, title, has_contact })) = (&shown, drawn) {
            if let Some(folder) = &asked.folder {
                folder.write_into(&mut outputs, &pictures(shown, has_contact.then_some(scene)))?;
            }
            if let Some(file) = animated {
                animate::write(file, shown, scene, title)?;
            }
        }
        outputs.commit().map_err(|error| Failure::writing("--out", error))?;
        Ok((written, broken))
    }
}
