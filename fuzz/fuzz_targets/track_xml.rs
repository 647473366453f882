//! Bytes as a road network in OpenDRIVE, and as a track of TORCS: a track that is written and reads back, or an error with places.
#![no_main]

use skidpad_formats::track::{opendrive, torcs};
use skidpad_fuzz::{seeds, tracks};

const TORCS: &str = r#"<params name="t" type="trackdef"><section name="Main Track"><attnum name="width" unit="m" val="10"/>
<section name="Left Border"><attnum name="width" unit="m" val="1"/><attstr name="style" val="curb"/></section>
<section name="Pits"><attstr name="entry" val="a"/><attstr name="start" val="a"/><attstr name="end" val="b"/><attstr name="exit" val="b"/></section>
<section name="Track Segments"><section name="a"><attstr name="type" val="str"/><attnum name="lg" unit="m" val="90"/><attnum name="grade" unit="%" val="1"/></section>
<section name="b"><attstr name="type" val="lft"/><attnum name="radius" unit="m" val="40"/><attnum name="end radius" val="50"/><attnum name="arc" unit="deg" val="180"/>
<attnum name="profil steps length" unit="m" val="4"/><attnum name="banking end" unit="deg" val="5"/></section></section></section></params>"#;

libfuzzer_sys::fuzz_target!(
    init: seeds::write(|| vec![opendrive::write(&tracks::made(12)), TORCS.to_owned()]),
    |bytes: &[u8]| {
        tracks::checked(torcs::parse("t.xml", bytes), bytes);
        let Some(track) = tracks::checked(opendrive::parse("t.xodr", bytes), bytes) else { return };
        // A longer line would have more points than are read.
        if track.length_m() < 10_000.0 {
            let text = opendrive::write(&track);
            tracks::checked(opendrive::parse("w.xodr", text.as_bytes()), text.as_bytes());
        }
    }
);
