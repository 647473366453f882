//! Networks of ONNX files, for one row of numbers at a time.

use skidpad_core::math::Real;

/// A network: from a row of numbers to another.
///
/// Sums are taken in the order of the inputs, and functions are Skidpad's own: a network has the same bits on every platform.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    /// Number of numbers of each value, the input first.
    pub(crate) widths: Vec<usize>,
    pub(crate) steps: Vec<Step>,
    /// The value that is the result.
    pub(crate) output: usize,
}

/// Computes the next value. Operands are values by their number.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Step {
    /// A row times a matrix, and a row added to it.
    Dense { input: usize, weights: Vec<f32>, bias: Vec<f32> },
    /// A function of each number.
    Map { input: usize, function: Function },
    /// A number of one operand and the one in its place of another.
    Join { operands: [Operand; 2], how: Join },
}

/// A function of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Function {
    Same,
    Tanh,
    Relu,
    Sigmoid,
    /// `x` above 0, below the number times `x`.
    LeakyRelu(f32),
    /// `x` above 0, below the number times `exp(x) - 1`.
    Elu(f32),
    Clip([f32; 2]),
}

/// Operation of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Join {
    Add,
    Sub,
    Mul,
    Div,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Operand {
    Value(usize),
    /// As many numbers as the value, or one for all of its numbers.
    Constant(Vec<f32>),
}

impl Network {
    /// Number of numbers that it takes.
    pub fn inputs(&self) -> usize {
        self.widths[0]
    }

    /// Number of numbers of the result.
    pub fn outputs(&self) -> usize {
        self.widths[self.output]
    }

    /// The result for a row of numbers.
    ///
    /// # Panics
    /// If the row has another number of numbers than it takes.
    pub fn run(&self, inputs: &[f32]) -> Vec<f32> {
        assert_eq!(inputs.len(), self.inputs(), "the network takes another number of numbers");
        let mut values = Vec::with_capacity(self.widths.len());
        values.push(inputs.to_vec());
        for step in &self.steps {
            let next = step.run(&values);
            values.push(next);
        }
        values.swap_remove(self.output)
    }
}

impl Step {
    /// Number of constants.
    pub(crate) fn constants(&self) -> usize {
        match self {
            Self::Dense { weights, bias, .. } => weights.len() + bias.len(),
            Self::Map { .. } => 0,
            Self::Join { operands, .. } => operands
                .iter()
                .map(|operand| match operand {
                    Operand::Value(_) => 0,
                    Operand::Constant(numbers) => numbers.len(),
                })
                .sum(),
        }
    }

    fn run(&self, values: &[Vec<f32>]) -> Vec<f32> {
        match self {
            Self::Dense { input, weights, bias } => {
                let mut sums = bias.clone();
                for (number, row) in values[*input].iter().zip(weights.chunks_exact(bias.len())) {
                    sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += number * weight);
                }
                sums
            }
            Self::Map { input, function } => {
                values[*input].iter().map(|number| function.of_number(*number)).collect()
            }
            Self::Join { operands: [one, other], how } => {
                let (one, other) = (one.numbers(values), other.numbers(values));
                let width = usize::max(one.len(), other.len());
                // One number stands for as many as the other has.
                let at = |numbers: &[f32], place: usize| numbers[place.min(numbers.len() - 1)];
                (0..width).map(|place| how.join(at(one, place), at(other, place))).collect()
            }
        }
    }
}

impl Operand {
    fn numbers<'a>(&'a self, values: &'a [Vec<f32>]) -> &'a [f32] {
        match self {
            Self::Value(value) => &values[*value],
            Self::Constant(numbers) => numbers,
        }
    }
}

impl Function {
    fn of_number(self, x: f32) -> f32 {
        match self {
            Self::Same => x,
            Self::Tanh => Real::tanh(x),
            Self::Relu => Real::max(x, 0.0),
            Self::Sigmoid => 0.5 * (1.0 + Real::tanh(0.5 * x)),
            Self::LeakyRelu(slope) => {
                if x < 0.0 {
                    slope * x
                } else {
                    x
                }
            }
            Self::Elu(scale) => {
                if x < 0.0 {
                    scale * (Real::exp(x) - 1.0)
                } else {
                    x
                }
            }
            Self::Clip([low, high]) => Real::min(Real::max(x, low), high),
        }
    }
}

impl Join {
    fn join(self, one: f32, other: f32) -> f32 {
        match self {
            Self::Add => one + other,
            Self::Sub => one - other,
            Self::Mul => one * other,
            Self::Div => one / other,
        }
    }
}
