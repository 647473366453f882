//! Exact Euclidean distances to a set of cells, in time that grows as their number (Felzenszwalb and Huttenlocher, "Distance
//! Transforms of Sampled Functions", Theory of Computing 8, 2012).

/// Square of a distance that no cell has: there is no cell of the set.
const NONE: u32 = u32::MAX;

/// Square of each cell's distance to the nearest cell of a set, between the centres of cells, in cells. Rows are of a width.
pub(super) fn squared(set: &[bool], width: usize) -> Vec<u32> {
    let mut squares: Vec<u32> = set.iter().map(|is_in| if *is_in { 0 } else { NONE }).collect();
    let height = set.len() / width;
    for column in 0..width {
        along_column(&mut squares, column, width);
    }
    let mut envelope = Envelope::default();
    for row in 0..height {
        envelope.along_row(&mut squares[row * width..(row + 1) * width]);
    }
    squares
}

/// Squares of distances within a column: forwards, then backwards.
fn along_column(squares: &mut [u32], column: usize, width: usize) {
    let height = squares.len() / width;
    let mut visit = |rows: &mut dyn Iterator<Item = usize>| {
        let mut away: Option<u32> = None;
        for row in rows {
            let square = &mut squares[row * width + column];
            away = if *square == 0 { Some(0) } else { away.map(|away| away + 1) };
            if let Some(away) = away {
                *square = u32::min(*square, away * away);
            }
        }
    };
    visit(&mut (0..height));
    visit(&mut (0..height).rev());
}

/// The lower envelope of parabolas, one for each cell of a row.
#[derive(Default)]
struct Envelope {
    /// Places of the parabolas of which it is made, and where each begins.
    places: Vec<usize>,
    begins: Vec<f64>,
    heights: Vec<u32>,
}

impl Envelope {
    fn along_row(&mut self, row: &mut [u32]) {
        self.places.clear();
        self.begins.clear();
        self.heights.clear();
        self.heights.extend_from_slice(row);
        for (place, height) in row.iter().enumerate() {
            if *height != NONE {
                self.add(place);
            }
        }
        if self.places.is_empty() {
            return;
        }
        let mut of = 0;
        for (place, square) in row.iter_mut().enumerate() {
            while of + 1 < self.places.len() && self.begins[of + 1] < place as f64 {
                of += 1;
            }
            let away = place.abs_diff(self.places[of]) as u32;
            *square = away * away + self.heights[self.places[of]];
        }
    }

    fn add(&mut self, place: usize) {
        // Squares of places below 16 million are exact in 53 bits.
        let key = |place: usize| f64::from(self.heights[place]) + (place as f64) * (place as f64);
        let mut begin = f64::NEG_INFINITY;
        while let Some(last) = self.places.last() {
            begin = (key(place) - key(*last)) / (2.0 * (place as f64 - *last as f64));
            if begin > self.begins[self.begins.len() - 1] {
                break;
            }
            self.places.pop();
            self.begins.pop();
            begin = f64::NEG_INFINITY;
        }
        self.places.push(place);
        self.begins.push(begin);
    }
}

#[cfg(test)]
mod tests {
    use skidpad_testing::Random;

    use super::squared;

    #[test]
    fn distances_are_those_of_the_nearest_cell() {
        let mut random = Random::new(3);
        for (width, height, share) in [(17, 9, 0.1), (5, 40, 0.02), (1, 12, 0.2), (30, 1, 0.1), (23, 23, 0.5)]
        {
            let set: Vec<bool> = (0..width * height).map(|_| random.between(0.0, 1.0) < share).collect();
            let squares = squared(&set, width);
            for (place, square) in squares.iter().enumerate() {
                let away = |other: usize| {
                    let [x, y] =
                        [(place % width).abs_diff(other % width), (place / width).abs_diff(other / width)];
                    (x * x + y * y) as u32
                };
                let least = (0..set.len()).filter(|other| set[*other]).map(away).min().unwrap_or(u32::MAX);
                assert_eq!(*square, least, "{width} {height} {place}");
            }
        }
    }
}
