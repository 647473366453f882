//! A model of one's own ends its runs in its own way: the status names the end alone and in a batch, and has a code for
//! files.

use skidpad_core::batch::Batch;
use skidpad_core::integrate::Method;
use skidpad_core::math::Real;
use skidpad_core::model::{End, Model, Pose, STANDARD_ENDS};
use skidpad_core::record;
use skidpad_core::record::Empty;
use skidpad_core::snapshot::{Saved, Snapshot};
use skidpad_core::step::{Dt, Simulation, Status};
use skidpad_core::surface::Surface;

record! {
    /// A battery that is used up.
    pub struct Battery {
        /// Charge.
        charge_j: "J" [-10.0, 10.0],
    }

    /// What has ended.
    pub struct Ended {
        /// Number of the end.
        end: "-" [0.0, 4.0],
    }

    /// The driver's input.
    pub struct Drain {
        /// Power drawn.
        power_w: "W" [0.0, 100.0],
    }
}

/// Drives until its battery is empty.
#[derive(Clone, Copy, Debug)]
struct Electric;

impl Model for Electric {
    const NAME: &'static str = "electric";
    const DESCRIPTION: &'static str = "a battery";
    const INTEGRATOR: Method = Method::Rk4;
    const ENDS: &'static [&'static str] =
        &[STANDARD_ENDS[0], STANDARD_ENDS[1], "motor too hot", "battery empty"];
    type Car<R: Real> = Empty;
    type Input<R: Real> = Drain<R>;
    type State<R: Real> = Battery<R>;
    type Mode<R: Real> = Ended<R>;
    type Trace<R: Real> = Empty;

    fn evaluate<R: Real>(
        _: &Empty,
        _: &Ended<R>,
        _: &Battery<R>,
        input: &Drain<R>,
        _: &Surface<R>,
    ) -> (Battery<R>, Empty) {
        (Battery { charge_j: -input.power_w }, Empty)
    }

    fn settle<R: Real>(
        _: &Empty,
        mode: &Ended<R>,
        _: &Battery<R>,
        after: &Battery<R>,
        _: &Self::Input<R>,
    ) -> (Ended<R>, Battery<R>) {
        let empty = R::select(after.charge_j.le(R::zero()), R::lit(4.0), mode.end);
        (Ended { end: empty }, *after)
    }

    fn ended<R: Real>(mode: &Ended<R>) -> R {
        mode.end
    }

    fn pose<R: Real>(_: &Battery<R>, surface: &Surface<R>) -> Pose<R> {
        Pose::on_road([R::zero(); 2], R::zero(), surface)
    }
}

#[test]
fn an_end_of_a_users_model_has_its_name_and_code() {
    let empty = Status::Ended(End::at(3, Electric::ENDS).unwrap());
    assert_eq!((empty.name(), empty.code()), ("battery empty", 5));

    let dt = Dt::new(0.01).unwrap();
    let full = Battery { charge_j: 0.035 };
    let mut car = Simulation::<Electric>::new(Empty, Ended { end: 0.0 }, full);
    let mut batch = Batch::<Electric, f64>::new(&[Empty], &[Ended { end: 0.0 }], &[full; 9]).unwrap();
    batch.set_inputs(&[Drain { power_w: 1.0 }; 5]);
    for step in 1..=6 {
        let status = car.step(&Drain { power_w: 1.0 }, &Surface::asphalt(), dt);
        let tally = batch.step(dt);
        assert_eq!(status, if step < 4 { Status::Running } else { empty }, "step {step}");
        assert_eq!(batch.status(3), status, "step {step}");
        assert_eq!(tally.ended, if step < 4 { 0 } else { 5 });
        assert_eq!((batch.count(empty), batch.count(Status::ENGINE_BLOWN)), (tally.ended, 0));
    }
    assert_eq!((batch.statuses()[3], batch.statuses()[8]), (5.0, 0.0));

    let saved = Saved::from(&car.save());
    assert_eq!(saved.status, empty);
    let snapshot = Snapshot::<Electric>::try_from(&saved).unwrap();
    let mut other = Simulation::<Electric>::new(Empty, Ended { end: 0.0 }, full);
    other.restore(&snapshot).unwrap();
    assert_eq!(other.step(&Drain { power_w: 1.0 }, &Surface::asphalt(), dt), empty);
}
