//! `skidpad run --animate`.

use std::fs;
use std::path::Path;

use crate::common::{folder, refused, skidpad, stderr, text};

#[test]
fn what_cannot_be_animated_is_refused_with_the_reason() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = folder("animation_refused");
    let [csv, gif, png] = ["run.csv", "run.gif", "run.png"].map(|name| folder.join(name));
    let scenario = root.join("scenarios/launch.toml");
    let run = |animate: &Path, more: [&str; 2], says: &[&str]| {
        let options = ["run", text(&scenario), "--out", text(&csv), "--animate", text(animate)];
        refused(&[&options[..], &more[..]].concat(), says);
        assert!(!csv.exists() && !animate.exists());
    };
    run(&gif, ["--set", "dt=5 ms"], &["--animate", "must end in .png"]);
    run(&png, ["--set", "duration=90 s"], &["the run lasts 90 s", "at most 60 s"]);
    run(&png, ["--sweep", "surface.grip=0.5,1"], &["--animate"]);
}

/// Tests of seconds each, for every change and not for every user.
mod long {
    use super::*;

    /// The command that `docs/scenarios.md` gives for the README's picture.
    #[test]
    #[ignore = "long: some seconds"]
    fn the_animation_of_the_readme_is_that_of_todays_program() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let folder = folder("animation");
        let [csv, png] = ["run.csv", "drive.png"].map(|name| folder.join(name));
        let scenario = root.join("scenarios/there-and-back.toml");
        let set = ["--set", "assists.traction_control=0"];
        let files = ["run", text(&scenario), "--out", text(&csv), "--animate", text(&png)];
        let output = skidpad(&[&files[..], &set[..]].concat());
        assert!(output.status.success(), "{}", stderr(&output));
        let [drawn, committed] =
            [png, root.join("docs/drive.png")].map(|path| fs::read(path).expect("an animation"));
        assert!(
            drawn == committed,
            "docs/drive.png is out of date: cargo run --release -- run scenarios/there-and-back.toml --set \
             assists.traction_control=0 --out drive.csv --animate docs/drive.png"
        );
        assert!(committed.len() < 3_000_000, "{} bytes are too many for a README", committed.len());
    }
}
