//! Numbers of a table's line, and straight lines between its nodes.

use skidpad::core::math::Real;

/// The numbers of a comma-separated line; `None` where one is not a finite number.
pub fn numbers(line: &str) -> Option<Vec<f64>> {
    line.split(',').map(|cell| cell.trim().parse().ok().filter(|number: &f64| number.is_finite())).collect()
}

/// The value at `x` of a table with nodes at `at`, which rise: straight lines between them, and beyond the ends the end's value.
///
/// Nothing branches on a number, so that the same code runs alone, in lanes and as derivatives. A table over two quantities is
/// a table of tables. It is inlined, and has no closure: so it becomes vector code in lanes.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn between<R: Real, const N: usize>(at: &[f64; N], values: &[R; N], x: R) -> R {
    let mut value = values[0];
    let mut node = 1;
    while node < N {
        let width = at[node] - at[node - 1];
        let share = within_interval((x - R::lit(at[node - 1])) * R::lit(1.0 / width));
        value += (values[node] - values[node - 1]) * share;
        node += 1;
    }
    value
}

/// The share of an interval that lies before a place: 0 to 1. A node belongs to the interval that begins there, so that
/// derivatives at a node are those of that interval; a clamp has none at its limits.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn within_interval<R: Real>(place: R) -> R {
    let (zero, one) = (R::zero(), R::one());
    R::select(place.lt(zero), zero, R::select(place.ge(one), one, place))
}

/// The value at `x` of a table of constants.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn between_constants<R: Real, const N: usize>(at: &[f64; N], values: &[f64; N], x: R) -> R {
    let mut numbers = [R::zero(); N];
    let mut node = 0;
    while node < N {
        numbers[node] = R::lit(values[node]);
        node += 1;
    }
    between(at, &numbers, x)
}
