//! The game under a virtual display: `cargo xtask game` runs it.
#![allow(clippy::disallowed_methods, reason = "a game: what it draws and plays is not hashed")]

use std::process::Command;

use bevy::asset::RenderAssetUsages;
use bevy::image::{CompressedImageFormats, Image, ImageSampler, ImageType};

/// The game may take this long for a picture with a renderer in software, s.
const MOST_S: &str = "300";
/// Shares of the picture that each have to have at least.
const LEAST: [(&str, f64); 4] = [("sky", 0.08), ("grass", 0.10), ("road", 0.10), ("car", 0.01)];

/// Pixels of a picture, red, green and blue.
fn pixels(file: &std::path::Path) -> Vec<[u8; 3]> {
    let bytes = std::fs::read(file).expect("a picture");
    let image = Image::from_buffer(
        &bytes,
        ImageType::Extension("png"),
        CompressedImageFormats::NONE,
        true,
        ImageSampler::Default,
        RenderAssetUsages::all(),
    );
    let data = image.expect("a picture").data.expect("pixels");
    data.chunks_exact(4).map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect()
}

/// What a pixel shows, by its hue.
fn shown(pixel: &[u8; 3]) -> &'static str {
    let [red, green, blue] = pixel.map(i32::from);
    match () {
        () if blue > red + 25 && blue > 180 => "sky",
        () if green > red + 15 && green > blue + 25 => "grass",
        () if red > green + 60 && red > blue + 60 => "car",
        () if (red - green).abs() < 14 && (green - blue).abs() < 20 && red < 150 => "road",
        () => "else",
    }
}

mod long {
    use super::*;

    #[test]
    #[ignore = "long: half a minute, a virtual display and a Vulkan"]
    fn a_picture_shows_sky_grass_road_and_car() {
        let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("game.png");
        let _ = std::fs::remove_file(&file);
        let shot = format!("5:{}", file.display());
        let status = Command::new("timeout")
            .args([MOST_S, "xvfb-run", "--auto-servernum", "--server-args=-screen 0 1280x720x24"])
            .args([
                env!("CARGO_BIN_EXE_skidpad-game"),
                "--demo",
                "--mute",
                "--shot",
                &shot,
                "--seconds",
                "5.1",
            ])
            .env("WGPU_BACKEND", "vulkan")
            .status()
            .expect("timeout and xvfb-run");
        assert!(status.success(), "{status}");
        let pixels = pixels(&file);
        for (name, least) in LEAST {
            let share =
                pixels.iter().filter(|pixel| shown(pixel) == name).count() as f64 / pixels.len() as f64;
            println!("{name}: {share:.3}");
            assert!(share > least, "{name}: {share:.3} of {}", file.display());
        }
    }
}
