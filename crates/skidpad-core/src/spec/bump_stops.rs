//! Bump stops: rubber at the end of a wheel's bump travel.

use super::field::section;

section! {
    /// Stops that a wheel meets at the end of its bump travel.
    pub struct BumpStopsSpec {
        front_travel_m = "front_travel": Length [0.0, 1.0] "How far a front wheel springs in from rest until it meets its stop; 0 without stop.", derived "0: no stop" = 0.0;
        rear_travel_m = "rear_travel": Length [0.0, 1.0] "How far a rear wheel springs in from rest until it meets its stop; 0 without stop.", derived "0: no stop" = 0.0;
        length_m = "stop_length": Length [0.005, 0.5] "Compression of a stop at which it carries the stop_load; its stiffness stays constant beyond.", derived "0.04 m: a third of a bumper of 120 mm" = 0.04;
        load = "stop_load": Ratio [0.1, 20.0] "What a stop carries then, over what its spring carries at rest.", derived "2: with the spring's own load three times what it carries at rest, the 3 g bump of the usual load cases" = 2.0;
    }
}
