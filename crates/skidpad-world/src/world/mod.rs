//! Cars of any models that share a site, and meet each other and its walls.
//!
//! ```
//! use skidpad_core::controls::Gear;
//! use skidpad_core::step::Dt;
//! use skidpad_models::MODELS;
//! use skidpad_world::contact::Wall;
//! use skidpad_world::rolling::{Begin, CarChoice};
//! use skidpad_world::world::{EventKind, Member, Site, World, body_of};
//!
//! let (model, car) = (MODELS.by_name("w1").unwrap(), CarChoice::Own("w1"));
//! let begin = Begin { gear: Gear::Forward(1), initial: &[("velocity_x_m_s", 20.0)], method: None };
//! let member = Member { car: model.begin(&car, &begin).unwrap(), body: Some(body_of(model, &car, 0.25, 0.5)) };
//! let walls = Wall::line(&[[30.0, -5.0], [30.0, 5.0]], 1.0, 0.5);
//! let mut world = World::new(Site::asphalt().with_walls(walls).unwrap());
//! let id = world.add(member).unwrap();
//! for _ in 0..200 {
//!     world.step(Dt::new(0.01).unwrap());
//! }
//! // Of a car and a wall the lower coefficient of restitution counts.
//! let speed_m_s = world.car(id).unwrap().planar().unwrap().velocity_m_s.x;
//! assert!((speed_m_s + 0.25 * 20.0).abs() < 0.1);
//! assert!(world.take_events().iter().any(|event| matches!(event.kind, EventKind::Met { .. })));
//! ```
//!
//! A car drives by the [`Request`] that was set last. Each step moves every car by its model, and then corrects their
//! motions by what they met on the way ([`Contacts`](crate::contact::Contacts)). A car that touches nothing has the bits that
//! it has alone; the order in which cars joined changes no bits, nor do cars that join or leave elsewhere. (The one exception
//! is a pile-up with more than 64 impacts in one step, and 8 for each car: it is cut short, and how much is left to the next
//! step depends on the number of cars.) A [`World`] is a value: a clone goes on with the same bits, also on another thread.

mod bodies;
mod car;
mod casts;
mod channels;
mod condition;
mod contacts;
mod error;
mod events;
mod new_site;
mod own_body;
mod party;
mod saved;
mod site;
mod standing;
mod together;
mod watch;

use skidpad_core::snapshot::StateHash;
use skidpad_core::step::{Clock, Dt};
use skidpad_core::surface::Surface;

use crate::contact::{Body, check_body};
use crate::ground::{Casts, Road};
use crate::laps::timer::LapTimer;
use crate::rolling::{Request, Rolling};
use crate::scene::ConeState;
use crate::track::TrackPosition;
use contacts::Meeting;
use together::Together;
use watch::{Span, Watch};

pub(crate) use bodies::{BODY_BEYOND_TRACK_M, OVERHANG};
pub use bodies::{BODY_FRICTION, BODY_RESTITUTION, body_of, outline_m, wheels_of_body_m};
pub use car::{CarId, Entry, Member};
pub use casts::CarGrounds;
pub use channels::{IMPULSE, NoChannel};
pub use condition::{Condition, ConditionSet, Corner};
pub use error::WorldError;
pub(crate) use events::CONTACT_PAUSE_S;
pub use events::{Event, EventKind};
pub use own_body::OwnBody;
pub use party::{Party, WorldImpact};
pub use saved::{RestoreWorldError, SavedWorld};
pub use site::Site;
#[doc(hidden)]
pub use standing::stand_on;
pub use together::StepTogether;

/// The most cars of a world that a file describes.
pub const MOST_CARS: usize = 32;
/// The most walls of a world that a file describes.
pub const MOST_WALLS: usize = 1000;
/// The most cones of a world that a file describes.
pub const MOST_CONES: usize = 1000;

/// Cars that share a site.
#[derive(Clone)]
pub struct World {
    site: Site,
    /// In the order of their numbers.
    cars: Vec<Entry>,
    next_id: u32,
    clock: Clock,
    /// All steps: the clock counts anew where the length of the step changes.
    steps: u64,
    meeting: Meeting,
    watch: Watch,
    /// Requests that hold from a later step on, in the order of the steps.
    scheduled: Vec<Scheduled>,
    together: Together,
}

/// Hash of a world without cones after so many steps, from the hashes of its cars in the order of their numbers.
#[doc(hidden)]
pub fn hash_of_cars(steps: u64, cars: impl IntoIterator<Item = (CarId, u64)>) -> StateHash {
    let mut hash = StateHash::default();
    hash.word(steps);
    for (id, car) in cars {
        hash.word(u64::from(id.0));
        hash.word(car);
    }
    hash
}

/// A request that holds from a step on.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Scheduled {
    step: u64,
    car: CarId,
    request: Request,
}

impl World {
    /// A world without cars.
    pub fn new(site: Site) -> Self {
        Self {
            meeting: Meeting::new(&site),
            site,
            cars: Vec::new(),
            next_id: 0,
            clock: Clock::START,
            steps: 0,
            watch: Watch::default(),
            scheduled: Vec::new(),
            together: Together::default(),
        }
    }

    /// Lets a car join. Until a request is set nobody touches its controls. A car on springs that is on the plane of the surface, as
    /// cars begin, lies along the ground from then on ([`Rolling::lie_on`]).
    ///
    /// # Errors
    /// A body with numbers that contact cannot use, or of a model without a motion in the plane; a car on which the air does not
    /// act, on a windy site. Then nothing has changed.
    pub fn add(&mut self, member: Member) -> Result<CarId, WorldError> {
        let id = CarId(self.next_id);
        check_member(id, &member, &self.site)?;
        self.next_id += 1;
        let mut entry = Entry::new(id, self.lying(member));
        entry.find_on_track(&self.site);
        self.cars.push(entry);
        self.watch.reserve(self.cars.len());
        self.together.note_all();
        Ok(id)
    }

    /// Returns the world with all cars moved at once, such as by `skidpad_fleet::Lanes`. It changes no bits. A clone of the world goes
    /// on in the same way; its first step takes the cars in, and begins threads where there are any.
    #[must_use]
    pub fn stepped_together(mut self, together: impl StepTogether + 'static) -> Self {
        self.together = Together(Some(Box::new(together)));
        self
    }

    /// The world with its cars moved as those of another one were, which it replaces.
    pub(crate) fn stepped_as(mut self, before: &mut Self) -> Self {
        self.together = core::mem::take(&mut before.together);
        self.together.note_all();
        self
    }

    /// A world on a site with cars that had joined before, in the order of their numbers; `next_id` is the number of the next.
    pub(crate) fn with_cars(site: Site, cars: Vec<(CarId, Member)>, next_id: u32) -> Self {
        let mut entries: Vec<_> = cars.into_iter().map(|(id, member)| Entry::new(id, member)).collect();
        entries.iter_mut().for_each(|entry| entry.find_on_track(&site));
        Self { cars: entries, next_id, ..Self::new(site) }
    }

    /// A member that lies along the ground.
    fn lying(&self, mut member: Member) -> Member {
        member.car.lie_on(&self.site.ground);
        member
    }

    /// True before the first step, while nothing is scheduled.
    pub(crate) fn is_new(&self) -> bool {
        self.steps == 0 && self.clock == Clock::START && self.scheduled.is_empty()
    }

    /// The number that the next car gets.
    pub(crate) fn next_id(&self) -> u32 {
        self.next_id
    }

    /// Puts another car in the place of one that is here, and returns that; `None` where it is not here. The other keeps
    /// number and request, and may be of another model or meet other things; the lap under way is abandoned.
    ///
    /// # Errors
    /// As for [`add`](Self::add). Then nothing has changed.
    pub fn replace(&mut self, car: CarId, member: Member) -> Result<Option<Member>, WorldError> {
        check_member(car, &member, &self.site)?;
        let Some(place) = self.place(car) else { return Ok(None) };
        let member = self.lying(member);
        self.together.note_car(car);
        let entry = &mut self.cars[place];
        entry.told.laps.abandon();
        entry.told.on_track = None;
        let car = core::mem::replace(&mut entry.car, member.car);
        let body = core::mem::replace(&mut entry.body, member.body);
        entry.find_on_track(&self.site);
        Ok(Some(Member { car, body }))
    }

    /// Takes a car out; `None` where it is not here. Its number is not given to another.
    pub fn remove(&mut self, car: CarId) -> Option<Member> {
        let place = self.place(car)?;
        self.together.note_all();
        self.meeting.forget(car);
        self.watch.forget(car);
        self.scheduled.retain(|scheduled| scheduled.car != car);
        Some(self.cars.remove(place).into_member())
    }

    /// Sets what is asked of a car from the next step on, until another request is set. Returns false where the car is not
    /// here.
    pub fn set_request(&mut self, car: CarId, request: Request) -> bool {
        let Some(place) = self.place(car) else { return false };
        self.cars[place].request = request;
        true
    }

    /// Sets what is asked of a car from a step on, counted from 0: for commands that arrive before their time. Where that
    /// step has begun already, it holds from the next one on. Returns false where the car is not here.
    pub fn schedule_request(&mut self, car: CarId, step: u64, request: Request) -> bool {
        if self.place(car).is_none() {
            return false;
        }
        // The later of two for the same step counts.
        let place = self.scheduled.partition_point(|other| other.step <= step);
        self.scheduled.insert(place, Scheduled { step, car, request });
        true
    }

    /// Puts all cones back to where they stood at first.
    pub fn reset_cones(&mut self) {
        self.meeting.reset_cones(&self.site);
    }

    /// Sets road and air, from the next step on. The site's weather is added to it.
    pub fn set_surface(&mut self, surface: Surface<f64>) {
        self.site.surface = surface;
    }

    /// Road, ground, walls, course, and cones as they stood at first.
    pub fn site(&self) -> &Site {
        &self.site
    }

    /// Road and air at this time, weather included.
    pub fn surface(&self) -> Surface<f64> {
        self.site.weather.over(&self.site.surface, self.time_s())
    }

    /// The cars' numbers, in the order in which they joined.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = CarId> {
        self.cars.iter().map(|entry| entry.id)
    }

    /// The cars, in the order in which they joined.
    pub fn cars(&self) -> impl ExactSizeIterator<Item = &dyn Rolling> {
        self.cars.iter().map(|entry| entry.car.as_ref())
    }

    /// A car; `None` where it is not here.
    pub fn car(&self, car: CarId) -> Option<&dyn Rolling> {
        self.place(car).map(|place| self.cars[place].car.as_ref())
    }

    /// A car, to be put back or moved elsewhere; `None` where it is not here.
    pub fn car_mut(&mut self, car: CarId) -> Option<&mut dyn Rolling> {
        let place = self.place(car)?;
        self.together.note_car(car);
        Some(self.cars[place].car.as_mut())
    }

    /// A car's body; `None` where the car is not here or meets nothing.
    pub fn body(&self, car: CarId) -> Option<&Body> {
        self.place(car).and_then(|place| self.cars[place].body.as_ref())
    }

    /// A car with its body, to be kept; `None` where it is not here.
    pub(crate) fn member(&self, car: CarId) -> Option<Member> {
        self.place(car).map(|place| {
            let Entry { car, body, .. } = &self.cars[place];
            Member { car: car.clone(), body: *body }
        })
    }

    /// Road of a car, on a surface such as that of [`surface`](Self::surface): on a track it is that of the stretch on which the car is.
    pub fn road_of<'a>(&'a self, car: CarId, surface: &'a Surface<f64>) -> Road<'a> {
        let road = self.site.road_under(surface);
        let Some(place) = self.place(car) else { return road };
        let Entry { told, under, .. } = &self.cars[place];
        let casts = under.as_ref().map(Casts::Found);
        Road { casts, ..road.of_car_at(told.on_track) }
    }

    /// Position of a car on the site's track; `None` where the car is not here, or without a track.
    pub fn on_track(&self, car: CarId) -> Option<&TrackPosition> {
        self.place(car).and_then(|place| self.cars[place].told.on_track.as_ref())
    }

    /// The request by which a car drives; `None` where it is not here.
    pub fn request(&self, car: CarId) -> Option<&Request> {
        self.place(car).map(|place| &self.cars[place].request)
    }

    /// Clock and number of a car's laps; `None` where the car is not here. Without a course no lap begins.
    pub fn laps(&self, car: CarId) -> Option<&LapTimer> {
        self.place(car).map(|place| &self.cars[place].told.laps)
    }

    /// Abandons the current lap of a car that was put elsewhere. Returns false where the car is not here.
    pub fn abandon_lap(&mut self, car: CarId) -> bool {
        let Some(place) = self.place(car) else { return false };
        self.cars[place].told.laps.abandon();
        true
    }

    /// Time since the world began, s. A car's own time is since it was made.
    pub fn time_s(&self) -> f64 {
        self.clock.time_s()
    }

    /// Number of steps since the world began.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The clock, which the length of the last step is a part of.
    pub(crate) fn clock(&self) -> Clock {
        self.clock
    }

    /// Moves all cars on by a step.
    ///
    /// A car whose run has ended or that was quarantined stays where it is, and can be met. One that is farther away or
    /// faster than contact can compute (1e7 m, 1e9 m/s) meets nothing from then on. Both are events.
    ///
    /// Nothing is allocated, as long as events are taken before there are eight for each car, but for the working memory of
    /// contact, which grows in a step with more cars, walls and cones near each other than in any before, and the first step after
    /// cars have joined or left where all are moved at once.
    pub fn step(&mut self, dt: Dt) {
        let surface = self.begin_step(dt);
        match &mut self.together.0 {
            Some(together) => together.step(&mut self.cars, &self.site, &surface, dt),
            None => self.cars.iter_mut().for_each(|entry| entry.step(self.site.road_under(&surface), dt)),
        }
        self.end_step(dt);
    }

    /// Notes where the cars are before a step. Returns road and air in the weather of the step.
    fn begin_step(&mut self, dt: Dt) -> Surface<f64> {
        self.take_scheduled();
        let began_s = self.clock.time_s();
        self.meeting.begin(&self.cars);
        let course = self.site.course.as_deref();
        for entry in &mut self.cars {
            entry.began_m = course.and_then(|_| entry.position_m());
            entry.under = None;
            // Where the car was put elsewhere, this finds it there.
            entry.find_on_track(&self.site);
        }
        // Gusts change slowly over a step: its middle stands for it.
        self.site.weather.over(&self.site.surface, began_s + 0.5 * dt.seconds())
    }

    /// Lets the cars meet each other and the site after they were moved, and notes what happened.
    fn end_step(&mut self, dt: Dt) {
        let (began_s, course) = (self.clock.time_s(), self.site.course.as_deref());
        self.meeting.resolve(&mut self.cars, &self.site, dt);
        self.cars.iter_mut().for_each(|entry| entry.find_on_track(&self.site));
        self.clock.count(dt);
        self.steps += 1;
        let time_s = self.clock.time_s();
        self.watch.impacts(self.meeting.impacts(), began_s);
        self.watch.part(time_s);
        self.watch.cars(&mut self.cars, &Span { course, began_s, time_s });
    }

    /// The cones, in the order of the site.
    pub fn cones(&self) -> &[ConeState] {
        self.meeting.cones().states()
    }

    /// The impacts of the last step, in order of time; times count from the beginning of the step.
    pub fn impacts(&self) -> &[WorldImpact] {
        self.meeting.impacts()
    }

    /// Largest distance by which an overlapping body was moved in the last step, m; 0 without overlaps.
    pub fn pushed_m(&self) -> f64 {
        self.meeting.pushed_m()
    }

    /// Takes the events since the last call, in order of time. Of more than 10,000 events the latest are kept.
    pub fn take_events(&mut self) -> Vec<Event> {
        self.watch.take()
    }

    /// A hash of the bits of all cars and cones and of the number of steps.
    pub fn hash(&self) -> u64 {
        let mut hash = hash_of_cars(self.steps, self.cars.iter().map(|entry| (entry.id, entry.car.hash())));
        self.meeting.cones().hash_into(&mut hash);
        hash.value()
    }

    fn take_scheduled(&mut self) {
        let due = self.scheduled.partition_point(|scheduled| scheduled.step <= self.steps);
        for scheduled in &self.scheduled[..due] {
            if let Ok(place) = self.cars.binary_search_by_key(&scheduled.car, |entry| entry.id) {
                self.cars[place].request = scheduled.request;
            }
        }
        self.scheduled.drain(..due);
    }

    fn place(&self, car: CarId) -> Option<usize> {
        self.cars.binary_search_by_key(&car, |entry| entry.id).ok()
    }
}

/// Checks that a car can join under a number.
fn check_member(id: CarId, member: &Member, site: &Site) -> Result<(), WorldError> {
    if site.weather.is_windy() && !member.car.feels_air() {
        return Err(WorldError::NoAir(id.index()));
    }
    let Some(body) = &member.body else { return Ok(()) };
    check_body(id.index(), body).map_err(WorldError::Faults)?;
    if member.car.planar().is_none() {
        return Err(WorldError::CannotMeet(id.index()));
    }
    Ok(())
}
