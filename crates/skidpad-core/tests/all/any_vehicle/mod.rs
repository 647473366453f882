//! Any vehicle that may be written, any controls, any road.
#![allow(dead_code, reason = "each test file uses its part")]

use skidpad_core::controls::{Controls, Gear};
use skidpad_core::record::{Channels, Record};
use skidpad_core::spec::{
    ConverterSpec, CouplingSpec, GearboxKind, Section, TorqueLine, TorqueSpec, TyreLaw, Vehicle, VehicleSpec,
};
use skidpad_core::surface::Surface;

use crate::support::{Numbers, automatic, manual};

/// Sets every field of a section to anything that its table allows, now and then to an end of it.
fn scatter<S: Section>(numbers: &mut Numbers, section: &mut S) {
    for (index, field) in S::FIELDS.iter().enumerate() {
        let value = match numbers.bits() % 8 {
            0 => field.low,
            1 => field.high,
            2 | 3 => numbers.between(field.low, field.high),
            // Near what is usual, so that not everything is monstrous at once.
            4..=6 => (section.get(index) * numbers.spread(0.5, 2.0)).clamp(field.low, field.high),
            _ => section.get(index),
        };
        section.set(index, value);
    }
}

fn any_torque(numbers: &mut Numbers) -> TorqueSpec {
    let rows = 2 + (numbers.bits() % 31) as usize;
    let mut speed = 0.0;
    let mut next_speed = |numbers: &mut Numbers| {
        speed += numbers.spread(1e-3, 600.0);
        speed
    };
    match numbers.bits() % 3 {
        0 => {
            TorqueSpec::Points((0..rows).map(|_| (next_speed(numbers), numbers.spread(1e-3, 1e5))).collect())
        }
        1 => {
            let lines = rows.min(31);
            TorqueSpec::Lines(
                (0..lines)
                    .map(|_| TorqueLine {
                        from_rad_s: next_speed(numbers),
                        intercept_nm: numbers.between(-1e5, 1e5),
                        slope_nm_s: numbers.between(-1e3, 1e3),
                    })
                    .collect(),
            )
        }
        _ => TorqueSpec::Motor { torque_nm: numbers.spread(1e-3, 1e5), power_w: numbers.spread(1.0, 1e8) },
    }
}

fn any_coupling(numbers: &mut Numbers, spec: &VehicleSpec) -> CouplingSpec {
    match numbers.bits() % 3 {
        0 => CouplingSpec::Direct,
        1 => {
            let CouplingSpec::Clutch(mut clutch) = manual().coupling else { unreachable!() };
            scatter(numbers, &mut clutch);
            let top = spec.engine.redline_rad_s.max(1e-3);
            clutch.bite_rad_s = clutch.bite_rad_s.min(0.9 * top);
            clutch.launch_rad_s = clutch.launch_rad_s.max(1.01 * clutch.bite_rad_s + 1.0);
            CouplingSpec::Clutch(clutch)
        }
        _ => {
            let rows = 2 + (numbers.bits() % 11) as usize;
            let mut speed = 0.0;
            let points = (0..rows)
                .map(|_| {
                    let at = speed;
                    speed = (speed + numbers.between(1e-3, 1.9 / rows as f64)).min(1.0);
                    (at, numbers.between(0.5, (1.0 / at.max(0.2)).min(5.0)), numbers.spread(1e-6, 10.0))
                })
                .collect();
            CouplingSpec::Converter(ConverterSpec {
                points,
                lock_up_ratio: numbers.between(0.0, 2.0),
                lock_up_from_gear: (numbers.bits() % 14) as u32,
            })
        }
    }
}

/// Gives an axle its peak slip angle, or the cornering stiffness that it has by that angle.
pub fn give_either(numbers: &mut Numbers, spec: &mut VehicleSpec, is_front: bool, angle_rad: f64) {
    let axle = |spec: &mut VehicleSpec, name: &str, value: f64| {
        let axle = if is_front { &mut spec.front } else { &mut spec.rear };
        axle.give_either(name, value);
    };
    axle(spec, "peak_slip_angle", angle_rad);
    if numbers.unit() < 0.5 {
        let stiffness = spec.cornering_stiffness_n_rad(is_front);
        axle(spec, "cornering_stiffness", stiffness);
    }
}

/// A vehicle that nobody would build, but that may be written.
pub fn any_vehicle(numbers: &mut Numbers) -> Vehicle<f64> {
    loop {
        let mut spec = if numbers.unit() < 0.5 { manual() } else { automatic() };
        scatter(numbers, &mut spec.body);
        scatter(numbers, &mut spec.front);
        scatter(numbers, &mut spec.rear);
        scatter(numbers, &mut spec.engine);
        scatter(numbers, &mut spec.gearbox);
        scatter(numbers, &mut spec.drive);
        for is_front in [true, false] {
            let angle = if is_front { spec.front.peak_slip_angle_rad } else { spec.rear.peak_slip_angle_rad };
            give_either(numbers, &mut spec, is_front, angle);
        }
        spec.tyre_law = numbers.pick(&[TyreLaw::Linear, TyreLaw::LinearCapped, TyreLaw::Peaked]);
        spec.torque = any_torque(numbers);
        let engine = &mut spec.engine;
        engine.redline_rad_s = engine.redline_rad_s.max(1.01 * engine.idle_rad_s);
        engine.limiter_rad_s = engine.limiter_rad_s.max(engine.redline_rad_s);
        engine.blow_up_rad_s = engine.blow_up_rad_s.max(1.01 * engine.redline_rad_s);
        spec.coupling = any_coupling(numbers, &spec);
        if spec.coupling == CouplingSpec::Direct {
            spec.engine.idle_rad_s = 0.0;
        }
        spec.gearbox.shift_down_rad_s = spec.gearbox.shift_down_rad_s.min(0.9 * spec.gearbox.shift_up_rad_s);
        let gears = 1 + (numbers.bits() % 12) as usize;
        let mut ratio = numbers.spread(0.5, 100.0);
        spec.ratios = (0..gears)
            .map(|_| {
                ratio *= numbers.between(0.75, 0.999);
                ratio.max(0.05)
            })
            .collect();
        spec.gearbox_kind = GearboxKind::Automatic;
        spec.reverse = numbers.spread(0.05, 100.0);
        match spec.validate() {
            Ok(vehicle) => return vehicle,
            // Only what depends on several fields together may still be wrong.
            Err(faults) => {
                for fault in faults {
                    let expected = [
                        "inertia",
                        "relaxation_length",
                        "converter.points",
                        "gearbox.ratios",
                        "cornering_stiffness",
                    ];
                    assert!(expected.iter().any(|name| fault.field.contains(name)), "{fault}");
                }
            }
        }
    }
}

/// Any bits, or something usual.
pub fn any_number(numbers: &mut Numbers) -> f64 {
    match numbers.bits() % 8 {
        0 => f64::from_bits(numbers.bits()),
        1 => numbers.pick(&[f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0, 1e300, f64::MIN_POSITIVE]),
        2 | 3 => 0.0,
        4 | 5 => 1.0,
        _ => numbers.unit(),
    }
}

pub fn any_controls(numbers: &mut Numbers) -> Controls {
    Controls {
        throttle: any_number(numbers),
        brake: any_number(numbers) * numbers.pick(&[0.0, 0.0, 1.0]),
        handbrake: any_number(numbers) * numbers.pick(&[0.0, 0.0, 1.0]),
        steer_rad: any_number(numbers),
        clutch: any_number(numbers) * numbers.pick(&[0.0, 0.0, 1.0]),
        starter: 1.0,
        gear: match numbers.bits() % 6 {
            0 => Gear::Reverse,
            1 => Gear::Neutral,
            2 => Gear::Forward(numbers.bits() as u8),
            3 => Gear::Forward(1 + (numbers.bits() % 12) as u8),
            _ => Gear::Automatic,
        },
    }
}

pub fn any_road(numbers: &mut Numbers) -> Surface<f64> {
    let ranges = Surface::<f64>::CHANNELS;
    if numbers.unit() < 0.5 {
        return Surface::asphalt();
    }
    let values: Vec<f64> = ranges.iter().map(|range| numbers.between(range.low, range.high)).collect();
    Surface::load(&&values[..])
}
