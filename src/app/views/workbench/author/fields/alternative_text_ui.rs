//! Edits an alternative as text. Every change is immediately tried on the page; only the newest
//! result counts. Errors are shown below, and their position is underlined.

use eframe::egui::text::{LayoutJob, TextFormat};
use eframe::egui::{
    self, Align2, ComboBox, FontId, Key, Stroke, TextBuffer, TextEdit, TextStyle, Ui,
};

use super::alternative_text::ByHand;
use super::rule_parts::{self, PartLocation};
use crate::action::Action;
use crate::style::drop_down::{DropDown as _, Entries as _};
use crate::style::ui_context::UiContext;
use crate::views::workbench::author::state::Authoring;
use crate::widgets::alternative_kinds::alternative_kind_word;
use bowerbird_engine::types::{AlternativeKind, Message};
use bowerbird_engine::{Command, PageCommand, PageTicket, SelectionResult};

impl Authoring {
    /// Begins to edit an alternative, and shows its result.
    pub fn edit_alternative(
        &mut self,
        spot: PartLocation,
        place: usize,
        actions: &mut Vec<Action>,
    ) {
        let ways = rule_parts::alternatives(self.file(), &spot);
        let way = ways.get(place).cloned().unwrap_or_default();
        self.by_hand = Some(ByHand::of(spot, place, &way));
        self.preview_alternative(actions);
    }

    /// Requests the result of the edited alternative.
    pub fn preview_alternative(&mut self, actions: &mut Vec<Action>) {
        let (Some(edit), Some(page)) = (&mut self.by_hand, &self.page) else {
            return;
        };
        let draft = edit.draft().filter(|_| !edit.source.trim().is_empty());
        let Some(draft) = draft else {
            edit.selection = None;
            return;
        };
        actions.push(Action::Send(Command::Page(PageCommand::Select {
            ticket: page.ticket,
            selector: draft,
        })));
    }

    /// Handles the result of an alternative; answers for an older text are ignored.
    pub fn selected(&mut self, ticket: PageTicket, result: SelectionResult) {
        let open = self.page.as_ref().is_some_and(|page| page.ticket == ticket);
        if let Some(edit) = self.by_hand.as_mut().filter(|_| open)
            && edit
                .draft()
                .is_some_and(|draft| draft.source == result.source)
        {
            edit.selection = Some(result);
        }
    }

    /// Writes the edited alternative into the rule.
    pub fn apply_alternative(&mut self, actions: &mut Vec<Action>) {
        let Some(edit) = self.by_hand.take() else {
            return;
        };
        let mut ways = rule_parts::alternatives(self.file(), &edit.spot);
        let way = edit.alternative(ways.get(edit.place));
        let blank = edit.source.trim().is_empty();
        match ways.get_mut(edit.place) {
            Some(_) if blank => {
                ways.remove(edit.place);
            }
            Some(old) => *old = way,
            None if blank => {}
            None => ways.push(way),
        }
        let spot = edit.spot.clone();
        self.edit(None, actions, |file| {
            rule_parts::set_alternatives(file, &edit.spot, ways);
            true
        });
        self.judge(&spot, actions);
    }
}

/// Draws the alternative being edited.
pub fn by_hand_ui(ui: &mut Ui, look: &UiContext, state: &mut Authoring, actions: &mut Vec<Action>) {
    let Some(mut edit) = state.by_hand.take() else {
        return;
    };
    let (mut changed, mut done, mut cancelled) = (false, false, false);
    egui::Frame::new()
        .fill(look.tokens.ground)
        .corner_radius(6)
        .inner_margin(8)
        .show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 4.0;
            ui.horizontal(|ui| {
                let offered = rule_parts::kinds_of(&edit.spot);
                changed |= kind_ui(ui, look, &mut edit.kind, offered);
                if edit.kind.takes() {
                    changed |= take_ui(ui, look, &mut edit.take);
                }
            });
            let field = source_ui(ui, look, &mut edit);
            changed |= field.changed();
            done |= field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            cancelled |= field.lost_focus() && ui.input(|input| input.key_pressed(Key::Escape));
            found_ui(ui, look, &edit);
            ui.horizontal(|ui| {
                let sound = fault(&edit).is_none();
                done |= look
                    .primary_if(ui, sound, look.t("app-author-use-way"))
                    .clicked();
                cancelled |= ui.button(look.t("app-cancel")).clicked();
                done &= sound;
            });
        });
    if cancelled {
        return;
    }
    state.by_hand = Some(edit);
    if changed {
        state.preview_alternative(actions);
    }
    if done {
        state.apply_alternative(actions);
    }
}

fn kind_ui(
    ui: &mut Ui,
    look: &UiContext,
    kind: &mut AlternativeKind,
    offered: &[AlternativeKind],
) -> bool {
    let shown = alternative_kind_word(look, *kind);
    let mut changed = false;
    let combo = ComboBox::from_id_salt("way-kind")
        .width(110.0)
        .selected_text(shown)
        .show_list(ui, |ui| {
            for offered in offered {
                let word = alternative_kind_word(look, *offered);
                changed |= ui.entry_value(kind, *offered, word).changed();
            }
        });
    combo
        .response
        .accessible_name(look.t("app-author-way-kind"));
    changed
}

fn take_ui(ui: &mut Ui, look: &UiContext, take: &mut String) -> bool {
    let field = ui
        .add(
            TextEdit::singleline(take)
                .align(Align2::LEFT_CENTER)
                .font(TextStyle::Monospace)
                .hint_text(look.t("app-author-way-take-hint"))
                .desired_width(110.0),
        )
        .accessible_name(look.t("app-author-way-take"))
        .on_hover_text(look.t("app-bench-take-tip"));
    look.edged(ui, field).changed()
}

fn source_ui(ui: &mut Ui, look: &UiContext, edit: &mut ByHand) -> egui::Response {
    let font = TextStyle::Monospace.resolve(ui.style());
    let wrong_from = fault(edit).and_then(|(position, _)| position);
    let mut layouter = |ui: &Ui, buffer: &dyn TextBuffer, _wrap: f32| {
        let job = underlined(buffer.as_str(), look, &font, wrong_from);
        ui.fonts_mut(|fonts| fonts.layout_job(job))
    };
    let width = ui.available_width() - 8.0;
    let field = ui
        .add(
            TextEdit::singleline(&mut edit.source)
                .align(Align2::LEFT_CENTER)
                .desired_width(width)
                .layouter(&mut layouter),
        )
        .accessible_name(look.t("app-author-way-text"));
    if !std::mem::replace(&mut edit.focused, true) {
        field.request_focus();
    }
    look.edged(ui, field)
}

/// The text, underlined from the position of the error.
fn underlined(text: &str, look: &UiContext, font: &FontId, wrong_from: Option<usize>) -> LayoutJob {
    let plain = TextFormat::simple(font.clone(), look.tokens.text);
    let mut job = LayoutJob::default();
    let split = wrong_from.map_or(text.len(), |from| {
        let last = text.chars().count().saturating_sub(1);
        text.char_indices()
            .nth(from.min(last))
            .map_or(text.len(), |(byte, _)| byte)
    });
    let (sound, wrong) = text.split_at_checked(split).unwrap_or((text, ""));
    job.append(sound, 0.0, plain.clone());
    let bad = TextFormat {
        underline: Stroke::new(1.5, look.tokens.bad),
        color: look.tokens.bad,
        ..plain
    };
    job.append(wrong, 0.0, bad);
    job
}

fn fault(edit: &ByHand) -> Option<(Option<usize>, &Message)> {
    let (position, message) = edit.selection.as_ref()?.error.as_ref()?;
    Some((*position, message))
}

fn found_ui(ui: &mut Ui, look: &UiContext, edit: &ByHand) {
    if let Some((position, message)) = fault(edit) {
        let mut text = look.text(message);
        if let Some(position) = position {
            text.push_str(&look.t1("app-bench-at", "position", position + 1));
        }
        ui.label(look.coloured(text, look.tokens.bad));
        return;
    }
    let Some(selection) = &edit.selection else {
        return;
    };
    let colour = if selection.count == 0 {
        look.tokens.warn
    } else {
        look.tokens.ok
    };
    let count = look.t1("app-bench-matches", "count", selection.count);
    ui.label(look.coloured(count, colour).strong());
    for found in selection.matches.iter().take(3) {
        let value: String = found.value.chars().take(200).collect();
        ui.add(egui::Label::new(look.hint(value)).truncate());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_of_a_fault_is_underlined_in_characters() {
        let look = UiContext::new(
            bowerbird_engine::types::Language::English,
            egui::Theme::Light,
        );
        let font = FontId::monospace(12.0);
        for (text, from, expected) in [
            ("h2 ä[x", Some(4), "[x"),
            ("h2", Some(40), "2"),
            ("", Some(0), ""),
            ("h2", None, ""),
        ] {
            let job = underlined(text, &look, &font, from);
            let wrong: String = job
                .sections
                .iter()
                .filter(|section| section.format.color == look.tokens.bad)
                .filter_map(|section| {
                    let range = &section.byte_range;
                    job.text
                        .get(usize::from(range.start)..usize::from(range.end))
                })
                .collect();
            assert_eq!(wrong, expected, "{text} from {from:?}");
        }
    }
}
