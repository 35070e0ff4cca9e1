//! The dialog that makes a site of a search with several engines. Engines whose robots.txt forbids it are
//! named before anything is added, and are not asked.

use std::collections::BTreeSet;
use std::path::PathBuf;

use eframe::egui::{Align2, Id, Modal, OpenUrl, TextEdit, Ui};

use crate::action::{Action, PathPurpose};
use crate::style::checkboxes_and_radios::Choices as _;
use crate::style::theme::{dialog, is_left};
use crate::style::ui_context::UiContext;
use crate::views::sites::SitesState;
use crate::widgets::fields;
use bowerbird_engine::types::{
    EngineGroup, Message, SearchEngine, search_name, search_words, shipped_engines,
};
use bowerbird_engine::{Command, SearchDraft, SearchProposal, SiteCommand};

/// Width of the dialog, in points.
const WIDTH: f32 = 640.0;
/// Height of the field of words, in points.
const WORDS_HEIGHT: f32 = 84.0;

/// A search that is being made.
#[derive(Default)]
pub struct SearchForm {
    /// Whether the dialog is open.
    pub open: bool,
    /// The number of checks so far; results of earlier ones are ignored.
    generation: u64,
    /// The chosen engines, by name.
    pub engines: BTreeSet<String>,
    /// The words, one a line.
    pub words: String,
    /// A file of further words.
    pub file: String,
    /// The name, if a person gives one.
    name: String,
    /// Whether robots.txt is being asked.
    waits: bool,
    /// What was proposed, with engines that are left out.
    proposed: Option<SearchProposal>,
    problem: Option<Message>,
}

impl SearchForm {
    /// A result came: adds the site, unless a person is to hear first which engines are left out.
    pub fn came(
        &mut self,
        generation: u64,
        proposed: Result<SearchProposal, Message>,
        actions: &mut Vec<Action>,
    ) {
        if generation != self.generation || !self.waits {
            return;
        }
        self.waits = false;
        match proposed {
            Ok(proposed) if proposed.refused.is_empty() => self.add(&proposed, actions),
            Ok(proposed) => self.proposed = Some(proposed),
            Err(problem) => self.problem = Some(problem),
        }
    }

    fn add(&mut self, proposed: &SearchProposal, actions: &mut Vec<Action>) {
        if let Some(rule_toml) = proposed.rule_toml.clone() {
            let name = proposed.name.clone();
            let add = SiteCommand::AddLooked { name, rule_toml };
            actions.push(Action::Send(Command::Site(add)));
        }
        *self = Self {
            generation: self.generation,
            engines: std::mem::take(&mut self.engines),
            ..Self::default()
        };
    }

    fn check(&mut self) -> Action {
        self.generation += 1;
        self.waits = true;
        (self.proposed, self.problem) = (None, None);
        let file = self.file.trim();
        let draft = SearchDraft {
            name: self.name.clone(),
            engines: self.engines.iter().cloned().collect(),
            words: search_words(&self.words),
            words_file: (!file.is_empty()).then(|| PathBuf::from(file)),
        };
        Action::Send(Command::Site(SiteCommand::ProposeSearch {
            generation: self.generation,
            draft,
        }))
    }

    /// What was typed or chosen is not what was checked.
    fn changed(&mut self) {
        self.waits = false;
        (self.proposed, self.problem) = (None, None);
    }
}

/// Draws the dialog, if it is open.
pub(super) fn search_engines_ui(
    ui: &Ui,
    look: &UiContext,
    state: &mut SitesState,
    actions: &mut Vec<Action>,
) {
    let form = &mut state.search;
    if !form.open {
        return;
    }
    let most = (ui.ctx().content_rect().width() - 60.0).min(WIDTH);
    let shown = Modal::new(Id::unique("search-engines"))
        .frame(dialog(ui.ctx()))
        .show(ui.ctx(), |ui| {
            ui.set_width(most);
            ui.strong(look.t("search-title"));
            ui.label(look.hint(look.t("search-hint")));
            ui.add_space(4.0);
            engines_ui(ui, look, form);
            ui.add_space(4.0);
            words_ui(ui, look, form, actions);
            result_ui(ui, look, form);
            buttons_ui(ui, look, form, actions);
        });
    if is_left(&shown) {
        form.open = false;
        form.changed();
    }
}

fn engines_ui(ui: &mut Ui, look: &UiContext, form: &mut SearchForm) {
    for group in EngineGroup::ALL {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            ui.label(look.hint(look.text(&group.name())));
            let engines = shipped_engines().iter();
            for engine in engines.filter(|engine| engine.group == group) {
                engine_ui(ui, look, form, engine);
            }
        });
    }
}

fn engine_ui(ui: &mut Ui, look: &UiContext, form: &mut SearchForm, engine: &SearchEngine) {
    let mut on = form.engines.contains(&engine.name);
    let host = look.t1("search-asks-host", "host", engine.host());
    fields::together(ui, |ui| {
        let tick = ui.tick(&mut on, engine.name.as_str()).on_hover_text(host);
        if tick.changed() {
            match on {
                true => form.engines.insert(engine.name.clone()),
                false => form.engines.remove(&engine.name),
            };
            form.changed();
        }
        let named = look.t1("search-terms-of", "engine", engine.name.as_str());
        let terms = look.quiet(ui, look.t("search-terms"));
        let terms = terms.accessible_name(named.clone()).on_hover_text(named);
        if terms.clicked() {
            ui.ctx().open_url(OpenUrl::new_tab(&engine.terms));
        }
        tick
    });
}

fn words_ui(ui: &mut Ui, look: &UiContext, form: &mut SearchForm, actions: &mut Vec<Action>) {
    let name = ui.label(look.hint(look.t("search-words")));
    let mut changed = false;
    fields::long_field(ui, "search-words", WORDS_HEIGHT, |ui| {
        let field = TextEdit::multiline(&mut form.words)
            .hint_text(look.t("search-words-hint"))
            .desired_rows(3)
            .desired_width(f32::INFINITY);
        let field = ui.add(field).labelled_by(name.id);
        let field = look.edged(ui, field);
        changed |= field.changed();
        field
    });
    ui.horizontal_wrapped(|ui| {
        let file = fields::code_field(
            ui,
            look,
            "search-file",
            &mut form.file,
            &look.t("search-file-hint"),
            200.0,
        );
        changed |= file.changed();
        fields::beside(ui, |ui| {
            if ui.button(look.t("app-browse")).clicked() {
                actions.push(Action::PickPath(PathPurpose::SearchWords));
            }
        });
        let hint = search_name(&search_words(&form.words));
        fields::labelled(ui, look, "search-name", |ui| {
            let field = TextEdit::singleline(&mut form.name)
                .align(Align2::LEFT_CENTER)
                .hint_text(hint)
                .desired_width(200.0);
            let field = ui.add(field);
            changed |= field.changed();
            field
        });
    });
    if changed {
        form.changed();
    }
}

fn result_ui(ui: &mut Ui, look: &UiContext, form: &SearchForm) {
    if form.waits {
        ui.label(look.hint(look.t("search-checks")));
    }
    if let Some(problem) = &form.problem {
        ui.label(look.coloured(look.text(problem), look.tokens.bad));
    }
    for refused in form.proposed.iter().flat_map(|proposed| &proposed.refused) {
        let told = look.text(&refused.message());
        ui.label(look.coloured(told, look.tokens.warn));
    }
}

fn buttons_ui(ui: &mut Ui, look: &UiContext, form: &mut SearchForm, actions: &mut Vec<Action>) {
    ui.add_space(8.0);
    ui.horizontal_wrapped(|ui| {
        let proposed = form.proposed.as_ref();
        let has_words = !form.words.trim().is_empty() || !form.file.trim().is_empty();
        let ready = match proposed {
            Some(proposed) => proposed.rule_toml.is_some(),
            None => !form.waits && has_words && !form.engines.is_empty(),
        };
        let label = match proposed {
            Some(_) => look.t("search-add-others"),
            None => look.t("search-add"),
        };
        if look.primary_if(ui, ready, label).clicked() {
            match form.proposed.take() {
                Some(proposed) => form.add(&proposed, actions),
                None => {
                    let check = form.check();
                    actions.push(check);
                }
            }
        }
        if ui.button(look.t("app-leaving-cancel")).clicked() {
            form.open = false;
            form.changed();
        }
    });
}
