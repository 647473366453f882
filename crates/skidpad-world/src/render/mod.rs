//! From fixed steps to a picture at any rate: how many steps a frame takes, and where cars are between two of them.
//!
//! Physics goes in equal steps; frames come when they come. [`FixedStep`] says how many steps a frame is due and how
//! far the picture is from the last step to the next one, and [`Between`] draws a car there: one step behind, but
//! without jitter at any frame rate.
//!
//! ```
//! use skidpad_core::model::Model;
//! use skidpad_texts::w1::{self, W1};
//! use skidpad_core::record::Empty;
//! use skidpad_world::render::{Between, FixedStep};
//! use skidpad_core::step::{Dt, Simulation};
//! use skidpad_core::surface::Surface;
//!
//! let road = Surface::asphalt();
//! let (state, input) = w1::workload::start(0);
//! let mut car = Simulation::<W1>::new(Empty, Empty, state);
//! let pose = |car: &Simulation<W1>| W1::pose(car.state(), &road);
//!
//! let mut fixed = FixedStep::new(Dt::new(1.0 / 60.0).unwrap());
//! let mut shown = Between::at(pose(&car));
//! # let frames = [0.007, 0.0069, 0.02, 0.0, 1.5, 0.00694];
//! # for frame_s in frames {
//! // Each time that a picture is drawn, with the seconds since the last one:
//! let due = fixed.advance(frame_s);
//! for _ in 0..due.steps {
//!     car.step(&input, &road, fixed.dt());
//!     shown.push(pose(&car));
//! }
//! let pose = shown.pose(due.alpha); // draw the car here
//! # assert!(pose.position_m[0].is_finite());
//! # }
//! ```

mod between;
mod fixed_step;

pub use between::{Between, WheelAngle, angle_between, hermite, rotation_between};
pub use fixed_step::{Due, FixedStep, FrameFault};
