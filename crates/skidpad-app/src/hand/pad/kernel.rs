//! Gamepads of Linux, as the kernel gives them: `Documentation/input/gamepad.rst` says which axis is which.

use std::thread::{self, JoinHandle};
use std::time::Duration;

use evdev::{AbsoluteAxisCode as Axis, Device, KeyCode as Key};

use super::{Button, PadSeen, Pads};

/// How often it is looked for a gamepad while there is none.
const EVERY: Duration = Duration::from_millis(700);

/// The keys of the buttons, in the order of [`Button::ALL`].
const KEYS: [Key; 6] =
    [Key::BTN_SOUTH, Key::BTN_WEST, Key::BTN_TL, Key::BTN_TR, Key::BTN_START, Key::BTN_SELECT];
/// Triggers, the right one and the left one: pairs of axes of several makes of pads, in the order in which they are
/// looked for.
const TRIGGERS: [[Axis; 2]; 3] = [
    [Axis::ABS_GAS, Axis::ABS_BRAKE],
    [Axis::ABS_HAT2X, Axis::ABS_HAT2Y],
    // Those of most pads; where a right stick has no axes of its own, these are the stick's.
    [Axis::ABS_RZ, Axis::ABS_Z],
];

/// It.
#[derive(Default)]
pub struct Kernel {
    pad: Option<Device>,
    /// Looks for one, beside the frames: opening devices may take its time.
    search: Option<JoinHandle<Option<Device>>>,
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
            None if self.search.is_none() => self.search = thread::Builder::new().spawn(find).ok(),
            None => {}
        }
        None
    }
}

fn find() -> Option<Device> {
    thread::sleep(EVERY);
    evdev::enumerate().map(|(_, device)| device).find(is_pad)
}

fn is_pad(device: &Device) -> bool {
    let has_key = device.supported_keys().is_some_and(|keys| keys.contains(Key::BTN_SOUTH));
    has_key && device.supported_absolute_axes().is_some_and(|axes| axes.contains(Axis::ABS_X))
}

fn seen(pad: &Device) -> Option<PadSeen> {
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
        down[button as usize] = keys.contains(KEYS[button as usize]);
    }
    Some(PadSeen {
        name: pad.name().unwrap_or("gamepad").to_owned(),
        stick: 2.0 * share(Axis::ABS_X)? - 1.0,
        throttle: trigger(0, Key::BTN_TR2),
        brake: trigger(1, Key::BTN_TL2),
        down,
    })
}

/// Where between its ends a number is, 0 to 1; in the middle of none.
fn share(value: i32, low: i32, high: i32) -> f64 {
    let (value, low, high) = (f64::from(value), f64::from(low), f64::from(high));
    if high > low { (value - low) / (high - low) } else { 0.5 }
}

#[cfg(test)]
mod tests {
    use super::{Kernel, Pads, share};

    #[test]
    fn axes_of_any_range_become_shares() {
        assert_eq!([-32768, 32767].map(|value| share(value, -32768, 32767)), [0.0, 1.0]);
        assert_eq!((share(255, 0, 255), share(0, 0, 1023), share(3, 7, 7)), (1.0, 0.0, 0.5));
        assert_eq!(share(i32::MAX, i32::MIN, i32::MAX), 1.0);
    }

    /// It is looked for gamepads beside the frames: at first there is none, wherever this runs.
    #[test]
    fn looking_for_gamepads_takes_no_time_of_a_frame() {
        let mut kernel = Kernel::default();
        for _ in 0..3 {
            assert_eq!(kernel.poll(), None);
        }
    }
}
