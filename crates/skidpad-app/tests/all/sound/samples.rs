//! Samples of what is heard: tones, silence, bounds, no clicks.

use skidpad_app::sound::{Engine, Heard, Sound, TyreHeard, VergeHeard};

const RATE_HZ: f64 = 48_000.0;

fn engine(rpm: f64, load: f64, cylinders: f64) -> Heard {
    Heard { engine: Engine { rpm, load, cylinders, ..Engine::default() }, ..Heard::default() }
}

fn sliding(sliding: f64, slip_m_s: f64) -> Heard {
    Heard { tyres: [TyreHeard { sliding, slip_m_s, load: 1.0 }; 4], ..Heard::default() }
}

fn more(sound: &mut Sound, seconds: f64, rate_hz: f64) -> Vec<f64> {
    let mut samples = vec![0.0_f32; (seconds * rate_hz) as usize];
    // By blocks, as devices ask for them.
    samples.chunks_mut(441).for_each(|block| sound.fill(block, rate_hz));
    samples.into_iter().map(f64::from).collect()
}

/// A second of something that goes on, after it has come in.
fn steady(heard: &Heard, rate_hz: f64) -> Vec<f64> {
    let mut sound = Sound::default();
    sound.hear(heard);
    more(&mut sound, 0.5, rate_hz);
    more(&mut sound, 1.0, rate_hz)
}

/// The power at a frequency, by Goertzel's recurrence.
fn power(samples: &[f64], hz: f64, rate_hz: f64) -> f64 {
    let turn = 2.0 * (core::f64::consts::TAU * hz / rate_hz).cos();
    let (mut one, mut two) = (0.0, 0.0);
    for sample in samples {
        (one, two) = (sample + turn * one - two, one);
    }
    (one * one + two * two - turn * one * two) / (samples.len() as f64).powi(2)
}

fn power_between(samples: &[f64], from_hz: f64, to_hz: f64) -> f64 {
    (from_hz as usize..to_hz as usize).step_by(2).map(|hz| power(samples, hz as f64, RATE_HZ)).sum()
}

fn loudness(samples: &[f64]) -> f64 {
    (samples.iter().map(|sample| sample * sample).sum::<f64>() / samples.len() as f64).sqrt()
}

fn largest_step(samples: &[f64]) -> f64 {
    samples.windows(2).map(|pair| (pair[1] - pair[0]).abs()).fold(0.0, f64::max)
}

/// The frequency of the strongest line below 2 kHz: roughly first, from an eighth of a second, then by tenths of a hertz.
fn strongest_hz(samples: &[f64], rate_hz: f64) -> f64 {
    let best = |samples: &[f64], from_hz: f64, step_hz: f64, count: u32| {
        let hz = (0..count).map(|index| from_hz + step_hz * f64::from(index));
        hz.max_by(|a, b| power(samples, *a, rate_hz).total_cmp(&power(samples, *b, rate_hz))).unwrap()
    };
    let rough = best(&samples[..samples.len() / 8], 10.0, 4.0, 500);
    let near = best(samples, rough - 6.0, 0.5, 24);
    best(samples, near - 0.5, 0.1, 11)
}

/// The strongest line is where the engine fires: rpm / 60 times half the cylinders, at any rate of samples.
#[test]
fn an_engine_sounds_at_its_firing_frequency() {
    let engines = [(4.0, 850.0), (4.0, 6500.0), (6.0, 3000.0), (6.0, 7200.0), (8.0, 2000.0), (1.0, 4000.0)];
    let ways = [(0.0, 48_000.0), (1.0, 48_000.0), (0.5, 22_050.0), (0.5, 44_100.0)];
    for (cylinders, rpm) in engines {
        for (load, rate_hz) in ways {
            let strongest = strongest_hz(&steady(&engine(rpm, load, cylinders), rate_hz), rate_hz);
            let fires_hz = rpm / 60.0 * cylinders / 2.0;
            let what =
                format!("{cylinders} cylinders, {rpm} rpm, load {load}: {strongest} Hz, not {fires_hz} Hz");
            assert!((strongest / fires_hz - 1.0).abs() < 0.01, "{what}");
        }
    }
}

/// Under load it is louder and has more of the higher multiples.
#[test]
fn load_changes_the_timbre() {
    let (idle, pulls) =
        (steady(&engine(3000.0, 0.0, 6.0), RATE_HZ), steady(&engine(3000.0, 1.0, 6.0), RATE_HZ));
    assert!(loudness(&pulls) > 1.5 * loudness(&idle), "{} {}", loudness(&pulls), loudness(&idle));
    let share = |samples: &[f64]| power(samples, 450.0, RATE_HZ) / power(samples, 150.0, RATE_HZ);
    assert!(share(&pulls) > 2.0 * share(&idle), "{} {}", share(&pulls), share(&idle));
}

#[test]
fn what_stands_is_silent() {
    assert!(steady(&Heard::default(), RATE_HZ).iter().all(|sample| *sample == 0.0));
    assert!(steady(&engine(0.0, 1.0, 6.0), RATE_HZ).iter().all(|sample| *sample == 0.0), "stalled");
    assert!(steady(&engine(3000.0, 1.0, 0.0), RATE_HZ).iter().all(|sample| *sample == 0.0), "no engine");
    assert!(steady(&sliding(0.5, 0.4), RATE_HZ).iter().all(|sample| *sample == 0.0), "tyres that grip");
    // And it becomes so again.
    let mut sound = Sound::default();
    sound.hear(&Heard { speed_m_s: 60.0, tyres: sliding(2.0, 5.0).tyres, ..engine(5000.0, 1.0, 8.0) });
    assert!(loudness(&more(&mut sound, 0.5, RATE_HZ)) > 0.1);
    sound.hear(&Heard::default());
    more(&mut sound, 1.5, RATE_HZ);
    assert!(more(&mut sound, 0.1, RATE_HZ).iter().all(|sample| *sample == 0.0));
}

/// The loudest that there is stays within -1 and 1, and so does everything out of its range.
#[test]
fn nothing_is_beyond_one() {
    let all = [20.0, 1e9, 3.0];
    for tyres in all {
        let tyre = TyreHeard { sliding: tyres, slip_m_s: tyres, load: tyres };
        let engine = Engine { rpm: 1e7, load: 50.0, cylinders: 90.0, is_limited: true, ..Engine::default() };
        let samples =
            steady(&Heard { engine, tyres: [tyre; 4], speed_m_s: 1e12, ..Heard::default() }, RATE_HZ);
        assert!(samples.iter().all(|sample| sample.abs() <= 1.0), "{tyres}");
    }
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let tyres = [TyreHeard { sliding: bad, ..TyreHeard::default() }; 4];
        for heard in [
            engine(bad, 1.0, 6.0),
            engine(3000.0, bad, 6.0),
            engine(3000.0, 1.0, bad),
            Heard { tyres, ..engine(3000.0, 1.0, 6.0) },
            Heard { speed_m_s: bad, ..engine(3000.0, 1.0, 6.0) },
        ] {
            assert!(steady(&heard, RATE_HZ).iter().all(|sample| *sample == 0.0), "{heard:?}");
        }
    }
    let mut sound = Sound::default();
    sound.hear(&engine(3000.0, 1.0, 6.0));
    for rate_hz in [f64::NAN, 0.0, -1.0, f64::INFINITY, 1.0] {
        assert!(more_at(&mut sound, rate_hz).iter().all(|sample| sample.abs() <= 1.0), "{rate_hz}");
    }
}

fn more_at(sound: &mut Sound, rate_hz: f64) -> Vec<f32> {
    let mut samples = vec![0.0; 1000];
    sound.fill(&mut samples, rate_hz);
    samples
}

/// Whatever jumps, the samples go on without a click: from one to the next no further than twice as far as in the
/// loudest that goes on.
#[test]
fn jumps_do_not_click() {
    let loud = Heard { tyres: sliding(1.5, 8.0).tyres, speed_m_s: 70.0, ..engine(7000.0, 1.0, 6.0) };
    let bound = largest_step(&steady(&loud, RATE_HZ));
    assert!(bound < 0.45, "{bound}");
    let engines = [engine(900.0, 0.0, 6.0), engine(7000.0, 1.0, 6.0), Heard::default(), loud];
    let mut sound = Sound::default();
    let mut samples = Vec::new();
    for index in 0..120 {
        sound.hear(&engines[index * 7 % 4]);
        sound.set_volume([1.0, 1.0, 0.0][index % 3]);
        samples.extend(more(&mut sound, [0.016, 0.05, 0.003][index % 3], RATE_HZ));
    }
    assert!(largest_step(&samples) < 1.2 * bound, "{} {bound}", largest_step(&samples));
    // An engine alone, from idle to the redline at once: a step of the wave, and no more.
    let own = largest_step(&steady(&engine(7000.0, 1.0, 6.0), RATE_HZ));
    let mut sound = Sound::default();
    sound.hear(&engine(900.0, 0.0, 6.0));
    more(&mut sound, 0.5, RATE_HZ);
    sound.hear(&engine(7000.0, 1.0, 6.0));
    let jump = largest_step(&more(&mut sound, 0.5, RATE_HZ));
    assert!(jump < 1.3 * own, "{jump} {own}");
}

/// Another car is another engine: with its number of cylinders a multiple of the cycle was left out from one sample to
/// the next when it came near to one of the tone. Neither that clicks, nor the limiter, nor a motor.
#[test]
fn another_engine_does_not_click() {
    let car = |cylinders: f64, is_limited: bool, is_electric: bool| Heard {
        engine: Engine { is_limited, is_electric, ..engine(2400.0, 0.2, cylinders).engine },
        ..Heard::default()
    };
    let cars = [
        car(4.0, false, false),
        car(12.0, false, false),
        car(2.0, true, false),
        car(0.0, false, true),
        car(6.0, true, false),
        car(1.0, false, false),
        car(8.0, false, false),
    ];
    let alone = cars.each_ref().map(|car| largest_step(&steady(car, RATE_HZ)));
    for (index, one) in cars.iter().enumerate() {
        for (at, other) in cars.iter().enumerate().skip(index + 1) {
            let own = alone[index].max(alone[at]);
            let mut sound = Sound::default();
            let mut samples = Vec::new();
            for heard in [one, other, one] {
                sound.hear(heard);
                samples.extend(more(&mut sound, 0.4, RATE_HZ));
            }
            let jump = largest_step(&samples);
            assert!(jump < 1.3 * own, "{jump} {own}: {:?} {:?}", one.engine, other.engine);
        }
    }
}

/// Switched off, it was made for ever, and thrown away: now it waits, however long, and goes on from there.
#[test]
fn at_no_volume_nothing_is_made() {
    let after = |silence_s: f64| {
        let mut sound = Sound::default();
        sound.hear(&Heard { speed_m_s: 30.0, ..engine(4000.0, 0.7, 8.0) });
        more(&mut sound, 0.5, RATE_HZ);
        sound.set_volume(0.0);
        more(&mut sound, 1.0, RATE_HZ);
        assert!(more(&mut sound, silence_s, RATE_HZ).iter().all(|sample| *sample == 0.0));
        sound.set_volume(1.0);
        more(&mut sound, 0.1, RATE_HZ)
    };
    assert_eq!(after(0.1), after(3.0));
}

/// In whatever blocks the samples are asked for, they are the same.
#[test]
fn blocks_do_not_matter() {
    let samples = |block: usize| {
        let mut sound = Sound::default();
        sound.hear(&Heard { speed_m_s: 30.0, ..engine(4000.0, 0.7, 8.0) });
        let mut samples = vec![0.0_f32; 4800];
        samples.chunks_mut(block).for_each(|block| sound.fill(block, RATE_HZ));
        samples
    };
    assert_eq!(samples(4800), samples(1));
    assert_eq!(samples(64), samples(1024));
}

/// Tyres squeal in a band about a kilohertz, the louder the further they slide, and not while they grip.
#[test]
fn tyres_squeal_as_they_slide() {
    let of = |far: f64, slip: f64| steady(&sliding(far, slip), RATE_HZ);
    let (squeaks, squeals) = (of(0.95, 1.5), of(1.4, 4.0));
    assert!(loudness(&squeals) > 1.5 * loudness(&squeaks) && loudness(&squeaks) > 0.005);
    assert!(loudness(&squeals) > 0.05, "{}", loudness(&squeals));
    let (band, below) = (power_between(&squeals, 700.0, 1200.0), power_between(&squeals, 60.0, 500.0));
    assert!(band > 10.0 * below, "{band} {below}");
    // Far beyond it the howl is lower.
    let centre = |samples: &[f64]| {
        let at = |hz: usize| power(samples, hz as f64, RATE_HZ);
        let hz = (400..1300).step_by(4);
        hz.clone().map(|hz| at(hz) * hz as f64).sum::<f64>() / hz.map(at).sum::<f64>()
    };
    assert!(centre(&of(6.0, 8.0)) < 0.92 * centre(&of(1.4, 8.0)));
    assert!(centre(&of(1.4, 10.0)) > 1.05 * centre(&of(1.4, 2.0)));
}

#[test]
fn wind_and_wheels_grow_with_the_speed() {
    let at = |speed_m_s: f64| loudness(&steady(&Heard { speed_m_s, ..Heard::default() }, RATE_HZ));
    let [slow, middle, fast] = [10.0, 30.0, 60.0].map(at);
    assert!(
        slow > 0.001 && middle > 1.5 * slow && fast > 1.5 * middle && fast < 0.3,
        "{slow} {middle} {fast}"
    );
}

/// The limiter stutters: the loudness of short pieces goes up and down.
#[test]
fn the_limiter_stutters() {
    let spread = |is_limited: bool| {
        let mut heard = engine(7000.0, 1.0, 6.0);
        heard.engine.is_limited = is_limited;
        let pieces: Vec<_> = steady(&heard, RATE_HZ).chunks(480).map(loudness).collect();
        pieces.iter().copied().fold(0.0, f64::max) / pieces.iter().copied().fold(f64::MAX, f64::min)
    };
    assert!(spread(true) > 3.0 && spread(false) < 1.5, "{} {}", spread(true), spread(false));
}

/// Volume is what it says.
#[test]
fn volume_is_a_share() {
    let mut sound = Sound::default();
    sound.hear(&engine(3000.0, 1.0, 6.0));
    more(&mut sound, 0.5, RATE_HZ);
    let full = loudness(&more(&mut sound, 0.5, RATE_HZ));
    sound.set_volume(0.25);
    more(&mut sound, 0.5, RATE_HZ);
    let quarter = loudness(&more(&mut sound, 0.5, RATE_HZ));
    assert!((0.22..0.32).contains(&(quarter / full)), "{quarter} {full}");
    for none in [0.0, f64::NAN, -1.0] {
        sound.set_volume(none);
        more(&mut sound, 0.5, RATE_HZ);
        assert!(more(&mut sound, 0.1, RATE_HZ).iter().all(|sample| *sample == 0.0));
        sound.set_volume(1.0);
    }
}

/// On a kerb the blocks are heard at the rate at which the wheels pass them, 0.5 m each; loose ground has no such beat.
#[test]
fn kerbs_rumble_with_the_speed_and_loose_ground_hisses() {
    let on =
        |verge: VergeHeard, speed_m_s: f64| steady(&Heard { speed_m_s, verge, ..Heard::default() }, RATE_HZ);
    let kerb = VergeHeard { kerb: 1.0, loose: 0.0 };
    let gravel = VergeHeard { kerb: 0.0, loose: 1.0 };
    let road = loudness(&on(VergeHeard::default(), 20.0));
    assert!(loudness(&on(kerb, 20.0)) > 3.0 * road && loudness(&on(gravel, 20.0)) > 3.0 * road);
    let tone = |samples: &[f64], hz: f64| power(samples, hz, RATE_HZ);
    for speed_m_s in [15.0, 25.0] {
        let (on_kerb, on_gravel) = (on(kerb, speed_m_s), on(gravel, speed_m_s));
        let [beat, other] = [2.0, 2.6].map(|per_m| tone(&on_kerb, per_m * speed_m_s));
        assert!(beat > 20.0 * other && beat > 20.0 * tone(&on_gravel, 2.0 * speed_m_s), "{beat} {other}");
    }
    assert_eq!(loudness(&on(kerb, 0.0)), 0.0, "at rest nothing is passed");
}
