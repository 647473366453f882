//! The sound inputs from a car that is driven.

use skidpad_core::units;
use skidpad_special::drive::EnginePeaks;
use skidpad_world::scene::Scene;
use skidpad_world::track::StripKind;

use super::{Engine, Heard, TyreHeard, VergeHeard};
use crate::choice::Choice;
use crate::drive::{Drive, Entrant, Pace};
use crate::seen::Seen;
use crate::tread::{Tread, in_world, treads};

/// Numbers of cylinders that engines have.
const USUAL: [f64; 7] = [1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0];
/// Largest power of a cylinder where the file does not give their number, W: between 29 kW of a small engine without a
/// turbocharger and 57 kW of a large one with two.
const POWER_OF_CYLINDER_W: f64 = 36_000.0;
/// Number of cylinders of a car without vehicle data.
const OTHERS: f64 = 4.0;
/// Margin below the limiter's speed within which it counts as cutting in, 1/min.
const NEAR_LIMITER_RPM: f64 = 70.0;
/// Throttle above which it does.
const LIMITED_FROM: f64 = 0.3;

/// Number of cylinders of a car's engine: from its vehicle file or, if that gives none, the usual number nearest to 36 kW
/// each. 0 for an electric motor.
///
/// ```
/// use skidpad_app::{choice::Choice, sound::cylinders};
/// let of = |car| cylinders(&Choice::preset("two_track", car).unwrap());
/// assert_eq!([of("boxster-s"), of("corvette-c5"), of("mx5-nd-2016"), of("leaf-2011")], [6.0, 8.0, 4.0, 0.0]);
/// ```
pub fn cylinders(choice: &Choice) -> f64 {
    let Some(own) = &choice.vehicle else { return OTHERS };
    if own.1.engine().is_motor.is_set() {
        return 0.0;
    }
    own.0.cylinders.map_or_else(|| by_power(EnginePeaks::new(&own.1).power_w), f64::from)
}

fn by_power(power_w: f64) -> f64 {
    let wanted = power_w / POWER_OF_CYLINDER_W;
    if !wanted.is_finite() {
        return OTHERS;
    }
    let off = |cylinders: &f64| (cylinders - wanted).abs();
    USUAL.into_iter().min_by(|a, b| off(a).total_cmp(&off(b))).unwrap_or(OTHERS)
}

/// State of the player's car that determines its sound; silent while paused.
pub fn heard(drive: &Drive) -> Heard {
    if drive.pace() == Pace::Paused {
        return Heard::default();
    }
    let player = drive.player();
    let seen = player.seen();
    Heard {
        engine: engine(player, &seen, drive.command().throttle),
        tyres: tyres(player, &seen),
        speed_m_s: seen.speed_m_s(),
        verge: verge(player, drive.scene()),
    }
}

/// The ground beside a track's road under the wheels.
fn verge(player: &Entrant, scene: &Scene) -> VergeHeard {
    let Some(track) = scene.ground.track() else { return VergeHeard::default() };
    let pose = player.drawn(1.0);
    let [x, y, _] = pose.position_m;
    let before = track.locate([x, y], None);
    let kinds = player.wheels_m().map(|wheel_m| {
        let place = track.locate(in_world(&pose, wheel_m), Some(&before));
        track.kind_at(&place)
    });
    let share =
        |is: fn(StripKind) -> bool| 0.25 * kinds.iter().filter(|kind| kind.is_some_and(is)).count() as f64;
    VergeHeard {
        kerb: share(|kind| kind == StripKind::Kerb),
        loose: share(|kind| !matches!(kind, StripKind::Kerb | StripKind::Asphalt)),
    }
}

/// The engine; silent where the model has none.
fn engine(player: &Entrant, seen: &Seen<'_>, throttle: f64) -> Engine {
    let Some(speed_rad_s) = seen.engine_rad_s() else { return Engine::default() };
    let rpm = units::to_rpm(speed_rad_s);
    let data = player.choice().vehicle.as_ref().map(|own| own.1.engine());
    let is_limited = data.is_some_and(|data| rpm > units::to_rpm(data.limiter_rad_s) - NEAR_LIMITER_RPM);
    Engine {
        rpm,
        load: throttle,
        cylinders: cylinders(player.choice()),
        is_limited: is_limited && throttle > LIMITED_FROM,
        is_electric: data.is_some_and(|data| data.is_motor.is_set()),
    }
}

/// The tyres; silent where the model has no tyre data. Where it has them by axle, both tyres of an axle are alike.
fn tyres(player: &Entrant, seen: &Seen<'_>) -> [TyreHeard; 4] {
    let treads = treads(player);
    let total_n: f64 = treads.iter().map(|tread| tread.wheel.load_n).sum();
    let count = treads.len() as f64;
    let of = |tread: &Tread| TyreHeard {
        sliding: tread.sliding(seen),
        slip_m_s: slip_m_s(tread, seen),
        load: if total_n > 0.0 { count * tread.wheel.load_n / total_n } else { 0.0 },
    };
    let mut tyres = [TyreHeard::default(); 4];
    for (place, tyre) in tyres.iter_mut().enumerate() {
        let tread = if treads.len() == 4 { treads.get(place) } else { treads.get(place / 2) };
        *tyre = tread.map(of).unwrap_or_default();
    }
    tyres
}

fn slip_m_s(tread: &Tread, seen: &Seen<'_>) -> f64 {
    let [along, aside] = tread.slip_m_s(seen);
    along.hypot(aside)
}

#[cfg(test)]
mod tests {
    use super::by_power;

    #[test]
    fn an_engine_has_as_many_cylinders_as_its_power_goes_with() {
        let cases =
            [(5e3, 1.0), (115e3, 3.0), (150e3, 4.0), (230e3, 6.0), (300e3, 8.0), (1e6, 12.0), (0.0, 1.0)];
        for (power_w, cylinders) in cases {
            assert_eq!(by_power(power_w), cylinders, "{power_w} W");
        }
        assert_eq!(by_power(f64::NAN), super::OTHERS);
    }
}
