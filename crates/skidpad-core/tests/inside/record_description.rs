use super::first_sentence;
use crate::record::Channels;
use crate::wheels::Wheels;

crate::wheel_record! {
    /// A wheel that is described.
    pub struct Described {
        /// Load, 1.5 times
        /// that at rest. It is more in a turn.
        load_n: "N" [0.0, 1e3],
        /// Set while it turns.
        turns: flag,
    }
}

#[test]
fn a_description_is_the_first_sentence() {
    for (doc, description) in [
        (" Speed.", "Speed"),
        (" Speed. Of the car.", "Speed"),
        (" Ratio, 1.5 at rest.", "Ratio, 1.5 at rest"),
        (" No full stop", "No full stop"),
        ("", ""),
    ] {
        assert_eq!(first_sentence(doc), description);
    }
}

#[test]
fn fields_have_the_description_of_their_documentation() {
    let descriptions =
        |channels: &[crate::record::Channel]| channels.iter().map(|c| c.description).collect::<Vec<_>>();
    assert_eq!(
        descriptions(Described::<f64>::CHANNELS),
        ["Load, 1.5 times that at rest", "Set while it turns"]
    );
    assert_eq!(
        descriptions(Wheels::<Described<f64>>::CHANNELS)[4..6],
        ["Rear left: Load, 1.5 times that at rest", "Rear left: Set while it turns"]
    );
}
