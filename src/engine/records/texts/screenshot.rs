//! The picture of a record's page, ready to be shown: decoded within bounds, in parts that every
//! graphics card takes. Input: a record. Output: its parts from top to bottom.

use std::io::Cursor;
use std::sync::Arc;

use image::{ImageFormat, ImageReader, Limits, RgbaImage};

use crate::context::{EngineContext, spawn_cpu_now};
use crate::protocol::{EngineError, RecordScreenshot, ScreenshotPart};
use bowerbird_logic::model::{PagePicture, RecordId};

/// The largest side of a part in pixels: what the weakest graphics cards take.
const PART: u32 = 2_048;
/// The memory limit of decoding in bytes.
const MAX_BYTES: u64 = 128 * 1024 * 1024;

/// Loads and decodes the picture of a record's page; without parts if there is none, or it cannot be
/// decoded.
///
/// # Errors
/// From the store.
pub(crate) async fn screenshot(
    context: Arc<EngineContext>,
    record: RecordId,
) -> Result<RecordScreenshot, EngineError> {
    let store = context.store.clone();
    let work = move || {
        let Some(stored) = store.record_anywhere(record)? else {
            return Ok(None);
        };
        Ok::<_, EngineError>(store.page_picture_anywhere(&stored)?)
    };
    let found = spawn_cpu_now(work).await.unwrap_or(Ok(None))?;
    let parts = match found {
        Some(picture) => spawn_cpu_now(move || decoded(&picture.jpeg))
            .await
            .flatten(),
        None => None,
    };
    Ok(RecordScreenshot {
        record,
        parts: parts.unwrap_or_default(),
    })
}

/// A JPEG file in parts; `None` if it is none, or too large.
fn decoded(jpeg: &[u8]) -> Option<Vec<ScreenshotPart>> {
    let mut reader = ImageReader::with_format(Cursor::new(jpeg), ImageFormat::Jpeg);
    let mut limits = Limits::default();
    limits.max_image_width = Some(PagePicture::MAX_WIDTH);
    limits.max_image_height = Some(PagePicture::MAX_HEIGHT);
    limits.max_alloc = Some(MAX_BYTES);
    reader.limits(limits);
    let picture = reader.decode().ok()?;
    let picture = match picture.width() > PART {
        true => picture.thumbnail(PART, PagePicture::MAX_HEIGHT),
        false => picture,
    };
    Some(parts_of(&picture.into_rgba8()))
}

fn parts_of(picture: &RgbaImage) -> Vec<ScreenshotPart> {
    let width = picture.width();
    let row = usize::try_from(width).unwrap_or_default() * 4;
    let rows = usize::try_from(PART).unwrap_or(1);
    let parts = picture.as_raw().chunks(row.max(1) * rows);
    parts
        .map(|rgba| ScreenshotPart {
            width,
            height: u32::try_from(rgba.len() / row.max(1)).unwrap_or_default(),
            rgba: Arc::from(rgba),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use image::codecs::jpeg::JpegEncoder;

    use super::*;

    fn jpeg(width: u32, height: u32) -> Vec<u8> {
        let mut out = Vec::new();
        let picture = image::RgbImage::from_pixel(width, height, image::Rgb([40, 90, 160]));
        JpegEncoder::new(&mut out)
            .encode_image(&picture)
            .expect("encoded");
        out
    }

    #[test]
    fn a_long_picture_comes_in_parts_and_a_bomb_not_at_all() {
        let parts = decoded(&jpeg(300, 5_000)).expect("decoded");
        let heights: Vec<u32> = parts.iter().map(|part| part.height).collect();
        assert_eq!(heights, [PART, PART, 5_000 - 2 * PART]);
        assert!(
            parts
                .iter()
                .all(|part| part.rgba.len() == (part.width * part.height * 4) as usize)
        );
        assert_eq!(decoded(&jpeg(4, PagePicture::MAX_HEIGHT + 1)), None);
        assert_eq!(decoded(b"no picture"), None);
    }
}
