//! Text as a link of the simulator: a set-up that is written and reads back the same, or an error.
#![no_main]

use skidpad_app::setup::{LONGEST_LINK, Setup};
use skidpad_formats::presets;
use skidpad_fuzz::{messages, seeds};
use skidpad_models::MODELS;

libfuzzer_sys::fuzz_target!(
    init: seeds::write(texts),
    |bytes: &[u8]| {
        let Ok(text) = str::from_utf8(bytes) else { return };
        let setup = match Setup::read(text) {
            Ok(setup) => setup,
            Err(error) => return messages(&error),
        };
        let link = setup.link();
        if link.len() > LONGEST_LINK {
            return messages(&setup.comes_back().expect_err("a link that is too long"));
        }
        setup.comes_back().unwrap_or_else(|why| panic!("{why}\n{link}"));
        let again = Setup::read(&link).unwrap_or_else(|error| panic!("{error}\n{link}"));
        assert_eq!(again.link(), link, "written again it differs");
        assert_eq!((again.scene, again.rate_hz), (setup.scene, setup.rate_hz));
    }
);

fn texts() -> Vec<String> {
    let models = MODELS.iter().map(|model| format!("model={}&car={}", model.name, seeds::car_of(model)));
    let written = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    let whole =
        presets::preset_text("mx5-nd-2016").expect("a preset").bytes().map(written).collect::<String>();
    let others = [
        "https://x.example/#model=two_track&car=boxster-s&body.kerb_mass=1400%20kg&scene=course&rate=500"
            .to_owned(),
        "car=leaf-2011&ghost=model%3Dkinematic%26car%3Dboxster-s&ghost=car%3Dcorvette-c5&rate=60".to_owned(),
        format!("model=single_track&vehicle={whole}"),
    ];
    models.chain(others).collect()
}
