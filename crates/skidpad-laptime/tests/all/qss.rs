use skidpad_laptime::*;
#[test]
fn trial() {
    let folder = "../../../shared/data/tracks/tum";
    for name in ["boxster-s"] {
        let car = skidpad_formats::presets::preset(name).unwrap();
        let vehicle = car.spec.validate().unwrap();
        for model in ["two_track", "two_track_magic"] {
            let t = std::time::Instant::now();
            let e = ModelEnvelope::new(model, &vehicle, &skidpad_core::surface::Surface::asphalt()).unwrap();
            println!("{name} {model} built {:?} top {} ", t.elapsed(), e.top_speed_m_s());
            for v in [10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0] {
                println!(
                    "{v} {:?} ay {} {:?} g{}",
                    e.range(&Point::level(v, 0.0)),
                    e.lateral_m_s2(&Point::level(v, 0.0)),
                    e.range(&Point::level(v, 6.0)),
                    e.gear(v)
                );
            }
            for track in ["Hockenheim", "Nuerburgring", "Catalunya", "Spa"] {
                let text = std::fs::read_to_string(format!("{folder}/{track}.csv")).unwrap();
                let stations: Vec<_> = text
                    .lines()
                    .skip(1)
                    .map(|line| {
                        let n: Vec<f64> = line.split(',').map(|c| c.parse().unwrap()).collect();
                        skidpad_world::track::Station {
                            position_m: [n[0], n[1]],
                            ..skidpad_world::track::Station::flat([n[3], n[2]])
                        }
                    })
                    .collect();
                let track_ = skidpad_world::track::Track::closed(&stations).unwrap();
                let path = Path::along(&track_, 3.0);
                let t = std::time::Instant::now();
                let lap = qss::lap(&path, &e, &qss::Options::default()).unwrap();
                let v: Vec<f64> = lap.samples.iter().map(|s| s.speed_m_s).collect();
                println!(
                    "{track} {} {:?} {} {}",
                    lap.time_s,
                    t.elapsed(),
                    v.iter().cloned().fold(f64::INFINITY, f64::min),
                    v.iter().cloned().fold(0.0, f64::max)
                );
            }
        }
    }
}
#[test]
fn against_driven() {
    use skidpad_world::manoeuvre::*;
    for model in [&skidpad_world::models::TWO_TRACK, &skidpad_world::models::TWO_TRACK_MAGIC] {
        let car = skidpad_formats::presets::preset("boxster-s").unwrap();
        let vehicle = car.spec.validate().unwrap();
        let subject = Subject::vehicle(model, &vehicle);
        let t = std::time::Instant::now();
        if false {
            envelope_at(&subject, 27.7778).unwrap();
        }
        println!("driven {:?}", t.elapsed());
        let e = ModelEnvelope::new(model.name, &vehicle, &skidpad_core::surface::Surface::asphalt()).unwrap();
        for ay in [0.0, 2.348, 3.843, 5.441, 6.16, 7.0, 7.5, 8.0, 8.5, 8.728, 9.0, 9.1, 9.142, 9.2, 9.297] {
            println!(
                "{ay} {:?}",
                e.range(&Point::level(27.7778, ay)).map(|r| (r.braking_m_s2, r.traction_m_s2))
            );
        }
        println!("{}", e.lateral_m_s2(&Point::level(27.7778, 0.0)));
    }
}
