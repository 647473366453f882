//! `skidpad evaluate`: the derivative and the trace of single states, a line of JSON each.

use std::io::{self, BufRead, Write as _};

use clap::Args;
use skidpad_formats::BaseFolder;
use skidpad_formats::evaluation::{Evaluator, LONGEST_LINE_BYTES, error_line, too_long};
use skidpad_world::models::Models;

use crate::failure::Failure;
use crate::options::Reach;
use crate::output;

/// Help text below the options.
pub const HELP: &str = "\
Each line of standard input is a question; each answer is one line:

  {\"model\": \"straight_line\", \"car\": \"boxster-s\", \"state\": {...}, \"input\": {...}}
  {\"derivative\": {...}, \"trace\": {...}}    or    {\"error\": \"...\"}

Names and units are those of `skidpad models`; a derivative has the name of its state. All states are required.
Inputs are optional; default: 0, and for a wheel's road the surface. Steering beyond the lock is limited to it, and
\"notes\" in the answer reports that. \"mode\" (gears and the like) is optional; default: as the model sets it in that
state, and the answer then contains it. \"surface\" (grip, slope_rad, bank_rad, ...) is optional; default: dry, level
asphalt. Each of the four may be an array in the model's order; a state as an array gives the derivative as an array.
The car is a preset, the path of a vehicle file in the current folder, or one of the model's own.";

/// Options of the command.
#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    reach: Reach,
}

/// Answers until the input ends.
pub fn command(listed: &Models, options: &Options) -> Result<(), Failure> {
    output::hint("one question a line: {\"model\": ..., \"car\": ..., \"state\": {...}, \"input\": {...}}");
    let mut input = io::stdin().lock();
    let mut out = io::stdout().lock();
    let mut evaluator = Evaluator::new(listed, BaseFolder::of_lines(options.reach.outside()));
    let mut line = Vec::new();
    loop {
        let read = next_line(&mut input, &mut line)
            .map_err(|error| Failure::input(format!("cannot read standard input ({error})")))?;
        let answer = match read {
            Line::End => return Ok(()),
            Line::TooLong => Err(too_long()),
            Line::Whole => evaluator.answer(&line),
        };
        let mut answer = answer.unwrap_or_else(|message| error_line(&message));
        answer.push('\n');
        out.write_all(answer.as_bytes()).and_then(|()| out.flush()).map_err(Failure::Output)?;
    }
}

/// Result of reading a line.
#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    Whole,
    TooLong,
    End,
}

/// Reads a line without its end. Of one that is too long, nothing is kept.
pub fn next_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Line> {
    line.clear();
    let mut is_too_long = false;
    let mut has_any = false;
    loop {
        let available = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            result => result?,
        };
        if available.is_empty() {
            break;
        }
        has_any = true;
        let end = available.iter().position(|byte| *byte == b'\n');
        let part = &available[..end.unwrap_or(available.len())];
        is_too_long = is_too_long || line.len() + part.len() > LONGEST_LINE_BYTES;
        if is_too_long {
            line.clear();
        } else {
            line.extend_from_slice(part);
        }
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    Ok(match (has_any, is_too_long) {
        (false, _) => Line::End,
        (true, true) => Line::TooLong,
        (true, false) => Line::Whole,
    })
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::{LONGEST_LINE_BYTES, Line, next_line};

    #[test]
    fn lines_end_where_they_end() {
        let mut input = BufReader::with_capacity(3, &b"ab\n\ncdefg"[..]);
        let mut line = Vec::new();
        for expected in ["ab", "", "cdefg"] {
            assert_eq!(next_line(&mut input, &mut line).unwrap(), Line::Whole);
            assert_eq!(line, expected.as_bytes());
        }
        assert_eq!(next_line(&mut input, &mut line).unwrap(), Line::End);
    }

    #[test]
    fn a_line_that_is_too_long_is_not_kept() {
        let text = [vec![b'x'; LONGEST_LINE_BYTES + 1], b"\nshort".to_vec()].concat();
        let mut input = BufReader::with_capacity(1000, &text[..]);
        let mut line = Vec::new();
        assert_eq!(next_line(&mut input, &mut line).unwrap(), Line::TooLong);
        assert_eq!(next_line(&mut input, &mut line).unwrap(), Line::Whole);
        assert_eq!(line, b"short");
        assert!(line.capacity() <= 2 * LONGEST_LINE_BYTES);
    }
}
