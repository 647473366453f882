//! The driver's controls of a car.

use bevy_ecs::prelude::*;
use bevy_reflect::prelude::*;
use skidpad::core::controls::Command;
use skidpad::prelude::{Controls, Gear};

/// Controls of a vehicle, which hold until they are written again: by the keys and pads of the feature `input`, by any other input
/// crate, by a program that drives. They are read in [`SkidpadSystems::Step`](crate::SkidpadSystems::Step), so write them before it, in
/// [`FixedUpdate`](bevy_app::FixedUpdate) where the drive must not depend on the rate of pictures.
///
/// A number out of its range is clamped; one that is not a number counts as 0 and is a [`VehicleFault`](crate::VehicleFault).
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Component, from_reflect = false)]
pub struct VehicleControls {
    /// Accelerator pedal, [0, 1].
    pub throttle: f64,
    /// Brake pedal, [0, 1].
    pub brake: f64,
    /// Handbrake, [0, 1].
    pub handbrake: f64,
    /// Steering angle of the front wheels, rad, positive to the left. That of the full lock is
    /// [`SkidpadWorld::lock_rad`](crate::SkidpadWorld::lock_rad).
    pub steer_rad: f64,
    /// Clutch pedal, [0, 1]: 1 opens the clutch.
    pub clutch: f64,
    /// Starter, [0, 1]: from above 0.5 it turns an engine that has stalled.
    pub starter: f64,
    /// Requested gear.
    #[reflect(ignore)]
    pub gear: Gear,
}

impl Default for VehicleControls {
    /// Hands and feet off, automatic gears.
    fn default() -> Self {
        Controls { gear: Gear::Automatic, ..Controls::default() }.into()
    }
}

impl From<Controls> for VehicleControls {
    fn from(controls: Controls) -> Self {
        let Controls { throttle, brake, handbrake, steer_rad, clutch, starter, gear } = controls;
        Self { throttle, brake, handbrake, steer_rad, clutch, starter, gear }
    }
}

impl From<VehicleControls> for Controls {
    fn from(controls: VehicleControls) -> Self {
        let VehicleControls { throttle, brake, handbrake, steer_rad, clutch, starter, gear } = controls;
        Self { throttle, brake, handbrake, steer_rad, clutch, starter, gear }
    }
}

impl From<&Command<f64>> for VehicleControls {
    /// Controls that give a command, such as that of a driver of Skidpad.
    ///
    /// ```
    /// use bevy_skidpad::prelude::*;
    /// use bevy_skidpad::skidpad::world::rolling::Request;
    ///
    /// let controls = VehicleControls::from(&Request::untouched().command);
    /// assert_eq!(controls.throttle, 0.0);
    /// ```
    fn from(command: &Command<f64>) -> Self {
        let gear = match command.gear {
            _ if command.automatic.is_set() => Gear::Automatic,
            gear if gear < -0.5 => Gear::Reverse,
            gear if gear < 0.5 => Gear::Neutral,
            gear => Gear::Forward(gear as u8),
        };
        Self {
            throttle: command.throttle,
            brake: command.brake,
            handbrake: command.handbrake,
            steer_rad: command.steer_rad,
            clutch: command.clutch,
            starter: f64::from(u8::from(command.starter.is_set())),
            gear,
        }
    }
}
