//! The errata: what the texts have wrong, and where each form stands.

mod erratum;
mod hlavacs_rars;
mod monster;
mod page;
mod palmer;

pub use erratum::Erratum;
pub use page::errata_markdown;

/// All of them, text by text.
pub fn errata() -> Vec<Erratum> {
    let mut found = monster::all();
    // Version by version, then what both have.
    found.sort_by_key(|erratum| monster::ORDER.iter().position(|source| *source == erratum.source));
    found.extend(palmer::equations());
    found.extend(palmer::listing());
    found.extend(hlavacs_rars::hlavacs());
    found.extend(hlavacs_rars::rars());
    found
}
