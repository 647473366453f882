//! A car that is put back goes on with the same bits, whatever its model; its hash is that of its numbers.

use skidpad_core::model::Model;
use skidpad_core::record::{Empty, Record, Sink, Source};
use skidpad_core::snapshot::{Saved, Snapshot, StateHash};
use skidpad_core::step::{Clock, Dt, Simulation, Status};
use skidpad_core::surface::Surface;
use skidpad_testing::Random;
use skidpad_texts::w1::{self, W1, W1State};
use skidpad_workload::{Fleet, Visitor, every_fleet};

const CARS: usize = 16;
const STEPS: usize = 60;

fn one_of<X: Copy>(all: &[X], car: usize) -> X {
    all[car % all.len()]
}

struct Continues {
    random: Random,
    models: usize,
    largest_bytes: usize,
}

impl Visitor for Continues {
    fn visit<M: Model>(&mut self, fleet: fn(usize) -> Fleet<M>) {
        let fleet = fleet(CARS);
        self.models += 1;
        self.largest_bytes = self.largest_bytes.max(size_of::<Snapshot<M>>());
        for car in 0..CARS {
            let name = format!("{} {car}, seed {}", M::NAME, self.random.seed());
            self.goes_on(&fleet, car, &name);
        }
    }
}

impl Continues {
    /// A car whose step and input change; it is put back from a random step, into itself and into a car that has
    /// been elsewhere.
    fn goes_on<M: Model>(&mut self, fleet: &Fleet<M>, car: usize, name: &str) {
        let vehicle = one_of(&fleet.cars, car);
        let start = |car| Simulation::<M>::new(vehicle, one_of(&fleet.modes, car), fleet.states[car]);
        let surface = one_of(&fleet.surfaces, car);
        let dts = [0.001, fleet.dt_s, 1.0 / 60.0, 0.03].map(|dt_s| Dt::new(dt_s).unwrap());
        let plan: Vec<_> = (0..STEPS)
            .map(|step| {
                (dts[self.random.below(2 + step / 20)], one_of(&fleet.inputs, self.random.below(CARS)))
            })
            .collect();
        let go = |simulation: &mut Simulation<M>, from: usize| -> Vec<u64> {
            let one = |(dt, input): &(Dt, M::Input<f64>)| {
                simulation.step(input, &surface, *dt);
                simulation.hash()
            };
            plan[from..].iter().map(one).collect()
        };
        let mut first = start(car);
        let at = self.random.below(STEPS);
        for (dt, input) in &plan[..at] {
            first.step(input, &surface, *dt);
        }
        let saved = first.save();
        let hashes = go(&mut first, at);
        let end = first.save();
        assert_eq!(saved.hash(), Saved::from(&saved).hash(), "{name}");

        first.restore(&saved).expect(name);
        assert!(first.save() == saved, "{name}");
        assert_eq!(go(&mut first, at), hashes, "{name}: the same car once more");
        assert!(first.save() == end, "{name}");

        let mut other = start((car + 1) % CARS);
        go(&mut other, STEPS / 2);
        let through_names = Snapshot::<M>::try_from(&Saved::from(&saved)).expect(name);
        other.restore(&through_names).expect(name);
        assert_eq!(go(&mut other, at), hashes, "{name}: another car's place");
        assert_eq!(other.time_s().to_bits(), first.time_s().to_bits(), "{name}");
    }
}

#[test]
fn a_car_of_any_model_that_is_put_back_goes_on_with_the_same_bits() {
    let mut all = Continues { random: Random::new(0x9e37_79b9_7f4a_7c15), models: 0, largest_bytes: 0 };
    every_fleet(&mut all);
    assert!(all.models >= 13);
    // The four-wheel car's: 25 numbers of motion, 133 of gears, brakes and assists.
    assert!(all.largest_bytes <= 1536, "a snapshot is small: {} bytes", all.largest_bytes);
}

fn moving() -> Simulation<W1> {
    let (state, input) = w1::workload::start(1);
    let mut car = Simulation::<W1>::new(Empty, Empty, state);
    (0..5).for_each(|_| _ = car.step(&input, &Surface::asphalt(), Dt::new(0.01).unwrap()));
    car
}

fn with(saved: &Snapshot<W1>, change: impl Fn(&mut Snapshot<W1>)) -> Snapshot<W1> {
    let mut other = *saved;
    change(&mut other);
    other
}

/// Each bit of each number, and each part of the clock, is in the hash.
#[test]
fn whatever_differs_has_another_hash() {
    let saved = moving().save();
    let hash = saved.hash();
    let mut seen = vec![hash];
    for index in 0..Snapshot::<W1>::LEN {
        for bit in 0..64 {
            let mut numbers = Vec::new();
            saved.numbers(|number| numbers.push(number));
            numbers[index] = f64::from_bits(numbers[index].to_bits() ^ (1 << bit));
            seen.push(Snapshot::<W1>::from_numbers(&numbers, saved.status, saved.clock).hash());
        }
    }
    let others = Status::all(W1::ENDS).skip(1);
    seen.extend(others.map(|status| with(&saved, |other| other.status = status).hash()));
    for (steps, step_s, before_s) in [(6, 0.01, 0.0), (5, 0.02, 0.0), (5, 0.01, 0.5)] {
        let clock = Clock::from_parts(steps, step_s, before_s).unwrap();
        seen.push(with(&saved, |other| other.clock = clock).hash());
    }
    let count = seen.len();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), count);
}

/// The algorithm of the documentation, written once more, byte by byte.
#[test]
fn the_hash_is_the_documented_one() {
    let saved = moving().save();
    let mut words = Vec::new();
    saved.numbers(|number| words.push(number.to_bits()));
    words.extend([0, 5, 0.01_f64.to_bits(), 0.0_f64.to_bits()]);
    let bytes = words.iter().flat_map(|word| word.to_le_bytes());
    let fnv = bytes.fold(14_695_981_039_346_656_037_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(1_099_511_628_211)
    });
    assert_eq!(saved.hash(), fnv);
    // The published value of FNV-1a for no bytes, and by hand for eight zeros.
    assert_eq!(StateHash::default().value(), 0xcbf2_9ce4_8422_2325);
}

#[test]
fn the_zeros_differ_and_all_nans_are_one() {
    let of = |x_m: f64| with(&moving().save(), |other| other.state.x_m = x_m);
    assert_ne!(of(0.0).hash(), of(-0.0).hash());
    assert!(of(0.0) != of(-0.0));
    let nans = [f64::NAN, -f64::NAN, f64::from_bits(0x7ff0_0000_0000_0001), f64::from_bits(u64::MAX)];
    for nan in nans {
        assert_eq!(of(nan).hash(), of(f64::NAN).hash());
        assert!(of(nan) == of(f64::NAN));
    }
}

#[test]
fn a_number_that_is_not_finite_is_named_and_not_taken() {
    let mut car = moving();
    let before = car.save();
    for (index, name) in [(0, "x_m"), (2, "yaw_rad"), (5, "yaw_rate_rad_s")] {
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let mut numbers = Vec::new();
            before.numbers(|number| numbers.push(number));
            numbers[index] = bad;
            let bad = Snapshot::from_numbers(&numbers, Status::Running, before.clock);
            assert_eq!(car.restore(&bad).unwrap_err().field, name);
            assert_eq!(Saved::from(&bad).check().unwrap_err().field, name);
            assert!(car.save() == before, "unchanged");
        }
    }
}

/// A car that was stopped is put back running, or stopped, as it was.
#[test]
fn a_stopped_car_drives_again_from_a_snapshot_of_before() {
    let mut car = moving();
    let good = car.save();
    let (_, input) = w1::workload::start(1);
    let poison = W1State { yaw_rate_rad_s: f64::NAN, ..good.state };
    let step = |car: &mut Simulation<W1>, input| car.step(input, &Surface::asphalt(), Dt::new(0.01).unwrap());
    assert_eq!(car.set_state(poison), Status::Quarantined);
    let stopped = car.save();
    car.restore(&good).unwrap();
    assert_eq!(step(&mut car, &input), Status::Running);
    car.restore(&stopped).unwrap();
    assert_eq!(step(&mut car, &input), Status::Quarantined);
    assert!(car.save() == stopped);
}

#[test]
fn a_clock_of_impossible_parts_is_none() {
    let nan = f64::NAN;
    for (steps, step_s, before_s) in [
        (1, 0.0, 0.0),
        (1, nan, 0.0),
        (1, 1.5, 0.0),
        (1, -0.1, 0.0),
        (1, 0.1, nan),
        (1, 0.1, -1.0),
        (0, -0.0, 0.0),
    ] {
        assert_eq!(Clock::from_parts(steps, step_s, before_s), None, "{steps} {step_s} {before_s}");
    }
    assert_eq!(Clock::from_parts(0, 0.0, 0.0), Some(Clock::START));
}

/// Snapshots of `f32` too, exactly.
#[test]
fn single_precision_comes_back_exactly() {
    let (state, _) = w1::workload::start(3);
    struct Cells([f64; 6]);
    impl Sink<f64> for Cells {
        fn write(&mut self, index: usize, value: f64) {
            self.0[index] = value;
        }
    }
    impl Source<f32> for Cells {
        fn read(&self, index: usize) -> f32 {
            self.0[index] as f32
        }
    }
    let mut cells = Cells([0.0; 6]);
    state.store(&mut cells);
    let state: W1State<f32> = Record::load(&cells);
    let (status, clock) = (Status::Running, Clock::START);
    let saved = Snapshot::<W1, f32> { state, mode: Empty, status, clock, longest_step_s: Some(0.001) };
    let again = Snapshot::<W1, f32>::try_from(&Saved::from(&saved)).unwrap();
    assert!(saved == again && saved.hash() == again.hash());
}
