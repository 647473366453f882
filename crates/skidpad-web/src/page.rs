//! The page: its address, its place for messages, its canvas.

use wasm_bindgen::prelude::*;
use web_sys::{Document, Element, EventTarget, HtmlCanvasElement, Window};

/// Id of the canvas.
const CANVAS: &str = "skidpad";
/// Ids of the place for messages and of the button in it.
const MESSAGE: &str = "message";
const GO_ON: &str = "go-on";
/// Attributes of the body that the page's own script and tests read.
const STATE: &str = "data-state";
const RESULT: &str = "data-result";

/// Delay before a page requests graphics again, ms.
const WAIT_MS: i32 = 500;

/// Message for a browser that gives the page no graphics.
pub fn no_graphics(why: &JsValue) -> String {
    let why = why.as_string().unwrap_or_else(|| format!("{why:?}"));
    format!(
        "This browser gives the page no WebGL, which draws the simulator ({why}). Switch hardware acceleration or WebGL \
         on in its settings, or open the page in another browser. Everything else of Skidpad runs without graphics."
    )
}

/// A page in a browser's window.
#[derive(Clone)]
pub struct Page {
    window: Window,
    document: Document,
}

impl Page {
    /// The page that this program was loaded by.
    pub fn of_window() -> Option<Self> {
        let window = web_sys::window()?;
        let document = window.document()?;
        Some(Self { window, document })
    }

    /// Calls once, after a time.
    ///
    /// # Errors
    /// The browser's, where it does not take the call.
    pub fn later(&self, wait_ms: i32, call: impl FnOnce() + 'static) -> Result<(), JsValue> {
        let once = Closure::once_into_js(call).unchecked_into::<js_sys::Function>();
        self.window.set_timeout_with_callback_and_timeout_and_arguments_0(&once, wait_ms).map(drop)
    }

    /// Document of the page.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// Value of a query parameter of the address; `None` if it is missing.
    pub fn asked(&self, name: &str) -> Option<String> {
        let search = self.window.location().search().ok()?;
        web_sys::UrlSearchParams::new_with_str(&search).ok()?.get(name)
    }

    /// Address of the page without `#`, `?` and all after them: a link to it starts no script.
    pub fn address(&self) -> Option<String> {
        let address = self.window.location().href().ok()?;
        address.split(['#', '?']).next().map(str::to_owned)
    }

    /// Text after the `#` of the address; empty if there is none.
    pub fn link(&self) -> String {
        let hash = self.window.location().hash().unwrap_or_default();
        hash.strip_prefix('#').unwrap_or_default().to_owned()
    }

    /// Calls whenever the text after the `#` of the address changes.
    pub fn on_link(&self, call: impl FnMut() + 'static) {
        listen(&self.window, "hashchange", call);
    }

    fn mark(&self, name: &str, value: &str) {
        if let Some(body) = self.document.body() {
            let _ = body.set_attribute(name, value);
        }
    }

    /// Marks the simulator as running and hides the message.
    pub fn is_running(&self) {
        // egui writes through a field of its own, which has no name.
        if let Ok(Some(field)) = self.document.query_selector("body > input") {
            set(&field, "aria-label", Some("text being written"));
        }
        self.mark(STATE, "running");
        self.show(MESSAGE, false);
    }

    /// Tells the player that the simulator cannot run, and why.
    pub fn say(&self, message: &str) {
        self.mark(STATE, "stopped");
        self.show(GO_ON, false);
        self.tell(message);
    }

    fn tell(&self, message: &str) {
        if let Some(text) = self.document.get_element_by_id("message-text") {
            text.set_text_content(Some(message));
        }
        self.show(MESSAGE, true);
    }

    fn show(&self, id: &str, is_shown: bool) {
        if let Some(element) = self.document.get_element_by_id(id) {
            let _ = if is_shown {
                element.remove_attribute("hidden")
            } else {
                element.set_attribute("hidden", "")
            };
        }
    }

    /// Publishes a script's result, as JSON, on the page's body.
    pub fn give_result(&self, json: &str) {
        self.mark(RESULT, json);
    }

    /// A canvas that nothing was drawn on, in the place of the last.
    pub fn fresh_canvas(&self) -> Option<HtmlCanvasElement> {
        let last = self.document.get_element_by_id(CANVAS)?;
        let fresh = last.clone_node().ok()?.dyn_into::<HtmlCanvasElement>().ok()?;
        last.replace_with_with_node_1(&fresh).ok()?;
        Some(fresh)
    }

    /// Calls when the browser takes the graphics away from a canvas.
    pub fn on_lost(&self, canvas: &HtmlCanvasElement, call: impl FnMut() + 'static) {
        listen(canvas, "webglcontextlost", call);
    }

    /// Reports that the graphics are lost, and goes on: by itself after a moment, or when the player clicks.
    pub fn offer_to_go_on(&self, go_on: impl Fn() + 'static) {
        self.offer(
            "The browser has taken the graphics away from this page. The car waits where it is.",
            true,
            go_on,
        );
    }

    /// Reports that the graphics have not come back, and goes on when the player clicks.
    pub fn offer_again(&self, why: &str, go_on: impl Fn() + 'static) {
        self.offer(&format!("The car waits where it is. {why}"), false, go_on);
    }

    fn offer(&self, message: &str, by_itself: bool, go_on: impl Fn() + 'static) {
        self.mark(STATE, "lost");
        self.tell(message);
        self.show(GO_ON, true);
        let Some(button) = self.document.get_element_by_id(GO_ON) else { return go_on() };
        // Whoever comes first; what comes after finds that it is done.
        let (page, is_done) = (self.clone(), std::cell::Cell::new(false));
        let once = move || {
            if !is_done.replace(true) {
                page.show(GO_ON, false);
                go_on();
            }
        };
        let once = Closure::<dyn Fn()>::new(once).into_js_value().unchecked_into::<js_sys::Function>();
        let options = web_sys::AddEventListenerOptions::new();
        options.set_once(true);
        let _ =
            button.add_event_listener_with_callback_and_add_event_listener_options("click", &once, &options);
        if by_itself {
            let _ = self.window.set_timeout_with_callback_and_timeout_and_arguments_0(&once, WAIT_MS);
        }
    }
}

/// Calls at every event of a kind, as long as the page lives.
pub fn listen(target: &EventTarget, kind: &str, mut call: impl FnMut() + 'static) {
    listen_to(target, kind, move |_| call());
}

/// Calls with every event of a kind, as long as the page lives.
pub fn listen_to(target: &EventTarget, kind: &str, call: impl FnMut(web_sys::Event) + 'static) {
    let call = Closure::<dyn FnMut(web_sys::Event)>::new(call).into_js_value();
    // Only a target that is none refuses.
    let _ = target.add_event_listener_with_callback(kind, call.unchecked_ref());
}

/// Sets an attribute, or takes it away; only where it changes.
pub fn set(element: &Element, name: &str, value: Option<&str>) {
    if element.get_attribute(name).as_deref() == value {
        return;
    }
    let _ = match value {
        Some(value) => element.set_attribute(name, value),
        None => element.remove_attribute(name),
    };
}
