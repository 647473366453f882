//! The computed sound.

#[cfg(feature = "sound")]
mod computed {
    use skidpad_game::sound::{CarSound, Heard};

    /// Samples of half a second, after half a second.
    fn samples(heard: Heard) -> Vec<f32> {
        let sound = CarSound::default();
        sound.set(heard);
        let mut voice = sound.voice();
        (0..44_100).map(|_| voice.sample()).skip(22_050).collect()
    }

    fn loudness(samples: &[f32]) -> f32 {
        (samples.iter().map(|sample| sample * sample).sum::<f32>() / samples.len() as f32).sqrt()
    }

    /// The strength of a tone in samples.
    fn tone(samples: &[f32], hz: f32) -> f32 {
        let turns = |at: usize| core::f32::consts::TAU * hz * at as f32 / 44_100.0;
        let part = |wave: fn(f32) -> f32| -> f32 {
            samples.iter().enumerate().map(|(at, sample)| sample * wave(turns(at))).sum()
        };
        part(f32::sin).hypot(part(f32::cos)) / samples.len() as f32
    }

    const IDLE: Heard = Heard { engine_1_s: 0.0, throttle: 0.0, squeal: 0.0, speed_m_s: 0.0 };

    #[test]
    fn the_engine_has_the_tone_of_its_firings() {
        let heard = samples(Heard { engine_1_s: 50.0, throttle: 1.0, ..IDLE });
        // Three firings for each turn of six cylinders.
        assert!(tone(&heard, 150.0) > 10.0 * tone(&heard, 220.0));
        assert!(loudness(&heard) > 1.5 * loudness(&samples(Heard { engine_1_s: 50.0, ..IDLE })));
    }

    #[test]
    fn tyres_and_wind_are_heard_and_nothing_is_too_loud() {
        let still = loudness(&samples(IDLE));
        assert!(still < 0.01, "{still}");
        for heard in [Heard { squeal: 1.0, ..IDLE }, Heard { speed_m_s: 50.0, ..IDLE }] {
            assert!(loudness(&samples(heard)) > 0.02, "{heard:?}");
        }
        let all = samples(Heard { engine_1_s: 120.0, throttle: 1.0, squeal: 1.0, speed_m_s: 90.0 });
        assert!(all.iter().all(|sample| sample.abs() <= 1.0) && loudness(&all) < 0.5);
    }
}
