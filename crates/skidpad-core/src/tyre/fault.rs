//! Invalid parameters of a tyre: every bad field at once.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::record::{Channels, Record};

/// A parameter that cannot be.
#[derive(Clone, Debug, PartialEq)]
pub struct TyreFault {
    /// The name of the field.
    pub field: &'static str,
    /// Value of the field, SI.
    pub value: f64,
    /// Condition that the value must meet, in words.
    pub must: String,
}

impl fmt::Display for TyreFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is {}; it must be {}", self.field, self.value, self.must)
    }
}

impl core::error::Error for TyreFault {}

/// Every field of a record that is outside of its range or not a number.
///
/// ```
/// use skidpad_core::tyre::{Carcass, out_of_range};
/// let soft = Carcass { longitudinal_n_m: 2e5, lateral_n_m: -1.0, damping_s: f64::NAN };
/// let fields: Vec<_> = out_of_range(&soft).iter().map(|fault| fault.field).collect();
/// assert_eq!(fields, ["lateral_n_m", "damping_s"]);
/// ```
pub fn out_of_range<T: Record<f64> + Channels>(of: &T) -> Vec<TyreFault> {
    let mut values = alloc::vec![0.0; T::LEN];
    of.store(&mut &mut values[..]);
    let mut faults = Vec::new();
    for (channel, value) in T::CHANNELS.iter().zip(values) {
        if !(channel.low..=channel.high).contains(&value) {
            let must = format!("between {} and {} {}", channel.low, channel.high, channel.unit);
            faults.push(TyreFault { field: channel.name, value, must });
        }
    }
    faults
}

/// Notes a value that is not above its bound; what is not a number was reported.
pub(super) fn above(faults: &mut Vec<TyreFault>, field: &'static str, value: f64, bound: (f64, &str)) {
    if value <= bound.0 {
        faults.push(TyreFault {
            field,
            value,
            must: format!("larger than {}, which is {}", bound.1, bound.0),
        });
    }
}
