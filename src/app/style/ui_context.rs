//! The context for drawing views: the texts of the user's language and the colours of the theme.
//! Input: message ids and values. Output: texts and small painted parts. Holds no state of
//! its own.

use std::borrow::Cow;

use eframe::egui::{self, Button, Color32, Id, RichText, Stroke, Ui, Widget};
use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::theme::{self, Tokens};
use bowerbird_engine::types::{Arg, Catalogue, Language, Message, grouped_digits};

/// Texts and colours.
pub struct UiContext {
    /// The texts.
    pub texts: Catalogue,
    /// The colours.
    pub tokens: &'static Tokens,
}

/// The memory id of the first primary button.
fn primary() -> Id {
    Id::unique("primary")
}

/// The first primary button ([`UiContext::primary`]) since [`forget_primary`].
pub fn primary_of(ctx: &egui::Context) -> Option<Id> {
    ctx.data(|data| data.get_temp::<Option<Id>>(primary()))
        .flatten()
}

/// Restarts the search for a primary button.
pub fn forget_primary(ctx: &egui::Context) {
    ctx.data_mut(|data| data.remove::<Option<Id>>(primary()));
}

/// Messages that name a way of the command line; the same with `-window` names that of the window.
const COMMAND_LINE_WAYS: [&str; 6] = [
    "engine-next-incomplete-of",
    "engine-next-locked",
    "engine-next-question",
    "secrets-no-passphrase",
    "secrets-no-passphrase-yet",
    "secrets-passphrase-changed",
];

/// The message as it is told in the window, with those inside of it.
fn in_window(message: &Message) -> Cow<'_, Message> {
    let is_other = COMMAND_LINE_WAYS.contains(&message.id.as_str());
    let has_inner = |(_, arg): &(String, Arg)| matches!(arg, Arg::Nested(_));
    if !is_other && !message.args.iter().any(has_inner) {
        return Cow::Borrowed(message);
    }
    let mut told = message.clone();
    if is_other {
        told.id.push_str("-window");
    }
    for (_, arg) in &mut told.args {
        if let Arg::Nested(inner) = arg {
            **inner = in_window(inner).into_owned();
        }
    }
    Cow::Owned(told)
}

impl UiContext {
    /// The context for `language` and `theme`.
    pub fn new(language: Language, theme: egui::Theme) -> Self {
        Self {
            texts: Catalogue::new(language),
            tokens: Tokens::of(theme),
        }
    }

    /// The language of all texts.
    pub fn language(&self) -> Language {
        self.texts.language()
    }

    /// The text of `id`.
    pub fn t(&self, id: &str) -> String {
        self.texts.get(id)
    }

    /// Two sentences, one after the other, as the language writes them.
    pub fn sentences(&self, first: String, second: String) -> String {
        let both = Message::new("app-two-sentences");
        self.text(&both.with("first", first).with("second", second))
    }

    /// The text of `id` with one argument.
    pub fn t1(&self, id: &str, name: &str, value: impl Into<Arg>) -> String {
        self.texts.text(&Message::new(id).with(name, value))
    }

    /// The text of a message.
    pub fn text(&self, message: &Message) -> String {
        self.texts.text(&in_window(message))
    }

    /// Names in a row.
    pub fn list(&self, parts: &[impl AsRef<str>]) -> String {
        self.texts.list(parts)
    }

    /// A name and its value.
    pub fn pair(&self, name: impl Into<Arg>, value: impl Into<Arg>) -> String {
        let pair = Message::new("pair").with("name", name);
        self.texts.text(&pair.with("value", value))
    }

    /// A small, dimmed text.
    pub fn hint(&self, text: impl Into<String>) -> RichText {
        RichText::new(text).small().color(self.tokens.dim)
    }

    /// A title.
    pub fn title(&self, text: impl Into<String>) -> RichText {
        RichText::new(text).heading().color(self.tokens.text)
    }

    /// The primary button of a view.
    pub fn primary(&self, ui: &mut Ui, text: impl Into<String>) -> egui::Response {
        self.primary_if(ui, true, text)
    }

    /// [`Self::primary`], enabled only when `enabled`.
    pub fn primary_if(
        &self,
        ui: &mut Ui,
        enabled: bool,
        text: impl Into<String>,
    ) -> egui::Response {
        let text = text.into();
        // A faded accent would make its text unreadable, so disabled buttons are plain.
        let button = if enabled {
            Button::new(RichText::new(text).color(self.tokens.on_accent))
                .fill(self.tokens.accent)
                .stroke(Stroke::NONE)
        } else {
            Button::new(text)
        };
        let response = ui.add_enabled(enabled, button);
        if enabled {
            let own = response.id;
            ui.data_mut(|data| {
                let _ = data.get_temp_mut_or(primary(), None).get_or_insert(own);
            });
        }
        self.ring(ui, &response);
        response
    }

    /// A button with text only.
    pub fn quiet(&self, ui: &mut Ui, text: impl Into<String>) -> egui::Response {
        let response = Button::new(RichText::new(text).color(self.tokens.accent))
            .frame_when_inactive(false)
            .ui(ui);
        self.ring(ui, &response);
        response
    }

    /// Draws the focus ring of a control that paints none itself.
    pub fn ring(&self, ui: &Ui, response: &egui::Response) {
        if response.has_focus() {
            ui.painter().rect_stroke(
                response.rect.expand(2.0),
                8.0,
                Stroke::new(1.5, self.tokens.accent),
                egui::StrokeKind::Outside,
            );
        }
    }

    /// Draws the focus ring inside `area` of a focused part that is not a control.
    pub fn ring_inside(&self, ui: &Ui, area: egui::Rect) {
        let line = Stroke::new(1.5, self.tokens.accent);
        let inside = egui::StrokeKind::Inside;
        ui.painter()
            .rect_stroke(area.shrink(1.0), 2.0, line, inside);
    }

    /// Draws the focus ring around the focused control, for controls that paint none themselves.
    pub fn ring_focus(&self, ctx: &egui::Context) {
        let focused = ctx.memory(|memory| memory.focused());
        let Some(response) = focused.and_then(|id| ctx.read_response(id)) else {
            return;
        };
        let painter = ctx
            .layer_painter(response.layer_id)
            .with_clip_rect(response.interact_rect.expand(4.0));
        if ctx.text_edit_focused() {
            // egui only tints the hairline of a field. Of a long text, around what is visible.
            let line = Stroke::new(1.5, self.tokens.accent);
            let seen = response.interact_rect;
            painter.rect_stroke(seen, 6.0, line, egui::StrokeKind::Outside);
            return;
        }
        // Tables and pages draw their own, inside.
        let rect = response.rect;
        if rect.width() > 320.0 && rect.height() > 120.0 {
            return;
        }
        painter.rect_stroke(
            rect.expand(2.0),
            8.0,
            Stroke::new(1.5, self.tokens.accent),
            egui::StrokeKind::Outside,
        );
    }

    /// A field with a visible edge: egui draws fields and buttons with one hairline, which is too
    /// faint for an input field.
    pub fn edged(&self, ui: &Ui, field: egui::Response) -> egui::Response {
        if !field.has_focus() {
            let edge = Stroke::new(1.0, self.tokens.border);
            ui.painter()
                .rect_stroke(field.rect, 6.0, edge, egui::StrokeKind::Inside);
        }
        field
    }

    /// A view's first line: its title and its purpose.
    pub fn view_title(&self, ui: &mut Ui, title: &str) {
        ui.horizontal(|ui| ui.label(self.title(self.t(title)).strong()));
    }

    /// An empty state: what is missing, and what to do about it.
    pub fn empty_state(&self, ui: &mut Ui, title: &str, hint: &str) {
        ui.add_space(ui.available_height().min(320.0) * 0.25);
        ui.vertical_centered(|ui| {
            ui.label(
                RichText::new(self.t(title))
                    .text_style(theme::empty_state())
                    .color(self.tokens.text),
            );
            ui.add_space(theme::GAP);
            ui.label(RichText::new(self.t(hint)).color(self.tokens.dim));
            ui.add_space(3.0 * theme::GAP);
        });
    }

    /// A thin progress bar: `share` done (0 to 1), at most `width` points wide.
    pub fn progress(&self, ui: &mut Ui, share: f32, width: f32) {
        let size = egui::vec2(width.min(ui.available_width()), 4.0);
        let (rect, response) = ui.allocate_exact_size(size, egui::Sense::hover());
        response.widget_info(|| egui::WidgetInfo::new(egui::Role::ProgressIndicator));
        let done = egui::Rect::from_min_size(rect.min, egui::vec2(rect.width() * share, 4.0));
        ui.painter().rect_filled(rect, 2.0, self.tokens.line);
        ui.painter().rect_filled(done, 2.0, self.tokens.accent);
    }

    /// A coloured word that also names the colour's meaning.
    pub fn coloured(&self, text: impl Into<String>, colour: Color32) -> RichText {
        RichText::new(text).color(colour)
    }

    /// `moment` in the machine's time zone, to the minute.
    pub fn time(&self, moment: Timestamp) -> String {
        moment
            .to_zoned(TimeZone::system())
            .strftime("%Y-%m-%d %H:%M")
            .to_string()
    }

    /// `moment` in `zone`, to the minute, without the zone's name.
    pub fn time_in(&self, moment: Timestamp, zone: &TimeZone) -> String {
        moment
            .to_zoned(zone.clone())
            .strftime("%Y-%m-%d %H:%M")
            .to_string()
    }

    /// `moment` in the machine's time zone, to the second.
    pub fn time_to_second(&self, moment: Timestamp) -> String {
        moment
            .to_zoned(TimeZone::system())
            .strftime("%Y-%m-%d %H:%M:%S")
            .to_string()
    }

    /// `moment` with seconds and zone, for tooltips.
    pub fn exact_time(&self, moment: Timestamp) -> String {
        moment
            .to_zoned(TimeZone::system())
            .strftime("%Y-%m-%d %H:%M:%S %Z")
            .to_string()
    }

    /// A number with thin spaces between groups of three digits.
    pub fn count(&self, number: u64) -> String {
        grouped_digits(&number.to_string())
    }

    /// A size in bytes, kilobytes or megabytes.
    pub fn bytes(&self, bytes: u64) -> String {
        #[expect(clippy::cast_precision_loss, reason = "shown with one decimal")]
        let value = bytes as f64;
        if bytes < 1_000 {
            format!("{bytes} B")
        } else if bytes < 1_000_000 {
            format!("{:.1} kB", value / 1e3)
        } else {
            format!("{:.1} MB", value / 1e6)
        }
    }
}

/// A text that begins a line or is an option: its first letter is large.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase());
    first.into_iter().flatten().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_and_sizes_have_units() {
        let look = UiContext::new(Language::English, egui::Theme::Light);
        assert_eq!(look.count(80), "80");
        assert_eq!(look.count(1_234_567), "1\u{a0}234\u{a0}567");
        assert_eq!(look.bytes(999), "999 B");
        assert_eq!(look.bytes(12_345), "12.3 kB");
        assert_eq!(look.bytes(7_000_000), "7.0 MB");
    }
}
