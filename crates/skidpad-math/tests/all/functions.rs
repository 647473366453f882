//! Every function of a number by its name, and the numbers at which functions are at their edges.

/// Every function and operation of one argument. `Real` must be in scope.
macro_rules! unary {
    ($r:ty) => {{
        let list: [(&str, fn($r) -> $r); 20] = [
            ("neg", |x| -x),
            ("abs", Real::abs),
            ("sqrt", Real::sqrt),
            ("sin", Real::sin),
            ("cos", Real::cos),
            ("sin_cos", |x| {
                let (s, c) = Real::sin_cos(x);
                s + c
            }),
            ("tan", Real::tan),
            ("asin", Real::asin),
            ("acos", Real::acos),
            ("atan", Real::atan),
            ("atan_positive", |x| Real::atan_positive(Real::abs(x))),
            ("sin_bounded", |x| Real::sin_bounded(Real::tanh(x))),
            ("cos_bounded", |x| Real::cos_bounded(Real::tanh(x))),
            ("sinh", Real::sinh),
            ("cosh", Real::cosh),
            ("tanh", Real::tanh),
            ("exp", Real::exp),
            ("ln", Real::ln),
            ("square", Real::square),
            ("sign", Real::sign),
        ];
        list
    }};
}

/// Every function and operation of two arguments. `Real` must be in scope.
macro_rules! binary {
    ($r:ty) => {{
        let list: [(&str, fn($r, $r) -> $r); 11] = [
            ("add", |x, y| x + y),
            ("sub", |x, y| x - y),
            ("mul", |x, y| x * y),
            ("div", |x, y| x / y),
            ("atan2", Real::atan2),
            ("atan_quotient", Real::atan_quotient),
            ("powf", Real::powf),
            ("hypot", Real::hypot),
            ("copysign", Real::copysign),
            ("min", Real::min),
            ("max", Real::max),
        ];
        list
    }};
}

pub const EDGES: [f64; 28] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -0.5,
    2.0,
    -2.0,
    5e-324,
    -5e-324,
    1e-310,
    1e-300,
    -1e-300,
    1e-160,
    1e-20,
    1e20,
    -1e20,
    1e160,
    1e300,
    -1e300,
    f64::MAX,
    f64::MIN,
    709.7,
    711.0,
    -746.0,
    std::f64::consts::FRAC_PI_2,
    3.0,
    1e308,
];

pub(crate) use {binary, unary};
