//! Resource limits of the preview. They admit every page of a newspaper, a forum or a manual, and
//! stop pages that would overload the machine.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The limits of one preview.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PreviewLimits {
    /// Maximum bytes of source.
    pub source_bytes: usize,
    /// Maximum number of elements.
    pub elements: usize,
    /// Maximum nesting of elements: layout recurses over the tree.
    pub depth: usize,
    /// Maximum number of style sheets, images and fonts of a page.
    pub resources: usize,
    /// Maximum bytes of one of them.
    pub resource_bytes: usize,
    /// Maximum pixels of one image: 40 million decode to 160 MB.
    pub image_pixels: u64,
    /// Maximum pixels of all images of a page together.
    pub page_image_pixels: u64,
    /// Time for all of them together, from the start of the page (a third of it is reserved for
    /// them however long parsing took); later ones count as missing.
    pub resource_time: Duration,
    /// Time from the start of the child process to the layout, resources included.
    pub layout_time: Duration,
    /// Time for one tile.
    pub tile_time: Duration,
    /// Maximum memory of the child process in bytes (where the system can limit it).
    pub memory_bytes: u64,
    /// Maximum height of the picture in CSS pixels; the rest of the page is cut.
    pub page_height: u32,
}

impl Default for PreviewLimits {
    fn default() -> Self {
        Self {
            source_bytes: 5_000_000,
            elements: 60_000,
            depth: 1_000,
            resources: 300,
            resource_bytes: 16_000_000,
            image_pixels: 40_000_000,
            page_image_pixels: 100_000_000,
            resource_time: Duration::from_secs(6),
            layout_time: Duration::from_secs(20),
            tile_time: Duration::from_secs(10),
            memory_bytes: 1_610_612_736,
            page_height: 200_000,
        }
    }
}

/// Height in CSS pixels of a tile, and of the viewport that the page sees.
pub(super) const TILE_HEIGHT: u32 = 1_000;

/// Widths that a page is laid out for, in CSS pixels.
pub(super) const WIDTHS: (u32, u32) = (200, 4_096);

/// Device pixels per CSS pixel.
pub(super) const SCALES: (f32, f32) = (0.25, 3.0);

/// Maximum tile width in device pixels: the painter counts in 16 bits, and graphics cards support
/// textures of at least this size.
pub(super) const TILE_WIDTH_PX: u32 = 8_192;

/// Stack of the layout thread: about 1,000 levels of nested boxes in an unoptimised build.
pub(super) const STACK_BYTES: usize = 512 << 20;

/// Maximum concurrent loads of resources; the loader's own limits may be tighter.
pub(super) const LOADS_AT_ONCE: usize = 8;

/// The parent answers in time on its own; this covers one that does not.
pub(super) const GRACE: Duration = Duration::from_secs(1);

/// Maximum layouts before a page must do with the resources it has: each can reveal new ones.
pub(super) const ROUNDS: usize = 6;
