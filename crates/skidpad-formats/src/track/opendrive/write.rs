//! Tracks as OpenDRIVE: one road of parametric cubic curves, with a lane to either side of the line and strips outside of them.

use std::fmt::Write as _;

use skidpad_core::math::Real;
use skidpad_world::track::{Side, Strip, StripKind, Track, TrackPoint};

use crate::track::xml::escaped;

/// Lengths of pieces that are tried, from the longest, m.
const LONGEST_M: f64 = 32.0;
const SHORTEST_M: f64 = 0.25;
/// The most by which a piece deviates from the track: position, height and widths, m; banking, rad.
const ERROR_M: f64 = 1e-4;
const ERROR_RAD: f64 = 1e-5;
/// Places within a piece at which it is compared.
const PLACES: usize = 7;

/// The text of an OpenDRIVE file (1.7) with a track: its line within 0.1 mm, height, banking, widths, kerbs and run-off. A circuit's road
/// begins at its start line. Sectors, walls, the pit lane and the finish line of an open track have no place in it.
pub fn write(track: &Track) -> String {
    let origin_m = if track.is_closed() { track.start_m() } else { 0.0 };
    let sections = sections(track, origin_m);
    let pieces: Vec<Piece> =
        sections.windows(2).flat_map(|pair| pieces(track, origin_m, [pair[0], pair[1]])).collect();
    let name = escaped(track.name());
    let link = if track.is_closed() {
        let end = |tag: &str, point: &str| {
            format!("   <{tag} elementType=\"road\" elementId=\"1\" contactPoint=\"{point}\"/>\n")
        };
        end("predecessor", "end") + &end("successor", "start")
    } else {
        String::new()
    };
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<OpenDRIVE>\n <header revMajor=\"1\" revMinor=\"7\" name=\"{name}\" vendor=\"Skidpad\"/>\n \
         <road name=\"{name}\" length=\"{:?}\" id=\"1\" junction=\"-1\" rule=\"RHT\">\n  <link>\n{link}  </link>\n",
        track.length_m()
    );
    text.push_str("  <planView>\n");
    pieces.iter().for_each(|piece| piece.geometry(&mut text));
    text.push_str("  </planView>\n  <elevationProfile>\n");
    pieces.iter().for_each(|piece| cubic(&mut text, ["elevation", "s"], piece.from_m, piece.height));
    text.push_str("  </elevationProfile>\n  <lateralProfile>\n");
    pieces.iter().for_each(|piece| cubic(&mut text, ["superelevation", "s"], piece.from_m, piece.banking));
    text.push_str("  </lateralProfile>\n  <lanes>\n");
    for pair in sections.windows(2) {
        let is_in = |piece: &&Piece| piece.from_m >= pair[0] && piece.from_m < pair[1];
        let of: Vec<&Piece> = pieces.iter().filter(is_in).collect();
        section(&mut text, track, origin_m + 0.5 * (pair[0] + pair[1]), &of);
    }
    text.push_str("  </lanes>\n </road>\n</OpenDRIVE>\n");
    text
}

/// Distances along the road at which its lanes change, with both ends.
fn sections(track: &Track, origin_m: f64) -> Vec<f64> {
    let length_m = track.length_m();
    let mut ends: Vec<f64> = track
        .strips()
        .iter()
        .flat_map(|strip| strip.stretch_m)
        .map(|at_m| if track.is_closed() { track.wrapped_m(at_m - origin_m) } else { at_m })
        .filter(|at_m| *at_m > 0.01 && *at_m < length_m - 0.01)
        .chain([0.0, length_m])
        .collect();
    ends.sort_by(f64::total_cmp);
    ends.dedup_by(|one, other| *one - *other < 1e-3);
    ends
}

/// A piece of the road by polynomials of the distance from its beginning.
struct Piece {
    from_m: f64,
    length_m: f64,
    begin: TrackPoint,
    /// In the frame of its beginning, m.
    u: [f64; 4],
    v: [f64; 4],
    height: [f64; 4],
    banking: [f64; 4],
    /// Along the tilted road, m.
    widths: [[f64; 4]; 2],
}

/// Pieces of a stretch, each as long as fits.
fn pieces(track: &Track, origin_m: f64, [from_m, to_m]: [f64; 2]) -> Vec<Piece> {
    let mut here_m = from_m;
    let mut found = Vec::new();
    while to_m - here_m > 1e-9 {
        let mut length_m = Real::min(LONGEST_M, to_m - here_m);
        let mut piece = Piece::new(track, origin_m, [here_m, length_m]);
        while length_m > SHORTEST_M && !piece.fits(track, origin_m) {
            length_m *= 0.5;
            piece = Piece::new(track, origin_m, [here_m, length_m]);
        }
        here_m += length_m;
        // The last of many steps ends where the stretch does.
        if to_m - here_m < 1e-6 {
            here_m = to_m;
        }
        found.push(piece);
    }
    found
}

/// The cubic polynomial with values and slopes at 0 and at a length.
fn hermite([p, q]: [f64; 2], [r, t]: [f64; 2], length: f64) -> [f64; 4] {
    let mean = (q - p) / length;
    [p, r, (3.0 * mean - 2.0 * r - t) / length, (r + t - 2.0 * mean) / (length * length)]
}

/// The cubic polynomial through values at 0, 1, 2 and 3 thirds of a length: Newton's divided differences.
fn through(values: [f64; 4], length: f64) -> [f64; 4] {
    let third = length / 3.0;
    let [a, b, c, d] = values;
    let first = (b - a) / third;
    let second = (c - 2.0 * b + a) / (2.0 * third * third);
    let last = (d - 3.0 * c + 3.0 * b - a) / (6.0 * third * third * third);
    [a, first - second * third + 2.0 * last * third * third, second - 3.0 * last * third, last]
}

fn value([a, b, c, d]: [f64; 4], at: f64) -> f64 {
    a + at * (b + at * (c + at * d))
}

impl Piece {
    fn new(track: &Track, origin_m: f64, [from_m, length_m]: [f64; 2]) -> Self {
        let at = |share: f64| {
            let at_m = origin_m + from_m + share * length_m;
            // An open road's end is not its beginning.
            track.at(if track.is_closed() { at_m } else { Real::min(at_m, track.length_m()) })
        };
        let points = [0.0, 1.0 / 3.0, 2.0 / 3.0, 1.0].map(at);
        let [begin, .., end] = points;
        let [x, y] = [0, 1].map(|axis: usize| end.position_m[axis] - begin.position_m[axis]);
        let (sin, cos) = Real::sin_cos(begin.heading_rad);
        let (turn_sin, turn_cos) = Real::sin_cos(end.heading_rad - begin.heading_rad);
        Self {
            from_m,
            length_m,
            begin,
            u: hermite([0.0, x * cos + y * sin], [1.0, turn_cos], length_m),
            v: hermite([0.0, y * cos - x * sin], [0.0, turn_sin], length_m),
            height: hermite([begin.height_m, end.height_m], [begin.grade, end.grade], length_m),
            banking: through(points.map(|point| point.banking_rad), length_m),
            widths: [0, 1].map(|side: usize| {
                let tilted = |point: TrackPoint| point.widths_m[side] / Real::cos(point.banking_rad);
                through(points.map(tilted), length_m)
            }),
        }
    }

    fn fits(&self, track: &Track, origin_m: f64) -> bool {
        let (sin, cos) = Real::sin_cos(self.begin.heading_rad);
        (1..=PLACES).all(|place| {
            let along_m = self.length_m * place as f64 / (PLACES + 1) as f64;
            let point = track.at(origin_m + self.from_m + along_m);
            let [u, v] = [value(self.u, along_m), value(self.v, along_m)];
            let [x, y] = [u * cos - v * sin, u * sin + v * cos];
            let off_x = self.begin.position_m[0] + x - point.position_m[0];
            let off_y = self.begin.position_m[1] + y - point.position_m[1];
            let tilt = Real::cos(point.banking_rad);
            Real::hypot(off_x, off_y) < ERROR_M
                && Real::abs(value(self.height, along_m) - point.height_m) < ERROR_M
                && Real::abs(value(self.banking, along_m) - point.banking_rad) < ERROR_RAD
                && [0, 1].iter().all(|side: &usize| {
                    Real::abs(value(self.widths[*side], along_m) * tilt - point.widths_m[*side]) < ERROR_M
                })
        })
    }

    fn geometry(&self, text: &mut String) {
        let [x, y] = self.begin.position_m;
        let ([a, b, c, d], [e, f, g, h]) = (self.u, self.v);
        let _ = writeln!(
            text,
            "   <geometry s=\"{:?}\" x=\"{x:?}\" y=\"{y:?}\" hdg=\"{:?}\" length=\"{:?}\"><paramPoly3 pRange=\"arcLength\" aU=\"{a:?}\" \
             bU=\"{b:?}\" cU=\"{c:?}\" dU=\"{d:?}\" aV=\"{e:?}\" bV=\"{f:?}\" cV=\"{g:?}\" dV=\"{h:?}\"/></geometry>",
            self.from_m, self.begin.heading_rad, self.length_m
        );
    }
}

/// A polynomial as an element, from the distance in an attribute on.
fn cubic(text: &mut String, [tag, name]: [&str; 2], from_m: f64, [a, b, c, d]: [f64; 4]) {
    let _ =
        writeln!(text, "   <{tag} {name}=\"{from_m:?}\" a=\"{a:?}\" b=\"{b:?}\" c=\"{c:?}\" d=\"{d:?}\"/>");
}

/// A lane section: the strips are those beside its middle.
fn section(text: &mut String, track: &Track, middle_m: f64, pieces: &[&Piece]) {
    let Some(first) = pieces.first() else { return };
    let at_m = track.wrapped_m(middle_m);
    let _ = writeln!(text, "   <laneSection s=\"{:?}\">", first.from_m);
    for side in Side::ALL {
        let is_beside = |strip: &&Strip| strip.side == side && strip.is_beside(at_m);
        let strips: Vec<&Strip> = track.strips().iter().filter(is_beside).collect();
        let tilt = Real::cos(track.at(at_m).banking_rad);
        let mut lanes: Vec<String> = strips
            .iter()
            .zip(2..)
            .map(|(strip, rank)| strip_lane(strip, if side == Side::Left { rank } else { -rank }, tilt))
            .collect();
        lanes.insert(0, road_lane(side, pieces));
        // Lanes stand from left to right.
        if side == Side::Left {
            lanes.reverse();
        }
        let _ = writeln!(text, "    <{0}>\n{1}    </{0}>", side.name(), lanes.concat());
        if side == Side::Left {
            text.push_str(
                "    <center>\n     <lane id=\"0\" type=\"none\" level=\"false\"/>\n    </center>\n",
            );
        }
    }
    text.push_str("   </laneSection>\n");
}

fn road_lane(side: Side, pieces: &[&Piece]) -> String {
    let id = if side == Side::Left { 1 } else { -1 };
    let mut text = format!("     <lane id=\"{id}\" type=\"driving\" level=\"false\">\n");
    for piece in pieces {
        let widths = piece.widths[usize::from(side == Side::Right)];
        cubic(&mut text, ["width", "sOffset"], piece.from_m - pieces[0].from_m, widths);
    }
    text + "     </lane>\n"
}

fn strip_lane(strip: &Strip, id: i32, tilt: f64) -> String {
    let of = match strip.kind {
        StripKind::Kerb => "curb",
        StripKind::Asphalt => "shoulder",
        _ => "none",
    };
    let mut text = format!("     <lane id=\"{id}\" type=\"{of}\" level=\"false\">\n");
    cubic(&mut text, ["width", "sOffset"], 0.0, [strip.width_m / tilt, 0.0, 0.0, 0.0]);
    let _ = writeln!(
        text,
        "      <material sOffset=\"0\" surface=\"{}\" friction=\"{:?}\"/>",
        strip.kind.name(),
        strip.grip
    );
    if strip.rise_m != 0.0 {
        let _ = writeln!(text, "      <height sOffset=\"0\" inner=\"0\" outer=\"{:?}\"/>", strip.rise_m);
    }
    text + "     </lane>\n"
}
