//! The importer's callbacks, which call functions of the unit.

use std::cell::{Cell, RefCell};
use std::ffi::{c_char, c_void};
use std::ptr::{null, null_mut};

use skidpad_fmi::{
    Fmi3Instance, Fmi3LogMessageCallback, Fmi3Status, fmi3DoStep, fmi3FreeInstance,
    fmi3GetDirectionalDerivative, fmi3GetFMUState, fmi3GetFloat64, fmi3InstantiateCoSimulation,
    fmi3SetFloat64, fmi3Terminate,
};

use crate::unit::{Instance, Unit, messages, must, note};

/// The importer's side of an instance.
#[derive(Default)]
struct Importer {
    handle: Cell<Fmi3Instance>,
    speed: Cell<u32>,
    throttle: Cell<u32>,
    /// Times of the callback with the speeds that it read.
    read: RefCell<Vec<(f64, f64)>>,
    refused: RefCell<Vec<Fmi3Status>>,
    /// Requests of an early return: at a callback's time, for a time.
    requests: RefCell<Vec<(f64, f64)>>,
    tries_all: Cell<bool>,
}

impl Importer {
    /// Instance with this importer as its environment.
    fn instance<'a>(&self, unit: &'a Unit, log: Fmi3LogMessageCallback) -> Instance<'a> {
        let [name, token, folder] = unit.texts();
        let handle = unsafe {
            fmi3InstantiateCoSimulation(
                name.as_ptr(),
                token.as_ptr(),
                folder.as_ptr(),
                0,
                0,
                0,
                1,
                null(),
                0,
                std::ptr::from_ref(self).cast_mut().cast(),
                log,
                Some(update),
            )
        };
        assert!(!handle.is_null(), "{}", messages());
        self.handle.set(handle);
        self.speed.set(unit.at("velocity_x_m_s"));
        self.throttle.set(unit.at("throttle"));
        Instance { unit, handle }
    }

    /// All that changes an instance.
    fn try_all(&self) {
        let (handle, throttle) = (self.handle.get(), self.throttle.get());
        let (mut flags, mut time_s, mut state) = ([0; 3], 0.0, null_mut());
        let [event, ends, early] = &mut flags;
        let mut refused = self.refused.borrow_mut();
        refused.push(unsafe { fmi3SetFloat64(handle, &throttle, 1, &0.0, 1) });
        refused.push(unsafe { fmi3DoStep(handle, 0.0, 0.002, 1, event, ends, early, &mut time_s) });
        refused.push(unsafe { fmi3Terminate(handle) });
        refused.push(unsafe { fmi3GetFMUState(handle, &mut state) });
        unsafe { fmi3FreeInstance(handle) };
    }
}

unsafe extern "C" fn update(
    environment: *mut c_void,
    time_s: f64,
    _: bool,
    _: bool,
    _: bool,
    _: bool,
    requested: *mut u8,
    at_s: *mut f64,
) {
    let importer = unsafe { &*environment.cast::<Importer>() };
    let (handle, speed, throttle) = (importer.handle.get(), importer.speed.get(), importer.throttle.get());
    let mut value = 0.0;
    must(unsafe { fmi3GetFloat64(handle, &speed, 1, &mut value, 1) });
    importer.read.borrow_mut().push((time_s, value));
    let mut slope = 0.0;
    must(unsafe { fmi3GetDirectionalDerivative(handle, &speed, 1, &throttle, 1, &1.0, 1, &mut slope, 1) });
    if importer.tries_all.get() {
        importer.try_all();
    }
    for (when_s, for_s) in importer.requests.borrow().iter() {
        if (time_s - when_s).abs() < 1e-9 {
            // Any byte but 0 is true.
            unsafe { (*requested, *at_s) = (2, *for_s) };
        }
    }
}

#[test]
fn a_callback_within_a_step_reads_and_changes_nothing() {
    let unit = Unit::of_preset("boxster-s", "two_track", "callback");
    let importer = Importer::default();
    let instance = importer.instance(&unit, Some(note));
    instance.set("throttle", 1.0);
    instance.initialise();
    importer.tries_all.set(true);
    instance.step(0.0, 0.02);
    let said = messages();
    for name in ["fmi3SetFloat64", "fmi3DoStep", "fmi3Terminate", "fmi3GetFMUState", "fmi3FreeInstance"] {
        let expected =
            format!("{name}: called within intermediateUpdate: only variables and derivatives can be read");
        assert!(said.contains(&expected), "{said}");
    }
    assert_eq!(*importer.refused.borrow(), [Fmi3Status::Error; 40]);
    // It reads what a step alone ends in.
    let plain = unit.co_simulation(false);
    plain.set("throttle", 1.0);
    plain.initialise();
    let read = importer.read.take();
    assert_eq!(read.len(), 10);
    for (step, (time_s, speed_m_s)) in read.iter().enumerate() {
        plain.step(step as f64 * 0.002, 0.002);
        assert_eq!((*time_s, *speed_m_s), (plain.get("time"), plain.get("velocity_x_m_s")));
    }
    assert_eq!(instance.hash(), plain.hash());
    // The instance is there, and all is allowed again.
    importer.tries_all.set(false);
    instance.set("throttle", 0.5);
    instance.step(0.02, 0.002);
}

/// A request for now ends the step there; one for later is remembered, and ends it at the last step that is not after it.
#[test]
fn an_early_return_is_at_the_requested_time() {
    let unit = Unit::of_preset("boxster-s", "two_track", "early");
    for (when_s, for_s, reached_s) in [
        (0.004, 0.0, 0.004),
        (0.004, 0.004, 0.004),
        (0.004, 0.012, 0.012),
        (0.004, 0.0131, 0.012),
        (0.004, f64::NAN, 0.004),
    ] {
        let importer = Importer::default();
        let instance = importer.instance(&unit, Some(note));
        instance.initialise();
        importer.requests.borrow_mut().push((when_s, for_s));
        let stepped = instance.step(0.0, 0.02);
        assert!(stepped.is_early && (stepped.time_s - reached_s).abs() < 1e-9, "{for_s}: {stepped:?}");
    }
    // A later request takes the place of an earlier one; one after the end of the step is none.
    let importer = Importer::default();
    let instance = importer.instance(&unit, Some(note));
    instance.initialise();
    importer.requests.borrow_mut().extend([(0.004, 0.012), (0.006, 5.0)]);
    let stepped = instance.step(0.0, 0.02);
    assert!(!stepped.is_early && (stepped.time_s - 0.02).abs() < 1e-9, "{stepped:?}");
}

/// Logger that calls its instance on each message.
unsafe extern "C" fn call_again(
    environment: *mut c_void,
    status: Fmi3Status,
    category: *const c_char,
    message: *const c_char,
) {
    unsafe { note(null_mut(), status, category, message) };
    let importer = unsafe { &*environment.cast::<Importer>() };
    let mut value = 0.0;
    let status = unsafe { fmi3GetFloat64(importer.handle.get(), &importer.speed.get(), 1, &mut value, 1) };
    importer.refused.borrow_mut().push(status);
    unsafe { fmi3FreeInstance(importer.handle.get()) };
}

/// A step that warns holds its instance: the logger cannot call it, and cannot call itself without end.
#[test]
fn a_logger_within_a_call_cannot_call_again() {
    let unit = Unit::of_preset("boxster-s", "two_track", "logger");
    let importer = Importer::default();
    let instance = importer.instance(&unit, Some(call_again));
    must(unsafe { skidpad_fmi::fmi3SetDebugLogging(instance.handle, 1, 0, null()) });
    instance.set("initial.velocity_x_m_s", 70.0);
    instance.set_gear(false, 1);
    instance.initialise();
    let stepped = instance.step(0.0, 2.0);
    assert!(stepped.ends);
    let said = messages();
    assert!(said.contains("cannot drive on"), "{said}");
    assert!(said.contains("fmi3GetFloat64: another call of this instance is under way"), "{said}");
    assert!(importer.refused.borrow().iter().all(|status| *status == Fmi3Status::Error));
    assert!(!instance.flag("event.running"));
}
