//! Keys and gamepads that drive.

use bevy_app::App;
use bevy_ecs::intern::Interned;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::ScheduleLabel;
use bevy_input::ButtonInput;
use bevy_input::gamepad::{Gamepad, GamepadButton};
use bevy_input::keyboard::KeyCode;
use bevy_time::Time;
use skidpad::core::controls::{Command, sanitise};
use skidpad::core::math::Real;
use skidpad::prelude::{Car, Controls, Gear};
use skidpad::world::rolling::Rolling;
use skidpad::world::shaping::{AutoReverse, Hands, InputShaper, StickShape};

use crate::controls::VehicleControls;
use crate::sets::SkidpadSystems;
use crate::world::SkidpadWorld;

/// Lets keys and a gamepad drive a vehicle: insert it beside [`Vehicle`](crate::Vehicle). It writes [`VehicleControls`] in
/// [`SkidpadSystems::Control`].
///
/// Inputs are shaped: holding a steering key uses all of the front tyres' grip, releasing it counter-steers. In automatic gears the
/// brake held at rest drives backwards. It is a part of the state that a rollback puts back.
#[derive(Component, Clone, Debug)]
#[require(VehicleControls)]
pub struct VehicleInput {
    /// The keys.
    pub keys: VehicleKeys,
    /// The gamepad; `None`: each that is there.
    pub gamepad: Option<Entity>,
    /// True where holding the brake at rest drives backwards.
    pub reverses_by_brake: bool,
    shaper: InputShaper,
    reverse: AutoReverse,
    /// Requested gear.
    gear: Gear,
    /// True while a key or button for a gear is held: it counts once.
    holds_gear: bool,
    is_on_pad: bool,
}

/// Keys that drive: two for each action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct VehicleKeys {
    pub throttle: [KeyCode; 2],
    pub brake: [KeyCode; 2],
    pub left: [KeyCode; 2],
    pub right: [KeyCode; 2],
    pub handbrake: [KeyCode; 2],
    pub gear_up: [KeyCode; 2],
    pub gear_down: [KeyCode; 2],
    /// Back to automatic gears.
    pub automatic: [KeyCode; 2],
}

impl Default for VehicleKeys {
    /// WASD or arrows, space, E and Q.
    fn default() -> Self {
        Self {
            throttle: [KeyCode::KeyW, KeyCode::ArrowUp],
            brake: [KeyCode::KeyS, KeyCode::ArrowDown],
            left: [KeyCode::KeyA, KeyCode::ArrowLeft],
            right: [KeyCode::KeyD, KeyCode::ArrowRight],
            handbrake: [KeyCode::Space; 2],
            gear_up: [KeyCode::KeyE, KeyCode::PageUp],
            gear_down: [KeyCode::KeyQ, KeyCode::PageDown],
            automatic: [KeyCode::KeyT, KeyCode::Home],
        }
    }
}

impl Default for VehicleInput {
    fn default() -> Self {
        Self {
            keys: VehicleKeys::default(),
            gamepad: None,
            reverses_by_brake: true,
            shaper: InputShaper::default(),
            reverse: AutoReverse::default(),
            gear: Gear::Automatic,
            holds_gear: false,
            is_on_pad: false,
        }
    }
}

/// Positions of keys or of a pad.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Held {
    throttle: f64,
    brake: f64,
    handbrake: f64,
    /// [-1, 1], positive to the left.
    steer: f64,
    /// 1 for a higher gear, -1 for a lower one.
    shift: i8,
    is_automatic: bool,
}

impl Held {
    /// Keys as they are held.
    fn keys(keys: &VehicleKeys, buttons: &ButtonInput<KeyCode>) -> Self {
        let is_held = |keys: [KeyCode; 2]| buttons.any_pressed(keys);
        let share = |keys: [KeyCode; 2]| f64::from(u8::from(is_held(keys)));
        Self {
            throttle: share(keys.throttle),
            brake: share(keys.brake),
            handbrake: share(keys.handbrake),
            steer: share(keys.left) - share(keys.right),
            shift: i8::from(is_held(keys.gear_up)) - i8::from(is_held(keys.gear_down)),
            is_automatic: is_held(keys.automatic),
        }
    }

    /// A pad as it is held: triggers, left stick, south for the handbrake, shoulders for gears, north for automatic ones.
    fn pad(pad: &Gamepad) -> Self {
        let trigger = |button: GamepadButton| f64::from(pad.get(button).unwrap_or(0.0));
        let is_held = |button: GamepadButton| pad.pressed(button);
        Self {
            throttle: trigger(GamepadButton::RightTrigger2),
            brake: trigger(GamepadButton::LeftTrigger2),
            handbrake: f64::from(u8::from(is_held(GamepadButton::South))),
            // To the right is positive on a stick.
            steer: -f64::from(pad.left_stick().x),
            shift: i8::from(is_held(GamepadButton::RightTrigger))
                - i8::from(is_held(GamepadButton::LeftTrigger)),
            is_automatic: is_held(GamepadButton::North),
        }
    }

    /// True where a pedal or the steering is held, beyond the rest position of a worn stick.
    fn drives(&self) -> bool {
        const REST: f64 = 0.15;
        [self.throttle, self.brake, self.handbrake, self.steer, -self.steer].iter().any(|held| *held > REST)
    }
}

impl VehicleInput {
    /// The command of a step of so many seconds.
    fn step(&mut self, keys: Held, pad: Option<Held>, car: &Car, dt_s: f64) -> Command<f64> {
        let vehicle = car.vehicle();
        let lock_rad = Real::clamp(vehicle.body().largest_steer_rad, 0.01, 1.5);
        // Whatever was moved last drives.
        self.is_on_pad = match pad {
            Some(pad) if pad.drives() => true,
            Some(_) => self.is_on_pad && !keys.drives(),
            None => false,
        };
        let (held, shape) = match pad.filter(|_| self.is_on_pad) {
            Some(pad) => (pad, StickShape::pad()),
            None => (keys, StickShape::keyboard()),
        };
        self.shift(&held, car);
        let controls = Controls {
            throttle: held.throttle,
            brake: held.brake,
            handbrake: held.handbrake,
            steer_rad: held.steer * lock_rad,
            gear: self.gear,
            ..Controls::default()
        };
        let (command, _) = sanitise(&controls);
        let motion = car.telltales().motion;
        let mut asked = command;
        if self.reverses_by_brake && car.model().abilities.reverses {
            self.reverse = self.reverse.advance(&command, &motion, dt_s);
            asked = self.reverse.command(&command);
        }
        let hands = Hands::new(shape, lock_rad);
        let goes_back = !asked.automatic.is_set() && asked.gear < 0.0;
        self.shaper.hands = Some(if goes_back { hands } else { hands.by_grip_of(vehicle) });
        self.shaper.step(&asked, &motion, dt_s)
    }

    /// Takes a gear that is asked for, once for each time that its key is pressed.
    fn shift(&mut self, held: &Held, car: &Car) {
        if held.is_automatic {
            self.gear = Gear::Automatic;
        }
        let is_held = held.shift != 0;
        if is_held && !self.holds_gear {
            let now = car.telltales().gear.unwrap_or(1.0) as i8;
            self.gear = match now.saturating_add(held.shift) {
                ..=-1 => Gear::Reverse,
                0 => Gear::Neutral,
                gear => Gear::Forward(gear.unsigned_abs()),
            };
        }
        self.holds_gear = is_held;
    }
}

/// Adds the system that writes controls.
pub(crate) fn add(app: &mut App, schedule: Interned<dyn ScheduleLabel>) {
    app.add_systems(schedule, drive.in_set(SkidpadSystems::Control));
}

/// Writes the controls of the vehicles that keys and pads drive.
fn drive(
    time: Res<Time>,
    world: Res<SkidpadWorld>,
    buttons: Option<Res<ButtonInput<KeyCode>>>,
    pads: Query<(Entity, &Gamepad)>,
    mut vehicles: Query<(Entity, &mut VehicleInput, &mut VehicleControls)>,
) {
    let dt_s = time.delta_secs_f64();
    for (entity, mut input, mut controls) in &mut vehicles {
        let Some(car) = world.car(entity) else { continue };
        let keys = buttons.as_ref().map_or_else(Held::default, |buttons| Held::keys(&input.keys, buttons));
        let own = |pad: &Entity| input.gamepad.is_none_or(|chosen| chosen == *pad);
        // Of several pads the one that drives.
        let mut held = pads.iter().filter(|(pad, _)| own(pad)).map(|(_, pad)| Held::pad(pad));
        let first = held.next();
        let pad = first.filter(Held::drives).or_else(|| held.find(Held::drives)).or(first);
        *controls = (&input.step(keys, pad, car, dt_s)).into();
    }
}
