//! *Forget…*: words, what mentions them in the project and around it, and one button that removes it for
//! good. Input: what a person types, and reports of the engine. Output: commands. Nothing is removed
//! that was not shown before: with other words, the button is gone until they are looked for.

use eframe::egui::{self, Id, Label, Modal, ScrollArea, TextEdit, Ui};

use crate::action::Action;
use crate::style::checkboxes_and_radios::Choices as _;
use crate::style::theme::{dialog, is_left};
use crate::style::ui_context::UiContext;
use bowerbird_engine::types::{
    ErasureReport, ErasureRequest, ErasureTrace, Mentions, Message, TraceFate,
};
use bowerbird_engine::{BackgroundJobKind, Command, ExportCommand};

/// What is removed without asking about files outside.
const GOES: [TraceFate; 2] = [TraceFate::Erased, TraceFate::FileRemoved];

/// What the engine is doing for the dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Work {
    Searches,
    Removes,
}

/// The open dialog.
#[derive(Debug, Default)]
pub struct ErasureDialog {
    /// Names, words and addresses, one a line.
    pub words: String,
    parts: bool,
    exports: bool,
    work: Option<Work>,
    rows: u64,
    /// What was found, and by which words.
    found: Option<(ErasureRequest, ErasureReport)>,
    /// What was removed.
    done: Option<ErasureReport>,
    fault: Option<Message>,
}

impl ErasureDialog {
    /// What is asked for now, without files outside.
    fn request(&self) -> ErasureRequest {
        let words = self.words.lines().map(str::trim);
        ErasureRequest {
            words: words
                .filter(|word| !word.is_empty())
                .map(str::to_owned)
                .collect(),
            parts: self.parts,
            ..ErasureRequest::default()
        }
    }

    /// What it looks for; `None` while that names nobody.
    pub fn mentions(&self) -> Option<Mentions> {
        Mentions::new(&self.request().words, self.parts)
    }

    /// Shows how many rows were read.
    pub fn progressed(&mut self, rows: u64) {
        self.rows = self.rows.max(rows);
    }

    /// Takes what was found; `None` when the search was stopped.
    pub fn found(&mut self, report: Option<ErasureReport>) {
        self.work = None;
        self.found = report.map(|report| (self.request(), report));
    }

    /// Takes what was removed; `None` when that was stopped.
    pub fn removed(&mut self, report: Option<ErasureReport>) {
        self.work = None;
        if report.is_some() {
            self.found = None;
        }
        self.done = report;
    }

    /// Shows why it failed.
    pub fn failed(&mut self, why: Message) {
        (self.work, self.fault) = (None, Some(why));
    }

    fn begin(&mut self, work: Work) {
        (self.work, self.rows) = (Some(work), 0);
        (self.fault, self.done) = (None, None);
    }
}

/// Draws the dialog; returns false when it is closed.
pub fn erasure_ui(
    ctx: &egui::Context,
    look: &UiContext,
    state: &mut ErasureDialog,
    actions: &mut Vec<Action>,
) -> bool {
    let room = ctx.content_rect().size();
    let mut open = true;
    let shown = Modal::new(Id::unique("erasure"))
        .frame(dialog(ctx))
        .show(ctx, |ui| {
            ui.set_width((room.x - 64.0).clamp(240.0, 640.0));
            let title = look.title(look.t("app-forget-title")).strong();
            ui.add(Label::new(title).wrap());
            ui.add(Label::new(look.hint(look.t("app-forget-hint"))).wrap());
            words_ui(ui, look, state, actions);
            if let Some(fault) = &state.fault {
                let fault = look.coloured(look.text(fault), look.tokens.bad);
                ui.add(Label::new(fault).wrap());
            }
            ScrollArea::vertical()
                .max_height((room.y - 350.0).max(90.0))
                .show(ui, |ui| {
                    ui.set_width(ui.available_width());
                    report_ui(ui, look, state);
                });
            ui.add_space(8.0);
            outside_ui(ui, look, state);
            open = answers_ui(ui, look, state, actions);
        });
    open && !(is_left(&shown) && state.work.is_none())
}

fn words_ui(ui: &mut Ui, look: &UiContext, state: &mut ErasureDialog, actions: &mut Vec<Action>) {
    let is_idle = state.work.is_none();
    ui.add_enabled_ui(is_idle, |ui| {
        let label = ui.label(look.t("app-forget-words"));
        let field = TextEdit::multiline(&mut state.words)
            .desired_rows(3)
            .desired_width(f32::INFINITY);
        let field = ui.add(field).labelled_by(label.id);
        let first = ui.ctx().memory(|memory| memory.focused().is_none());
        if first && state.words.is_empty() {
            field.request_focus();
        }
        let _ = look.edged(ui, field);
        ui.tick(&mut state.parts, look.t("app-forget-parts"));
        let has_words = !state.request().words.is_empty();
        ui.horizontal_wrapped(|ui| {
            let find = look.t("app-forget-find");
            let is_new =
                has_words && state.found.as_ref().map(|(of, _)| of) != Some(&state.request());
            let clicked = match is_new {
                true => look.primary(ui, find).clicked(),
                false => ui.add_enabled(has_words, egui::Button::new(find)).clicked(),
            };
            if clicked {
                let request = state.request();
                state.begin(Work::Searches);
                state.found = None;
                actions.push(send(ExportCommand::FindTraces(request)));
            }
        });
    });
}

fn report_ui(ui: &mut Ui, look: &UiContext, state: &ErasureDialog) {
    if let Some(done) = &state.done {
        let count = |fates: &[TraceFate]| look.count(done.count(fates));
        let text = Message::new("cli-forget-done").with("count", done.count(&GOES));
        ui.add(Label::new(look.title(look.text(&text))).wrap());
        if done.backed_up {
            ui.add(Label::new(look.t("cli-forget-backed-up")).wrap());
        }
        let stays = [TraceFate::NeedsPerson, TraceFate::OnlyIfAsked];
        if done.count(&stays) > 0 {
            let stay = look.t1("app-forget-stays", "count", count(&stays));
            ui.add(Label::new(stay).wrap());
            for trace in done.traces.iter().filter(|one| stays.contains(&one.fate)) {
                trace_ui(ui, look, trace);
            }
        }
        ui.add(Label::new(look.hint(look.t("cli-forget-kept"))).wrap());
        return;
    }
    let request = state.request();
    let Some((of, found)) = &state.found else {
        return;
    };
    if *of != request {
        ui.add(Label::new(look.hint(look.t("app-forget-other-words"))).wrap());
        return;
    }
    if found.traces.is_empty() {
        ui.label(look.t("cli-forget-none"));
    }
    for trace in &found.traces {
        trace_ui(ui, look, trace);
    }
    for one in &found.unsearched {
        let line = Message::new("cli-forget-unsearched")
            .with("file", one.file.as_str())
            .with("reason", one.reason.clone());
        ui.add(Label::new(look.hint(look.text(&line))).wrap());
    }
}

/// One kind of place, with what becomes of it and a few examples.
fn trace_ui(ui: &mut Ui, look: &UiContext, trace: &ErasureTrace) {
    let id = match trace.file.is_empty() {
        true => "cli-forget-group",
        false => "cli-forget-group-in",
    };
    let line = Message::new(id)
        .with("kind", trace.kind.name())
        .with("count", trace.count)
        .with("file", trace.file.as_str())
        .with("fate", trace.fate.name());
    ui.add(Label::new(look.text(&line)).wrap());
    ui.indent(("trace", trace.kind, trace.fate, &trace.file), |ui| {
        for example in &trace.examples {
            let line = Message::new("cli-forget-example")
                .with("name", example.name.as_str())
                .with("text", example.text.as_str());
            ui.add(Label::new(look.hint(look.text(&line))).truncate());
        }
    });
}

/// Whether files outside of the project's own folders go, too.
fn outside_ui(ui: &mut Ui, look: &UiContext, state: &mut ErasureDialog) {
    let request = state.request();
    let known = state.found.as_ref().filter(|(of, _)| *of == request);
    let outside = known.map_or(0, |(_, found)| found.count(&[TraceFate::OnlyIfAsked]));
    if outside > 0 && state.work.is_none() {
        let text = look.t1("app-forget-exports", "count", outside);
        ui.tick(&mut state.exports, text);
    }
}

/// Draws the buttons; returns false when the dialog is to be closed.
fn answers_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut ErasureDialog,
    actions: &mut Vec<Action>,
) -> bool {
    let mut open = true;
    ui.horizontal_wrapped(|ui| {
        if let Some(work) = state.work {
            ui.spinner();
            let id = match work {
                Work::Searches => "app-forget-searches",
                Work::Removes => "app-forget-removes",
            };
            ui.label(look.t1(id, "rows", look.count(state.rows)));
            if work == Work::Searches && ui.button(look.t("app-cancel")).clicked() {
                let cancel = ExportCommand::Cancel(BackgroundJobKind::Erasure);
                actions.push(send(cancel));
            }
            return;
        }
        let request = state.request();
        let known = state.found.as_ref().filter(|(of, _)| *of == request);
        let count = known.map_or(0, |(_, found)| {
            let outside = match state.exports {
                true => found.count(&[TraceFate::OnlyIfAsked]),
                false => 0,
            };
            found.count(&GOES) + outside
        });
        if count > 0 {
            let text = look.t1("app-forget-remove", "count", count);
            let remove = look.coloured(text, look.tokens.bad).strong();
            let button = ui
                .button(remove)
                .on_hover_text(look.t("app-forget-remove-tip"));
            if button.clicked() {
                let request = ErasureRequest {
                    exports: state.exports,
                    ..request
                };
                state.begin(Work::Removes);
                actions.push(send(ExportCommand::Erase(request)));
            }
        }
        open = !ui.button(look.t("app-close")).clicked();
    });
    open
}

fn send(command: ExportCommand) -> Action {
    Action::Send(Command::Exports(command))
}
