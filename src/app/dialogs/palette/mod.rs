//! The command palette: one field that finds commands, views, sites, pages and projects, and
//! searches the records. Input: the entries, collected once when it opens, and the typed text.
//! Output: the action of the chosen entry. It performs nothing itself.

mod entries;
mod keyword_messages;
mod ranking;
#[cfg(test)]
mod tests;

use eframe::egui::text::{CCursor, CCursorRange, LayoutJob};
use eframe::egui::text_edit::TextEditState;
use eframe::egui::{
    self, Align2, Event, FontSelection, Id, Key, Modal, Modifiers, Rect, Role, ScrollArea, Sense,
    TextEdit, TextFormat, TextStyle, Ui, WidgetInfo, vec2,
};

use crate::action::Action;
use crate::shortcuts::composing;
use crate::state::app_state::AppState;
use crate::style::theme::CONTROL_HEIGHT;
use crate::style::ui_context::UiContext;
pub use entries::{Entry, entries};
pub use ranking::rank;
use ranking::{Ranked, records_entry};

/// The name of the palette's id.
const PALETTE: &str = "command-palette";
/// The key of letters that were typed together with the key that opens it.
const CAUGHT: &str = "typed-for-palette";

/// Maximum entries drawn at once.
const SHOWN: usize = 10;

/// An open palette.
pub struct Palette {
    text: String,
    entries: Vec<Entry>,
    ranked: Vec<Ranked>,
    /// The entry that searches the records for the typed text, above or below the others.
    records: Option<Entry>,
    /// Whether that is above: it is asked for, or nothing else has the words.
    records_first: bool,
    chosen: usize,
    ranked_for: Option<String>,
    /// Whether it was drawn before.
    drawn: bool,
}

/// The result of a frame.
pub enum Outcome {
    /// It stays open.
    Open,
    /// It closes.
    Closed,
    /// It closes, and this action is performed.
    Chosen(Box<Action>),
}

impl Palette {
    /// A palette of `entries`, with `text` already typed, and what is typed in this frame: keys may
    /// come faster than frames.
    pub fn new(ctx: &egui::Context, entries: Vec<Entry>, text: &str) -> Self {
        let mut text = text.to_owned();
        let caught = ctx.data_mut(|data| data.remove_temp::<String>(Id::unique(CAUGHT)));
        let mut typed = caught.unwrap_or_default();
        // A field with the keyboard has got the others.
        if !ctx.text_edit_focused() {
            typed.push_str(&take_typed(ctx));
        }
        // The key that opened it may be one of the letters.
        text.push_str(typed.strip_prefix(text.as_str()).unwrap_or(&typed));
        // No other field gets what comes before it is drawn.
        ctx.memory_mut(|memory| memory.request_focus(Id::unique(PALETTE).with("field")));
        Self {
            text,
            drawn: false,
            entries,
            ranked: Vec::new(),
            records: None,
            records_first: false,
            chosen: 0,
            ranked_for: None,
        }
    }

    /// The entry in line `line`: the record search first if it is the likeliest, else last.
    fn line(&self, line: usize) -> Option<(&Entry, &[u32])> {
        let first = self.records_first;
        let place = match (&self.records, first) {
            (Some(records), true) if line == 0 => return Some((records, &[])),
            (Some(_), true) => line - 1,
            (Some(records), false) if line == self.ranked.len() => return Some((records, &[])),
            _ => line,
        };
        let ranked = self.ranked.get(place)?;
        Some((self.entries.get(ranked.entry)?, &ranked.letters))
    }

    fn lines(&self) -> usize {
        self.ranked.len() + usize::from(self.records.is_some())
    }

    fn asks_for_records(&self) -> bool {
        self.text.trim_start().starts_with('/')
    }

    fn rank_again(&mut self, look: &UiContext, world: &AppState) {
        if self.ranked_for.as_ref() == Some(&self.text) {
            return;
        }
        self.ranked_for = Some(self.text.clone());
        let words = self.text.trim().trim_start_matches('/').trim();
        self.records = records_entry(look, world, words, self.asks_for_records());
        self.ranked = if self.asks_for_records() {
            Vec::new()
        } else {
            rank(&self.entries, words)
        };
        let has_words = self.ranked.iter().any(|ranked| !ranked.is_weak());
        self.records_first = self.asks_for_records() || !(words.is_empty() || has_words);
        self.chosen = 0;
    }
}

/// Draws the palette.
pub fn palette_ui(
    ctx: &egui::Context,
    look: &UiContext,
    world: &AppState,
    palette: &mut Palette,
) -> Outcome {
    let id = Id::unique(PALETTE);
    let field = id.with("field");
    // In its first frame the field does not take letters yet.
    if !std::mem::replace(&mut palette.drawn, true) {
        palette.text.push_str(&take_typed(ctx));
        let mut edit = TextEditState::load(ctx, field).unwrap_or_default();
        let end = CCursor::new(palette.text.chars().count());
        edit.cursor.set_char_range(Some(CCursorRange::one(end)));
        edit.store(ctx, field);
        ctx.memory_mut(|memory| memory.request_focus(field));
    }
    palette.rank_again(look, world);
    let keys = keys(ctx, palette);
    let room = ctx.content_rect().size();
    let area = Modal::default_area(id).anchor(Align2::CENTER_TOP, vec2(0.0, 8.0));
    let shown = Modal::new(id).area(area).show(ctx, |ui| {
        ui.set_width((room.x - 48.0).clamp(240.0, 620.0));
        ui.spacing_mut().item_spacing.y = 4.0;
        let shown = ui
            .add(
                TextEdit::singleline(&mut palette.text)
                    .id(field)
                    .align(Align2::LEFT_CENTER)
                    .hint_text(look.t("app-palette-hint"))
                    .margin(egui::Margin::symmetric(8, 6))
                    .desired_width(f32::INFINITY),
            )
            .accessible_name(look.t("app-palette-field"));
        shown.request_focus();
        palette.rank_again(look, world);
        let most = (room.y - 120.0).max(2.0 * CONTROL_HEIGHT);
        lines_ui(ui, look, palette, keys.moved, most)
    });
    let picked = shown.inner.or(keys.entered.then_some(palette.chosen));
    if let Some((entry, _)) = picked.and_then(|line| palette.line(line)) {
        return Outcome::Chosen(Box::new(entry.action.clone()));
    }
    if keys.left || shown.should_close() {
        return Outcome::Closed;
    }
    Outcome::Open
}

/// Keeps the letters of this frame for the palette that is about to open: a field that has the
/// keyboard would get them.
pub fn catch_typed(ctx: &egui::Context) {
    let typed = take_typed(ctx);
    ctx.data_mut(|data| data.insert_temp(Id::unique(CAUGHT), typed));
}

/// The letters typed in this frame; nobody else gets them.
fn take_typed(ctx: &egui::Context) -> String {
    let mut typed = String::new();
    if composing(ctx) {
        return typed;
    }
    ctx.input_mut(|input| {
        input.events.retain(|event| match event {
            Event::Text(text) => {
                typed.push_str(text);
                false
            }
            _ => true,
        });
    });
    typed
}

struct Keys {
    entered: bool,
    left: bool,
    moved: bool,
}

/// Handles the arrows, Enter and Escape before the field receives them.
fn keys(ctx: &egui::Context, palette: &mut Palette) -> Keys {
    let mut keys = Keys {
        entered: false,
        left: false,
        moved: false,
    };
    if composing(ctx) {
        return keys;
    }
    let last = palette.lines().saturating_sub(1);
    let before = palette.chosen;
    ctx.input_mut(|input| {
        let mut pressed = |key| input.consume_key(Modifiers::NONE, key);
        if pressed(Key::ArrowDown) {
            palette.chosen = if before >= last { 0 } else { before + 1 };
        }
        if pressed(Key::ArrowUp) {
            palette.chosen = before.checked_sub(1).unwrap_or(last);
        }
        if pressed(Key::PageDown) {
            palette.chosen = (before + SHOWN).min(last);
        }
        if pressed(Key::PageUp) {
            palette.chosen = before.saturating_sub(SHOWN);
        }
        keys.entered = pressed(Key::Enter);
        keys.left = pressed(Key::Escape);
    });
    keys.moved = palette.chosen != before;
    keys
}

/// Draws the entries; returns the clicked one.
fn lines_ui(
    ui: &mut Ui,
    look: &UiContext,
    palette: &Palette,
    moved: bool,
    most: f32,
) -> Option<usize> {
    let lines = palette.lines();
    if lines == 0 {
        ui.label(look.hint(look.t("app-palette-nothing")));
        return None;
    }
    let height = CONTROL_HEIGHT * f32::from(u8::try_from(SHOWN).unwrap_or(u8::MAX));
    let mut clicked = None;
    ui.spacing_mut().item_spacing.y = 0.0;
    let height = height.min(most);
    #[expect(clippy::cast_precision_loss, reason = "some thousands of lines")]
    let wanted = (lines as f32 * CONTROL_HEIGHT).min(height);
    // The dialog remembers its last height, which must not limit a longer list.
    let mut area = ScrollArea::vertical()
        .max_height(height)
        .min_scrolled_height(wanted);
    if moved {
        // Keeps the selected line visible: rows have equal heights, so its position is known.
        #[expect(clippy::cast_precision_loss, reason = "some thousands of lines")]
        let at = palette.chosen as f32 * CONTROL_HEIGHT - height / 2.0;
        area = area.vertical_scroll_offset(at.max(0.0));
    }
    area.show_rows(ui, CONTROL_HEIGHT, lines, |ui, range| {
        for line in range {
            let Some((entry, letters)) = palette.line(line) else {
                continue;
            };
            if line_ui(ui, look, entry, letters, line == palette.chosen) {
                clicked = Some(line);
            }
        }
    });
    clicked
}

/// Draws one entry; returns true when it was clicked.
fn line_ui(ui: &mut Ui, look: &UiContext, entry: &Entry, letters: &[u32], chosen: bool) -> bool {
    let size = vec2(ui.available_width(), CONTROL_HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let name = if entry.detail.is_empty() {
        entry.text.clone()
    } else {
        format!("{}, {}", entry.text, entry.detail)
    };
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, chosen, &name));
    let tokens = look.tokens;
    if chosen {
        ui.painter().rect_filled(rect, 6.0, tokens.selection);
    } else if response.hovered() {
        ui.painter().rect_filled(rect, 6.0, tokens.hover);
    }
    let inside = rect.shrink2(vec2(8.0, 0.0));
    let small = TextStyle::Small.resolve(ui.style());
    let painter = ui.painter().with_clip_rect(inside);
    let keys = painter.layout_no_wrap(entry.keys.clone(), small.clone(), tokens.dim);
    let keys_width = keys.size().x;
    let keys_at = inside.right_center() - vec2(keys_width, keys.size().y / 2.0);
    painter.galley(keys_at, keys, tokens.dim);

    let mut left = inside;
    left.max.x -= keys_width + if keys_width > 0.0 { 12.0 } else { 0.0 };
    let title = painter.layout_job(title(ui, look, &entry.text, letters));
    let title_width = title.size().x;
    let at = left.left_center() - vec2(0.0, title.size().y / 2.0);
    let painter = painter.with_clip_rect(left);
    painter.galley(at, title, tokens.text);
    let mut rest = left;
    rest.min.x += title_width + 12.0;
    if rest.width() > 40.0 {
        detail_ui(&painter, look, &entry.detail, small, rest);
    }
    response.clicked()
}

fn detail_ui(
    painter: &egui::Painter,
    look: &UiContext,
    text: &str,
    font: egui::FontId,
    room: Rect,
) {
    let mut job = LayoutJob::simple_singleline(text.to_owned(), font, look.tokens.dim);
    job.wrap = egui::text::TextWrapping::truncate_at_width(room.width());
    let detail = painter.layout_job(job);
    let at = room.left_center() - vec2(0.0, detail.size().y / 2.0);
    painter.galley(at, detail, look.tokens.dim);
}

/// The entry's text with the matched letters in the accent colour.
fn title(ui: &Ui, look: &UiContext, text: &str, letters: &[u32]) -> LayoutJob {
    let font = FontSelection::from(TextStyle::Body).resolve(ui.style());
    let mut job = LayoutJob::default();
    job.wrap.max_rows = 1;
    let mut run = (String::new(), false);
    for (place, letter) in text.chars().enumerate() {
        let hit = u32::try_from(place).is_ok_and(|place| letters.contains(&place));
        if hit != run.1 && !run.0.is_empty() {
            append(&mut job, look, &font, &run);
            run.0.clear();
        }
        run.1 = hit;
        run.0.push(letter);
    }
    append(&mut job, look, &font, &run);
    job
}

fn append(
    job: &mut LayoutJob,
    look: &UiContext,
    font: &egui::FontId,
    (text, hit): &(String, bool),
) {
    let colour = if *hit {
        look.tokens.accent
    } else {
        look.tokens.text
    };
    let mut format = TextFormat::simple(font.clone(), colour);
    if *hit {
        // Not only by colour.
        format.underline = egui::Stroke::new(1.0, colour);
    }
    job.append(text, 0.0, format);
}
