//! Options, and values of options, that several commands take.

use clap::Args;
use skidpad_core::integrate::Method;
use skidpad_core::spec::Quantity;
use skidpad_formats::{BaseFolder, Outside, quantity};
use skidpad_world::models::ModelInfo;
use skidpad_world::names;

/// Smallest and largest step, s: with a smaller one a road test takes hours, with a larger one nothing is left of the
/// physics.
pub const DT_RANGE_S: (f64, f64) = (1e-5, 1.0);

/// How far the files that a command reads may reach.
#[derive(Args, Clone, Copy)]
pub struct Reach {
    /// Allow the files that are read to name files outside their own folders
    #[arg(long)]
    allow_outside: bool,
}

impl Reach {
    /// Returns `Outside::Allowed` if a file may name files outside its own folder.
    pub fn outside(self) -> Outside {
        if self.allow_outside { Outside::Allowed } else { Outside::Refused }
    }

    /// Folder of the paths that were typed.
    pub fn typed(self) -> BaseFolder {
        BaseFolder::typed(self.outside())
    }
}

/// Stands for the parser of `--model` where that depends on the program's list of models: `Arguments::parser` replaces it.
pub fn unlisted(name: &str) -> Result<&'static ModelInfo, String> {
    Err(names::unknown("model", name, &[]))
}

/// An integrator by name.
pub fn integrator(name: &str) -> Result<Method, String> {
    let known = Method::ALL.map(Method::name);
    name.parse().map_err(|_| names::unknown("integrator", name, &known))
}

/// A step: a number in s, or with its unit.
pub fn dt(text: &str) -> Result<f64, String> {
    let (low, high) = DT_RANGE_S;
    let must = format!("must be a step between {low} and {high} s, such as 0.002 or \"2 ms\"");
    let number = text.trim().parse().ok();
    let value = number.or_else(|| quantity::parse(text, quantity::measure(Quantity::Time)).ok());
    value.filter(|value| (low..=high).contains(value)).ok_or(must)
}

/// A time of a log: a number in s, or with its unit; 0 or later.
pub fn log_time(text: &str) -> Result<f64, String> {
    let must = "must be a time in the log, such as 12 or \"12 s\"".to_owned();
    let number = text.trim().parse().ok();
    let value = number.or_else(|| quantity::parse(text, quantity::measure(Quantity::Time)).ok());
    value.filter(|value: &f64| value.is_finite()).ok_or(must)
}

/// Steps per second, 1 to 10000.
pub fn rate(text: &str) -> Result<f64, String> {
    let must = "must be a number of steps per second from 1 to 10000, such as 60".to_owned();
    let value: Option<f64> = text.trim().parse().ok();
    value.filter(|value| (1.0..=10_000.0).contains(value)).ok_or(must)
}

/// A time above 0 and at most an hour.
#[cfg(feature = "bench")]
pub fn seconds(text: &str) -> Result<f64, String> {
    let must = "must be a time above 0 and at most 3600 s, such as 1.5".to_owned();
    let value: Option<f64> = text.trim().parse().ok();
    value.filter(|value| *value > 0.0 && *value <= 3600.0).ok_or(must)
}

#[cfg(test)]
mod tests {
    use super::{dt, integrator, log_time, rate};

    #[test]
    fn steps_are_in_range() {
        assert_eq!(dt("0.002"), Ok(0.002));
        assert_eq!(dt("2 ms"), Ok(0.002));
        assert_eq!(dt("1"), Ok(1.0));
        for wrong in ["0", "-0.001", "NaN", "inf", "-inf", "3600", "1 h", "1e300", "1e-300", "", "x", "2 m"] {
            assert!(dt(wrong).unwrap_err().contains("between 0.00001 and 1 s"), "{wrong}");
        }
    }

    #[test]
    fn times_of_a_log_are_finite() {
        for (text, time_s) in [("12", 12.0), ("12s", 12.0), ("1.5 min", 90.0), ("250 ms", 0.25), ("-1", -1.0)]
        {
            assert_eq!(log_time(text), Ok(time_s), "{text}");
        }
        for wrong in ["", "x", "NaN", "inf", "12 m", "12 kg", "1:30"] {
            assert!(log_time(wrong).unwrap_err().contains("such as 12"), "{wrong}");
        }
    }

    #[test]
    fn rates_are_in_range() {
        assert_eq!((rate("60"), rate("1"), rate("1e4")), (Ok(60.0), Ok(1.0), Ok(10_000.0)));
        for wrong in ["0", "-60", "0.5", "10001", "NaN", "inf", "", "60 Hz"] {
            assert!(rate(wrong).unwrap_err().contains("from 1 to 10000"), "{wrong}");
        }
    }

    #[test]
    fn integrators_have_names() {
        assert!(integrator("rk4").is_ok());
        assert!(integrator("rk5").unwrap_err().contains("did you mean `rk4`?"));
    }
}
