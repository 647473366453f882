//! The simulator as a page: the shell of `skidpad-app` in a browser. Elsewhere nothing is in it.
//!
//! The page, `page/index.html`, has a canvas and a place for messages; `cargo xtask web` puts it beside this program.
#![cfg(target_arch = "wasm32")]

mod files;
mod heard;
mod page;
mod worker;

use std::cell::RefCell;
use std::rc::Rc;

use eframe::egui;
use skidpad_app::drive::Drive;
use skidpad_app::setup::Setup;
use skidpad_app::shell::{Shell, performing};
use skidpad_app::ui::{Simulator, Tester};
use wasm_bindgen::prelude::*;

use files::Browser;
use heard::Mirror;
use page::Page;

/// The simulator's shell, which outlives a canvas: if the browser takes the graphics away, the next canvas resumes with it.
#[derive(Clone)]
struct Driven(Rc<RefCell<Shell<Browser>>>);

/// The simulator on a canvas.
struct OnCanvas {
    driven: Driven,
    mirror: Mirror,
}

impl eframe::App for OnCanvas {
    fn raw_input_hook(&mut self, _: &egui::Context, input: &mut egui::RawInput) {
        self.mirror.take_requests(input);
    }

    fn ui(&mut self, ui: &mut egui::Ui, _: &mut eframe::Frame) {
        let mut shell = self.driven.0.borrow_mut();
        shell.frame(ui);
        self.mirror.show(ui.ctx());
        self.mirror.tell(&shell.simulator.memory.sentence, ui.ctx());
    }
}

/// The simulator for the page's address: `?script=NAME` lets a script drive.
fn simulator(page: &Page) -> Result<Simulator, String> {
    if let Some(script) = page.asked("script") {
        return performing(&script);
    }
    // What a link that says nothing sets up; the page's own is opened later, and told of where it is broken.
    Setup::read("").and_then(|setup| Drive::from_setup(&setup)).map(Simulator::from_drive)
}

/// Starts the simulator; the browser calls this once the program is loaded.
#[wasm_bindgen(start)]
pub fn start() {
    let Some(page) = Page::of_window() else { return };
    let mut simulator = match simulator(&page) {
        Ok(simulator) => simulator,
        Err(why) => return page.say(&why),
    };
    simulator.post.page = page.address();
    simulator.tester = Tester::with(Box::new(worker::InWorker::default()));
    skidpad_app::beside::use_worker(worker::start);
    simulator.use_devices();
    let driven = Driven(Rc::new(RefCell::new(Shell::new(simulator, Browser::new(page.clone())))));
    follow_link(&page, &driven);
    run(page, driven, false);
}

/// Starts from the link in the address, now and whenever it changes.
fn follow_link(page: &Page, driven: &Driven) {
    let (own, driven) = (page.clone(), driven.clone());
    let follow = move || driven.0.borrow_mut().start_from_link(&own.link());
    follow();
    page.on_link(follow);
}

/// Runs on a fresh canvas until its graphics are lost, then on the next. If a browser gives none at first, this ends with a
/// message; after a loss, the player can try again.
fn run(page: Page, driven: Driven, has_driven: bool) {
    wasm_bindgen_futures::spawn_local(async move {
        let Some(canvas) = page.fresh_canvas() else { return };
        let runner = eframe::WebRunner::new();
        let app = {
            let driven = driven.clone();
            let canvas = canvas.clone();
            move |creation: &eframe::CreationContext<'_>| {
                driven.0.borrow_mut().prepare(&creation.egui_ctx);
                let mirror = Mirror::new(&canvas, &creation.egui_ctx);
                Ok(Box::new(OnCanvas { driven, mirror }) as Box<dyn eframe::App>)
            }
        };
        match runner.start(canvas.clone(), eframe::WebOptions::default(), Box::new(app)).await {
            Ok(()) => page.is_running(),
            Err(why) if has_driven => {
                let again = page.clone();
                let go_on = move || run(page.clone(), driven.clone(), true);
                return again.offer_again(&page::no_graphics(&why), go_on);
            }
            Err(why) => return page.say(&page::no_graphics(&why)),
        }
        let again = page.clone();
        page.on_lost(&canvas, move || {
            runner.destroy();
            let (page, driven) = (again.clone(), driven.clone());
            again.offer_to_go_on(move || run(page.clone(), driven.clone(), true));
        });
    });
}
