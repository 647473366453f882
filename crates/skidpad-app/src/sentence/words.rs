//! Situations in words.

use skidpad::units;

use super::look::{Axle, Look, WHEEL_NAMES};
use super::situation::Situation;

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

fn at_grip(which: &str, axle: &Axle) -> String {
    if axle.is_beyond_peak() {
        return format!("{which} tyres slide, {} of their grip left", percent(axle.use_of_grip));
    }
    format!("{which} tyres at {} of their grip", percent(axle.use_of_grip))
}

fn side(look: &Look) -> &'static str {
    if look.left_g > 0.0 { "left" } else { "right" }
}

fn gear(look: &Look) -> String {
    match look.gear {
        None => String::new(),
        Some(gear) if gear < 0.0 => " in reverse".to_owned(),
        Some(0.0) => " in neutral".to_owned(),
        Some(gear) => format!(" in gear {gear:.0}"),
    }
}

fn wheel(which: Option<usize>) -> &'static str {
    which.map_or("", |index| WHEEL_NAMES[index])
}

/// What stability control does.
fn stability(look: &Look) -> String {
    match look.stability {
        Some(_) => format!("stability control brakes the {} wheel", wheel(look.stability)),
        None => format!("stability control takes {} of the throttle", percent(look.stability_cut)),
    }
}

/// What traction control does.
fn traction(look: &Look) -> String {
    match look.traction {
        Some(_) if look.traction_cut <= 0.02 => {
            format!("traction control brakes the {} wheel", wheel(look.traction))
        }
        _ => format!("traction control takes {} of the throttle", percent(look.traction_cut)),
    }
}

fn wheelspin(look: &Look) -> String {
    let (which, slip) = if look.front.spins > look.rear.spins {
        ("front", look.front.spins)
    } else {
        ("rear", look.rear.spins)
    };
    // From rest the ratio has no end.
    if slip > 9.99 || look.speed_m_s < 1.0 {
        return format!("{which} wheels spin");
    }
    format!("{which} wheels spin, {} faster than the road", percent(slip))
}

/// The sentence.
pub(super) fn say(situation: Situation, look: &Look) -> String {
    let degrees = |angle: f64| format!("{:.0} degrees", units::to_degrees(angle.abs()));
    let g = |share: f64| format!("{:.2} g", share.abs());
    let rear = || at_grip("rear", &look.rear);
    let front = || at_grip("front", &look.front);
    match situation {
        Situation::EngineBlown => "the engine is blown".to_owned(),
        Situation::Fallen => "it has fallen over".to_owned(),
        Situation::Spins => format!("spins: it points {} off its way", degrees(look.sideslip_rad)),
        Situation::FrontLocked => "front wheels locked: it does not answer to the steering".to_owned(),
        Situation::RearLocked => "rear wheels locked: the tail comes round".to_owned(),
        Situation::StabilityActs => stability(look),
        Situation::AntiLockActs => {
            format!("the anti-lock system holds the {} wheel back from locking", wheel(look.anti_lock))
        }
        Situation::PowerOversteer => format!("{}: power oversteer", rear()),
        Situation::LiftOffOversteer => format!("{}: lift-off oversteer", rear()),
        Situation::BrakingOversteer => format!("{}: oversteer under braking", rear()),
        Situation::Oversteer => format!("{}: oversteer", rear()),
        Situation::Drift => format!("drifts {} aside on opposite lock", degrees(look.sideslip_rad)),
        Situation::Wheelspin => wheelspin(look),
        Situation::TractionActs => traction(look),
        Situation::Understeer => format!("{}: understeer", front()),
        Situation::OverRedline => "the engine is over its redline".to_owned(),
        Situation::Stalled => "the engine has stalled".to_owned(),
        Situation::Launches => "launches".to_owned(),
        Situation::StandsOnBrake => "stands still on its brake".to_owned(),
        Situation::StandsOnHandbrake => "stands still on its handbrake".to_owned(),
        Situation::Stands => "stands still".to_owned(),
        Situation::HardBraking => format!("brakes hard, at {}", g(look.ahead_g)),
        Situation::Turns => format!("turns {} at {}", side(look), g(look.left_g)),
        Situation::Brakes => "brakes".to_owned(),
        Situation::Reverses => "rolls backwards".to_owned(),
        Situation::Accelerates => format!("accelerates at {}{}", g(look.ahead_g), gear(look)),
        Situation::Coasts => format!("coasts{}", gear(look)),
        Situation::Cruises => format!("keeps its speed{}", gear(look)),
    }
}
