//! Envelopes that a process finds once.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use skidpad_core::spec::Vehicle;
use skidpad_core::surface::Surface;

use super::{CarOnRoad, EnvelopeError, ModelEnvelope};

/// The most envelopes that are kept, each of about 100 kB.
const MOST: usize = 16;

type Found = Arc<OnceLock<Result<Arc<ModelEnvelope>, EnvelopeError>>>;

/// An envelope by all that it depends on.
struct Shelf {
    model: String,
    car: CarOnRoad,
    found: Found,
}

/// The envelopes that were asked for last, the latest at the end.
static SHELVES: Mutex<VecDeque<Shelf>> = Mutex::new(VecDeque::new());

impl ModelEnvelope {
    /// The envelope of [`new`](Self::new), which is found once for the same model, vehicle and surface: of those that this process asked for
    /// last, 16 are kept.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use skidpad_core::surface::Surface;
    /// use skidpad_formats::presets::preset;
    /// use skidpad_laptime::ModelEnvelope;
    ///
    /// let vehicle = preset("boxster-s")?.spec.validate().expect("a vehicle");
    /// let one = ModelEnvelope::shared("two_track", &vehicle, &Surface::asphalt())?;
    /// let again = ModelEnvelope::shared("two_track", &vehicle, &Surface::asphalt())?;
    /// assert!(Arc::ptr_eq(&one, &again));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`new`](Self::new).
    pub fn shared(
        model: &str,
        vehicle: &Vehicle<f64>,
        surface: &Surface<f64>,
    ) -> Result<Arc<Self>, EnvelopeError> {
        let car = CarOnRoad { vehicle: *vehicle, surface: *surface };
        // The list is free while an envelope is found: who asks for the same one waits for it, and nobody else.
        let found = shelf(model, car);
        found.get_or_init(|| Self::new(model, vehicle, surface).map(Arc::new)).clone()
    }
}

fn shelf(model: &str, car: CarOnRoad) -> Found {
    let mut shelves = SHELVES.lock().unwrap_or_else(PoisonError::into_inner);
    let place = shelves.iter().position(|shelf| shelf.model == model && shelf.car == car);
    let shelf = place.and_then(|place| shelves.remove(place));
    let shelf = shelf.unwrap_or_else(|| Shelf { model: model.to_owned(), car, found: Found::default() });
    let found = Arc::clone(&shelf.found);
    shelves.push_back(shelf);
    if shelves.len() > MOST {
        shelves.pop_front();
    }
    found
}
