//! Envelopes against the models driven, and against what must hold of any car.

use std::sync::Arc;

use skidpad_core::math::Real;
use skidpad_core::spec::Vehicle;
use skidpad_core::surface::Surface;
use skidpad_formats::presets::{preset, preset_names};
use skidpad_laptime::qss;
use skidpad_laptime::{ENVELOPE_MODELS, Envelope, EnvelopeError, ModelEnvelope, Path, PathPoint, Point};
use skidpad_world::manoeuvre::{Subject, constant_radius, full_stop};
use skidpad_world::models::TWO_TRACK;

fn vehicle(name: &str) -> Vehicle<f64> {
    preset(name).unwrap().spec.validate().unwrap()
}

fn envelope(vehicle: &Vehicle<f64>, surface: &Surface<f64>) -> Arc<ModelEnvelope> {
    ModelEnvelope::shared("two_track", vehicle, surface).unwrap()
}

#[test]
fn corners_and_stops_are_those_of_the_driven_model() {
    // An open differential, and one that locks: the circle is sought by a driver, the stop has its rise of pressure and the
    // cycles of the anti-lock system.
    for name in ["boxster-s", "fr-s-2013"] {
        let vehicle = vehicle(name);
        let (envelope, subject) =
            (envelope(&vehicle, &Surface::asphalt()), Subject::vehicle(&TWO_TRACK, &vehicle));
        let driven = constant_radius(&subject, 50.0).unwrap().largest_m_s2;
        let found = envelope.lateral_m_s2(&Point::level(Real::sqrt(50.0 * driven), 0.0));
        // The largest lateral acceleration is that of a car that brakes a little: a steady circle has less.
        assert!((0.99..1.05).contains(&(found / driven)), "{name}: {found} to {driven} m/s^2");
        let driven = full_stop(&subject, 1.0).unwrap().deceleration_m_s2();
        let found = -envelope.range(&Point::level(18.0, 0.0)).unwrap().braking_m_s2;
        assert!((1.0..1.06).contains(&(found / driven)), "{name}: {found} to {driven} m/s^2");
    }
}

/// With a differential that locks, a ray may end early by the length of its steps: the Civic cornered at 40 m/s with 1.2 % less than at
/// 60 m/s, and a Focus by the Magic Formula with 3 % less than at 30 m/s.
#[test]
fn an_envelope_has_no_dents_where_differentials_lock() {
    let envelope = envelope(&vehicle("civic-type-r-2018"), &Surface::asphalt());
    let most = [35.0, 40.0, 45.0, 60.0].map(|speed_m_s| envelope.lateral_m_s2(&Point::level(speed_m_s, 0.0)));
    assert!(most.iter().all(|found| Real::abs(found / most[3] - 1.0) < 1e-2), "{most:?} m/s^2");
}

#[test]
fn an_envelope_is_what_physics_lets_it_be() {
    let vehicle = vehicle("boxster-s");
    let dry = envelope(&vehicle, &Surface::asphalt());
    let at = |speed_m_s: f64, lateral_m_s2: f64| dry.range(&Point::level(speed_m_s, lateral_m_s2));
    for speed_m_s in [8.0, 20.0, 33.0, 55.0, 70.0] {
        let most = dry.lateral_m_s2(&Point::level(speed_m_s, 0.0));
        let mut before = at(speed_m_s, 0.0).unwrap();
        assert!(before.braking_m_s2 < before.coasting_m_s2 && before.coasting_m_s2 < before.traction_m_s2);
        for share in 1..=20 {
            let here = at(speed_m_s, most * f64::from(share) / 20.0 * 0.9999).unwrap();
            assert!(here.traction_m_s2 < before.traction_m_s2 + 1e-9, "the more lateral, the less drive");
            assert!(here.braking_m_s2 > before.braking_m_s2 - 1e-9, "and the less braking");
            assert!(here.power_m_s2 < before.power_m_s2 && here.coasting_m_s2 < before.coasting_m_s2);
            before = here;
        }
        assert_eq!(at(speed_m_s, most * 1.0001), None);
        assert_eq!(at(speed_m_s, 5.0), at(speed_m_s, -5.0), "turns to both sides are alike");
    }
    // Half of the grip is half of the cornering, but for what the air does.
    let wet = envelope(&vehicle, &Surface { grip: 0.5, ..Surface::asphalt() });
    let [one, other] = [&dry, &wet].map(|envelope| envelope.lateral_m_s2(&Point::level(20.0, 0.0)));
    assert!((0.48..0.52).contains(&(other / one)), "{other} to {one}");
    // A load 30 % above the weight: more grip, but less than in proportion as tyres are.
    let heavy = Point { normal_m_s2: 1.3 * 9.80665, ..Point::level(20.0, 0.0) };
    assert!((1.2..1.31).contains(&(dry.lateral_m_s2(&heavy) / one)));
    // On the level drag takes all of the engine's power at 271.4 km/h, as in the road test's balance of forces; the gears reach
    // further, for slopes downhill.
    let power = |speed_m_s: f64| dry.range(&Point::level(speed_m_s, 0.0)).unwrap().power_m_s2;
    assert!(power(75.0) > 0.0 && power(75.8) < 0.0 && dry.top_speed_m_s() > 80.0);
    assert_eq!([3.0, 15.0, 24.0, 36.0, 77.0].map(|speed| dry.gear(speed)), [1, 1, 2, 3, 6]);
}

#[test]
fn models_without_envelopes_are_refused_by_name() {
    let error = ModelEnvelope::new("point_mass", &vehicle("boxster-s"), &Surface::asphalt()).unwrap_err();
    assert_eq!(error, EnvelopeError::Model("point_mass".to_owned()));
    assert!(error.to_string().contains("must be one of two_track, two_track_brush"));
}

/// A car that accelerates from rest on a straight takes the times of its road test: 0-160 km/h in 13.07 s and 0-200 km/h in 21.36 s.
#[test]
fn acceleration_is_that_of_the_road_test() {
    let points = (0..=1500).map(|at| PathPoint::level(f64::from(at), 0.0)).collect();
    let path = Path::new(points, 1500.0, false).unwrap();
    let envelope = envelope(&vehicle("boxster-s"), &Surface::asphalt());
    let options = qss::Options { start: qss::Start::At(0.0), ..qss::Options::default() };
    let lap = qss::lap(&path, &*envelope, &options).unwrap();
    let time_s =
        |speed_m_s: f64| lap.samples.iter().find(|sample| sample.speed_m_s >= speed_m_s).unwrap().time_s;
    for (kmh, tested_s) in [(100.0, 5.55), (160.0, 13.07), (200.0, 21.36)] {
        let ratio = time_s(kmh / 3.6) / tested_s;
        assert!((0.95..1.05).contains(&ratio), "{kmh} km/h: {:.2} s to {tested_s}", time_s(kmh / 3.6));
    }
}

/// What must hold of any car: whatever drives, brakes and steers it, more of one acceleration leaves no more of the other, and no
/// speed stands out. Returns what does not.
fn oddities(envelope: &ModelEnvelope) -> Vec<String> {
    let mut odd = Vec::new();
    for normal_m_s2 in [3.0, 9.80665, 15.0] {
        let mut before: Option<f64> = None;
        let top_m_s = envelope.top_speed_m_s();
        for step in 0..24 {
            let speed_m_s = 10.0 + (top_m_s - 10.0) * f64::from(step) / 24.0;
            let at = |lateral_m_s2| Point { speed_m_s, lateral_m_s2, normal_m_s2, distance_m: 0.0 };
            let most = envelope.lateral_m_s2(&at(0.0));
            let place = format!("{speed_m_s:.1} m/s under {normal_m_s2:.1} m/s^2");
            if before.is_some_and(|before| !(0.85..1.25).contains(&(most / before))) {
                odd.push(format!("{place}: lateral {most:.2} after {:.2}", before.unwrap()));
            }
            before = Some(most);
            let straight = envelope.range(&at(0.0)).unwrap();
            for share in [0.0, 0.2, 0.4, 0.6, 0.8] {
                let range = envelope.range(&at(share * most)).unwrap();
                let rest = (1.0 - share * share).sqrt();
                let brakes = (range.coasting_m_s2 - range.braking_m_s2)
                    / (straight.coasting_m_s2 - straight.braking_m_s2);
                let drives = (range.traction_m_s2 - range.coasting_m_s2)
                    / (straight.traction_m_s2 - straight.coasting_m_s2);
                if !(0.2 * rest..1.25).contains(&brakes) || !(0.2 * rest..1.25).contains(&drives) {
                    odd.push(format!("{place}, {share} lateral: brakes {brakes:.2}, drives {drives:.2}"));
                }
            }
        }
    }
    odd
}

#[test]
fn envelopes_of_differentials_that_lock_are_sound() {
    let found = oddities(&envelope(&vehicle("mx5-nd-2016"), &Surface::asphalt()));
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn envelopes_of_two_axles_are_sound() {
    for name in ["boxster-s", "focus-st-2013", "tesla-model-3-rwd"] {
        let envelope = ModelEnvelope::new("single_track", &vehicle(name), &Surface::asphalt()).unwrap();
        let found = oddities(&envelope);
        assert!(found.is_empty(), "{name}: {}", found.join("\n"));
    }
}

/// Cars with envelopes that are not sound, or refused, by all models or by one. The car of RARS has more power than grip at every speed and
/// brakes without a limit of their own; in the others states are lost near the limit of the differential's friction.
const KNOWN: [[&str; 2]; 4] = [
    ["rars", ""],
    ["boxster-s-palmer", "two_track"],
    ["boxster-s-palmer", "single_track"],
    ["bmw-m8-measured", "two_track_magic"],
];

#[test]
#[ignore = "soak: minutes"]
fn all_presets_have_sound_envelopes_by_all_models() {
    let mut odd = Vec::new();
    for name in preset_names() {
        let Ok(vehicle) = preset(name).unwrap().spec.validate() else { continue };
        let is_known =
            |model: &str| KNOWN.iter().any(|[car, of]| *car == name && (of.is_empty() || *of == model));
        let models = ENVELOPE_MODELS.iter().filter(|model| !model.contains("sprung"));
        for model in models.filter(|model| !is_known(model)) {
            let begin = std::time::Instant::now();
            match ModelEnvelope::new(model, &vehicle, &Surface::asphalt()) {
                Ok(envelope) => {
                    let found = oddities(&envelope);
                    println!("{name} {model}: {} oddities, {:.1?}", found.len(), begin.elapsed());
                    odd.extend(found.iter().take(3).map(|found| format!("{name} {model}: {found}")));
                }
                Err(EnvelopeError::Vehicle(_)) => {}
                Err(error) => odd.push(format!("{name} {model}: {error}")),
            }
        }
    }
    assert!(odd.is_empty(), "{}", odd.join("\n"));
}
