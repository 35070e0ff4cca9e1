//! Takes a picture of a page after it was read, from its top down to a bound, as wide as the window.
//! Input: the page in its tab. Output: a JPEG file that the browser made. A page without a picture is
//! still a page: nothing here makes one fail.

use std::io::Cursor;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use image::{ImageFormat, ImageReader};
use serde::Deserialize;
use serde_json::{Value, json};

use super::tab::Tab;
use crate::browser::devtools::ProtocolError;
use bowerbird_logic::model::PagePicture;

/// The script that loads what is still to be loaded, and reads the words.
const PREPARE: &str = include_str!("picture.js");
/// How long images are waited for.
const IMAGES: Duration = Duration::from_secs(5);
/// How long the script may take, with some time to spare.
const PREPARING: Duration = Duration::from_secs(8);
/// How long the browser may take to make a picture.
const TAKING: Duration = Duration::from_secs(20);
/// The longest time for all of it.
const ALL: Duration = Duration::from_secs(100);
/// The qualities that are tried, with the part of the height that is taken: a smaller file each.
const TRIES: [(u32, f64); 3] = [(75, 1.0), (45, 1.0), (45, 0.5)];

/// Sizes of a page, in CSS pixels.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct LayoutMetrics {
    css_layout_viewport: Viewport,
    css_content_size: ContentSize,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Viewport {
    client_width: f64,
}

#[derive(Deserialize)]
struct ContentSize {
    height: f64,
}

impl Tab<'_> {
    /// The picture of the page; `None` if the browser makes none that is small enough in time.
    pub(super) async fn picture(&mut self) -> Option<PagePicture> {
        let left = self.picture_until.map_or(ALL, |end| {
            end.saturating_duration_since(Instant::now()).min(ALL)
        });
        let taken = match tokio::time::timeout(left, self.taken()).await {
            Ok(taken) => taken,
            Err(_) => Err(ProtocolError::Late),
        };
        match taken {
            Ok(picture) => picture.filter(PagePicture::is_plausible),
            Err(error) => {
                tracing::warn!(url = %self.documents.shown(), %error, "no picture of a page");
                None
            }
        }
    }

    async fn taken(&mut self) -> Result<Option<PagePicture>, ProtocolError> {
        let (patience, most) = (IMAGES.as_millis(), PagePicture::MAX_WORDS / 4);
        let script = format!("{PREPARE}({patience}, {most})");
        let words = self.evaluate(&script, PREPARING).await?;
        let words = words.as_str().unwrap_or_default().to_owned();
        let metrics = self.asked("Page.getLayoutMetrics", json!({})).await?;
        let metrics = serde_json::from_value::<LayoutMetrics>(metrics)
            .map_err(|error| ProtocolError::Refused(error.to_string()))?;
        let width = metrics.css_layout_viewport.client_width;
        let width = width.clamp(1.0, f64::from(PagePicture::MAX_WIDTH));
        let height = metrics.css_content_size.height;
        let height = height.clamp(1.0, f64::from(PagePicture::MAX_HEIGHT));
        for (quality, part) in TRIES {
            let height = (height * part).ceil();
            let clip = json!({ "x": 0, "y": 0, "width": width, "height": height, "scale": 1 });
            let order = json!({
                "format": "jpeg",
                "quality": quality,
                "clip": clip,
                "captureBeyondViewport": true,
            });
            let made = self.asked("Page.captureScreenshot", order).await?;
            let data = made.get("data").and_then(Value::as_str).unwrap_or_default();
            let jpeg = STANDARD.decode(data).unwrap_or_default();
            if jpeg.len() > PagePicture::MAX_BYTES {
                continue;
            }
            let Some((width, height)) = size_of(&jpeg) else {
                return Ok(None);
            };
            return Ok(Some(PagePicture {
                jpeg: jpeg.into(),
                width,
                height,
                words,
            }));
        }
        Ok(None)
    }

    async fn asked(&mut self, method: &str, params: Value) -> Result<Value, ProtocolError> {
        let tab = self.parts.tab.0.clone();
        let work = async move { tab.call_within(method, params, TAKING).await };
        self.during_call(work).await?
    }
}

/// Width and height of a JPEG file, as its head says.
fn size_of(jpeg: &[u8]) -> Option<(u32, u32)> {
    ImageReader::with_format(Cursor::new(jpeg), ImageFormat::Jpeg)
        .into_dimensions()
        .ok()
}
