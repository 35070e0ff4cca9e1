//! The bar above the page: what Bowerbird detects, and the next step as a button. New users only
//! need to follow it. The role of the page for the rule is shown beside it and can be changed.
//!
//! Below: the next step, the test, saving, and the schedule.

mod account_choice;
pub(super) mod keys;
pub(super) mod next_step;
mod page_ways;
mod refused_page;
pub(super) mod rule_test;
pub(super) mod save;
mod saved_site;
mod schedule_ui;
pub(super) mod trial_results;

use std::time::Duration;

use eframe::egui::{self, Align, Button, Label, Layout, RichText, Ui};

use super::fields::rule_parts::{self, Home};
use super::page_steps::browser_page;
use next_step::Step;

use super::sources::{ready_ui, source_ui, sources_ui};
use super::state::Authoring;

use crate::action::Action;
use crate::shortcuts::UiCommand;
use crate::state::app_state::AppState;
use crate::style::theme::SMALL_BUTTON;
use crate::style::ui_context::UiContext;
use crate::widgets::records::column_word;
use bowerbird_engine::types::{Message, OverviewKind, PageRole};

/// Number of elements from which a page is slow.
const LARGE: u32 = 20_000;

/// Draws the bar.
pub fn next_step_bar_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut Authoring,
    actions: &mut Vec<Action>,
) {
    save::use_unused_name(world, state);
    let step = state.next_step();
    if !matches!(step, Step::Looking | Step::Learning) {
        state.waiting_since = None;
    }
    keys::begin(ui.ctx());
    if step == Step::Nothing {
        keys::follow(ui.ctx(), egui::Rect::NOTHING, &mut state.by_keyboard);
        return;
    }
    let bar = egui::Frame::new()
        .fill(look.tokens.selection)
        .corner_radius(6)
        .inner_margin(egui::Margin::symmetric(12, 8))
        .show(ui, |ui| {
            ui.take_available_width();
            // A button of the next step is another widget, even in the same place.
            ui.push_id(std::mem::discriminant(&step), |ui| {
                page_ways::ways_ui(ui, look, state, actions);
                step_ui(ui, look, world, state, &step, actions);
            });
            schedule_ui::proposals_ui(ui, look, state);
            below_ui(ui, look, world, state, actions);
        });
    keys::follow(ui.ctx(), bar.response.rect, &mut state.by_keyboard);
    ui.add_space(4.0);
}

/// The status with which the site said that there is no such page.
fn missing(state: &Authoring) -> Option<String> {
    let verdict = state.page.as_ref()?.verdict.as_ref()?;
    let mut evidence = verdict.evidence.iter();
    evidence.find_map(|found| found.missing_page().map(str::to_owned))
}

/// That there is no such page, or nothing on it, if so.
fn missing_or_empty(look: &UiContext, state: &Authoring) -> Option<String> {
    if !state.has_nothing() {
        return None;
    }
    Some(match missing(state) {
        Some(status) => look.t1("app-author-point-missing", "status", status),
        None if state.may_show_more() => look.t("app-author-point-nothing"),
        None => look.t("app-author-point-nothing-shown"),
    })
}

/// The detected content at the left, the next step at the right.
fn step_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut Authoring,
    step: &Step,
    actions: &mut Vec<Action>,
) {
    ui.horizontal_wrapped(|ui| {
        ui.set_min_height(28.0);
        if save::known_first_ui(ui, look, world, state, step, actions) {
            return;
        }
        match step {
            Step::Nothing => {}
            Step::Looking | Step::Learning => waiting_ui(ui, look, state, step),
            Step::Source(kind) => source_ui(ui, look, state, *kind, actions),
            Step::Ready => ready_ui(ui, look, state, actions),
            Step::Offer { offer, all } => offer_ui(ui, look, state, *offer, *all, actions),
            Step::Point => {
                let nothing = missing_or_empty(look, state);
                let is_empty = nothing.is_some();
                let is_missing = missing(state).is_some() && nothing.is_some();
                let said = nothing.unwrap_or_else(|| {
                    look.t(match state.role {
                        _ if state.use_page.on => "app-step-recording",
                        PageRole::List => "app-author-point-list",
                        PageRole::Article => "app-author-point-article",
                        PageRole::Records => "app-author-point-records",
                    })
                });
                summary_ui(ui, look, said);
                if is_missing {
                    return;
                }
                if is_empty {
                    browser_page::open_main_ui(ui, look, state);
                }
                if state.steps.pointing && !state.offers().is_empty() {
                    let back = look.quiet(ui, look.t("app-author-show-offers"));
                    if back.clicked() {
                        state.steps.pointing = false;
                    }
                }
            }
            Step::PointLink => {
                summary_ui(ui, look, look.t("app-author-point-link"));
            }
            Step::Next(next) => next_ui(ui, look, state, *next, actions),
            Step::OpenOne { count, link } => {
                open_one_ui(ui, look, world, state, *count, link, actions);
            }
            Step::Generic(found) => generic_ui(ui, look, state, found, actions),
            Step::Foreign => foreign_ui(ui, look, state, actions),
            Step::Refused => refused_page::refused_ui(ui, look, world, state, actions),
            Step::Test => rule_test::test_ui(ui, look, state, actions),
            Step::Testing => rule_test::testing_ui(ui, look, state),
            Step::Save | Step::Saved => save::save_ui(ui, look, world, state, actions),
        }
    });
}

/// The pending work, its duration so far, and a note for large pages.
fn waiting_ui(ui: &mut Ui, look: &UiContext, state: &mut Authoring, step: &Step) {
    let id = if *step == Step::Looking {
        "app-author-looking"
    } else {
        "app-author-learning"
    };
    summary_ui(ui, look, look.t(id));
    let now = ui.input(|input| input.time);
    let passed = now - *state.waiting_since.get_or_insert(now);
    if passed >= 1.0 {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "whole seconds"
        )]
        let seconds = look.t1("app-author-seconds", "seconds", passed as u64);
        ui.label(look.hint(seconds));
        let elements = state.page.as_ref().map_or(0, |page| page.elements);
        if elements >= LARGE {
            let text = look.t1("app-author-large", "count", look.count(elements.into()));
            ui.label(look.hint(text));
        }
        if *step == Step::Learning && ui.button(look.t("app-cancel")).clicked() {
            state.give_up_learning();
        }
    }
    ui.ctx().request_repaint_after(Duration::from_millis(500));
}

/// The page belongs to another site: offers another rule, or to use this one anyway.
fn foreign_ui(ui: &mut Ui, look: &UiContext, state: &mut Authoring, actions: &mut Vec<Action>) {
    let name = state.file().site.name.clone();
    summary_ui(
        ui,
        look,
        look.t1("app-author-foreign", "site", name.as_str()),
    );
    if look.primary(ui, look.t("app-author-new-site")).clicked() {
        state.begin_anew(actions);
    }
    if ui
        .button(look.t1("app-author-go-on-with", "site", name))
        .clicked()
    {
        state.foreign = false;
    }
}

/// The detected content, in one sentence.
pub(super) fn summary_ui(ui: &mut Ui, look: &UiContext, text: String) {
    let text = RichText::new(text).color(look.tokens.text).strong();
    ui.add(Label::new(text).wrap_mode(egui::TextWrapMode::Wrap));
}

fn offer_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut Authoring,
    offer: usize,
    all: usize,
    actions: &mut Vec<Action>,
) {
    let Some(shown) = state.offers().get(offer).cloned() else {
        return;
    };
    let kind = state.understood.as_ref().map(|seen| &seen.overview.kind);
    let posts = offer == 0 && matches!(kind, Some(OverviewKind::Thread { .. }));
    let (seen, use_it) = match state.role_of_offer(&shown) {
        PageRole::Records if posts => ("app-author-offer-posts", "app-author-use-posts"),
        PageRole::List => ("app-author-offer-list", "app-author-use-list"),
        PageRole::Article | PageRole::Records => {
            ("app-author-offer-records", "app-author-use-records")
        }
    };
    let whole = state.understood.iter().flat_map(|seen| &seen.overview.why);
    let why: Vec<String> = whole.chain(&shown.why).map(|why| look.text(why)).collect();
    let text = RichText::new(look.t1(seen, "count", shown.count))
        .color(look.tokens.text)
        .strong();
    ui.label(text).on_hover_text(why.join("\n"));
    if !shown.columns.is_empty() {
        let columns: Vec<String> = shown
            .columns
            .iter()
            .map(|column| column_word(look, column))
            .collect();
        let columns = columns.join(" · ");
        let columns = look.t1("app-author-offer-columns", "columns", columns);
        ui.label(look.hint(columns));
    }
    let take = match page_ways::interface_leads(state) {
        true => ui.button(look.t(use_it)),
        false => look.primary(ui, look.t(use_it)),
    };
    if take.clicked() {
        state.accept_offer(offer, actions);
    }
    if all > 1 {
        let number = Message::new("app-author-other-offer")
            .with("number", offer + 1)
            .with("all", all);
        let other = ui
            .button(look.text(&number))
            .on_hover_text(look.t("app-author-other-offer-tip"));
        if other.clicked() {
            state.steps.offer = (offer + 1) % all;
            state.scroll_to = state
                .offers()
                .get(state.steps.offer)
                .and_then(|offer| offer.elements.first().copied());
        }
    }
    let point = look.quiet(ui, look.t("app-author-point"));
    if point
        .on_hover_text(look.t("app-author-point-tip"))
        .clicked()
    {
        state.note(None);
        state.steps.pointing = true;
    }
}

fn next_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut Authoring,
    next: usize,
    actions: &mut Vec<Action>,
) {
    let Some(offer) = state.next_offer(next).cloned() else {
        return;
    };
    let (id, words) = if offer.words.trim().is_empty() {
        ("app-author-next-address", offer.target.as_str())
    } else {
        ("app-author-next-words", offer.words.trim())
    };
    #[expect(clippy::cast_possible_truncation, reason = "whole percent")]
    let percent = (offer.confidence * 100.0).round() as i64;
    let seen = Message::new(id)
        .with("words", words)
        .with("percent", percent);
    let mut why = vec![offer.target.clone()];
    why.extend(offer.why.iter().map(|why| look.text(why)));
    let text = RichText::new(look.text(&seen))
        .color(look.tokens.text)
        .strong();
    ui.label(text).on_hover_text(why.join("\n"));
    if look.primary(ui, look.t("app-author-use-next")).clicked() {
        state.accept_next(next, actions);
    }
    if let Some(element) = offer.element {
        let show = look.quiet(ui, look.t("app-author-show-next"));
        if show.clicked() {
            // The focus moves on to the main button.
            show.surrender_focus();
            state.lit = vec![element];
            state.scroll_to = Some(element);
        }
    }
    if ui.button(look.t("app-author-no-next")).clicked() {
        state.note(None);
        state.steps.no_next = true;
    }
    // After picking one field, the user most likely wants more of the record before continuing.
    if rule_parts::fields(state.file(), Home::List).len() == 1 && !state.use_page.on {
        ui.label(look.hint(look.t("app-author-or-more")));
    }
}

fn open_one_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut Authoring,
    count: usize,
    link: &str,
    actions: &mut Vec<Action>,
) {
    let seen = look.t1("app-author-leads", "count", count);
    summary_ui(ui, look, seen);
    let open = look.t1("app-author-open-one", "count", count);
    if look.primary(ui, open).on_hover_text(link).clicked() {
        open_page(state, link, actions);
    }
    save::run_button_ui(ui, look, world, state, actions);
}

/// Opens a page of the list and remembers the list.
pub(super) fn open_page(state: &mut Authoring, link: &str, actions: &mut Vec<Action>) {
    if state.role == PageRole::List {
        state.steps.list_page = state.page.as_ref().map(|page| page.url.clone());
        state.remember_links();
    }
    state.led_to = Some(link.to_owned());
    actions.push(Action::OpenInWorkbench {
        url: link.to_owned(),
        site: state.site,
    });
}

fn generic_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut Authoring,
    found: &[String],
    actions: &mut Vec<Action>,
) {
    let names: Vec<String> = found.iter().map(|name| column_word(look, name)).collect();
    let seen = look.t1("app-author-generic", "names", names);
    let whole = state.understood.iter().flat_map(|seen| &seen.overview.why);
    let why: Vec<String> = whole.map(|why| look.text(why)).collect();
    let text = RichText::new(seen).color(look.tokens.text).strong();
    ui.label(text).on_hover_text(why.join("\n"));
    if look
        .primary(ui, look.t("app-author-take-generic"))
        .clicked()
    {
        state.note(None);
        state.steps.generic = true;
        state.took = true;
        if state.rule.is_none() {
            state.rule_or_new();
            state.read(actions);
        }
    }
    let listed = state.offers().iter().position(|o| o.role == PageRole::List);
    if let Some(offer) = listed.filter(|_| state.rule.is_none()) {
        let list = ui.button(look.t("app-author-rather-list"));
        let tip = look.t("app-author-rather-list-tip");
        if list.on_hover_text(tip).clicked() {
            state.choose_role(PageRole::List, actions);
            state.steps.offer = offer;
        }
    }
    if !state.use_page.on {
        ui.label(look.hint(look.t("app-author-or-point")));
    }
    proposal_ui(ui, look, state);
}

/// Further options, if the page is one record without links to others.
pub(super) fn proposal_ui(ui: &mut Ui, look: &UiContext, state: &Authoring) {
    if state.role == PageRole::Article
        && state.file().list.is_none()
        && !state.use_page.on
        && let Some(seen) = &state.understood
    {
        ui.label(look.hint(look.text(&seen.overview.proposal)));
    }
}

/// The page's role, undo and redo, the way back, and the result of the last request.
fn below_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut Authoring,
    actions: &mut Vec<Action>,
) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().interact_size.y = 22.0;
        ui.spacing_mut().button_padding = egui::vec2(8.0, 2.0);
        ui.spacing_mut().item_spacing = egui::vec2(4.0, 4.0);
        ui.label(look.hint(look.t("app-author-page-is")));
        // A document of entries is none of these kinds, until one is chosen for it.
        let role = (!state.is_source()).then_some(state.role);
        for (kind, id) in [
            (PageRole::List, "app-author-role-list"),
            (PageRole::Article, "app-author-role-article"),
            (PageRole::Records, "app-author-role-records"),
        ] {
            let button = Button::selectable(role == Some(kind), look.t(id))
                .frame_when_inactive(true)
                .small()
                .min_size(SMALL_BUTTON);
            let tip = look.t(&format!("{id}-tip"));
            if ui.add(button).on_hover_text(tip).clicked() {
                state.choose_role(kind, actions);
            }
        }
        if let Some(list) = state.steps.list_page.clone()
            && state.role != PageRole::List
            && look.quiet(ui, look.t("app-author-back-to-list")).clicked()
        {
            actions.push(Action::OpenInWorkbench {
                url: list,
                site: state.site,
            });
        }
        account_choice::shown_as_ui(ui, look, state, actions);
        // In this line, so that the bar keeps its height when they disappear, and nothing below
        // it moves.
        sources_ui(ui, look, world, state, actions);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            undo_ui(ui, look, state, actions);
        });
    });
    account_choice::login_fault_ui(ui, look, state);
    if let Some(trouble) = state.remarks.trouble.clone() {
        ui.horizontal_wrapped(|ui| {
            ui.label(look.coloured(look.text(&trouble), look.tokens.bad));
            if look.quiet(ui, look.t("app-close")).clicked() {
                state.remarks.trouble = None;
            }
        });
    }
    for note in &state.remarks.notes {
        ui.label(look.hint(look.text(note)));
    }
}

fn undo_ui(ui: &mut Ui, look: &UiContext, state: &mut Authoring, actions: &mut Vec<Action>) {
    let (undo, redo) = state.can();
    let mut button = |sign: &str, command: UiCommand, enabled: bool| {
        ui.add_enabled(enabled, Button::new(sign).small().min_size(SMALL_BUTTON))
            .accessible_name(look.t(command.text_id()))
            .on_hover_text(command.tooltip(look, ui.ctx()))
            .clicked()
            .then_some(command)
    };
    // From right to left.
    let again = button("↷", UiCommand::Redo, redo);
    let back = button("↶", UiCommand::Undo, undo);
    match back.or(again) {
        Some(UiCommand::Undo) => state.undo(actions),
        Some(_) => state.redo(actions),
        None => {}
    }
}
