//! Order conditions of the tableaus.

use skidpad_core::integrate::tableau::*;

type Column = [f64; 6];

fn times(x: Column, y: Column) -> Column {
    core::array::from_fn(|i| x[i] * y[i])
}

/// Every condition up to order 5 as (order, its left side, 1 / its right side): one per rooted
/// tree (HNW table II.2.2).
fn conditions<const S: usize>(tableau: &Tableau<S>, weights: [f64; S]) -> [(i32, f64, f64); 17] {
    let widen = |v: [f64; S]| -> Column { core::array::from_fn(|i| if i < S { v[i] } else { 0.0 }) };
    let b = widen(weights);
    let c = widen(tableau.c);
    let one = widen([1.0; S]);
    let sum = |x: Column| -> f64 { times(b, x).iter().sum() };
    let a = |x: Column| -> Column {
        core::array::from_fn(|i| if i < S { (0..S).map(|j| tableau.a[i][j] * x[j]).sum() } else { 0.0 })
    };
    let c2 = times(c, c);
    let c3 = times(c2, c);
    [
        (1, sum(one), 1.0),
        (2, sum(c), 2.0),
        (3, sum(c2), 3.0),
        (3, sum(a(c)), 6.0),
        (4, sum(c3), 4.0),
        (4, sum(times(c, a(c))), 8.0),
        (4, sum(a(c2)), 12.0),
        (4, sum(a(a(c))), 24.0),
        (5, sum(times(c2, c2)), 5.0),
        (5, sum(times(c2, a(c))), 10.0),
        (5, sum(times(a(c), a(c))), 20.0),
        (5, sum(times(c, a(c2))), 15.0),
        (5, sum(a(c3)), 20.0),
        (5, sum(times(c, a(a(c)))), 30.0),
        (5, sum(a(times(c, a(c)))), 40.0),
        (5, sum(a(a(c2))), 60.0),
        (5, sum(a(a(a(c)))), 120.0),
    ]
}

fn check<const S: usize>(tableau: &Tableau<S>) {
    for i in 0..S {
        let row: f64 = tableau.a[i].iter().sum();
        assert!((row - tableau.c[i]).abs() < 4e-15, "{} row {i}: {row}", tableau.name);
        assert!(tableau.a[i][i..].iter().all(|x| *x == 0.0), "{} row {i} is not explicit", tableau.name);
    }
    let mut next_fails = false;
    for (order, left, inverse) in conditions(tableau, tableau.b) {
        let miss = (left - 1.0 / inverse).abs();
        if order <= tableau.order as i32 {
            assert!(miss < 1e-15, "{} order {order}, tree 1/{inverse}: {miss:e}", tableau.name);
        } else if order == tableau.order as i32 + 1 {
            next_fails |= miss > 1e-6;
        }
    }
    assert!(next_fails || tableau.order == 5, "{} has a higher order than it says", tableau.name);
}

#[test]
fn every_tableau_meets_the_conditions_of_its_order_and_not_of_the_next() {
    check(&EXPLICIT_EULER);
    check(&HEUN);
    check(&RK4);
    check(&DORMAND_PRINCE);
}

#[test]
fn only_low_orders_build_each_stage_on_the_one_before_alone() {
    assert!(EXPLICIT_EULER.is_chain() && HEUN.is_chain() && RK4.is_chain());
    assert!(!DORMAND_PRINCE.is_chain());
    assert_eq!([0, 1, 2, 3].map(|stage| RK4.ahead(stage)), [0.5, 0.5, 1.0, 0.0]);
}
