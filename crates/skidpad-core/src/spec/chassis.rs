//! Data of the four-wheel car beyond the two axles: tracks, roll, springs, steering gear.
//!
//! A vehicle file may leave the sections `[chassis]` and `[steering]` out: then all of it is derived.

use crate::record::Flag;
use core::ops::Deref;

use super::field::section;
use super::space::SpaceSpec;
use crate::compound_record;
use crate::math::Real;
use crate::units::degrees;

section! {
    /// Tracks, suspension and downforce on the axles.
    pub struct ChassisSpec {
        front_track_m = "front_track": Length [0.0, 4.0] "Distance between the middles of the front wheels.", derived "the mean track";
        rear_track_m = "rear_track": Length [0.0, 4.0] "Distance between the middles of the rear wheels.", derived "the mean track";
        roll_stiffness_front_share = "roll_stiffness_front_share": Ratio [0.0, 1.0] "Share of the roll stiffness on the front axle, springs and anti-roll bars together.", derived "front weight share + 0.05: the usual start of a set-up that understeers a little";
        front_roll_centre_m = "front_roll_centre": Length [-0.5, 1.0] "Height of the front axle's roll centre.", derived "0.05 m: within the 30 to 100 mm of Reimpell, Stoll and Betzler, The Automotive Chassis, 3.4" = 0.05;
        rear_roll_centre_m = "rear_roll_centre": Length [-0.5, 1.0] "Height of the rear axle's roll centre.", derived "0.10 m: within the 80 to 120 mm of the same" = 0.10;
        front_ride_hz = "front_ride_frequency": Ratio [0.5, 10.0] "Natural frequency of the body on the front springs, Hz.", derived "1.3 Hz: a passenger car (1 to 1.5 Hz in Gillespie, Fundamentals of Vehicle Dynamics, 5)" = 1.3;
        rear_ride_hz = "rear_ride_frequency": Ratio [0.5, 10.0] "Natural frequency of the body on the rear springs, Hz.", derived "1.5 Hz: stiffer than in front, so that pitching dies out over a bump (Olley)" = 1.5;
        damping_ratio = "damping_ratio": Ratio [0.05, 2.0] "Damping of heave over critical damping, the same share at both axles.", derived "0.3: between comfort (0.2) and handling (0.4)" = 0.3;
        roll_gradient = "roll_gradient": Angle [0.0, 0.5] "Roll angle per g of lateral acceleration, as far as springs alone do not make it smaller.", derived "4 degrees per g: the middle of passenger cars (3 to 7 in Gillespie, 6)" = degrees(4.0);
        roll_inertia_kg_m2 = "roll_inertia": Inertia [0.0001, 1000000.0] "Moment of inertia of the body about its longitudinal axis.", derived "0.19 times the yaw inertia of a car, from its wheelbase and track: mass (0.38 track)^2";
        pitch_inertia_kg_m2 = "pitch_inertia": Inertia [0.0001, 1000000.0] "Moment of inertia of the body about its transverse axis.", derived "0.95 times the yaw inertia (NHTSA's inertia database)";
        unsprung_share = "unsprung_share": Ratio [0.0, 0.5] "Share of the mass that does not ride on the springs.", derived "0.12" = 0.12;
        anti_dive = "anti_dive": Ratio [-1.0, 2.0] "Share of the load transfer under braking that the front linkage carries instead of the springs.", derived "0.2" = 0.2;
        anti_squat = "anti_squat": Ratio [-1.0, 2.0] "Share of the load transfer that the rear linkage carries instead of the springs.", derived "0.3" = 0.3;
        suspension_friction = "suspension_friction": Ratio [0.0, 0.2] "Dry friction of the suspension over the weight on it.", derived "0.01: about 40 N a wheel of a middling car" = 0.01;
        front_camber_rad = "front_camber": Angle [-0.2, 0.2] "Inclination of the front wheels at rest, negative where their tops lean inwards.", derived "0" = 0.0;
        rear_camber_rad = "rear_camber": Angle [-0.2, 0.2] "Inclination of the rear wheels at rest.", derived "0" = 0.0;
        camber_gain = "camber_gain": Ratio [0.0, 1.0] "Inclination of a wheel to the road per roll of the body: 1 for a swing of wheel and body together, 0 for a rigid axle.", derived "0.3: a suspension that takes most of the roll out" = 0.3;
        front_downforce = "front_downforce_coefficient": Ratio [-3.0, 10.0] "Coefficient of the air's force on the front axle on the frontal area, positive downwards.", derived "0" = 0.0;
        rear_downforce = "rear_downforce_coefficient": Ratio [-3.0, 10.0] "Coefficient of the air's force on the rear axle on the frontal area, positive downwards.", derived "0" = 0.0;
    }
}

section! {
    /// The steering gear and the alignment of the wheels.
    pub struct SteeringSpec {
        ratio = "ratio": Ratio [1.0, 50.0] "Angle of the steering wheel over the mean angle of the front wheels.", derived "15" = 15.0;
        ackermann = "ackermann": Ratio [-1.0, 2.0] "Share of Ackermann's steering: 0 both wheels in parallel, 1 both about one turning centre.", derived "0.6: as most road cars have (0.4 to 0.8)" = 0.6;
        largest_rate_rad_s = "largest_rate": Ratio [0.0, 100.0] "How fast the front wheels turn at most, rad/s; 0 without limit.", derived "0: whoever steers decides" = 0.0;
        front_toe_rad = "front_toe": Angle [-0.1, 0.1] "Angle of each front wheel inwards.", derived "0" = 0.0;
        rear_toe_rad = "rear_toe": Angle [-0.1, 0.1] "Angle of each rear wheel inwards.", derived "0" = 0.0;
    }
}

section! {
    /// Differentials, open by default. Locking values are those that are published, |T1 - T2| / (T1 + T2).
    pub struct DifferentialsSpec {
        front_preload_nm = "front_preload": Torque [0.0, 100000.0] "Torque that the front differential's clutch moves without drive.", derived "0: open" = 0.0;
        front_drive_locking = "front_drive_locking": Ratio [0.0, 1.0] "Locking value of the front differential under drive.", derived "0: open" = 0.0;
        front_coast_locking = "front_coast_locking": Ratio [0.0, 1.0] "Locking value of the front differential on the overrun.", derived "0: open" = 0.0;
        rear_preload_nm = "rear_preload": Torque [0.0, 100000.0] "Torque that the rear differential's clutch moves without drive.", derived "0: open" = 0.0;
        rear_drive_locking = "rear_drive_locking": Ratio [0.0, 1.0] "Locking value of the rear differential under drive.", derived "0: open" = 0.0;
        rear_coast_locking = "rear_coast_locking": Ratio [0.0, 1.0] "Locking value of the rear differential on the overrun.", derived "0: open" = 0.0;
        centre_preload_nm = "centre_preload": Torque [0.0, 100000.0] "Torque that the centre differential's clutch moves without drive.", derived "0: open but for [drive] centre_coupling" = 0.0;
        centre_locking = "centre_locking": Ratio [0.0, 1.0] "Locking value of the centre differential.", derived "0: open but for [drive] centre_coupling" = 0.0;
    }
}

section! {
    /// Driver assists: 1 where one is fitted and on, 0 where not.
    pub struct AssistsSpec {
        abs = "abs": Ratio [0.0, 1.0] "Anti-lock brakes.", derived "0: off" = 0.0;
        traction_control = "traction_control": Ratio [0.0, 1.0] "Traction control, by engine and brakes.", derived "0: off" = 0.0;
        stability_control = "stability_control": Ratio [0.0, 1.0] "Stability control.", derived "0: off" = 0.0;
        launch_control = "launch_control": Ratio [0.0, 1.0] "Launch control.", derived "0: off" = 0.0;
        brake_lag_s = "brake_lag": Time [0.0, 1.0] "Time constant of the pressure in the brakes; 0 follows the pedal at once.", derived "0: at once" = 0.0;
        brake_fade = "brake_fade": Ratio [0.0, 1.0] "1 where the brakes warm up and fade.", derived "0: they do not" = 0.0;
    }
}

compound_record! {
    /// Tracks, suspension, steering gear and downforce of a checked vehicle, the values of the section `[chassis]`
    /// included.
    pub struct ChassisData {
        /// Tracks, roll centres, inertias, linkages and camber, as specified or derived.
        pub linkage: ChassisSpec<R>,
        /// Steering gear and alignment, as specified or derived.
        pub steering: SteeringSpec<R>,
        /// Differentials, as specified or derived.
        pub differentials: DifferentialsSpec<R>,
        /// Numbers of the car in space, as specified or derived.
        pub space: SpaceSpec<R>,
        /// Sprung mass, kg.
        pub sprung_mass_kg: R,
        /// Stiffness of a front spring at its wheel, N/m.
        pub front_spring_n_m: R,
        /// Stiffness of a rear spring at its wheel, N/m.
        pub rear_spring_n_m: R,
        /// Damping of a front wheel, N.s/m.
        pub front_damper_n_s_m: R,
        /// Damping of a rear wheel, N.s/m.
        pub rear_damper_n_s_m: R,
        /// Stiffness of the front anti-roll bar: force at each wheel per difference of their travels, N/m.
        pub front_bar_n_m: R,
        /// Stiffness of the rear anti-roll bar, N/m.
        pub rear_bar_n_m: R,
        /// Downforce coefficient times frontal area, front axle, m^2.
        pub front_downforce_area_m2: R,
        /// Downforce coefficient times frontal area, rear axle, m^2.
        pub rear_downforce_area_m2: R,
        /// Overall width without mirrors, m.
        pub width_m: R,
        /// Overall height, m.
        pub height_m: R,
        /// Set with anti-lock brakes.
        pub abs: Flag<R>,
        /// Set with traction control.
        pub traction_control: Flag<R>,
        /// Set with stability control.
        pub stability_control: Flag<R>,
        /// Set with launch control.
        pub launch_control: Flag<R>,
        /// Time constant of the pressure in the brakes, s.
        pub brake_lag_s: R,
        /// Set where the brakes fade.
        pub brake_fade: Flag<R>,
        /// Set for a gearbox with two clutches.
        pub dual_clutch: Flag<R>,
        /// Travel of a front wheel from rest to its bump stop, m; 0 without a stop.
        pub front_stop_travel_m: R,
        /// Travel of a rear wheel from rest to its bump stop, m; 0 without a stop.
        pub rear_stop_travel_m: R,
        /// Compression of a bump stop at which it carries its load, m.
        pub stop_length_m: R,
        /// Load of a bump stop at the compression `stop_length_m`, over the load of the spring at rest.
        pub stop_load: R,
    }
}

impl<R> Deref for ChassisData<R> {
    type Target = ChassisSpec<R>;
    fn deref(&self) -> &ChassisSpec<R> {
        &self.linkage
    }
}

impl<R: Real> ChassisData<R> {
    /// Heights of the roll centres of the front and of the rear axle, m.
    pub(crate) fn roll_centres_m(&self) -> [R; 2] {
        [self.front_roll_centre_m, self.rear_roll_centre_m]
    }
}
