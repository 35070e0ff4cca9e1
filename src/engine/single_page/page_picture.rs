//! Draws one page to a file, with the same child process as the window.

use std::path::Path;
use std::sync::Arc;

use url::Url;

use super::source::{is_address, small_runtime};
use super::{Loaded, file_error};
use crate::page_resources::SessionResources;
use crate::protocol::EngineError;
use bowerbird_io::fetch::{FetchLimits, Fetcher, Session};
use bowerbird_io::preview::{Layout, PreviewRequest, PreviewSession};
use bowerbird_logic::policy::address_policy::Reach;

/// The maximum number of device pixels of a picture file: more than anyone views, and 400 MB of
/// memory.
const MAX_PICTURE_PX: u64 = 100_000_000;

/// The result of drawing.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// Sizes, boxes and timing.
    pub layout: Layout,
    /// Height of the picture in pixels; less than the page's when that is too long for a file.
    pub height_px: u32,
}

/// Draws the page `width` CSS pixels wide into the PNG file `png`, and its boxes as JSON into
/// `boxes` when given. `worker` is the program started as `worker preview-worker`.
///
/// # Errors
/// When the page cannot be drawn or a file cannot be written.
pub fn draw(
    loaded: &Loaded,
    width: u32,
    png: &Path,
    boxes: Option<&Path>,
    worker: &Path,
) -> Result<Drawn, EngineError> {
    let (layout, picture) = small_runtime()?.block_on(paint(loaded, width, worker))?;
    let height_px = picture.height();
    picture
        .save_with_format(png, image::ImageFormat::Png)
        .map_err(|error| file_error("engine-cannot-write", png, &error))?;
    if let Some(path) = boxes {
        let json = serde_json::to_vec(&layout)
            .map_err(|error| file_error("engine-cannot-write", path, &error))?;
        std::fs::write(path, json)
            .map_err(|error| file_error("engine-cannot-write", path, &error))?;
    }
    Ok(Drawn { layout, height_px })
}

/// The address spaces from which style sheets and pictures may be loaded: those of the typed
/// address at most. A file loads nothing from inside the network.
async fn reach_of(loaded: &Loaded) -> Reach {
    match Url::parse(&loaded.source).ok() {
        Some(typed) if is_address(&loaded.source) => {
            let fetcher = Fetcher::new(FetchLimits::subresource());
            fetcher.reach_of_named(&typed).await
        }
        _ => Reach::PUBLIC,
    }
}

async fn paint(
    loaded: &Loaded,
    width: u32,
    worker: &Path,
) -> Result<(Layout, image::RgbaImage), EngineError> {
    let session = Session::new(None, None, None).reaching(reach_of(loaded).await);
    let resources = Arc::new(SessionResources::new(session));
    let request = PreviewRequest {
        html: loaded.html.clone(),
        url: loaded.url.clone(),
        width,
        scale: 1.0,
    };
    let (mut session, layout) = PreviewSession::open(worker, request, resources).await?;
    let columns = layout.width.max(1);
    let most_rows = u32::try_from(MAX_PICTURE_PX / u64::from(columns)).unwrap_or(u32::MAX);
    let rows = layout.height.clamp(1, most_rows);
    let mut picture = image::RgbaImage::new(columns, rows);
    let tile_height = layout.tile_height.max(1);
    for number in 0..rows.div_ceil(tile_height) {
        let tile = session.tile(number).await?;
        let Some(strip) = image::RgbaImage::from_raw(tile.width, tile.height, tile.rgba) else {
            continue;
        };
        image::imageops::replace(
            &mut picture,
            &strip,
            0,
            i64::from(number) * i64::from(tile_height),
        );
    }
    Ok((layout, picture))
}
