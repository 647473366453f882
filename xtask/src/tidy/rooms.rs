//! The import rules between the rooms of core.

use super::Problem;
use super::paths::{module, paths};
use super::tables::{MACROS, May, ROOMS};
use super::tokens::{tokens, without_tests};
use super::tree::Tree;

/// Each file of core imports the rooms that its own room may import.
pub fn check(tree: &Tree) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (file, inner) in tree.sources("skidpad-core") {
        let module = module(inner);
        // The root declares the rooms and re-exports from all of them.
        let Some(room) = module.first() else { continue };
        let Some(place) = place(room) else {
            problems.push(Problem::new(&file.path, 0, unknown(room)));
            continue;
        };
        for path in paths(&without_tests(tokens(&file.text)), &module) {
            let imported = match &path.segments[..] {
                [root, imported, ..] if root == "crate" || root == "skidpad_core" => home(imported),
                _ => continue,
            };
            if imported == room || allowed(place, imported) {
                continue;
            }
            let message = if self::place(imported).is_some() {
                format!("`{}`: room `{room}` may not import room `{imported}`", path.text())
            } else {
                format!("`{}`: {}", path.text(), unknown(imported))
            };
            problems.push(Problem::new(&file.path, path.line, message));
        }
    }
    problems
}

/// The room of a macro that stands at the crate's root; any other name is its own.
fn home(name: &str) -> &str {
    MACROS.iter().find(|(known, _)| *known == name).map_or(name, |(_, room)| room)
}

fn place(room: &str) -> Option<usize> {
    ROOMS.iter().position(|(name, _)| *name == room)
}

fn allowed(place: usize, imported: &str) -> bool {
    match ROOMS[place].1 {
        May::Import(rooms) => rooms.contains(&imported),
        May::ImportAllBefore => ROOMS[..place].iter().any(|(name, _)| *name == imported),
    }
}

fn unknown(name: &str) -> String {
    format!(
        "`{name}` is no room of core; import from the room itself, or add a new room to the table ROOMS in \
         xtask/src/tidy/tables.rs"
    )
}

#[cfg(test)]
mod tests {
    use super::super::tree::Tree;
    use super::check;

    fn messages(path: &str, text: &str) -> Vec<String> {
        check(&Tree::sample(&[(path, text)])).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn what_the_table_allows_passes() {
        assert!(
            messages("crates/skidpad-core/src/tyre/slip.rs", "use crate::math::Real; use super::curve;")
                .is_empty()
        );
        assert!(
            messages("crates/skidpad-core/src/model/mod.rs", "use crate::{tyre, spec::Vehicle};").is_empty()
        );
        assert!(
            messages("crates/skidpad-core/src/powertrain/driveline.rs", "use super::engine::torque;")
                .is_empty()
        );
        assert!(messages("crates/skidpad-core/src/surface.rs", "use crate::compound_record;").is_empty());
        assert!(messages("crates/skidpad-core/src/lib.rs", "pub use crate::batch::Batch;").is_empty());
    }

    #[test]
    fn siblings_do_not_import_siblings() {
        let found = messages("crates/skidpad-core/src/tyre/slip.rs", "\nuse crate::brakes::Brake;");
        let expected = "error: crates/skidpad-core/src/tyre/slip.rs:2: `crate::brakes::Brake`: \
                        room `tyre` may not import room `brakes`";
        assert_eq!(found, [expected]);
        assert_eq!(messages("crates/skidpad-core/src/tyre/slip.rs", "use super::super::aero;").len(), 1);
        assert_eq!(messages("crates/skidpad-core/src/aero.rs", "fn f() { super::tyre::g() }").len(), 1);
    }

    #[test]
    fn a_lower_room_does_not_import_a_higher_one() {
        assert_eq!(messages("crates/skidpad-core/src/friction.rs", "use crate::units::RPM;").len(), 1);
        assert_eq!(messages("crates/skidpad-core/src/spec/mod.rs", "use crate::model::Model;").len(), 1);
        assert_eq!(
            messages("crates/skidpad-core/src/integrate/mod.rs", "use crate::spec::Vehicle;").len(),
            1
        );
        assert_eq!(messages("crates/skidpad-core/src/step.rs", "use crate::{math, batch::Batch};").len(), 1);
    }

    #[test]
    fn a_macro_belongs_to_its_room() {
        let found = messages("crates/skidpad-core/src/units.rs", "crate::compound_record! { a }");
        assert_eq!(found.len(), 1);
        assert!(found[0].ends_with("room `units` may not import room `record`"));
    }

    #[test]
    fn an_unknown_room_says_where_to_add_it() {
        assert!(
            messages("crates/skidpad-core/src/sources.rs", "")[0]
                .contains("add a new room to the table ROOMS")
        );
        assert!(messages("crates/skidpad-core/src/step.rs", "use crate::Vehicle;")[0].contains("is no room"));
    }

    #[test]
    fn unit_tests_are_free() {
        let text = "#[cfg(test)] mod tests { use crate::batch::Batch; }";
        assert!(messages("crates/skidpad-core/src/friction.rs", text).is_empty());
    }
}
