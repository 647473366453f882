//! A unit on disk, and an instance of it.

use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char, c_void};
use std::path::{Path, PathBuf};

use skidpad_fmi::design::UnitDesign;
use skidpad_fmi::{
    Fmi3Instance, Fmi3Status, fmi3EnterInitializationMode, fmi3ExitInitializationMode, fmi3FreeInstance,
    fmi3GetBoolean, fmi3GetFloat64, fmi3GetInt32, fmi3GetUInt64, fmi3InstantiateCoSimulation,
    fmi3InstantiateModelExchange, fmi3SetBoolean, fmi3SetFloat64, fmi3SetInt32,
};
use skidpad_formats::presets;
use skidpad_models::MODELS;

thread_local! {
    static MESSAGES: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Notes a message.
pub unsafe extern "C" fn note(_: *mut c_void, _: Fmi3Status, _: *const c_char, message: *const c_char) {
    let message = unsafe { CStr::from_ptr(message) }.to_string_lossy().into_owned();
    MESSAGES.with(|messages| messages.borrow_mut().push(message));
}

/// Takes the messages of this thread so far.
pub fn messages() -> String {
    MESSAGES.with(|messages| messages.borrow_mut().drain(..).collect::<Vec<_>>().join("\n"))
}

/// The last message must have a part.
#[track_caller]
pub fn must_say(status: Fmi3Status, part: &str) {
    let said = messages();
    assert_eq!(status, Fmi3Status::Error, "{said}");
    assert!(said.contains(part), "`{part}` is not in: {said}");
}

/// A unit with its resources in a folder.
pub struct Unit {
    pub design: UnitDesign,
    pub folder: PathBuf,
}

impl Unit {
    /// Unit of a preset, in a folder of this name.
    pub fn of_preset(car: &str, model: &str, label: &str) -> Self {
        let model = MODELS.by_name(model).unwrap();
        Self::on_disk(UnitDesign::of_vehicle(model, car, presets::preset(car).unwrap()).unwrap(), label)
    }

    pub fn on_disk(design: UnitDesign, label: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("unit-{label}"));
        std::fs::create_dir_all(&folder).unwrap();
        for (name, text) in design.resources() {
            std::fs::write(folder.join(name), text).unwrap();
        }
        Self { design, folder }
    }

    pub fn texts(&self) -> [CString; 3] {
        let folder = self.folder.to_str().unwrap();
        ["test", &self.design.token(), folder].map(|text| CString::new(text).unwrap())
    }

    /// Reference of a variable.
    #[track_caller]
    pub fn at(&self, name: &str) -> u32 {
        let found = self.design.variables.iter().position(|variable| variable.name == name);
        found.unwrap_or_else(|| panic!("no variable {name}")) as u32
    }

    /// An instance for co-simulation.
    pub fn co_simulation(&self, has_events: bool) -> Instance<'_> {
        self.try_co_simulation(has_events).unwrap_or_else(|| panic!("{}", messages()))
    }

    /// An instance for co-simulation; `None` where none is made.
    pub fn try_co_simulation(&self, has_events: bool) -> Option<Instance<'_>> {
        let [name, token, folder] = self.texts();
        let handle = unsafe {
            fmi3InstantiateCoSimulation(
                name.as_ptr(),
                token.as_ptr(),
                folder.as_ptr(),
                0,
                0,
                u8::from(has_events),
                u8::from(has_events),
                std::ptr::null(),
                0,
                std::ptr::null_mut(),
                Some(note),
                None,
            )
        };
        (!handle.is_null()).then_some(Instance { unit: self, handle })
    }

    /// An instance for model exchange.
    pub fn model_exchange(&self) -> Instance<'_> {
        let [name, token, folder] = self.texts();
        let handle = unsafe {
            fmi3InstantiateModelExchange(
                name.as_ptr(),
                token.as_ptr(),
                folder.as_ptr(),
                0,
                0,
                std::ptr::null_mut(),
                Some(note),
            )
        };
        assert!(!handle.is_null(), "{}", messages());
        Instance { unit: self, handle }
    }
}

/// An instance, freed at its end.
pub struct Instance<'a> {
    pub unit: &'a Unit,
    pub handle: Fmi3Instance,
}

impl Drop for Instance<'_> {
    fn drop(&mut self) {
        unsafe { fmi3FreeInstance(self.handle) };
    }
}

impl Instance<'_> {
    #[track_caller]
    pub fn initialise(&self) {
        must(unsafe { fmi3EnterInitializationMode(self.handle, 0, 0.0, 0.0, 0, 0.0) });
        must(unsafe { fmi3ExitInitializationMode(self.handle) });
    }

    pub fn try_set(&self, name: &str, value: f64) -> Fmi3Status {
        let reference = self.unit.at(name);
        unsafe { fmi3SetFloat64(self.handle, &reference, 1, &value, 1) }
    }

    #[track_caller]
    pub fn set(&self, name: &str, value: f64) {
        must(self.try_set(name, value));
    }

    #[track_caller]
    pub fn set_gear(&self, automatic: bool, gear: i32) {
        let (one, other) = (self.unit.at("automatic"), self.unit.at("requested_gear"));
        must(unsafe { fmi3SetBoolean(self.handle, &one, 1, &u8::from(automatic), 1) });
        must(unsafe { fmi3SetInt32(self.handle, &other, 1, &gear, 1) });
    }

    #[track_caller]
    pub fn get(&self, name: &str) -> f64 {
        let (reference, mut value) = (self.unit.at(name), 0.0);
        must(unsafe { fmi3GetFloat64(self.handle, &reference, 1, &mut value, 1) });
        value
    }

    #[track_caller]
    pub fn flag(&self, name: &str) -> bool {
        let (reference, mut value) = (self.unit.at(name), 0);
        must(unsafe { fmi3GetBoolean(self.handle, &reference, 1, &mut value, 1) });
        value != 0
    }

    #[track_caller]
    pub fn gear(&self) -> i32 {
        let (reference, mut value) = (self.unit.at("event.gear"), 0);
        must(unsafe { fmi3GetInt32(self.handle, &reference, 1, &mut value, 1) });
        value
    }

    #[track_caller]
    pub fn hash(&self) -> u64 {
        let (reference, mut value) = (self.unit.at("hash"), 0);
        must(unsafe { fmi3GetUInt64(self.handle, &reference, 1, &mut value, 1) });
        value
    }

    /// A communication step: event, end, early return, time that was reached.
    #[track_caller]
    pub fn step(&self, from_s: f64, size_s: f64) -> Stepped {
        let (status, stepped) = self.try_step(from_s, size_s);
        assert!(status <= Fmi3Status::Warning, "{}", messages());
        stepped
    }

    pub fn try_step(&self, from_s: f64, size_s: f64) -> (Fmi3Status, Stepped) {
        let (mut event, mut ends, mut early, mut time_s) = (9, 9, 9, 0.0);
        let status = unsafe {
            skidpad_fmi::fmi3DoStep(
                self.handle, from_s, size_s, 1, &mut event, &mut ends, &mut early, &mut time_s,
            )
        };
        (status, Stepped { has_event: event == 1, ends: ends == 1, is_early: early == 1, time_s })
    }

    /// The updates of an event: whether the simulation ends, and the time of the next event.
    #[track_caller]
    pub fn update(&self) -> (bool, f64) {
        let (mut flags, mut next_s) = ([0; 5], 0.0);
        let [again, ends, nominals, values, defined] = &mut flags;
        must(unsafe {
            skidpad_fmi::fmi3UpdateDiscreteStates(
                self.handle, again, ends, nominals, values, defined, &mut next_s,
            )
        });
        assert_eq!((flags[0], flags[2]), (0, 0));
        (flags[1] == 1, if flags[4] == 1 { next_s } else { f64::INFINITY })
    }
}

/// Result of a communication step.
#[derive(Debug)]
pub struct Stepped {
    pub has_event: bool,
    pub ends: bool,
    pub is_early: bool,
    pub time_s: f64,
}

#[track_caller]
pub fn must(status: Fmi3Status) {
    assert_eq!(status, Fmi3Status::Ok, "{}", messages());
}
