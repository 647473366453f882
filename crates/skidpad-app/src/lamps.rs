//! Lamps: what intervenes between the driver and the wheels, and what is wrong with the engine.
//!
//! ```
//! use skidpad_app::choice::Choice;
//! use skidpad_app::drive::Drive;
//! use skidpad_app::lamps::{Light, lamps};
//! use skidpad_world::scene::Scene;
//! let drive = Drive::new(Scene::straight(), &Choice::preset("two_track", "boxster-s").unwrap()).unwrap();
//! let lamps = lamps(drive.player());
//! assert_eq!((lamps.assists[0].name, lamps.assists[0].light), ("ABS", Light::Ready));
//! assert!(!lamps.redline && lamps.trouble.is_none());
//! ```

use std::borrow::Cow;

use skidpad_core::math::Real;
use skidpad_core::model::End;
use skidpad_core::step::Status;
use skidpad_world::channel::{CarChannels, ChannelHandle, WheelChannels};

use crate::choice::Choice;
use crate::drive::Entrant;
use crate::posture::Posture;
use crate::seen::ModelChannels;
use crate::tuning::{Tuning, capital};

/// State of the lamp of an assist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Light {
    /// Off, or not fitted.
    Off,
    /// Fitted, and not intervening.
    Ready,
    /// Intervening.
    Acts,
}

/// An assist of the car that is driven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assist {
    /// Its short name.
    pub name: &'static str,
    /// Purpose, in words.
    pub about: &'static str,
    /// Path of its switch in the vehicle.
    pub path: &'static str,
    /// Its lamp.
    pub light: Light,
}

/// All lamps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lamps {
    /// The assists; none for a model that knows none.
    pub assists: Vec<Assist>,
    /// The engine turns faster than it should.
    pub redline: bool,
    /// Neither tyres nor bodywork of a car in space bear any load.
    pub airborne: bool,
    /// Message about what has ended the run, or stops the engine, and what the player can do.
    pub trouble: Option<Cow<'static, str>>,
}

/// Channels of a wheel or car, of which one is read.
type Quantity<C> = fn(&C) -> Option<ChannelHandle>;

/// An assist: its names, and the channels that show where it acts.
struct Kind {
    name: &'static str,
    about: &'static str,
    path: &'static str,
    acts_on_wheel: Option<Quantity<WheelChannels>>,
    cut: Option<Quantity<CarChannels>>,
}

const KINDS: [Kind; 4] = [
    Kind {
        name: "ABS",
        about: "Anti-lock brakes: eases the brake of a wheel that is about to lock",
        path: "assists.abs",
        acts_on_wheel: Some(|wheel| wheel.abs_acts),
        cut: None,
    },
    Kind {
        name: "TC",
        about: "Traction control: reduces throttle and brakes a wheel that spins",
        path: "assists.traction_control",
        acts_on_wheel: Some(|wheel| wheel.traction_acts),
        cut: Some(|car| car.traction_cut),
    },
    Kind {
        name: "ESC",
        about: "Stability control: brakes single wheels and reduces throttle",
        path: "assists.stability_control",
        acts_on_wheel: Some(|wheel| wheel.stability_acts),
        cut: Some(|car| car.stability_cut),
    },
    Kind {
        name: "LC",
        about: "Launch control: limits the engine while the car pulls away",
        path: "assists.launch_control",
        acts_on_wheel: None,
        cut: Some(|car| car.launch_cut),
    },
];

/// A smaller share of the throttle that is taken lights no lamp.
const LEAST_CUT: f64 = 0.02;

/// The lamps of a car.
pub fn lamps(entrant: &Entrant) -> Lamps {
    let (seen, channels) = (entrant.seen(), entrant.seen().channels());
    let redline_rad_s = entrant.choice().vehicle.as_ref().map(|own| own.1.engine().redline_rad_s);
    let beyond = seen.engine_rad_s().zip(redline_rad_s).is_some_and(|(speed, redline)| speed >= redline);
    let knows_assists = channels.wheels.as_slice().iter().any(|wheel| wheel.abs_acts.is_some());
    let assists = KINDS.iter().filter(|_| knows_assists).map(|kind| Assist {
        name: kind.name,
        about: kind.about,
        path: kind.path,
        light: light(entrant, kind),
    });
    Lamps {
        assists: assists.collect(),
        redline: seen.is_on(channels.car.over_redline) || beyond,
        airborne: Posture::from_seen(&seen) == Some(Posture::Airborne),
        trouble: trouble(entrant, seen.is_on(channels.car.stalled)),
    }
}

/// Message about what has ended the run, or stops the engine.
fn trouble(entrant: &Entrant, is_stalled: bool) -> Option<Cow<'static, str>> {
    if entrant.status() == Status::Quarantined {
        return Some(Cow::Borrowed("Stopped: a number is not finite. R: restart"));
    }
    match entrant.seen().end() {
        Some(End::ENGINE_BLOWN) => Some(Cow::Borrowed("BLOWN ENGINE. R: restart")),
        Some(end) => Some(Cow::Owned(format!("{}. R: restart", capital(end.name())))),
        None => lying(entrant).or(is_stalled.then_some(Cow::Borrowed("STALLED. Hold I: starter"))),
    }
}

/// Message about a car that lies on its side or its roof.
fn lying(entrant: &Entrant) -> Option<Cow<'static, str>> {
    let posture = Posture::from_seen(&entrant.seen())?;
    let name = posture.name().filter(|_| posture != Posture::Airborne)?;
    Some(Cow::Owned(format!("{}. R: restart", capital(name))))
}

fn light(entrant: &Entrant, kind: &Kind) -> Light {
    let seen = entrant.seen();
    if !is_on(entrant.choice(), kind.path) {
        return Light::Off;
    }
    let ModelChannels { car, wheels, .. } = seen.channels();
    let on_wheel =
        |flag: Quantity<WheelChannels>| wheels.as_slice().iter().any(|wheel| seen.is_on(flag(wheel)));
    let cuts = |cut: Quantity<CarChannels>| seen.find(cut(car)).is_some_and(|cut| Real::abs(cut) > LEAST_CUT);
    let acts = kind.acts_on_wheel.is_some_and(on_wheel) || kind.cut.is_some_and(cuts);
    if acts { Light::Acts } else { Light::Ready }
}

/// True if an assist of a vehicle is on.
fn is_on(choice: &Choice, path: &str) -> bool {
    let Some(own) = &choice.vehicle else { return false };
    let chassis = own.1.chassis();
    let flag = match path {
        "assists.abs" => chassis.abs,
        "assists.traction_control" => chassis.traction_control,
        "assists.stability_control" => chassis.stability_control,
        "assists.launch_control" => chassis.launch_control,
        _ => return false,
    };
    flag.is_set()
}

/// The car with an assist switched on or off: as its vehicle file would have it.
///
/// # Errors
/// A car without a file, or one that cannot have it: the message for such a file.
pub fn switched(choice: &Choice, path: &str, is_on: bool) -> Result<Choice, String> {
    let tuning = Tuning::new(choice).ok_or_else(|| String::from("this car has no assists"))?;
    let place = tuning.place(path).ok_or_else(|| format!("this car has no {path}"))?;
    tuning.with(&place, if is_on { 1.0 } else { 0.0 })
}
