//! A car of a model, seen by the names of its channels.

use core::any::Any;

use skidpad_core::integrate::Method;
use skidpad_core::math::{Direction, Vec2};
use skidpad_core::model::Pose;
use skidpad_core::model::spatial::{Push, SpaceMotion};
use skidpad_core::record::Record;
use skidpad_core::snapshot::{Saved, Snapshot, StateHash};
use skidpad_core::step::{Dt, Simulation, Status};
use skidpad_core::surface::Surface;

use super::{Driver, Integrated, Request, RestoreError, Rolling};
use crate::channel::RowLayout;
use crate::contact::{Body, BodyInSpace, Motion, PlanarChannels};
use crate::ground::{FoundGround, Ground, GroundCasts, Road};
use crate::models::Drivable;
use crate::telltales::{self, Telltales};

/// Input and surface of a car where it is: its model's reading of the request, on the roads of its wheels. For a sub-step of
/// `sub_step_s` that begins, its middle: 0 for a car as it is now.
pub fn given<M: Drivable>(
    car: &M::Car<f64>,
    state: &M::State<f64>,
    request: &Request,
    road: Road<'_>,
    sub_step_s: f64,
) -> (M::Input<f64>, Surface<f64>) {
    let input = M::input_at(car, state, request);
    if road.is_plain() {
        return (input, *road.surface);
    }
    let velocity_m_s = road.ground.track().map_or([0.0; 2], |_| telltales::velocity_m_s::<M>(state));
    M::on_ground(car, &M::ahead(state, 0.5 * sub_step_s), &input, road, velocity_m_s)
}

/// The state of a car that joins on a ground ([`Drivable::lying_on`]); on plain ground the one that it has.
pub fn lying<M: Drivable>(car: &M::Car<f64>, state: &M::State<f64>, ground: &Ground) -> M::State<f64> {
    if ground.is_plain() { *state } else { M::lying_on(car, state, ground) }
}

/// Motion of a car in the plane of the road; `None` if its model has none.
pub fn planar<M: Drivable>(car: &M::Car<f64>, state: &M::State<f64>) -> Option<Motion> {
    let motion = PlanarChannels::<M::State<f64>>::new().ok()?.motion(state);
    Some(M::in_space(car, state).map_or(motion, |own| Motion::of_space(&own, motion.yaw_rad)))
}

/// The state of a car with another motion in the plane of the road; `None` if its model has none. A car in space keeps its velocity along
/// the road's normal and its attitude; it gets an angular velocity about the road's axes x and y, rad/s, where one is given.
pub fn corrected<M: Drivable>(
    car: &M::Car<f64>,
    state: &M::State<f64>,
    motion: &Motion,
    tilt_rates_rad_s: Option<[f64; 2]>,
) -> Option<M::State<f64>> {
    if let Some(own) = M::in_space(car, state) {
        let before = planar::<M>(car, state)?;
        let mut push = motion.push_from(&before);
        if let Some([x, y]) = tilt_rates_rad_s {
            // Contact found them in the attitude of the proposal; turned with the body they keep its energy.
            let turned = Vec2 { x, y }.to_parent(Direction::at_angle(push.rotation_rad.z));
            push.angular_velocity_rad_s.x = turned.x - own.angular_velocity_rad_s.x;
            push.angular_velocity_rad_s.y = turned.y - own.angular_velocity_rad_s.y;
        }
        return Some(M::pushed(car, state, &push));
    }
    let channels = PlanarChannels::<M::State<f64>>::new().ok()?;
    let mut state = *state;
    channels.correct(&mut state, motion);
    Some(state)
}

impl<M: Drivable> Rolling for Simulation<M> {
    fn boxed_clone(&self) -> Box<dyn Rolling> {
        Box::new(*self)
    }
    fn copy_to(&self, other: &mut Box<dyn Rolling>) {
        let known: &mut dyn Any = other.as_mut();
        match known.downcast_mut::<Self>() {
            Some(place) => *place = *self,
            None => *other = self.boxed_clone(),
        }
    }
    fn layout(&self) -> RowLayout {
        RowLayout::from_model::<M>()
    }
    fn step(&mut self, request: &Request, road: Road<'_>, dt: Dt) -> Status {
        let (mut left, part_s) = self.sub_steps(dt);
        self.step_over(dt, |car, state| {
            let (input, surface) = given::<M>(car, state, request, road, part_s);
            let input = M::held(car, state, &input, f64::from(left));
            left -= 1;
            (input, surface)
        })
    }
    fn simulation_mut(&mut self) -> Option<&mut dyn Any> {
        Some(self)
    }
    fn integrated(&mut self) -> Option<&mut dyn Integrated> {
        Some(self)
    }
    fn step_by(&mut self, driver: &mut Driver<'_>, road: Road<'_>, dt: Dt) -> Status {
        let (_, part_s) = self.sub_steps(dt);
        self.step_over(dt, |car, state| {
            let request = driver(&telltales::motion::<M>(state), part_s);
            given::<M>(car, state, &request, road, part_s)
        })
    }
    fn row(&self, request: &Request, road: Road<'_>, row: &mut Vec<f64>) {
        let (input, surface) = given::<M>(self.car(), self.state(), request, road, 0.0);
        append_row(self, &input, &self.look(&input, &surface).1, row);
    }
    fn states(&self, states: &mut Vec<f64>) {
        append(states, self.state());
    }
    fn rates(&self, request: &Request, road: Road<'_>, rates: &mut Vec<f64>) {
        let (input, surface) = given::<M>(self.car(), self.state(), request, road, 0.0);
        append(rates, &self.look(&input, &surface).0);
    }
    fn row_and_rates(&self, request: &Request, road: Road<'_>, row: &mut Vec<f64>, rates: &mut Vec<f64>) {
        let (input, surface) = given::<M>(self.car(), self.state(), request, road, 0.0);
        let (rate, trace) = self.look(&input, &surface);
        append_row(self, &input, &trace, row);
        append(rates, &rate);
    }
    fn time_s(&self) -> f64 {
        self.time_s()
    }
    fn status(&self) -> Status {
        self.status()
    }
    fn save(&self) -> Saved {
        Saved::from(&self.save())
    }
    fn restore(&mut self, saved: &Saved) -> Result<(), RestoreError> {
        if !saved.hands.is_empty() {
            return Err(RestoreError::WithHands);
        }
        let snapshot = Snapshot::try_from(saved).map_err(RestoreError::OtherModel)?;
        self.restore(&snapshot).map_err(RestoreError::NotFinite)
    }
    fn hash(&self) -> u64 {
        self.hash()
    }
    fn car_hash(&self) -> u64 {
        let mut hash = StateHash::default();
        hash.record(self.car());
        hash.value()
    }
    fn method(&self) -> Method {
        self.method()
    }
    fn pose(&self, surface: &Surface<f64>) -> Pose<f64> {
        M::pose(self.state(), surface)
    }
    fn planar(&self) -> Option<Motion> {
        planar::<M>(self.car(), self.state())
    }
    fn in_space(&self) -> Option<SpaceMotion> {
        M::in_space(self.car(), self.state())
    }
    fn hubs_m(&self) -> Option<[[f64; 3]; 4]> {
        M::hubs_m(self.car(), self.state())
    }
    fn found(&self, casts: &dyn GroundCasts) -> FoundGround {
        M::found(self.car(), self.state(), casts)
    }
    fn put(&mut self, pose: &Pose<f64>) -> Option<Status> {
        M::MOVES_IN_SPACE.then(|| self.set_state(M::posed(self.state(), pose)))
    }
    fn push(&mut self, push: &Push) -> Status {
        if M::MOVES_IN_SPACE {
            return self.set_state(M::pushed(self.car(), self.state(), push));
        }
        match self.planar() {
            Some(motion) if *push != Push::none() => self.correct(&motion.pushed(push)),
            _ => self.status(),
        }
    }
    fn feels_air(&self) -> bool {
        M::FEELS_AIR
    }
    fn telltales(&self) -> Telltales {
        Telltales::read::<M>(self.state(), self.mode())
    }
    fn lie_on(&mut self, ground: &Ground) {
        self.set_state(lying::<M>(self.car(), self.state(), ground));
    }
    fn correct(&mut self, motion: &Motion) -> Status {
        match corrected::<M>(self.car(), self.state(), motion, None) {
            Some(state) => self.set_state(state),
            None => self.status(),
        }
    }
    fn in_contact(&self, body: &Body) -> Option<BodyInSpace> {
        M::in_contact(self.car(), self.state(), body)
    }
    fn correct_in_space(&mut self, motion: &Motion, tilt_rates_rad_s: [f64; 2]) -> Status {
        match corrected::<M>(self.car(), self.state(), motion, Some(tilt_rates_rad_s)) {
            Some(state) => self.set_state(state),
            None => self.status(),
        }
    }
}

impl<M: Drivable> Integrated for Simulation<M> {
    fn longest_sub_step_s(&self) -> f64 {
        self.sub_steps(Dt::LARGEST).1
    }
    fn set_states(&mut self, states: &[f64]) -> bool {
        let is_usable = states.len() == <M::State<f64> as Record<f64>>::LEN
            && states.iter().all(|state| state.is_finite());
        if is_usable {
            self.set_state(Record::load(&states));
        }
        is_usable
    }
    fn begin(&mut self, request: &Request, road: Road<'_>, part: Dt) -> Status {
        let (input, surface) = given::<M>(self.car(), self.state(), request, road, part.seconds());
        self.begin_sub_step(&input, &surface, part.seconds())
    }
    fn end(&mut self, before: &[f64], request: &Request, road: Road<'_>, part: Dt) -> Status {
        if before.len() != <M::State<f64> as Record<f64>>::LEN {
            return self.status();
        }
        let before: M::State<f64> = Record::load(&before);
        let (input, _) = given::<M>(self.car(), &before, request, road, part.seconds());
        self.end_sub_step(&before, &input, part)
    }
}

/// Appends the row of a car under an input, with the trace of its evaluation.
fn append_row<M: Drivable>(
    car: &Simulation<M>,
    input: &M::Input<f64>,
    trace: &M::Trace<f64>,
    row: &mut Vec<f64>,
) {
    row.push(car.time_s());
    append(row, input);
    append(row, car.state());
    append(row, car.mode());
    append(row, trace);
}

/// Appends the numbers of a record. Written out once for a type of record, whatever appends it.
#[inline(never)]
pub(crate) fn append<T: Record<f64>>(values: &mut Vec<f64>, record: &T) {
    let start = values.len();
    values.resize(start + T::LEN, 0.0);
    record.store(&mut &mut values[start..]);
}
