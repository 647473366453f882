//! What is written on his simulator: names of buttons, fields, the message line.

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
        Press::Automatic => "Shift automatically",
    }
}

/// What a button would do now.
pub fn hint(press: Press, palmer: &Palmer) -> String {
    let gear = palmer.car().gear();
    let plain = match press {
        Press::Mode(DriveMode::Accelerate) => "All that the engine gives",
        Press::Mode(DriveMode::Cruise) => "The speed stays as it is",
        Press::Mode(DriveMode::Brake) => "-5 m/s² above 0.1 m/s",
        Press::Start => "Starts, or goes on",
        Press::Stop => "Speed 0, first gear, 1000 rpm; distance and time stay",
        Press::Reset => "Speed 0, first gear, 1000 rpm; distance and time to zero",
        Press::Automatic => "Up above 4000 rpm, down where the lower gear would turn below 3000 rpm",
        Press::ShiftUp | Press::ShiftDown => {
            let to = if press == Press::ShiftUp { gear + 1 } else { gear.saturating_sub(1) };
            return match palmer.rpm_after(press) {
                Some(rpm) if rpm > BLOWN_RPM => format!("Gear {to} at {rpm:.0} rpm: the engine would blow"),
                Some(rpm) => format!("Gear {to} at {rpm:.0} rpm"),
                None => String::from("There is no such gear: nothing happens"),
            };
        }
    };
    String::from(plain)
}

/// The message line.
pub fn message(message: Message) -> String {
    match message {
        Message::None => String::new(),
        Message::OverRedline => format!("Redline warning: the engine turns above {REDLINE_RPM:.0} rpm"),
        Message::BlownEngine => {
            format!("Blown engine: it turned above {BLOWN_RPM:.0} rpm, and the run is over")
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

/// Where a field's number comes from.
pub fn origin(field: &str) -> &'static str {
    match field {
        "Velocity" => {
            "8.20 in the gear and on the torque line of the engine speed (8.17), by RK4 in steps of 0.06 s"
        }
        "Engine" => {
            "8.13: v 60 g G / (2 pi r) after each step; 8.14 at a shift: old rpm times new ratio over old"
        }
        "Gear" => "Table 8-1: ratios 3.82, 2.20, 1.52, 1.22, 1.02, 0.84, final drive 3.44",
        "Distance" => "The velocity added up by the same RK4",
        "Time" => "Steps of 0.06 s",
        _ => "",
    }
}

/// What his simulator does that a car would not, as the listing has it.
pub const NOTES: [&str; 9] = [
    "The car is the Boxster S of the chapter, on level ground, in equation 8.20: three torque lines, drag, rolling \
     friction. Its tyres never slip, and there is no reverse.",
    "Accelerate is all the engine can give. Cruise is no acceleration at all.",
    "Time goes in steps of 0.06 s, one every 0.05 s by the clock: a fifth faster than life.",
    "Within a step the engine speed, and with it the torque line, is that of its beginning.",
    "Braking is 5 m/s² at any speed above 0.1 m/s and ends there: what speed is left stays for ever.",
    "A shift down raises the engine speed, in cruise, too: from second at 7200 rpm to first it is 12 502 rpm, and the \
     engine is blown at the next step.",
    "After a blown engine Start goes on, for one step, which finds it blown again. Stop and Reset shift to first gear \
     at 1000 rpm.",
    "The markers move 10 pixels a metre, and back to 0 from 401 on. The text has them move to the right in one place \
     and to the left in another; the listing adds, so that they go to the right and the car faces left.",
    "The listing has no automatic gearbox; the chapter names 3000 to 4000 rpm for a car that has one.",
];
