//! One table of every field that a person may write: name, unit, range, meaning.

use crate::math::Real;
use crate::record::Record;

/// The physical quantity of a field, which decides the units that a file may use for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// A pure number.
    Ratio,
    /// kg.
    Mass,
    /// m.
    Length,
    /// m^2.
    Area,
    /// s.
    Time,
    /// m/s.
    Speed,
    /// rad/s.
    AngularSpeed,
    /// N.m.
    Torque,
    /// W.
    Power,
    /// kg m^2.
    Inertia,
    /// N s/m.
    LinearResistance,
    /// N.m s: torque per rate of rotation.
    RotaryResistance,
    /// N.m s^2: torque per rate of rotation squared, as of a converter's pump.
    ConverterCapacity,
    /// rad.
    Angle,
    /// N/rad: lateral force per slip angle.
    CorneringStiffness,
    /// N/m: force per deflection.
    Stiffness,
}

impl Quantity {
    /// The SI unit that a bare number has; `-` for a ratio.
    pub const fn si_unit(self) -> &'static str {
        match self {
            Self::Ratio => "-",
            Self::Mass => "kg",
            Self::Length => "m",
            Self::Area => "m^2",
            Self::Time => "s",
            Self::Speed => "m/s",
            Self::AngularSpeed => "rad/s",
            Self::Torque => "N.m",
            Self::Power => "W",
            Self::Inertia => "kg.m^2",
            Self::LinearResistance => "N.s/m",
            Self::RotaryResistance => "N.m.s",
            Self::ConverterCapacity => "N.m.s^2",
            Self::Angle => "rad",
            Self::CorneringStiffness => "N/rad",
            Self::Stiffness => "N/m",
        }
    }
}

/// Description of one field: its name, quantity, range and rule.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its name within its section, as files write it.
    pub name: &'static str,
    /// Its quantity.
    pub quantity: Quantity,
    /// The least value allowed, SI.
    pub low: f64,
    /// The largest value allowed, SI.
    pub high: f64,
    /// Its meaning.
    pub doc: &'static str,
    /// The rule that `"derived"` stands for, in words; `None` where a value must be given.
    pub rule: Option<&'static str>,
    /// The value by this rule, SI, where it is the same for every vehicle.
    pub fixed: Option<f64>,
}

/// A section of a specification whose fields are all plain numbers.
pub trait Section {
    /// Its fields, in order.
    const FIELDS: &'static [Field];
    /// Two fields of which exactly one is given, where the section has such a pair; the other is 0.
    const EITHER: Option<[&'static str; 2]>;
    /// The value of a field by its index, SI.
    fn get(&self, index: usize) -> f64;
    /// Sets a field by its index, SI.
    fn set(&mut self, index: usize, value: f64);
    /// A section in which nothing has been given yet: every field NaN.
    fn blank() -> Self;
}

/// Fills a field of a section whose rule is the same number for every vehicle; false where there is none.
pub(super) fn set_fixed<R: Real, S: Record<R>>(section: &mut S, fields: &[Field], name: &str) -> bool {
    let rule =
        fields.iter().position(|field| field.name == name).and_then(|at| Some((at, fields[at].fixed?)));
    if let Some((place, value)) = rule {
        let mut numbers = alloc::vec![R::zero(); S::LEN];
        section.store(&mut &mut numbers[..]);
        numbers[place] = R::lit(value);
        *section = S::load(&&numbers[..]);
    }
    rule.is_some()
}

/// Declares a section: a struct of numbers with the table that files, schema, errors and documentation are made from.
///
/// The numbers are `f64` unless another type is named: over dual numbers a specification carries derivatives.
macro_rules! section {
    ($(#[$meta:meta])* pub struct $name:ident $(either $first:literal or $second:literal)? { $( $field:ident = $key:literal : $quantity:ident [$low:expr, $high:expr] $doc:literal $(, derived $rule:literal $(= $fixed:expr)?)? ; )* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct $name<R = f64> {
            $( #[doc = $doc] #[doc = concat!(" Allowed: [", stringify!($low), ", ", stringify!($high), "].")] pub $field: R, )*
        }

        $crate::record_of_parts!([R: $crate::math::Real] $name<R> { $( $field: R ),* });

        impl<R: $crate::math::Real> $name<R> {
            /// [`Section::blank`](crate::spec::Section::blank) over any number.
            pub(crate) fn unknown() -> Self {
                $crate::record::Record::splat(R::lit(f64::NAN))
            }
            /// The section over another type of number, field by field in order.
            pub(crate) fn map<Q: $crate::math::Real>(&self, number: &mut dyn FnMut(R) -> Q) -> $name<Q> {
                $name { $( $field: number(self.$field) ),* }
            }
        }

        impl $crate::spec::Section for $name {
            const FIELDS: &'static [$crate::spec::Field] = &[
                $( $crate::spec::Field {
                    name: $key,
                    quantity: $crate::spec::Quantity::$quantity,
                    low: $low,
                    high: $high,
                    doc: $doc,
                    rule: section!(@rule $($rule)?),
                    fixed: section!(@rule $($($fixed)?)?),
                }, )*
            ];
            const EITHER: Option<[&'static str; 2]> = section!(@either $($first, $second)?);
            fn get(&self, index: usize) -> f64 {
                [$( self.$field ),*][index]
            }
            #[allow(unused_assignments)]
            fn set(&mut self, index: usize, value: f64) {
                let mut place = 0;
                $( if index == place { self.$field = value; } place += 1; )*
            }
            fn blank() -> Self {
                Self::unknown()
            }
        }
    };
    (@rule $rule:expr) => { Some($rule) };
    (@rule) => { None };
    (@either $first:literal, $second:literal) => { Some([$first, $second]) };
    (@either) => { None };
}
pub(crate) use section;
