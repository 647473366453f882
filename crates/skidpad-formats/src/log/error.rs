use skidpad_world::log::ContentsError;
use skidpad_world::rolling::RestoreError;
use skidpad_world::world::WorldError;

/// The largest that the compressed part may become, bytes: what is read takes some times as much memory.
pub const MOST_UNPACKED: usize = 1 << 27;

/// Reason why a log has no file, or a file no log.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum LogError {
    /// The log has parts that the format does not have.
    Contents(ContentsError),
    /// The car is of a model that the list does not have.
    UnknownModel(String),
    /// A text is longer than 255 bytes or has control characters.
    Text,
    /// The text of a vehicle is empty or longer than 1 MiB.
    Vehicle,
    /// The car of this place among all is not the logged one.
    Car(usize, CarMismatch),
    /// Another number of cars than the log has.
    Cars {
        /// The number of cars of the log.
        logged: usize,
        /// The number of cars given.
        found: usize,
    },
    /// Walls that contact cannot use, or weather out of its range.
    Site(WorldError),
    /// The ground of the site has another track than its course.
    Course,
    /// The file would be larger than is read again.
    TooLarge(usize),
    /// More of something than is read again.
    TooMany {
        /// Its name.
        what: &'static str,
        /// Number that the log has.
        count: u64,
        /// Largest number that a file has.
        most: u64,
    },
}

/// Reason why a car is not the one of a log.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum CarMismatch {
    /// The model does not take this car.
    NotTaken,
    /// The car consists of other numbers than the logged one.
    OtherNumbers {
        /// Hash of the logged car.
        logged: u64,
        /// Hash of this car.
        found: u64,
    },
    /// The car does not take the logged state.
    Start(RestoreError),
}

impl core::fmt::Display for CarMismatch {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::NotTaken => f.write_str("the model does not take this car"),
            Self::OtherNumbers { logged, found } => write!(
                f,
                "the car is not the recorded one: the hash of its numbers is 0x{found:016x}, recorded \
                 0x{logged:016x}; take the car file as it was"
            ),
            Self::Start(error) => write!(f, "the recorded start: {error}"),
        }
    }
}

impl std::error::Error for CarMismatch {}

impl core::fmt::Display for LogError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Contents(error) => error.fmt(f),
            Self::UnknownModel(name) => write!(f, "the model `{name}` is not in the list"),
            Self::Text => f.write_str("a car's name must have at most 255 bytes and no control characters"),
            Self::Vehicle => f.write_str("the text of a car's vehicle must have 1 byte to 1 MiB"),
            Self::Car(place, error) => write!(f, "car {place} of the log: {error}"),
            Self::Cars { logged, found } => write!(f, "the log has {logged} cars, and {found} were given"),
            Self::Site(error) => error.fmt(f),
            Self::Course => {
                f.write_str("the ground of the log's site must have the track of its course or none")
            }
            Self::TooMany { what, count, most } => {
                write!(f, "the log has {count} {what}; a file has at most {most}")
            }
            Self::TooLarge(bytes) => {
                write!(f, "the log has {bytes} bytes; at most {MOST_UNPACKED}: keep fewer hashes and states")
            }
        }
    }
}

impl std::error::Error for LogError {}
