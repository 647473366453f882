//! What models can be asked for, and the cars that they take.

/// What a model can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Abilities {
    /// It turns when steered.
    pub steers: bool,
    /// It takes throttle and brake.
    pub pedals: bool,
    /// It takes an acceleration along its own axis instead of pedals.
    pub acceleration: bool,
    /// Its tyres hold so much and no more: beyond, it slides.
    pub slides: bool,
    /// It feels the grip of the road.
    pub grip: bool,
    /// It drives backwards.
    pub reverses: bool,
    /// It feels slope and bank of the road.
    pub slope: bool,
    /// It leans into turns, and does not turn otherwise.
    pub leans: bool,
    /// Its body rolls, pitches and heaves on springs.
    pub sprung: bool,
}

impl Abilities {
    /// A car on four wheels that is driven by its pedals, with all else.
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
    /// The same on wheels that roll without a limit.
    pub const ROLLS: Self = Self { slides: false, grip: false, ..Self::ALL };

    /// Those that it has, in words.
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
