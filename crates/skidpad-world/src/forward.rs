//! Cars that drive another car: what they only hand on.

/// Implements methods of [`Rolling`](crate::rolling::Rolling) for a type with another car in its field `car`, to which they
/// are handed on.
///
/// ```
/// use skidpad_core::step::{Dt, Status};
/// use skidpad_world::contact::Motion;
/// use skidpad_world::forward_to_car;
/// use skidpad_world::ground::Road;
/// use skidpad_world::rolling::{Driver, Request, RestoreError, Rolling};
///
/// /// A car that counts its steps.
/// #[derive(Clone)]
/// struct Counted {
///     car: Box<dyn Rolling>,
///     steps: u64,
/// }
///
/// impl Rolling for Counted {
///     fn step(&mut self, request: &Request, road: Road<'_>, dt: Dt) -> Status {
///         self.steps += 1;
///         self.car.step(request, road, dt)
///     }
///     fn step_by(&mut self, driver: &mut Driver<'_>, road: Road<'_>, dt: Dt) -> Status {
///         self.steps += 1;
///         self.car.step_by(driver, road, dt)
///     }
///     fn restore(&mut self, saved: &skidpad_core::snapshot::Saved) -> Result<(), RestoreError> {
///         self.car.restore(saved)
///     }
///     fn correct(&mut self, motion: &Motion) -> Status {
///         self.car.correct(motion)
///     }
///     forward_to_car!(boxed_clone, layout, row, states, rates, time_s, status, save, hash, car_hash, method, pose, planar, feels_air, telltales, hands, lie_on);
/// }
/// ```
#[macro_export]
macro_rules! forward_to_car {
    (@boxed_clone) => {
        fn boxed_clone(&self) -> Box<dyn $crate::rolling::Rolling> {
            Box::new(self.clone())
        }
    };
    (@layout) => {
        fn layout(&self) -> $crate::channel::RowLayout {
            self.car.layout()
        }
    };
    (@row) => {
        fn row(&self, request: &$crate::rolling::Request, road: $crate::ground::Road<'_>, row: &mut Vec<f64>) {
            self.car.row(request, road, row);
        }
    };
    (@states) => {
        fn states(&self, states: &mut Vec<f64>) {
            self.car.states(states);
        }
    };
    (@rates) => {
        fn rates(&self, request: &$crate::rolling::Request, road: $crate::ground::Road<'_>, rates: &mut Vec<f64>) {
            self.car.rates(request, road, rates);
        }
    };
    (@time_s) => {
        fn time_s(&self) -> f64 {
            self.car.time_s()
        }
    };
    (@lie_on) => {
        fn lie_on(&mut self, ground: &$crate::ground::Ground) {
            self.car.lie_on(ground);
        }
    };
    (@status) => {
        fn status(&self) -> $crate::forward::core::step::Status {
            self.car.status()
        }
    };
    (@save) => {
        fn save(&self) -> $crate::forward::core::snapshot::Saved {
            self.car.save()
        }
    };
    (@hash) => {
        fn hash(&self) -> u64 {
            self.car.hash()
        }
    };
    (@car_hash) => {
        fn car_hash(&self) -> u64 {
            self.car.car_hash()
        }
    };
    (@method) => {
        fn method(&self) -> $crate::forward::core::integrate::Method {
            self.car.method()
        }
    };
    (@pose) => {
        fn pose(
            &self,
            surface: &$crate::forward::core::surface::Surface<f64>,
        ) -> $crate::forward::core::model::Pose<f64> {
            self.car.pose(surface)
        }
    };
    (@planar) => {
        fn planar(&self) -> Option<$crate::contact::Motion> {
            self.car.planar()
        }
    };
    (@in_space) => {
        fn in_space(&self) -> Option<$crate::forward::core::model::spatial::SpaceMotion> {
            self.car.in_space()
        }
    };
    (@in_contact) => {
        fn in_contact(&self, body: &$crate::contact::Body) -> Option<$crate::contact::BodyInSpace> {
            self.car.in_contact(body)
        }
    };
    (@hubs_m) => {
        fn hubs_m(&self) -> Option<[[f64; 3]; 4]> {
            self.car.hubs_m()
        }
    };
    (@found) => {
        fn found(&self, casts: &dyn $crate::ground::GroundCasts) -> $crate::ground::FoundGround {
            self.car.found(casts)
        }
    };
    (@feels_air) => {
        fn feels_air(&self) -> bool {
            self.car.feels_air()
        }
    };
    (@telltales) => {
        fn telltales(&self) -> $crate::telltales::Telltales {
            self.car.telltales()
        }
    };
    (@hands) => {
        fn hands(&self) -> Option<$crate::shaping::Hands<f64>> {
            self.car.hands()
        }
    };
    ($($method:ident),* $(,)?) => { $( $crate::forward_to_car!(@$method); )* };
}

#[doc(hidden)]
pub use skidpad_core as core;
