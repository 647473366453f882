//! The same equations on other numbers: derivatives of both models, and lanes.
#![allow(clippy::disallowed_methods)]

use crate::outlined;
use crate::support;

use skidpad_core::controls::Command;
use skidpad_core::math::{Dual, Lanes, Real};
use skidpad_core::model::{Model, StraightLine, StraightLineMode, StraightLineState};
use skidpad_core::record::{Flag, Record};
use skidpad_core::spec::TwoAxleCar;
use skidpad_core::surface::Surface;
use skidpad_special::{PointMass, PointMassMode, PointMassState};
use support::{Numbers, automatic, build, electric, manual};

type Duals = Dual<f64, 8>;

/// All numbers of a record.
fn numbers_of<R: Real, T: Record<R>>(record: &T) -> Vec<R> {
    let mut all = vec![R::zero(); T::LEN];
    record.store(&mut &mut all[..]);
    all
}

/// A record on other numbers.
fn lifted<R: Real, T: Record<f64>, U: Record<R>>(record: &T) -> U {
    let all: Vec<R> = numbers_of(record).into_iter().map(R::lit).collect();
    U::load(&&all[..])
}

/// A record whose number `i` is variable `i`.
fn varied<T: Record<f64>, U: Record<Duals>>(record: &T) -> U {
    let all: Vec<Duals> = numbers_of(record)
        .into_iter()
        .enumerate()
        .map(|(index, value)| Duals::variable(value, index))
        .collect();
    U::load(&&all[..])
}

/// A model at an instant, on f64 and on dual numbers: rates and trace in one list.
trait Instant {
    fn plain(&self, state: &[f64]) -> Vec<f64>;
    fn dual(&self) -> Vec<Duals>;
    fn state(&self) -> Vec<f64>;
}

struct At<M: Model> {
    car: TwoAxleCar<f64>,
    mode: M::Mode<f64>,
    state: M::State<f64>,
    command: Command<f64>,
}

impl<M> Instant for At<M>
where
    M: Model<
            Car<f64> = TwoAxleCar<f64>,
            Car<Duals> = TwoAxleCar<Duals>,
            Input<f64> = Command<f64>,
            Input<Duals> = Command<Duals>,
        >,
{
    fn plain(&self, state: &[f64]) -> Vec<f64> {
        let state = M::State::<f64>::load(&state);
        let (rate, trace) =
            outlined::evaluate::<M, _>(&self.car, &self.mode, &state, &self.command, &Surface::asphalt());
        [numbers_of(&rate), numbers_of(&trace)].concat()
    }
    fn dual(&self) -> Vec<Duals> {
        let (car, mode, command): (TwoAxleCar<Duals>, M::Mode<Duals>, Command<Duals>) =
            (lifted(&self.car), lifted(&self.mode), lifted(&self.command));
        let (rate, trace) =
            outlined::evaluate::<M, _>(&car, &mode, &varied(&self.state), &command, &Surface::asphalt());
        [numbers_of(&rate), numbers_of(&trace)].concat()
    }
    fn state(&self) -> Vec<f64> {
        numbers_of(&self.state)
    }
}

/// Compares each derivative with the central difference, where the differences to both sides say that
/// the function is smooth there; answers how many were compared and how many were not.
fn compare(instant: &impl Instant) -> (u32, u32) {
    let (state, duals) = (instant.state(), instant.dual());
    let values = instant.plain(&state);
    let (mut compared, mut skipped) = (0, 0);
    for (dual, value) in duals.iter().zip(&values) {
        assert_eq!(dual.value.to_bits(), value.to_bits(), "the value has the bits of the plain number");
        assert!(dual.derivative.iter().all(|slope| slope.is_finite()), "{dual:?}");
    }
    for variable in 0..state.len() {
        let h = 1e-5 * state[variable].abs().max(1e-3);
        let at = |offset: f64| {
            let mut moved = state.clone();
            moved[variable] += offset;
            instant.plain(&moved)
        };
        let (below, above) = (at(-h), at(h));
        for (index, dual) in duals.iter().enumerate() {
            let (left, right) = ((values[index] - below[index]) / h, (above[index] - values[index]) / h);
            let slope = 0.5 * (left + right);
            let noise = 1e-9 * (values[index].abs() + 1.0) / h;
            if (left - right).abs() > 1e-3 * (left.abs() + right.abs()) + noise {
                skipped += 1;
                continue;
            }
            compared += 1;
            let found = dual.derivative[variable];
            assert!(
                (found - slope).abs() <= 1e-4 * slope.abs() + noise,
                "output {index} by {variable}: {found}, not {slope}"
            );
        }
    }
    (compared, skipped)
}

fn any_instant(numbers: &mut Numbers, car: &TwoAxleCar<f64>) -> At<StraightLine> {
    let gear = numbers.pick(&[-1.0, 0.0, 1.0]);
    let speed = numbers.between(0.5, 60.0) * numbers.pick(&[1.0, 1.0, -1.0]);
    let mut state = StraightLineState::rolling(car, speed, gear);
    state.front_spin_rad_s *= numbers.between(0.9, 1.1);
    state.rear_spin_rad_s *= numbers.between(0.9, 1.1);
    state.engine_rad_s = numbers.between(30.0, 740.0);
    state.front_deflection = numbers.between(-0.15, 0.15);
    state.rear_deflection = numbers.between(-0.15, 0.15);
    let mode = StraightLineMode {
        engaged: Flag::from(numbers.pick(&[false, true])),
        clutch_direction: numbers.pick(&[-1.0, 0.0, 1.0]),
        front_direction: speed.signum(),
        rear_direction: speed.signum(),
        body_direction: speed.signum(),
        ..StraightLineMode::in_gear(gear)
    };
    let command =
        Command { throttle: numbers.unit(), brake: numbers.pick(&[0.0, 0.4]), ..support::coast(gear) };
    At { car: *car, mode, state, command }
}

#[test]
fn derivatives_of_the_straight_line_are_those_of_its_differences() {
    let mut numbers = Numbers::new(7);
    let (mut compared, mut skipped) = (0, 0);
    for spec in [manual(), automatic(), electric()] {
        let car = build(&spec);
        for _ in 0..60 {
            let counts = compare(&any_instant(&mut numbers, &car));
            compared += counts.0;
            skipped += counts.1;
        }
    }
    assert!(skipped * 50 < compared, "{skipped} of {compared}");
}

#[test]
fn derivatives_of_the_point_mass_are_those_of_its_differences() {
    let mut numbers = Numbers::new(8);
    let car = build(&manual());
    for _ in 0..200 {
        let gear = numbers.pick(&[-1.0, 0.0, 1.0, 2.0, 5.0]);
        let speed_m_s = numbers.between(-15.0, 60.0);
        let instant = At::<PointMass> {
            car: *car.two_axles(),
            mode: PointMassMode { direction: speed_m_s.signum(), ..PointMassMode::in_gear(gear) },
            state: PointMassState { position_m: 3.0, speed_m_s },
            command: Command {
                throttle: numbers.unit(),
                brake: numbers.pick(&[0.0, 0.3]),
                ..support::coast(gear)
            },
        };
        assert!(compare(&instant).0 > 0);
    }
}

/// At rest, where half of the functions have a kink, every derivative is finite, and the tyres have
/// their stiffness: dF/dkappa' is C F_z.
#[test]
fn derivatives_at_rest_are_finite_and_the_tyres_stiff() {
    for spec in [manual(), automatic(), electric()] {
        let car = build(&spec);
        for gear in [-1.0, 0.0, 1.0] {
            let instant = At::<StraightLine> {
                car: *car.two_axles(),
                mode: StraightLineMode {
                    front_direction: 1.0,
                    rear_direction: 1.0,
                    ..StraightLineMode::in_gear(gear)
                },
                state: StraightLineState::at_rest(&car),
                command: support::coast(gear),
            };
            let duals = instant.dual();
            assert!(duals.iter().flat_map(|dual| dual.derivative).all(f64::is_finite));
            // The rate of the speed by the rear deflection.
            let stiffness = duals[1].derivative[6];
            // C F_z / m, with the damping of the tread that changes nothing at v = 0.
            let expected = 27.5 * 0.5 * 9.80665;
            assert!((stiffness - expected).abs() < 1e-9, "{stiffness}, not {expected}");
        }
    }
}

/// Eight cars side by side get the bits that each gets alone.
#[test]
fn lanes_are_the_scalars() {
    let mut numbers = Numbers::new(9);
    for spec in [manual(), automatic(), electric()] {
        let car = build(&spec);
        let wide: TwoAxleCar<Lanes<f64, 8>> = lifted(car.two_axles());
        for _ in 0..50 {
            let all: Vec<At<StraightLine>> = (0..8).map(|_| any_instant(&mut numbers, &car)).collect();
            let (rate, trace) = outlined::evaluate::<StraightLine, _>(
                &wide,
                &side_by_side(&all, |at| numbers_of(&at.mode)),
                &side_by_side(&all, |at| numbers_of(&at.state)),
                &side_by_side(&all, |at| numbers_of(&at.command)),
                &Surface::asphalt(),
            );
            let together: Vec<Lanes<f64, 8>> = [numbers_of(&rate), numbers_of(&trace)].concat();
            for (lane, at) in all.iter().enumerate() {
                let alone = at.plain(&at.state());
                for (wide, single) in together.iter().zip(alone) {
                    assert_eq!(wide.0[lane].to_bits(), single.to_bits());
                }
            }
        }
    }
}

/// A record in lanes from the numbers of each car.
fn side_by_side<U: Record<Lanes<f64, 8>>>(
    all: &[At<StraightLine>],
    part: impl Fn(&At<StraightLine>) -> Vec<f64>,
) -> U {
    let cars: Vec<Vec<f64>> = all.iter().map(part).collect();
    let columns: Vec<Lanes<f64, 8>> =
        (0..U::LEN).map(|index| Lanes(core::array::from_fn(|lane| cars[lane][index]))).collect();
    U::load(&&columns[..])
}
