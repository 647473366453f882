//! Situations in words.

use skidpad_core::units;

use super::look::Look;
use super::situation::{LEAST_CUT, LOCKED_UNTIL, SPINNING_UNTIL, STEADY_G, Situation};
use super::wheel::Axle;

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

fn at_grip(which: &str, axle: &Axle) -> String {
    let sliding = if axle.is_beyond_peak() { " sliding" } else { "" };
    match axle.use_of_grip {
        Some(used) => format!("{which} tyres{sliding} at {} of their grip", percent(used)),
        None => format!("{which} tyres{sliding}"),
    }
}

fn gear(look: &Look) -> String {
    match look.gear {
        None => String::new(),
        Some(gear) if gear < 0.0 => " in reverse gear".to_owned(),
        Some(0.0) => " in neutral".to_owned(),
        Some(gear) => format!(" in gear {gear:.0}"),
    }
}

/// A wheel by name; several by their number.
fn wheels(which: &[&str]) -> String {
    match which {
        [one] => format!("the {one} wheel"),
        all => format!("{} wheels", all.len()),
    }
}

fn stability(look: &Look) -> String {
    match look.stability[..] {
        [] => format!("stability control takes {} of the throttle", percent(look.stability_cut)),
        _ => format!("stability control brakes {}", wheels(&look.stability)),
    }
}

fn traction(look: &Look) -> String {
    match look.traction[..] {
        [] => format!("traction control takes {} of the throttle", percent(look.traction_cut)),
        _ if look.traction_cut > LEAST_CUT => {
            format!("traction control takes {} of the throttle", percent(look.traction_cut))
        }
        _ => format!("traction control brakes {}", wheels(&look.traction)),
    }
}

/// The consequence holds forwards only: backwards the rear axle leads.
fn locked(axle: &Axle, look: &Look, consequence: &str) -> String {
    let which = axle.which_locked(LOCKED_UNTIL);
    let consequence = if which.is_axle && look.forward_m_s > 0.0 { consequence } else { "" };
    format!("{} locked{consequence}", which.names)
}

fn wheelspin(look: &Look) -> String {
    let axle = if look.front.spins() > look.rear.spins() { &look.front } else { &look.rear };
    let which = axle.which_spin(SPINNING_UNTIL);
    let spin = if which.is_axle { "spin" } else { "spins" };
    let how = match which.ratio {
        Some(ratio) if ratio < 0.0 => ", against the car's motion".to_owned(),
        Some(ratio) if ratio < 10.0 => format!(", {} faster than the road", percent(ratio - 1.0)),
        _ => String::new(),
    };
    format!("{} {spin}{how}", which.names)
}

fn turns(look: &Look) -> String {
    let side = if look.across_g > 0.0 { "left" } else { "right" };
    let reversing = if look.forward_m_s < 0.0 { "reversing, " } else { "" };
    format!("{reversing}cornering {side} at {:.2} g", look.across_g.abs())
}

/// Backwards under its own gear, or in spite of it.
fn reverses(look: &Look) -> String {
    match look.gear {
        Some(gear) if gear < 0.0 => "reversing".to_owned(),
        _ => format!("rolling backwards{}", gear(look)),
    }
}

fn keeps(look: &Look) -> &'static str {
    match look.along_g {
        more if more > STEADY_G => "gaining speed",
        less if less < -STEADY_G => "losing speed",
        _ => "steady speed",
    }
}

/// The sentence.
pub(super) fn say(situation: Situation, look: &Look) -> String {
    let degrees = |angle: f64| format!("{:.0}°", units::to_degrees(angle.abs()));
    let g = |share: f64| format!("{:.2} g", share.abs());
    let rear = || at_grip("rear", &look.rear);
    match situation {
        Situation::Ended => look.ended.unwrap_or_default().to_owned(),
        Situation::OffWheels => look.off_wheels.unwrap_or_default().to_owned(),
        Situation::Spins => format!("spinning: {} of sideslip", degrees(look.sideslip_rad)),
        Situation::SlidesSideways => format!("sliding sideways: {} of sideslip", degrees(look.sideslip_rad)),
        Situation::FrontLocked => locked(&look.front, look, ": the car cannot steer"),
        Situation::RearLocked => locked(&look.rear, look, ": the tail can break away"),
        Situation::StabilityActs => stability(look),
        Situation::AntiLockActs => format!("ABS eases the brakes of {}", wheels(&look.anti_lock)),
        Situation::PowerOversteer => format!("{}: power oversteer", rear()),
        Situation::LiftOffOversteer => format!("{}: lift-off oversteer", rear()),
        Situation::BrakingOversteer => format!("{}: oversteer under braking", rear()),
        Situation::Oversteer => format!("{}: oversteer", rear()),
        Situation::Drift => format!("drifting: {} of sideslip, opposite lock", degrees(look.sideslip_rad)),
        Situation::Wheelspin => wheelspin(look),
        Situation::TractionActs => traction(look),
        Situation::LaunchControlActs => {
            format!("launch control takes {} of the throttle", percent(look.launch_cut))
        }
        Situation::Understeer => format!("{}: understeer", at_grip("front", &look.front)),
        Situation::OverRedline => "engine over its redline".to_owned(),
        Situation::Stalled => "engine stalled".to_owned(),
        Situation::PullsAway => format!("pulling away, clutch slipping{}", gear(look)),
        Situation::StandsOnBrake => "at rest, brake on".to_owned(),
        Situation::StandsOnHandbrake => "at rest, handbrake on".to_owned(),
        Situation::Revs => "revving in neutral".to_owned(),
        Situation::Stands => "at rest".to_owned(),
        Situation::HardBraking => format!("braking hard at {}", g(look.along_g)),
        Situation::Turns => turns(look),
        Situation::Brakes => "braking".to_owned(),
        Situation::HandbrakeOn => "handbrake on".to_owned(),
        Situation::Reverses => reverses(look),
        Situation::Accelerates => format!("accelerating at {}{}", g(look.along_g), gear(look)),
        Situation::Coasts => format!("coasting{}", gear(look)),
        Situation::Cruises => format!("{}{}", keeps(look), gear(look)),
    }
}
