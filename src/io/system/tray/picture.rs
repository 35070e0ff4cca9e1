//! The picture of the item and of the window, painted in code, so that it needs no file (the menu
//! of the desktop has the same in `packaging/bowerbird.svg`): a bower, two walls of twigs that lean
//! together over the collected objects.

/// Samples per side of a pixel, for smooth edges.
const SAMPLES: u16 = 4;
/// Orange, visible on light and dark panels.
const TWIGS: [u8; 3] = [0xd9, 0x7a, 0x1f];
/// The collected object is blue, as bowerbirds prefer.
const FOUND: [u8; 3] = [0x2f, 0x7f, 0xe0];

/// The pixels of a picture `side` pixels wide and high: ARGB, row by row.
pub fn picture(side: u16) -> Vec<u8> {
    let mut pixels = Vec::with_capacity(usize::from(side) * usize::from(side) * 4);
    for y in 0..side {
        for x in 0..side {
            pixels.extend(pixel(x, y, side));
        }
    }
    pixels
}

fn pixel(x: u16, y: u16, side: u16) -> [u8; 4] {
    let (mut twigs, mut found) = (0_u16, 0_u16);
    let place = |pixel: u16, sample: u16| {
        let at = f32::from(pixel) + (f32::from(sample) + 0.5) / f32::from(SAMPLES);
        at / f32::from(side) * 2.0 - 1.0
    };
    for sy in 0..SAMPLES {
        for sx in 0..SAMPLES {
            let (x, y) = (place(x, sx), place(y, sy));
            if is_found(x, y) {
                found += 1;
            } else if is_twig(x, y) {
                twigs += 1;
            }
        }
    }
    let all = SAMPLES * SAMPLES;
    let covered = twigs + found;
    let [red, green, blue] = if found > twigs { FOUND } else { TWIGS };
    let alpha = u8::try_from(covered * 255 / all).unwrap_or(u8::MAX);
    [alpha, red, green, blue]
}

/// An arch from ground to ground: between two circles above the middle, two walls below.
fn is_twig(x: f32, y: f32) -> bool {
    const OUTER: f32 = 0.86;
    const INNER: f32 = 0.56;
    let from_middle = if y < 0.0 { x.hypot(y) } else { x.abs() };
    (INNER..=OUTER).contains(&from_middle) && y <= 0.9
}

/// A ball on the ground between the walls.
fn is_found(x: f32, y: f32) -> bool {
    x.hypot(y - 0.56) <= 0.34
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_has_a_border_of_nothing_and_both_colours() {
        let side = 22;
        let pixels = picture(side);
        assert_eq!(pixels.len(), 22 * 22 * 4);
        let at = |x: usize, y: usize| &pixels[(y * 22 + x) * 4..][..4];
        assert_eq!(at(0, 0)[0], 0, "nothing in the corner");
        assert_eq!(at(11, 3), [255, 0xd9, 0x7a, 0x1f]);
        assert_eq!(at(11, 17), [255, 0x2f, 0x7f, 0xe0]);
    }
}
