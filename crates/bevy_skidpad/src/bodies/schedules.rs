//! Places of the engine's exchange among the plugin's systems.

use bevy_app::prelude::*;
use bevy_ecs::intern::Interned;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::{ScheduleConfigs, ScheduleLabel};
use bevy_ecs::system::ScheduleSystem;
use tracing::error;

use crate::bodies::body::{VehicleBody, note_body, take_body, take_body_of_none};
use crate::bodies::clock::EngineClock;
use crate::bodies::fit::{drop_body, note_own_body};
use crate::bodies::material::{GroundMaterial, check_material};
use crate::bodies::rays::GroundRayCounts;
use crate::draw::show;
use crate::plugin::{SkidpadPlugin, SkidpadSchedule};
use crate::sets::SkidpadSystems;
use crate::step::{StepsElsewhere, take_controls};

/// Resource: the engine that the cars' bodies are in.
#[derive(Resource)]
struct EngineInUse(&'static str);

/// Adds what is common to all engines to an app whose engine steps in `schedule` and has colliders `C`. Returns the schedule in which cars step, where systems of
/// the sets `Join` and `Step` belong; `None` where the app has another engine.
pub(super) fn add<C: Component>(
    app: &mut App,
    engine: &'static str,
    schedule: Interned<dyn ScheduleLabel>,
) -> Option<Interned<dyn ScheduleLabel>> {
    use SkidpadSystems::{Control, FromEngine, Step, ToEngine};
    if let Some(EngineInUse(other)) = app.world().get_resource() {
        error!(
            "cars are among the bodies of {other} already: {engine} is left out (add one of the two plugins)"
        );
        return None;
    }
    app.insert_resource(EngineInUse(engine));
    if !app.is_plugin_added::<SkidpadPlugin>() {
        app.add_plugins(SkidpadPlugin::default());
    }
    app.init_resource::<EngineClock>()
        .init_resource::<GroundRayCounts>()
        .register_type::<VehicleBody>()
        .register_type::<GroundMaterial>()
        .add_observer(note_body)
        .add_observer(take_body)
        .add_observer(take_body_of_none)
        .add_observer(note_own_body)
        .add_observer(drop_body::<C>)
        .add_observer(check_material)
        .configure_sets(schedule, (ToEngine, FromEngine).chain());
    let own = app.world().resource::<SkidpadSchedule>().0;
    if own == schedule {
        app.configure_sets(schedule, (Control.before(ToEngine), FromEngine.before(Step)));
    }
    Some(own)
}

/// A system that steps the cars in the place of the plugin's own.
pub(super) fn in_place_of_step<M>(
    system: impl IntoScheduleConfigs<ScheduleSystem, M>,
) -> ScheduleConfigs<ScheduleSystem> {
    system.in_set(SkidpadSystems::Step).after(take_controls).before(show)
}

/// Notes that the engine is there, so that the plugin's own system does not step the cars.
pub(super) fn note_engine(steps: Option<Res<StepsElsewhere>>, mut commands: Commands) {
    if steps.is_none() {
        commands.insert_resource(StepsElsewhere);
    }
}
