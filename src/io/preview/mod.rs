//! The picture of a page, laid out and painted in a child process.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::logic::messages::{Explain, Message, english};
use crate::logic::page::{ElementIndex, Page};

/// What to draw.
#[derive(Clone, Debug)]
pub struct PreviewRequest {
    /// Decoded source.
    pub html: String,
    /// Its address.
    pub url: url::Url,
    /// Width in CSS pixels.
    pub width: u32,
    /// Device pixels per CSS pixel.
    pub scale: f32,
}

/// Rectangle of an element in CSS pixels from the page's top left.
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
    /// Width.
    pub width: f32,
    /// Height.
    pub height: f32,
}

/// Where the time went, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PreviewTiming {
    /// Building the document.
    pub parse_ms: f32,
    /// Fetching style sheets and images.
    pub resources_ms: f32,
    /// Style and layout.
    pub layout_ms: f32,
}

/// A laid-out page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Layout {
    /// Width of the page in CSS pixels.
    pub width: u32,
    /// Height of the page in CSS pixels.
    pub height: u32,
    /// Height of a tile in CSS pixels.
    pub tile_height: u32,
    /// Boxes in paint order.
    pub boxes: Vec<ElementBox>,
    /// Timing.
    pub timing: PreviewTiming,
}

/// A painted strip of the page.
#[derive(Clone, Debug, PartialEq)]
pub struct Tile {
    /// Number from the top.
    pub number: u32,
    /// Device pixels.
    pub width: u32,
    /// Device pixels.
    pub height: u32,
    /// RGBA rows.
    pub rgba: Vec<u8>,
}

/// Brings style sheets and images.
pub trait ResourceLoader: Send + Sync {
    /// The bytes at `url`, `None` when there are none.
    fn load(
        &self,
        url: url::Url,
    ) -> std::pin::Pin<Box<dyn Future<Output = Option<Vec<u8>>> + Send + '_>>;
}

/// Why there is no picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreviewError(pub Message);

impl Explain for PreviewError {
    fn explain(&self) -> Message {
        self.0.clone()
    }
}

impl std::fmt::Display for PreviewError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&english(&self.0))
    }
}

impl std::error::Error for PreviewError {}

/// A page in its child process; killed on drop.
pub struct PreviewSession {}

impl PreviewSession {
    /// Starts `worker preview-worker` and lays the page out.
    ///
    /// # Errors
    /// [`PreviewError`].
    pub async fn open(
        _worker: &Path,
        _request: PreviewRequest,
        _loader: Arc<dyn ResourceLoader>,
    ) -> Result<(Self, Layout), PreviewError> {
        todo!()
    }

    /// Paints a tile.
    ///
    /// # Errors
    /// [`PreviewError`].
    pub async fn tile(&mut self, _number: u32) -> Result<Tile, PreviewError> {
        todo!()
    }
}

/// The child process's main function.
pub fn worker_main() -> ExitCode {
    todo!()
}

/// The smallest box at a point; of equal ones the later.
pub fn hit(_boxes: &[ElementBox], _x: f32, _y: f32) -> Option<ElementIndex> {
    todo!()
}

/// What a line of the structural view is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StructureKind {
    /// `h1` to `h6`.
    Heading(u8),
    /// A paragraph or other text.
    Paragraph,
    /// A link.
    Link {
        /// Absolute address.
        href: String,
    },
    /// A list item.
    ListItem,
    /// An image with its `alt`.
    Image,
}

/// One line of the structural view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StructureItem {
    /// The element.
    pub element: ElementIndex,
    /// What it is.
    pub kind: StructureKind,
    /// Its text.
    pub text: String,
}

/// The page as plain structure.
pub fn structure(_page: &Page) -> Vec<StructureItem> {
    todo!()
}
