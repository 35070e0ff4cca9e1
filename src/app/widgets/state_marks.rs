//! The display of states: always a shape, a colour and a word together.

use eframe::egui::{self, Color32, Pos2, Rect, Sense, Shape, Stroke, Ui, pos2, vec2};

use crate::style::ui_context::UiContext;
use bowerbird_engine::types::{PageState, SiteStatus};

/// The shapes of states and fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkShape {
    /// A filled disc.
    Disc,
    /// An empty ring.
    Ring,
    /// A triangle on its base.
    Triangle,
    /// A diamond.
    Diamond,
    /// A filled square.
    Square,
    /// An empty square.
    Frame,
    /// A cross.
    Cross,
    /// A flat bar.
    Bar,
}

/// The shapes of fields, distinguishable without colour.
pub const FIELD_MARKS: [MarkShape; 8] = [
    MarkShape::Bar,
    MarkShape::Square,
    MarkShape::Disc,
    MarkShape::Triangle,
    MarkShape::Diamond,
    MarkShape::Ring,
    MarkShape::Frame,
    MarkShape::Cross,
];

/// The shape of field number `index`. The colours begin anew after as many fields as there are
/// shapes; from there on each has the next shape, so that no two fields look alike.
pub fn field_mark(index: usize) -> MarkShape {
    let all = FIELD_MARKS.len();
    FIELD_MARKS
        .get((index + index / all) % all)
        .copied()
        .unwrap_or(MarkShape::Disc)
}

/// Paints `mark` in `colour`, about as large as a letter.
pub fn mark_ui(ui: &mut Ui, mark: MarkShape, colour: Color32) {
    let (rect, _) = ui.allocate_exact_size(vec2(10.0, 14.0), Sense::hover());
    paint(ui.painter(), mark, colour, rect.center(), 4.0);
}

/// The same with a word for those who do not see it, and for the pointer.
pub fn named_mark_ui(ui: &mut Ui, mark: MarkShape, colour: Color32, word: &str) {
    let (rect, response) = ui.allocate_exact_size(vec2(10.0, 14.0), Sense::hover());
    paint(ui.painter(), mark, colour, rect.center(), 4.0);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, word));
    response.on_hover_text(word);
}

/// Paints `mark` around `centre`.
pub fn paint(painter: &egui::Painter, mark: MarkShape, colour: Color32, centre: Pos2, r: f32) {
    let at = |x: f32, y: f32| pos2(centre.x + x * r, centre.y + y * r);
    let thin = Stroke::new(1.5, colour);
    let polygon = |points: Vec<Pos2>| Shape::convex_polygon(points, colour, Stroke::NONE);
    match mark {
        MarkShape::Disc => {
            painter.circle_filled(centre, r, colour);
        }
        MarkShape::Ring => {
            painter.circle_stroke(centre, r, thin);
        }
        MarkShape::Triangle => {
            painter.add(polygon(vec![at(0.0, -1.1), at(1.1, 0.9), at(-1.1, 0.9)]));
        }
        MarkShape::Diamond => {
            painter.add(polygon(vec![
                at(0.0, -1.2),
                at(1.2, 0.0),
                at(0.0, 1.2),
                at(-1.2, 0.0),
            ]));
        }
        MarkShape::Square => {
            painter.rect_filled(
                Rect::from_center_size(centre, vec2(1.8, 1.8) * r),
                1.0,
                colour,
            );
        }
        MarkShape::Frame => {
            let rect = Rect::from_center_size(centre, vec2(1.8, 1.8) * r);
            painter.rect_stroke(rect, 1.0, thin, egui::StrokeKind::Inside);
        }
        MarkShape::Cross => {
            painter.line_segment([at(-0.9, -0.9), at(0.9, 0.9)], thin);
            painter.line_segment([at(-0.9, 0.9), at(0.9, -0.9)], thin);
        }
        MarkShape::Bar => {
            painter.rect_filled(
                Rect::from_center_size(centre, vec2(2.2, 0.9) * r),
                1.0,
                colour,
            );
        }
    }
}

/// Shape, colour and word of a state; `None` is "not run yet".
pub fn state_mark(look: &UiContext, state: Option<PageState>) -> (MarkShape, Color32, String) {
    let tokens = look.tokens;
    let (mark, colour, id) = match state {
        None => (MarkShape::Ring, tokens.dim, "app-state-new"),
        Some(PageState::Ok) => (MarkShape::Disc, tokens.ok, "app-state-ok"),
        Some(PageState::RateLimited) => {
            (MarkShape::Triangle, tokens.warn, "app-state-rate-limited")
        }
        Some(PageState::Challenge) => (MarkShape::Diamond, tokens.bad, "app-state-challenge"),
        Some(PageState::Blocked) => (MarkShape::Cross, tokens.bad, "app-state-blocked"),
        Some(PageState::LoginRequired) => {
            (MarkShape::Frame, tokens.warn, "app-state-login-required")
        }
        Some(PageState::SoftBlock) => (MarkShape::Diamond, tokens.warn, "app-state-soft-block"),
        Some(PageState::LayoutChanged) => {
            (MarkShape::Square, tokens.warn, "app-state-layout-changed")
        }
        Some(PageState::Empty) => (MarkShape::Ring, tokens.dim, "app-state-empty"),
        Some(PageState::Outage) => (MarkShape::Cross, tokens.warn, "app-state-outage"),
        Some(PageState::NeedsBrowser) => {
            (MarkShape::Square, tokens.warn, "app-state-needs-browser")
        }
        Some(PageState::Incomplete) => (MarkShape::Frame, tokens.warn, "app-state-incomplete"),
        Some(PageState::ProxyFault) => (MarkShape::Bar, tokens.warn, "app-state-proxy-fault"),
    };
    (mark, colour, look.t(id))
}

/// The same for a status, whose evidence may say more than its state: that there is no such page or
/// host is no outage of the site.
pub fn status_mark(look: &UiContext, status: &SiteStatus) -> (MarkShape, Color32, String) {
    let (mark, colour, word) = state_mark(look, Some(status.state));
    let word = match status.missing_page() {
        Some(code) => look.t1("app-state-not-found", "status", code),
        None if status.is_unknown_host() => look.t("app-state-host-unknown"),
        None => word,
    };
    (mark, colour, word)
}

fn running_mark(look: &UiContext) -> (MarkShape, Color32, String) {
    let word = look.t("app-state-running");
    (MarkShape::Triangle, look.tokens.accent, word)
}

/// The same for a site that may be running, or whose first run was interrupted: neither is "not run
/// yet".
pub fn site_mark(
    look: &UiContext,
    status: Option<&SiteStatus>,
    running: bool,
    begun: bool,
) -> (MarkShape, Color32, String) {
    match status {
        None if running => running_mark(look),
        // What a run finds wrong is shown while it runs; that the last one went well is not.
        Some(status) if running && matches!(status.state, PageState::Ok | PageState::Empty) => {
            running_mark(look)
        }
        None if begun => (MarkShape::Ring, look.tokens.dim, look.t("app-state-begun")),
        None => state_mark(look, None),
        Some(status) => status_mark(look, status),
    }
}

/// Shows a state.
pub fn state_ui(ui: &mut Ui, look: &UiContext, state: Option<PageState>) {
    let (mark, colour, word) = state_mark(look, state);
    word_ui(ui, mark, colour, &word);
}

/// Shows a shape and a word in one colour, truncating the word if necessary.
pub fn word_ui(ui: &mut Ui, mark: MarkShape, colour: Color32, word: &str) {
    let label = egui::Label::new(coloured_text(word, colour));
    marked_ui(ui, mark, colour, label.truncate());
}

/// The same with the whole word, for grids, whose cells fit their content.
pub fn whole_word_ui(ui: &mut Ui, mark: MarkShape, colour: Color32, word: &str) {
    let label = egui::Label::new(coloured_text(word, colour));
    marked_ui(ui, mark, colour, label.extend());
}

fn marked_ui(ui: &mut Ui, mark: MarkShape, colour: Color32, label: egui::Label) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        mark_ui(ui, mark, colour);
        ui.add(label.selectable(false));
    });
}

fn coloured_text(word: &str, colour: Color32) -> egui::RichText {
    egui::RichText::new(word).color(colour)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_fields_of_a_rule_look_alike() {
        let tokens = crate::style::theme::Tokens::of(egui::Theme::Light);
        let mut looks = Vec::new();
        for number in 0..64 {
            let look = (field_mark(number), tokens.field(number));
            assert!(!looks.contains(&look), "{number} looks like another");
            looks.push(look);
        }
    }
}
