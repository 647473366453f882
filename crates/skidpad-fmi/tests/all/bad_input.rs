//! Wrong tokens, resources, pointers, numbers and phases: a message, an error, and the car that was there.

use std::ffi::CString;
use std::ptr::{null, null_mut};

use skidpad_fmi::{
    Fmi3Status, fmi3EnterConfigurationMode, fmi3EnterEventMode, fmi3EnterInitializationMode,
    fmi3ExitInitializationMode, fmi3FreeInstance, fmi3GetFloat64, fmi3GetInt32, fmi3GetString,
    fmi3InstantiateCoSimulation, fmi3InstantiateScheduledExecution, fmi3SetDebugLogging, fmi3SetFloat64,
    fmi3SetInt32, fmi3SetString, fmi3Terminate,
};

use crate::unit::{Unit, messages, must, must_say, note};

fn instantiate(texts: &[CString; 3]) -> bool {
    let [name, token, folder] = texts;
    let handle = unsafe {
        fmi3InstantiateCoSimulation(
            name.as_ptr(),
            token.as_ptr(),
            folder.as_ptr(),
            0,
            0,
            0,
            0,
            null(),
            0,
            null_mut(),
            Some(note),
            None,
        )
    };
    unsafe { fmi3FreeInstance(handle) };
    !handle.is_null()
}

#[test]
fn wrong_tokens_and_resources_make_no_instance() {
    let unit = Unit::of_preset("boxster-s", "kinematic", "broken");
    let good = unit.texts();
    assert!(instantiate(&good), "{}", messages());
    let mut texts = good.clone();
    texts[1] = c"{8c4e810f-3df3-4a00-8276-176fa3c9f9e0}".to_owned();
    assert!(!instantiate(&texts));
    assert!(messages().contains("the description belongs to another unit"));
    texts = good.clone();
    texts[2] = c"/no/such/folder".to_owned();
    assert!(!instantiate(&texts));
    assert!(messages().contains("cannot read /no/such/folder"));
    texts[2] = CString::new([0xff, 0xfe]).unwrap();
    assert!(!instantiate(&texts));
    assert!(messages().contains("resourcePath is not UTF-8"));

    // A vehicle that was changed is not the one of the token; a broken one is none.
    let vehicle = unit.folder.join("vehicle.toml");
    let text = std::fs::read_to_string(&vehicle).unwrap();
    let mass = text.lines().find(|line| line.starts_with("kerb_mass")).unwrap();
    for (changed, part) in [
        (text.replace(mass, "kerb_mass = 1234.5"), "the description belongs to another unit"),
        (text.replace(mass, "kerb_mass = -1"), "kerb_mass"),
        ("no = [".to_owned(), "vehicle.toml"),
    ] {
        std::fs::write(&vehicle, changed).unwrap();
        assert!(!instantiate(&good));
        let said = messages();
        assert!(said.contains(part), "{said}");
    }
    std::fs::remove_file(&vehicle).unwrap();
    assert!(!instantiate(&good));
    assert!(messages().contains("vehicle.toml"));
    std::fs::write(&vehicle, text).unwrap();
    for (changed, part) in [
        ("model = kinematik\ncar = x\n".to_owned(), "did you mean `kinematic`?"),
        ("car = x\n".to_owned(), "no line `model = ...`"),
        ("x".repeat(5000), "larger than 4096 bytes"),
    ] {
        std::fs::write(unit.folder.join("unit.txt"), changed).unwrap();
        assert!(!instantiate(&good));
        let said = messages();
        assert!(said.contains(part), "{said}");
    }
}

#[test]
fn null_pointers_are_refused() {
    let unit = Unit::of_preset("boxster-s", "kinematic", "null");
    let texts = unit.texts();
    let made = unsafe {
        fmi3InstantiateCoSimulation(
            null(),
            texts[1].as_ptr(),
            texts[2].as_ptr(),
            0,
            0,
            0,
            0,
            null(),
            0,
            null_mut(),
            Some(note),
            None,
        )
    };
    assert!(made.is_null() && messages().contains("instanceName is null"));
    // Without a logger, too.
    let made = unsafe {
        fmi3InstantiateCoSimulation(null(), null(), null(), 0, 0, 0, 0, null(), 0, null_mut(), None, None)
    };
    assert!(made.is_null());
    let instance = unit.co_simulation(false);
    instance.initialise();
    let (reference, mut value) = (unit.at("throttle"), 0.0);
    let handle = instance.handle;
    must_say(unsafe { fmi3GetFloat64(handle, null(), 1, &mut value, 1) }, "valueReferences is null");
    must_say(unsafe { fmi3GetFloat64(handle, &reference, 1, null_mut(), 1) }, "values is null");
    must_say(unsafe { fmi3SetFloat64(handle, &reference, 1, null(), 1) }, "values is null");
    must_say(unsafe { fmi3SetFloat64(handle, &reference, 1, &value, usize::MAX) }, "more than memory has");
    must_say(
        unsafe { fmi3SetFloat64(handle, &reference, 1, [0.0; 2].as_ptr(), 2) },
        "nValues = 2: must be 1",
    );
    must(unsafe { fmi3GetFloat64(handle, null(), 0, null_mut(), 0) });
    let step = unsafe {
        skidpad_fmi::fmi3DoStep(handle, 0.0, 0.002, 0, null_mut(), null_mut(), null_mut(), null_mut())
    };
    must_say(step, "eventHandlingNeeded is null");
    assert_eq!(instance.get("time"), 0.0, "nothing was driven");
    // An instance that is none cannot log.
    assert_eq!(unsafe { fmi3GetFloat64(null_mut(), &reference, 1, &mut value, 1) }, Fmi3Status::Error);
    let mut other = 0_u64;
    let wild = std::ptr::from_mut(&mut other).cast();
    assert_eq!(unsafe { fmi3Terminate(wild) }, Fmi3Status::Error);
    unsafe { fmi3FreeInstance(null_mut()) };
}

#[test]
fn a_freed_instance_is_refused() {
    let unit = Unit::of_preset("boxster-s", "kinematic", "freed");
    let instance = unit.co_simulation(false);
    let handle = instance.handle;
    drop(instance);
    assert_eq!(unsafe { fmi3Terminate(handle) }, Fmi3Status::Error);
    unsafe { fmi3FreeInstance(handle) };
}

/// The handle of an instance or a saved state that was freed is never another one's.
#[test]
fn handles_are_not_used_again() {
    let unit = Unit::of_preset("boxster-s", "kinematic", "handles");
    let mut freed = Vec::new();
    for _ in 0..20 {
        let instance = unit.co_simulation(false);
        let mut state = null_mut();
        must(unsafe { skidpad_fmi::fmi3GetFMUState(instance.handle, &mut state) });
        let mut gone = state;
        must(unsafe { skidpad_fmi::fmi3FreeFMUState(instance.handle, &mut gone) });
        freed.extend([instance.handle, state]);
    }
    let (instance, mut state) = (unit.co_simulation(false), null_mut());
    must(unsafe { skidpad_fmi::fmi3GetFMUState(instance.handle, &mut state) });
    for handle in freed {
        assert!(handle != instance.handle && handle != state);
        assert_eq!(unsafe { fmi3SetFloat64(handle, null(), 0, null(), 0) }, Fmi3Status::Error);
        must_say(unsafe { skidpad_fmi::fmi3SetFMUState(instance.handle, handle) }, "no saved state");
    }
    // Neither is one of the other kind.
    must_say(unsafe { skidpad_fmi::fmi3SetFMUState(instance.handle, instance.handle) }, "no saved state");
}

/// Each category is turned on and off by itself.
#[test]
fn categories_of_messages_are_chosen_one_by_one() {
    let unit = Unit::of_preset("boxster-s", "two_track", "categories");
    let instance = unit.co_simulation(false);
    instance.set("throttle", 1.0);
    instance.initialise();
    let choose = |is_on: u8, categories: &[&std::ffi::CStr]| {
        let texts: Vec<_> = categories.iter().map(|text| text.as_ptr()).collect();
        must(unsafe { fmi3SetDebugLogging(instance.handle, is_on, texts.len(), texts.as_ptr()) });
    };
    let mut time_s = 0.0;
    let mut logs_a_shift = || {
        let gear = instance.gear();
        while instance.gear() == gear {
            instance.step(time_s, 0.01);
            time_s += 0.01;
        }
        messages().contains("gear")
    };
    assert!(!logs_a_shift());
    choose(1, &[]);
    choose(0, &[c"logStatusWarning"]);
    assert!(logs_a_shift(), "the other categories stay on");
    choose(0, &[c"logEvents"]);
    assert!(!logs_a_shift());
}

#[test]
fn wrong_values_change_nothing() {
    let unit = Unit::of_preset("boxster-s", "two_track", "values");
    let instance = unit.co_simulation(false);
    instance.set("throttle", 0.5);
    must_say(instance.try_set("throttle", f64::NAN), "throttle = NaN: must be a finite number");
    must_say(instance.try_set("body.kerb_mass", f64::INFINITY), "body.kerb_mass = inf");
    must_say(instance.try_set("body.kerb_mass", -5.0), "body.kerb_mass = -5: must be ");
    must_say(instance.try_set("step_s", 0.0), "step_s = 0: must be ");
    must_say(instance.try_set("velocity_x_m_s", 5.0), "cannot be set: it is no input and no parameter");
    must_say(instance.try_set("time", 5.0), "time cannot be set");
    // Of two values of which one is wrong, none is taken.
    let references = [unit.at("throttle"), unit.at("brake")];
    let set = unsafe { fmi3SetFloat64(instance.handle, references.as_ptr(), 2, [0.9, f64::NAN].as_ptr(), 2) };
    must_say(set, "brake = NaN");
    assert_eq!(instance.get("throttle"), 0.5);
    let gear = unit.at("requested_gear");
    must_say(
        unsafe { fmi3SetInt32(instance.handle, &gear, 1, &13, 1) },
        "requested_gear = 13: must be -1 to 12",
    );
    must_say(instance.try_set_reference(99_999), "value reference 99999 is unknown");
    let (throttle, mut number) = (unit.at("throttle"), 0);
    let get = unsafe { fmi3GetInt32(instance.handle, &throttle, 1, &mut number, 1) };
    must_say(get, "throttle is Float64: call fmi3GetFloat64");
    must_say(unsafe { fmi3GetString(instance.handle, &throttle, 1, null_mut(), 1) }, "throttle is Float64");
    must(unsafe { fmi3SetString(instance.handle, null(), 0, null(), 0) });
    instance.initialise();
    must_say(instance.try_set("step_s", 0.01), "step_s is fixed");
    must_say(instance.try_set("initial.x_m", 1.0), "initial.x_m is fixed");
    assert!(instance.get("throttle") == 0.5 && instance.get("step_s") == 0.002);
}

impl crate::unit::Instance<'_> {
    fn try_set_reference(&self, reference: u32) -> Fmi3Status {
        unsafe { fmi3SetFloat64(self.handle, &reference, 1, &0.0, 1) }
    }
}

/// Numbers that make no vehicle are refused before the start and while driving, and the car drives on as it was.
#[test]
fn parameters_that_make_no_vehicle_leave_the_car() {
    let unit = Unit::of_preset("boxster-s", "two_track", "no-vehicle");
    let instance = unit.co_simulation(false);
    let ratio = "gearbox.ratios[0]";
    let (first, second) = (instance.get(ratio), instance.get("gearbox.ratios[1]"));
    // Ratios must fall.
    instance.set(ratio, 0.5 * second);
    must(unsafe { fmi3EnterInitializationMode(instance.handle, 0, 0.0, 0.0, 0, 0.0) });
    must_say(unsafe { fmi3ExitInitializationMode(instance.handle) }, "gearbox.ratios");
    instance.set(ratio, first);
    must(unsafe { fmi3ExitInitializationMode(instance.handle) });
    instance.set("throttle", 1.0);
    instance.step(0.0, 1.0);
    let before = instance.hash();
    instance.set(ratio, 0.5 * second);
    let (status, _) = instance.try_step(1.0, 1.0);
    must_say(status, "gearbox.ratios");
    assert_eq!((instance.hash(), instance.get(ratio)), (before, first));
    instance.step(1.0, 1.0);
    assert_ne!(instance.hash(), before);
}

/// An input that was set with a parameter that makes no vehicle acts, though the parameter is refused.
#[test]
fn inputs_act_where_a_parameter_of_the_same_call_is_refused() {
    let unit = Unit::of_preset("boxster-s", "two_track", "refused");
    let begin = |instance: &crate::unit::Instance| {
        instance.set("initial.velocity_x_m_s", 20.0);
        instance.initialise();
        instance.step(0.0, 0.1);
    };
    let (instance, plain) = (unit.co_simulation(false), unit.co_simulation(false));
    begin(&instance);
    begin(&plain);
    let references = [unit.at("gearbox.ratios[0]"), unit.at("brake")];
    let values = [0.5 * instance.get("gearbox.ratios[1]"), 0.8];
    must(unsafe { fmi3SetFloat64(instance.handle, references.as_ptr(), 2, values.as_ptr(), 2) });
    let (status, _) = instance.try_step(0.1, 1.0);
    must_say(status, "gearbox.ratios");
    assert_eq!(instance.get("brake"), 0.8);
    instance.step(0.1, 1.0);
    plain.set("brake", 0.8);
    plain.step(0.1, 1.0);
    assert_eq!(instance.hash(), plain.hash());
}

#[test]
fn wrong_steps_and_points_are_refused() {
    let unit = Unit::of_preset("boxster-s", "kinematic", "points");
    let instance = unit.co_simulation(false);
    instance.initialise();
    for (point_s, size_s, part) in [
        (0.0, 0.003, "must be a whole number of steps of 0.002 s"),
        (0.0, 0.0, "communicationStepSize = 0"),
        (0.0, -0.002, "communicationStepSize = -0.002"),
        (0.0, f64::NAN, "communicationStepSize = NaN"),
        (0.0, f64::INFINITY, "communicationStepSize = inf"),
        (0.5, 0.002, "currentCommunicationPoint = 0.5: must be 0"),
        (f64::NAN, 0.002, "currentCommunicationPoint = NaN"),
    ] {
        let (status, _) = instance.try_step(point_s, size_s);
        must_say(status, part);
    }
    assert_eq!(instance.get("time"), 0.0);
}

#[test]
fn calls_in_the_wrong_phase_are_refused() {
    let unit = Unit::of_preset("boxster-s", "kinematic", "phases");
    let instance = unit.co_simulation(false);
    let handle = instance.handle;
    let (status, _) = instance.try_step(0.0, 0.002);
    must_say(status, "fmi3DoStep: called in Instantiated: must be called in Step Mode");
    must_say(unsafe { fmi3ExitInitializationMode(handle) }, "must be called in Initialization Mode");
    must_say(unsafe { fmi3Terminate(handle) }, "called in Instantiated");
    must_say(unsafe { fmi3EnterConfigurationMode(handle) }, "no structural parameters");
    let begin = unsafe { fmi3EnterInitializationMode(handle, 0, 0.0, f64::NAN, 0, 0.0) };
    must_say(begin, "startTime = NaN");
    let begin = unsafe { fmi3EnterInitializationMode(handle, 0, 0.0, 5.0, 1, 4.0) };
    must_say(begin, "stopTime = 4: must be at least startTime, 5");
    must(unsafe { fmi3EnterInitializationMode(handle, 0, 0.0, 5.0, 1, 5.01) });
    must_say(
        unsafe { fmi3EnterInitializationMode(handle, 0, 0.0, 0.0, 0, 0.0) },
        "called in Initialization Mode",
    );
    must(unsafe { fmi3ExitInitializationMode(handle) });
    must_say(unsafe { fmi3EnterEventMode(handle) }, "instantiate with eventModeUsed");
    let (status, _) = instance.try_step(5.0, 0.02);
    must_say(status, "would end after stopTime, 5.01");
    assert_eq!(instance.step(5.0, 0.01).time_s, 5.01);
    must(unsafe { fmi3Terminate(handle) });
    must_say(instance.try_set("throttle", 1.0), "after fmi3Terminate");
    assert_eq!(instance.get("time"), 5.01);
    let unknown = c"logAll".as_ptr();
    must_say(unsafe { fmi3SetDebugLogging(handle, 1, 1, &unknown) }, "unknown category `logAll`");
    must(unsafe { fmi3SetDebugLogging(handle, 1, 1, &c"logEvents".as_ptr()) });
    let texts = unit.texts();
    let scheduled = unsafe {
        fmi3InstantiateScheduledExecution(
            texts[0].as_ptr(),
            texts[1].as_ptr(),
            texts[2].as_ptr(),
            0,
            0,
            null_mut(),
            Some(note),
            None,
            None,
            None,
        )
    };
    assert!(scheduled.is_null() && messages().contains("no scheduled execution"));
}
