//! Co-simulation by FMI 2.0: the bits of FMI 3.0, and its bad input.

use std::ffi::{CString, c_void};
use std::ptr::{null, null_mut};

use skidpad_fmi::{
    Fmi2CallbackFunctions, Fmi3Instance, Fmi3Status, fmi2CancelStep, fmi2DoStep, fmi2EnterInitializationMode,
    fmi2ExitInitializationMode, fmi2FreeFMUstate, fmi2FreeInstance, fmi2GetBoolean, fmi2GetBooleanStatus,
    fmi2GetFMUstate, fmi2GetReal, fmi2GetRealStatus, fmi2Instantiate, fmi2SetBoolean, fmi2SetFMUstate,
    fmi2SetReal, fmi2SetupExperiment, fmi2Terminate,
};

use crate::unit::{Unit, must};

/// Without a logger: it is variadic, which a test in Rust cannot define.
const SILENT: Fmi2CallbackFunctions = Fmi2CallbackFunctions {
    logger: None,
    allocate_memory: None,
    free_memory: None,
    step_finished: None,
    environment: null_mut(),
};

fn instantiate(
    unit: &Unit,
    kind: i32,
    folder: &str,
    functions: *const Fmi2CallbackFunctions,
) -> Fmi3Instance {
    let [name, guid, _] = unit.texts();
    let folder = CString::new(folder).unwrap();
    unsafe { fmi2Instantiate(name.as_ptr(), kind, guid.as_ptr(), folder.as_ptr(), functions, 0, 0) }
}

fn begin(handle: Fmi3Instance, start_s: f64) {
    must(unsafe { fmi2SetupExperiment(handle, 0, 0.0, start_s, 0, 0.0) });
    must(unsafe { fmi2EnterInitializationMode(handle) });
    must(unsafe { fmi2ExitInitializationMode(handle) });
}

fn real(unit: &Unit, handle: Fmi3Instance, name: &str) -> f64 {
    let (reference, mut value) = (unit.at(name), 0.0);
    must(unsafe { fmi2GetReal(handle, &reference, 1, &mut value) });
    value
}

#[test]
fn a_launch_has_the_bits_of_fmi_3() {
    let unit = Unit::of_preset("boxster-s", "two_track", "fmi two");
    // The folder's name has a space.
    let uri = format!("file://{}", unit.folder.display()).replace(' ', "%20");
    let handle = instantiate(&unit, 1, &uri, &SILENT);
    assert!(!handle.is_null());
    let throttle = unit.at("throttle");
    must(unsafe { fmi2SetReal(handle, &throttle, 1, &0.9) });
    let automatic = unit.at("automatic");
    must(unsafe { fmi2SetBoolean(handle, &automatic, 1, &1) });
    begin(handle, 1.0);
    must(unsafe { fmi2DoStep(handle, 1.0, 1.0, 1) });
    let mut state: *mut c_void = null_mut();
    must(unsafe { fmi2GetFMUstate(handle, &mut state) });
    must(unsafe { fmi2DoStep(handle, 2.0, 2.0, 1) });
    must(unsafe { fmi2SetFMUstate(handle, state) });
    must(unsafe { fmi2FreeFMUstate(handle, &mut state) });
    must(unsafe { fmi2DoStep(handle, 2.0, 2.0, 1) });
    let (mut reached_s, mut has_ended, mut runs) = (0.0, 9, 0);
    must(unsafe { fmi2GetRealStatus(handle, 2, &mut reached_s) });
    must(unsafe { fmi2GetBooleanStatus(handle, 3, &mut has_ended) });
    must(unsafe { fmi2GetBoolean(handle, &unit.at("event.running"), 1, &mut runs) });
    assert_eq!((reached_s, has_ended, runs), (4.0, 0, 1));
    let other = unit.co_simulation(false);
    other.set("throttle", 0.9);
    other.initialise();
    other.step(0.0, 3.0);
    for state in unit.design.model.states {
        assert_eq!(
            real(&unit, handle, state.name).to_bits(),
            other.get(state.name).to_bits(),
            "{}",
            state.name
        );
    }
    must(unsafe { fmi2Terminate(handle) });
    unsafe { fmi2FreeInstance(handle) };
}

#[test]
fn bad_input_is_an_error() {
    let unit = Unit::of_preset("boxster-s", "kinematic", "fmi2-bad");
    let folder = unit.folder.to_str().unwrap();
    assert!(instantiate(&unit, 0, folder, &SILENT).is_null(), "model exchange");
    assert!(instantiate(&unit, 1, "file:///no/such/folder", &SILENT).is_null());
    assert!(unsafe { fmi2Instantiate(null(), 1, null(), null(), null(), 0, 0) }.is_null());
    let handle = instantiate(&unit, 1, folder, null());
    assert!(!handle.is_null(), "callbacks are not needed");
    let is_error = |status: Fmi3Status| assert_eq!(status, Fmi3Status::Error);
    is_error(unsafe { fmi2DoStep(handle, 0.0, 0.002, 1) });
    is_error(unsafe { fmi2SetupExperiment(handle, 0, 0.0, f64::NAN, 0, 0.0) });
    is_error(unsafe { fmi2SetupExperiment(handle, 0, 0.0, 5.0, 1, 4.0) });
    is_error(unsafe { fmi2SetupExperiment(handle, 0, 0.0, 5.0, 1, f64::NAN) });
    begin(handle, 0.0);
    is_error(unsafe { fmi2SetupExperiment(handle, 0, 0.0, 5.0, 0, 0.0) });
    is_error(unsafe { fmi2DoStep(handle, 0.0, 0.003, 1) });
    is_error(unsafe { fmi2CancelStep(handle) });
    is_error(unsafe { fmi2GetRealStatus(handle, 3, &mut 0.0) });
    is_error(unsafe { fmi2GetReal(handle, null(), 1, null_mut()) });
    is_error(unsafe { fmi2SetReal(handle, &unit.at("throttle"), 1, &f64::NAN) });
    is_error(unsafe { fmi2SetReal(handle, &99_999, 1, &0.0) });
    assert_eq!(real(&unit, handle, "time"), 0.0);
    unsafe { fmi2FreeInstance(handle) };
    is_error(unsafe { fmi2Terminate(handle) });
}

/// A car whose engine is blown ends the simulation, and says so.
#[test]
fn a_car_that_cannot_drive_on_ends_the_simulation() {
    let unit = Unit::of_preset("boxster-s", "two_track", "blown");
    let handle = instantiate(&unit, 1, unit.folder.to_str().unwrap(), &SILENT);
    // First gear at 70 m/s.
    must(unsafe { fmi2SetReal(handle, &unit.at("initial.velocity_x_m_s"), 1, &70.0) });
    must(unsafe { fmi2SetBoolean(handle, &unit.at("automatic"), 1, &0) });
    begin(handle, 0.0);
    let mut has_ended = 0;
    let status = unsafe { fmi2DoStep(handle, 0.0, 2.0, 1) };
    must(unsafe { fmi2GetBooleanStatus(handle, 3, &mut has_ended) });
    assert_eq!((status, has_ended), (Fmi3Status::Discard, 1));
    let reached_s = real(&unit, handle, "time");
    assert!(reached_s < 2.0, "{reached_s}");
    unsafe { fmi2FreeInstance(handle) };
    // By FMI 3.0 as well: the step ends, and the next one does nothing.
    let instance = unit.co_simulation(false);
    instance.set("initial.velocity_x_m_s", 70.0);
    instance.set_gear(false, 1);
    instance.initialise();
    let stepped = instance.step(0.0, 2.0);
    assert!(stepped.ends && !stepped.is_early && stepped.time_s == reached_s, "{stepped:?}");
    assert!(!instance.flag("event.running"));
    let again = instance.step(reached_s, 1.0);
    assert!(again.ends && again.time_s == reached_s, "{again:?}");
}
