//! Texts of his simulator: names of buttons, fields, the message line.

use skidpad_texts::palmer::{BLOWN_RPM, CarSimulator, DriveMode, Message, REDLINE_RPM};

use super::{Palmer, Press};

/// The name of a mode's button.
pub fn mode(mode: DriveMode) -> &'static str {
    match mode {
        DriveMode::Accelerate => "Accelerate",
        DriveMode::Cruise => "Cruise",
        DriveMode::Brake => "Brake",
    }
}

/// The name of a button.
pub fn name(press: Press) -> &'static str {
    match press {
        Press::Mode(which) => mode(which),
        Press::Start => "Start",
        Press::ShiftUp => "Shift Up",
        Press::ShiftDown => "Shift Down",
        Press::Stop => "Stop",
        Press::Reset => "Reset",
        Press::Automatic => "Automatic gearbox",
    }
}

/// Effect that a button would have now.
pub fn hint(press: Press, palmer: &Palmer) -> String {
    let gear = palmer.car().gear();
    let plain = match press {
        Press::Mode(DriveMode::Accelerate) => "Full throttle",
        Press::Mode(DriveMode::Cruise) => "Holds the speed",
        Press::Mode(DriveMode::Brake) => "Brakes at 5 m/s² above 0.1 m/s",
        Press::Start => "Starts or resumes",
        Press::Stop => "Speed 0, first gear, 1000 rpm; keeps distance and time",
        Press::Reset => "Speed 0, first gear, 1000 rpm; resets distance and time",
        Press::Automatic => {
            "Shifts up above 4000 rpm, and down where the engine would turn below 3000 rpm in the lower gear"
        }
        Press::ShiftUp | Press::ShiftDown => {
            let to = if press == Press::ShiftUp { gear + 1 } else { gear.saturating_sub(1) };
            return match palmer.rpm_after(press) {
                Some(rpm) if rpm > BLOWN_RPM => format!("Gear {to} at {rpm:.0} rpm: the engine would blow"),
                Some(rpm) => format!("Gear {to} at {rpm:.0} rpm"),
                None => String::from("No such gear"),
            };
        }
    };
    String::from(plain)
}

/// The message line.
pub fn message(message: Message) -> String {
    match message {
        Message::None => String::new(),
        Message::OverRedline => format!("Redline warning: engine above {REDLINE_RPM:.0} rpm"),
        Message::BlownEngine => {
            format!("Blown engine: it exceeded {BLOWN_RPM:.0} rpm; the run is over")
        }
    }
}

/// A number as text; what rounds to nothing has no sign.
fn number(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let is_zero = text.chars().all(|letter| matches!(letter, '-' | '0' | '.'));
    if is_zero { text.replace('-', "") } else { text }
}

/// The five fields: name and value. Velocity in m/s as his, and in the player's unit; distance in the player's unit.
pub fn fields(
    car: &CarSimulator,
    speed: (f64, &'static str),
    distance: (f64, &'static str),
) -> [(&'static str, String); 5] {
    let velocity = format!("{} m/s, {} {}", number(car.speed_m_s(), 2), number(speed.0, 1), speed.1);
    [
        ("Velocity", velocity),
        ("Engine", format!("{} rpm", number(car.engine_rpm(), 0))),
        ("Gear", car.gear().to_string()),
        ("Distance", format!("{} {}", number(distance.0, 1), distance.1)),
        ("Time", format!("{} s", number(car.time_s(), 2))),
    ]
}

/// Equation or table behind a field's number.
pub fn origin(field: &str) -> &'static str {
    match field {
        "Velocity" => {
            "Equation 8.20 with the torque line (8.17) of the engine speed, integrated by RK4 in steps of 0.06 s"
        }
        "Engine" => {
            "Equation 8.13 after each step: v 60 g G / (2 pi r); 8.14 at a shift: old rpm times new over old ratio"
        }
        "Gear" => "Table 8-1: ratios 3.82, 2.20, 1.52, 1.22, 1.02, 0.84, final drive 3.44",
        "Distance" => "Velocity integrated by the same RK4",
        "Time" => "Sum of the steps of 0.06 s",
        _ => "",
    }
}

/// Differences between his simulator, as the listing has it, and a car.
pub const NOTES: [&str; 9] = [
    "The car is the chapter's Boxster S on level ground, by equation 8.20: three torque lines, drag, rolling resistance. \
     Its tyres never slip, and it has no reverse.",
    "Accelerate is full throttle. Cruise is zero acceleration.",
    "Time advances by 0.06 s in each 0.05 s of real time, a fifth faster than real time.",
    "Within a step the engine speed, and so the torque line, is that at its beginning.",
    "Braking is 5 m/s² at any speed above 0.1 m/s and ends there; the remaining speed stays.",
    "A downshift raises the engine speed, in cruise, too: from second gear at 7200 rpm to first it is 12 502 rpm, and \
     the engine blows at the next step.",
    "After a blown engine, Start runs for one step, which finds the engine blown again. Stop and Reset shift to first \
     gear at 1000 rpm.",
    "The markers move 10 pixels per metre, and return to 0 at 401. The text moves them to the right in one place and to \
     the left in another; the listing adds, so they move to the right and the car faces left.",
    "The listing has no automatic gearbox; the chapter names 3000 to 4000 rpm for a car that has one.",
];
