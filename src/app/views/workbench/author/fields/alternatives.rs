//! The alternatives of a part in the order they are tried, each with its estimated stability, and
//! further ones that work. Each can be edited as text.

use eframe::egui::{Button, Label, Rect, RichText, Sense, Ui, vec2};

use crate::action::Action;
use crate::style::theme::SMALL_BUTTON;
use crate::style::ui_context::UiContext;
use crate::views::workbench::author::fields::alternative_text::source_of;
use crate::views::workbench::author::fields::alternative_text_ui::by_hand_ui;
use crate::views::workbench::author::fields::rule_parts::{self, PartLocation};
use crate::views::workbench::author::state::Authoring;
use bowerbird_engine::types::{Alternative, AlternativeKind, Ranked};

/// Maximum alternatives offered beside those of the rule.
const MAX_OTHERS: usize = 5;

/// The button pressed for an alternative.
enum AlternativeEdit {
    Edit(usize),
    Up(usize),
    Remove(usize),
    Add(Box<Alternative>),
}

/// Draws the alternatives.
pub fn alternatives_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut Authoring,
    spot: &PartLocation,
    actions: &mut Vec<Action>,
) {
    let used = rule_parts::alternatives(state.file(), spot);
    let ranked = state.ranked(spot).to_vec();
    ui.add_space(4.0);
    let id = if used.len() > 1 {
        "app-author-ways"
    } else {
        "app-author-way"
    };
    ui.label(RichText::new(look.t(id)).strong());
    let mut edit = None;
    let editing = state
        .by_hand
        .as_ref()
        .filter(|edit| edit.spot == *spot)
        .map(|edit| edit.place);
    for (place, way) in used.iter().enumerate() {
        if editing == Some(place) {
            by_hand_ui(ui, look, state, actions);
            continue;
        }
        let judged = ranked.iter().find(|ranked| ranked.alternative == *way);
        let line = Line {
            place,
            way,
            judged,
            used: true,
        };
        alternative_ui(ui, look, &line, &mut edit);
    }
    if editing == Some(used.len()) {
        by_hand_ui(ui, look, state, actions);
    }
    if used.is_empty() && editing.is_none() {
        ui.label(look.hint(look.t("app-author-no-way")));
    }
    others_ui(ui, look, &used, &ranked, &mut edit);
    if editing.is_none() && look.quiet(ui, look.t("app-author-add-way")).clicked() {
        edit = Some(AlternativeEdit::Edit(used.len()));
    }
    if let Some(edit) = edit {
        carry_out(state, spot, used, edit, actions);
    }
}

fn carry_out(
    state: &mut Authoring,
    spot: &PartLocation,
    mut ways: Vec<Alternative>,
    edit: AlternativeEdit,
    actions: &mut Vec<Action>,
) {
    match edit {
        AlternativeEdit::Edit(place) => {
            state.edit_alternative(spot.clone(), place, actions);
            return;
        }
        AlternativeEdit::Up(place) => {
            rule_parts::moved(&mut ways, place, place.saturating_sub(1));
        }
        AlternativeEdit::Remove(place) => {
            if place < ways.len() {
                ways.remove(place);
            }
        }
        AlternativeEdit::Add(way) => ways.push(*way),
    }
    state.edit(None, actions, |file| {
        rule_parts::set_alternatives(file, spot, ways);
        true
    });
}

struct Line<'a> {
    place: usize,
    way: &'a Alternative,
    judged: Option<&'a Ranked>,
    used: bool,
}

fn alternative_ui(
    ui: &mut Ui,
    look: &UiContext,
    line: &Line<'_>,
    edit: &mut Option<AlternativeEdit>,
) {
    let text = alternative_text(look, line.way);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.spacing_mut().button_padding = vec2(6.0, 1.0);
        let number = if line.used {
            (line.place + 1).to_string()
        } else {
            "·".to_owned()
        };
        ui.label(look.hint(number));
        let buttons = if line.used { 84.0 } else { 96.0 };
        let width = (ui.available_width() - buttons).max(40.0);
        let code = RichText::new(&text).monospace().size(12.0);
        ui.allocate_ui(vec2(width, 20.0), |ui| {
            ui.set_width(width);
            ui.add(Label::new(code).truncate().show_tooltip_when_elided(false))
                .on_hover_text(&text);
        });
        buttons_ui(ui, look, line, &text, edit);
    });
    if let Some(judged) = line.judged {
        stability_ui(ui, look, judged);
    }
}

fn buttons_ui(
    ui: &mut Ui,
    look: &UiContext,
    line: &Line<'_>,
    text: &str,
    edit: &mut Option<AlternativeEdit>,
) {
    let named = |ui: &mut Ui, sign: String, id: &str, usable: bool| {
        let name = look.t1(id, "way", text);
        ui.add_enabled(usable, Button::new(sign).small().min_size(SMALL_BUTTON))
            .accessible_name(&name)
            .on_hover_text(look.t(&format!("{id}-tip")))
            .clicked()
    };
    if !line.used {
        if named(
            ui,
            look.t("app-author-use-other"),
            "app-author-use-this",
            true,
        ) {
            *edit = Some(AlternativeEdit::Add(Box::new(line.way.clone())));
        }
        return;
    }
    if named(ui, "✏".to_owned(), "app-author-edit-way", true) {
        *edit = Some(AlternativeEdit::Edit(line.place));
    }
    if named(ui, "⬆".to_owned(), "app-author-way-up", line.place > 0) {
        *edit = Some(AlternativeEdit::Up(line.place));
    }
    if named(ui, "×".to_owned(), "app-author-way-away", true) {
        *edit = Some(AlternativeEdit::Remove(line.place));
    }
}

fn others_ui(
    ui: &mut Ui,
    look: &UiContext,
    used: &[Alternative],
    ranked: &[Ranked],
    edit: &mut Option<AlternativeEdit>,
) {
    let mut others = ranked
        .iter()
        .filter(|ranked| !used.contains(&ranked.alternative))
        .take(MAX_OTHERS)
        .enumerate()
        .peekable();
    if others.peek().is_none() {
        return;
    }
    ui.add_space(2.0);
    ui.label(look.hint(look.t("app-author-other-ways")));
    for (place, ranked) in others {
        let line = Line {
            place,
            way: &ranked.alternative,
            judged: Some(ranked),
            used: false,
        };
        alternative_ui(ui, look, &line, edit);
    }
}

/// The stability of an alternative: a bar, a word and a number; the reasons on hover.
fn stability_ui(ui: &mut Ui, look: &UiContext, judged: &Ranked) {
    let stability = judged.stability.clamp(0.0, 1.0);
    // Alternatives accepted from an offer were not ranked.
    if stability <= 0.0 {
        return;
    }
    let (id, colour) = if stability >= 0.85 {
        ("app-author-very-steady", look.tokens.ok)
    } else if stability >= 0.7 {
        ("app-author-steady", look.tokens.ok)
    } else if stability >= 0.5 {
        ("app-author-may-break", look.tokens.warn)
    } else {
        ("app-author-weak", look.tokens.bad)
    };
    let why: Vec<String> = judged.why.iter().map(|why| look.text(why)).collect();
    let response = ui
        .horizontal(|ui| {
            ui.add_space(14.0);
            let (rect, _) = ui.allocate_exact_size(vec2(56.0, 12.0), Sense::hover());
            let bar = Rect::from_center_size(rect.center(), vec2(56.0, 4.0));
            ui.painter().rect_filled(bar, 2.0, look.tokens.line);
            #[expect(clippy::cast_possible_truncation, reason = "a bar of 56 points")]
            let filled = Rect::from_min_size(bar.min, vec2(56.0 * stability as f32, 4.0));
            ui.painter().rect_filled(filled, 2.0, colour);
            ui.label(look.coloured(look.t(id), colour).small());
            ui.label(look.hint(format!("{stability:.2}")));
        })
        .response
        .interact(Sense::hover());
    if !why.is_empty() {
        response.on_hover_ui(|ui| {
            for why in why {
                ui.add(Label::new(why).wrap());
            }
        });
    }
}

/// An alternative as one line.
fn alternative_text(look: &UiContext, way: &Alternative) -> String {
    let (kind, source) = source_of(way);
    let mut text = match kind {
        AlternativeKind::Constant => look.t1("app-author-way-constant", "text", source),
        AlternativeKind::Page => look.t1("app-author-way-page", "fact", source),
        AlternativeKind::Label => look.t1("app-author-way-label", "label", source),
        _ => source,
    };
    if let Some(take) = &way.take {
        text.push_str(" @");
        text.push_str(take);
    }
    text
}
