//! The tyre laws, and the elastic tyre over them, on every kind of number.
#![allow(clippy::disallowed_methods)]

use crate::support;
use crate::tyre_laws;

use skidpad_core::math::{Lanes, Real, Vec2};
use skidpad_core::record::Record;
use skidpad_core::tyre::{BrushTyre, Carcass, FialaTyre, Footprint, SteadyTyre, TmeasyTyre, WheelMotion};
use tyre_laws::properties::any_situation;
use tyre_laws::{SimilarTyre, brush, fiala, similar, tmeasy};

/// The same record on another kind of number.
fn converted<R: Real, A: Record<f64>, B: Record<R>>(from: &A) -> B {
    let mut numbers = vec![0.0; A::LEN];
    from.store(&mut &mut numbers[..]);
    let wide: Vec<R> = numbers.iter().map(|&number| R::lit(number)).collect();
    B::load(&&wide[..])
}

/// Force, rate and moments of a situation as numbers of any kind, lane by lane the same.
#[inline(never)]
fn at_work<R: Real, L: SteadyTyre<R>>(law: &L, of: &tyre_laws::properties::Situation) -> [R; 5] {
    let springs: Carcass<R> = converted(&tyre_laws::carcass());
    let plane = |of: Vec2<f64>| Vec2 { x: R::lit(of.x), y: R::lit(of.y) };
    let at = Footprint {
        load_n: R::lit(of.at.load_n),
        slip: plane(of.at.slip),
        camber_rad: R::lit(0.03),
        speed_m_s: R::lit(of.at.speed_m_s),
        grip: R::lit(of.at.grip),
        pressure_share: R::one(),
    };
    let motion = WheelMotion { hub_m_s: plane(of.motion.hub_m_s), tread_m_s: R::lit(of.motion.tread_m_s) };
    let contact = springs.contact(law, &at, &plane(of.u), &motion, R::lit(of.step_s));
    let moments = springs.moments(law, &at, &contact, motion.hub_m_s.x);
    [contact.force.x, contact.force.y, contact.rate_m_s.x, contact.rate_m_s.y, moments.aligning_nm]
}

/// Scalars and lanes have the same bits, and f32 is near.
#[test]
fn every_law_is_the_same_on_every_kind_of_number() {
    macro_rules! same {
        ($law:ident, $from:expr) => {
            let mut numbers = support::Numbers::new(31);
            let wide: $law<Lanes<f64, 2>> = converted(&$from);
            let narrow: $law<f32> = converted(&$from);
            let (mut off, mut count) = (0, 0);
            for _ in 0..3000 {
                let now = any_situation(&mut numbers, &$from, &tyre_laws::carcass());
                let scalar = at_work::<f64, _>(&$from, &now);
                let lanes = at_work(&wide, &now);
                let singles = at_work(&narrow, &now);
                for index in 0..5 {
                    for lane in 0..2 {
                        assert_eq!(lanes[index].lane(lane).to_bits(), scalar[index].to_bits());
                    }
                    assert!(singles[index].is_finite(), "{now:?}");
                }
                count += 1;
                let peak = $from.peak_n(&now.at).quick_norm();
                let apart = f64::from(singles[0]) - scalar[0];
                off += u32::from(apart.abs() > 1e-3 * peak);
            }
            // Near rest a slip is a small difference of speeds, so f32 reads another slip now and then.
            assert!(off * 20 < count, "{} of {count} forces in f32 are off", off);
        };
    }
    same!(SimilarTyre, similar(2, true));
    same!(BrushTyre, brush());
    same!(FialaTyre, fiala());
    same!(TmeasyTyre, tmeasy());
}
