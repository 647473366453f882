//! The number of linearisations against the dual number that it stands for.

#[path = "../../../skidpad-math/tests/all/functions.rs"]
mod functions;

use functions::{EDGES, binary, unary};
use skidpad_core::math::{Dual, Real};
use skidpad_linear::Variable;

type D1 = Dual<f64, 1>;

/// The number that linearisations take is the dual number of one derivative, in every function.
#[test]
fn a_variable_is_a_dual_number_of_one_derivative() {
    let same = |name: &str, args: &[f64], variable: Variable, dual: D1| {
        let found = [variable.value, variable.derivative].map(f64::to_bits);
        assert_eq!(found, [dual.value, dual.derivative[0]].map(f64::to_bits), "{name} at {args:?}");
    };
    for &x in &EDGES {
        let (variable, dual) = (Variable { value: x, derivative: 0.75 }, D1 { value: x, derivative: [0.75] });
        for ((name, of_variable), (_, of_dual)) in unary!(Variable).into_iter().zip(unary!(D1)) {
            same(name, &[x], of_variable(variable), of_dual(dual));
        }
        for &y in &EDGES {
            let (other, other_dual) =
                (Variable { value: y, derivative: -3.0 }, D1 { value: y, derivative: [-3.0] });
            for ((name, of_variable), (_, of_dual)) in binary!(Variable).into_iter().zip(binary!(D1)) {
                same(name, &[x, y], of_variable(variable, other), of_dual(dual, other_dual));
            }
            assert_eq!(variable.lt(other), dual.lt(other_dual), "{x} < {y}");
            assert_eq!(variable.le(other), dual.le(other_dual), "{x} <= {y}");
            assert_eq!(Real::eq(variable, other), Real::eq(dual, other_dual), "{x} == {y}");
        }
    }
}
