//! Cars of a replay, by name and with their columns.

use std::collections::BTreeSet;

use skidpad_core::record::Channel;
use skidpad_world::hands;
use skidpad_world::log::LogReplay;
use skidpad_world::rolling::Rolling;
use skidpad_world::world::{CarId, IMPULSE, World};

/// Cars that are there, each with a name that no other has.
pub fn named(replay: &LogReplay) -> Vec<(CarId, String)> {
    let mut taken = BTreeSet::new();
    let mut name = |(id, label): (CarId, &str)| {
        let mut name = if label.is_empty() { format!("car{id}") } else { label.to_owned() };
        while !taken.insert(name.clone()) {
            name.push('_');
        }
        (id, name)
    };
    replay.cars().map(|(id, car)| name((id, &car.label.name))).collect()
}

/// Columns of a car: those of its model and of its hands.
pub fn columns(car: &dyn Rolling) -> Vec<Channel> {
    let of_hands = car.hands().into_iter().flat_map(|_| hands::columns());
    car.layout().columns().into_iter().chain(of_hands).collect()
}

/// Columns of a table with their names in it: the first car's, then those of the others with their names before them.
pub fn table_columns(world: &World, cars: &[(CarId, String)]) -> Vec<(String, Channel)> {
    let mut all = Vec::new();
    for (at, (id, name)) in cars.iter().enumerate() {
        let Some(car) = world.car(*id) else { continue };
        let impulse = can_meet(world).then_some(IMPULSE);
        let columns = columns(car).into_iter().chain(impulse);
        match at {
            0 => all.extend(columns.map(|column| (column.name.to_owned(), column))),
            // The time stands with the first car alone.
            _ => all.extend(columns.skip(1).map(|column| (format!("{name}.{}", column.name), column))),
        }
    }
    all
}

/// Names of these columns.
pub fn names(world: &World, cars: &[(CarId, String)]) -> Vec<String> {
    table_columns(world, cars).into_iter().map(|(name, _)| name).collect()
}

/// The row of these columns.
pub fn row(world: &World, cars: &[(CarId, String)]) -> Vec<f64> {
    let (mut row, mut own) = (Vec::new(), Vec::new());
    for (at, (id, _)) in cars.iter().enumerate() {
        own.clear();
        let Some(request) = world.request(*id) else { continue };
        world.row(*id, request, &mut own);
        row.extend(&own[usize::from(at > 0)..]);
        row.extend(can_meet(world).then(|| world.impulse_on_n_s(*id)));
    }
    row
}

/// True where any car has a body: a table then has the impulses on them.
fn can_meet(world: &World) -> bool {
    world.ids().any(|id| world.body(id).is_some())
}
