//! Records that are made of records.

use super::Channel;

/// The numbers of several records in a row: how many there are. For [`joined_record!`](crate::joined_record).
pub const fn joined_length(parts: &[&[Channel]]) -> usize {
    let (mut length, mut part) = (0, 0);
    while part < parts.len() {
        length += parts[part].len();
        part += 1;
    }
    length
}

/// The numbers of several records in a row, by name. For [`joined_record!`](crate::joined_record).
pub const fn joined<const N: usize>(parts: &[&[Channel]]) -> [Channel; N] {
    let mut all = [Channel::new("", "", 0.0, 0.0); N];
    let (mut at, mut part) = (0, 0);
    while part < parts.len() {
        let mut index = 0;
        while index < parts[part].len() {
            all[at] = parts[part][index];
            (at, index) = (at + 1, index + 1);
        }
        part += 1;
    }
    all
}

/// Declares a record that is made of records with names, whose names are those of its parts in a row.
///
/// ```
/// use skidpad_core::record::Channels;
/// use skidpad_core::units;
///
/// skidpad_core::record! {
///     /// Where it is.
///     pub struct Place { /// Position.
///         position_m: "m" [-1e6, 1e6] }
///     /// How it moves.
///     pub struct Motion { /// Speed.
///         speed_m_s: "m/s" [-200.0, 200.0] }
/// }
/// skidpad_core::joined_record! {
///     /// Both.
///     pub struct Body { /// Where.
///         place: Place<R>, /// How.
///         motion: Motion<R> }
/// }
/// assert_eq!(Body::<f64>::CHANNELS[1].name, "speed_m_s");
/// ```
#[macro_export]
macro_rules! joined_record {
    ($(#[$meta:meta])* pub struct $name:ident { $( $(#[$field_meta:meta])* $field:ident : $kind:ty ),* $(,)? }) => {
        $crate::compound_record! {
            $(#[$meta])*
            pub struct $name { $( $(#[$field_meta])* pub $field: $kind ),* }
        }

        impl<R> $crate::record::Channels for $name<R> {
            const CHANNELS: &'static [$crate::record::Channel] = {
                const PARTS: &[&[$crate::record::Channel]] = &[ $( {
                    type Part<R> = $kind;
                    <Part<f64> as $crate::record::Channels>::CHANNELS
                } ),* ];
                const ALL: [$crate::record::Channel; $crate::record::joined_length(PARTS)] =
                    $crate::record::joined(PARTS);
                &ALL
            };
        }
    };
}

/// Declares a record that is made of records. Its fields are seen inside the crate, unless they say otherwise. Tables of it may
/// have a length: `pub struct Table<const N: usize = MOST> { pub rows: [R; N] }`.
#[macro_export]
macro_rules! compound_record {
    ($(#[$meta:meta])* pub struct $name:ident { $( $(#[$field_meta:meta])* $field:ident : $kind:ty ),* $(,)? }) => {
        $crate::compound_record! {
            $(#[$meta])*
            pub struct $name { $( $(#[$field_meta])* pub(crate) $field: $kind ),* }
        }
    };
    ($(#[$meta:meta])* pub struct $name:ident $(<const $n:ident: usize = $default:ident>)? {
        $( $(#[$field_meta:meta])* $seen:vis $field:ident : $kind:ty ),* $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[repr(C)]
        pub struct $name<R $(, const $n: usize = $default)?> {
            $( $(#[$field_meta])* $seen $field: $kind, )*
        }

        $crate::record_of_parts!([R: $crate::math::Real $(, const $n: usize)?] $name<R $(, $n)?> { $( $field: $kind ),* });
    };
}

/// Implements [`Record`](crate::record::Record) for a struct made of records, from its parameters, its type and its fields.
///
/// ```
/// use skidpad_core::math::Real;
/// use skidpad_core::record::Record;
///
/// #[derive(Clone, Copy, Debug)]
/// struct Sprung<T, R> {
///     tyre: T,
///     spring_n_m: R,
/// }
/// skidpad_core::record_of_parts!([T: Record<R>, R: Real] Sprung<T, R> { tyre: T, spring_n_m: R });
/// assert_eq!(<Sprung<[f64; 2], f64> as Record<f64>>::LEN, 3);
/// ```
#[macro_export]
macro_rules! record_of_parts {
    ([$($parameters:tt)*] $name:ty { $( $field:ident : $kind:ty ),* $(,)? }) => {
        impl<$($parameters)*> $crate::record::Record<R> for $name {
            const LEN: usize = 0 $( + <$kind as $crate::record::Record<R>>::LEN )*;
            #[inline(always)]
            #[allow(unused_assignments, unused_mut, unused_variables)]
            fn load<S: $crate::record::Source<R>>(source: &S) -> Self {
                let mut start = 0;
                $(
                    let $field = <$kind as $crate::record::Record<R>>::load(&$crate::record::SourceFrom(source, start));
                    start += <$kind as $crate::record::Record<R>>::LEN;
                )*
                Self { $( $field ),* }
            }
            #[inline(always)]
            #[allow(unused_assignments, unused_mut, unused_variables)]
            fn store<S: $crate::record::Sink<R>>(&self, sink: &mut S) {
                let mut start = 0;
                $(
                    <$kind as $crate::record::Record<R>>::store(&self.$field, &mut $crate::record::SinkFrom(sink, start));
                    start += <$kind as $crate::record::Record<R>>::LEN;
                )*
            }
            #[inline(always)]
            #[allow(unused_variables)]
            fn splat(value: R) -> Self {
                Self { $( $field: <$kind as $crate::record::Record<R>>::splat(value) ),* }
            }
            #[inline(always)]
            #[allow(unused_variables)]
            fn choose(mask: R::Mask, yes: &Self, no: &Self) -> Self {
                Self { $( $field: <$kind as $crate::record::Record<R>>::choose(mask, &yes.$field, &no.$field) ),* }
            }
            #[inline(always)]
            fn all_finite(&self) -> R::Mask {
                <R::Mask as $crate::math::Mask>::splat(true)
                    $( & <$kind as $crate::record::Record<R>>::all_finite(&self.$field) )*
            }
        }
    };
}

/// Makes a record of records one that can be integrated.
#[macro_export]
macro_rules! joined_state_vector {
    ($name:ident { $( $field:ident ),* $(,)? }) => {
        impl<R: $crate::math::Real> $crate::record::StateVector<R> for $name<R> {
            // Called in debug builds: written out for each of a tableau's seven terms, they were half of the time in
            // which the tests compile.
            #[cfg_attr(not(debug_assertions), inline(always))]
            #[cfg_attr(debug_assertions, inline(never))]
            fn add_scaled(&self, h: R, k: &Self) -> Self {
                Self { $( $field: self.$field.add_scaled(h, &k.$field) ),* }
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            #[cfg_attr(debug_assertions, inline(never))]
            fn scaled(&self, h: R) -> Self {
                Self { $( $field: self.$field.scaled(h) ),* }
            }
        }
    };
}
