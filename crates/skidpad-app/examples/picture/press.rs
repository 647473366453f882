//! Presses what has a name, as a screen reader does.

use egui::Event;
use egui::accesskit::{Action, ActionRequest, TreeId, TreeUpdate};

/// The event that presses the first thing of a name in a frame's tree; `None` where there is none.
pub fn press(tree: &TreeUpdate, name: &str) -> Option<Event> {
    let (target_node, _) = tree.nodes.iter().find(|(_, node)| node.label() == Some(name))?;
    let request = ActionRequest {
        action: Action::Click,
        target_tree: TreeId::ROOT,
        target_node: *target_node,
        data: None,
    };
    Some(Event::AccessKitActionRequest(request))
}
