//! Numbers of a vehicle that only the car in space has: vertical stiffness of tyres, stops of the way out, product of inertia.

use super::cars::{Car, InSpace, hold, look, moving, placed, space_car, untouched, vacuum};
use crate::support::manual;
use skidpad_core::model::Model;
use skidpad_core::model::spatial::{SpatialMode, SpatialState};
use skidpad_core::spec::{BumpStopsSpec, SpaceSpec, VehicleSpec};
use skidpad_core::surface::Surface;
use skidpad_core::units::STANDARD_GRAVITY_M_S2;

/// The manual car with numbers of its own in space.
fn with(change: impl FnOnce(&mut SpaceSpec)) -> VehicleSpec {
    let mut spec = manual();
    spec.derive_section("space");
    change(spec.space.as_mut().expect("a section"));
    VehicleSpec { space: spec.space, ..manual() }
}

fn settled(spec: &VehicleSpec, road: &Surface<f64>) -> Car {
    let mut car = moving(spec, 0.0, 0.0);
    hold(&mut car, &untouched(), road, 0.01, 5.0);
    car
}

#[test]
fn what_is_derived_is_what_a_file_without_the_section_has() {
    let (derived, without) = (space_car(&with(|_| {})), space_car(&manual()));
    assert_eq!(derived, without);
    // Each front tyre carries its load at rest 6 % of its radius deep.
    let [wheel, ..] = without.space.wheels.in_a_row();
    let mass_kg = without.space.masses.mass_kg;
    let load_n = 0.5 * manual().body.front_weight_share * mass_kg * STANDARD_GRAVITY_M_S2;
    let deflection = load_n / wheel.tyre_n_m / manual().front.radius_m;
    assert!((deflection - 0.06).abs() < 1e-12, "{deflection}");
}

/// On a planet of half the gravity each wheel comes out of its tyre by half its load at rest over the stiffness.
#[test]
fn a_tyre_gives_by_its_stiffness() {
    for stiffness_n_m in [1.2e5, 3e5] {
        let spec = with(|space| (space.front_tyre_n_m, space.rear_tyre_n_m) = (stiffness_n_m, stiffness_n_m));
        let hubs_m = [1.0, 0.5].map(|share| {
            let road = Surface { gravity_m_s2: share * STANDARD_GRAVITY_M_S2, ..Surface::asphalt() };
            let car = settled(&spec, &road);
            (
                car.state().wheel_places_m(car.car())[0][2],
                look(&car, &untouched(), &road).wheels.in_a_row()[0].load_n,
            )
        });
        let (rise_m, load_n) = (hubs_m[1].0 - hubs_m[0].0, hubs_m[0].1 - hubs_m[1].1);
        let expected_m = load_n / stiffness_n_m;
        assert!(
            (rise_m / expected_m - 1.0).abs() < 0.01,
            "{stiffness_n_m} N/m: {rise_m} m, not {expected_m} m"
        );
    }
}

/// A wheel in the air hangs on its spring, or on its stop where it has one.
#[test]
fn a_wheel_in_the_air_hangs_on_its_stop() {
    let hangs_m = |spec: &VehicleSpec| {
        let mut car = placed(moving(spec, 0.0, 0.0), |body| body.z_m = 100.0);
        hold(&mut car, &untouched(), &vacuum(), 0.01, 3.0);
        car.state().travels.in_a_row()[0].travel_m
    };
    let free_m = hangs_m(&manual());
    let stopped_m = hangs_m(&with(|space| space.front_rebound_m = 0.03));
    assert!(free_m > 0.08, "{free_m}");
    assert!(stopped_m > 0.03 && stopped_m < 0.06, "{stopped_m}");
    // As far out as in, where the file has the way in alone.
    let stops = BumpStopsSpec { front_travel_m: 0.03, rear_travel_m: 0.03, length_m: 0.04, load: 2.0 };
    let both_m = hangs_m(&VehicleSpec { bump_stops: Some(stops), ..manual() });
    assert!((both_m - stopped_m).abs() < 1e-9, "{both_m} and {stopped_m}");
}

/// Euler: spinning at w about its vertical axis, a free car with the product P of x and z pitches by P w^2 / I_y.
#[test]
fn a_product_of_inertia_pitches_a_car_that_spins() {
    let pitching = |product_kg_m2: f64| {
        let car = space_car(&with(|space| space.roll_yaw_product_kg_m2 = product_kg_m2));
        let mut state = SpatialState::rolling(&car, 0.0, 0.0);
        (state.body.z_m, state.body.yaw_rate_rad_s) = (50.0, 2.0);
        let mode = SpatialMode::in_gear(&car, 0.0);
        let (rate, _) = InSpace::evaluate(&car, &mode, &state, &untouched(), &vacuum());
        (rate.body.pitch_rate_rad_s, car.space.masses.pitch_inertia_kg_m2)
    };
    let (with_product, inertia) = pitching(100.0);
    let gained = with_product - pitching(0.0).0;
    // w x (I w) has -P w^2 about y; the wheels, which are free along their paths, add little to the inertia.
    let expected = 100.0 * 4.0 / inertia;
    assert!((gained.abs() / expected - 1.0).abs() < 0.25, "{gained}, about {expected}");
    assert!(gained > 0.0, "masses ahead and high fly outwards, and down: {gained}");
}

/// A tyre that sinks by most of its radius, and a body whose inertia is not positive, drove on with numbers that no car has.
#[test]
fn numbers_that_no_car_has_are_refused() {
    let faults = |change: fn(&mut SpaceSpec)| {
        let wrong = with(change).validate().err().unwrap_or_default();
        wrong.into_iter().map(|fault| format!("{} {}", fault.field, fault.must)).collect::<Vec<_>>()
    };
    assert!(faults(|_| {}).is_empty());
    let soft = faults(|space| space.rear_tyre_n_m = 1e4);
    assert!(
        matches!(&soft[..], [fault] if fault.starts_with("space.rear_tyre_stiffness at least ")),
        "{soft:?}"
    );
    for product_kg_m2 in [2000.0, -2000.0] {
        let mut spec = with(|_| {});
        spec.space.iter_mut().for_each(|space| space.roll_yaw_product_kg_m2 = product_kg_m2);
        let wrong = spec.validate().err().unwrap_or_default();
        assert_eq!(wrong.len(), 1, "{wrong:?}");
        assert!(
            wrong[0].field == "space.roll_yaw_product" && wrong[0].must.contains("kg.m^2 of 0"),
            "{wrong:?}"
        );
    }
    let far = faults(|space| space.roll_yaw_product_kg_m2 = 1e6);
    assert_eq!(far.len(), 1, "out of its range it is reported once: {far:?}");
}

/// The rebound stop of a light wheel may be stiffer than all else on it: sub-steps are as short as it needs.
#[test]
fn a_hard_rebound_stop_shortens_the_sub_step() {
    let stops = BumpStopsSpec { front_travel_m: 0.0, rear_travel_m: 0.0, length_m: 0.005, load: 20.0 };
    let hard = VehicleSpec { bump_stops: Some(stops), ..with(|space| space.front_rebound_m = 0.02) };
    let mut car = placed(moving(&hard, 0.0, 0.0), |body| body.z_m = 30.0);
    let steps_s = [*car.car(), space_car(&manual())].map(|car| InSpace::longest_step_s(&car));
    assert!(steps_s[0] < 0.7 * steps_s[1], "{steps_s:?}");
    let mut most_m_s: f64 = 0.0;
    for _ in 0..200 {
        hold(&mut car, &untouched(), &vacuum(), 0.01, 0.01);
        most_m_s = f64::max(most_m_s, car.state().travels.in_a_row()[0].travel_rate_m_s.abs());
    }
    let rest_m_s = car.state().travels.in_a_row()[0].travel_rate_m_s.abs();
    assert!(most_m_s < 3.0 && rest_m_s < 0.01, "{most_m_s} m/s at most, {rest_m_s} m/s at last");
}
