//! Apps without a window.

use std::time::Duration;

use bevy_app::prelude::*;
use bevy_ecs::message::MessageCursor;
use bevy_ecs::prelude::*;
use bevy_skidpad::prelude::*;
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy};

/// An app with steps at a rate, and as many pictures as wanted.
pub fn app(steps_hz: f64, pictures_hz: f64) -> App {
    let mut app = App::new();
    app.add_plugins((TimePlugin, SkidpadPlugin::default()))
        .insert_resource(Time::<Fixed>::from_hz(steps_hz))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(1.0 / pictures_hz)));
    app
}

/// The length of the app's steps, s.
pub fn dt_s(app: &App) -> f64 {
    app.world().resource::<Time<Fixed>>().timestep().as_secs_f64()
}

/// Lets a vehicle appear.
pub fn spawn(app: &mut App, bundle: impl Bundle) -> Entity {
    app.world_mut().spawn(bundle).id()
}

/// Updates until Skidpad's world has made so many steps.
pub fn update_to(app: &mut App, steps: u64) {
    while world(app).world().steps() < steps {
        app.update();
    }
}

pub fn world(app: &App) -> &SkidpadWorld {
    app.world().resource()
}

pub fn get<C: Component>(app: &App, entity: Entity) -> &C {
    app.world().get(entity).expect("the component")
}

/// Messages that a test has not read yet.
pub struct Reader<M: Message>(MessageCursor<M>);

impl<M: Message + Clone> Reader<M> {
    pub fn new() -> Self {
        Self(MessageCursor::default())
    }

    pub fn read(&mut self, app: &App) -> Vec<M> {
        self.0.read(app.world().resource::<Messages<M>>()).cloned().collect()
    }
}

/// Updates some times, and returns all messages on the way.
pub fn messages<M: Message + Clone>(app: &mut App, updates: usize) -> Vec<M> {
    let (mut reader, mut all) = (Reader::<M>::new(), Vec::new());
    for _ in 0..updates {
        app.update();
        all.extend(reader.read(app));
    }
    all
}
