//! Reads a body whose checksum fits. Whoever wrote it may still have been wrong, or mean ill: nothing is believed.

use skidpad_core::record::Channel;

use super::ByteError;

/// Reads from the beginning to the end.
pub(crate) struct Reader<'a> {
    rest: &'a [u8],
    offset: usize,
    version: u16,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(rest: &'a [u8], offset: usize, version: u16) -> Self {
        Self { rest, offset, version }
    }

    /// The version of the format.
    pub(crate) fn version(&self) -> u16 {
        self.version
    }

    /// The error for what was just to be read.
    pub(crate) fn invalid(&self, what: &'static str) -> ByteError {
        ByteError::Invalid { what, offset: self.offset }
    }

    /// The next bytes.
    pub(crate) fn take(&mut self, count: usize, what: &'static str) -> Result<&'a [u8], ByteError> {
        let Some((taken, rest)) = self.rest.split_at_checked(count) else { return Err(self.invalid(what)) };
        self.rest = rest;
        self.offset += count;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self, what: &'static str) -> Result<[u8; N], ByteError> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N, what)?);
        Ok(array)
    }

    pub(crate) fn byte(&mut self, what: &'static str) -> Result<u8, ByteError> {
        self.array::<1>(what).map(|[byte]| byte)
    }

    pub(crate) fn word(&mut self, what: &'static str) -> Result<u64, ByteError> {
        self.array(what).map(u64::from_le_bytes)
    }

    /// A number of 8 bytes.
    pub(crate) fn number(&mut self, what: &'static str) -> Result<f64, ByteError> {
        self.word(what).map(f64::from_bits)
    }

    /// A number of 4 bytes.
    pub(crate) fn single(&mut self, what: &'static str) -> Result<f32, ByteError> {
        self.array(what).map(f32::from_le_bytes)
    }

    /// A text of at most 255 bytes.
    pub(crate) fn text(&mut self, what: &'static str) -> Result<&'a str, ByteError> {
        let length = self.byte(what)?;
        let before = self.invalid(what);
        str::from_utf8(self.take(usize::from(length), what)?).map_err(|_| before)
    }

    /// A whole number as [`put_count`](super::put_count) writes it.
    pub(crate) fn count(&mut self, what: &'static str) -> Result<u64, ByteError> {
        let mut count = 0_u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte(what)?;
            let bits = u64::from(byte & 0x7f);
            // Too large, or a zero more than it needs: each count has one form.
            if bits << shift >> shift != bits || (byte == 0 && shift > 0) {
                return Err(self.invalid(what));
            }
            count |= bits << shift;
            if byte < 0x80 {
                return Ok(count);
            }
        }
        Err(self.invalid(what))
    }

    /// How many things follow of which each takes at least `least` bytes: never more than there is room for.
    pub(crate) fn length(&mut self, least: usize, what: &'static str) -> Result<usize, ByteError> {
        let count = self.count(what)?;
        self.has_room(count, least, what)
    }

    /// That so many things of at least `least` bytes can follow.
    pub(crate) fn has_room(&self, count: u64, least: usize, what: &'static str) -> Result<usize, ByteError> {
        let most = self.rest.len() / usize::max(least, 1);
        match usize::try_from(count) {
            Ok(count) if count <= most => Ok(count),
            _ => Err(self.invalid(what)),
        }
    }

    /// A number by its bits that differ from those of another: how many bytes, then these, the least first. Numbers that change
    /// slowly differ in the lower bytes alone.
    pub(crate) fn difference(&mut self, before: f64, what: &'static str) -> Result<f64, ByteError> {
        let count = usize::from(self.byte(what)?);
        let mut bits = [0; 8];
        let Some(place) = bits.get_mut(..count) else { return Err(self.invalid(what)) };
        place.copy_from_slice(self.take(count, what)?);
        // A byte more than it needs: each difference has one form.
        if count > 0 && bits[count - 1] == 0 {
            return Err(self.invalid(what));
        }
        Ok(f64::from_bits(before.to_bits() ^ u64::from_le_bytes(bits)))
    }

    /// That the channels are those of the model.
    pub(crate) fn channels<'c>(
        &mut self,
        of: &'static str,
        must: impl IntoIterator<Item = &'c Channel>,
    ) -> Result<(), ByteError> {
        let shown = |name: &str, unit: &str| format!("{name} [{unit}]");
        let mut left = self.count(of)?;
        for channel in must {
            let must = shown(channel.name, channel.unit);
            let found = match left {
                0 => String::new(),
                _ => shown(self.text(of)?, self.text(of)?),
            };
            if found != must {
                return Err(ByteError::Channels { of, found, must });
            }
            left -= 1;
        }
        if left > 0 {
            let found = shown(self.text(of)?, self.text(of)?);
            return Err(ByteError::Channels { of, found, must: String::new() });
        }
        Ok(())
    }

    /// All bytes that are left.
    pub(crate) fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// That nothing is left.
    pub(crate) fn end(&self) -> Result<(), ByteError> {
        if self.rest.is_empty() { Ok(()) } else { Err(self.invalid("end")) }
    }
}
