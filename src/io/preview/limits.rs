//! How much a page may ask of the preview. The figures keep every page of a newspaper, a forum
//! or a manual, and stop those that would take the machine.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The limits of one preview.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PreviewLimits {
    /// Most bytes of source.
    pub source_bytes: usize,
    /// Most elements.
    pub elements: usize,
    /// Deepest nesting of elements: layout recurses over the tree.
    pub depth: usize,
    /// Most style sheets, images and fonts of a page.
    pub resources: usize,
    /// Most bytes of one of them.
    pub resource_bytes: usize,
    /// Most pixels of one image: 40 million decode to 160 MB.
    pub image_pixels: u64,
    /// Most pixels of all images of a page together.
    pub page_image_pixels: u64,
    /// Time for all of them together, from when the page is handed over (a third of it is left to
    /// them however long the page took to read); what has not come by then counts as missing.
    pub resource_time: Duration,
    /// Time from the start of the child process to the layout, resources included.
    pub layout_time: Duration,
    /// Time for one tile.
    pub tile_time: Duration,
    /// Most bytes of memory of the child process (where the system can limit it).
    pub memory_bytes: u64,
    /// Tallest picture in CSS pixels; the rest of the page is cut.
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

/// Height of a tile in CSS pixels, and of the window that the page believes in.
pub(super) const TILE_HEIGHT: u32 = 1_000;

/// Widths that a page is laid out for, in CSS pixels.
pub(super) const WIDTHS: (u32, u32) = (200, 4_096);

/// Device pixels per CSS pixel.
pub(super) const SCALES: (f32, f32) = (0.25, 3.0);

/// Widest tile in device pixels: the painter counts in 16 bits and graphics cards take textures
/// of at least this size.
pub(super) const TILE_WIDTH_PX: u32 = 8_192;

/// Stack of the thread that lays out: about 1,000 levels of nested boxes in an unoptimised build.
pub(super) const STACK_BYTES: usize = 512 << 20;
