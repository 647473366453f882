//! What every model keeps, whatever it computes.

use skidpad_commonroad::{CommonRoadKs, CommonRoadKst, CommonRoadMb, CommonRoadSt, CommonRoadStd};
use skidpad_core::model::two_track::{Brushes, Curves, SprungCurves, TwoTrack};
use skidpad_core::model::{Model, SingleTrack, StraightLine};
use skidpad_core::record::{Channels, Record};
use skidpad_special::{Kinematic, Motorcycle, PointMass};
use skidpad_texts::ackermann::Ackermann;
use skidpad_texts::slip_vector::SlipVector;

/// The numbers 1, 2, 3, ... as a record.
fn counted<X: Record<f64>>(from: f64) -> X {
    X::load(&&(0..X::LEN).map(|place| from + place as f64).collect::<Vec<f64>>()[..])
}

fn numbers<X: Record<f64>>(record: &X) -> Vec<f64> {
    let mut numbers = vec![0.0; X::LEN];
    record.store(&mut &mut numbers[..]);
    numbers
}

/// The semi-implicit method moves positions by the new velocities. So of the joined state each number with the unit of a
/// rate is the first state's, and each length, angle and deflection the second's: unless a model has no split at all, or
/// names what it integrates among the velocities in `besides`.
fn joins<M: Model>(besides: &[&str]) {
    let (velocities, positions) = (counted::<M::State<f64>>(1000.0), counted::<M::State<f64>>(1.0));
    let joined = numbers(&M::join(&velocities, &positions));
    for (place, channel) in M::State::<f64>::CHANNELS.iter().enumerate() {
        let fast = matches!(channel.unit, "m/s" | "rad/s") || besides.contains(&channel.name);
        let expected = if fast { 1000.0 } else { 1.0 } + place as f64;
        assert_eq!(joined[place], expected, "{}: {}", M::NAME, channel.name);
    }
}

#[test]
fn positions_are_joined_to_velocities() {
    joins::<StraightLine>(&[]);
    joins::<PointMass>(&[]);
    joins::<Kinematic>(&[]);
    joins::<SingleTrack>(&[]);
    joins::<SlipVector>(&[]);
    joins::<Ackermann>(&[]);
    joins::<Motorcycle>(&["shoulder_rad", "rider_curvature_1_m", "rider_trim_nm"]);
    joins::<TwoTrack<Curves>>(&[]);
    joins::<TwoTrack<SprungCurves>>(&[]);
    joins::<CommonRoadKs>(&["front_steer_rad"]);
    joins::<CommonRoadKst>(&["front_steer_rad"]);
    joins::<CommonRoadSt>(&["front_steer_rad", "sideslip_rad"]);
    joins::<CommonRoadStd>(&["front_steer_rad", "sideslip_rad"]);
    joins::<CommonRoadMb>(&["front_steer_rad"]);
}

/// Every number of a car comes back from where it is stored, and none from elsewhere; and a car with one number that is
/// not finite is not finite.
fn comes_back<X: Record<f64>>(what: &str) {
    let stored = numbers(&counted::<X>(1.0));
    let expected: Vec<f64> = (1..=X::LEN).map(|number| number as f64).collect();
    assert_eq!(stored, expected, "{what}");
    for place in 0..X::LEN {
        let mut one = expected.clone();
        one[place] = f64::NAN;
        assert!(!X::load(&&one[..]).all_finite(), "{what}: number {place} is not finite");
    }
    let (yes, no) = (counted::<X>(1.0), counted::<X>(1000.0));
    assert_eq!(numbers(&X::choose(true, &yes, &no)), expected, "{what}");
    assert_eq!(numbers(&X::choose(false, &yes, &no)), numbers(&no), "{what}");
    assert_eq!(numbers(&X::splat(7.0)), vec![7.0; X::LEN], "{what}");
}

fn whole_model<M: Model>() {
    comes_back::<M::Car<f64>>(M::NAME);
    comes_back::<M::State<f64>>(M::NAME);
    comes_back::<M::Mode<f64>>(M::NAME);
    comes_back::<M::Input<f64>>(M::NAME);
    comes_back::<M::Trace<f64>>(M::NAME);
}

#[test]
fn every_number_is_stored_where_it_is_loaded() {
    whole_model::<StraightLine>();
    whole_model::<SingleTrack>();
    whole_model::<Ackermann>();
    whole_model::<Motorcycle>();
    whole_model::<TwoTrack<Curves>>();
    comes_back::<<TwoTrack<Brushes> as Model>::Car<f64>>("on elastic tyres");
    whole_model::<CommonRoadMb>();
}
