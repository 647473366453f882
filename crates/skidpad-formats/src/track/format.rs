//! The formats of tracks, and how a file's format is found.

use std::path::Path;

use super::file::{TrackFile, WrittenTrack};
use super::written::{self, WriteOptions};
use super::{centre_line, geographic, gpx, grid_map, opendrive, own, rars, torcs};
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
    /// Roads of simulators of traffic.
    OpenDrive,
    /// Segments of TORCS and Speed Dreams.
    Torcs,
    /// Logs of positioning receivers in XML.
    Gpx,
    /// Logs of positioning receivers as tables.
    Geographic,
    /// Maps of occupied cells, a description with a picture.
    GridMap,
}

/// Extensions of files that are known and not read, with what to do.
const NOT_READ: [(&str, &str); 1] =
    [("trx", "no description of the XML tracks of RARS is known; save the track as .trk")];

impl TrackFormat {
    /// All formats.
    pub const ALL: [Self; 8] = [
        Self::Skidpad,
        Self::CentreLine,
        Self::Rars,
        Self::OpenDrive,
        Self::Torcs,
        Self::Gpx,
        Self::Geographic,
        Self::GridMap,
    ];

    /// Name in options and messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Skidpad => "skidpad",
            Self::CentreLine => "centre-line",
            Self::Rars => "rars",
            Self::OpenDrive => "opendrive",
            Self::Torcs => "torcs",
            Self::Gpx => "gpx",
            Self::Geographic => "geographic",
            Self::GridMap => "grid-map",
        }
    }

    /// Contents of such a file, as a noun.
    pub fn title(self) -> &'static str {
        match self {
            Self::Skidpad => "Skidpad's own tracks",
            Self::CentreLine => "centre lines with widths (TUM, F1TENTH)",
            Self::Rars => "tracks of the Robot Auto Racing Simulator",
            Self::OpenDrive => "roads in OpenDRIVE",
            Self::Torcs => "tracks of TORCS and Speed Dreams",
            Self::Gpx => "GPX logs of positioning receivers",
            Self::Geographic => "tables of latitude and longitude",
            Self::GridMap => "maps of occupied cells (ROS, F1TENTH)",
        }
    }

    /// Extensions of its files, lower case, without a dot; the first is the usual one.
    pub fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Skidpad => &["toml"],
            Self::CentreLine => &["csv"],
            Self::Rars => &["trk"],
            Self::OpenDrive => &["xodr", "xml"],
            Self::Torcs => &["xml"],
            Self::Gpx => &["gpx"],
            Self::Geographic => &["csv"],
            Self::GridMap => &["yaml", "yml"],
        }
    }

    /// Returns true for a format that [`write`](super::write) writes.
    pub fn is_written(self) -> bool {
        !matches!(self, Self::Rars | Self::Torcs)
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

    /// The format that is written into a file by its extension; of a `.csv` file a centre line.
    ///
    /// # Errors
    /// An extension of no format that is written, with those that are.
    pub fn of_output(path: &Path) -> Result<Self, String> {
        let extension = path.extension().map(|ext| ext.to_string_lossy().to_ascii_lowercase());
        let written = || Self::ALL.into_iter().filter(|format| format.is_written());
        let found =
            written().find(|format| format.extensions().iter().any(|ext| Some(*ext) == extension.as_deref()));
        found.ok_or_else(|| {
            let names: Vec<String> =
                written().map(|format| format!(".{} ({})", format.extensions()[0], format.name())).collect();
            let must = one_of(names.iter().map(String::as_str));
            format!("{}: the format is not known by the extension; must be {must}", path.display())
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

    /// The format of a file: by its extension where one format alone has that, otherwise by its contents. A `.csv` file without names of
    /// columns is a centre line.
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
        let by_contents = Self::ALL.into_iter().find(|format| format.looks_like(text));
        by_contents
            .or((extension.as_deref() == Some("csv")).then_some(Self::CentreLine))
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
            Self::OpenDrive => super::xml::first_element(text) == Some("OpenDRIVE"),
            Self::Torcs => super::xml::first_element(text) == Some("params"),
            Self::Gpx => super::xml::first_element(text) == Some("gpx"),
            Self::Geographic => geographic::looks_like(text),
            Self::GridMap => grid_map::looks_like(text),
        }
    }

    /// `folder`: that of the file, for the picture of a map; `None`: the bytes are of no file.
    pub(super) fn read(
        self,
        origin: &str,
        bytes: &[u8],
        folder: Option<&Path>,
    ) -> Result<TrackFile, FileError> {
        match self {
            Self::Skidpad => own::parse(origin, bytes),
            Self::CentreLine => centre_line::parse(origin, bytes),
            Self::Rars => rars::parse(origin, bytes),
            Self::OpenDrive => opendrive::parse(origin, bytes),
            Self::Torcs => torcs::parse(origin, bytes),
            Self::Gpx => gpx::parse(origin, bytes),
            Self::Geographic => geographic::parse(origin, bytes),
            Self::GridMap => grid_map::read_beside(origin, bytes, folder),
        }
    }

    pub(super) fn write(self, file: &TrackFile, options: &WriteOptions) -> Result<WrittenTrack, String> {
        match self {
            Self::Skidpad => Ok(WrittenTrack::whole(own::write(file))),
            Self::CentreLine => written::centre_line(&file.spec),
            Self::OpenDrive => written::opendrive(&file.spec),
            Self::Gpx => written::log(&file.spec, options, gpx::write),
            Self::Geographic => written::log(&file.spec, options, geographic::write),
            Self::GridMap => written::grid_map(&file.spec, options),
            Self::Rars | Self::Torcs => {
                let written = Self::ALL.iter().filter(|format| format.is_written());
                let names = one_of(written.map(|format| format.name()));
                Err(format!("the format {} is not written; must be {names}", self.name()))
            }
        }
    }
}
