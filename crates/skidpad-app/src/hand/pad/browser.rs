//! Gamepads of a browser. It shows one only after its first button was pressed; outside a secure context, which is
//! https or localhost, some have no such function at all, and then there is no gamepad.

use wasm_bindgen::JsCast;
use web_sys::{Gamepad, GamepadButton, GamepadMappingType};

use super::seen::{Button, PadSeen, Pads};

/// The places of the buttons in the standard mapping of <https://www.w3.org/TR/gamepad/#remapping>, in the order of
/// [`Button::ALL`].
const BUTTONS: [u32; 6] = [0, 2, 4, 5, 9, 8];
/// The places of the right and the left trigger in that mapping.
const TRIGGERS: [u32; 2] = [7, 6];

/// Gamepads of a browser.
pub struct BrowserPads;

impl Pads for BrowserPads {
    fn poll(&mut self) -> Option<PadSeen> {
        // That the function is missing comes back as an error, too.
        let all = web_sys::window()?.navigator().get_gamepads().ok()?;
        let pads = all.iter().filter_map(|pad| pad.dyn_into::<Gamepad>().ok());
        let is_known = |pad: &Gamepad| pad.connected() && pad.mapping() == GamepadMappingType::Standard;
        seen(&pads.into_iter().find(is_known)?)
    }
}

fn seen(pad: &Gamepad) -> Option<PadSeen> {
    let (axes, buttons) = (pad.axes(), pad.buttons());
    let button = |place: u32| buttons.get(place).dyn_into::<GamepadButton>().ok();
    let [throttle, brake] = TRIGGERS.map(|place| button(place).map_or(0.0, |trigger| trigger.value()));
    let mut down = [false; 6];
    for known in Button::ALL {
        down[known as usize] = button(BUTTONS[known as usize]).is_some_and(|button| button.pressed());
    }
    Some(PadSeen { name: pad.id(), stick: axes.get(0).as_f64()?, throttle, brake, down })
}
