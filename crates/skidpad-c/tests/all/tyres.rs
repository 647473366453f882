//! Tyres alone through C: those of files have the bits of Rust, and those of cars the forces that the cars drive with.

use std::ffi::{CStr, CString};
use std::ptr::null_mut;

use skidpad::core::math::Real;
use skidpad::core::tyre::magic_formula::{MagicFormula, Mode, Question};
use skidpad::formats::tyre;
use skidpad_c::*;

use crate::live::{Live, message, released};

const PRESET: &str = "summer-205-55r16";

/// A tyre, freed at the end.
struct Tyre(*mut SkidpadTyre);

impl Tyre {
    fn of_file(path: &CStr) -> Self {
        let mut tyre = null_mut();
        // SAFETY: path and memory are valid.
        let status = unsafe { skidpad_tyre_from_file(path.as_ptr(), &mut tyre) };
        assert_eq!(status, SkidpadStatus::Ok, "{}", message());
        Self(tyre)
    }

    fn of_car(car: &Live, wheel: u32) -> Self {
        let mut tyre = null_mut();
        // SAFETY: the car is alive, and the memory valid.
        let status = unsafe { skidpad_tyre_from_car(car.0, wheel, &mut tyre) };
        assert_eq!(status, SkidpadStatus::Ok, "{}", message());
        Self(tyre)
    }

    fn point(&self, load_n: f64) -> SkidpadTyrePoint {
        let mut point = core::mem::MaybeUninit::uninit();
        // SAFETY: the tyre is alive, and the memory valid.
        unsafe {
            assert_eq!(skidpad_tyre_point(self.0, load_n, point.as_mut_ptr()), SkidpadStatus::Ok);
            point.assume_init()
        }
    }

    fn forces(&self, points: &[SkidpadTyrePoint]) -> Vec<SkidpadTyreForce> {
        let mut forces = vec![NONE; points.len()];
        // SAFETY: the tyre is alive; both arrays have that length.
        let status =
            unsafe { skidpad_tyre_forces(self.0, points.as_ptr(), points.len(), forces.as_mut_ptr()) };
        assert_eq!(status, SkidpadStatus::Ok, "{}", message());
        forces
    }
}

impl Drop for Tyre {
    fn drop(&mut self) {
        // SAFETY: the tyre is alive, and nobody else uses it.
        assert_eq!(unsafe { skidpad_tyre_free(self.0) }, SkidpadStatus::Ok);
    }
}

const NONE: SkidpadTyreForce =
    SkidpadTyreForce { force_n: [7.0; 2], overturning_nm: 7.0, rolling_nm: 7.0, aligning_nm: 7.0 };

/// Loads, slips, cambers, speeds and pressures of a tyre of a file.
fn points_of(plain: SkidpadTyrePoint) -> Vec<SkidpadTyrePoint> {
    let mut points = Vec::new();
    for load_n in [0.0, 1500.0, 4000.0, 7000.0] {
        for slip_ratio in [-1.0, -0.05, 0.0, 0.03, 0.4] {
            for slip_angle_rad in [-0.2, 0.0, 0.03, 0.6] {
                points.push(SkidpadTyrePoint { load_n, slip_ratio, slip_angle_rad, ..plain });
                let (camber_rad, speed_m_s, pressure_pa) = (0.05, 30.0, 2.0e5);
                points.push(SkidpadTyrePoint {
                    load_n,
                    slip_ratio,
                    slip_angle_rad,
                    camber_rad,
                    speed_m_s,
                    pressure_pa,
                });
            }
        }
    }
    points
}

#[test]
fn a_tyre_of_a_file_has_the_forces_of_rust() {
    let (path, text) = (CString::new(PRESET).unwrap(), CString::new(tyre::PRESETS[0].1).unwrap());
    let file = tyre::parse(PRESET, text.as_bytes()).unwrap();
    let expected = MagicFormula::new(&file.coefficients, Mode::COMMON);
    let mut from_text = null_mut();
    // SAFETY: the text ends in a NUL, and the memory is valid.
    assert_eq!(unsafe { skidpad_tyre_from_text(text.as_ptr(), &mut from_text) }, SkidpadStatus::Ok);
    for tyre in [Tyre::of_file(&path), Tyre(from_text)] {
        let points = points_of(tyre.point(4000.0));
        assert_eq!(points[0].speed_m_s, expected.plain_question(0.0).speed_m_s);
        for (at, found) in points.iter().zip(tyre.forces(&points)) {
            let plain = expected.plain_question(at.load_n);
            let pressure_pa = if at.pressure_pa == 0.0 { plain.pressure_pa } else { at.pressure_pa };
            let answer = expected.answer(&Question {
                kappa: at.slip_ratio,
                alpha_rad: at.slip_angle_rad,
                gamma_rad: at.camber_rad,
                speed_m_s: at.speed_m_s,
                pressure_pa,
                ..plain
            });
            let [x, y] = found.force_n;
            let found = [x, y, found.overturning_nm, found.rolling_nm, found.aligning_nm].map(f64::to_bits);
            let expected =
                [answer.fx_n, answer.fy_n, answer.mx_nm, answer.my_nm, answer.mz_nm].map(f64::to_bits);
            assert_eq!(found, expected, "{at:?}");
        }
    }
}

/// Models whose tyres have laws of slip.
const MODELS: [&CStr; 11] = [
    c"single_track",
    c"spatial",
    c"spatial_magic",
    c"two_track",
    c"two_track_brush",
    c"two_track_fiala",
    c"two_track_magic",
    c"two_track_pacejka89",
    c"two_track_sprung",
    c"two_track_sprung_magic",
    c"two_track_tmeasy",
];
/// Largest relative difference after four seconds of cornering: the tread lags behind what still changes. It is above 0.04 % and below 1 %.
const LAG: f64 = 0.01;

/// Aligning moment of a car's wheel, N m.
fn aligning_of(car: &Live, wheel: usize) -> f64 {
    let name = [
        c"front_left_aligning_nm",
        c"front_right_aligning_nm",
        c"rear_left_aligning_nm",
        c"rear_right_aligning_nm",
    ][wheel];
    let mut value_nm = 0.0;
    // SAFETY: the car is alive, and the memory valid.
    let status = unsafe { skidpad_car_value(car.0, name.as_ptr(), &mut value_nm) };
    assert_eq!(status, SkidpadStatus::Ok, "{}", message());
    value_nm
}

/// The sign of the camber is a part of it: wheels of cars with four had it the other way round, against their documentation, and a tyre by
/// the Magic Formula on springs is then off by more.
#[test]
fn a_cars_tyre_alone_has_the_force_that_the_car_corners_with() {
    let mut moments = 0;
    for model in MODELS {
        for steer_rad in [0.05, -0.05] {
            let start = SkidpadPlacement { position_m: [0.0; 2], heading_rad: 0.0, speed_m_s: 18.0 };
            let car = Live::of(c"mx5-nd-2016", model, start);
            let controls = SkidpadControls { throttle: 0.25, steer_rad, gear: 3, ..released() };
            let (mut wheels, mut count) =
                ([const { core::mem::MaybeUninit::<SkidpadWheel>::uninit() }; 4], 0);
            // SAFETY: all pointers are valid, and `count` wheels are written.
            let wheels = unsafe {
                (0..400)
                    .for_each(|_| assert_eq!(skidpad_car_step(car.0, &controls, 0.01), SkidpadStatus::Ok));
                let status = skidpad_car_wheels(car.0, wheels.as_mut_ptr().cast(), 4, &mut count);
                assert_eq!(status, SkidpadStatus::Ok);
                wheels[..count].iter().map(|wheel| wheel.assume_init_read()).collect::<Vec<_>>()
            };
            for (place, wheel) in wheels.iter().enumerate() {
                // A single-track car has a front and a rear wheel.
                let tyre = Tyre::of_car(&car, if count == 4 { place as u32 } else { 2 * place as u32 });
                let at = SkidpadTyrePoint {
                    slip_ratio: wheel.slip_ratio,
                    slip_angle_rad: wheel.slip_angle_rad,
                    camber_rad: wheel.camber_rad,
                    ..tyre.point(wheel.load_n)
                };
                let SkidpadTyreForce { force_n: found, aligning_nm, .. } = tyre.forces(&[at])[0];
                let size = Real::hypot(wheel.force_n[0], wheel.force_n[1]);
                let apart = Real::hypot(found[0] - wheel.force_n[0], found[1] - wheel.force_n[1]);
                assert!(size > 300.0, "{model:?}, wheel {place}: {wheel:?}");
                assert!(apart < LAG * size, "{model:?}, wheel {place}: {found:?}, {at:?}, {wheel:?}");
                if count == 4 {
                    let of_car_nm = aligning_of(&car, place);
                    let apart_nm = Real::abs(aligning_nm - of_car_nm);
                    let most_nm = LAG * Real::max(Real::abs(of_car_nm), 10.0);
                    assert!(apart_nm < most_nm, "{model:?}, wheel {place}: {aligning_nm}, {of_car_nm}");
                    moments += u32::from(Real::abs(of_car_nm) > 10.0);
                }
            }
        }
    }
    assert!(moments > 20, "{moments} aligning moments to compare");
}

#[test]
fn a_tyre_refuses_what_it_cannot_answer() {
    let car = Live::new();
    let (front, file) = (Tyre::of_car(&car, SKIDPAD_WHEEL_FRONT_LEFT), Tyre::of_file(c"summer-205-55r16"));
    let good = file.point(4000.0);
    let cases = [
        (SkidpadTyrePoint { load_n: f64::NAN, ..good }, "points[1].load_n = NaN: must be 0 to 10000000"),
        (SkidpadTyrePoint { load_n: -1.0, ..good }, "points[1].load_n = -1"),
        (SkidpadTyrePoint { slip_ratio: 101.0, ..good }, "points[1].slip_ratio = 101"),
        (SkidpadTyrePoint { slip_angle_rad: f64::INFINITY, ..good }, "points[1].slip_angle_rad = inf"),
        (SkidpadTyrePoint { camber_rad: 2.0, ..good }, "points[1].camber_rad = 2"),
        (SkidpadTyrePoint { speed_m_s: 2000.0, ..good }, "points[1].speed_m_s = 2000"),
        (SkidpadTyrePoint { pressure_pa: -2.0, ..good }, "points[1].pressure_pa = -2"),
    ];
    let refused = |tyre: &Tyre, point: SkidpadTyrePoint, reason: &str| {
        let (points, mut forces) = ([good, point], [NONE; 2]);
        // SAFETY: the tyre is alive; both arrays have that length.
        let status = unsafe { skidpad_tyre_forces(tyre.0, points.as_ptr(), 2, forces.as_mut_ptr()) };
        assert_eq!(status, SkidpadStatus::OutOfRange, "{reason}");
        assert!(message().contains(reason), "{reason}: {}", message());
        assert_eq!(forces, [NONE; 2], "nothing is written");
    };
    cases.into_iter().for_each(|(point, reason)| refused(&file, point, reason));
    refused(&front, SkidpadTyrePoint { pressure_pa: 2e5, ..good }, "must be 0 for a tyre of a car");
    let mut tyre = null_mut();
    let kinematic = Live::of(
        c"mx5-nd-2016",
        c"kinematic",
        SkidpadPlacement { position_m: [0.0; 2], heading_rad: 0.0, speed_m_s: 0.0 },
    );
    // SAFETY: all pointers are valid; headers of freed handles stay readable.
    unsafe {
        assert_eq!(skidpad_tyre_from_car(kinematic.0, 0, &mut tyre), SkidpadStatus::Refused);
        assert!(
            message().contains("tyres of the model kinematic cannot be evaluated alone"),
            "{}",
            message()
        );
        assert_eq!(skidpad_tyre_from_car(car.0, 4, &mut tyre), SkidpadStatus::OutOfRange);
        assert_eq!(skidpad_tyre_from_file(c"nowhere.tir".as_ptr(), &mut tyre), SkidpadStatus::InvalidFile);
        assert_eq!(skidpad_tyre_from_text(c"[UNITS]\n".as_ptr(), &mut tyre), SkidpadStatus::InvalidFile);
        assert!(tyre.is_null(), "no tyre was made");
        assert_eq!(skidpad_tyre_forces(front.0, &good, 1, null_mut()), SkidpadStatus::NullPointer);
        assert_eq!(skidpad_tyre_forces(front.0, null_mut(), 0, null_mut()), SkidpadStatus::Ok, "no points");
        let mut freed = null_mut();
        assert_eq!(skidpad_tyre_from_car(car.0, 1, &mut freed), SkidpadStatus::Ok);
        assert_eq!(skidpad_tyre_free(freed), SkidpadStatus::Ok);
        assert_eq!(skidpad_tyre_forces(freed, &good, 1, &mut NONE.clone()), SkidpadStatus::InvalidHandle);
        assert_eq!(skidpad_tyre_free(freed), SkidpadStatus::InvalidHandle);
        assert_eq!(skidpad_tyre_free(car.0.cast()), SkidpadStatus::InvalidHandle);
    }
}

/// A wheel that rolls backwards is one that rolls forwards, seen from behind: the longitudinal force and the moments about y and z turn round,
/// and with the slip angle the wheel moves to its other side.
#[test]
fn a_tyre_that_rolls_backwards_is_its_own_image() {
    let start = SkidpadPlacement { position_m: [0.0; 2], heading_rad: 0.0, speed_m_s: 0.0 };
    let car = Live::of(c"mx5-nd-2016", c"two_track_magic", start);
    let tyre = Tyre::of_car(&car, 0);
    let forwards = SkidpadTyrePoint {
        slip_ratio: 0.03,
        slip_angle_rad: 0.04,
        camber_rad: 0.02,
        speed_m_s: 20.0,
        ..tyre.point(4000.0)
    };
    let backwards = SkidpadTyrePoint { slip_ratio: -0.03, speed_m_s: -20.0, ..forwards };
    let forces = tyre.forces(&[forwards, backwards]);
    let [ahead, back] = [&forces[0], &forces[1]];
    assert!(ahead.force_n[0] > 500.0 && Real::abs(ahead.aligning_nm) > 1.0, "{ahead:?}");
    assert_eq!([back.force_n[0], back.force_n[1]], [-ahead.force_n[0], ahead.force_n[1]]);
    assert_eq!([back.aligning_nm, back.rolling_nm], [-ahead.aligning_nm, -ahead.rolling_nm]);
    assert_eq!(back.overturning_nm, ahead.overturning_nm);
}
