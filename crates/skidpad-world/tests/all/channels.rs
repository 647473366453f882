//! Channels by handle: which model has which quantity, and that handles read what names mean.

use core::fmt::Write;

use skidpad_core::record::Record;
use skidpad_core::surface::Surface;
use skidpad_models::MODELS;
use skidpad_world::channel::{
    CarChannels, ChannelHandle, ChannelKind, ChannelRow, Sampler, WheelChannels, WheelSet, place_of,
    required_place,
};
use skidpad_world::manoeuvre::Turning;
use skidpad_world::models::{Cars, ModelInfo};
use skidpad_world::rolling::{Begin, CarChoice, Request, Rolling, WHEELS};
use skidpad_world::scenario::columns;
use skidpad_world::world::{CarId, Member, NoChannel, Site, World};

use crate::world_support::vehicle;

/// Quantity, the channel that has it, and a letter for each model.
type TableRow = (String, &'static str, Vec<char>);

fn letter(kind: ChannelKind) -> char {
    match kind {
        ChannelKind::Time => 't',
        ChannelKind::Input => 'i',
        ChannelKind::State => 's',
        ChannelKind::Mode => 'm',
        ChannelKind::Output => 'o',
    }
}

/// All quantities of a model, those of axles and wheels with their place before the name.
fn quantities(model: &ModelInfo) -> Vec<(String, Option<ChannelHandle>)> {
    let layout = model.layout();
    let of_car = CarChannels::resolve(&layout);
    let mut all: Vec<_> = of_car.iter().map(|(name, channel)| (name.to_owned(), channel)).collect();
    let axles = ["front", "rear"].into_iter().zip(WheelChannels::axles(&layout));
    let wheels = WHEELS.into_iter().zip(WheelChannels::four(&layout));
    for (place, channels) in axles.chain(wheels) {
        all.extend(channels.iter().map(|(name, channel)| (format!("{place} {name}"), channel)));
    }
    all
}

/// The table of `channels.txt`: one row for each quantity and channel, one letter for each model.
fn table() -> String {
    let models: Vec<Vec<(String, Option<ChannelHandle>)>> = MODELS.iter().map(quantities).collect();
    let mut rows: Vec<TableRow> = Vec::new();
    for quantity in 0..models[0].len() {
        let first = rows.len();
        for (at, model) in models.iter().enumerate() {
            let (name, channel) = &model[quantity];
            let Some(channel) = channel else { continue };
            let known = rows[first..].iter().position(|row| row.1 == channel.name());
            let row = first + known.unwrap_or(rows.len() - first);
            if row == rows.len() {
                rows.push((name.clone(), channel.name(), vec!['.'; models.len()]));
            }
            rows[row].2[at] = letter(channel.kind());
        }
    }
    let mut text = String::from(HEAD);
    for (at, model) in MODELS.iter().enumerate() {
        writeln!(text, "# {}| {}", " ".repeat(at), model.name).unwrap();
    }
    for (quantity, channel, letters) in rows {
        writeln!(text, "  {} {quantity} = {channel}", String::from_iter(letters)).unwrap();
    }
    text
}

const HEAD: &str = "\
# Which model has which quantity, in which channel: i input, s state, m mode, o output.
# A channel that is renamed, added or removed changes this table: `channels.rs` compares it and prints the new one.
";

/// A model that renames a channel silently loses a quantity: instruments showed 0, and manoeuvres had no result.
#[test]
fn each_model_has_the_quantities_of_the_table() {
    let (expected, found) = (include_str!("channels.txt"), table());
    let differs = expected.lines().zip(found.lines()).find(|(expected, found)| expected != found);
    assert!(expected == found, "first difference: {differs:?}; the table is now:\n{found}");
}

/// A car of a model under way, at an angle to the road's axes.
fn rolling(model: &'static ModelInfo) -> Box<dyn Rolling> {
    let vehicle = vehicle();
    let choice = match model.cars {
        Cars::Own(names) => CarChoice::Own(names[0]),
        Cars::Vehicles | Cars::Fixed => CarChoice::Vehicle(&vehicle),
    };
    let initial = [(model.speed, 15.0), ("yaw_rad", 0.3), ("x_m", 4.0), ("y_m", -2.0)];
    let begin = Begin { gear: skidpad_core::controls::Gear::Forward(2), initial: &initial, method: None };
    model.begin(&choice, &begin).unwrap()
}

#[test]
fn a_handle_reads_the_column_of_its_name_in_every_model() {
    for model in &MODELS {
        let car = rolling(model);
        assert_eq!(car.layout(), model.layout(), "{}", model.name);
        let (request, surface) = (Request::untouched(), Surface::asphalt());
        let mut expected = Vec::new();
        car.row(&request, (&surface).into(), &mut expected);
        let mut sampler = Sampler::new(model.layout());
        let row = sampler.sample(car.as_ref(), &request, (&surface).into());
        for (place, column) in columns(model).iter().enumerate() {
            let handle = model.channel(column.name).unwrap();
            assert_eq!((handle.index(), handle.channel()), (place, column), "{}", model.name);
            assert!(row.at(handle).to_bits() == expected[place].to_bits(), "{} {}", model.name, column.name);
        }
        assert_eq!(row.numbers().len(), model.layout().len());
        assert_eq!(row.time_s(), car.time_s());
    }
}

#[test]
fn states_and_their_rates_are_read_by_the_same_handle() {
    for model in &MODELS {
        let car = rolling(model);
        let (request, surface) = (Request::untouched(), Surface::asphalt());
        let (mut states, mut rates) = (Vec::new(), Vec::new());
        car.states(&mut states);
        car.rates(&request, (&surface).into(), &mut rates);
        let mut sampler = Sampler::new(model.layout());
        sampler.sample_with_rates(car.as_ref(), &request, (&surface).into());
        for handle in model.layout().handles() {
            let place = handle.state_place();
            assert_eq!(place.is_some(), handle.kind() == ChannelKind::State);
            let bits = |value: Option<f64>| value.map(f64::to_bits);
            assert_eq!(
                bits(sampler.rate(handle)),
                bits(place.map(|place| rates[place])),
                "{}",
                handle.name()
            );
            if let Some(place) = place {
                assert_eq!(sampler.row().at(handle).to_bits(), states[place].to_bits(), "{}", handle.name());
            }
        }
    }
}

#[test]
fn what_every_car_has_is_resolved_in_every_model() {
    for model in &MODELS {
        let channels = CarChannels::resolve(&model.layout());
        assert!(channels.position_x.is_some() && channels.velocity_x.is_some(), "{}", model.name);
        assert_eq!(channels.yaw.is_some(), model.abilities.steers, "{}", model.name);
        assert_eq!(channels.position_y.is_some(), model.abilities.steers, "{}", model.name);
    }
    assert!(matches!(WheelSet::resolve(&MODELS.by_name("two_track").unwrap().layout()), WheelSet::Four(_)));
    let axles = WheelSet::resolve(&MODELS.by_name("single_track").unwrap().layout());
    assert_eq!(axles.as_slice().len(), 2);
    assert_eq!(WheelSet::resolve(&MODELS.by_name("point_mass").unwrap().layout()), WheelSet::None);
}

#[test]
fn an_unknown_name_is_an_error_with_the_near_names() {
    for (model, name, says) in [
        (
            "two_track",
            "yaw_rate",
            "unknown channel `yaw_rate` of the model two_track; did you mean `yaw_rad` or `yaw_rate_rad_s`?",
        ),
        (
            "point_mass",
            "possition_m",
            "unknown channel `possition_m` of the model point_mass; did you mean `position_m`?",
        ),
        (
            "kinematic",
            "engine",
            "unknown channel `engine` of the model kinematic; must be one of: time_s, throttle, ",
        ),
        ("w1", "a\u{7}b", "unknown channel `a b` of the model w1; must be one of: time_s, "),
    ] {
        let message = MODELS.by_name(model).unwrap().channel(name).unwrap_err().to_string();
        assert!(message.starts_with(says), "{message}");
    }
    let long = MODELS.by_name("w1").unwrap().channel(&"x".repeat(100_000)).unwrap_err();
    assert!(long.to_string().len() < 1000);
}

#[test]
#[should_panic(
    expected = "the channel yaw_rad is of the model single_track; the car is of the model kinematic"
)]
fn a_channel_of_another_model_is_refused() {
    let model = |name: &str| MODELS.by_name(name).unwrap();
    let (yaw, layout) = (model("single_track").channel("yaw_rad").unwrap(), model("kinematic").layout());
    ChannelRow::new(&layout, &vec![0.0; layout.len()]).at(yaw);
}

#[test]
#[should_panic(expected = "the sampler is of the model kinematic; the car is of the model single_track")]
fn a_car_of_another_model_is_not_sampled() {
    let model = |name: &str| MODELS.by_name(name).unwrap();
    let car = rolling(model("single_track"));
    Sampler::new(model("kinematic").layout()).sample(
        car.as_ref(),
        &Request::untouched(),
        (&Surface::asphalt()).into(),
    );
}

/// A program may list a model under a name of its own: a comparison panicked, as the car was of another model by its name.
#[test]
fn a_model_under_another_name_is_sampled() {
    let model = MODELS.by_name("single_track").unwrap();
    let layout = skidpad_world::channel::RowLayout { model: "mine", ..model.layout() };
    let (mut sampler, yaw) = (Sampler::new(layout), layout.channel("yaw_rad").unwrap());
    let car = rolling(model);
    let row = sampler.sample(car.as_ref(), &Request::untouched(), (&Surface::asphalt()).into());
    assert_eq!(row.at(yaw), 0.3);
}

#[test]
fn a_world_reads_each_car_by_the_handles_of_its_model() {
    let model = MODELS.by_name("single_track").unwrap();
    let mut world = World::new(Site::asphalt());
    let [slow, fast] = [10.0, 20.0].map(|speed_m_s| {
        let (vehicle, initial) = (vehicle(), [(model.speed, speed_m_s)]);
        let begin = Begin { gear: skidpad_core::controls::Gear::Neutral, initial: &initial, method: None };
        let car = model.begin(&CarChoice::Vehicle(&vehicle), &begin).unwrap();
        world.add(Member { car, body: None }).unwrap()
    });
    let speed = world.channel(slow, "velocity_x_m_s").unwrap();
    let mut sampler = Sampler::new(model.layout());
    let mut read = |world: &World, car: CarId| world.sample(car, &mut sampler).map(|row| row.at(speed));
    assert_eq!((read(&world, slow), read(&world, fast)), (Some(10.0), Some(20.0)));
    assert!(
        matches!(world.channel(slow, "speed"), Err(NoChannel::Unknown(error)) if error.model == "single_track")
    );
    world.remove(slow);
    assert_eq!(world.channel(slow, "velocity_x_m_s"), Err(NoChannel::NoCar(slow)));
    assert_eq!((read(&world, slow), read(&world, fast)), (None, Some(20.0)));
}

#[test]
fn places_are_found_by_name() {
    let channels = <Turning<f64> as skidpad_core::record::Channels>::CHANNELS;
    assert_eq!(channels.len(), <Turning<f64> as Record<f64>>::LEN);
    for (place, channel) in channels.iter().enumerate() {
        assert_eq!(place_of(channels, channel.name), Some(place));
        assert_eq!(required_place(channels, channel.name), place);
    }
    assert_eq!((place_of(channels, "x"), place_of(channels, "")), (None, None));
}
