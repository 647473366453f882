//! The single-track car accelerates as the straight-line one, with every preset: it carries fewer segments of an engine's
//! curve and fewer rows of a converter's table.

use skidpad_core::controls::Command;
use skidpad_core::model::{
    SingleTrack, SingleTrackCar, SingleTrackMode, SingleTrackState, StraightLine, StraightLineMode,
    StraightLineState,
};
use skidpad_core::record::{Flag, Record};
use skidpad_core::step::{Dt, Simulation};
use skidpad_core::surface::Surface;
use skidpad_formats::presets::{preset, preset_names};

/// Tests of seconds each, for every change and not for every user.
mod long {
    use super::*;

    /// From rest at full throttle, shifting by itself, and in third gear from 15 m/s: the speed gained is within 1 %.
    #[test]
    #[ignore = "long: some seconds"]
    fn every_preset_accelerates_as_straight_line() {
        let (road, step) = (Surface::asphalt(), Dt::new(0.002).unwrap());
        let mut worst: f64 = 0.0;
        for name in preset_names() {
            let vehicle = preset(name).unwrap().spec.validate().unwrap();
            let car = SingleTrackCar::from(&vehicle);
            let third = vehicle.shift().gears.min(3.0);
            for (speed_m_s, gear, automatic, time_s) in [(0.0, 1.0, true, 8.0), (15.0, third, false, 3.0)] {
                let command =
                    Command { throttle: 1.0, gear, automatic: Flag::from(automatic), ..Record::splat(0.0) };
                let mut line: Simulation<StraightLine> = Simulation::new(
                    *vehicle.two_axles(),
                    StraightLineMode::in_gear(gear),
                    StraightLineState::rolling(&vehicle, speed_m_s, gear),
                );
                let mut turning: Simulation<SingleTrack> = Simulation::new(
                    car,
                    SingleTrackMode::in_gear(&car, gear),
                    SingleTrackState::rolling(&car, speed_m_s, gear),
                );
                for _ in 0..(time_s / 0.002) as u32 {
                    line.step(&command, &road, step);
                    turning.step(&command, &road, step);
                }
                let (one, other) = (line.state().speed_m_s, turning.state().velocity_x_m_s);
                let off = ((other - speed_m_s) / (one - speed_m_s) - 1.0).abs();
                println!(
                    "{name} from {speed_m_s} m/s in gear {gear}: {one:.3} and {other:.3} m/s, off by {:.3} %",
                    100.0 * off
                );
                worst = worst.max(off);
            }
        }
        println!("at most {:.3} %", 100.0 * worst);
        assert!(worst < 0.01, "{worst}");
    }
}
