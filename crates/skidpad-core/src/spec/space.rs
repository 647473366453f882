//! Numbers of a car in space: what no model in the plane has.

use super::field::section;

section! {
    /// Tyres, stops and masses of a car in space.
    pub struct SpaceSpec {
        front_tyre_n_m = "front_tyre_stiffness": Stiffness [1e3, 1e8] "Vertical stiffness of a front tyre.", derived "the load at rest over 6 % of the rolling radius: 200 N/mm for the tyre of a passenger car";
        rear_tyre_n_m = "rear_tyre_stiffness": Stiffness [1e3, 1e8] "Vertical stiffness of a rear tyre.", derived "the load at rest over 6 % of the rolling radius: 200 N/mm for the tyre of a passenger car";
        front_rebound_m = "front_rebound_travel": Length [0.0, 1.0] "How far a front wheel springs out from rest until it meets a stop as hard as that of the way in; 0 without stop.", derived "[bump_stops] front_travel: as far as in";
        rear_rebound_m = "rear_rebound_travel": Length [0.0, 1.0] "How far a rear wheel springs out from rest until it meets a stop as hard as that of the way in; 0 without stop.", derived "[bump_stops] rear_travel: as far as in";
        roll_yaw_product_kg_m2 = "roll_yaw_product": Inertia [-1e5, 1e5] "Product of inertia of the longitudinal and the vertical axis, the integral of x z dm of the car without its wheels, about its centre of mass: above 0 where masses ahead lie higher than those behind.", derived "0: the body's axes are those of its inertia" = 0.0;
    }
}
