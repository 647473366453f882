//! Screen reader support: egui's accessibility tree as elements inside the canvas, its fallback content.
//!
//! Native screen readers get the tree from egui itself; in a page they find a canvas with nothing in it. So the tree is
//! written as elements, a few times a second. They take no room and no keys: the canvas keeps the focus and names the
//! active element. Pressing an element, or setting its value, does so in egui.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use eframe::egui;
use egui::accesskit::{Action, ActionData, ActionRequest, Node, NodeId, Role, Toggled, TreeId, TreeUpdate};
use skidpad_app::shell::Heard;
use wasm_bindgen::prelude::*;
use web_sys::{Document, Element, HtmlCanvasElement, HtmlInputElement};

use crate::page::{listen_to, set};

/// Time between updates of the elements, s.
const EVERY_S: f64 = 0.25;
/// Least time between announcements of the sentence about the car, s, and the id of the element that is read out.
const TOLD_EVERY_S: f64 = 2.0;
const TOLD: &str = "told";
/// Prefix of the elements' ids, before their number.
const PREFIX: &str = "heard-";

type Requests = Rc<RefCell<Vec<ActionRequest>>>;

/// The elements that mirror egui's accessibility tree.
pub struct Mirror {
    canvas: HtmlCanvasElement,
    document: Option<Document>,
    elements: HashMap<NodeId, Element>,
    order: Vec<NodeId>,
    requests: Requests,
    next_s: f64,
    told: String,
    next_told_s: f64,
}

/// Kind of element for a node that is read out.
struct Said {
    tag: &'static str,
    role: Option<&'static str>,
    is_text: bool,
}

/// Element for a node of egui; `None` for a node that only holds others.
fn said(node: &Node) -> Option<Said> {
    let said = |tag, role| Some(Said { tag, role, is_text: false });
    match node.role() {
        Role::Label => Some(Said { tag: "span", role: None, is_text: true }),
        Role::Button if node.toggled().is_some() => said("span", Some("switch")),
        Role::Button => said("span", Some("button")),
        Role::DisclosureTriangle => said("span", Some("button")),
        Role::Splitter => said("span", Some("separator")),
        Role::Link => said("span", Some("link")),
        Role::CheckBox => said("span", Some("checkbox")),
        Role::RadioButton => said("span", Some("radio")),
        Role::ComboBox => said("span", Some("combobox")),
        Role::Slider | Role::SpinButton => said("input", None),
        Role::TextInput | Role::MultilineTextInput => said("input", None),
        Role::ProgressIndicator => said("span", Some("progressbar")),
        Role::Image | Role::Canvas => said("span", Some("img")),
        Role::ColorWell => said("span", Some("button")),
        _ => node.label().map(|_| Said { tag: "span", role: Some("note"), is_text: false }),
    }
}

impl Mirror {
    /// A mirror of a context's tree, in its canvas.
    pub fn new(canvas: &HtmlCanvasElement, context: &egui::Context) -> Self {
        Heard::listen(context);
        let requests = Requests::default();
        for (kind, action) in [("click", Action::Click), ("change", Action::SetValue)] {
            let requests = requests.clone();
            listen_to(canvas, kind, move |event| {
                let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
                requests.borrow_mut().extend(target.and_then(|target| request(&target, action)));
            });
        }
        let document = web_sys::window().and_then(|window| window.document());
        let (elements, order) = (HashMap::new(), Vec::new());
        let (told, next_s, next_told_s) = (String::new(), 0.0, 0.0);
        Self { canvas: canvas.clone(), document, elements, order, requests, next_s, told, next_told_s }
    }

    /// Passes on to egui what was pressed or set.
    pub fn take_requests(&self, input: &mut egui::RawInput) {
        let requests = self.requests.take().into_iter();
        input.events.extend(requests.map(egui::Event::AccessKitActionRequest));
    }

    /// Updates the elements if they are due.
    pub fn show(&mut self, context: &egui::Context) {
        let now_s = context.input(|input| input.time);
        if now_s < self.next_s {
            return;
        }
        self.next_s = now_s + EVERY_S;
        if let Some(tree) = Heard::latest(context).and_then(|heard| heard.tree) {
            self.follow(&tree);
        }
    }

    /// Announces a sentence, unless it was the last one or the next is not yet due.
    pub fn tell(&mut self, sentence: &str, context: &egui::Context) {
        let now_s = context.input(|input| input.time);
        if now_s < self.next_told_s || sentence == self.told {
            return;
        }
        (self.next_told_s, self.told) = (now_s + TOLD_EVERY_S, sentence.to_owned());
        if let Some(place) = self.document.as_ref().and_then(|document| document.get_element_by_id(TOLD)) {
            place.set_text_content(Some(sentence));
        }
    }

    fn follow(&mut self, tree: &TreeUpdate) {
        let nodes: HashMap<NodeId, &Node> = tree.nodes.iter().map(|(id, node)| (*id, node)).collect();
        let mut order = Vec::new();
        if let Some(tree) = &tree.tree {
            gather(tree.root, &nodes, &mut order);
        }
        if self.order != order {
            self.put_in_order(&order, &nodes);
        }
        let active = self.document.as_ref().and_then(Document::active_element);
        for id in &order {
            if let (Some(element), Some(node)) = (self.elements.get(id), nodes.get(id)) {
                // Into what the focus is in somebody is writing.
                let is_written = active.as_ref().is_some_and(|active| active.is_same_node(Some(element)));
                describe(element, node, &nodes, is_written);
            }
        }
        let focus = order.contains(&tree.focus).then(|| format!("{PREFIX}{}", tree.focus.0));
        set(&self.canvas, "aria-activedescendant", focus.as_deref());
    }

    /// Creates new elements, removes old ones, and puts all into order.
    fn put_in_order(&mut self, order: &[NodeId], nodes: &HashMap<NodeId, &Node>) {
        self.elements.retain(|id, element| {
            let stays = order.contains(id);
            if !stays {
                element.remove();
            }
            stays
        });
        let Some(document) = &self.document else { return };
        for id in order {
            let element = match self.elements.get(id) {
                Some(element) => element.clone(),
                None => {
                    let Some(said) = nodes.get(id).and_then(|node| said(node)) else { continue };
                    let Ok(element) = document.create_element(said.tag) else { continue };
                    element.set_id(&format!("{PREFIX}{}", id.0));
                    set(&element, "role", said.role);
                    self.elements.insert(*id, element.clone());
                    element
                }
            };
            let _ = self.canvas.append_child(&element);
        }
        self.order = order.to_vec();
    }
}

/// Gathers the nodes that are read out, in reading order.
fn gather(id: NodeId, nodes: &HashMap<NodeId, &Node>, order: &mut Vec<NodeId>) {
    let Some(node) = nodes.get(&id) else { return };
    if said(node).is_some() {
        order.push(id);
    }
    // Of a text the runs of its letters, which say it once more.
    if node.role() != Role::Label {
        node.children().iter().for_each(|child| gather(*child, nodes, order));
    }
}

fn describe(element: &Element, node: &Node, nodes: &HashMap<NodeId, &Node>, is_written: bool) {
    let of_labels = || {
        let labels = node.labelled_by().iter().filter_map(|id| nodes.get(id));
        let texts: Vec<&str> = labels.filter_map(|label| label.value().or_else(|| label.label())).collect();
        texts.join(" ")
    };
    let name = node.label().map_or_else(of_labels, str::to_owned);
    if said(node).is_some_and(|said| said.is_text) {
        let text = node.value().or_else(|| node.label());
        if element.text_content().as_deref() != text {
            element.set_text_content(text);
        }
        return;
    }
    set(element, "aria-label", Some(&name));
    set(element, "aria-disabled", node.is_disabled().then_some("true"));
    let toggled = node.toggled().map(|toggled| match toggled {
        Toggled::True => "true",
        Toggled::False => "false",
        Toggled::Mixed => "mixed",
    });
    set(element, "aria-checked", toggled);
    let expanded = node.is_expanded().map(|is_expanded| if is_expanded { "true" } else { "false" });
    set(element, "aria-expanded", expanded);
    match element.dyn_ref::<HtmlInputElement>() {
        Some(input) => describe_input(input, node, is_written),
        None => set(element, "aria-description", node.value()),
    }
}

fn describe_input(input: &HtmlInputElement, node: &Node, is_written: bool) {
    set(input, "tabindex", Some("-1"));
    let Some(number) = node.numeric_value() else {
        if !is_written {
            input.set_value(node.value().unwrap_or_default());
        }
        return;
    };
    let text = |number: f64| number.to_string();
    let range = node.min_numeric_value().zip(node.max_numeric_value());
    let range = range.filter(|(low, high)| low.is_finite() && high.is_finite());
    set(input, "type", Some(if range.is_some() { "range" } else { "number" }));
    set(input, "step", Some("any"));
    set(input, "min", range.map(|(low, _)| text(low)).as_deref());
    set(input, "max", range.map(|(_, high)| text(high)).as_deref());
    set(input, "aria-valuetext", node.value());
    if !is_written {
        input.set_value(&text(number));
    }
}

/// Request to egui when an element is pressed or set; `None` if the element is not part of the mirror, or its value is
/// not a number where one is required.
fn request(target: &Element, action: Action) -> Option<ActionRequest> {
    let target_node = NodeId(target.id().strip_prefix(PREFIX)?.parse().ok()?);
    let data = match (action, target.dyn_ref::<HtmlInputElement>()) {
        (Action::SetValue, Some(input)) if matches!(input.type_().as_str(), "range" | "number") => {
            Some(ActionData::NumericValue(input.value().parse().ok()?))
        }
        (Action::SetValue, Some(input)) => Some(ActionData::Value(input.value().into())),
        _ => None,
    };
    Some(ActionRequest { action, target_tree: TreeId::ROOT, target_node, data })
}
