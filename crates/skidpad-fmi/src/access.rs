//! Values of variables, read and set.

use crate::call::{call, read};
use crate::instance::Instance;
use crate::log::Fault;
use crate::memory::{list, write_list};
use crate::types::*;
use crate::variable::VariableType;

/// An array of the importer with its length.
struct Array<P> {
    at: P,
    count: usize,
}

/// Reads values of a type of which the unit has variables.
unsafe fn get<T: Copy>(
    instance: &mut Instance,
    references: Array<*const u32>,
    values: Array<*mut T>,
    variable_type: VariableType,
    convert: fn(f64) -> T,
) -> Result<Fmi3Status, Fault> {
    // SAFETY: as promised by the caller.
    let references = unsafe { list(references.at, references.count, "valueReferences")? };
    let places = instance.places(references, variable_type)?;
    check_count(places.len(), values.count)?;
    let found: Result<Vec<T>, Fault> = places.iter().map(|place| instance.get(*place).map(convert)).collect();
    // SAFETY: as promised by the caller.
    unsafe { write_list(values.at, &found?, "values")? };
    Ok(Fmi3Status::Ok)
}

/// Sets values of a type of which the unit has variables, all or none.
unsafe fn set<T: Copy>(
    instance: &mut Instance,
    references: Array<*const u32>,
    values: Array<*const T>,
    variable_type: VariableType,
    convert: fn(T) -> f64,
) -> Result<Fmi3Status, Fault> {
    // SAFETY: as promised by the caller.
    let (references, values) = unsafe {
        (list(references.at, references.count, "valueReferences")?, list(values.at, values.count, "values")?)
    };
    let places = instance.places(references, variable_type)?;
    check_count(places.len(), values.len())?;
    let numbers: Vec<f64> = values.iter().map(|value| convert(*value)).collect();
    instance.set(&places, &numbers)?;
    Ok(Fmi3Status::Ok)
}

fn check_count(references: usize, values: usize) -> Result<(), Fault> {
    let message =
        || Fault::new(format!("nValues = {values}: must be {references}, a value for each reference"));
    (references == values).then_some(()).ok_or_else(message)
}

/// Functions for a type of which the unit has variables.
macro_rules! accessors {
    ($($get:ident, $set:ident: $c:ty, $variable_type:ident, $from:expr, $to:expr;)*) => {$(
        #[doc = concat!("Reads variables of the type ", stringify!($variable_type), ".")]
        ///
        /// # Safety
        /// An instance of this library; so many references, and memory for so many values.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $get(
            instance: Fmi3Instance,
            value_references: *const Fmi3ValueReference,
            n_value_references: usize,
            values: *mut $c,
            n_values: usize,
        ) -> Fmi3Status {
            let references = Array { at: value_references, count: n_value_references };
            let values = Array { at: values, count: n_values };
            // SAFETY: as promised by the caller.
            unsafe {
                read(instance, stringify!($get), |instance| {
                    get(instance, references, values, VariableType::$variable_type, $from)
                })
            }
        }

        #[doc = concat!("Sets inputs and parameters of the type ", stringify!($variable_type), ", all or none.")]
        ///
        /// # Safety
        /// An instance of this library; so many references and values.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $set(
            instance: Fmi3Instance,
            value_references: *const Fmi3ValueReference,
            n_value_references: usize,
            values: *const $c,
            n_values: usize,
        ) -> Fmi3Status {
            let references = Array { at: value_references, count: n_value_references };
            let values = Array { at: values, count: n_values };
            // SAFETY: as promised by the caller.
            unsafe {
                call(instance, stringify!($set), |instance| {
                    set(instance, references, values, VariableType::$variable_type, $to)
                })
            }
        }
    )*};
}

accessors! {
    fmi3GetFloat64, fmi3SetFloat64: f64, Float64, |value| value, |value| value;
    fmi3GetInt32, fmi3SetInt32: i32, Int32, |value| value as i32, f64::from;
    fmi3GetBoolean, fmi3SetBoolean: Fmi3Boolean, Boolean, |value| u8::from(value != 0.0), |value| f64::from(u8::from(value != 0));
}

/// Refuses a call for a type of which the unit has no variables; without references there is nothing to do.
///
/// # Safety
/// As of the function.
unsafe fn none_of(instance: Fmi3Instance, name: &str, references: Array<*const u32>) -> Fmi3Status {
    let body = |instance: &mut Instance| {
        // SAFETY: as promised by the caller.
        let references = unsafe { list(references.at, references.count, "valueReferences")? };
        let Some(reference) = references.first() else { return Ok(Fmi3Status::Ok) };
        let (_, variable) = instance.variable(*reference)?;
        let (name, found) = (&variable.name, variable.variable_type.name());
        Err(Fault::new(format!("{name} is {found}: call fmi3Get{found} or fmi3Set{found}")))
    };
    read(instance, name, body)
}

/// Functions for a type of which the unit has no variables.
macro_rules! refusals {
    ($($name:ident($($argument:ident: $c:ty),*);)*) => {$(
        #[doc = concat!("Refuses every reference: the unit has no variables for ", stringify!($name), ".")]
        ///
        /// # Safety
        /// An instance of this library; so many references.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            instance: Fmi3Instance,
            value_references: *const Fmi3ValueReference,
            n_value_references: usize,
            $($argument: $c),*
        ) -> Fmi3Status {
            let _ = ($($argument,)*);
            // SAFETY: as promised by the caller.
            unsafe { none_of(instance, stringify!($name), Array { at: value_references, count: n_value_references }) }
        }
    )*};
}

refusals! {
    fmi3GetFloat32(values: *mut f32, n_values: usize);
    fmi3SetFloat32(values: *const f32, n_values: usize);
    fmi3GetInt8(values: *mut i8, n_values: usize);
    fmi3SetInt8(values: *const i8, n_values: usize);
    fmi3GetUInt8(values: *mut u8, n_values: usize);
    fmi3SetUInt8(values: *const u8, n_values: usize);
    fmi3GetInt16(values: *mut i16, n_values: usize);
    fmi3SetInt16(values: *const i16, n_values: usize);
    fmi3GetUInt16(values: *mut u16, n_values: usize);
    fmi3SetUInt16(values: *const u16, n_values: usize);
    fmi3GetUInt32(values: *mut u32, n_values: usize);
    fmi3SetUInt32(values: *const u32, n_values: usize);
    fmi3GetInt64(values: *mut i64, n_values: usize);
    fmi3SetInt64(values: *const i64, n_values: usize);
    fmi3SetUInt64(values: *const u64, n_values: usize);
    fmi3GetString(values: *mut Fmi3String, n_values: usize);
    fmi3SetString(values: *const Fmi3String, n_values: usize);
    fmi3GetBinary(value_sizes: *mut usize, values: *mut Fmi3Binary, n_values: usize);
    fmi3SetBinary(value_sizes: *const usize, values: *const Fmi3Binary, n_values: usize);
    fmi3GetClock(values: *mut Fmi3Clock);
    fmi3SetClock(values: *const Fmi3Clock);
    fmi3GetIntervalDecimal(intervals: *mut f64, qualifiers: *mut Fmi3IntervalQualifier);
    fmi3GetIntervalFraction(counters: *mut u64, resolutions: *mut u64, qualifiers: *mut Fmi3IntervalQualifier);
    fmi3GetShiftDecimal(shifts: *mut f64);
    fmi3GetShiftFraction(counters: *mut u64, resolutions: *mut u64);
    fmi3SetIntervalDecimal(intervals: *const f64);
    fmi3SetIntervalFraction(counters: *const u64, resolutions: *const u64);
    fmi3SetShiftDecimal(shifts: *const f64);
    fmi3SetShiftFraction(counters: *const u64, resolutions: *const u64);
}

/// Reads variables of the type UInt64: the hash of the car.
///
/// # Safety
/// An instance of this library; so many references, and memory for so many values.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetUInt64(
    instance: Fmi3Instance,
    value_references: *const Fmi3ValueReference,
    n_value_references: usize,
    values: *mut u64,
    n_values: usize,
) -> Fmi3Status {
    let body = |instance: &mut Instance| {
        // SAFETY: as promised by the caller.
        let references = unsafe { list(value_references, n_value_references, "valueReferences")? };
        let places = instance.places(references, VariableType::UInt64)?;
        check_count(places.len(), n_values)?;
        instance.refresh()?;
        // There is one such variable.
        let hashes = vec![instance.car()?.car.hash(); places.len()];
        // SAFETY: as promised by the caller.
        unsafe { write_list(values, &hashes, "values")? };
        Ok(Fmi3Status::Ok)
    };
    read(instance, "fmi3GetUInt64", body)
}

/// Refuses to list dependencies: no variable is an array, and each unknown may depend on all knowns.
///
/// # Safety
/// An instance of this library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetNumberOfVariableDependencies(
    instance: Fmi3Instance,
    _value_reference: Fmi3ValueReference,
    _n_dependencies: *mut usize,
) -> Fmi3Status {
    let body = |_: &mut Instance| Err(Fault::new(NO_DEPENDENCIES));
    call(instance, "fmi3GetNumberOfVariableDependencies", body)
}

/// Refuses to list dependencies: no variable is an array, and each unknown may depend on all knowns.
///
/// # Safety
/// An instance of this library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetVariableDependencies(
    instance: Fmi3Instance,
    _dependent: Fmi3ValueReference,
    _element_indices_of_dependent: *mut usize,
    _independents: *mut Fmi3ValueReference,
    _element_indices_of_independents: *mut usize,
    _dependency_kinds: *mut Fmi3DependencyKind,
    _n_dependencies: usize,
) -> Fmi3Status {
    let body = |_: &mut Instance| Err(Fault::new(NO_DEPENDENCIES));
    call(instance, "fmi3GetVariableDependencies", body)
}

const NO_DEPENDENCIES: &str = "dependencies of single elements are not provided: no variable is an array";
