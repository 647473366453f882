//! A line for `skidpad evaluate`, in a folder that it may not leave: an answer or an error, either a line of JSON.
#![no_main]

use std::cell::RefCell;

use skidpad_formats::evaluation::{Evaluator, error_line};
use skidpad_formats::{BaseFolder, Outside};
use skidpad_fuzz::folder::{Folder, has_no_secret};
use skidpad_fuzz::{json_line, messages, seeds};
use skidpad_models::MODELS;

thread_local! {
    static EVALUATOR: RefCell<Evaluator> = {
        let file = Folder::new("evaluate").path("lines");
        RefCell::new(Evaluator::new(&MODELS, BaseFolder::of_file(&file, Outside::Refused)))
    };
}

libfuzzer_sys::fuzz_target!(
    init: seeds::write(lines),
    |bytes: &[u8]| {
        match EVALUATOR.with_borrow_mut(|evaluator| evaluator.answer(bytes)) {
            Ok(answer) => json_line(&answer),
            Err(error) => {
                messages(&error);
                has_no_secret(&error, bytes);
                json_line(&error_line(&error));
            }
        }
    }
);

/// A question to each model in its start, by name and in order, and some that name files.
fn lines() -> Vec<String> {
    let starts = seeds::starts();
    let models = MODELS.iter().zip(&starts).flat_map(|(model, start)| {
        let car = seeds::car_of(model);
        let values = || model.states.iter().zip(&start.numbers);
        let named: Vec<String> =
            values().map(|(channel, value)| format!("\"{}\":{value:?}", channel.name)).collect();
        let ordered: Vec<String> = values().map(|(_, value)| format!("{value:?}")).collect();
        let head = format!("{{\"model\":\"{}\",\"car\":\"{car}\"", model.name);
        [
            format!("{head},\"state\":{{{}}},\"input\":{{}},\"mode\":{{}}}}", named.join(",")),
            format!(
                "{head},\"state\":[{}],\"surface\":{{\"grip\":0.5,\"slope_rad\":0.01}}}}",
                ordered.join(",")
            ),
        ]
    });
    let files = ["here.toml", "../secret.toml", "out.toml"]
        .map(|car| format!("{{\"model\":\"straight_line\",\"car\":\"{car}\",\"state\":[0,10,0]}}"));
    models.chain(files).collect()
}
