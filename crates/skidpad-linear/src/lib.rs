//! The equations of a model, linear about one of its states; and those of Skidpad's own models on numbers with a
//! derivative, compiled once.
//!
//! With the state x, the input u and the outputs y (the model's trace), x' = f(x, u) and y = g(x, u) become
//!
//! dx' = A dx + B du, dy = C dx + D du,
//!
//! with the derivatives by dual numbers: exact to rounding, without a step size. The mode (gears, which wheel sticks, what the
//! assists have decided) is held, since it changes in jumps between sub-steps and not within; the integrator sees the same
//! equations. Inputs that reach the equations through the mode act as at the beginning of a sub-step, the longest that the car
//! allows: a throttle past the assists and a clutch pedal at once, a brake pressure that lags its pedal by what it follows in
//! that time.
//!
//! At a kink (a wheel at the limit of sticking, an end of a table, a wheel that leaves the road) the derivative is that of
//! the branch that the value takes. A car that its brakes and tyres hold at rest has rows of 0: a small force does
//! not move it.

#![forbid(unsafe_code)]

use std::fmt;

mod compiled;
mod matrix;
mod variable;

pub use compiled::*;
pub use matrix::Matrix;
pub use variable::Variable;

use skidpad_core::math::Real;
use skidpad_core::model::Model;
use skidpad_core::record::{Record, converted};
use skidpad_core::step::{advance_alone, evaluate_alone};
use skidpad_core::surface::Surface;

/// A model's equations, linear about one state.
#[derive(Clone, Debug, PartialEq)]
pub struct Linear {
    /// Derivatives of the state's rates with respect to the state.
    pub a: Matrix,
    /// Derivatives of the state's rates with respect to the input.
    pub b: Matrix,
    /// Derivatives of the outputs with respect to the state.
    pub c: Matrix,
    /// Derivatives of the outputs with respect to the input.
    pub d: Matrix,
    /// The state's rates themselves.
    pub rates: Vec<f64>,
    /// The outputs themselves.
    pub outputs: Vec<f64>,
}

/// Derivatives of a model's rates and outputs with respect to one number.
#[derive(Clone, Debug, PartialEq)]
pub struct Sensitivity {
    /// Derivatives of the state's rates.
    pub rates: Vec<f64>,
    /// Derivatives of the outputs.
    pub outputs: Vec<f64>,
}

/// The equations of a model, linear about a state. The road is part of the point: it is held as it is.
///
/// ```
/// use skidpad_linear::linearise;
/// use skidpad_core::record::Empty;
/// use skidpad_texts::w1::{W1, W1Input, W1State};
/// use skidpad_core::record::{Channels, Record};
/// use skidpad_core::surface::Surface;
///
/// let state = W1State { velocity_x_m_s: 20.0, ..Record::splat(0.0) };
/// let input = W1Input { steer_rad: 0.0, acceleration_m_s2: 0.0 };
/// let linear = linearise::<W1>(&Empty, &Empty, &state, &input, &Surface::asphalt());
///
/// let place = |name| W1State::<f64>::CHANNELS.iter().position(|state| state.name == name).unwrap();
/// // Along the road at 20 m/s, heading to the left takes the car to the left, by 20 m/s per radian.
/// assert_eq!(linear.a.at(place("y_m"), place("yaw_rad")), 20.0);
/// ```
pub fn linearise<M: Model>(
    car: &M::Car<f64>,
    mode: &M::Mode<f64>,
    state: &M::State<f64>,
    input: &M::Input<f64>,
    surface: &Surface<f64>,
) -> Linear {
    Equations::<M>::new().linearise(car, mode, state, input, surface)
}

/// Derivatives of a model's rates and outputs with respect to the number that a car's own numbers are derivatives of: a
/// number of its vehicle's specification, for a car that was made of it by
/// [`VehicleSpec::map`](skidpad_core::spec::VehicleSpec::map). State, mode and input are held.
pub fn sensitivity<M: Model>(
    car: &M::Car<Variable>,
    mode: &M::Mode<f64>,
    state: &M::State<f64>,
    input: &M::Input<f64>,
    surface: &Surface<f64>,
) -> Sensitivity {
    Equations::<M>::new().sensitivity(car, mode, state, input, surface)
}

/// Linearisation of a model. Compiling it takes minutes for all models, so a library can name it, once for its programs.
///
/// ```
/// use skidpad_linear::Equations;
/// use skidpad_special::Kinematic;
///
/// static KINEMATIC: Equations<Kinematic> = Equations::new();
/// ```
pub struct Equations<M: Model> {
    linearise: Linearise<M>,
    sensitivity: SensitivityOf<M>,
}

type Linearise<M> = fn(
    &<M as Model>::Car<f64>,
    &<M as Model>::Mode<f64>,
    &<M as Model>::State<f64>,
    &<M as Model>::Input<f64>,
    &Surface<f64>,
) -> Linear;

type SensitivityOf<M> = fn(
    &<M as Model>::Car<Variable>,
    &<M as Model>::Mode<f64>,
    &<M as Model>::State<f64>,
    &<M as Model>::Input<f64>,
    &Surface<f64>,
) -> Sensitivity;

impl<M: Model> fmt::Debug for Equations<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Equations({})", M::NAME)
    }
}

impl<M: Model> Default for Equations<M> {
    fn default() -> Self {
        Self::new()
    }
}

impl<M: Model> Equations<M> {
    /// The model's own equations.
    pub const fn new() -> Self {
        Self { linearise: linear_about::<M>, sensitivity: sensitivity_at::<M> }
    }

    /// The equations, linear about a state: see [`linearise`].
    pub fn linearise(
        &self,
        car: &M::Car<f64>,
        mode: &M::Mode<f64>,
        state: &M::State<f64>,
        input: &M::Input<f64>,
        surface: &Surface<f64>,
    ) -> Linear {
        (self.linearise)(car, mode, state, input, surface)
    }

    /// Derivatives with respect to a number of the car: see [`sensitivity`].
    pub fn sensitivity(
        &self,
        car: &M::Car<Variable>,
        mode: &M::Mode<f64>,
        state: &M::State<f64>,
        input: &M::Input<f64>,
        surface: &Surface<f64>,
    ) -> Sensitivity {
        (self.sensitivity)(car, mode, state, input, surface)
    }
}

fn linear_about<M: Model>(
    car: &M::Car<f64>,
    mode: &M::Mode<f64>,
    state: &M::State<f64>,
    input: &M::Input<f64>,
    surface: &Surface<f64>,
) -> Linear {
    let (states, inputs) = (<M::State<f64> as Record<f64>>::LEN, <M::Input<f64> as Record<f64>>::LEN);
    let dt_s = Variable::constant(M::longest_step_s(car));
    let (car, surface) = (converted(car, Variable::constant), converted(surface, Variable::constant));
    let held = converted(mode, Variable::constant);
    let at = |variable: usize| {
        let state = with_variable(state, Some(variable));
        let of_input = variable.checked_sub(states);
        let input = with_variable(input, of_input);
        let mode = match of_input {
            Some(_) => answering::<M>(
                mode,
                &advance_alone::<M, Variable>(&car, (&held, &state), &input, &surface, dt_s),
            ),
            None => held,
        };
        evaluate_alone::<M, Variable>(&car, (&mode, &state), &input, &surface)
    };
    let mut linear = Linear::zeros(states, inputs, <M::Trace<f64> as Record<f64>>::LEN);
    for variable in 0..states + inputs {
        let (rates, computed) = at(variable);
        linear.set_column(variable, &numbers(&rates), &numbers(&computed));
    }
    linear
}

fn sensitivity_at<M: Model>(
    car: &M::Car<Variable>,
    mode: &M::Mode<f64>,
    state: &M::State<f64>,
    input: &M::Input<f64>,
    surface: &Surface<f64>,
) -> Sensitivity {
    let mode = converted(mode, Variable::constant);
    let surface = converted(surface, Variable::constant);
    let (state, input) = (with_variable(state, None), with_variable(input, None));
    let (rates, computed) = evaluate_alone::<M, Variable>(car, (&mode, &state), &input, &surface);
    let slopes = |numbers: Vec<Variable>| numbers.into_iter().map(|number| number.derivative).collect();
    Sensitivity { rates: slopes(numbers(&rates)), outputs: slopes(numbers(&computed)) }
}

impl Linear {
    fn zeros(states: usize, inputs: usize, outputs: usize) -> Self {
        Self {
            a: Matrix::zeros(states, states),
            b: Matrix::zeros(states, inputs),
            c: Matrix::zeros(outputs, states),
            d: Matrix::zeros(outputs, inputs),
            rates: vec![0.0; states],
            outputs: vec![0.0; outputs],
        }
    }

    /// Takes the derivatives with respect to one variable: states come first, then inputs.
    fn set_column(&mut self, variable: usize, rates: &[Variable], computed: &[Variable]) {
        let (of_rates, of_outputs, column) = match variable.checked_sub(self.a.columns()) {
            None => (&mut self.a, &mut self.c, variable),
            Some(input) => (&mut self.b, &mut self.d, input),
        };
        fill(of_rates, column, rates);
        fill(of_outputs, column, computed);
        self.rates = rates.iter().map(|rate| rate.value).collect();
        self.outputs = computed.iter().map(|output| output.value).collect();
    }
}

/// A mode with the derivatives that the beginning of a sub-step gives it: its values stay, whatever that sub-step decides.
fn answering<M: Model>(mode: &M::Mode<f64>, begun: &M::Mode<Variable>) -> M::Mode<Variable> {
    let mut begun = numbers(begun).into_iter();
    converted(mode, |value| Variable { value, ..begun.next().unwrap_or_else(|| Variable::constant(value)) })
}

/// A record's numbers as constants, but for one of them.
fn with_variable<A: Record<f64>, B: Record<Variable>>(record: &A, variable: Option<usize>) -> B {
    let mut index = 0;
    converted(record, |value| {
        index += 1;
        if variable == Some(index - 1) { Variable::independent(value) } else { Variable::constant(value) }
    })
}

#[inline(never)]
fn numbers<A: Record<Variable>>(record: &A) -> Vec<Variable> {
    let mut all = vec![Variable::zero(); A::LEN];
    record.store(&mut all.as_mut_slice());
    all
}

fn fill(matrix: &mut Matrix, column: usize, numbers: &[Variable]) {
    for (row, number) in numbers.iter().enumerate() {
        matrix.set(row, column, number.derivative);
    }
}
