//! One car.

use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyDict, PyMapping};
use skidpad::core::controls::{Controls, Gear};
use skidpad::core::math::Real;
use skidpad::core::snapshot::Saved;
use skidpad::formats::snapshot;
use skidpad::world::ground::Ground;
use skidpad::world::rolling::Rolling;
use skidpad::{Car, Placement, SavedCar};
use skidpad_models::MODELS;

use crate::channel::PyChannel;
use crate::controls::gear;
use crate::error::{in_file, refused, unknown, whole};
use crate::interrupt::repeat;
use crate::surface;
use crate::track::PyTrack;
use crate::vehicle::PyVehicle;
use crate::wheel::PyWheel;

/// The most steps of one call.
const MOST_STEPS: u64 = 1_000_000_000;

/// A car that drives: stepped at any rate, read, saved and put back.
///
/// Frames: ISO 8855, x forwards, y to the left, z up, angles counterclockwise; SI units, and the unit ends the name.
///
/// `vehicle`: a `Vehicle`, the name of a preset, or the path of a vehicle file. `model`: see `models()`; by default the one that the
/// vehicle file names, else the four-wheel car. `surface`: numbers of road and air in place of those of dry, level asphalt, such as
/// {"grip": 0.5}. On a `track` the place is still in the plane of the track's line.
#[pyclass(name = "Car", module = "skidpad", mapping)]
#[derive(Clone)]
pub struct PyCar {
    car: Car,
    vehicle: PyVehicle,
    track: Option<PyTrack>,
}

/// All of a car that changes while it drives, to go back to.
#[pyclass(name = "SavedCar", module = "skidpad", frozen)]
pub struct PySavedCar(SavedCar);

/// Ground of a track, or a plane.
fn ground(track: Option<&PyTrack>) -> Ground {
    track.map_or_else(Ground::default, |track| Ground::default().with_track(track.track.clone()))
}

/// A place of an argument; a third coordinate, as of `Car.position_m`, is a height, which the ground decides.
fn placement(position_m: &[f64], heading_rad: f64, speed_m_s: f64) -> PyResult<Placement> {
    match *position_m {
        [x, y] | [x, y, _] => Ok(Placement { position_m: [x, y], heading_rad, speed_m_s }),
        _ => Err(refused(format!("position_m: must be x and y, has {} numbers", position_m.len()))),
    }
}

impl PyCar {
    fn begin(vehicle: PyVehicle, model: Option<&str>, to: Placement, chosen: Gear) -> PyResult<Self> {
        let mut builder = Car::builder().models(&MODELS).at(to).gear(chosen);
        if let Some(model) = model {
            builder = builder.model(model);
        }
        let car = builder.file(&vehicle.file).map_err(|error| match error {
            skidpad::CarError::UnknownModel(message) => unknown(message),
            other => refused(other),
        })?;
        Ok(Self { car, vehicle, track: None })
    }

    pub fn car_mut(&mut self) -> &mut Car {
        &mut self.car
    }

    fn take(&mut self, data: &[u8]) -> PyResult<()> {
        let saved = snapshot::decode_saved(data, &MODELS).map_err(in_file)?;
        Rolling::restore(&mut self.car, &saved).map_err(refused)
    }

    fn put_on(&mut self, track: Option<PyTrack>) {
        self.car.set_ground(ground(track.as_ref()));
        self.track = track;
    }
}

#[pymethods]
impl PyCar {
    #[new]
    #[pyo3(signature = (
        vehicle, model=None, *, position_m=vec![0.0, 0.0], heading_rad=0.0, speed_m_s=0.0, gear=None, surface=None, track=None
    ))]
    #[allow(clippy::too_many_arguments, reason = "they are given by name")]
    fn new(
        vehicle: &Bound<'_, PyAny>,
        model: Option<&str>,
        position_m: Vec<f64>,
        heading_rad: f64,
        speed_m_s: f64,
        gear: Option<&Bound<'_, PyAny>>,
        surface: Option<&Bound<'_, PyMapping>>,
        track: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let chosen = gear.map_or(Ok(Gear::Automatic), self::gear)?;
        let to = placement(&position_m, heading_rad, speed_m_s)?;
        let mut new = Self::begin(PyVehicle::of_argument(vehicle)?, model, to, chosen)?;
        new.car.set_surface(surface::surface(surface)?);
        new.put_on(track.map(PyTrack::of_argument).transpose()?);
        Ok(new)
    }

    /// Moves on by `steps` steps of `dt_s`, above 0 and at most 1 s, with the controls held over them: pedals 0 to 1, the steering angle of
    /// the front wheels in rad, positive to the left. The car divides a step into sub-steps of its own, so it drives the same at any rate.
    ///
    /// `gear`: 1 to 12, 0 or "N", -1 or "R", or "automatic". A control out of its range is brought into it; NaN is refused.
    #[pyo3(signature = (
        dt_s, *, throttle=0.0, brake=0.0, steer_rad=0.0, handbrake=0.0, clutch=0.0, starter=0.0, gear=None, steps=1
    ))]
    #[allow(clippy::too_many_arguments, reason = "they are given by name")]
    fn step(
        &mut self,
        py: Python<'_>,
        dt_s: f64,
        throttle: f64,
        brake: f64,
        steer_rad: f64,
        handbrake: f64,
        clutch: f64,
        starter: f64,
        gear: Option<&Bound<'_, PyAny>>,
        steps: i128,
    ) -> PyResult<()> {
        let gear = gear.map_or(Ok(Gear::Automatic), self::gear)?;
        let controls = Controls { throttle, brake, handbrake, steer_rad, clutch, starter, gear };
        let pedals = [
            ("throttle", throttle),
            ("brake", brake),
            ("steer_rad", steer_rad),
            ("handbrake", handbrake),
            ("clutch", clutch),
            ("starter", starter),
        ];
        if let Some((name, _)) = pedals.iter().find(|(_, value)| value.is_nan()) {
            return Err(refused(format!("{name} = nan: must be a number")));
        }
        if steps == 1 {
            return self.car.step(&controls, dt_s).map(|_| ()).map_err(refused);
        }
        let steps = whole("steps", steps, [0, MOST_STEPS])?;
        skidpad::core::step::Dt::try_from(dt_s).map_err(refused)?;
        let car = &mut self.car;
        repeat(py, steps, || {
            let _ = car.step(&controls, dt_s);
        })
    }

    /// Position in the world, m: the point of the road below the centre of mass, lifted by the springs' heave.
    #[getter]
    fn position_m(&self) -> (f64, f64, f64) {
        self.car.pose().position_m.into()
    }

    /// Attitude as a unit quaternion w, x, y, z, which turns the body's axes into the world's.
    #[getter]
    fn quaternion(&self) -> (f64, f64, f64, f64) {
        self.car.pose().quaternion.into()
    }

    /// Heading, rad, counterclockwise from the world's x axis.
    #[getter]
    fn heading_rad(&self) -> f64 {
        let [w, x, y, z] = self.car.pose().quaternion;
        Real::atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))
    }

    /// Velocity of the centre of mass in the car's frame, forwards and to the left, m/s.
    #[getter]
    fn velocity_m_s(&self) -> (f64, f64) {
        self.car.velocity_m_s().into()
    }

    /// Speed over the ground, m/s.
    #[getter]
    fn speed_m_s(&self) -> f64 {
        self.car.speed_m_s()
    }

    /// Yaw rate, rad/s, positive to the left.
    #[getter]
    fn yaw_rate_rad_s(&self) -> f64 {
        self.car.yaw_rate_rad_s()
    }

    /// Time since the start, s.
    #[getter]
    fn time_s(&self) -> f64 {
        self.car.time_s()
    }

    /// "running", "quarantined" where a number was no longer finite, or the end of its run, such as "engine_blown".
    #[getter]
    fn status(&self) -> String {
        self.car.status().name().to_owned()
    }

    /// Wheels: front left, front right, rear left, rear right; a model without width has a front and a rear one, a point none.
    #[getter]
    fn wheels(&self) -> Vec<PyWheel> {
        self.car.wheels().iter().map(PyWheel::from).collect()
    }

    /// Vehicle of which it is made.
    #[getter]
    fn vehicle(&self) -> PyVehicle {
        self.vehicle.clone()
    }

    /// Name of its model.
    #[getter]
    fn model(&self) -> &'static str {
        self.car.model().name
    }

    /// Track on which it drives, or None.
    #[getter]
    fn track(&self) -> Option<PyTrack> {
        self.track.clone()
    }

    /// Numbers of road and air, by name: a copy that cannot be written. Assign another one to change them.
    #[getter]
    fn get_surface<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let numbers = surface::to_dict(py, self.car.surface())?;
        py.import("types")?.getattr("MappingProxyType")?.call1((numbers,))
    }

    /// Sets road and air; numbers that are not given are those of dry, level asphalt.
    #[setter]
    fn set_surface(&mut self, surface: &Bound<'_, PyMapping>) -> PyResult<()> {
        self.car.set_surface(surface::surface(Some(surface))?);
        Ok(())
    }

    /// Everything that the model computes at this instant: numbers by name.
    fn outputs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let numbers = PyDict::new(py);
        for output in self.car.outputs().iter() {
            numbers.set_item(output.name, output.value)?;
        }
        Ok(numbers)
    }

    /// One of the outputs, by name.
    fn __getitem__(&self, name: &str) -> PyResult<f64> {
        self.car.outputs().get(name).map_err(unknown)
    }

    fn __contains__(&self, name: &Bound<'_, PyAny>) -> bool {
        name.extract::<String>().is_ok_and(|name| self.car.outputs().get(&name).is_ok())
    }

    /// All that the model computes: name, unit, kind, range and description.
    #[getter]
    fn channels(&self) -> Vec<PyChannel> {
        self.car.model().layout().handles().map(|handle| PyChannel::of_row(&handle)).collect()
    }

    /// Its whole state. Road and vehicle are not in it.
    fn save(&self) -> PySavedCar {
        PySavedCar(self.car.save())
    }

    /// Goes back to what was saved of this car or another one of its model, or to the bytes of `to_bytes`; it goes on with the same
    /// bits. The angles by which wheels have turned, for pictures, are not in the bytes.
    fn restore(&mut self, saved: &Bound<'_, PyAny>) -> PyResult<()> {
        if let Ok(saved) = saved.cast::<PySavedCar>() {
            return self.car.restore(&saved.get().0).map_err(refused);
        }
        let data: PyBackedBytes = saved.extract().map_err(|_| {
            pyo3::exceptions::PyTypeError::new_err("saved: must be a SavedCar, or bytes of Car.to_bytes")
        })?;
        self.take(&data)
    }

    /// State as bytes of Skidpad's snapshot format, which other processes and platforms read.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &snapshot::encode_saved(self.car.save().numbers()))
    }

    /// Puts it at a place as it begins: straight ahead, wheels and engine turning with it, brakes cold. Its clock goes on.
    #[pyo3(signature = (position_m=vec![0.0, 0.0], heading_rad=0.0, speed_m_s=0.0))]
    fn teleport(&mut self, position_m: Vec<f64>, heading_rad: f64, speed_m_s: f64) -> PyResult<()> {
        let to = placement(&position_m, heading_rad, speed_m_s)?;
        self.car.teleport(&to).map_err(refused)
    }

    /// A number that is equal where all of it that changes has equal bits.
    fn hash(&self) -> u64 {
        self.car.hash()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>, py: Python<'py>) -> PyResult<(Py<PyAny>, Bound<'py, PyAny>)> {
        let make = py.import("skidpad._skidpad")?.getattr("_car")?.unbind();
        let this = slf.try_borrow()?;
        let parts = (
            this.vehicle.clone(),
            this.model(),
            surface::to_dict(py, this.car.surface())?,
            this.track.clone(),
            this.to_bytes(py),
        );
        Ok((make, parts.into_pyobject(py)?.into_any()))
    }

    fn __repr__(&self) -> String {
        let (name, model) = (self.vehicle.file.title.as_str(), self.car.model().name);
        let (x, y, _) = self.position_m();
        format!(
            "<Car {name} ({model}) at {:.3} s: {:.1} km/h, x {x:.2} m, y {y:.2} m, {}>",
            self.car.time_s(),
            3.6 * self.car.speed_m_s(),
            self.status()
        )
    }
}

/// A car that was pickled.
#[pyfunction]
pub fn _car(
    vehicle: &PyVehicle,
    model: &str,
    surface: &Bound<'_, PyMapping>,
    track: Option<&PyTrack>,
    state: &[u8],
) -> PyResult<PyCar> {
    let mut car = PyCar::begin(vehicle.clone(), Some(model), Placement::default(), Gear::Automatic)?;
    car.car.set_surface(surface::surface(Some(surface))?);
    car.put_on(track.cloned());
    car.take(state)?;
    Ok(car)
}

impl PySavedCar {
    pub fn numbers(&self) -> &Saved {
        self.0.numbers()
    }
}

#[pymethods]
impl PySavedCar {
    fn __repr__(&self) -> String {
        format!("<SavedCar at {:.3} s>", self.0.numbers().clock.time_s())
    }
}
