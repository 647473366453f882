//! The curves of all tyres of a car.

use skidpad_core::model::Model as _;
use skidpad_special::Motorcycle;
use skidpad_texts::slip_vector::SlipVector;
use skidpad_world::scene::Scene;

use super::other::{motorcycle, slip_vector};
use super::tyre::{at, curves};
use super::{TyreCurves, law};
use crate::drive::Entrant;
use crate::tread::{Tread, treads};

/// The curves of all tyres; empty for a model whose tyres have no law of slip.
///
/// ```
/// use skidpad_app::curves::{Slip, tyre_curves};
/// use skidpad_app::choice::Choice;
/// use skidpad_app::drive::Drive;
/// use skidpad_world::scene::Scene;
/// let drive = Drive::new(Scene::straight(), &Choice::preset("two_track", "boxster-s").unwrap()).unwrap();
/// let curves = tyre_curves(drive.player(), drive.scene());
/// assert_eq!(curves.len(), 4);
/// let along = curves[0].over(Slip::Ratio).unwrap();
/// assert!(along.peak.unwrap()[1] > 0.9 * curves[0].at.load_n);
/// ```
pub fn tyre_curves(entrant: &Entrant, scene: &Scene) -> Vec<TyreCurves> {
    match entrant.choice().model.name {
        Motorcycle::NAME => return motorcycle(entrant, scene),
        SlipVector::NAME => return slip_vector(entrant, scene),
        _ => {}
    }
    let laws = [true, false].map(|is_front| law(entrant.choice(), is_front));
    let [Some(front), Some(rear)] = laws else {
        return Vec::new();
    };
    let seen = entrant.seen();
    let of = |tread: &Tread| {
        let law = if tread.name.starts_with("front") { &front } else { &rear };
        curves(law.as_ref(), &at(entrant, scene, tread), tread, &seen)
    };
    treads(entrant).iter().map(of).collect()
}
