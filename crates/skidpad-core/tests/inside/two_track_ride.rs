//! The springs in lanes.

use super::{LinkedForces, Ride, over_road, travel_m};
use crate::math::{Lanes, Real, Vec2};
use crate::model::two_track::records::{BodyState, TwoTrackMode, TwoTrackState};
use crate::model::two_track::{AffineForce, AxleTyres, RollCentre, SuspensionPosition, TwoTrackBase};
use crate::record::{Record, Source};

/// Numbers of either sign that look random, other ones for each car.
struct Any(u64);

impl Any {
    fn number(&self, index: usize, car: usize) -> f64 {
        let mut z = (self.0 * 4 + car as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (index as u64) << 32;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }
}

/// One car of those.
struct One<'a>(&'a Any, usize);

impl Source<f64> for One<'_> {
    fn read(&self, index: usize) -> f64 {
        self.0.number(index, self.1)
    }
}

impl Source<Lanes<f64, 4>> for Any {
    fn read(&self, index: usize) -> Lanes<f64, 4> {
        (0..4).fold(Lanes::zero(), |lanes, car| lanes.with_lane(car, self.number(index, car)))
    }
}

/// Everything of it, in a row, from numbers that mean nothing.
fn all<R: Real>(from: [&dyn Fn(usize) -> R; 3], base: &TwoTrackBase<R>, body: &BodyState<R>) -> [R; 27] {
    let [road, pull, number] = from;
    let roll_rad = number(1);
    let travel_m = travel_m(base, body, &[0, 1, 2, 3].map(road), roll_rad);
    let position = SuspensionPosition { travel_m, roll_rad };
    let linkages =
        [RollCentre::from_axle(&base.suspension.front), RollCentre::from_axle(&base.suspension.rear)];
    let plane = |at| Vec2 { x: pull(at), y: pull(at + 1) };
    let pulls = [0, 4, 8, 12].map(|at| AffineForce { per_load: plane(at), fixed_n: plane(at + 2) });
    let mode: TwoTrackMode<R> = Record::splat(R::zero());
    let state = TwoTrackState { body: *body, ..Record::splat(R::zero()) };
    let climb = [5, 6, 7, 8].map(number);
    let ride = Ride::new(base, &mode, &state, &position, &climb, number(0));
    let loads = ride.loads(&linkages, &pulls);
    let down = [number(2), number(3)];
    let sums = [plane(16), plane(18)];
    let axles = sums.map(|sum_n| AxleTyres { wheels_n: [sum_n, Vec2::zero()], sum_n });
    let tyres = LinkedForces { linkages: &linkages, axles: &axles };
    let free = ride.free(base, roll_rad, &tyres, &down, number(4));
    let (given, stored) = ride.powers_w();
    let mut row = [R::zero(); 27];
    let parts: [&[R]; 7] = [
        &ride.travel.travel_m,
        &ride.travel.rate_m_s,
        &ride.corners.spring_n,
        &ride.corners.damper_n,
        &loads,
        &[free.heave, free.roll, free.pitch, given, stored],
        &[ride.friction.heave, ride.friction.roll],
    ];
    for (place, value) in row.iter_mut().zip(parts.into_iter().flatten()) {
        *place = *value;
    }
    row
}

#[test]
fn lanes_have_the_bits_of_each_car_alone() {
    for seed in 0..500 {
        let [base, body, roads, pulls, numbers] = [0, 1, 2, 3, 4].map(|part| Any(seed * 5 + part));
        let side_by_side = all::<Lanes<f64, 4>>(
            [&|at| roads.read(at), &|at| pulls.read(at), &|at| numbers.read(at)],
            &Record::load(&base),
            &Record::load(&body),
        );
        for car in 0..4 {
            let alone = all::<f64>(
                [&|at| One(&roads, car).read(at), &|at| One(&pulls, car).read(at), &|at| {
                    One(&numbers, car).read(at)
                }],
                &Record::load(&One(&base, car)),
                &Record::load(&One(&body, car)),
            );
            for (lanes, alone) in side_by_side.iter().zip(alone) {
                assert_eq!(lanes.lane(car).to_bits(), alone.to_bits(), "car {car} of {seed}");
            }
        }
    }
}

/// Air that depends on the ride height had a car on a hill fly: its heave was that over the plane of the surface.
#[test]
fn the_attitude_over_a_hill_is_that_over_the_road_below_the_wheels() {
    let mut base: TwoTrackBase<f64> = Record::splat(0.0);
    (base.body.to_front_m, base.body.to_rear_m) = (1.2, 1.5);
    (base.front.half_track_m, base.rear.half_track_m) = (0.75, 0.8);
    let (height_m, rise) = (30.0, [0.25, -0.1]);
    let over = |x: f64, y: f64| height_m + rise[0] * x + rise[1] * y;
    let heights_m = [over(1.2, 0.75), over(1.2, -0.75), over(-1.5, 0.8), over(-1.5, -0.8)];
    let own = [0.02, -0.01, 0.03];
    let body = BodyState {
        heave_m: height_m + own[0],
        roll_rad: rise[1] + own[1],
        pitch_rad: -rise[0] + own[2],
        ..Record::splat(0.0)
    };
    for (found, expected) in over_road(&base, &body, &heights_m).into_iter().zip(own) {
        assert!((found - expected).abs() < 1e-13, "{found} instead of {expected}");
    }
    // Without width nothing tilts the road, and on the plane the attitude is the body's own, to the bit.
    (base.front.half_track_m, base.rear.half_track_m) = (0.0, 0.0);
    let level = over_road(&base, &body, &[0.0; 4]);
    assert_eq!(level, [body.heave_m, body.roll_rad, body.pitch_rad]);
}
