//! The import report: the rules read from a file of another program, the fate of each of its parts,
//! and the selection of rules to add. Input: the engine's result for a file. Output: one
//! command per rule. It never contains a password: the importers skip them.

use std::path::PathBuf;

use eframe::egui::{
    self, Align, CollapsingHeader, Id, Label, Layout, Modal, RichText, ScrollArea, TextStyle, Ui,
    vec2,
};

use crate::action::Action;
use crate::state::app_state::AppState;
use crate::style::checkboxes_and_radios::Choices as _;
use crate::style::theme::{dialog, is_left};
use crate::style::ui_context::UiContext;
use crate::widgets::rule_additions::news_ui;
use crate::widgets::state_marks;
use bowerbird_engine::project_permission::rule_additions::{RuleEvent, rule_news};
use bowerbird_engine::single_page::{ReadRule, ReadRules};
use bowerbird_engine::types::{Explain, ImportFormat, ImportResult, Message, Note, RuleOrigin};
use bowerbird_engine::{Command, SiteCommand};

/// An open report.
pub struct ImportReport {
    path: PathBuf,
    read: ReadRules,
    /// The new parts of each rule.
    news: Vec<RuleEvent>,
    /// Whether each rule is selected.
    taken: Vec<bool>,
}

impl ImportReport {
    /// The report on `read`, from the file at `path`, for the project of `world`.
    pub fn new(world: &AppState, path: PathBuf, read: ReadRules) -> Self {
        let news = |rule: &ReadRule| rule_news(world.sites(), &world.accounts, &rule.text);
        Self {
            taken: vec![true; read.rules.len()],
            news: read.rules.iter().map(news).collect(),
            path,
            read,
        }
    }

    fn chosen(&self) -> impl Iterator<Item = &ReadRule> {
        let both = self.read.rules.iter().zip(&self.taken);
        both.filter(|(_, taken)| **taken).map(|(rule, _)| rule)
    }

    /// The commands that add the selected rules.
    fn commands(&self) -> Vec<Action> {
        self.chosen()
            .map(|rule| {
                Action::Send(Command::Site(SiteCommand::Add {
                    rule_toml: rule.text.clone(),
                    origin: RuleOrigin::Imported,
                }))
            })
            .collect()
    }
}

/// Draws the report; returns false when it is to be closed.
pub fn report_ui(
    ctx: &egui::Context,
    look: &UiContext,
    report: &mut ImportReport,
    actions: &mut Vec<Action>,
) -> bool {
    let room = ctx.content_rect().size();
    let mut open = true;
    let shown = Modal::new(Id::unique("import-report"))
        .frame(dialog(ctx))
        .show(ctx, |ui| {
            ui.set_width((room.x - 64.0).clamp(240.0, 760.0));
            let name = report.path.file_name().unwrap_or_default();
            let title = Message::new("app-import-title")
                .with("file", name.to_string_lossy().into_owned())
                .with("format", format_name(look, report.read.format));
            ui.add(Label::new(look.title(look.text(&title)).strong()).wrap());
            ui.label(look.hint(look.t("app-import-hint")));
            ScrollArea::vertical()
                .max_height((room.y - 220.0).max(120.0))
                .show(ui, |ui| {
                    ui.set_width(ui.available_width());
                    let rules = report.read.rules.iter().zip(&mut report.taken);
                    for (place, ((rule, taken), news)) in rules.zip(&report.news).enumerate() {
                        ui.push_id(place, |ui| {
                            rule_ui(ui, look, rule, taken);
                            news_ui(ui, look, &news.parts);
                        });
                    }
                });
            ui.add_space(8.0);
            ui.horizontal(|ui| {
                let count = report.chosen().count();
                let add = look.t1("app-import-add", "count", count);
                if look.primary_if(ui, count > 0, add).clicked() {
                    actions.extend(report.commands());
                    open = false;
                }
                if ui.button(look.t("app-import-none")).clicked() {
                    open = false;
                }
            });
        });
    open && !is_left(&shown)
}

fn rule_ui(ui: &mut Ui, look: &UiContext, rule: &ReadRule, taken: &mut bool) {
    let count = |fate| rule.notes.iter().filter(|note| note.fate == fate).count();
    ui.horizontal(|ui| {
        let name = RichText::new(&rule.site).strong();
        ui.tick(taken, name);
        if !rule.runs {
            let later = look.t("app-import-later");
            state_marks::word_ui(ui, state_marks::MarkShape::Ring, look.tokens.warn, &later);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let figures = Message::new("app-import-figures")
                .with("taken", count(ImportResult::Taken))
                .with("changed", count(ImportResult::Changed))
                .with("dropped", count(ImportResult::Dropped));
            ui.add(Label::new(look.hint(look.text(&figures))).truncate());
        });
    });
    if rule.notes.is_empty() {
        return;
    }
    // Losses come first: the user has to check those.
    CollapsingHeader::new(look.hint(look.t("app-import-notes")))
        .default_open(count(ImportResult::Dropped) + count(ImportResult::Changed) > 0)
        .show(ui, |ui| {
            for fate in [
                ImportResult::Dropped,
                ImportResult::Changed,
                ImportResult::Taken,
            ] {
                for note in rule.notes.iter().filter(|note| note.fate == fate) {
                    note_ui(ui, look, note);
                }
            }
        });
}

fn note_ui(ui: &mut Ui, look: &UiContext, note: &Note) {
    let (mark, colour, id) = match note.fate {
        ImportResult::Taken => (
            state_marks::MarkShape::Disc,
            look.tokens.ok,
            "app-import-taken",
        ),
        ImportResult::Changed => (
            state_marks::MarkShape::Diamond,
            look.tokens.warn,
            "app-import-changed",
        ),
        ImportResult::Dropped => (
            state_marks::MarkShape::Cross,
            look.tokens.bad,
            "app-import-dropped",
        ),
    };
    ui.horizontal_top(|ui| {
        cell_ui(ui, FATE_WIDTH, |ui| {
            state_marks::word_ui(ui, mark, colour, &look.t(id));
        });
        let room = ui.available_width();
        cell_ui(ui, (room * 0.3).clamp(60.0, 220.0), |ui| {
            let place = look.text(&note.place.explain());
            let text = RichText::new(&place).monospace().size(11.5);
            ui.add(Label::new(text).truncate().show_tooltip_when_elided(false))
                .on_hover_text(place);
        });
        // Its first line is aligned with the words before it.
        let line = ui.text_style_height(&TextStyle::Body);
        let above = ((ui.spacing().interact_size.y - line) / 2.0).max(0.0);
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            ui.add_space(above);
            ui.add(Label::new(look.text(&note.message)).wrap());
        });
    });
}

/// Width of the word for a part's fate.
const FATE_WIDTH: f32 = 84.0;

/// A widget as wide as the cells above it.
fn cell_ui(ui: &mut Ui, width: f32, add: impl FnOnce(&mut Ui)) {
    let size = vec2(width, ui.spacing().interact_size.y);
    let layout = Layout::left_to_right(Align::Center);
    ui.allocate_ui_with_layout(size, layout, |ui| {
        ui.set_min_width(width);
        ui.set_max_width(width);
        add(ui);
    });
}

/// The name of a format.
pub fn format_name(look: &UiContext, format: ImportFormat) -> String {
    look.t(match format {
        ImportFormat::WebScraper => "app-import-webscraper",
        ImportFormat::Ftr => "app-import-ftr",
        ImportFormat::Opml => "app-import-opml",
        ImportFormat::Legado => "app-import-legado",
        ImportFormat::Crawl4Ai => "app-import-crawl4ai",
        ImportFormat::EasySpider => "app-import-easyspider",
    })
}
