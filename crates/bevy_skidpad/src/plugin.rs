//! The plugin.

use bevy_app::prelude::*;
use bevy_ecs::intern::Interned;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::ScheduleLabel;

use crate::controls::VehicleControls;
use crate::draw::{FollowsFixedTime, SkidpadAlpha, SkidpadOrigin, VehicleWheel, draw, find_alpha, show};
use crate::event::VehicleEvent;
use crate::fault::VehicleFault;
#[cfg(feature = "asset")]
use crate::files::note_files;
use crate::ground::{SkidpadGround, take_ground};
use crate::join::{note_joining, note_leaving, note_present, take_changes};
use crate::outputs::write_outputs;
use crate::place::{PlaceVehicle, place};
use crate::report::write_telemetry;
use crate::sets::SkidpadSystems;
use crate::step::{StepsElsewhere, step, take_controls};
use crate::telemetry::{VehicleTelemetry, VehicleWheels};
use crate::world::SkidpadWorld;

/// Cars that drive by Skidpad: in [`FixedPostUpdate`], after the systems of [`FixedUpdate`] have written the controls. Pictures are drawn
/// between the last two steps, after all fixed steps of a frame and before [`Update`], where a camera can follow a drawn car.
///
/// The rate is that of `Time<Fixed>`, 64 Hz where the game sets no other: a car divides each step into sub-steps of 2 ms at most, so
/// that it drives the same at any rate.
#[derive(Clone, Copy, Debug)]
pub struct SkidpadPlugin {
    schedule: Interned<dyn ScheduleLabel>,
    follows_fixed_time: bool,
}

impl Default for SkidpadPlugin {
    fn default() -> Self {
        Self { schedule: FixedPostUpdate.intern(), follows_fixed_time: true }
    }
}

impl SkidpadPlugin {
    /// The plugin with its steps in another schedule, by the step of that schedule's `Time`. Of one that does not run with `Time<Fixed>`,
    /// such as that of a rollback library, the last step is drawn: see [`SkidpadAlpha`].
    pub fn new(schedule: impl ScheduleLabel) -> Self {
        let schedule = schedule.intern();
        let fixed: [Interned<dyn ScheduleLabel>; 5] = [
            FixedFirst.intern(),
            FixedPreUpdate.intern(),
            FixedUpdate.intern(),
            FixedPostUpdate.intern(),
            FixedLast.intern(),
        ];
        Self { schedule, follows_fixed_time: fixed.contains(&schedule) }
    }
}

/// Resource: the schedule in which the cars step.
#[derive(Resource)]
#[cfg_attr(
    not(any(feature = "avian", feature = "rapier")),
    expect(dead_code, reason = "for engines of rigid bodies")
)]
pub(crate) struct SkidpadSchedule(pub Interned<dyn ScheduleLabel>);

impl Plugin for SkidpadPlugin {
    fn build(&self, app: &mut App) {
        use SkidpadSystems::{Control, Draw, Join, Report, Step};
        app.init_resource::<SkidpadWorld>()
            .init_resource::<SkidpadGround>()
            .init_resource::<SkidpadOrigin>()
            .init_resource::<SkidpadAlpha>()
            .insert_resource(FollowsFixedTime(self.follows_fixed_time))
            .insert_resource(SkidpadSchedule(self.schedule))
            .add_message::<VehicleEvent>()
            .add_message::<VehicleFault>()
            .add_message::<PlaceVehicle>()
            .register_type::<VehicleControls>()
            .register_type::<VehicleTelemetry>()
            .register_type::<VehicleWheels>()
            .register_type::<VehicleWheel>()
            .register_type::<SkidpadOrigin>()
            .register_type::<SkidpadAlpha>();
        app.configure_sets(self.schedule, (Join, Control, Step, Report).chain()).add_systems(
            self.schedule,
            (
                (take_ground, take_changes, place).chain().in_set(Join),
                (take_controls, step.run_if(not(resource_exists::<StepsElsewhere>)), show)
                    .chain()
                    .in_set(Step),
                (write_telemetry, write_outputs).in_set(Report),
            ),
        );
        app.configure_sets(RunFixedMainLoop, Draw.in_set(RunFixedMainLoopSystems::AfterFixedMainLoop))
            .add_systems(
                RunFixedMainLoop,
                find_alpha.before(Draw).in_set(RunFixedMainLoopSystems::AfterFixedMainLoop),
            )
            .add_systems(RunFixedMainLoop, draw.in_set(Draw));
        app.add_observer(note_joining).add_observer(note_leaving);
        note_present(app.world_mut());
        #[cfg(feature = "asset")]
        if crate::files::add(app) {
            app.add_systems(self.schedule, note_files.in_set(Join).before(take_changes));
        }
        #[cfg(feature = "input")]
        crate::input::add(app, self.schedule);
    }
}
