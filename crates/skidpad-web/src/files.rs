//! Files in a browser: downloads, files that are chosen or dropped.

use std::cell::RefCell;
use std::rc::Rc;

use eframe::egui;
use js_sys::{Array, Uint8Array};
use skidpad_app::script::Report;
use skidpad_app::shell::Outside;
use skidpad_app::ui::{FileKind, LONGEST_FILE, Parcel, too_long};
use wasm_bindgen::prelude::*;
use web_sys::{Blob, File, HtmlAnchorElement, HtmlInputElement, Url};

use crate::page::{Page, listen};

type Read = Rc<RefCell<Vec<Result<Parcel, String>>>>;

/// Time for which a file that is saved can be read, ms.
const KEPT_MS: i32 = 60_000;

/// The browser's services to the simulator: downloads, chosen and dropped files, a script's result.
pub struct Browser {
    page: Page,
    read: Read,
}

impl Browser {
    /// The services in a page.
    pub fn new(page: Page) -> Self {
        Self { page, read: Read::default() }
    }

    fn download(&self, parcel: &Parcel) -> Result<(), JsValue> {
        let bytes = Uint8Array::from(parcel.bytes.as_slice());
        let blob = Blob::new_with_u8_array_sequence(&Array::of1(&bytes))?;
        let address = Url::create_object_url_with_blob(&blob)?;
        let anchor: HtmlAnchorElement = self.page.document().create_element("a")?.unchecked_into();
        anchor.set_href(&address);
        anchor.set_download(&parcel.name);
        anchor.click();
        // Some browsers begin to read it after the click.
        self.page.later(KEPT_MS, move || drop(Url::revoke_object_url(&address)))
    }

    fn choose(&self) -> Result<(), JsValue> {
        let input: HtmlInputElement = self.page.document().create_element("input")?.unchecked_into();
        input.set_type("file");
        let (chosen, read) = (input.clone(), self.read.clone());
        listen(&input, "change", move || {
            let files = chosen.files();
            let files = files.iter().flat_map(|files| (0..files.length()).filter_map(|at| files.get(at)));
            files.for_each(|file| take(file, read.clone()));
        });
        input.click();
        Ok(())
    }
}

/// Reads a file asynchronously.
fn take(file: File, read: Read) {
    wasm_bindgen_futures::spawn_local(async move {
        let name = file.name();
        if file.size() > LONGEST_FILE as f64 {
            return read.borrow_mut().push(Err(format!("{name} could not be read: {}", too_long())));
        }
        let bytes = wasm_bindgen_futures::JsFuture::from(file.array_buffer()).await;
        let parcel = match bytes {
            Ok(bytes) => Ok(Parcel { name, bytes: Uint8Array::new(&bytes).to_vec() }),
            Err(_) => Err(format!("{name} could not be read")),
        };
        read.borrow_mut().push(parcel);
    });
}

impl Outside for Browser {
    fn keep(&mut self, parcel: &Parcel) -> String {
        match self.download(parcel) {
            Ok(()) => format!("{} was downloaded", parcel.name),
            Err(_) => format!("the browser does not save {}", parcel.name),
        }
    }
    fn ask_for_file(&mut self, _: FileKind) -> Option<String> {
        self.choose().err().map(|_| "Drop the file onto this page.".to_owned())
    }
    fn save_as(&mut self, parcel: Parcel) -> Option<String> {
        Some(self.keep(&parcel))
    }
    fn has_dialogs(&self) -> bool {
        true
    }
    fn dropped(&mut self, file: &egui::DroppedFileHandle) {
        if let Some(file) = file.web_file() {
            take(file.clone(), self.read.clone());
        }
    }
    fn take_read(&mut self) -> Vec<Result<Parcel, String>> {
        self.read.take()
    }
    fn performs(&mut self, _: u32, _: &egui::Context) {}
    fn is_over(&mut self, report: &Report, _: &egui::Context) {
        self.page.give_result(&report.json());
    }
}
