//! Derives what is to be derived, validates, and finds the places of what is wrong.

use skidpad_core::spec::{SpecError, VehicleSpec, derivable};

use super::Provenance;
use super::side_pull::is_by_pull;
use super::value::VehicleReader;
use crate::reader::{Place, Table};

impl<'a> VehicleReader<'a> {
    /// Fills the derived fields and has core validate the whole.
    pub fn derive_and_validate(&mut self, spec: &mut VehicleSpec, root: &Table<'a>) {
        for (section, name) in derivable() {
            let path = format!("{section}.{name}");
            if self.is_derived(&path) && !is_by_pull(self.provenance.get(&path)) {
                spec.derive(section, name);
            }
        }
        let had_faults = !self.r.faults.is_empty();
        let mut errors = spec.validate().err().unwrap_or_default();
        // Of two that concern one field, the one that names a field written in the file is clearer.
        errors.sort_by_key(|error| self.named(&error.must).is_some_and(|named| self.is_derived(named)));
        let without_size = |error: &SpecError| is_missing(error) && error.field.ends_with(".radius");
        let no_size = errors.iter().any(without_size);
        for error in errors {
            // What is wrong already makes what is derived from it wrong, and so does a radius that cannot be derived.
            let follows = (had_faults && (is_missing(&error) || self.is_derived(&error.field)))
                || (no_size && is_missing(&error) && !without_size(&error));
            if !follows && !self.is_reported(&error.field) {
                self.report(&error, root);
            }
        }
    }

    fn is_derived(&self, path: &str) -> bool {
        matches!(self.provenance.get(path), Some(Provenance::Derived { .. }))
    }

    /// Returns true if a fault was reported at a path, inside it, or at what holds it.
    fn is_reported(&self, path: &str) -> bool {
        let faults = &self.r.faults;
        let mut holders = path.match_indices(['.', '[']).map(|(at, _)| &path[..at]);
        faults.concern(path) || holders.any(|holder| faults.is_at(holder))
    }

    fn report(&mut self, error: &SpecError, root: &Table<'a>) {
        let place = self.place_of(&error.field).cloned();
        let Place { offset, written } =
            place.unwrap_or(Place { offset: root.offset, written: error.value.clone() });
        if !self.is_derived(&error.field) {
            let hint = self.where_else(&error.must);
            self.r.faults.push(offset, &error.field, written, error.must.clone(), hint);
            return;
        }
        let (value, must) = if is_missing(error) {
            (
                format!("{written}, which cannot be computed here"),
                format!("{}, or given", self.needs(&error.field)),
            )
        } else {
            (format!("{written}, which gives {}", error.value), error.must.clone())
        };
        self.r.faults.push(offset, &error.field, value, must, Some("give the value itself".to_owned()));
    }

    /// Returns the requirement of a field's rule, in words.
    fn needs(&self, path: &str) -> String {
        match path.split_once('.') {
            Some((axle, "radius")) => {
                format!("derived from the tyre's size, with tyre = \"225/40ZR18\" in [{axle}]")
            }
            _ => match self.provenance.get(path) {
                Some(Provenance::Derived { rule }) => format!("computable by its rule ({rule})"),
                _ => "computable".to_owned(),
            },
        }
    }

    fn place_of(&self, path: &str) -> Option<&Place> {
        let holders = path.match_indices(['.', '[']).map(|(at, _)| &path[..at]).rev();
        std::iter::once(path).chain(holders).find_map(|path| self.r.places.get(path))
    }

    /// The other field that a message names.
    fn named<'m>(&self, must: &'m str) -> Option<&'m str> {
        must.split([' ', ',']).find(|word| word.contains('.') && self.r.places.contains_key(*word))
    }

    /// Returns the value of the other field that a message names and, in a file, its line, in words.
    fn where_else(&self, must: &str) -> Option<String> {
        let named = self.named(must)?;
        let place = &self.r.places[named];
        let line = self.r.text[..place.offset.min(self.r.text.len())].matches('\n').count() + 1;
        Some(match self.positions.option(line) {
            None => format!("{named} is {} in line {line}", place.written),
            Some(_) => format!("{named} is {}", place.written),
        })
    }
}

/// Returns true if the value is NaN, for which core writes `missing`.
fn is_missing(error: &SpecError) -> bool {
    error.value.starts_with("missing")
}
