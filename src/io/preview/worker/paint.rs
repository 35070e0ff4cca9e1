//! Tiles of the laid-out page, painted on demand: the painter counts in 16 bits, and pages are
//! taller than that.

use anyrender::{ImageRenderer, PaintScene};
use anyrender_vello_cpu::VelloCpuImageRenderer;
use blitz_dom::NodeId;
use peniko::kurbo::{Affine, Rect};
use peniko::{Color, Fill};

use super::super::limits::TILE_HEIGHT;
use super::document::Document;

/// Paints one page.
pub(super) struct Painter {
    document: Document,
    renderer: VelloCpuImageRenderer,
    /// The root element with its layout position.
    root: Option<(NodeId, f32)>,
    width_px: u32,
    height: u32,
    scale: f32,
}

impl Painter {
    /// A painter for a page of `width` × `height` CSS pixels.
    pub(super) fn new(document: Document, width: u32, height: u32, scale: f32) -> Self {
        let width_px = pixels(width, scale);
        let root = document
            .base
            .try_root_element()
            .map(|root| (root.id, root.final_layout().location.y));
        Self {
            root,
            renderer: VelloCpuImageRenderer::new(width_px, pixels(TILE_HEIGHT, scale)),
            document,
            width_px,
            height,
            scale,
        }
    }

    /// Width of every tile in device pixels.
    pub(super) fn width_px(&self) -> u32 {
        self.width_px
    }

    /// Height in device pixels and RGBA rows of a tile; `None` past the end of the page.
    pub(super) fn tile(&mut self, number: u32) -> Option<(u32, Vec<u8>)> {
        let top = number.checked_mul(TILE_HEIGHT)?;
        let left = self.height.checked_sub(top).filter(|left| *left > 0)?;
        let height_px = pixels(left.min(TILE_HEIGHT), self.scale);
        self.scroll_to(top);
        self.renderer.resize(self.width_px, height_px);
        let (width_px, scale) = (self.width_px, f64::from(self.scale));
        let base = &mut self.document.base;
        let paper = Rect::new(0.0, 0.0, f64::from(width_px), f64::from(height_px));
        let mut rgba = Vec::new();
        self.renderer.render_to_vec(
            |scene| {
                scene.fill(Fill::NonZero, Affine::IDENTITY, Color::WHITE, None, &paper);
                blitz_paint::paint_scene(scene, base, scale, width_px, height_px, 0, 0);
            },
            &mut rgba,
        );
        Some((height_px, rgba))
    }

    /// Moves the page up by `top` CSS pixels: the root box itself, not the viewport, because boxes
    /// fixed to the viewport would appear again in every tile.
    fn scroll_to(&mut self, top: u32) {
        if let Some((root, y)) = self.root
            && let Some(root) = self.document.base.get_node_mut(root)
        {
            root.final_layout_mut().location.y = y - top as f32;
        }
    }
}

fn pixels(css: u32, scale: f32) -> u32 {
    ((css as f32 * scale).round() as u32).max(1)
}
