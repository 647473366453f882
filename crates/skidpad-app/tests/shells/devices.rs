//! What a browser has besides keys: a gamepad that is pulled out, and sound.

use serde_json::json;

use crate::page::{is_clean, key, open_after, sleep, speed};
use crate::{Outcome, ensure};

/// A gamepad of the page's own making, as `pad`; and all that is played, as `audio` and `pieces`.
const BEFORE: &str = "
const made = (kind, fields) => Object.defineProperties(Object.create(kind.prototype),
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { value }])));
window.plug = (throttle) => { window.pad = made(Gamepad, { connected: true, mapping: 'standard', id: 'Test pad',
  axes: [0, 0, 0, 0], buttons: [...Array(17).keys()].map((place) =>
    made(GamepadButton, { pressed: false, value: place === 7 ? throttle : 0 })) }); };
navigator.getGamepads = () => [window.pad ?? null];
const Context = window.AudioContext;
window.AudioContext = class extends Context { constructor() { super(); window.audio = this; } };
window.pieces = [];
const copy = AudioBuffer.prototype.copyToChannel;
AudioBuffer.prototype.copyToChannel = function (samples, channel) {
  window.pieces.push(Math.max(...samples.map(Math.abs)));
  return copy.call(this, samples, channel);
};";

/// What is asked of the throttle, as the page says it, %.
const THROTTLE: &str =
    "document.querySelector('canvas [aria-label^=\"throttle: \"]')?.getAttribute('aria-label') ?? ''";

/// A gamepad drives, and pulled out at full throttle it lets go.
pub fn pads_drive(program: &str, address: &str) -> Outcome {
    let mut browser = open_after(program, address, BEFORE)?;
    browser.value("plug(0)")?;
    sleep(500);
    browser.value("plug(1)")?;
    browser.wait_for("the pad's throttle", &format!("{THROTTLE}.includes('requested 100 %')"))?;
    sleep(3000);
    let driven = speed(&mut browser)?;
    println!("after three seconds of its trigger: {driven} km/h");
    ensure(driven > 10.0, format!("the gamepad drives at {driven} km/h"))?;
    browser.value("delete window.pad")?;
    browser.wait_for("the throttle let go", &format!("{THROTTLE}.includes('requested 0 %')"))?;
    is_clean(&browser, address)
}

/// Silent until it is asked for; then samples come, none beyond what a loudspeaker takes.
pub fn is_heard_when_asked(program: &str, address: &str) -> Outcome {
    let mut browser = open_after(program, address, BEFORE)?;
    browser.value("document.querySelector('canvas').focus()")?;
    key(&mut browser, "keyDown", "ArrowUp", 38)?;
    sleep(1500);
    ensure(browser.value("pieces.length")? == json!(0), String::from("it plays before it is asked to"))?;
    key(&mut browser, "keyDown", "m", 77)?;
    key(&mut browser, "keyUp", "m", 77)?;
    browser.wait_for("sound", "window.audio?.state === 'running' && pieces.length > 20")?;
    let loudest = browser.value("Math.max(...pieces)")?.as_f64().ok_or("no number")?;
    println!("the loudest of {} pieces: {loudest}", browser.value("pieces.length")?);
    ensure(loudest > 0.01 && loudest <= 1.0, format!("the loudest sample is {loudest}"))?;
    key(&mut browser, "keyDown", "m", 77)?;
    key(&mut browser, "keyUp", "m", 77)?;
    sleep(1500);
    let left = browser.value("Math.max(0, ...pieces.slice(-5))")?.as_f64().ok_or("no number")?;
    ensure(left < 1e-3, format!("muted, it still plays {left}"))?;
    is_clean(&browser, address)
}
