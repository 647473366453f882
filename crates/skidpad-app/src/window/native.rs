//! What is around the simulator in a native window: the file system, and the trials of a script.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use eframe::egui::{self, mutex::Mutex};

use super::SIZE;
use crate::dialog::{Dialogs, Task};
use crate::script::Report;
use crate::shell::Outside;
use crate::ui::post::read;
use crate::ui::{FileKind, Parcel};

/// While a script runs, the window is made as small as can be and large again, at these steps of it.
const RESIZES: [(u32, [f32; 2]); 2] = [(700, [1.0, 1.0]), (900, SIZE)];
/// It stands still once for so long, s, from this step on.
const STALLS: (u32, f64) = (1200, 1.0);
/// And a picture is taken at this one, besides the picture at the end.
const PICTURE: u32 = 1600;
/// How many names are tried for a file.
const NAMES: usize = 1000;

/// Files, and what a script asks of the window.
#[derive(Default)]
pub(super) struct Native {
    read: Vec<Result<Parcel, String>>,
    dialogs: Dialogs,
    shots: Option<PathBuf>,
    resizes: usize,
    has_stalled: bool,
    has_picture: bool,
    report: Arc<Mutex<Option<Report>>>,
}

impl Native {
    /// One that tries the window while a script runs, and closes it where pictures are asked for.
    pub fn performing(shots: Option<&Path>, report: Arc<Mutex<Option<Report>>>) -> Self {
        Self { shots: shots.map(Path::to_owned), report, ..Self::default() }
    }

    fn take_picture(&self, name: &str, context: &egui::Context, closes: bool) {
        let Some(path) = self.shots.as_ref().map(|folder| folder.join(name)) else { return };
        let closing = context.clone();
        context.request_screenshot(move |image| {
            if let Err(why) = write_picture(&path, &image) {
                let _ = writeln!(io::stderr(), "{} could not be written: {why}", path.display());
            }
            if closes {
                closing.send_viewport_cmd(egui::ViewportCommand::Close);
            }
        });
    }
}

impl Outside for Native {
    fn keep(&mut self, parcel: &Parcel) -> String {
        match keep(parcel) {
            Ok(name) => format!("saved as {name}"),
            Err(error) => format!("{} could not be saved: {error}", parcel.name),
        }
    }
    fn ask_for_file(&mut self, kind: FileKind) -> Option<String> {
        let (name, ending) = kind.name();
        let chosen = rfd::AsyncFileDialog::new().add_filter(name, &[ending]).pick_file();
        self.dialogs.wait(Task::Open, move || path(chosen));
        None
    }
    fn save_as(&mut self, parcel: Parcel) -> Option<String> {
        if self.dialogs.are_missing() {
            return Some(self.keep(&parcel));
        }
        let chosen = rfd::AsyncFileDialog::new().set_file_name(&parcel.name).save_file();
        self.dialogs.wait(Task::Save(parcel), move || path(chosen));
        None
    }
    fn has_dialogs(&self) -> bool {
        !self.dialogs.are_missing()
    }
    fn dropped(&mut self, file: &egui::DroppedFileHandle) {
        let name = file_name(file.path());
        let read = read(file.path()).map_err(|why| format!("{name} could not be read: {why}"));
        self.read.push(read.map(|bytes| Parcel { name, bytes }));
    }
    fn take_read(&mut self) -> Vec<Result<Parcel, String>> {
        let mut read = core::mem::take(&mut self.read);
        read.extend(self.dialogs.take());
        read
    }
    fn performs(&mut self, step: u32, context: &egui::Context) {
        if let Some((_, size)) = RESIZES.get(self.resizes).filter(|(at, _)| step >= *at) {
            context.send_viewport_cmd(egui::ViewportCommand::InnerSize((*size).into()));
            self.resizes += 1;
        }
        if step >= STALLS.0 && !core::mem::replace(&mut self.has_stalled, true) {
            std::thread::sleep(core::time::Duration::from_secs_f64(STALLS.1));
        }
        if step >= PICTURE && !core::mem::replace(&mut self.has_picture, true) {
            self.take_picture("window-drives.png", context, false);
        }
    }
    fn is_over(&mut self, report: &Report, context: &egui::Context) {
        *self.report.lock() = Some(report.clone());
        self.take_picture("window.png", context, true);
    }
}

/// Waits for a dialog.
fn path(chosen: impl Future<Output = Option<rfd::FileHandle>>) -> Option<PathBuf> {
    pollster::block_on(chosen).map(|file| file.path().to_owned())
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// Writes a file beside where the program was started, never over another; answers the name that it found free.
fn keep(parcel: &Parcel) -> io::Result<String> {
    keep_in(Path::new("."), parcel)
}

fn keep_in(folder: &Path, parcel: &Parcel) -> io::Result<String> {
    let name = file_name(Path::new(&parcel.name));
    let (stem, ending) = name
        .rsplit_once('.')
        .map_or((name.as_str(), String::new()), |(stem, ending)| (stem, format!(".{ending}")));
    for number in 1..=NAMES {
        let name = if number == 1 { name.clone() } else { format!("{stem}-{number}{ending}") };
        match std::fs::File::create_new(folder.join(&name)) {
            Ok(mut file) => return file.write_all(&parcel.bytes).map(|()| name),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::new(io::ErrorKind::AlreadyExists, format!("{NAMES} files of that name are there")))
}

/// Writes what the window shows as a file.
fn write_picture(path: &Path, image: &egui::ColorImage) -> Result<(), Box<dyn core::error::Error>> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let [width, height] = image.size.map(u32::try_from);
    let mut encoder = png::Encoder::new(io::BufWriter::new(std::fs::File::create(path)?), width?, height?);
    encoder.set_color(png::ColorType::Rgba);
    let bytes: Vec<u8> = image.pixels.iter().flat_map(|pixel| pixel.to_srgba_unmultiplied()).collect();
    encoder.write_header()?.write_image_data(&bytes)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Parcel, keep_in};

    /// Nor does a name lead out of the folder.
    #[test]
    fn no_file_is_written_over_another() {
        let folder = std::env::temp_dir().join(format!("skidpad-keep-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let parcel = |name: &str| Parcel { name: name.to_owned(), bytes: vec![1] };
        assert_eq!(keep_in(&folder, &parcel("a.csv")).unwrap(), "a.csv");
        assert_eq!(keep_in(&folder, &parcel("a.csv")).unwrap(), "a-2.csv");
        assert_eq!(keep_in(&folder, &parcel("../a.csv")).unwrap(), "a-3.csv");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
