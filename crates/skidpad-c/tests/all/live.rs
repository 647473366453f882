//! A live car for tests, and messages.

use std::ffi::CStr;
use std::mem::MaybeUninit;
use std::ptr::null_mut;

use skidpad_c::*;

/// The message of this thread's last error.
pub fn message() -> String {
    let text = skidpad_last_error();
    // SAFETY: the text ends in a NUL and lives until another call of this thread fails.
    unsafe { CStr::from_ptr(text) }.to_str().expect("messages are UTF-8").to_owned()
}

/// A live car, freed at the end.
pub struct Live(pub *mut SkidpadCar);

impl Live {
    pub fn new() -> Self {
        Self::of(
            c"mx5-nd-2016",
            c"two_track",
            SkidpadPlacement { position_m: [0.0; 2], heading_rad: 0.0, speed_m_s: 0.0 },
        )
    }

    /// A preset on a model at a place.
    pub fn of(preset: &CStr, model: &CStr, placement: SkidpadPlacement) -> Self {
        let mut car = null_mut();
        // SAFETY: names, options and memory are valid.
        let status = unsafe {
            let options =
                SkidpadCarOptions { model: model.as_ptr(), placement, ..written(skidpad_car_options) };
            skidpad_car_from_preset(preset.as_ptr(), &options, &mut car)
        };
        assert_eq!(status, SkidpadStatus::Ok, "{}", message());
        Self(car)
    }

    pub fn hash(&self) -> u64 {
        let mut hash = 0;
        // SAFETY: the car is alive.
        assert_eq!(unsafe { skidpad_car_hash(self.0, &mut hash) }, SkidpadStatus::Ok);
        hash
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        // SAFETY: the car is alive, and nobody else uses it.
        assert_eq!(unsafe { skidpad_car_free(self.0) }, SkidpadStatus::Ok);
    }
}

/// Released controls with an automatic gearbox.
pub fn released() -> SkidpadControls {
    written(skidpad_controls_released)
}

/// A struct as its function writes it first.
pub fn written<T>(by: unsafe extern "C" fn(*mut T) -> SkidpadStatus) -> T {
    let mut value = MaybeUninit::uninit();
    // SAFETY: valid memory, which the function writes.
    unsafe {
        assert_eq!(by(value.as_mut_ptr()), SkidpadStatus::Ok);
        value.assume_init()
    }
}
