//! Figures of a car by figures that are out of their ranges.

use crate::ellipse::{EllipseFault, EllipseFigures};

/// Ranges of figures.
const MASSES_KG: [f64; 2] = [1.0, 1e6];
const LENGTHS_M: [f64; 2] = [0.01, 100.0];
const HEIGHTS_M: [f64; 2] = [0.0, 10.0];
const SHARES: [f64; 2] = [0.0, 1.0];
const AREAS_M2: [f64; 2] = [0.0, 100.0];
const LIFTS_M2: [f64; 2] = [-100.0, 100.0];
const FRICTIONS: [f64; 2] = [0.01, 10.0];
const FORCES_N: [f64; 2] = [1.0, 1e7];
const POWERS_W: [f64; 2] = [0.0, 1e9];
const SPEEDS_1_S: [f64; 2] = [0.1, 1e4];
const SPEEDS_M_S: [f64; 2] = [0.0, 1e3];

impl EllipseFigures {
    /// Everything that is wrong with the figures.
    pub(crate) fn faults(&self) -> Vec<EllipseFault> {
        let mut faults = Vec::new();
        let mut check = |name: &str, found: f64, [low, high]: [f64; 2]| {
            if !(low..=high).contains(&found) {
                let (name, must) = (name.to_owned(), format!("{low} to {high}"));
                faults.push(EllipseFault { name, found: found.to_string(), must });
            }
        };
        check("mass_kg", self.mass_kg, MASSES_KG);
        check("height_m", self.height_m, HEIGHTS_M);
        check("rolling_resistance", self.rolling_resistance, SHARES);
        check("drag_area_m2", self.drag_area_m2, AREAS_M2);
        check("air_kg_m3", self.air_kg_m3, [0.0, 100.0]);
        check("drag_reduction", self.drag_reduction, SHARES);
        check("circumference_m", self.circumference_m, LENGTHS_M);
        check("growth_s_m", self.growth_s_m, [-0.01, 0.01]);
        check("circumference_m_s", self.circumference_m_s, SPEEDS_M_S);
        check("efficiency", self.efficiency, [0.01, 1.0]);
        for axle in 0..2 {
            check(&format!("axles_m[{axle}]"), self.axles_m[axle], LENGTHS_M);
            check(&format!("tracks_m[{axle}]"), self.tracks_m[axle], LENGTHS_M);
            check(&format!("downforce_areas_m2[{axle}]"), self.downforce_areas_m2[axle], LIFTS_M2);
            check(&format!("grips[{axle}].nominal_n"), self.grips[axle].nominal_n, FORCES_N);
            for direction in 0..2 {
                let grip = &self.grips[axle];
                check(&format!("grips[{axle}].friction[{direction}]"), grip.friction[direction], FRICTIONS);
                let name = format!("grips[{axle}].sensitivity_1_n[{direction}]");
                check(&name, grip.sensitivity_1_n[direction], [-1.0, 1.0]);
            }
        }
        for (place, zone) in self.drag_zones_m.iter().enumerate() {
            zone.iter().for_each(|end_m| check(&format!("drag_zones_m[{place}]"), *end_m, [0.0, 1e9]));
        }
        self.check_drive(&mut check);
        self.orders(&mut faults);
        faults
    }

    /// Checks engine, motor and gears.
    fn check_drive(&self, check: &mut dyn FnMut(&str, f64, [f64; 2])) {
        check("engine.peak_w", self.engine.peak_w, POWERS_W);
        check("engine.drop_w", self.engine.drop_w, [0.0, self.engine.peak_w]);
        self.engine.speeds_1_s.iter().for_each(|speed| check("engine.speeds_1_s", *speed, SPEEDS_1_S));
        if let Some(motor) = &self.electric {
            check("electric.power_w", motor.power_w, POWERS_W);
            check("electric.torque_nm", motor.torque_nm, [0.0, 1e6]);
            check("electric.least_m_s", motor.least_m_s, SPEEDS_M_S);
        }
        for (place, gear) in self.gears.iter().enumerate() {
            check(&format!("gears[{place}].ratio"), gear.ratio, [1e-4, 100.0]);
            check(&format!("gears[{place}].shift_up_1_s"), gear.shift_up_1_s, SPEEDS_1_S);
            check(&format!("gears[{place}].inertia_factor"), gear.inertia_factor, [1.0, 100.0]);
        }
    }

    /// Adds what is wrong with lists and their order.
    fn orders(&self, faults: &mut Vec<EllipseFault>) {
        let speeds_1_s = self.engine.speeds_1_s;
        let mut refuse = |name: &str, found: String, must: &str| {
            faults.push(EllipseFault { name: name.to_owned(), found, must: must.to_owned() });
        };
        if !speeds_1_s.windows(2).all(|pair| pair[0] < pair[1]) {
            refuse("engine.speeds_1_s", format!("{speeds_1_s:?}"), "ascending");
        }
        if self.driven == [false; 2] {
            refuse("driven", format!("{:?}", self.driven), "true for an axle or both");
        }
        match self.gears.last() {
            None => refuse("gears", "none".to_owned(), "one or more"),
            // The circumference may not grow faster than the car.
            Some(last) if last.ratio * self.circumference_m * last.shift_up_1_s * self.growth_s_m >= 1.0 => {
                let must = "below 1 / (ratio circumference_m shift_up_1_s) of the last gear";
                refuse("growth_s_m", self.growth_s_m.to_string(), must);
            }
            Some(_) => {}
        }
    }
}
