//! The road tester's view of a car, read from the channels of its model.

use skidpad_core::record::Channel;
use skidpad_core::spec::Vehicle;
use skidpad_core::surface::Surface;
use skidpad_special::chassis::monster_axle_loads;

use super::model::RoadModel;
use crate::channel::{CarChannels, ChannelHandle, ChannelRow, Sampler, WheelChannels};
use crate::driver::View;
use crate::ground::Road;
use crate::rolling::{Request, Rolling};
use crate::test_drive::Instruments;

/// Spins of the wheels of an axle.
#[derive(Clone, Copy, Debug)]
enum Spins {
    /// Left and right wheel.
    Wheels([ChannelHandle; 2]),
    /// The axle as one wheel.
    Axle(ChannelHandle),
    /// The model has no wheels.
    None,
}

/// Channels and data that make up a [`View`].
#[derive(Clone, Debug)]
pub(super) struct RoadInstruments {
    sampler: Sampler,
    car: CarChannels,
    /// Loads of the front and rear axle, where the model computes them.
    loads: Option<[ChannelHandle; 2]>,
    spins: [Spins; 2],
    vehicle: Vehicle<f64>,
    has_anti_lock: bool,
    drive_limit_n: Option<f64>,
}

impl RoadInstruments {
    /// Instruments for a vehicle in a model, on a surface.
    pub fn new(model: RoadModel, vehicle: &Vehicle<f64>, surface: &Surface<f64>) -> Self {
        let layout = model.layout();
        let axles = WheelChannels::axles(&layout);
        let [front_left, front_right, rear_left, rear_right] = WheelChannels::four(&layout);
        let spins = |left: WheelChannels, right: WheelChannels, axle: WheelChannels| match (
            left.spin.zip(right.spin),
            axle.spin,
        ) {
            (Some((left, right)), _) => Spins::Wheels([left, right]),
            (None, Some(axle)) => Spins::Axle(axle),
            (None, None) => Spins::None,
        };
        Self {
            sampler: Sampler::new(layout),
            car: CarChannels::resolve(&layout),
            loads: axles[0].load.zip(axles[1].load).map(<[ChannelHandle; 2]>::from),
            spins: [spins(front_left, front_right, axles[0]), spins(rear_left, rear_right, axles[1])],
            vehicle: *vehicle,
            has_anti_lock: model.has_anti_lock(vehicle),
            drive_limit_n: model.drive_cut_n(vehicle, surface),
        }
    }

    /// Loads of the axles, N: those of a rigid body at an acceleration where the model does not compute them.
    fn loads_n(&self, row: ChannelRow, surface: &Surface<f64>, acceleration_m_s2: f64) -> [f64; 2] {
        if let Some(loads) = self.loads {
            return loads.map(|load| row.at(load));
        }
        let rest = self.vehicle.load_transfer(surface);
        let (front, rear) = monster_axle_loads(
            rest.weight_n,
            rest.front_share,
            rest.height_over_wheelbase,
            self.vehicle.body().mass_kg,
            acceleration_m_s2,
        );
        [front, rear]
    }

    /// Slip speeds of the axles, m/s: the mean of an axle's wheels.
    fn slip_speeds_m_s(&self, row: ChannelRow, speed_m_s: f64) -> [f64; 2] {
        let radii_m = [self.vehicle.front().radius_m, self.vehicle.rear().radius_m];
        let of_axle = |axle: usize| {
            let slip = |spin: ChannelHandle| row.at(spin) * radii_m[axle] - speed_m_s;
            match self.spins[axle] {
                Spins::Wheels([left, right]) => 0.5 * (slip(left) + slip(right)),
                Spins::Axle(spin) => slip(spin),
                Spins::None => 0.0,
            }
        };
        [of_axle(0), of_axle(1)]
    }

    fn view(&self, surface: &Surface<f64>) -> View {
        let (row, car) = (self.sampler.row(), &self.car);
        let at = |channel: Option<ChannelHandle>, otherwise: f64| row.find(channel).unwrap_or(otherwise);
        let is_set = |channel: Option<ChannelHandle>| at(channel, 0.0) > 0.5;
        let (speed_m_s, acceleration_m_s2) = (at(car.velocity_x, f64::NAN), at(car.acceleration_x, f64::NAN));
        let engine_rad_s = at(car.engine_speed, 0.0);
        let engine_rate = car.engine_speed.and_then(|engine| self.sampler.rate(engine)).unwrap_or(0.0);
        let gear = at(car.gear, 1.0);
        let has_converter = self.vehicle.converter().is_fitted.is_set();
        View {
            time_s: row.time_s(),
            position_m: at(car.position_x, f64::NAN),
            speed_m_s,
            acceleration_m_s2,
            engine_rad_s,
            input_rad_s: at(car.gearbox_input, engine_rad_s),
            gear,
            target_gear: at(car.target_gear, gear),
            shifting: at(car.shift_timer, 0.0) > 0.0,
            clutch_slips: is_set(car.launching) && !is_set(car.engaged) && !has_converter,
            inertia_torque_nm: at(car.engaged, 0.0) * self.vehicle.engine().inertia_kg_m2 * engine_rate,
            loads_n: self.loads_n(row, surface, acceleration_m_s2),
            slip_speeds_m_s: self.slip_speeds_m_s(row, speed_m_s),
            has_anti_lock: self.has_anti_lock,
            drive_limit_n: self.drive_limit_n,
        }
    }
}

impl Instruments for RoadInstruments {
    type Reading = View;

    fn channels(&self) -> Vec<Channel> {
        self.sampler.layout().columns()
    }
    fn read(&mut self, car: &dyn Rolling, request: &Request, road: Road<'_>) -> View {
        self.sampler.sample_with_rates(car, request, road);
        self.view(road.surface)
    }
    fn recorded(&self, _: &View) -> Vec<f64> {
        self.sampler.row().numbers().to_vec()
    }
}
