//! Gamepads of Linux, as the kernel gives them: `Documentation/input/gamepad.rst` says which axis is which.

use std::path::Path;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use evdev::{AbsoluteAxisCode as Axis, Device, KeyCode as Key};

use super::seen::{Button, PadSeen, Pads};

/// Pause between searches for a gamepad while there is none: each search opens all input devices.
const EVERY: Duration = Duration::from_secs(5);

/// The maker of the pads whose buttons are named by their letters.
const MICROSOFT: u16 = 0x045e;
/// Drivers that name them so for all makers.
const BY_LETTERS: [&str; 2] = ["xpad", "xpadneo"];
/// Triggers, the right one and the left one: pairs of axes of several makes of pads, in the order in which they are
/// looked for.
const TRIGGERS: [[Axis; 2]; 3] = [
    [Axis::ABS_GAS, Axis::ABS_BRAKE],
    [Axis::ABS_HAT2X, Axis::ABS_HAT2Y],
    // Those of most pads; where a right stick has no axes of its own, these are the stick's.
    [Axis::ABS_RZ, Axis::ABS_Z],
];

/// Gamepads of the Linux kernel.
#[derive(Default)]
pub struct Kernel {
    pad: Option<Found>,
    /// Search for a gamepad in a thread of its own: opening devices may take longer than a frame.
    search: Option<JoinHandle<Option<Found>>>,
    /// True once a search has been started.
    has_searched: bool,
}

/// A gamepad, and the key of its left button.
struct Found {
    device: Device,
    west: Key,
}

impl Pads for Kernel {
    fn poll(&mut self) -> Option<PadSeen> {
        if let Some(pad) = &self.pad {
            // Pulled out it answers with an error.
            let seen = seen(pad);
            if seen.is_none() {
                self.pad = None;
            }
            return seen;
        }
        match self.search.take_if(|search| search.is_finished()) {
            Some(search) => self.pad = search.join().ok().flatten(),
            None if self.search.is_none() => {
                let after = wait(core::mem::replace(&mut self.has_searched, true));
                self.search = thread::Builder::new().spawn(move || find(after)).ok();
            }
            None => {}
        }
        None
    }
}

/// Delay before a search: none before the first, [`EVERY`] before any other.
fn wait(has_searched: bool) -> Duration {
    if has_searched { EVERY } else { Duration::ZERO }
}

fn find(after: Duration) -> Option<Found> {
    thread::sleep(after);
    let (path, device) = evdev::enumerate().find(|(_, device)| is_pad(device))?;
    let west = west(device.input_id().vendor(), driver(&path).as_deref());
    Some(Found { device, west })
}

/// The name of the driver of a device file, as the kernel tells it.
fn driver(path: &Path) -> Option<String> {
    let link = Path::new("/sys/class/input").join(path.file_name()?).join("device/device/driver");
    Some(std::fs::read_link(link).ok()?.file_name()?.to_str()?.to_owned())
}

/// The key of the left of the four buttons. By `gamepad.rst` it is `BTN_WEST`, 0x134, as the drivers of PlayStation pads
/// and others give it. Older than that text, the driver of X-Box pads gives its X, which is on the left, as `BTN_X`, 0x133,
/// which since then is `BTN_NORTH`, too; and so do pads of Microsoft without a cable.
fn west(vendor: u16, driver: Option<&str>) -> Key {
    let is_by_letters = vendor == MICROSOFT || driver.is_some_and(|name| BY_LETTERS.contains(&name));
    if is_by_letters { Key::BTN_NORTH } else { Key::BTN_WEST }
}

fn is_pad(device: &Device) -> bool {
    let has_key = device.supported_keys().is_some_and(|keys| keys.contains(Key::BTN_SOUTH));
    has_key && device.supported_absolute_axes().is_some_and(|axes| axes.contains(Axis::ABS_X))
}

fn seen(Found { device: pad, west }: &Found) -> Option<PadSeen> {
    let (axes, keys) = (pad.get_abs_state().ok()?, pad.get_key_state().ok()?);
    let has = |axis: Axis| pad.supported_absolute_axes().is_some_and(|axes| axes.contains(axis));
    // Where on its way an axis is, from 0 to 1.
    let share = |axis: Axis| {
        let info = axes.get(usize::from(axis.0))?;
        has(axis).then(|| share(info.value, info.minimum, info.maximum))
    };
    let are_triggers = |pair: &[Axis; 2]| {
        let is_stick = pair[0] == Axis::ABS_RZ && !has(Axis::ABS_RX);
        pair.iter().all(|axis| has(*axis)) && !is_stick
    };
    let triggers = TRIGGERS.into_iter().find(are_triggers);
    let trigger = |side: usize, key: Key| {
        let digital = f64::from(u8::from(keys.contains(key)));
        triggers.and_then(|pair| share(pair[side])).unwrap_or(digital)
    };
    let mut down = [false; 6];
    for button in Button::ALL {
        down[button as usize] = keys.contains(key(button, *west));
    }
    Some(PadSeen {
        name: pad.name().unwrap_or("gamepad").to_owned(),
        stick: 2.0 * share(Axis::ABS_X)? - 1.0,
        throttle: trigger(0, Key::BTN_TR2),
        brake: trigger(1, Key::BTN_TL2),
        down,
    })
}

/// The key of a button of a pad whose left one is this.
fn key(button: Button, west: Key) -> Key {
    match button {
        Button::South => Key::BTN_SOUTH,
        Button::West => west,
        Button::LeftBumper => Key::BTN_TL,
        Button::RightBumper => Key::BTN_TR,
        Button::Start => Key::BTN_START,
        Button::Select => Key::BTN_SELECT,
    }
}

/// Position of a value between its limits, 0 to 1; 0.5 where the range is empty.
fn share(value: i32, low: i32, high: i32) -> f64 {
    let (value, low, high) = (f64::from(value), f64::from(low), f64::from(high));
    if high > low { (value - low) / (high - low) } else { 0.5 }
}

#[cfg(test)]
mod tests {
    use super::{EVERY, Kernel, Pads, share, wait, west};

    #[test]
    fn axes_of_any_range_become_shares() {
        assert_eq!([-32768, 32767].map(|value| share(value, -32768, 32767)), [0.0, 1.0]);
        assert_eq!((share(255, 0, 255), share(0, 0, 1023), share(3, 7, 7)), (1.0, 0.0, 0.5));
        assert_eq!(share(i32::MAX, i32::MIN, i32::MAX), 1.0);
    }

    /// The starter is the left button of every pad: on an X-Box pad it was the upper one, Y, and X did nothing.
    #[test]
    fn the_left_button_is_the_left_one_on_every_pad() {
        let code = |vendor: u16, driver: Option<&str>| west(vendor, driver).0;
        let (x, west) = (0x133, 0x134);
        assert_eq!([code(0x045e, Some("xpad")), code(0x046d, Some("xpad"))], [x, x], "by cable, any maker");
        assert_eq!(code(0x045e, Some("microsoft")), x, "without a cable");
        assert_eq!([code(0x054c, Some("playstation")), code(0x054c, Some("sony"))], [west, west]);
        assert_eq!([code(0x057e, Some("nintendo")), code(0x1234, None)], [west, west]);
    }

    /// All input devices were opened 1.4 times a second for ever.
    #[test]
    fn it_is_looked_for_gamepads_by_and_by() {
        assert!(wait(false).is_zero() && wait(true) == EVERY && EVERY.as_secs() >= 5);
    }

    /// The search runs in its own thread: the first polls find no gamepad on any machine.
    #[test]
    fn looking_for_gamepads_takes_no_time_of_a_frame() {
        let mut kernel = Kernel::default();
        for _ in 0..3 {
            assert_eq!(kernel.poll(), None);
        }
    }
}
