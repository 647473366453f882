//! A folder with a confined part and secrets outside it: what a stranger's file may not reach.

use std::fs;
use std::path::{Path, PathBuf};

use skidpad_formats::presets;

/// Stands in every file outside. A message or a value that has it has read one.
pub const SECRET: &str = "s3cr3t";

/// `top/{secret.toml, secret.csv, secret.tir, inner/...}`: the file under test is `inner/file`.
pub struct Folder {
    inner: PathBuf,
}

impl Folder {
    /// Makes it, in the folder for temporary files, one for each process.
    pub fn new(target: &str) -> Self {
        let top = std::env::temp_dir().join(format!("skidpad-fuzz-{target}-{}", std::process::id()));
        let inner = top.join("inner");
        fs::create_dir_all(inner.join("deep")).expect("a folder");
        let secret = presets::preset_text("boxster-s").expect("a preset");
        let secret = secret.replacen("name = \"boxster-s\"", &format!("name = \"{SECRET}\""), 1);
        assert!(secret.contains(SECRET), "the secret stands in a sound vehicle file");
        write(&top.join("secret.toml"), &secret);
        write(&top.join("secret.csv"), &format!("x_m,y_m,grip\n0,0,{SECRET}\n"));
        write(&top.join("secret.tir"), &format!("[UNITS]\nLENGTH = '{SECRET}'\n"));
        write(&inner.join("here.toml"), presets::preset_text("boxster-s").expect("a preset"));
        write(&inner.join("deep/map.csv"), "x_m,y_m,grip\n0,0,0.5\n1,0,1\n0,1,1\n1,1,1\n");
        #[cfg(unix)]
        for name in ["out.toml", "out.csv", "out.tir"] {
            let to = format!("../secret{}", &name[3..]);
            let link = inner.join(name);
            if !link.is_symlink() {
                std::os::unix::fs::symlink(to, link).expect("a link");
            }
        }
        Self { inner }
    }

    /// The folder that a file in it may not leave.
    pub fn inner(&self) -> &Path {
        &self.inner
    }

    /// The path of a file in it.
    pub fn path(&self, name: &str) -> PathBuf {
        self.inner.join(name)
    }

    /// Writes a file into it.
    pub fn write(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, bytes).expect("written");
        path
    }

    /// Checks that a path lies in it, over any link.
    #[track_caller]
    pub fn holds(&self, path: &Path) {
        let inner = self.inner.canonicalize().expect("the folder");
        if let Ok(real) = path.canonicalize() {
            assert!(real.starts_with(&inner), "{} lies outside", real.display());
        }
    }
}

/// Checks that nothing of a file outside stands in a message about an input, unless it is the input's own.
#[track_caller]
pub fn has_no_secret(text: &str, input: &[u8]) {
    let is_own = || input.windows(SECRET.len()).any(|part| part == SECRET.as_bytes());
    assert!(!text.contains(SECRET) || is_own(), "it quotes a file outside its folder: {text}");
}

fn write(path: &Path, text: &str) {
    fs::write(path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}
