//! The table of operations is the one that is published.

use std::path::Path;

use skidpad_workload::operations::{every_model, page};

#[test]
fn the_published_table_is_this_one() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/operations.md");
    let page = page(&every_model());
    if std::env::var_os("SKIDPAD_WRITE_DOCS").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    let published = std::fs::read_to_string(&path).unwrap();
    assert!(
        published == page,
        "docs/operations.md is out of date: run this test with SKIDPAD_WRITE_DOCS=1\n{page}"
    );
}
