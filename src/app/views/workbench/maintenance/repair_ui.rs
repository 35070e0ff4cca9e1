//! The panel of a repair: for every part its current and proposed alternatives, the values before
//! and after, the confidence with reasons, and whether it is accepted. The old page is beside it.

use eframe::egui::{self, Color32, ComboBox, Label, RichText, ScrollArea, Ui};

use super::{Repairing, RuleMaintenance, name_word};
use crate::action::Action;
use crate::style::drop_down::{DropDown as _, Entries as _};
use crate::style::frames::panel;
use crate::style::ui_context::UiContext;
use crate::views::workbench::author::fields::rule_parts;
use crate::views::workbench::author::{Authoring, Home, PartLocation};
use crate::views::workbench::page;
use crate::widgets::state_marks::{self, MarkShape};
use bowerbird_engine::types::{
    Message, Proposal, RepairChange, RepairOffer, RepairStatus, Rest, RuleOrigin, RulePart,
};

/// Maximum pages whose values are shown for a proposal.
const PAGES: usize = 3;
/// Maximum values shown per page.
const VALUES: usize = 3;
/// Maximum characters shown of a value.
const LETTERS: usize = 120;

/// Draws the panel.
pub fn repair_ui(
    ui: &mut Ui,
    look: &UiContext,
    maintenance: &mut RuleMaintenance,
    author: &mut Authoring,
    actions: &mut Vec<Action>,
) {
    let Some(repair) = &mut maintenance.repair else {
        return;
    };
    let mut close = false;
    ui.horizontal_wrapped(|ui| {
        ui.label(look.title(look.t("app-repair-title")).strong());
        close = look.quiet(ui, look.t("app-repair-close")).clicked();
    });
    match repair.offer.clone() {
        None => {
            ui.label(look.hint(look.t("app-repair-working")));
        }
        Some(Err(message)) => {
            ui.label(look.text(&message));
        }
        Some(Ok(offer)) => {
            head_ui(ui, look, repair, &offer, author, actions);
            let saved = repair.done && !author.changed() && author.site.is_some();
            ScrollArea::vertical()
                .id_salt("repair")
                .auto_shrink(false)
                .show(ui, |ui| {
                    ui.set_width(ui.available_width() - 8.0);
                    for (place, proposal) in offer.proposals.iter().enumerate() {
                        proposal_ui(ui, look, repair, (place, saved), proposal);
                    }
                    rest_ui(ui, look, &offer.rest, author, actions);
                });
        }
    }
    if close {
        maintenance.end_repair(actions);
    }
}

fn head_ui(
    ui: &mut Ui,
    look: &UiContext,
    repair: &mut Repairing,
    offer: &RepairOffer,
    author: &mut Authoring,
    actions: &mut Vec<Action>,
) {
    if repair.done {
        let saved = !author.changed() && author.site.is_some();
        let id = match saved {
            true => "app-repair-saved",
            false => "app-repair-done",
        };
        ui.label(look.coloured(look.t(id), look.tokens.ok));
        left_empty_ui(ui, look, repair, author, saved);
        return;
    }
    if offer.proposals.is_empty() {
        ui.label(look.t("app-repair-nothing"));
        left_empty_ui(ui, look, repair, author, false);
        return;
    }
    left_empty_ui(ui, look, repair, author, false);
    let chosen = repair.accepted().len();
    let take = Message::new("app-repair-take")
        .with("count", chosen)
        .with("all", offer.proposals.len());
    if look.primary_if(ui, chosen > 0, look.text(&take)).clicked() {
        repair.accept(author, actions);
    }
    ui.add_space(4.0);
}

/// Warns of required fields that the accepted proposals leave empty.
fn left_empty_ui(
    ui: &mut Ui,
    look: &UiContext,
    repair: &Repairing,
    author: &Authoring,
    saved: bool,
) {
    let left = repair.left_empty(author);
    if left.is_empty() {
        return;
    }
    let names: Vec<String> = left.iter().map(|name| name_word(look, name)).collect();
    let id = match saved {
        true => "app-repair-are-empty",
        false => "app-repair-stay-empty",
    };
    let said = Message::new(id).with("fields", names);
    let said = look.text(&said);
    ui.horizontal_top(|ui| {
        state_marks::mark_ui(ui, MarkShape::Triangle, look.tokens.warn);
        ui.add(Label::new(look.coloured(said, look.tokens.warn)).wrap());
    });
}

fn proposal_ui(
    ui: &mut Ui,
    look: &UiContext,
    repair: &mut Repairing,
    (place, saved): (usize, bool),
    proposal: &Proposal,
) {
    ui.separator();
    let part = section_word(look, &proposal.part);
    #[expect(clippy::cast_possible_truncation, reason = "whole percent")]
    let percent = (proposal.confidence * 100.0).round() as i64;
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(&part).strong());
        // The fit of the new alternative means little when nothing agrees with its values.
        if proposal.doubtful {
            ui.label(look.coloured(look.t("app-repair-doubtful"), look.tokens.warn))
                .on_hover_text(look.t("app-repair-doubtful-tip"));
        } else {
            ui.label(look.hint(look.t1("app-repair-sure", "percent", percent)));
        }
        if let Some(taken) = repair.taken.get(place).filter(|_| repair.done) {
            let id = if *taken {
                "app-repair-was-taken"
            } else {
                "app-repair-was-left"
            };
            ui.label(look.hint(look.t(id)));
        }
    });
    if let Some(taken) = repair.taken.get_mut(place).filter(|_| !repair.done) {
        ui.horizontal(|ui| {
            for (value, id, name) in [
                (true, "app-repair-accept", "app-repair-accept-part"),
                (false, "app-repair-reject", "app-repair-reject-part"),
            ] {
                let button = egui::Button::selectable(*taken == value, look.t(id));
                let named = look.t1(name, "part", part.as_str());
                let button = ui.add(button.frame_when_inactive(true));
                if button.accessible_name(named).clicked() {
                    *taken = value;
                }
            }
        });
    }
    for why in &proposal.why {
        ui.label(look.hint(look.text(why)));
    }
    alternatives_ui(ui, look, "app-repair-old", &proposal.old, look.tokens.dim);
    alternatives_ui(ui, look, "app-repair-new", &proposal.new, look.tokens.text);
    let is_taken = repair.taken.get(place) == Some(&true);
    for change in proposal.pages.iter().take(PAGES) {
        // Lower rows than elsewhere, only here.
        ui.scope(|ui| values_ui(ui, look, change, saved && is_taken));
    }
}

fn alternatives_ui(
    ui: &mut Ui,
    look: &UiContext,
    id: &str,
    ways: &[bowerbird_engine::types::Alternative],
    colour: Color32,
) {
    ui.label(look.hint(look.t(id)));
    if ways.is_empty() {
        ui.label(look.hint(look.t("app-repair-no-way")));
    }
    for way in ways {
        let text = RichText::new(way.written()).monospace().color(colour);
        ui.add(Label::new(text).wrap());
    }
}

/// The values of a part on a page: before the redesign, now, and with the proposal.
fn values_ui(ui: &mut Ui, look: &UiContext, change: &RepairChange, saved: bool) {
    ui.add(Label::new(look.hint(&change.url)).truncate());
    ui.spacing_mut().interact_size.y = 16.0;
    let line = |ui: &mut Ui, id: &str, values: &[String], mark: MarkShape, colour: Color32| {
        ui.horizontal(|ui| {
            ui.set_height(16.0);
            state_marks::mark_ui(ui, mark, colour);
            ui.label(RichText::new(look.t(id)).color(colour));
            ui.add(Label::new(values_text(look, values)).truncate());
        });
    };
    let tokens = look.tokens;
    if !change.expected.is_empty() {
        line(
            ui,
            "app-repair-expected",
            &change.expected,
            MarkShape::Ring,
            tokens.dim,
        );
    }
    // Once the repair is saved, this is no longer what the rule finds.
    if !saved {
        line(
            ui,
            "app-repair-before",
            &change.before,
            MarkShape::Cross,
            tokens.warn,
        );
    }
    line(
        ui,
        "app-repair-after",
        &change.after,
        MarkShape::Disc,
        tokens.ok,
    );
}

fn values_text(look: &UiContext, values: &[String]) -> String {
    if values.iter().all(|value| value.trim().is_empty()) {
        return look.t("app-samples-nothing");
    }
    let short = |value: &String| {
        let flat = value.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut short: String = flat.chars().take(LETTERS).collect();
        if short.len() < flat.len() {
            short.push('…');
        }
        short
    };
    let mut words: Vec<String> = values.iter().take(VALUES).map(short).collect();
    if values.len() > VALUES {
        words.push("…".to_owned());
    }
    words.join(" · ")
}

fn rest_ui(
    ui: &mut Ui,
    look: &UiContext,
    rest: &[Rest],
    author: &mut Authoring,
    actions: &mut Vec<Action>,
) {
    if rest.is_empty() {
        return;
    }
    ui.separator();
    for rest in rest {
        let (mark, colour, id) = match rest.standing {
            RepairStatus::Works => (MarkShape::Disc, look.tokens.ok, "app-repair-works"),
            RepairStatus::Broken => (MarkShape::Cross, look.tokens.bad, "app-repair-broken"),
            RepairStatus::Unknown => (MarkShape::Ring, look.tokens.dim, "app-repair-unknown"),
        };
        let part = section_word(look, &rest.part);
        let word = look.t1(id, "part", part);
        state_marks::word_ui(ui, mark, colour, &word);
        ui.label(look.hint(look.text(&rest.why)));
        if rest.standing == RepairStatus::Broken {
            stop_looking_ui(ui, look, &rest.part, author, actions);
        }
    }
}

/// A button that takes a field out of the rule, which the site no longer has.
fn stop_looking_ui(
    ui: &mut Ui,
    look: &UiContext,
    part: &RulePart,
    author: &mut Authoring,
    actions: &mut Vec<Action>,
) {
    let (home, name) = match part {
        RulePart::Field(name) => (Home::Page, name),
        RulePart::ListField(name) => (Home::List, name),
        _ => return,
    };
    if rule_parts::field(author.file(), home, name).is_none() {
        ui.label(look.hint(look.t("app-repair-stopped-looking")));
        return;
    }
    let named = look.t1(
        "app-repair-stop-looking-part",
        "part",
        name_word(look, name),
    );
    let stop = ui.button(look.t("app-repair-stop-looking"));
    let stop = stop.on_hover_text(look.t("app-repair-stop-looking-tip"));
    if stop.accessible_name(named).clicked() {
        author.remove(&PartLocation::field(home, name), actions);
        author.rule_or_new().origin = RuleOrigin::Repaired;
    }
}

/// The name of a part of a rule.
fn section_word(look: &UiContext, part: &RulePart) -> String {
    match part {
        RulePart::ListItem | RulePart::RecordItem => look.t("app-author-part-item"),
        RulePart::ListLink => look.t("app-author-part-link"),
        RulePart::ListNext | RulePart::RecordNext => look.t("app-author-part-next"),
        RulePart::ListField(name) | RulePart::Field(name) => name_word(look, name),
        RulePart::Content => look.t("app-author-part-content"),
    }
}

/// Draws the old page in the left half of the remaining space, while a repair is open.
pub fn old_page_ui(
    ui: &mut Ui,
    look: &UiContext,
    maintenance: &mut RuleMaintenance,
    author: &Authoring,
    actions: &mut Vec<Action>,
) {
    let Some(repair) = maintenance
        .repair
        .as_mut()
        .filter(|r| !r.old_pages().is_empty())
    else {
        return;
    };
    let half = ui.available_width() / 2.0;
    egui::Panel::left("repair-old")
        .frame(panel(look).inner_margin(1).outer_margin(egui::Margin {
            right: 8,
            ..egui::Margin::ZERO
        }))
        .resizable(true)
        .show_separator_line(false)
        .default_size(half - 8.0)
        // The page as it is now keeps room, also in a window that has become smaller.
        .size_range(200.0..=(half * 1.15).max(201.0))
        .show(ui, |ui| {
            ui.take_available_space();
            old_head_ui(ui, look, repair, actions);
            let marks = repair.marks(author, look);
            let mut inputs = Vec::new();
            ui.push_id("old-page", |ui| {
                page::page_ui(ui, look, &mut repair.old, &marks, &mut inputs, actions);
            });
        });
}

fn old_head_ui(ui: &mut Ui, look: &UiContext, repair: &mut Repairing, actions: &mut Vec<Action>) {
    let urls: Vec<String> = repair
        .old_pages()
        .iter()
        .map(|old| old.url.clone())
        .collect();
    let mut shown = repair.shown;
    egui::Frame::new()
        .inner_margin(egui::Margin::symmetric(8, 4))
        .show(ui, |ui| {
            ui.horizontal(|ui| {
                let label = ui.label(RichText::new(look.t("app-repair-old-page")).strong());
                let chosen = urls.get(shown).cloned().unwrap_or_default();
                ComboBox::from_id_salt("old-pages")
                    .selected_text(chosen)
                    .truncate()
                    .width(ui.available_width() - 8.0)
                    .show_list(ui, |ui| {
                        for (place, url) in urls.iter().enumerate() {
                            ui.entry_value(&mut shown, place, url);
                        }
                    })
                    .response
                    .labelled_by(label.id);
            });
        });
    if shown != repair.shown {
        repair.show_old(shown, actions);
    }
}
