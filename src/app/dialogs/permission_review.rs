//! Shows what the project may do automatically: a bar while it is at rest, and the dialog that
//! allows or refuses each part. Input: the review. Output: one command.

use std::collections::{BTreeMap, BTreeSet};

use eframe::egui::{
    self, Align, Frame, Id, Label, Layout, Margin, Modal, Panel, RichText, ScrollArea, TextStyle,
    Ui,
};

use crate::action::Action;
use crate::shortcuts::UiCommand;
use crate::style::checkboxes_and_radios::Choices as _;
use crate::style::theme::{dialog, is_left};
use crate::style::ui_context::UiContext;
use crate::widgets::state_marks::{self, MarkShape};
use bowerbird_engine::project_permission::{
    Decision, PartKind, PermissionState, PlanDecision, Review, ReviewedPart,
};
use bowerbird_engine::types::Message;
use bowerbird_engine::{Command, ProjectCommand};

/// Below this width, the choice is below the text.
const NARROW: f32 = 440.0;

/// Groups of parts, with the suffix of their text ids: the most far-reaching ones first, because
/// there may be many sites.
const GROUPS: [(&str, &[PartKind]); 7] = [
    ("exports", &[PartKind::Export]),
    ("files", &[PartKind::LocalFile]),
    ("logins", &[PartKind::Login]),
    (
        "alerts",
        &[PartKind::Webhook, PartKind::Mail, PartKind::TextService],
    ),
    ("proxies", &[PartKind::Proxy]),
    ("schedules", &[PartKind::Task]),
    ("sites", &[PartKind::PrivateNetwork, PartKind::Site]),
];

/// The parts of a group, undecided ones first.
fn of_group<'a>(review: &'a Review, kinds: &[PartKind]) -> Vec<&'a ReviewedPart> {
    let own = review.parts.iter();
    let mut own: Vec<_> = own.filter(|one| kinds.contains(&one.part.kind)).collect();
    own.sort_by_key(|one| !one.is_open());
    own
}

/// Draws the bar of a project at rest, with a button for the dialog.
pub fn bar_ui(ui: &mut Ui, look: &UiContext, review: &Review, actions: &mut Vec<Action>) {
    if !review.is_at_rest() {
        return;
    }
    let frame = Frame::new()
        .fill(look.tokens.panel)
        .inner_margin(Margin::symmetric(12, 6));
    Panel::top("at-rest").frame(frame).show(ui, |ui| {
        ui.horizontal(|ui| {
            state_marks::mark_ui(ui, MarkShape::Diamond, look.tokens.warn);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if ui.button(look.t("plan-look")).clicked() {
                    actions.push(Action::Ui(UiCommand::Permissions));
                }
                let words = Layout::left_to_right(Align::Center).with_main_wrap(true);
                ui.with_layout(words, |ui| {
                    let text =
                        Message::new("plan-bar").with("wants", open_parts_text(look, review));
                    ui.add(Label::new(look.text(&text)).wrap());
                });
            });
        });
    });
}

/// A one-line summary of the undecided parts.
fn open_parts_text(look: &UiContext, review: &Review) -> String {
    let counted = GROUPS.iter().filter_map(|(name, kinds)| {
        let open = of_group(review, kinds).into_iter();
        let open = open.filter(|one| one.is_open());
        // A site may have two parts.
        let names = open.map(|one| (one.part.kind == PartKind::Mail, &one.part.name));
        let open = names.collect::<BTreeSet<_>>().len();
        let words = || look.t1(&format!("plan-count-{name}"), "count", open);
        (open > 0).then(words)
    });
    let counted: Vec<String> = counted.collect();
    counted.join(&look.t("plan-count-between"))
}

/// The open dialog.
#[derive(Default)]
pub struct PermissionReview {
    /// Why it opened automatically.
    reason: Option<Message>,
    /// The user's changes to the current decisions, by key.
    chosen: BTreeMap<String, Decision>,
    /// Whether it already has the keyboard focus.
    is_begun: bool,
}

impl PermissionReview {
    /// A dialog opened because an action requires permission.
    pub fn because(reason: Message) -> Self {
        Self {
            reason: Some(reason),
            ..Self::default()
        }
    }

    /// The decision for a part when the dialog is answered.
    fn choice(&self, one: &ReviewedPart) -> Decision {
        let chosen = self.chosen.get(&one.part.key()).copied();
        chosen.unwrap_or(match one.standing {
            // A part refused before it changed is not allowed implicitly.
            PermissionState::Refused => Decision::Refused,
            _ => match one.before {
                Some((before, _)) => before,
                None => Decision::Allowed,
            },
        })
    }

    /// The new decisions.
    fn decisions(&self, review: &Review) -> Vec<PlanDecision> {
        let news = review.parts.iter().filter(|one| {
            let said = match one.standing {
                PermissionState::Allowed => Some(Decision::Allowed),
                PermissionState::Refused => Some(Decision::Refused),
                PermissionState::New | PermissionState::Changed => None,
            };
            said != Some(self.choice(one))
        });
        news.map(|one| PlanDecision {
            part: one.part.key(),
            digest: one.part.digest.clone(),
            decision: self.choice(one),
        })
        .collect()
    }
}

/// Draws the dialog about the project called `name`; returns false when it is to be closed.
pub fn review_ui(
    ctx: &egui::Context,
    look: &UiContext,
    (name, review): (&str, &Review),
    state: &mut PermissionReview,
    actions: &mut Vec<Action>,
) -> bool {
    let room = ctx.content_rect().size();
    let mut open = true;
    let shown = Modal::new(Id::unique("permissions"))
        .frame(dialog(ctx))
        .show(ctx, |ui| {
            ui.set_width((room.x - 64.0).clamp(240.0, 760.0));
            let title = Message::new("plan-title").with("project", name);
            ui.add(Label::new(look.title(look.text(&title)).strong()).wrap());
            if let Some(reason) = &state.reason {
                ui.horizontal(|ui| {
                    state_marks::mark_ui(ui, MarkShape::Diamond, look.tokens.warn);
                    ui.add(Label::new(look.text(reason)).wrap());
                });
            }
            let hint = match review.is_at_rest() {
                true => "plan-hint-rest",
                false => "plan-hint-allowed",
            };
            ui.add(Label::new(look.hint(look.t(hint))).wrap());
            ui.add_space(4.0);
            ScrollArea::vertical()
                .max_height((room.y - 260.0).max(90.0))
                .show(ui, |ui| {
                    ui.set_width(ui.available_width());
                    if review.parts.is_empty() {
                        ui.label(look.t("plan-nothing"));
                    }
                    for (group, kinds) in GROUPS {
                        let parts = of_group(review, kinds);
                        group_ui(ui, look, (group, review.is_known), &parts, state);
                    }
                });
            ui.add_space(8.0);
            ui.horizontal_wrapped(|ui| open = answers_ui(ui, look, review, state, actions));
        });
    open && !is_left(&shown)
}

/// Draws the buttons; returns false when one of them closes the dialog.
fn answers_ui(
    ui: &mut Ui,
    look: &UiContext,
    review: &Review,
    state: &mut PermissionReview,
    actions: &mut Vec<Action>,
) -> bool {
    let words = state.decisions(review);
    let all = review.parts.len();
    let allowed = |one: &&ReviewedPart| state.choice(one) == Decision::Allowed;
    let count = review.parts.iter().filter(allowed).count();
    let at_rest = review.is_at_rest();
    let text = match (at_rest, count == all) {
        (true, true) => look.t("plan-allow"),
        (true, false) => {
            let some = Message::new("plan-allow-some");
            look.text(&some.with("count", count).with("all", all))
        }
        (false, _) => look.t("plan-keep"),
    };
    let mut open = true;
    if look.primary_if(ui, !words.is_empty(), text).clicked() {
        actions.push(Action::Send(Command::Project(ProjectCommand::Decide(
            words,
        ))));
        open = false;
    }
    let leave = ui.button(look.t(match at_rest {
        true => "plan-leave",
        false => "plan-close",
    }));
    // Enter must not allow anything unread.
    if !std::mem::replace(&mut state.is_begun, true) {
        leave.request_focus();
    }
    open && !leave.clicked()
}

fn group_ui(
    ui: &mut Ui,
    look: &UiContext,
    (group, is_known): (&str, bool),
    parts: &[&ReviewedPart],
    state: &mut PermissionReview,
) {
    if parts.is_empty() {
        return;
    }
    let title = look.t(&format!("plan-group-{group}"));
    ui.add_space(6.0);
    ui.horizontal_wrapped(|ui| {
        ui.strong(&title);
        if parts.len() > 1 {
            for decision in [Decision::Allowed, Decision::Refused] {
                let text = look.t(match decision {
                    Decision::Allowed => "plan-all-allow",
                    Decision::Refused => "plan-all-refuse",
                });
                let name = format!("{text}: {title}");
                if look.quiet(ui, text).accessible_name(name).clicked() {
                    let keys = parts.iter().map(|one| (one.part.key(), decision));
                    state.chosen.extend(keys);
                }
            }
        }
    });
    for one in parts {
        ui.push_id(one.part.key(), |ui| {
            part_ui(ui, look, (one, is_known), state)
        });
    }
}

fn part_ui(
    ui: &mut Ui,
    look: &UiContext,
    (one, is_known): (&ReviewedPart, bool),
    state: &mut PermissionReview,
) {
    let text = look.text(&one.part.explain());
    // Without any earlier decision, everything is new.
    let says_standing = is_known || one.standing != PermissionState::New;
    if ui.available_width() < NARROW {
        state_ui(ui, look, one, &text, says_standing);
        ui.horizontal(|ui| choice_ui(ui, look, one, &text, state));
        return;
    }
    ui.horizontal_top(|ui| {
        choice_ui(ui, look, one, &text, state);
        // The first line is aligned with the choice.
        let line = ui.text_style_height(&TextStyle::Body);
        let above = ((ui.spacing().interact_size.y - line) / 2.0).max(0.0);
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            ui.add_space(above);
            state_ui(ui, look, one, &text, says_standing);
        });
    });
}

fn choice_ui(
    ui: &mut Ui,
    look: &UiContext,
    one: &ReviewedPart,
    text: &str,
    state: &mut PermissionReview,
) {
    let now = state.choice(one);
    for decision in [Decision::Allowed, Decision::Refused] {
        let word = look.t(match decision {
            Decision::Allowed => "plan-choice-allow",
            Decision::Refused => "plan-choice-refuse",
        });
        let name = format!("{word}: {text}");
        let choice = ui.option(now == decision, word).accessible_name(name);
        if choice.clicked() {
            state.chosen.insert(one.part.key(), decision);
        }
    }
}

fn state_ui(ui: &mut Ui, look: &UiContext, one: &ReviewedPart, text: &str, says_standing: bool) {
    ui.add(Label::new(RichText::new(text)).wrap());
    if !says_standing {
        return;
    }
    let tokens = &look.tokens;
    let (mark, colour, id) = match one.standing {
        PermissionState::Allowed => (MarkShape::Disc, tokens.ok, "plan-standing-allowed"),
        PermissionState::Refused => (MarkShape::Cross, tokens.bad, "plan-standing-refused"),
        PermissionState::New => (MarkShape::Ring, tokens.accent, "plan-standing-new"),
        PermissionState::Changed => (MarkShape::Diamond, tokens.warn, "plan-standing-changed"),
    };
    ui.horizontal_wrapped(|ui| {
        state_marks::word_ui(ui, mark, colour, &look.t(id));
        if let Some((_, wanted)) = &one.before {
            let before = Message::new("plan-line-before").with("wants", wanted.clone());
            ui.add(Label::new(look.hint(look.text(&before))).wrap());
        }
    });
}
