//! A world of Skidpad's cars, live in [Foxglove](https://foxglove.dev): its 3D panel shows cars, the forces of tyres, track, walls
//! and cones, its plots every channel of the model.
//!
//! ```
//! use skidpad_core::controls::Gear;
//! use skidpad_core::step::Dt;
//! use skidpad_foxglove::{LiveView, ViewedCar};
//! use skidpad_models::MODELS;
//! use skidpad_world::rolling::{Begin, CarChoice};
//! use skidpad_world::world::{Member, Site, World};
//!
//! let (model, car) = (MODELS.by_name("w1").unwrap(), CarChoice::Own("w1"));
//! let begin = Begin { gear: Gear::Forward(1), initial: &[("velocity_x_m_s", 20.0)], method: None };
//! let mut world = World::new(Site::asphalt());
//! let id = world.add(Member { car: model.begin(&car, &begin).unwrap(), body: None }).unwrap();
//!
//! let mut view = LiveView::start("127.0.0.1", 0)?; // 8765 is the port that Foxglove looks at first
//! let mut viewed = ViewedCar::new(model, None);
//! println!("open Foxglove, and there a connection to ws://127.0.0.1:{}", view.port());
//! for _ in 0..100 {
//!     world.step(Dt::new(0.01).unwrap());
//!     view.show(&world, id, &mut viewed); // once a picture is enough
//! }
//! # Ok::<(), skidpad_foxglove::NoView>(())
//! ```
//!
//! | topic | message | holds |
//! |---|---|---|
//! | `/tf` | `foxglove.FrameTransforms` | the frame `car` in the frame `map`, for a camera that follows |
//! | `/cars` | `foxglove.SceneUpdate` | the bodies of all cars, and of the viewed one the wheels and the forces of its tyres, 1 m for 4 kN |
//! | `/place` | `foxglove.SceneUpdate` | track, walls and cones, every two seconds |
//! | `/telemetry` | JSON, `skidpad.Telemetry` | states, inputs and outputs of the viewed car by name, such as `/telemetry.yaw_rate_rad_s` |
//!
//! Axes are those of the world: x, y and z upwards, m ([`Pose`](skidpad_core::model::Pose)). Frames and names are those of recordings
//! (`.mcap`), so that one layout of Foxglove shows both. Messages have the time of the clock on the wall, by which Foxglove orders them;
//! the time of the car is the channel `time_s`.
#![forbid(unsafe_code)]

mod car;
mod channels;
mod place;
mod shapes;
mod stance;

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use foxglove::messages::{FrameTransform, FrameTransforms, SceneUpdate, Timestamp};
use foxglove::{Channel, Context, WebSocketServerHandle};
use skidpad_world::contact::Walls;
use skidpad_world::track::Track;
use skidpad_world::world::{CarId, World};

pub use car::ViewedCar;
use channels::ChannelTopic;

/// The port at which Foxglove looks for a server.
pub const USUAL_PORT: u16 = 8765;
/// Time after which the place is sent again, for programs that have connected since.
const PLACE_AGAIN: Duration = Duration::from_secs(2);

/// A server cannot be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoView {
    message: String,
}

impl fmt::Display for NoView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for NoView {}

/// A server to which Foxglove connects. It closes its connections when it is dropped; its port is free a moment later.
pub struct LiveView {
    server: Option<WebSocketServerHandle>,
    context: Arc<Context>,
    transforms: Channel<FrameTransforms>,
    cars: Channel<SceneUpdate>,
    place: Channel<SceneUpdate>,
    channels: Option<ChannelTopic>,
    placed: Option<Placed>,
}

/// The place that was sent.
struct Placed {
    at: Instant,
    track: Option<Arc<Track>>,
    walls: Arc<Walls>,
}

impl Placed {
    /// Returns true where a world still has that place, and it was sent a moment ago.
    fn holds(&self, world: &World) -> bool {
        let site = world.site();
        let has_track = match (&self.track, site.track()) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (one, other) => one.is_none() && other.is_none(),
        };
        has_track && Arc::ptr_eq(&self.walls, &site.walls) && self.at.elapsed() < PLACE_AGAIN
    }
}

impl fmt::Debug for LiveView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LiveView").field("port", &self.port()).finish_non_exhaustive()
    }
}

impl LiveView {
    /// Waits for Foxglove at a host of this machine, such as `127.0.0.1`, which no other machine reaches, and a port; 0 takes
    /// one that is free.
    ///
    /// Whoever reaches the address can read the drive: other programs and the pages in a browser of this machine, and with
    /// the address of a network its other machines.
    ///
    /// # Errors
    /// [`NoView`]: this machine has no such address, or the port is taken.
    ///
    /// # Panics
    /// In an asynchronous function, as Foxglove's server starts a runtime of its own; so does the end of this value.
    pub fn start(host: &str, port: u16) -> Result<Self, NoView> {
        let context = Context::new();
        let server = context.websocket_server().name("Skidpad").bind(host, port).start_blocking();
        let server = server.map_err(|error| NoView {
            message: format!(
                "cannot wait for Foxglove at {host}, port {port}: {error} (choose another port)"
            ),
        })?;
        Ok(Self {
            server: Some(server),
            transforms: context.channel_builder("/tf").build(),
            cars: context.channel_builder("/cars").build(),
            place: context.channel_builder("/place").build(),
            channels: None,
            placed: None,
            context,
        })
    }

    /// The port at which it waits.
    pub fn port(&self) -> u16 {
        self.server.as_ref().map_or(0, WebSocketServerHandle::port)
    }

    /// Number of programs that are connected.
    pub fn viewers(&self) -> usize {
        self.server.as_ref().map_or(0, WebSocketServerHandle::client_count)
    }

    /// Shows the world as it is now, with the channels and forces of one of its cars. Nothing is computed while nobody is
    /// connected, nor where the world has no such car.
    pub fn show(&mut self, world: &World, car: CarId, viewed: &mut ViewedCar) {
        // Before anybody is there: a topic that is advertised to a program later can be subscribed to too early.
        let channels = self.channels.take().filter(|topic| topic.is_of(viewed));
        let channels = channels.unwrap_or_else(|| ChannelTopic::new(&self.context, viewed));
        let channels = self.channels.insert(channels);
        if self.server.as_ref().is_none_or(|server| server.client_count() == 0) || world.car(car).is_none() {
            return;
        }
        let now = Timestamp::now();
        viewed.read(world, car);
        channels.log(viewed);
        self.show_cars(world, car, viewed, now);
        if !self.placed.as_ref().is_some_and(|placed| placed.holds(world)) {
            let (track, walls) = (world.site().track().cloned(), Arc::clone(&world.site().walls));
            self.placed = Some(Placed { at: Instant::now(), track, walls });
            self.place.log(&SceneUpdate { deletions: Vec::new(), entities: place::entities(world, now) });
        }
    }

    fn show_cars(&self, world: &World, car: CarId, viewed: &ViewedCar, now: Timestamp) {
        let Some(stance) = viewed.stance(world, car) else { return };
        let (translation, rotation) = shapes::placed(&stance.pose);
        self.transforms.log(&FrameTransforms {
            transforms: vec![FrameTransform {
                timestamp: Some(now),
                parent_frame_id: shapes::MAP.to_owned(),
                child_frame_id: "car".to_owned(),
                translation: Some(translation),
                rotation: Some(rotation),
            }],
        });
        self.cars
            .log(&SceneUpdate { deletions: Vec::new(), entities: car::entities(world, car, viewed, now) });
    }
}

impl Drop for LiveView {
    fn drop(&mut self) {
        if let Some(server) = self.server.take() {
            server.stop().wait_blocking();
        }
    }
}

#[cfg(test)]
mod tests {
    use skidpad_core::controls::Gear;
    use skidpad_models::MODELS;
    use skidpad_world::rolling::{Begin, CarChoice};
    use skidpad_world::world::{Member, Site};

    use super::*;

    #[test]
    fn without_a_viewer_nothing_is_computed() {
        let model = MODELS.by_name("w1").expect("a model");
        let begin = Begin { gear: Gear::Forward(1), initial: &[], method: None };
        let mut world = World::new(Site::asphalt());
        let car = model.begin(&CarChoice::Own("w1"), &begin).expect("it begins");
        let car = world.add(Member { car, body: None }).expect("room");
        let (mut view, mut viewed) =
            (LiveView::start("127.0.0.1", 0).expect("a free port"), ViewedCar::new(model, None));
        view.show(&world, car, &mut viewed);
        assert_eq!((view.viewers(), viewed.numbers().len()), (0, 0));
    }

    /// Dropped and started again on its port, as by a game that is left and begun again.
    #[test]
    fn the_port_is_free_a_moment_after_the_end() {
        let port = LiveView::start("127.0.0.1", 0).expect("a free port").port();
        let began = Instant::now();
        while let Err(error) = LiveView::start("127.0.0.1", port) {
            assert!(began.elapsed() < Duration::from_secs(10), "{error}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}
