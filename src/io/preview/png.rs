//! The whole picture as one PNG file, for `bowerbird preview --out`.

use std::path::Path;

use super::{Layout, PreviewError, PreviewSession};

/// The written picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Device pixels.
    pub width: u32,
    /// Device pixels.
    pub height: u32,
    /// Whether the page is taller than the picture, which was cut at `max_height`.
    pub cut: bool,
}

/// Paints the tiles of `layout` from the top and writes them as one PNG file to `path`, at most
/// `max_height` device pixels tall (most programs show up to 16,000).
///
/// # Errors
/// [`PreviewError`] of a tile, or [`PreviewError::Write`].
pub async fn write_png(
    session: &mut PreviewSession,
    layout: &Layout,
    path: &Path,
    max_height: u32,
) -> Result<Picture, PreviewError> {
    let (mut width, mut height, mut cut) = (0, 0, false);
    let mut pixels = Vec::new();
    for number in 0..layout.tile_count() {
        if height >= max_height {
            cut = true;
            break;
        }
        let tile = session.tile(number).await?;
        if number == 0 {
            width = tile.width;
        } else if tile.width != width {
            return Err(PreviewError::Garbled {
                detail: format!("tile {number} is {} wide, not {width}", tile.width),
            });
        }
        let kept = tile.height.min(max_height - height);
        cut |= kept < tile.height;
        let row_bytes = tile.width as usize * 4;
        pixels.extend(tile.rgba.iter().take(row_bytes * kept as usize));
        height += kept;
    }
    let failed = |reason: String| PreviewError::Write {
        path: path.display().to_string(),
        reason,
    };
    let target = path.to_owned();
    tokio::task::spawn_blocking(move || {
        image::save_buffer_with_format(
            &target,
            &pixels,
            width,
            height,
            image::ExtendedColorType::Rgba8,
            image::ImageFormat::Png,
        )
    })
    .await
    .map_err(|e| failed(e.to_string()))?
    .map_err(|e| failed(e.to_string()))?;
    Ok(Picture { width, height, cut })
}
