//! Contact: what happens when cars meet each other, walls and posts.
//!
//! A vehicle's model moves its vehicle on its own. [`Contacts::step`] is given where each body was and where its model
//! would have it ([`Mover`]), and gives back where it is instead, how it moves, and what hit what ([`Outcome`]).
//! [`PlanarChannels`] reads and writes the state of any model with the common channel names.
//!
//! ```
//! use skidpad_world::contact::{Body, Contacts, Motion, Mover, Shape, Wall, Walls};
//!
//! let car = Body {
//!     shape: Shape::centred_box(4.5, 1.8),
//!     mass_kg: 1500.0,
//!     yaw_inertia_kg_m2: 2500.0,
//!     restitution: 0.25,
//!     friction: 0.5,
//! };
//! let walls = Walls::new(Wall::arena([-50.0, -50.0], [50.0, 50.0], 1.0, 0.5).to_vec()).unwrap();
//! let mut contacts = Contacts::new();
//! let mut motion = Motion::at_rest(47.0, 0.0, 0.0).moving(100.0, 0.0, 0.0);
//! let dt_s = 1.0 / 60.0;
//! let outcome = contacts.step(&[Mover::coasting(car, motion, dt_s)], &walls, dt_s).unwrap();
//! motion = outcome.motions[0];
//! assert!((motion.velocity_m_s.x + 25.0).abs() < 1e-9);
//! assert!(outcome.impacts[0].approach_speed_m_s > 99.9);
//! ```
//!
//! # How it works
//!
//! Each body follows the straight way from its start to its proposal. The pairs that come near (`broad.rs`) have a
//! time of impact (`approach.rs`), before which nothing can pass through anything. At the first of them the bodies
//! that touch, directly or through others (`cluster.rs`), are solved together (`island.rs`): first as an impact with
//! the velocities of that instant, then for the velocities that their forces will have given them by the end of the
//! step, which contact holds back without restitution. So a car that is pressed against a wall does not bounce or
//! shake: its velocity is 0, and its place the same from step to step. They move on from there, until no more meet.
//!
//! - **Momentum** is kept, for impulses are given in pairs. **Energy** never grows, by construction: see `island.rs`. Angular
//!   momentum is kept by impacts as long as nothing overlaps ([`Outcome::pushed_m`]). Bodies that press while they slide along
//!   each other keep it to the first order of the step: an impulse J over a time t leaves t/2 (v_a - v_b) x J, because its
//!   arms are those of the beginning and both bodies move along the mean of their velocities.
//! - **Restitution** is Poisson's, 0 from the fifth time on that a pair meets in one step. **Friction** is Coulomb's on
//!   the slip that is left, in compression and restitution each (`law.rs`).
//! - **Order**: bodies are put in an order of their own (place, heading, velocity) first, so the result has the same
//!   bits in whatever order they are given. Walls count in the given order.
//! - **Gap**: bodies are kept [`GAP_M`] apart. What overlaps more than [`SLOP_M`] (it was put there) is pushed apart by
//!   at most [`LARGEST_PUSH_M`] a step, without speed.
//!
//! # Why no library for the geometry
//!
//! parry2d is well kept and complete, but has three traits against it here. Cross-platform bits need its
//! `enhanced-determinism`; it brings 35 packages and breaks every month or two; and what is hard here, an impulse law
//! that cannot create energy, is not in it. Rectangles, discs and lines need 200 lines of + - * / and square roots.
//!
//! # Palmer
//!
//! His 8.42 and 8.43 are the one-dimensional case: [`collision`], [`inelastic_collision`].

mod approach;
mod area;
mod body;
mod broad;
mod channels;
mod check;
mod cluster;
mod geometry;
mod island;
mod joint;
mod law;
mod lists;
mod manifold;
mod mover;
mod outcome;
mod pairs;
mod palmer;
mod pivot;
mod pressing;
mod push_apart;
mod run;
mod scene;
mod space;
mod step;
mod traveller;
mod tree;
mod walls;

pub use body::{Barrier, Body, Motion, Shape, Wall};
pub use channels::{MissingChannel, PlanarChannels, motion_of};
pub use check::{
    ContactFault, FARTHEST_M, FASTEST_M_S, FASTEST_TURN_RAD_S, check_body, is_usable, is_usable_mover,
};
pub use mover::{Mover, MoverInSpace, reach_m};
pub use outcome::{Impact, Met, Outcome};
pub use palmer::{F1_SPIRIT_RESTITUTION, collision, inelastic_collision};
pub use pressing::Pressing;
pub use space::{BodyInSpace, BoxPlace};
pub use step::Contacts;
pub use traveller::room_m;
pub use walls::Walls;

/// Gap that is kept between bodies that touch, m.
pub const GAP_M: f64 = 1e-4;
/// Outlines closer than this touch, m.
const TOUCH_M: f64 = 2.0 * GAP_M;
/// Deeper overlaps are pushed apart, m.
pub const SLOP_M: f64 = 1e-4;
/// Largest distance by which an overlap shrinks in a step, m.
pub const LARGEST_PUSH_M: f64 = 0.2;
