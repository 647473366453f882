//! Numbers that only a car in space has.

use super::field::section;

section! {
    /// Tyres, rebound stops and product of inertia of a car in space.
    pub struct SpaceSpec {
        front_tyre_n_m = "front_tyre_stiffness": Stiffness [100.0, 1e8] "Vertical stiffness of a front tyre.", derived "the load at rest over 6 % of the rolling radius: 200 N/mm for the tyre of a passenger car";
        rear_tyre_n_m = "rear_tyre_stiffness": Stiffness [100.0, 1e8] "Vertical stiffness of a rear tyre.", derived "the load at rest over 6 % of the rolling radius: 200 N/mm for the tyre of a passenger car";
        front_rebound_m = "front_rebound_travel": Length [0.0, 1.0] "Rebound travel of a front wheel from rest to its rebound stop, which is as hard as the bump stop; 0 without stop.", derived "[bump_stops] front_travel: as far as in bump";
        rear_rebound_m = "rear_rebound_travel": Length [0.0, 1.0] "Rebound travel of a rear wheel from rest to its rebound stop, which is as hard as the bump stop; 0 without stop.", derived "[bump_stops] rear_travel: as far as in bump";
        roll_yaw_product_kg_m2 = "roll_yaw_product": Inertia [-1e5, 1e5] "Product of inertia of the longitudinal and the vertical axis, the integral of x z dm of the car without its wheels about the centre of mass of the whole car: above 0 where masses ahead lie higher than those behind.", derived "0: the body's axes are those of its inertia" = 0.0;
    }
}
