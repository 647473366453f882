#![allow(missing_docs, clippy::disallowed_methods)]
use skidpad::spec::*;
use skidpad::tyre::TyreSize;
use skidpad::units::*;
use skidpad_world::ride::RoadModel;
use skidpad_world::roadtest::*;
fn main() {
    let mut s = VehicleSpec {
        name: "boxster".into(),
        body: Section::blank(),
        front: Section::blank(),
        rear: Section::blank(),
        front_tyre: Some(TyreSize { width_mm: 225., aspect_percent: 40., rim_in: 18. }),
        rear_tyre: Some(TyreSize { width_mm: 265., aspect_percent: 35., rim_in: 18. }),
        tyre_law: TyreLaw::Peaked,
        engine: Section::blank(),
        torque: TorqueSpec::Points(
            [
                (1000., 220.),
                (2000., 250.),
                (3000., 280.),
                (4000., 300.),
                (4600., 310.),
                (5200., 305.),
                (6000., 295.),
                (6400., 287.),
                (7000., 255.),
                (7200., 240.),
            ]
            .iter()
            .map(|p| (rpm(p.0), p.1))
            .collect(),
        ),
        coupling: CouplingSpec::Clutch(Section::blank()),
        gearbox_kind: GearboxKind::Manual,
        gearbox: Section::blank(),
        ratios: vec![3.82, 2.20, 1.52, 1.22, 1.02, 0.84],
        reverse: 3.5,
        drive: DriveSpec { front_share: 0.0 },
    };
    s.body.kerb_mass_kg = 1345.;
    s.body.wheelbase_m = 2.415;
    s.body.front_weight_share = 0.46;
    s.body.cg_height_m = 0.47;
    s.body.width_m = 1.78;
    s.body.height_m = 1.29;
    s.body.drag_coefficient = 0.31;
    for a in [&mut s.front, &mut s.rear] {
        a.friction = 1.05;
        a.rolling_resistance = 0.012;
    }
    s.engine.idle_rad_s = rpm(800.);
    s.engine.redline_rad_s = rpm(7200.);
    s.engine.inertia_kg_m2 = 0.2;
    s.gearbox.final_drive = 3.44;
    s.gearbox.efficiency = 0.9;
    s.gearbox.shift_time_s = 0.4;
    for (a, b) in DERIVABLE {
        let known = match *a {
            "body" => idx(&s.body, b),
            "front" => idx(&s.front, b),
            "rear" => idx(&s.rear, b),
            "engine" => idx(&s.engine, b),
            "gearbox" => idx(&s.gearbox, b),
            _ => false,
        };
        if !known {
            s.derive(a, b);
        }
    }
    let v = match s.validate() {
        Ok(v) => v,
        Err(e) => {
            for x in e {
                println!("{x}");
            }
            return;
        }
    };
    println!("longest {} launch span {:?}", v.longest_step_s(), v.clutch());
    for model in RoadModel::ALL {
        let c = Conditions::standard(model);
        let t = std::time::Instant::now();
        let r = road_test(&v, &c);
        println!("{} took {:?}", model.name(), t.elapsed());
        for (t, o) in &r.outcomes {
            println!("{:28} {:?} {} roll {:?}", t.name(), o.value, t.unit().symbol(), o.rollout_s);
        }
        println!("{:?} {:?}", r.top_speed, r.road_load);
        if std::env::args().count() > 1 && model == RoadModel::StraightLine {
            let rec = &r.braking;
            let names = [
                "time_s", "speed_m_s", "brake", "front_slip", "rear_slip", "front_deflection",
                "rear_deflection", "front_load_n", "rear_load_n", "acceleration_m_s2",
            ];
            let cols: Vec<_> = names.iter().map(|n| rec.column(n).unwrap()).collect();
            println!("{}", names.join(" "));
            for i in (0..rec.rows.len().min(400)).step_by(1) {
                println!("{}", cols.iter().map(|c| format!("{:.3}", c[i])).collect::<Vec<_>>().join(" "));
            }
        }
    }
}
fn idx<S: Section>(s: &S, n: &str) -> bool {
    let i = S::FIELDS.iter().position(|f| f.name == n).unwrap();
    !s.get(i).is_nan()
}
