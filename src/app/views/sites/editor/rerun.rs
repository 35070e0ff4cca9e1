//! A rerun of a rule over the stored pages of a site: its changes by field with examples, then
//! applying or dropping them, and undo. Input: the engine's reports. Output: commands.

use eframe::egui::{self, Label, RichText, ScrollArea, Ui};

use crate::action::Action;
use crate::background::DataQuery;
use crate::style::checkboxes_and_radios::Choices as _;
use crate::style::frames::{narrow, panel};
use crate::style::ui_context::UiContext;
use crate::views::sites::SitesState;
use crate::widgets::records::column_word;
use bowerbird_engine::records::rerun::{RerunDifference, RerunReport};
use bowerbird_engine::types::{
    ChangeCounts, Message, RevertedRecords, RuleOrigin, Site, SiteId, Undoable, ValueChange,
    excerpts, value_text,
};
use bowerbird_engine::{Command, RereadCommand, RunCommand, SiteCommand};

/// Maximum characters drawn of a value.
const SHOWN_CHARS: usize = 400;

/// Its state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    /// The pages are read to determine the changes.
    #[default]
    Looking,
    /// The changes are known.
    Known,
    /// Records are rewritten.
    Taking,
    /// Records were rewritten.
    Taken,
    /// Records are being restored.
    TakingBack,
    /// Records were restored.
    Back(RevertedRecords),
}

/// The displayed rerun.
#[derive(Clone, Debug, Default)]
pub struct Reread {
    /// The site.
    pub site: SiteId,
    name: String,
    /// The rule's text, if it is not saved yet.
    draft: Option<(String, RuleOrigin)>,
    stage: Stage,
    report: RerunReport,
    field: Option<String>,
    remove_lost: bool,
    /// Changes of an earlier rerun that can be undone.
    undoable: Option<Undoable>,
}

impl Reread {
    /// Begins to determine the changes by the site's rule.
    pub fn open(site: &Site, actions: &mut Vec<Action>) -> Self {
        Self::begin(site.id, &site.name, None, actions)
    }

    /// Begins to determine the changes by a rule that is being edited.
    pub fn of_draft(
        site: SiteId,
        name: &str,
        text: &str,
        origin: RuleOrigin,
        actions: &mut Vec<Action>,
    ) -> Self {
        Self::begin(site, name, Some((text.to_owned(), origin)), actions)
    }

    fn begin(
        site: SiteId,
        name: &str,
        draft: Option<(String, RuleOrigin)>,
        actions: &mut Vec<Action>,
    ) -> Self {
        let rule_toml = draft.as_ref().map(|(text, _)| text.clone());
        actions.push(order(RereadCommand::Preview { site, rule_toml }));
        actions.push(Action::Query(DataQuery::Rewritten(site)));
        Self {
            site,
            name: name.to_owned(),
            draft,
            ..Self::default()
        }
    }

    /// Handles a report.
    pub fn apply_report(&mut self, report: RerunReport, dry_run: bool, ended: bool) {
        self.report = report;
        self.stage = match (dry_run, ended) {
            (true, false) => Stage::Looking,
            (true, true) => Stage::Known,
            (false, false) => Stage::Taking,
            (false, true) => Stage::Taken,
        };
    }

    /// Records were restored.
    pub fn reverted(&mut self, taken: RevertedRecords) {
        self.stage = Stage::Back(taken);
        self.undoable = None;
    }

    /// Handles the data about undoable changes.
    pub fn undoable_came(&mut self, undoable: Option<Undoable>) {
        self.undoable = undoable;
    }

    /// A command failed: stops waiting for it.
    pub fn failed(&mut self) {
        self.stage = match self.stage {
            Stage::Looking if self.report.pages_done == 0 => Stage::Known,
            Stage::TakingBack => Stage::Taken,
            other => other,
        };
    }

    fn is_busy(&self) -> bool {
        matches!(
            self.stage,
            Stage::Looking | Stage::Taking | Stage::TakingBack
        )
    }

    fn changes_anything(&self) -> bool {
        let report = &self.report;
        report.records_changed + report.records_new > 0
            || (self.remove_lost && report.records_lost > 0)
    }
}

/// Draws it in place of the table of sites.
pub fn reread_ui(ui: &mut Ui, look: &UiContext, state: &mut SitesState, actions: &mut Vec<Action>) {
    let Some(reread) = &mut state.reread else {
        return;
    };
    let mut close = false;
    ui.horizontal(|ui| {
        let from = match state.editor {
            Some(_) => "reread-to-rule",
            None => "app-editor-back",
        };
        close = look.quiet(ui, look.t(from)).clicked();
        let title = look.t1("reread-title", "site", reread.name.as_str());
        ui.label(look.title(title).strong());
    });
    let which = match reread.draft {
        Some(_) => "reread-of-draft",
        None => "reread-of-saved",
    };
    if matches!(reread.stage, Stage::Looking | Stage::Known) {
        ui.label(look.hint(look.t(which)));
    }
    progress_ui(ui, look, reread, actions);
    report_ui(ui, look, reread);
    let mut saved = false;
    close |= acts_ui(ui, look, reread, &mut saved, actions);
    ui.add_space(4.0);
    differences_ui(ui, look, reread);
    if saved && let Some(editor) = &mut state.editor {
        editor.is_saved();
    }
    if close {
        if reread.is_busy() {
            actions.push(Action::Send(Command::Run(RunCommand::Stop {
                site: reread.site,
            })));
        }
        state.reread = None;
    }
}

fn progress_ui(ui: &mut Ui, look: &UiContext, reread: &Reread, actions: &mut Vec<Action>) {
    if !reread.is_busy() {
        return;
    }
    let report = &reread.report;
    ui.horizontal(|ui| {
        #[expect(clippy::cast_precision_loss, reason = "a bar of some hundred pixels")]
        let share = report.pages_done as f32 / report.pages.max(1) as f32;
        look.progress(ui, share, 200.0);
        let done = Message::new("reread-progress")
            .with("done", report.pages_done)
            .with("pages", report.pages);
        ui.label(look.hint(look.text(&done)));
        if reread.stage != Stage::TakingBack && ui.button(look.t("reread-stop")).clicked() {
            actions.push(Action::Send(Command::Run(RunCommand::Stop {
                site: reread.site,
            })));
        }
    });
}

/// The result as sentences.
fn report_ui(ui: &mut Ui, look: &UiContext, reread: &Reread) {
    let report = &reread.report;
    let id = match reread.stage {
        Stage::Known if report.pages == 0 => {
            ui.label(look.t("reread-no-pages"));
            return;
        }
        Stage::Back(taken) => {
            let back = Message::new("reread-back")
                .with("count", taken.records)
                .with("left", taken.left);
            ui.label(look.coloured(look.text(&back), look.tokens.ok));
            return;
        }
        Stage::Looking | Stage::Known => "reread-would",
        Stage::Taking | Stage::Taken | Stage::TakingBack => "reread-did",
    };
    let told = Message::new(id)
        .with("changed", report.records_changed)
        .with("new", report.records_new)
        .with("pages", report.pages_done);
    ui.label(look.text(&told));
    if report.texts_shortened > 0 {
        let text = look.t1("reread-shortened", "count", report.texts_shortened);
        ui.label(look.coloured(text, look.tokens.warn));
    }
    if report.records_lost > 0 {
        let gone = reread.remove_lost && matches!(reread.stage, Stage::Taking | Stage::Taken);
        let id = if gone {
            "reread-removed"
        } else {
            "reread-lost"
        };
        ui.label(look.t1(id, "count", report.records_lost));
    }
    if report.pages_unfit > 0 {
        let text = look.t1("reread-unfit", "count", report.pages_unfit);
        ui.label(look.coloured(text, look.tokens.warn));
    }
    if report.cancelled {
        ui.label(look.coloured(look.t("reread-cut-off"), look.tokens.warn));
    }
}

/// The possible actions; returns whether the view is left.
fn acts_ui(
    ui: &mut Ui,
    look: &UiContext,
    reread: &mut Reread,
    saved: &mut bool,
    actions: &mut Vec<Action>,
) -> bool {
    let mut close = false;
    ui.horizontal_wrapped(|ui| match reread.stage {
        Stage::Known => {
            let id = match reread.draft {
                Some(_) => "reread-save-and-take",
                None => "reread-take",
            };
            let usable = reread.changes_anything() || reread.draft.is_some();
            if look.primary_if(ui, usable, look.t(id)).clicked() {
                take(reread, actions);
                *saved = true;
            }
            close = ui.button(look.t("reread-drop")).clicked();
            if reread.report.records_lost > 0 {
                ui.tick(&mut reread.remove_lost, look.t("reread-remove-lost"));
            }
            if let Some(undoable) = reread.undoable {
                let text = Message::new("reread-undo-earlier")
                    .with("count", undoable.records)
                    .with("when", look.time(undoable.at));
                if ui.button(look.text(&text)).clicked() {
                    revert(reread, actions);
                }
            }
        }
        Stage::Taken => {
            if ui.button(look.t("reread-undo")).clicked() {
                revert(reread, actions);
            }
            close = look.primary(ui, look.t("reread-keep")).clicked();
            ui.label(look.hint(look.t("reread-rule-stays")));
        }
        Stage::Back(_) => close = ui.button(look.t("reread-close")).clicked(),
        Stage::Looking | Stage::Taking | Stage::TakingBack => {}
    });
    close
}

fn take(reread: &mut Reread, actions: &mut Vec<Action>) {
    let site = reread.site;
    if let Some((rule_toml, origin)) = reread.draft.take() {
        actions.push(Action::Send(Command::Site(SiteCommand::Update {
            site,
            rule_toml,
            origin,
        })));
    }
    actions.push(Action::Send(Command::Run(RunCommand::Rerun {
        site,
        remove_lost: reread.remove_lost,
    })));
    reread.stage = Stage::Taking;
}

fn revert(reread: &mut Reread, actions: &mut Vec<Action>) {
    actions.push(order(RereadCommand::TakeBack { site: reread.site }));
    reread.stage = Stage::TakingBack;
}

/// Fields with their counts, and examples of changes beside them.
fn differences_ui(ui: &mut Ui, look: &UiContext, reread: &mut Reread) {
    if reread.report.comparison.counts.is_empty() {
        return;
    }
    if narrow(ui) {
        ScrollArea::vertical()
            .id_salt("reread-fields")
            .max_height(ui.available_height() * 0.4)
            .show(ui, |ui| fields_ui(ui, look, reread));
        panel(look).show(ui, |ui| examples_ui(ui, look, reread));
        return;
    }
    ui.columns(2, |columns| {
        if let [left, right] = columns {
            panel(look).show(left, |ui| {
                ScrollArea::vertical()
                    .id_salt("reread-fields")
                    .auto_shrink(false)
                    .show(ui, |ui| fields_ui(ui, look, reread));
            });
            panel(look).show(right, |ui| examples_ui(ui, look, reread));
        }
    });
}

fn fields_ui(ui: &mut Ui, look: &UiContext, reread: &mut Reread) {
    egui::Grid::new("reread-counts")
        .striped(true)
        .spacing([18.0, 6.0])
        .show(ui, |ui| {
            for id in ["field", "equal", "changed", "gained", "lost"] {
                let text = look.t(&format!("reread-head-{id}"));
                ui.label(RichText::new(text).small().color(look.tokens.dim));
            }
            ui.end_row();
            for (field, counts) in &reread.report.comparison.counts {
                let chosen = reread.field.as_ref() == Some(field);
                let word = RichText::new(column_word(look, field));
                let name = if counts.is_equal() {
                    word
                } else {
                    word.strong()
                };
                if ui.selectable_label(chosen, name).clicked() {
                    reread.field = (!chosen).then(|| field.clone());
                }
                counts_ui(ui, look, *counts);
                ui.end_row();
            }
        });
}

fn counts_ui(ui: &mut Ui, look: &UiContext, counts: ChangeCounts) {
    let colours = look.tokens;
    for (count, colour) in [
        (counts.equal, colours.text),
        (counts.changed, colours.warn),
        (counts.gained, colours.ok),
        (counts.lost, colours.bad),
    ] {
        if count == 0 {
            ui.label(look.hint("–"));
        } else {
            ui.label(look.coloured(look.count(count), colour));
        }
    }
}

fn examples_ui(ui: &mut Ui, look: &UiContext, reread: &Reread) {
    let shown: Vec<&RerunDifference> = reread
        .report
        .differences
        .iter()
        .filter(|one| {
            let field = &one.difference.field;
            reread.field.as_ref().is_none_or(|chosen| chosen == field)
        })
        .collect();
    ScrollArea::vertical()
        .id_salt("reread-examples")
        .auto_shrink(false)
        .show(ui, |ui| {
            ui.set_width(ui.available_width() - 8.0);
            if shown.is_empty() {
                ui.label(look.hint(look.t("reread-no-difference")));
            }
            for one in shown {
                example_ui(ui, look, one);
            }
        });
}

fn example_ui(ui: &mut Ui, look: &UiContext, one: &RerunDifference) {
    let difference = &one.difference;
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(column_word(look, &difference.field)).strong());
        crate::style::links::link_ui(ui, RichText::new(&one.url).monospace().small(), &one.url);
    });
    let (before, after) = excerpts(
        &value_text(&difference.before),
        &value_text(&difference.after),
    );
    if difference.change != ValueChange::Gained {
        value_ui(ui, look, "−", &before, look.tokens.bad);
    }
    if difference.change != ValueChange::Lost {
        value_ui(ui, look, "+", &after, look.tokens.ok);
    }
    ui.add_space(6.0);
}

fn value_ui(ui: &mut Ui, look: &UiContext, sign: &str, text: &str, colour: egui::Color32) {
    let mut shown: String = text.chars().take(SHOWN_CHARS).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        ui.label(RichText::new(sign).monospace().color(colour));
        let text = RichText::new(shown).color(look.tokens.text);
        ui.add(Label::new(text).wrap());
    });
}

fn order(order: RereadCommand) -> Action {
    Action::Send(Command::Run(RunCommand::Reread(order)))
}
