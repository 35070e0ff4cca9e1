//! Whether an image may be decoded: its dimensions are read first, because a file of a few
//! kilobytes can decode to gigabytes.

use std::io::Cursor;

use super::super::PreviewLimits;

/// Counts the pixels of a page's images against the limits.
#[derive(Debug)]
pub(super) struct PixelBudget {
    image: u64,
    left: u64,
}

impl PixelBudget {
    /// A full budget.
    pub(super) fn new(limits: &PreviewLimits) -> Self {
        Self {
            image: limits.image_pixels,
            left: limits.page_image_pixels,
        }
    }

    /// Whether `bytes` may be decoded: anything but raster images, and images within the budget,
    /// which then shrinks.
    pub(super) fn admit(&mut self, bytes: &[u8]) -> bool {
        let Ok(reader) = image::ImageReader::new(Cursor::new(bytes)).with_guessed_format() else {
            return false;
        };
        if reader.format().is_none() {
            return true;
        }
        // Without dimensions it could not be decoded either.
        let Ok((width, height)) = reader.into_dimensions() else {
            return false;
        };
        let pixels = u64::from(width) * u64::from(height);
        let admitted = pixels <= self.image && pixels <= self.left;
        if admitted {
            self.left -= pixels;
        }
        admitted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The start of a PNG file: signature and header chunk.
    fn png_header(width: u32, height: u32) -> Vec<u8> {
        let mut chunk = b"IHDR".to_vec();
        chunk.extend_from_slice(&width.to_be_bytes());
        chunk.extend_from_slice(&height.to_be_bytes());
        chunk.extend_from_slice(&[8, 2, 0, 0, 0]);
        let mut file = b"\x89PNG\r\n\x1a\n\0\0\0\x0d".to_vec();
        file.extend_from_slice(&chunk);
        file.extend_from_slice(&crc32(&chunk).to_be_bytes());
        file.extend_from_slice(b"\0\0\0\0IDAT\0\0\0\0");
        file
    }

    fn crc32(bytes: &[u8]) -> u32 {
        !bytes.iter().fold(u32::MAX, |crc, byte| {
            (0..8).fold(crc ^ u32::from(*byte), |crc, _| {
                (crc >> 1) ^ (0xEDB8_8320 * (crc & 1))
            })
        })
    }

    #[test]
    fn one_huge_image_is_turned_away_and_small_ones_are_not() {
        let mut budget = PixelBudget::new(&PreviewLimits::default());
        assert!(!budget.admit(&png_header(20_000, 20_000)));
        assert!(budget.admit(&png_header(6_000, 6_000)));
    }

    #[test]
    fn many_large_images_use_the_budget_up() {
        let mut budget = PixelBudget::new(&PreviewLimits::default());
        let admitted = (0..10)
            .filter(|_| budget.admit(&png_header(6_000, 6_000)))
            .count();
        assert_eq!(admitted, 2);
        assert!(budget.admit(&png_header(100, 100)));
    }

    #[test]
    fn what_is_no_raster_image_passes() {
        let mut budget = PixelBudget::new(&PreviewLimits::default());
        assert!(budget.admit(b"p { color: red }"));
        assert!(budget.admit(b"<svg xmlns='http://www.w3.org/2000/svg'/>"));
        assert!(budget.admit(b""));
        assert!(!budget.admit(b"\x89PNG\r\n\x1a\n broken"));
    }
}
