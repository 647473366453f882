//! Samples as a file.

/// Samples of one channel as a WAV file of 16 bits, by "Multimedia Programming Interface and Data Specifications 1.0"
/// (IBM and Microsoft, 1991): what every player opens.
///
/// ```
/// use skidpad_app::sound::wav;
/// let file = wav(&[0.0, 1.0, -1.0, f32::NAN], 48_000);
/// assert_eq!((&file[..4], &file[8..12], file.len()), (b"RIFF".as_slice(), b"WAVE".as_slice(), 44 + 8));
/// assert_eq!(file[44..], [0, 0, 255, 127, 1, 128, 0, 0]);
/// ```
pub fn wav(samples: &[f32], rate_hz: u32) -> Vec<u8> {
    const BYTES: u32 = 2;
    // A file has room for 4 GiB: what is longer is cut.
    let count = u32::try_from(samples.len()).unwrap_or(u32::MAX).min(u32::MAX / BYTES - 64);
    let data = count * BYTES;
    let mut file = Vec::with_capacity(44 + data as usize);
    file.extend(b"RIFF");
    file.extend((36 + data).to_le_bytes());
    file.extend(b"WAVEfmt ");
    file.extend(16_u32.to_le_bytes());
    // Whole numbers, one channel.
    file.extend([1_u16, 1].into_iter().flat_map(u16::to_le_bytes));
    file.extend([rate_hz, rate_hz.saturating_mul(BYTES)].into_iter().flat_map(u32::to_le_bytes));
    file.extend([BYTES as u16, 16].into_iter().flat_map(u16::to_le_bytes));
    file.extend(b"data");
    file.extend(data.to_le_bytes());
    for sample in &samples[..count as usize] {
        // No number becomes 0.
        file.extend(((sample.clamp(-1.0, 1.0) * 32_767.0).round() as i16).to_le_bytes());
    }
    file
}
