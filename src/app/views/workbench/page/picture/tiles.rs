//! The painted strips of the page's picture: requested when scrolled to, kept while near, dropped
//! when far away, so that a tall page does not fill the graphics memory.

use std::collections::{BTreeMap, BTreeSet};

use eframe::egui::{
    Align2, Color32, ColorImage, Context, Pos2, Rect, TextStyle, TextureFilter, TextureHandle,
    TextureOptions, Theme, Ui, pos2, vec2,
};

use super::zoom::Placed;
use crate::action::Action;
use crate::style::theme::{Tokens, UNTINTED};
use bowerbird_engine::types::Layout;
use bowerbird_engine::{Command, PageCommand, PageTicket};

/// Strips kept around the visible ones.
const AROUND: u32 = 1;
/// The page has its own white background in every theme.
pub(super) const PAPER: Color32 = UNTINTED;

/// The strips of one page.
#[derive(Default)]
pub struct Tiles {
    painted: BTreeMap<u32, TextureHandle>,
    asked: BTreeSet<u32>,
}

impl Tiles {
    /// Drops all strips.
    pub fn clear(&mut self) {
        self.painted.clear();
        self.asked.clear();
    }

    /// The page was drawn again: requests the strips again, keeping the old ones until they arrive.
    pub fn renew(&mut self) {
        self.asked.clear();
    }

    /// Handles a painted strip. One whose bytes do not match its size is ignored.
    pub fn came(&mut self, ctx: &Context, number: u32, size: [u32; 2], rgba: &[u8]) {
        let size = size.map(|side| side as usize);
        if size.iter().product::<usize>() * 4 != rgba.len() {
            return;
        }
        // Strips are opaque, so no multiplication is needed.
        let image = ColorImage::from_rgba_premultiplied(size, rgba);
        let options = TextureOptions::LINEAR.with_mipmap_mode(Some(TextureFilter::Linear));
        let texture = ctx.load_texture(format!("tile-{number}"), image, options);
        self.painted.insert(number, texture);
    }

    /// Draws the visible strips, and requests missing ones and the next one on either side.
    pub(super) fn show(
        &mut self,
        ui: &Ui,
        ticket: PageTicket,
        layout: &Layout,
        placed: &Placed,
        waiting: &str,
        actions: &mut Vec<Action>,
    ) {
        let clip = ui.clip_rect().intersect(placed.rect);
        ui.painter().rect_filled(clip, 0.0, PAPER);
        let height = px(layout.tile_height.max(1)) * placed.zoom;
        let last_tile = layout.tile_count().saturating_sub(1);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "strip numbers"
        )]
        let number = |y: f32| (((y - placed.rect.top()).max(0.0) / height) as u32).min(last_tile);
        let (first, last) = (number(clip.top()), number(clip.bottom()));
        for tile in first..=last {
            let top = px(tile) * height;
            let bottom = (top + height).min(placed.rect.height());
            let rect = Rect::from_min_max(
                placed.rect.min + vec2(0.0, top),
                placed.rect.min + vec2(placed.rect.width(), bottom),
            );
            if let Some(texture) = self.painted.get(&tile) {
                let whole = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
                ui.painter().image(texture.id(), rect, whole, UNTINTED);
            } else {
                ui.painter().text(
                    rect.intersect(clip).center(),
                    Align2::CENTER_CENTER,
                    waiting,
                    TextStyle::Small.resolve(ui.style()),
                    Tokens::of(Theme::Light).dim,
                );
            }
        }
        let beside = [
            last.saturating_add(1).min(last_tile),
            first.saturating_sub(1),
        ];
        for tile in (first..=last).chain(beside) {
            if self.asked.insert(tile) {
                actions.push(Action::Send(Command::Page(PageCommand::PaintTile {
                    ticket,
                    number: tile,
                })));
            }
        }
        let near = first.saturating_sub(AROUND)..=last.saturating_add(AROUND);
        self.painted.retain(|tile, _| near.contains(tile));
        let painted = &self.painted;
        self.asked
            .retain(|tile| painted.contains_key(tile) || near.contains(tile));
    }
}

#[expect(clippy::cast_precision_loss, reason = "pages stay far below 2^24 px")]
fn px(value: u32) -> f32 {
    value as f32
}
