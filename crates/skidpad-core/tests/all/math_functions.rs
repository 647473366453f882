//! Every function of a number by its name, and the numbers at which functions are at their edges.

/// Every function and operation of one argument.
macro_rules! unary {
    ($r:ty) => {{
        let list: [(&str, fn($r) -> $r); 20] = [
            ("neg", |x| -x),
            ("abs", skidpad_core::math::Real::abs),
            ("sqrt", skidpad_core::math::Real::sqrt),
            ("sin", skidpad_core::math::Real::sin),
            ("cos", skidpad_core::math::Real::cos),
            ("sin_cos", |x| {
                let (s, c) = skidpad_core::math::Real::sin_cos(x);
                s + c
            }),
            ("tan", skidpad_core::math::Real::tan),
            ("asin", skidpad_core::math::Real::asin),
            ("acos", skidpad_core::math::Real::acos),
            ("atan", skidpad_core::math::Real::atan),
            ("atan_positive", |x| skidpad_core::math::Real::atan_positive(skidpad_core::math::Real::abs(x))),
            ("sin_bounded", |x| skidpad_core::math::Real::sin_bounded(skidpad_core::math::Real::tanh(x))),
            ("cos_bounded", |x| skidpad_core::math::Real::cos_bounded(skidpad_core::math::Real::tanh(x))),
            ("sinh", skidpad_core::math::Real::sinh),
            ("cosh", skidpad_core::math::Real::cosh),
            ("tanh", skidpad_core::math::Real::tanh),
            ("exp", skidpad_core::math::Real::exp),
            ("ln", skidpad_core::math::Real::ln),
            ("square", skidpad_core::math::Real::square),
            ("sign", skidpad_core::math::Real::sign),
        ];
        list
    }};
}

/// Every function and operation of two arguments.
macro_rules! binary {
    ($r:ty) => {{
        let list: [(&str, fn($r, $r) -> $r); 11] = [
            ("add", |x, y| x + y),
            ("sub", |x, y| x - y),
            ("mul", |x, y| x * y),
            ("div", |x, y| x / y),
            ("atan2", skidpad_core::math::Real::atan2),
            ("atan_quotient", skidpad_core::math::Real::atan_quotient),
            ("powf", skidpad_core::math::Real::powf),
            ("hypot", skidpad_core::math::Real::hypot),
            ("copysign", skidpad_core::math::Real::copysign),
            ("min", skidpad_core::math::Real::min),
            ("max", skidpad_core::math::Real::max),
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
