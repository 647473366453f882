//! A path that a file names, confined to that file's folder: one inside it, over whatever links, or an error.
#![no_main]

use std::sync::OnceLock;

use skidpad_formats::{BaseFolder, Outside};
use skidpad_fuzz::folder::Folder;
use skidpad_fuzz::{messages, seeds};

static FOLDER: OnceLock<(Folder, BaseFolder)> = OnceLock::new();

libfuzzer_sys::fuzz_target!(
    init: seeds::write(|| vec!["here.toml", "deep/../deep/map.csv", "../secret.csv", "out.csv", "/etc/passwd", "./."]),
    |bytes: &[u8]| {
        let Ok(name) = str::from_utf8(bytes) else { return };
        let (folder, base) = FOLDER.get_or_init(|| {
            let folder = Folder::new("path");
            let base = BaseFolder::of_file(&folder.path("here.toml"), Outside::Refused);
            (folder, base)
        });
        match base.resolve(name) {
            Ok(path) => {
                folder.holds(&path);
                assert!(path.starts_with(folder.inner()), "{}", path.display());
            }
            Err(error) => messages(&error.to_string()),
        }
    }
);
