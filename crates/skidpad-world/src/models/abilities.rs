//! Abilities of models, and the cars that they take.

/// Abilities of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Abilities {
    /// True if the model turns when steered.
    pub steers: bool,
    /// True if the model takes throttle and brake.
    pub pedals: bool,
    /// True if the model takes an acceleration along its longitudinal axis instead of pedals.
    pub acceleration: bool,
    /// True if friction limits the tyre forces: beyond the limit the car slides.
    pub slides: bool,
    /// True if the grip of the road affects the motion.
    pub grip: bool,
    /// True if the model drives backwards.
    pub reverses: bool,
    /// True if slope and bank of the road affect the motion.
    pub slope: bool,
    /// True if the vehicle leans into turns, and turns in no other way.
    pub leans: bool,
    /// True if the body rolls, pitches and heaves on springs.
    pub sprung: bool,
}

impl Abilities {
    /// Abilities of a four-wheel car driven by its pedals: all but `acceleration`, `leans` and `sprung`.
    pub const ALL: Self = Self {
        steers: true,
        pedals: true,
        acceleration: false,
        slides: true,
        grip: true,
        reverses: true,
        slope: true,
        leans: false,
        sprung: false,
    };
    /// Abilities of a car driven by its pedals whose wheels roll without a friction limit.
    pub const ROLLS: Self = Self { slides: false, grip: false, ..Self::ALL };

    /// Names of the model's abilities.
    pub fn words(&self) -> Vec<&'static str> {
        let all = [
            (self.steers, "steers"),
            (self.pedals, "pedals"),
            (self.acceleration, "acceleration"),
            (self.slides, "slides"),
            (self.grip, "grip"),
            (self.reverses, "reverses"),
            (self.slope, "slope"),
            (self.leans, "leans"),
            (self.sprung, "springs"),
        ];
        all.into_iter().filter(|(has, _)| *has).map(|(_, word)| word).collect()
    }
}

/// The cars that a model takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cars {
    /// Vehicles: presets and vehicle files.
    Vehicles,
    /// Its own, by these names.
    Own(&'static [&'static str]),
    /// One car of fixed data: whatever car is named, it is this one.
    Fixed,
}
