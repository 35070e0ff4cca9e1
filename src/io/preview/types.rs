//! The plain types of the interface: request, layout, boxes, tiles, and the loader provided by the
//! engine.

use std::pin::Pin;

use serde::{Deserialize, Serialize};
use url::Url;

use bowerbird_logic::page::ElementIndex;

/// What to draw.
#[derive(Clone, Debug)]
pub struct PreviewRequest {
    /// Decoded source.
    pub html: String,
    /// Its address: the base of relative links unless the page sets another.
    pub url: Url,
    /// Width in CSS pixels, clamped to 200 to 4,096.
    pub width: u32,
    /// Device pixels per CSS pixel, clamped to 0.25 to 3.
    pub scale: f32,
}

/// Rectangle of an element in CSS pixels from the page's top left, cut to what its scrolling and
/// clipping ancestors show.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ElementBox {
    /// Number in the page tree.
    pub element: ElementIndex,
    /// Tag name.
    pub tag: String,
    /// Left.
    pub x: f32,
    /// Top.
    pub y: f32,
    /// Width, above 0.
    pub width: f32,
    /// Height, above 0.
    pub height: f32,
}

/// The time spent, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PreviewTiming {
    /// Building the document, fonts included.
    pub parse_ms: f32,
    /// Waiting for style sheets and images.
    pub resources_ms: f32,
    /// Style, layout and boxes.
    pub layout_ms: f32,
}

/// A laid-out page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Layout {
    /// Width of the page in CSS pixels.
    pub width: u32,
    /// Height of the page in CSS pixels, at least 1; very tall pages are cut.
    pub height: u32,
    /// Height of a tile in CSS pixels; the last one is shorter.
    pub tile_height: u32,
    /// The visible boxes in page order: of two at the same place the later is on top.
    pub boxes: Vec<ElementBox>,
    /// The time spent.
    pub timing: PreviewTiming,
}

impl Layout {
    /// The number of tiles of the page.
    pub fn tile_count(&self) -> u32 {
        self.height.div_ceil(self.tile_height.max(1))
    }
}

/// A painted strip of the page over its whole width.
#[derive(Clone, Debug, PartialEq)]
pub struct Tile {
    /// Number from the top, from 0.
    pub number: u32,
    /// Device pixels.
    pub width: u32,
    /// Device pixels.
    pub height: u32,
    /// `width` × `height` × 4 bytes, rows from the top, red green blue alpha; alpha is full.
    pub rgba: Vec<u8>,
}

/// Loads style sheets, images and fonts: the engine answers with the site's own session and limits.
pub trait ResourceLoader: Send + Sync {
    /// The bytes at `url` (absolute; http, https, or `cid` for a part of a web archive), `None`
    /// when there are none. Called concurrently for several addresses; the future is dropped when
    /// its time is up.
    fn load(&self, url: Url) -> Pin<Box<dyn Future<Output = Option<Vec<u8>>> + Send + '_>>;
}

/// A loader without resources: pages appear without style sheets and pictures.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoResources;

impl ResourceLoader for NoResources {
    fn load(&self, _url: Url) -> Pin<Box<dyn Future<Output = Option<Vec<u8>>> + Send + '_>> {
        Box::pin(std::future::ready(None))
    }
}
