/// Type, channel and conversions of one field of [`record!`](crate::record!), by its declaration: a number with unit and
/// range, or a flag.
#[doc(hidden)]
#[macro_export]
macro_rules! record_field {
    (type $R:ident flag) => { $crate::record::Flag<$R> };
    (type $R:ident $unit:literal [$low:expr, $high:expr]) => { $R };

    (channel ($name:expr) flag) => {
        $crate::record::Channel { name: $name, unit: "-", low: 0.0, high: 1.0 }
    };
    (channel ($name:expr) $unit:literal [$low:expr, $high:expr]) => {
        $crate::record::Channel { name: $name, unit: $unit, low: $low, high: $high }
    };

    // From a number and to a number.
    (from ($number:expr) flag) => { $crate::record::Flag::from_number($number) };
    (from ($number:expr) $unit:literal [$low:expr, $high:expr]) => { $number };
    (number ($field:expr) flag) => { $field.number() };
    (number ($field:expr) $unit:literal [$low:expr, $high:expr]) => { $field };
}
