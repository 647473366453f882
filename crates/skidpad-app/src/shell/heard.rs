//! What a screen reader would hear of a frame.

use eframe::egui;
use egui::accesskit::TreeUpdate;

/// Keeps the tree of the last frame that screen readers get. It is whole in every frame.
#[derive(Default)]
pub struct Heard {
    /// The tree.
    pub tree: Option<TreeUpdate>,
}

impl egui::Plugin for Heard {
    fn debug_name(&self) -> &'static str {
        "heard"
    }
    fn output_hook(&mut self, _: &egui::Context, output: &mut egui::FullOutput) {
        let update = &mut output.platform_output.accesskit_update;
        // In a browser nobody else takes it.
        let tree = if cfg!(target_arch = "wasm32") { update.take() } else { update.clone() };
        self.tree = tree.or(self.tree.take());
    }
}

impl Heard {
    /// Listens to a context from here on.
    pub fn listen(context: &egui::Context) {
        context.enable_accesskit();
        if context.plugin_opt::<Self>().is_none() {
            context.add_plugin(Self::default());
        }
    }

    /// Texts of the last frame, where somebody listens.
    pub fn latest(context: &egui::Context) -> Option<Self> {
        let heard = context.plugin_opt::<Self>()?;
        let tree = heard.lock().tree.clone();
        Some(Self { tree })
    }

    /// The first text that begins so. A label's text is its value, that of all else its label.
    pub fn first(&self, begins: &str) -> Option<String> {
        let nodes = self.tree.iter().flat_map(|tree| &tree.nodes);
        let mut texts = nodes.filter_map(|(_, node)| node.label().or_else(|| node.value()));
        texts.find(|text| text.starts_with(begins)).map(str::to_owned)
    }
}
