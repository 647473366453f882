//! The path of a field: names, and the numbers of rows.

use super::fields::{self, File};

/// The most characters and steps of a path.
const LONGEST: usize = 200;

/// A step into a file.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Step {
    /// The field of a table.
    Name(String),
    /// A row of a list, from 0.
    Row(usize),
}

/// The path of a field that exists in some file.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Path {
    pub text: String,
    pub file: File,
    pub steps: Vec<Step>,
}

impl Path {
    /// The path of a text; or what is wrong with it, and what is near.
    pub fn parse(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let how = || {
            "not the path of a field; write it as in the file, such as body.kerb_mass, surface.grip or gearbox.ratios[0]"
                .to_owned()
        };
        if text.is_empty() || text.len() > LONGEST {
            return Err(how());
        }
        let mut steps = Vec::new();
        for part in text.split('.') {
            let (name, rows) = part.split_at(part.find('[').unwrap_or(part.len()));
            if name.is_empty() || !name.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_' || c == b'-') {
                return Err(how());
            }
            steps.push(Step::Name(name.to_owned()));
            for row in rows.split_inclusive(']').filter(|row| !row.is_empty()) {
                let row = row.strip_prefix('[').and_then(|row| row.strip_suffix(']'));
                let row = row.filter(|row| row.bytes().all(|c| c.is_ascii_digit()));
                steps.push(Step::Row(row.and_then(|row| row.parse().ok()).ok_or_else(how)?));
            }
        }
        let mut path = Self { text: text.to_owned(), file: File::Scenario, steps };
        path.file = fields::file_of(&path.plain())?;
        Ok(path)
    }

    /// The names alone.
    pub fn plain(&self) -> String {
        let names = self.steps.iter().filter_map(|step| match step {
            Step::Name(name) => Some(name.as_str()),
            Step::Row(_) => None,
        });
        names.collect::<Vec<_>>().join(".")
    }
}

#[cfg(test)]
mod tests {
    use super::{File, Path, Step};

    #[test]
    fn paths_have_names_and_rows() {
        let path = Path::parse("engine.torque[3].speed").unwrap();
        let name = |name: &str| Step::Name(name.to_owned());
        assert_eq!(path.steps, [name("engine"), name("torque"), Step::Row(3), name("speed")]);
        assert_eq!(path.file, File::Vehicle);
        assert_eq!(Path::parse("controls[0].throttle").unwrap().file, File::Scenario);
        for wrong in ["", ".", "a b", "body.", "body..kerb_mass", "gearbox.ratios[", "gearbox.ratios[-1]"] {
            assert!(Path::parse(wrong).unwrap_err().contains("not the path of a field"), "{wrong}");
        }
        assert!(Path::parse(&"a.".repeat(1000)).is_err());
    }

    #[test]
    fn a_path_that_no_file_has_gets_the_near_ones() {
        for (wrong, near) in [
            ("body.mass", "body.kerb_mass"),
            ("tyres.friction", "front.friction, rear.friction"),
            ("kerb_mass", "body.kerb_mass"),
            ("grip", "surface.grip"),
            ("road.grip", "surface.grip"),
            ("ground.gripp", "ground[0].grip"),
            ("front.tyre.friction", "front.friction"),
            ("stepp", "must"),
            ("durations", "duration"),
        ] {
            let message = Path::parse(wrong).unwrap_err();
            assert!(message.contains(near), "{wrong}: {message}");
        }
    }
}
