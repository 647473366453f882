//! One-key tests: figures near to the published ones, cards that say where those stand, and frames that do not wait.
#![allow(clippy::disallowed_methods)]

use std::time::{Duration, Instant};

use skidpad_app::choice::Choice;
use skidpad_app::trial::{AtOnce, Card, OnThread, Runner, Trial};
use skidpad_world::scene::Scene;

fn car(model: &str) -> Choice {
    Choice::preset(model, "boxster-s").unwrap()
}

#[test]
fn cards_stand_beside_the_published_figures() {
    for (trial, published, source) in
        [(Trial::To100, 5.7, "across"), (Trial::Braking, 34.0, "Palmer"), (Trial::Skidpad, 0.91, "Palmer")]
    {
        let card = trial.run(&car("two_track"));
        let beside = card.published.as_ref().unwrap();
        assert!((beside.figure / published - 1.0).abs() < 1e-3, "{card:?}");
        assert!(beside.source.to_lowercase().contains(&source.to_lowercase()), "{}", beside.source);
        assert!(card.off_percent().unwrap().abs() < 6.0, "{card:?}");
        assert_eq!(card.model, "two_track");
    }
}

/// A point cannot turn: the four-wheel car does it for it, and the card says so.
#[test]
fn what_a_model_cannot_another_does() {
    let card = Trial::StepSteer.run(&car("point_mass"));
    assert_eq!((card.model.as_ref(), card.unit.as_ref()), ("two_track", "s"));
    assert_eq!(Card::read(&card.text()), Some(card.clone()), "as it comes from a worker");
    assert!((0.05..0.6).contains(&card.figure.unwrap()) && card.beside.len() == 6);
    assert!(card.published.is_none());
    let own = Choice::preset("slip_vector", "rars");
    if let Ok(own) = own.as_ref().map(|own| Choice { vehicle: None, ..own.clone() }) {
        assert!(Trial::To100.run(&own).figure.unwrap_err().contains("no vehicle"));
    }
}

#[test]
fn names_and_scenes_are_known() {
    for trial in Trial::ALL {
        assert_eq!(Trial::by_name(trial.name()), Some(trial));
        assert!(Scene::by_name(trial.scene()).is_ok());
    }
}

/// The card comes while frames go on, the longest of which asks for it in no time.
#[test]
fn frames_do_not_wait() {
    let mut runner = OnThread::default();
    runner.start(Trial::To100, &car("two_track"));
    assert_eq!(runner.running(), Some(Trial::To100));
    let (began, mut longest) = (Instant::now(), Duration::ZERO);
    let card = loop {
        let frame = Instant::now();
        let card = runner.poll();
        longest = longest.max(frame.elapsed());
        if let Some(card) = card {
            break card;
        }
        assert!(began.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(5));
    };
    assert_eq!(card, Trial::To100.run(&car("two_track")), "the same as beside no frames");
    assert!(runner.running().is_none() && longest < Duration::from_millis(50), "{longest:?}");
    let mut runner = AtOnce::default();
    runner.start(Trial::To100, &car("two_track"));
    assert_eq!(runner.poll(), None, "a frame to say that it runs");
    assert_eq!(runner.poll(), Some(card));
}

#[test]
#[ignore = "soak: a slalom is sought in many runs, and a car is watched for ten minutes"]
fn the_long_ones() {
    for (trial, low, high) in [(Trial::Slalom, 85.0, 125.0), (Trial::SlopeHold, 0.0, 1e-3)] {
        let began = Instant::now();
        let card = trial.run(&car("two_track"));
        println!("{}: {:?} {} in {:?}", card.test, card.figure, card.unit, began.elapsed());
        assert!((low..=high).contains(&card.figure.unwrap()));
    }
}
