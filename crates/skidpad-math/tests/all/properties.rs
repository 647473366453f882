//! What holds exactly: symmetry, ranges, conventions for zeros, infinities and NaN.

use skidpad_math::{Element, Real, Vec2};

/// Numbers of all sizes and signs, by bits.
fn samples(count: u64) -> impl Iterator<Item = f64> {
    (0..count).map(|i| {
        let z = (i + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let unit = ((z ^ (z >> 27)) >> 11) as f64 / 9007199254740992.0;
        match i % 4 {
            0 => f64::from_bits(z),
            1 => f64::from(f32::from_bits((z >> 32) as u32)),
            2 => (unit - 0.5) * 4000.0,
            _ => (unit - 0.5) * 3.0,
        }
    })
}

fn same<T: Element>(a: T, b: T) -> bool {
    let (a, b) = (a.lane(0), b.lane(0));
    a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan())
}

/// A function of one argument by name.
type Named<T> = (&'static str, fn(T) -> T);

fn symmetry<T: Element>() {
    let odd: [Named<T>; 6] = [
        ("sin", T::sin),
        ("tan", T::tan),
        ("asin", T::asin),
        ("atan", T::atan),
        ("sinh", T::sinh),
        ("tanh", T::tanh),
    ];
    let even: [Named<T>; 3] = [("cos", T::cos), ("cosh", T::cosh), ("abs", T::abs)];
    for x in samples(100_000).map(T::lit) {
        for (name, function) in odd {
            assert!(same(function(-x), -function(x)), "{name}({x:?})");
        }
        for (name, function) in even {
            assert!(same(function(-x), function(x)), "{name}({x:?})");
        }
        let y = x * T::lit(0.7) + T::one();
        assert!(same((-y).atan2(x), -(y.atan2(x))), "atan2({y:?}, {x:?})");
        assert!(same(y.hypot(x), x.hypot(-y)), "hypot({y:?}, {x:?})");
        assert!(same(x.sin_cos().0, x.sin()) && same(x.sin_cos().1, x.cos()));
    }
}

#[test]
fn odd_functions_are_odd_and_even_ones_even() {
    symmetry::<f64>();
    symmetry::<f32>();
}

fn ranges<T: Element>(epsilon: f64) {
    let one = T::one();
    for x in samples(100_000).map(T::lit).filter(|x| x.is_finite()) {
        let (s, c) = x.sin_cos();
        assert!(s.abs().le(one) && c.abs().le(one), "sin, cos({x:?}) = {s:?}, {c:?}");
        assert!(x.tan().is_finite(), "tan({x:?})");
        let (s, c) = (s.lane(0), c.lane(0));
        assert!((s * s + c * c - 1.0).abs() < 4.0 * epsilon, "{x:?}");
        assert!(x.tanh().abs().le(one) && x.exp().ge(T::zero()));
        assert!(x.atan().abs().le(T::lit(std::f64::consts::FRAC_PI_2)));
        assert!(x.cosh().ge(one));
    }
}

#[test]
fn results_stay_within_their_ranges() {
    ranges::<f64>(f64::EPSILON);
    ranges::<f32>(f64::from(f32::EPSILON));
}

/// Neighbours across the places where a function changes its method, at most that many ulp down.
fn rises<T: Element>(name: &str, function: fn(T) -> T, at: &[f64], step: f64, slack: f64) {
    for &place in at {
        let mut last = f64::NEG_INFINITY;
        for i in -200..=200 {
            let value = function(T::lit(place * (1.0 + f64::from(i) * step))).lane(0);
            assert!(
                value >= last - slack * step * value.abs(),
                "{name} near {place}: {value:e} after {last:e}"
            );
            last = value;
        }
    }
}

#[test]
fn functions_rise_across_the_places_where_their_method_changes() {
    rises::<f64>("atan", Real::atan, &[0.5, 1.0, 2.0], f64::EPSILON, 1.0);
    rises::<f64>("tanh", Real::tanh, &[0.55, 20.0], f64::EPSILON, 1.0);
    rises::<f64>("sinh", Real::sinh, &[1.0], f64::EPSILON, 2.0);
    rises::<f64>("asin", Real::asin, &[0.5], f64::EPSILON, 1.0);
    rises::<f64>("exp", Real::exp, &[0.34657359, 1.03972077, 708.0], f64::EPSILON, 1.0);
    rises::<f64>("ln", Real::ln, &[std::f64::consts::SQRT_2, 1.0, 4.0], f64::EPSILON, 1.0);
    let epsilon = f64::from(f32::EPSILON);
    rises::<f32>("atan", Real::atan, &[0.5, 1.0, 2.0], epsilon, 1.0);
    rises::<f32>("tanh", Real::tanh, &[0.55, 9.0], epsilon, 1.0);
    rises::<f32>("sinh", Real::sinh, &[1.0], epsilon, 2.0);
    rises::<f32>("asin", Real::asin, &[0.5], epsilon, 1.0);
    rises::<f32>("exp", Real::exp, &[0.34657359, 88.0], epsilon, 1.0);
    rises::<f32>("ln", Real::ln, &[std::f64::consts::SQRT_2, 1.0, 4.0], epsilon, 1.0);
}

/// C99, Annex F.9: the special cases.
fn conventions<T: Element>() {
    let lit = T::lit;
    let (zero, one, inf, nan) = (lit(0.0), lit(1.0), lit(f64::INFINITY), lit(f64::NAN));
    let pi = lit(std::f64::consts::PI);
    let (half, quarter) = (pi / lit(2.0), pi / lit(4.0));
    let check = |name: &str, got: T, want: T| assert!(same(got, want), "{name}: {got:?}, not {want:?}");
    for (name, function) in
        [("sin", T::sin as fn(T) -> T), ("tan", T::tan), ("asin", T::asin), ("atan", T::atan)]
    {
        check(name, function(-zero), -zero);
        check(name, function(nan), nan);
    }
    for (name, function) in [("sinh", T::sinh as fn(T) -> T), ("tanh", T::tanh), ("sqrt", T::sqrt)] {
        check(name, function(-zero), -zero);
        check(name, function(nan), nan);
    }
    for (name, function) in [("sin", T::sin as fn(T) -> T), ("cos", T::cos), ("tan", T::tan)] {
        check(name, function(inf), nan);
        check(name, function(-inf), nan);
    }
    check("cos", zero.cos(), one);
    check("asin", lit(1.5).asin(), nan);
    check("acos", lit(-1.5).acos(), nan);
    check("asin", one.asin(), half);
    check("acos", one.acos(), zero);
    check("acos", (-one).acos(), pi);
    check("acos", nan.acos(), nan);
    check("atan", inf.atan(), half);
    check("atan", (-inf).atan(), -half);
    check("sinh", (-inf).sinh(), -inf);
    check("cosh", (-inf).cosh(), inf);
    check("cosh", zero.cosh(), one);
    check("cosh", nan.cosh(), nan);
    check("tanh", (-inf).tanh(), -one);
    check("exp", (-zero).exp(), one);
    check("exp", inf.exp(), inf);
    check("exp", (-inf).exp(), zero);
    check("exp", nan.exp(), nan);
    check("ln", zero.ln(), -inf);
    check("ln", (-zero).ln(), -inf);
    check("ln", one.ln(), zero);
    check("ln", (-one).ln(), nan);
    check("ln", (-inf).ln(), nan);
    check("ln", inf.ln(), inf);
    check("ln", nan.ln(), nan);
    for (y, x, want) in [
        (zero, zero, zero),
        (-zero, zero, -zero),
        (zero, -zero, pi),
        (-zero, -zero, -pi),
        (zero, one, zero),
        (-zero, one, -zero),
        (zero, -one, pi),
        (-zero, -one, -pi),
        (one, zero, half),
        (one, -zero, half),
        (-one, zero, -half),
        (one, inf, zero),
        (-one, inf, -zero),
        (one, -inf, pi),
        (-one, -inf, -pi),
        (inf, one, half),
        (-inf, -one, -half),
        (inf, inf, quarter),
        (-inf, inf, -quarter),
        (inf, -inf, pi - quarter),
        (-inf, -inf, quarter - pi),
        (nan, one, nan),
        (one, nan, nan),
        (nan, inf, nan),
        (inf, nan, nan),
        (zero, nan, nan),
        (nan, zero, nan),
        (nan, nan, nan),
    ] {
        check(&format!("atan2({y:?}, {x:?})"), y.atan2(x), want);
    }
    for (x, y, want) in [
        (inf, nan, inf),
        (nan, -inf, inf),
        (nan, one, nan),
        (one, nan, nan),
        (-zero, -zero, zero),
        (zero, -one, one),
        (lit(3.0), lit(-4.0), lit(5.0)),
        (inf, zero, inf),
    ] {
        check(&format!("hypot({x:?}, {y:?})"), x.hypot(y), want);
    }
}

#[test]
fn special_arguments_follow_c99() {
    conventions::<f64>();
    conventions::<f32>();
}

fn powers<T: Element>() {
    let lit = T::lit;
    let (zero, one, inf, nan) = (lit(0.0), lit(1.0), lit(f64::INFINITY), lit(f64::NAN));
    let (two, three, half) = (lit(2.0), lit(3.0), lit(0.5));
    for (x, y, want) in [
        (zero, zero, one),
        (nan, zero, one),
        (one, nan, one),
        (one, inf, one),
        (-one, inf, one),
        (-one, -inf, one),
        (zero, three, zero),
        (-zero, three, -zero),
        (-zero, two, zero),
        (zero, -three, inf),
        (-zero, -three, -inf),
        (-zero, -two, inf),
        (-zero, half, zero),
        (zero, -half, inf),
        (zero, inf, zero),
        (zero, -inf, inf),
        (two, inf, inf),
        (two, -inf, zero),
        (half, inf, zero),
        (half, -inf, inf),
        (inf, half, inf),
        (inf, -half, zero),
        (-inf, three, -inf),
        (-inf, two, inf),
        (-inf, half, inf),
        (-inf, -three, -zero),
        (-inf, -two, zero),
        (-two, three, lit(-8.0)),
        (-two, two, lit(4.0)),
        (-two, half, nan),
        (nan, one, nan),
        (two, nan, nan),
        (-two, nan, nan),
        (zero, nan, nan),
        (inf, nan, nan),
        (two, lit(10.0), lit(1024.0)),
        (-inf, inf, inf),
        (-one, lit(3e9), one),
        (inf, zero, one),
        (lit(10.0), three, lit(1000.0)),
    ] {
        assert!(same(x.powf(y), want), "powf({x:?}, {y:?}) = {:?}, not {want:?}", x.powf(y));
    }
}

#[test]
fn powers_follow_c99() {
    powers::<f64>();
    powers::<f32>();
}

#[test]
fn smallest_and_largest_follow_their_definition() {
    let nan = f64::NAN;
    let bits = |x: f64| x.to_bits();
    assert_eq!(bits(Real::min(0.0, -0.0)), bits(-0.0));
    assert_eq!(bits(Real::min(-0.0, 0.0)), bits(0.0));
    assert_eq!(bits(Real::max(0.0, -0.0)), bits(-0.0));
    assert_eq!(bits(Real::max(-0.0, 0.0)), bits(0.0));
    assert_eq!(Real::min(nan, 1.0), 1.0);
    assert!(Real::min(1.0, nan).is_nan() && Real::max(1.0, nan).is_nan());
    assert_eq!(Real::clamp(5.0, 0.0, 2.0), 2.0);
    assert_eq!(bits(Real::sign(-0.0)), 0);
    assert_eq!((Real::sign(-3.0), Real::sign(nan), Real::sign(f64::INFINITY)), (-1.0, 0.0, 1.0));
    assert!(!Real::is_finite(nan) && !Real::is_finite(f64::NEG_INFINITY) && Real::is_finite(f64::MAX));
}

#[test]
fn subnormal_results_are_gradual() {
    assert_eq!(Real::exp(-745.0_f64), 5e-324);
    assert_eq!(Real::exp(-746.0_f64), 0.0);
    assert_eq!(Real::exp(710.0_f64), f64::INFINITY);
    assert_eq!(Real::powf(2.0_f64, -1074.0), 5e-324);
    assert_eq!(Real::powf(2.0_f64, -1060.0), f64::from_bits(1 << 14));
    assert_eq!(Real::powf(2.0_f32, -149.0), f32::from_bits(1));
    assert_eq!(Real::hypot(3.0 * 5e-324, 4.0 * 5e-324), 5.0 * 5e-324);
    assert_eq!(Real::hypot(f64::MAX, 1.0), f64::MAX);
    assert_eq!(Real::atan2(5e-324_f64, 5e-324), std::f64::consts::FRAC_PI_4);
    assert_eq!(Real::atan2(f64::MAX, f64::MAX), std::f64::consts::FRAC_PI_4);
    assert_eq!(Real::atan2(5e-324_f64, 2.0), 0.0);
}

#[test]
fn vectors_add_scale_and_turn() {
    let (a, b) = (Vec2::new(3.0, 4.0), Vec2::new(1.0, -2.0));
    assert_eq!((a + b, a - b, -a), (Vec2::new(4.0, 2.0), Vec2::new(2.0, 6.0), Vec2::new(-3.0, -4.0)));
    assert_eq!((a.norm(), a.dot(b), a.cross(b)), (5.0, -5.0, -10.0));
    assert_eq!((a.scale(2.0), a.quick_norm(), a.norm_squared()), (Vec2::new(6.0, 8.0), 5.0, 25.0));
    assert_eq!(Vec2::select(true, a, b), a);
}

#[test]
fn the_arc_tangent_of_a_quotient_is_that_of_the_right_half_plane() {
    // A slip angle does not change when both speeds change their sign.
    for k in 0..20_000_u32 {
        let turn = f64::from(k) * 0.618;
        let (y, x) = (Real::sin(turn) * f64::from(k % 97), Real::cos(turn) * f64::from(k % 89) + 1e-3);
        let want = Real::atan2(y, x.abs()).copysign(if x < 0.0 { -y } else { y });
        assert!(same(Real::atan_quotient(y, x), want), "atan_quotient({y:?}, {x:?})");
        let (y, x) = (y as f32, x as f32);
        let want = Real::atan2(y, x.abs()).copysign(if x < 0.0 { -y } else { y });
        assert_eq!(Real::atan_quotient(y, x).to_bits(), want.to_bits(), "atan_quotient({y:?}, {x:?})");
    }
    assert!(same(Real::atan_quotient(1.0_f64, 0.0), std::f64::consts::FRAC_PI_2));
    assert!(Real::atan_quotient(0.0_f64, 0.0).is_nan());
}
