//! What follows from the matrices: modes, gains, frequency responses, characteristic and critical speed.

use core::f64::consts::TAU;

use skidpad_core::math::Real;
use skidpad_linear::{Linear, Matrix};

use super::eigenvalues::Complex;
use crate::channel::{CarChannels, ChannelHandle};
use crate::models::ModelInfo;

/// A mode of motion: a real eigenvalue, or a pair of complex ones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mode {
    /// The eigenvalue; of a pair the one with the positive imaginary part.
    pub eigenvalue: Complex,
    /// Natural frequency without damping |lambda| / (2 pi), Hz.
    pub frequency_hz: f64,
    /// Damping ratio -Re(lambda) / |lambda|; `None` at 0.
    pub damping: Option<f64>,
}

/// The modes of some eigenvalues, in their order.
pub fn modes(eigenvalues: &[Complex]) -> Vec<Mode> {
    let of = |eigenvalue: &Complex| {
        let size = Real::hypot(eigenvalue.re, eigenvalue.im);
        let damping = (size > 0.0).then(|| -eigenvalue.re / size);
        Mode { eigenvalue: *eigenvalue, frequency_hz: size / TAU, damping }
    };
    eigenvalues.iter().filter(|value| value.im >= 0.0).map(of).collect()
}

/// True for positions and headings: what moves a car on an even road does not depend on them.
pub(super) fn is_cyclic(channels: &CarChannels, place: usize) -> bool {
    let CarChannels { position_x, position_y, rear_axle_x, rear_axle_y, yaw, .. } = channels;
    [position_x, position_y, rear_axle_x, rear_axle_y, yaw]
        .into_iter()
        .flatten()
        .any(|channel| channel.state_place() == Some(place))
}

/// Returns true for a state on which a rate or an output depends.
pub fn matters(linear: &Linear, state: usize) -> bool {
    let is_in = |matrix: &Matrix| (0..matrix.rows()).any(|row| matrix.at(row, state) != 0.0);
    is_in(&linear.a) || is_in(&linear.c)
}

/// Linear response of a model to its steering at constant speed.
#[derive(Clone, Debug, PartialEq)]
pub struct Response {
    a: Matrix,
    b: Vec<f64>,
    /// Output row (C) and direct gain (D) of each requested quantity.
    outputs: Vec<(Vec<f64>, f64)>,
}

impl Response {
    /// The response of some states and outputs of the model to the steering; `None` where the model does not steer, or has
    /// a channel as something else.
    ///
    /// The steering is the model's input `steer_rad`; where it has the rate as its input, the angle of its state is taken for
    /// it. The speed is held, as the driver of a test does it.
    pub fn to_steering(model: &ModelInfo, linear: &Linear, quantities: &[ChannelHandle]) -> Option<Self> {
        let channels = CarChannels::resolve(&model.layout());
        let input = channels.requested_steer.and_then(|channel| channel.input_place());
        let angle = if input.is_some() { None } else { Some(channels.front_steer?.state_place()?) };
        let is_kept = |place: usize| {
            let is_speed = model.states[place].name == model.speed;
            !is_cyclic(&channels, place) && !is_speed && angle != Some(place)
        };
        let kept: Vec<usize> = (0..model.states.len()).filter(|place| is_kept(*place)).collect();
        let of_steering = |of_input: &Matrix, of_state: &Matrix, row: usize| match (input, angle) {
            (Some(input), _) => of_input.at(row, input),
            (None, Some(angle)) => of_state.at(row, angle),
            (None, None) => 0.0,
        };
        let outputs = quantities.iter().map(|quantity| {
            if let Some(place) = quantity.state_place().filter(|place| is_kept(*place)) {
                return Some((kept.iter().map(|other| f64::from(u8::from(*other == place))).collect(), 0.0));
            }
            let row = quantity.output_place()?;
            let of_states = kept.iter().map(|place| linear.c.at(row, *place)).collect();
            Some((of_states, of_steering(&linear.d, &linear.c, row)))
        });
        Some(Self {
            a: linear.a.part(&kept, &kept),
            b: kept.iter().map(|row| of_steering(&linear.b, &linear.a, *row)).collect(),
            outputs: outputs.collect::<Option<_>>()?,
        })
    }

    /// The quantities' complex gains at a frequency, Hz: C (j omega - A)^-1 B + D. `None` at a frequency at which the car
    /// swings by itself.
    pub fn at_hz(&self, frequency_hz: f64) -> Option<Vec<Complex>> {
        let state = self.solve(TAU * frequency_hz)?;
        let gain = |(row, direct): &(Vec<f64>, f64)| {
            let terms = row.iter().zip(&state);
            terms.fold(Complex { re: *direct, im: 0.0 }, |sum, (factor, value)| Complex {
                re: sum.re + factor * value.re,
                im: sum.im + factor * value.im,
            })
        };
        Some(self.outputs.iter().map(gain).collect())
    }

    /// Gains of the steady state. An engine and wheels that turn as one have no steady state of their own, so the gains are
    /// those at a frequency that is far below those of a car, not at 0.
    pub fn steady(&self) -> Option<Vec<f64>> {
        const SLOW_HZ: f64 = 1e-5;
        Some(self.at_hz(SLOW_HZ)?.into_iter().map(|gain| gain.re).collect())
    }

    /// (j omega - A) x = b by elimination with pivots.
    #[allow(clippy::needless_range_loop, reason = "rows and columns by their indices, as the text has them")]
    fn solve(&self, omega: f64) -> Option<Vec<Complex>> {
        let size = self.b.len();
        let mut rows: Vec<Vec<Complex>> = (0..size)
            .map(|row| {
                let entry = |column: usize| Complex {
                    re: -self.a.at(row, column),
                    im: if row == column { omega } else { 0.0 },
                };
                (0..size).map(entry).chain([Complex { re: self.b[row], im: 0.0 }]).collect()
            })
            .collect();
        for column in 0..size {
            let square = |value: &Complex| value.re * value.re + value.im * value.im;
            let pivot = (column..size).fold(column, |best, row| {
                if square(&rows[row][column]) > square(&rows[best][column]) { row } else { best }
            });
            if square(&rows[pivot][column]) == 0.0 {
                return None;
            }
            rows.swap(pivot, column);
            let leading = rows[column].clone();
            for row in column + 1..size {
                let factor = over(rows[row][column], leading[column]);
                for (entry, above) in rows[row].iter_mut().zip(&leading).skip(column) {
                    let product = times(factor, *above);
                    *entry = Complex { re: entry.re - product.re, im: entry.im - product.im };
                }
            }
        }
        let mut solved = vec![Complex { re: 0.0, im: 0.0 }; size];
        for row in (0..size).rev() {
            let mut right = rows[row][size];
            for column in row + 1..size {
                let product = times(rows[row][column], solved[column]);
                right = Complex { re: right.re - product.re, im: right.im - product.im };
            }
            solved[row] = over(right, rows[row][row]);
        }
        solved.iter().all(|value| value.re.is_finite() && value.im.is_finite()).then_some(solved)
    }
}

fn times(one: Complex, other: Complex) -> Complex {
    Complex { re: one.re * other.re - one.im * other.im, im: one.re * other.im + one.im * other.re }
}

fn over(one: Complex, other: Complex) -> Complex {
    let square = other.re * other.re + other.im * other.im;
    let product = times(one, Complex { im: -other.im, ..other });
    Complex { re: product.re / square, im: product.im / square }
}

/// Steady-state response of a car to its steering.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stability {
    /// Yaw rate over the steering angle of the front wheels, 1/s.
    pub yaw_rate_gain_1_s: f64,
    /// Lateral acceleration over that angle, m/s^2 per rad.
    pub lateral_gain_m_s2: Option<f64>,
    /// Understeer gradient, rad s^2/m; `None` where the wheelbase is not known.
    pub understeer_rad_s2_m: Option<f64>,
    /// Characteristic speed of an understeering car, m/s.
    pub characteristic_speed_m_s: Option<f64>,
    /// Critical speed of an oversteering car, m/s.
    pub critical_speed_m_s: Option<f64>,
}

/// Gains of the steady state, and the speeds that follow: with the yaw-rate gain G = v / (L + K v^2) at the speed v the
/// understeer gradient is K = (v / G - L) / v^2, the characteristic speed sqrt(L / K) and the critical one sqrt(-L / K)
/// (Gillespie, Fundamentals of Vehicle Dynamics, 6). In a turn they are those of that point: ISO 8855's tangents.
///
/// `None` for a model that does not steer, and at rest.
pub fn stability(
    model: &ModelInfo,
    linear: &Linear,
    speed_m_s: f64,
    wheelbase_m: Option<f64>,
) -> Option<Stability> {
    let channels = CarChannels::resolve(&model.layout());
    let quantities: Vec<_> =
        [Some(channels.yaw_rate?), channels.acceleration_y].into_iter().flatten().collect();
    let gains = Response::to_steering(model, linear, &quantities)
        .or_else(|| Response::to_steering(model, linear, &quantities[..1]))?
        .steady()?;
    let yaw_rate_gain_1_s = gains[0];
    if speed_m_s == 0.0 || yaw_rate_gain_1_s == 0.0 {
        return None;
    }
    let gradient =
        wheelbase_m.map(|length| (speed_m_s / yaw_rate_gain_1_s - length) / (speed_m_s * speed_m_s));
    let speed = |sign: f64| {
        let square = wheelbase_m? / (sign * gradient?);
        // A speed that no car reaches is that of a neutral one.
        (square > 0.0 && square < 9e4).then(|| Real::sqrt(square))
    };
    Some(Stability {
        yaw_rate_gain_1_s,
        lateral_gain_m_s2: gains.get(1).copied(),
        understeer_rad_s2_m: gradient,
        characteristic_speed_m_s: speed(1.0),
        critical_speed_m_s: speed(-1.0),
    })
}
