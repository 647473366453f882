//! The formats of tracks, and how a file's format is found.

use std::path::Path;

use skidpad_world::track::TrackSpec;

use super::file::{TrackFile, WrittenTrack};
use super::{centre_line, own, rars};
use crate::error::{FileError, did_you_mean, one_of};

/// A format of track files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TrackFormat {
    /// Skidpad's own.
    Skidpad,
    /// A line with widths as comma-separated values.
    CentreLine,
    /// Segments of the Robot Auto Racing Simulator.
    Rars,
}

/// Extensions of files that are known and not read, with what to do.
const NOT_READ: [(&str, &str); 1] =
    [("trx", "no description of the XML tracks of RARS is known; save the track as .trk")];

impl TrackFormat {
    /// All formats.
    pub const ALL: [Self; 3] = [Self::Skidpad, Self::CentreLine, Self::Rars];

    /// Name in options and messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Skidpad => "skidpad",
            Self::CentreLine => "centre-line",
            Self::Rars => "rars",
        }
    }

    /// Contents of such a file, as a noun.
    pub fn title(self) -> &'static str {
        match self {
            Self::Skidpad => "Skidpad's own tracks",
            Self::CentreLine => "centre lines with widths (TUM, F1TENTH)",
            Self::Rars => "tracks of the Robot Auto Racing Simulator",
        }
    }

    /// Extensions of its files, lower case, without a dot; the first is the usual one.
    pub fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Skidpad => &["toml"],
            Self::CentreLine => &["csv"],
            Self::Rars => &["trk"],
        }
    }

    /// Returns true for a format that [`write`](super::write) writes.
    pub fn is_written(self) -> bool {
        !matches!(self, Self::Rars)
    }

    /// The format of a name.
    ///
    /// # Errors
    /// An unknown name, with the nearest known one.
    pub fn by_name(name: &str) -> Result<Self, String> {
        let names = || Self::ALL.iter().map(|format| format.name());
        Self::ALL.into_iter().find(|format| format.name() == name).ok_or_else(|| {
            let hint = did_you_mean(name, names()).map_or(String::new(), |hint| format!("; {hint}"));
            format!(
                "unknown track format `{}`: must be {}{hint}",
                crate::document::shortened(name),
                one_of(names())
            )
        })
    }

    /// All formats in a line: `skidpad (.toml), centre-line (.csv) or rars (.trk)`.
    pub fn list() -> String {
        let all: Vec<String> = Self::ALL
            .iter()
            .map(|format| {
                let dotted: Vec<String> = format.extensions().iter().map(|ext| format!(".{ext}")).collect();
                format!("{} ({})", format.name(), dotted.join(", "))
            })
            .collect();
        one_of(all.iter().map(String::as_str))
    }

    /// The format of a file: by its extension where one format alone has that, otherwise by its contents.
    ///
    /// # Errors
    /// A file of no known format, with a list of all that are read.
    pub fn detect(origin: &str, bytes: &[u8]) -> Result<Self, FileError> {
        let extension = Path::new(origin).extension().map(|ext| ext.to_string_lossy().to_ascii_lowercase());
        if let Some(extension) = &extension {
            let mut named =
                Self::ALL.into_iter().filter(|format| format.extensions().contains(&extension.as_str()));
            if let (Some(format), None) = (named.next(), named.next()) {
                return Ok(format);
            }
            if let Some((_, why)) = NOT_READ.iter().find(|(known, _)| known == extension) {
                let error = FileError::whole(origin, format!("a .{extension} file"), Self::must());
                return Err(error.with_hint(Some((*why).to_owned())));
            }
        }
        let text = String::from_utf8_lossy(bytes);
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        Self::ALL
            .into_iter()
            .find(|format| format.looks_like(text))
            .ok_or_else(|| FileError::whole(origin, "contents of no known format", Self::must()))
    }

    fn must() -> String {
        format!("a track in one of the formats {}", Self::list())
    }

    fn looks_like(self, text: &str) -> bool {
        match self {
            Self::Skidpad => own::looks_like(text),
            Self::CentreLine => centre_line::looks_like(text),
            Self::Rars => rars::looks_like(text),
        }
    }

    pub(super) fn read(self, origin: &str, bytes: &[u8]) -> Result<TrackFile, FileError> {
        match self {
            Self::Skidpad => own::parse(origin, bytes),
            Self::CentreLine => centre_line::parse(origin, bytes),
            Self::Rars => rars::parse(origin, bytes),
        }
    }

    pub(super) fn write(self, file: &TrackFile) -> Result<WrittenTrack, String> {
        match self {
            Self::Skidpad => Ok(WrittenTrack { text: own::write(file), left_out: Vec::new() }),
            Self::CentreLine => {
                let text = centre_line::write(&file.spec)?;
                Ok(WrittenTrack { text, left_out: beyond_a_line(&file.spec) })
            }
            Self::Rars => {
                let written = Self::ALL.iter().filter(|format| format.is_written());
                let names = one_of(written.map(|format| format.name()));
                Err(format!("the format {} is not written; must be {names}", self.name()))
            }
        }
    }
}

/// Names of what a description has beyond positions and widths.
pub(super) fn beyond_a_line(spec: &TrackSpec) -> Vec<&'static str> {
    let found = [
        ("height", spec.stations.iter().any(|station| station.height_m != 0.0)),
        ("banking", spec.stations.iter().any(|station| station.banking_rad != 0.0)),
        ("start and finish line", spec.start_m != 0.0 || spec.finish_m.is_some()),
        ("sectors", !spec.sectors_m.is_empty()),
        ("kerbs and run-off", !spec.strips.is_empty()),
        ("walls", !spec.walls.is_empty()),
        ("pit lane", spec.pit_lane.is_some()),
    ];
    found.into_iter().filter_map(|(name, is_there)| is_there.then_some(name)).collect()
}
