/// Type, channel and conversions of one field of [`record!`](crate::record!), by its declaration: a number with unit and
/// range, or a flag.
#[doc(hidden)]
#[macro_export]
macro_rules! record_field {
    (type $R:ident flag) => { $crate::record::Flag<$R> };
    (type $R:ident $unit:literal [$low:expr, $high:expr]) => { $R };

    // From its name and its documentation.
    (channel ($name:expr) ($doc:expr) flag) => {
        $crate::record_field!(channel ($name) ($doc) "-" [0.0, 1.0])
    };
    (channel ($name:expr) ($doc:expr) $unit:literal [$low:expr, $high:expr]) => {
        $crate::record::Channel {
            name: $name,
            unit: $unit,
            low: $low,
            high: $high,
            description: $crate::record::first_sentence($doc),
        }
    };

    // From a number and to a number.
    (from ($number:expr) flag) => { $crate::record::Flag::from_number($number) };
    (from ($number:expr) $unit:literal [$low:expr, $high:expr]) => { $number };
    (number ($field:expr) flag) => { $field.number() };
    (number ($field:expr) $unit:literal [$low:expr, $high:expr]) => { $field };
}
