//! Types of the FMI 3.0 C interface, as its header `fmi3PlatformTypes.h` and `fmi3FunctionTypes.h` have them.

use std::ffi::{c_char, c_void};

/// Handle of an instance (`fmi3Instance`).
pub type Fmi3Instance = *mut c_void;
/// Pointer of the importer that callbacks are given back (`fmi3InstanceEnvironment`).
pub type Fmi3InstanceEnvironment = *mut c_void;
/// Handle of a saved state (`fmi3FMUState`).
pub type Fmi3FmuState = *mut c_void;
/// Number of a variable (`fmi3ValueReference`).
pub type Fmi3ValueReference = u32;
/// Text that ends in a NUL (`fmi3String`).
pub type Fmi3String = *const c_char;
/// Bytes (`fmi3Binary`).
pub type Fmi3Binary = *const u8;
/// C's `bool`, as a byte: a caller may hand over any byte, and all but 0 are true (`fmi3Boolean`).
pub type Fmi3Boolean = u8;
/// Tick of a clock, as a byte (`fmi3Clock`).
pub type Fmi3Clock = u8;

/// Result of a call (`fmi3Status`).
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fmi3Status {
    /// All well.
    Ok,
    /// Something is not as it should be, but the simulation may go on.
    Warning,
    /// The results of the call are to be discarded.
    Discard,
    /// The call did nothing: the log has the message.
    Error,
    /// The whole process is damaged. Never returned.
    Fatal,
}

/// Kind of a dependency between variables (`fmi3DependencyKind`).
pub type Fmi3DependencyKind = i32;
/// Qualifier of a clock's interval (`fmi3IntervalQualifier`).
pub type Fmi3IntervalQualifier = i32;

/// Callback for messages.
pub type Fmi3LogMessageCallback =
    Option<unsafe extern "C" fn(Fmi3InstanceEnvironment, Fmi3Status, Fmi3String, Fmi3String)>;

/// Callback within a step of co-simulation.
pub type Fmi3IntermediateUpdateCallback = Option<
    unsafe extern "C" fn(
        environment: Fmi3InstanceEnvironment,
        intermediate_update_time: f64,
        intermediate_variable_set_requested: bool,
        intermediate_variable_get_allowed: bool,
        intermediate_step_finished: bool,
        can_return_early: bool,
        early_return_requested: *mut Fmi3Boolean,
        early_return_time: *mut f64,
    ),
>;

/// Callback of scheduled execution, which no unit offers.
pub type Fmi3ClockUpdateCallback = Option<unsafe extern "C" fn(Fmi3InstanceEnvironment)>;
/// Callback of scheduled execution, which no unit offers.
pub type Fmi3PreemptionCallback = Option<unsafe extern "C" fn()>;

/// Callback of FMI 2.0 for messages; the message is a format of `printf`.
pub type Fmi2Logger = Option<
    unsafe extern "C" fn(Fmi3InstanceEnvironment, Fmi3String, Fmi3Status, Fmi3String, Fmi3String, ...),
>;

/// Callbacks of FMI 2.0.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Fmi2CallbackFunctions {
    /// For messages.
    pub logger: Fmi2Logger,
    /// Memory of the importer, which is not used.
    pub allocate_memory: Option<unsafe extern "C" fn(usize, usize) -> *mut c_void>,
    /// Memory of the importer, which is not used.
    pub free_memory: Option<unsafe extern "C" fn(*mut c_void)>,
    /// For steps that end later, which there are none of.
    pub step_finished: Option<unsafe extern "C" fn(Fmi3InstanceEnvironment, Fmi3Status)>,
    /// Pointer of the importer that callbacks are given back.
    pub environment: Fmi3InstanceEnvironment,
}

/// C's `int` as a truth value (`fmi2Boolean`).
pub type Fmi2Boolean = i32;
