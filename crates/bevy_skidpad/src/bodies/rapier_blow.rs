//! Steps in which a fast car may hit something in Rapier.
//!
//! Rapier finds contacts of a body with `SoftCcd` as far ahead as it comes in a step. But of a face with more than four points, such as a
//! bumper before a wall, it keeps only those within the prediction distance that all bodies have, and the nearest one: a car that hits a
//! wall squarely was stopped at one corner, and left the wall spinning. And one sweep of the solver leaves the impulses of the corners
//! unequal. So in such a step the prediction distance is as long as the car's way, and the sweeps are more; both are as they were afterwards.

use bevy_ecs::prelude::*;
use bevy_rapier3d::prelude::{
    QueryFilter, RapierContextSimulation, RapierRigidBodyHandle, ReadRapierContext, ShapeCastOptions,
};
use skidpad::core::math::Real;

use crate::bodies::body::VehicleBodyOf;
use crate::bodies::exchange::EngineMotion;
use crate::bodies::rapier_clock::RapierClock;

/// Sweeps of the solver over all contacts of a sub-step, with and without correction of their depths, at least: a square hit at 50 m/s
/// leaves a lateral velocity of 2.7 m/s after one of them, of 1.2 m/s after 4, and of 0.04 m/s after 16. The yaw rate of 0.7 rad/s that
/// remains is of the restitution, which Rapier applies to one point after another: without it 0.02 rad/s remain.
const SWEEPS: usize = 16;
/// Length that is searched, over the car's way in a step: what comes towards it may be as fast.
const AHEAD: f32 = 2.0;

/// Resource: parameters of Rapier that are changed in this step, as they were.
#[derive(Resource, Default)]
pub(super) struct ParametersBefore(Option<Parameters>);

#[derive(Clone, Copy)]
struct Parameters {
    prediction: f32,
    sweeps: [usize; 2],
}

impl Parameters {
    fn read(context: &RapierContextSimulation) -> Self {
        let now = &context.integration_parameters;
        let sweeps = [now.num_internal_pgs_iterations, now.num_internal_stabilization_iterations];
        Self { prediction: now.normalized_prediction_distance, sweeps }
    }

    fn write(self, context: &mut RapierContextSimulation) {
        let now = &mut context.integration_parameters;
        now.normalized_prediction_distance = self.prediction;
        [now.num_internal_pgs_iterations, now.num_internal_stabilization_iterations] = self.sweeps;
    }
}

/// Returns the way of the fastest car that may hit something in this step, m; 0 where there is none.
pub(super) fn look_ahead(
    clock: RapierClock,
    context: ReadRapierContext,
    bodies: Query<(Entity, &EngineMotion, &RapierRigidBodyHandle), With<VehicleBodyOf>>,
) -> f32 {
    let Ok(context) = context.single() else { return 0.0 };
    let usual_m = context.simulation.integration_parameters.prediction_distance();
    let mut longest_m = 0.0_f32;
    for (entity, motion, handle) in &bodies {
        let way = motion.velocity_m_s * (AHEAD * clock.step_s() as f32);
        if way.length() <= Real::max(usual_m, longest_m) {
            continue;
        }
        let Some(body) = context.rigidbody_set.bodies.get(handle.0) else { continue };
        let filter = QueryFilter::new().exclude_sensors().exclude_rigid_body(entity);
        // Up to the end of the way; what the car touches already it may leave.
        let options = ShapeCastOptions {
            max_time_of_impact: 1.0,
            stop_at_penetration: false,
            ..ShapeCastOptions::default()
        };
        let is_met = context.with_query_pipeline(filter, |pipeline| {
            body.colliders().iter().filter_map(|collider| context.colliders.colliders.get(*collider)).any(
                |collider| {
                    let place = collider.position_wrt_parent().copied().unwrap_or_default();
                    let at = motion.translation + motion.rotation * place.translation;
                    let rotation = motion.rotation * place.rotation;
                    pipeline.cast_shape(at, rotation, way, collider.shape(), options).is_some()
                },
            )
        });
        if is_met {
            longest_m = way.length();
        }
    }
    longest_m
}

/// Prepares Rapier for a blow of a car that moves by `way_m`.
pub(super) fn brace(
    In(way_m): In<f32>,
    mut contexts: Query<&mut RapierContextSimulation>,
    mut before: ResMut<ParametersBefore>,
) {
    let Some(mut context) = contexts.iter_mut().next().filter(|_| way_m > 0.0) else { return };
    let usual = Parameters::read(&context);
    let prediction = Real::max(usual.prediction, way_m / context.integration_parameters.length_unit);
    Parameters { prediction, sweeps: usual.sweeps.map(|sweeps| sweeps.max(SWEEPS)) }.write(&mut context);
    before.0 = Some(usual);
}

/// Puts the parameters back.
pub(super) fn relax(mut contexts: Query<&mut RapierContextSimulation>, mut before: ResMut<ParametersBefore>) {
    if let (Some(usual), Some(mut context)) = (before.0.take(), contexts.iter_mut().next()) {
        usual.write(&mut context);
    }
}
