//! What is chosen: units, switches, camera, gears. No drawing.

use skidpad_core::controls::Gear;

use super::Camera;
use crate::hand::Shaping;
use crate::plots::Plots;
use crate::plots::lap_trace::LapPair;

/// Units that numbers are shown in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Units {
    /// km/h and metres.
    #[default]
    Metric,
    /// mph and feet.
    Imperial,
}

impl Units {
    /// A speed of m/s, and the name of its unit.
    pub fn speed(self, m_s: f64) -> (f64, &'static str) {
        match self {
            Self::Metric => (m_s * 3.6, "km/h"),
            Self::Imperial => (m_s / 0.44704, "mph"),
        }
    }

    /// A length of m, and the name of its unit.
    pub fn length(self, m: f64) -> (f64, &'static str) {
        match self {
            Self::Metric => (m, "m"),
            Self::Imperial => (m / 0.3048, "ft"),
        }
    }

    /// A torque of N.m, and the name of its unit.
    pub fn torque(self, nm: f64) -> (f64, &'static str) {
        match self {
            Self::Metric => (nm, "N·m"),
            Self::Imperial => (nm / (4.448_221_615_260_5 * 0.3048), "lbf·ft"),
        }
    }

    /// A power of W, and the name of its unit.
    pub fn power(self, w: f64) -> (f64, &'static str) {
        match self {
            Self::Metric => (w / 1000.0, "kW"),
            Self::Imperial => (w / (550.0 * 4.448_221_615_260_5 * 0.3048), "hp"),
        }
    }

    /// A force of N, and the name of its unit.
    pub fn force(self, n: f64) -> (f64, &'static str) {
        match self {
            Self::Metric => (n, "N"),
            Self::Imperial => (n / 4.448_221_615_260_5, "lbf"),
        }
    }
}

/// Which instruments are shown below the dial.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    /// Motion, wheels, friction circles, g-g.
    #[default]
    Drive,
    /// The curves of the tyres.
    Tyres,
    /// Torque, power, and force at the wheels.
    Engine,
}

impl Tab {
    /// All of them, with their names.
    pub const ALL: [(Self, &'static str); 3] =
        [(Self::Drive, "Motion and wheels"), (Self::Tyres, "Tyres"), (Self::Engine, "Engine")];
}

/// Parts of the top view that are shown besides the car.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown {
    /// Force arrows of the tyres.
    pub forces: bool,
    /// Slip vectors of the tyres.
    pub slips: bool,
    /// The velocity.
    pub velocity: bool,
    /// The point about which the car turns.
    pub turning_centre: bool,
    /// Marks of sliding tyres.
    pub skid_marks: bool,
    /// A grid on the ground.
    pub grid: bool,
    /// Other cars with the same controls.
    pub ghosts: bool,
    /// The car from its side and from behind.
    pub stance: bool,
    /// The scene around the car, small.
    pub map: bool,
    /// The ideal line, and the optimal lap.
    pub ideal_line: bool,
}

impl Default for Shown {
    fn default() -> Self {
        Self {
            forces: true,
            slips: false,
            velocity: true,
            turning_centre: true,
            skid_marks: true,
            grid: true,
            ghosts: true,
            stance: true,
            map: true,
            // It takes seconds to find.
            ideal_line: false,
        }
    }
}

impl Shown {
    /// Each switch with its label.
    pub fn switches(&mut self) -> [(&mut bool, &'static str); 10] {
        [
            (&mut self.forces, "Tyre forces"),
            (&mut self.slips, "Slip vectors"),
            (&mut self.velocity, "Velocity"),
            (&mut self.turning_centre, "Turning centre"),
            (&mut self.skid_marks, "Skid marks"),
            (&mut self.grid, "Grid"),
            (&mut self.ghosts, "Ghosts"),
            (&mut self.stance, "Side and rear view"),
            (&mut self.map, "Map"),
            (&mut self.ideal_line, "Ideal line"),
        ]
    }
}

/// The gear lever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lever {
    /// True if the gearbox chooses the forward gear itself.
    pub automatic: bool,
    /// -1 reverse, 0 neutral, 1 and above forwards.
    pub gear: i8,
}

impl Default for Lever {
    fn default() -> Self {
        Self { automatic: true, gear: 1 }
    }
}

impl Lever {
    /// As the car is asked.
    pub fn gear(self) -> Gear {
        match self.gear {
            ..0 => Gear::Reverse,
            0 => Gear::Neutral,
            _ if self.automatic => Gear::Automatic,
            gear => Gear::Forward(gear.unsigned_abs()),
        }
    }

    /// A gear up or down, of so many forward gears.
    pub fn shift(&mut self, by: i8, gears: i8) {
        let highest = if self.automatic { 1 } else { gears.max(1) };
        self.gear = self.gear.saturating_add(by).clamp(-1, highest);
    }

    /// Lets the gearbox choose, or not any more: then it stays in the gear that is in, reverse included.
    pub fn set_automatic(&mut self, automatic: bool, is_in: Option<f64>) {
        self.automatic = automatic;
        if automatic {
            self.gear = self.gear.min(1);
        } else if self.gear > 0 {
            self.gear = is_in.map_or(1, |gear| if gear < 0.0 { -1 } else { (gear as i8).clamp(1, 12) });
        }
    }
}

/// Contents of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// The scene from above, with the instruments.
    #[default]
    Plan,
    /// Palmer's Car Simulator. The cars of the plan stand still meanwhile, and his while the plan is shown.
    Palmer,
}

/// Volume of the sound, [0, 1].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Volume(pub f64);

impl Default for Volume {
    fn default() -> Self {
        Self(0.6)
    }
}

/// Contents of a small window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sheet {
    /// The plan.
    #[default]
    Plan,
    /// The panel of choices: model, car, scene and so on.
    SetUp,
    /// The instruments.
    Instruments,
}

/// All of it.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// Plan or Palmer's simulator.
    pub view: View,
    /// Units.
    pub units: Units,
    /// Switches of the plan.
    pub shown: Shown,
    /// Camera.
    pub camera: Camera,
    /// Gear lever.
    pub lever: Lever,
    /// Input shaping between keys or sticks and the car.
    pub shaping: Shaping,
    /// Contents of a window without room for panels beside the top view.
    pub sheet: Sheet,
    /// True if the sound is on.
    pub sound_is_on: bool,
    /// Volume of the sound.
    pub volume: Volume,
    /// True while fingers hold the on-screen controls.
    pub thumbs_drive: bool,
    /// True in slow motion.
    pub is_slow: bool,
    /// Which instruments are shown.
    pub tab: Tab,
    /// The tyre whose curves are shown large, by its place; `None`: all of them, small.
    pub tyre: Option<usize>,
    /// True if the plots are shown.
    pub shows_plots: bool,
    /// The plots.
    pub plots: Plots,
    /// Two laps over each other.
    pub lap_pair: LapPair,
    /// Model of the next ghost.
    pub ghost_model: String,
    /// True once the player has done anything: until then the start screen is shown.
    pub has_begun: bool,
    /// Message about a failure, for the player to read.
    pub error: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::Lever;
    use skidpad_core::controls::Gear;

    #[test]
    fn the_lever_stops_at_its_ends() {
        let mut lever = Lever { automatic: false, gear: 1 };
        (0..9).for_each(|_| lever.shift(1, 6));
        assert_eq!(lever.gear(), Gear::Forward(6));
        (0..9).for_each(|_| lever.shift(-1, 6));
        assert_eq!(lever.gear(), Gear::Reverse);
        lever.set_automatic(true, Some(3.0));
        assert_eq!(lever.gear(), Gear::Reverse);
        (0..3).for_each(|_| lever.shift(1, 6));
        assert_eq!(lever.gear(), Gear::Automatic);
        lever.set_automatic(false, Some(3.0));
        assert_eq!(lever.gear(), Gear::Forward(3));
        // Put in reverse by the brake pedal.
        let mut lever = Lever::default();
        lever.set_automatic(false, Some(-1.0));
        assert_eq!(lever.gear(), Gear::Reverse);
    }
}
