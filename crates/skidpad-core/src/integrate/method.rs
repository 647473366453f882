//! The methods by name, and one step of any of them.

use core::fmt;
use core::str::FromStr;

use super::{Partitioned, explicit, semi_implicit, tableau};
use crate::math::Real;

/// A method that steps at a given dt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// [`tableau::EXPLICIT_EULER`], `euler`.
    ExplicitEuler,
    /// [`semi_implicit`], `semi-implicit-euler`.
    SemiImplicitEuler,
    /// [`tableau::HEUN`], `heun`.
    Heun,
    /// [`tableau::RK4`], `rk4`.
    Rk4,
    /// [`tableau::DORMAND_PRINCE`] without its error control, `dopri5`.
    DormandPrince,
}

impl Method {
    /// All methods, the cheapest first.
    pub const ALL: [Self; 5] =
        [Self::ExplicitEuler, Self::SemiImplicitEuler, Self::Heun, Self::Rk4, Self::DormandPrince];

    /// The name for command lines and files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ExplicitEuler => "euler",
            Self::SemiImplicitEuler => "semi-implicit-euler",
            Self::Heun => "heun",
            Self::Rk4 => "rk4",
            Self::DormandPrince => "dopri5",
        }
    }

    /// The order: the error at a fixed time falls as this power of the step.
    pub const fn order(self) -> u32 {
        match self {
            Self::ExplicitEuler => tableau::EXPLICIT_EULER.order,
            Self::SemiImplicitEuler => 1,
            Self::Heun => tableau::HEUN.order,
            Self::Rk4 => tableau::RK4.order,
            Self::DormandPrince => tableau::DORMAND_PRINCE.order,
        }
    }

    /// Number of evaluations of the derivative in one step. Semi-implicit Euler evaluates each half once.
    pub const fn evaluations(self) -> usize {
        match self {
            Self::ExplicitEuler => tableau::EXPLICIT_EULER.stages(),
            Self::SemiImplicitEuler => 1,
            Self::Heun => tableau::HEUN.stages(),
            Self::Rk4 => tableau::RK4.stages(),
            Self::DormandPrince => tableau::DORMAND_PRINCE.stages(),
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no [`Method`] has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownMethod;

impl fmt::Display for UnknownMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no such integration method; write one of")?;
        for (index, method) in Method::ALL.iter().enumerate() {
            write!(f, "{} {}", if index == 0 { ":" } else { "," }, method.name())?;
        }
        Ok(())
    }
}

impl core::error::Error for UnknownMethod {}

impl FromStr for Method {
    type Err = UnknownMethod;

    /// Reads a [`name`](Method::name).
    ///
    /// ```
    /// use skidpad_core::integrate::Method;
    /// assert_eq!("rk4".parse(), Ok(Method::Rk4));
    /// let error = "rk5".parse::<Method>().unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "no such integration method; write one of: euler, semi-implicit-euler, heun, rk4, dopri5"
    /// );
    /// ```
    fn from_str(name: &str) -> Result<Self, UnknownMethod> {
        Self::ALL.into_iter().find(|method| method.name() == name).ok_or(UnknownMethod)
    }
}

/// Advances `state` from `time` by `dt` (s) with one step of `method`.
///
/// Where `method` is a constant, what remains after inlining is that method alone; where it is not,
/// all five are compiled.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn advance<R: Real, Y: Partitioned<R>>(
    method: Method,
    system: &Y,
    time: R,
    state: &Y::State,
    dt: R,
) -> Y::State {
    advance_from(method, system, time, (state, &system.derivative(time, state)), dt)
}

/// As [`advance`], with the derivative at the start already known.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn advance_from<R: Real, Y: Partitioned<R>>(
    method: Method,
    system: &Y,
    time: R,
    (state, first): (&Y::State, &Y::State),
    dt: R,
) -> Y::State {
    use explicit::step_from;
    match method {
        Method::ExplicitEuler => step_from(&tableau::EXPLICIT_EULER, system, time, state, first, dt),
        Method::SemiImplicitEuler => semi_implicit::step_from(system, time, (state, first), dt),
        Method::Heun => step_from(&tableau::HEUN, system, time, state, first, dt),
        Method::Rk4 => step_from(&tableau::RK4, system, time, state, first, dt),
        Method::DormandPrince => step_from(&tableau::DORMAND_PRINCE, system, time, state, first, dt),
    }
}
