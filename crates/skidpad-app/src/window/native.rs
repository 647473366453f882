//! What is around the simulator in a native window: the file system, and the trials of a script.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use eframe::egui::{self, mutex::Mutex};

use crate::dialog::{self, Dialogs, Task, file_name};
use crate::script::Report;
use crate::shell::Outside;
use crate::ui::post::read;
use crate::ui::{FileKind, Parcel};

/// Size of the window at first, points.
pub(super) const SIZE: [f32; 2] = [1280.0, 860.0];
/// While a script runs, the window is made as small as can be and large again, at these steps of it.
const RESIZES: [(u32, [f32; 2]); 2] = [(700, [1.0, 1.0]), (900, SIZE)];
/// Step of a script at which it stalls once, and for how long, s.
const STALLS: (u32, f64) = (1200, 1.0);
/// And a picture is taken at this one, besides the picture at the end.
const PICTURE: u32 = 1600;
/// Files are kept beside where the program was started.
const FOLDER: &str = ".";

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
        dialog::keep(Path::new(FOLDER), parcel)
    }
    fn ask_for_file(&mut self, kind: FileKind) -> Option<String> {
        let (name, endings) = kind.name();
        let chosen = rfd::AsyncFileDialog::new().add_filter(name, endings).pick_file();
        self.dialogs.wait(Task::Open, move || path(chosen));
        None
    }
    fn save_as(&mut self, parcel: Parcel) -> Option<String> {
        if self.dialogs.are_missing() {
            return Some(self.keep(&parcel));
        }
        let mut dialog = rfd::AsyncFileDialog::new().set_file_name(&parcel.name);
        if let Some((name, endings)) = FileKind::from_name(&parcel.name).map(FileKind::name) {
            dialog = dialog.add_filter(name, &endings[..1]);
        }
        let chosen = dialog.save_file();
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
        read.extend(self.dialogs.take(Path::new(FOLDER)));
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
