//! Stage 2, slip: what each tyre does as far as that does not depend on its load.

use super::axle::{AxlePoint, TwoAxles};
use super::kinematics::{AxleKinematics, Kinematics};
use super::point::EvaluationPoint;
use crate::each_wheel;
use crate::math::{Direction, Real, Vec2};
use crate::model::two_track::{AffineForce, Kind, WheelTyre};
use crate::tyre::Contact;

/// The slip quantities of the tyres of a kind of car.
pub(super) type SlipOf<K, R> = <<K as Kind>::Tyre<R> as WheelTyre<R>>::Slip;

/// Slip of the tyres, and their forces before the loads are known.
pub(super) struct WheelSlips<S, R> {
    /// Deflection of each tyre.
    pub deflections: [Vec2<R>; 4],
    /// Slip quantities of each tyre.
    pub tyres: [S; 4],
    /// Force of each tyre on the body along the road, as a function of the load, in the body's axes.
    pub forces: [AffineForce<R>; 4],
}

/// Slip of each tyre and its force N p + q under the load N, with p and q by the tyre's law (module `tyre`).
///
/// A body lies along the road that rises below it, so the tyres' own forces move the loads, without the push of the road's
/// normal. Parked on a rise they hold the weight, whose moment about the road presses on the wheels below.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn slip<K: Kind, R: Real>(
    at: &EvaluationPoint<K, R>,
    kinematics: &Kinematics<R, K::Parts>,
) -> WheelSlips<SlipOf<K, R>, R> {
    let (tyres, wheels) = (at.car.tyres(), &kinematics.wheels);
    let deflections = at.state.deflections();
    let slips = each_wheel!(W => tyres[W].slip(&deflections[W], &wheels.motions[W]));
    let forces = each_wheel!(W => {
        in_body_axes(&tyres[W].force_before_load(&slips[W], &deflections[W]), wheels.axes[W])
    });
    WheelSlips { deflections, tyres: slips, forces }
}

/// Force of a tyre in the body's axes.
#[cfg_attr(not(debug_assertions), inline(always))]
fn in_body_axes<R: Real>(force: &AffineForce<R>, axes: Direction<R>) -> AffineForce<R> {
    AffineForce { per_load: force.per_load.to_parent(axes), fixed_n: force.fixed_n.to_parent(axes) }
}

/// Slip of the tyres of two axles, and their forces before the loads are known.
pub(in crate::model) struct AxleSlips<R> {
    /// Tyres of the front and of the rear axle. Each has a force over load that is a quotient, in the axes of its wheel.
    pub contacts: [Contact<R>; 2],
    /// Numerators of these quotients in the body's axes.
    pub in_body: [Vec2<R>; 2],
}

/// Slip of the tyres of each axle and their force over load, by the tyre's law. The whole force of the front tyres is
/// turned: their lateral force pulls backwards, too, without which a coasting, steered car gains energy.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn axle_slip<K: TwoAxles, R: Real>(
    at: &AxlePoint<K, R>,
    kinematics: &AxleKinematics<R>,
) -> AxleSlips<R> {
    let contacts = K::contacts(at, &kinematics.hubs_m_s);
    let [front, rear] = [contacts[0].above, contacts[1].above];
    let in_body = [if K::TURNS { front.to_parent(kinematics.steer) } else { front }, rear];
    AxleSlips { contacts, in_body }
}
