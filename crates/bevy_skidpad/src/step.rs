//! A step of the world.

use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_time::Time;
use skidpad::core::controls::sanitise;
use skidpad::core::step::Dt;
use skidpad::world::rolling::Request;
use skidpad::world::world::Event;

use crate::controls::VehicleControls;
use crate::event::{VehicleEvent, VehicleEventKind};
use crate::fault::{VehicleFault, VehicleFaultKind, report};
use crate::world::SkidpadWorld;

/// Passes the controls to the cars.
pub(crate) fn take_controls(
    vehicles: Query<&VehicleControls>,
    mut world: ResMut<SkidpadWorld>,
    mut faults: MessageWriter<VehicleFault>,
) {
    for place in 0..world.seats().len() {
        let (entity, before) = (world.seats()[place].entity, world.seats()[place].fault);
        let Ok(controls) = vehicles.get(entity) else { continue };
        let (command, fault) = sanitise(&(*controls).into());
        world.set_request(place, Request::from_command(command), fault);
        // Once, not at each step for as long as it lasts.
        if let Some(fault) = fault.filter(|_| fault != before) {
            report(&mut faults, Some(entity), VehicleFaultKind::Control(fault));
        }
    }
}

/// Resource: cars are stepped by a system of an engine, on its ground.
#[derive(Resource)]
pub(crate) struct StepsElsewhere;

/// Clock, world and messages of a step.
#[derive(SystemParam)]
pub(crate) struct StepParts<'w, 's> {
    pub time: Res<'w, Time>,
    pub world: ResMut<'w, SkidpadWorld>,
    events: MessageWriter<'w, VehicleEvent>,
    pub faults: MessageWriter<'w, VehicleFault>,
    /// True while the clock's step is none that a car can make.
    is_faulty: Local<'s, bool>,
}

impl StepParts<'_, '_> {
    /// Moves all cars on by `step`, by the step of the schedule's clock, and reports what happened.
    pub fn step(&mut self, step: impl FnOnce(&mut SkidpadWorld, Dt) -> Vec<Event>) {
        self.step_by(self.time.delta_secs_f64(), step);
    }

    /// Moves all cars on by `step`, by a time, s; none at 0.
    pub fn step_by(&mut self, seconds: f64, step: impl FnOnce(&mut SkidpadWorld, Dt) -> Vec<Event>) {
        let Self { world, events, faults, is_faulty, .. } = self;
        let dt = match Dt::try_from(seconds) {
            Ok(dt) => dt,
            Err(fault) => {
                // A clock that has not begun is no fault.
                if seconds > 0.0 && !core::mem::replace(&mut **is_faulty, true) {
                    report(faults, None, VehicleFaultKind::TimeStep(fault));
                }
                return;
            }
        };
        **is_faulty = false;
        let happened = step(world, dt);
        events.write_batch(happened.iter().filter_map(|event| VehicleEvent::from_world(event, world)));
        let time_s = world.world().time_s();
        world.note_gears(|vehicle, from, to| {
            let kind = VehicleEventKind::GearChanged { from, to };
            events.write(VehicleEvent { vehicle, other: None, time_s, kind });
        });
    }
}

/// Moves all cars on, on the ground of Skidpad's world.
pub(crate) fn step(mut parts: StepParts) {
    parts.step(SkidpadWorld::step);
}
