//! Co-simulation by FMI 2.0, over the functions of FMI 3.0: the statuses have the same numbers, and references the same meaning.

use std::ffi::{CString, c_char};

use crate::access::{
    fmi3GetFloat64, fmi3GetInt32, fmi3GetString, fmi3SetFloat64, fmi3SetInt32, fmi3SetString,
};
use crate::call::call;
use crate::common::{
    fmi3EnterInitializationMode, fmi3ExitInitializationMode, fmi3FreeInstance, fmi3Reset,
    fmi3SetDebugLogging, fmi3Terminate, instantiate,
};
use crate::derivative::fmi3GetDirectionalDerivative;
use crate::instance::{Instance, Interface, Phase};
use crate::log::{Callback, Fault, Logger};
use crate::memory::{list, text, write_list};
use crate::saved::{
    fmi3DeserializeFMUState, fmi3FreeFMUState, fmi3GetFMUState, fmi3SerializeFMUState,
    fmi3SerializedFMUStateSize, fmi3SetFMUState,
};
use crate::step::fmi3DoStep;
use crate::types::*;
use crate::variable::VariableType;

/// Kind of an instance: co-simulation (`fmi2Type`).
const CO_SIMULATION: i32 = 1;

/// Returns the name of the types' header.
#[unsafe(no_mangle)]
pub extern "C" fn fmi2GetTypesPlatform() -> *const c_char {
    c"default".as_ptr()
}

/// Returns the version of the standard.
#[unsafe(no_mangle)]
pub extern "C" fn fmi2GetVersion() -> *const c_char {
    c"2.0".as_ptr()
}

/// Makes an instance for co-simulation; null, and a message, where it cannot be made.
///
/// # Safety
/// Texts that are null or end in a NUL; callbacks of the importer or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2Instantiate(
    instance_name: Fmi3String,
    fmu_type: i32,
    guid: Fmi3String,
    resource_location: Fmi3String,
    functions: *const Fmi2CallbackFunctions,
    _visible: Fmi2Boolean,
    logging_on: Fmi2Boolean,
) -> Fmi3Instance {
    // SAFETY: as promised by the caller.
    let functions = unsafe { list(functions, 1, "functions") }.ok().map(|functions| functions[0]);
    // SAFETY: as promised by the caller.
    let name = unsafe { text(instance_name, "instanceName") }.unwrap_or_default();
    let name = CString::new(name).unwrap_or_default();
    let callback = Callback::Two(functions.and_then(|functions| functions.logger), name);
    let environment = functions.map_or(core::ptr::null_mut(), |functions| functions.environment);
    let logger = Logger::new(environment, callback, logging_on != 0);
    let interface = if fmu_type == CO_SIMULATION {
        Ok(Interface::CoSimulation { has_events: false, returns_early: false, intermediate_update: None })
    } else {
        Err(Fault::new("by FMI 2.0 the unit has co-simulation alone"))
    };
    // SAFETY: as promised by the caller.
    let folder = unsafe { text(resource_location, "fmuResourceLocation") }.ok().map(path_of_uri);
    let folder = folder.and_then(|folder| CString::new(folder).ok());
    let at = folder.as_ref().map_or(core::ptr::null(), |folder| folder.as_ptr());
    // SAFETY: as promised by the caller; the folder lives as long as the call.
    unsafe { instantiate([instance_name, guid, at], logger, interface) }
}

/// The path of a URI such as `file:///units/a%20b/resources`; a text that is no such URI is taken as a path.
fn path_of_uri(uri: &str) -> String {
    let Some(rest) = uri.strip_prefix("file:") else { return uri.to_owned() };
    let path = rest.strip_prefix("//").map_or(rest, |rest| rest.strip_prefix("localhost").unwrap_or(rest));
    let mut bytes = Vec::new();
    let mut left = path.as_bytes();
    while let Some((first, rest)) = left.split_first() {
        let code = rest.get(..2).and_then(|code| std::str::from_utf8(code).ok());
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()).filter(|_| *first == b'%') {
            Some(byte) => {
                bytes.push(byte);
                left = &rest[2..];
            }
            None => {
                bytes.push(*first);
                left = rest;
            }
        }
    }
    let path = String::from_utf8_lossy(&bytes).into_owned();
    // Windows: /C:/...
    let is_drive = path.starts_with('/') && path.as_bytes().get(2) == Some(&b':');
    if is_drive { path[1..].to_owned() } else { path }
}

/// Functions that are those of FMI 3.0 under another name.
macro_rules! renamed {
    ($($(#[doc = $doc:literal])+ $name:ident($($argument:ident: $c:ty),*) = $three:ident;)*) => {$(
        $(#[doc = $doc])+
        ///
        /// # Safety
        /// An instance of this library; pointers as of the function of FMI 3.0.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(instance: Fmi3Instance, $($argument: $c),*) -> Fmi3Status {
            // SAFETY: as promised by the caller.
            unsafe { $three(instance, $($argument),*) }
        }
    )*};
}

renamed! {
    /// Ends the initialisation.
    fmi2ExitInitializationMode() = fmi3ExitInitializationMode;
    /// Ends the simulation.
    fmi2Terminate() = fmi3Terminate;
    /// Puts the instance back to where it was when it was made.
    fmi2Reset() = fmi3Reset;
    /// Saves all of an instance that changes.
    fmi2GetFMUstate(state: *mut Fmi3FmuState) = fmi3GetFMUState;
    /// Puts an instance back to a saved state.
    fmi2SetFMUstate(state: Fmi3FmuState) = fmi3SetFMUState;
    /// Frees a saved state.
    fmi2FreeFMUstate(state: *mut Fmi3FmuState) = fmi3FreeFMUState;
    /// Writes the number of bytes of a saved state.
    fmi2SerializedFMUstateSize(state: Fmi3FmuState, size: *mut usize) = fmi3SerializedFMUStateSize;
    /// Writes the bytes of a saved state.
    fmi2SerializeFMUstate(state: Fmi3FmuState, bytes: *mut u8, size: usize) = fmi3SerializeFMUState;
    /// Makes a saved state of bytes.
    fmi2DeSerializeFMUstate(bytes: *const u8, size: usize, state: *mut Fmi3FmuState) = fmi3DeserializeFMUState;
}

/// Frees an instance.
///
/// # Safety
/// An instance of this library or null, which no other thread uses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2FreeInstance(instance: Fmi3Instance) {
    // SAFETY: as promised by the caller.
    unsafe { fmi3FreeInstance(instance) }
}

/// Turns messages on or off.
///
/// # Safety
/// An instance of this library; so many texts that end in a NUL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2SetDebugLogging(
    instance: Fmi3Instance,
    logging_on: Fmi2Boolean,
    count: usize,
    categories: *const Fmi3String,
) -> Fmi3Status {
    // SAFETY: as promised by the caller.
    unsafe { fmi3SetDebugLogging(instance, u8::from(logging_on != 0), count, categories) }
}

/// Sets times of the experiment.
///
/// # Safety
/// An instance of this library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2SetupExperiment(
    instance: Fmi3Instance,
    _tolerance_defined: Fmi2Boolean,
    _tolerance: f64,
    start_time: f64,
    stop_time_defined: Fmi2Boolean,
    stop_time: f64,
) -> Fmi3Status {
    let body = |instance: &mut Instance| {
        instance.must_be_in(&[Phase::Instantiated])?;
        instance.set_times(start_time, (stop_time_defined != 0).then_some(stop_time))?;
        Ok(Fmi3Status::Ok)
    };
    call(instance, "fmi2SetupExperiment", body)
}

/// Begins the initialisation.
///
/// # Safety
/// An instance of this library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2EnterInitializationMode(instance: Fmi3Instance) -> Fmi3Status {
    let mut times = (0.0, None);
    let body = |instance: &mut Instance| {
        times = (instance.now.start_time_s, instance.now.stop_time_s);
        Ok(Fmi3Status::Ok)
    };
    // SAFETY: as promised by the caller.
    unsafe {
        let status = call(instance, "fmi2EnterInitializationMode", body);
        if status != Fmi3Status::Ok {
            return status;
        }
        let (start_s, stop_s) = times;
        let has_stop = u8::from(stop_s.is_some());
        fmi3EnterInitializationMode(instance, 0, 0.0, start_s, has_stop, stop_s.unwrap_or(0.0))
    }
}

/// Functions of values that take no number of values: it is that of the references.
macro_rules! values {
    ($($(#[doc = $doc:literal])+ $name:ident: $c:ty = $three:ident;)*) => {$(
        $(#[doc = $doc])+
        ///
        /// # Safety
        /// An instance of this library; so many references and values.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            instance: Fmi3Instance,
            references: *const Fmi3ValueReference,
            count: usize,
            values: $c,
        ) -> Fmi3Status {
            // SAFETY: as promised by the caller.
            unsafe { $three(instance, references, count, values, count) }
        }
    )*};
}

values! {
    /// Reads real variables.
    fmi2GetReal: *mut f64 = fmi3GetFloat64;
    /// Sets real inputs and parameters, all or none.
    fmi2SetReal: *const f64 = fmi3SetFloat64;
    /// Reads integer variables.
    fmi2GetInteger: *mut i32 = fmi3GetInt32;
    /// Sets integer inputs, all or none.
    fmi2SetInteger: *const i32 = fmi3SetInt32;
    /// Refuses every reference: the unit has no texts.
    fmi2GetString: *mut Fmi3String = fmi3GetString;
    /// Refuses every reference: the unit has no texts.
    fmi2SetString: *const Fmi3String = fmi3SetString;
}

/// Reads Boolean variables.
///
/// # Safety
/// An instance of this library; so many references, and memory for so many values.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2GetBoolean(
    instance: Fmi3Instance,
    references: *const Fmi3ValueReference,
    count: usize,
    values: *mut Fmi2Boolean,
) -> Fmi3Status {
    let body = |instance: &mut Instance| {
        // SAFETY: as promised by the caller.
        let references = unsafe { list(references, count, "valueReferences")? };
        let places = instance.places(references, VariableType::Boolean)?;
        let found: Result<Vec<Fmi2Boolean>, Fault> =
            places.iter().map(|place| Ok(Fmi2Boolean::from(instance.get(*place)? != 0.0))).collect();
        // SAFETY: as promised by the caller.
        unsafe { write_list(values, &found?, "values")? };
        Ok(Fmi3Status::Ok)
    };
    call(instance, "fmi2GetBoolean", body)
}

/// Sets Boolean inputs, all or none.
///
/// # Safety
/// An instance of this library; so many references and values.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2SetBoolean(
    instance: Fmi3Instance,
    references: *const Fmi3ValueReference,
    count: usize,
    values: *const Fmi2Boolean,
) -> Fmi3Status {
    let body = |instance: &mut Instance| {
        // SAFETY: as promised by the caller.
        let (references, values) =
            unsafe { (list(references, count, "valueReferences")?, list(values, count, "values")?) };
        let places = instance.places(references, VariableType::Boolean)?;
        let numbers: Vec<f64> = values.iter().map(|value| f64::from(u8::from(*value != 0))).collect();
        instance.set(&places, &numbers)?;
        Ok(Fmi3Status::Ok)
    };
    call(instance, "fmi2SetBoolean", body)
}

/// Computes sensitivities of unknowns in a direction of knowns.
///
/// # Safety
/// An instance of this library; so many references and seeds, and memory for so many sensitivities.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2GetDirectionalDerivative(
    instance: Fmi3Instance,
    unknowns: *const Fmi3ValueReference,
    n_unknowns: usize,
    knowns: *const Fmi3ValueReference,
    n_knowns: usize,
    seed: *const f64,
    sensitivity: *mut f64,
) -> Fmi3Status {
    // SAFETY: as promised by the caller.
    unsafe {
        fmi3GetDirectionalDerivative(
            instance, unknowns, n_unknowns, knowns, n_knowns, seed, n_knowns, sensitivity, n_unknowns,
        )
    }
}

/// Drives on by a whole number of steps; `fmi2Discard` where the car cannot drive on.
///
/// # Safety
/// An instance of this library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2DoStep(
    instance: Fmi3Instance,
    current_communication_point: f64,
    communication_step_size: f64,
    _no_set_fmu_state_prior_to_current_point: Fmi2Boolean,
) -> Fmi3Status {
    let (mut event, mut ends, mut early, mut time_s) = (0, 0, 0, 0.0);
    let (point_s, size_s) = (current_communication_point, communication_step_size);
    // SAFETY: as promised by the caller; the four values live as long as the call.
    let status =
        unsafe { fmi3DoStep(instance, point_s, size_s, 1, &mut event, &mut ends, &mut early, &mut time_s) };
    if status <= Fmi3Status::Warning && ends != 0 { Fmi3Status::Discard } else { status }
}

#[cfg(test)]
mod tests {
    use super::path_of_uri;

    #[test]
    fn uris_become_paths() {
        for (uri, path) in [
            ("file:///units/a%20b/resources", "/units/a b/resources"),
            ("file:/units/%C3%BC", "/units/ü"),
            ("file://localhost/units/x", "/units/x"),
            ("file:///C:/units/x", "C:/units/x"),
            ("file:%C3%A9:", "é:"),
            ("/units/100%", "/units/100%"),
            ("file:///units/100%", "/units/100%"),
            ("file:///units/%zz", "/units/%zz"),
        ] {
            assert_eq!(path_of_uri(uri), path, "{uri}");
        }
    }
}
