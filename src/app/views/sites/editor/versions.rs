//! The versions of a site's rule: when each was saved, its origin and its changes; two of them side
//! by side; restoring an older one. Input: the versions, from the loader. Output: a request
//! to restore one, which can be undone in the shell.

use eframe::egui::{self, ComboBox, Label, RichText, ScrollArea, Ui};

use super::differences;
use crate::action::Action;
use crate::background::{DataQuery, ListedVersion};
use crate::state::layout;
use crate::style::drop_down::{DropDown as _, Entries as _};
use crate::style::frames::{narrow, panel};
use crate::style::ui_context::UiContext;
use crate::views::sites::SitesState;
use crate::views::sites::timeline;
use crate::widgets::rule_additions::news_ui;
use crate::widgets::table::{Cell, ColumnSpec, Rows, TableState, table_ui};
use bowerbird_engine::project_permission::rule_additions::{NewPart, news_of};
use bowerbird_engine::types::{
    ActionKind, Message, RuleChange, RuleOrigin, RuleVersion, Site, SiteAction, SiteId,
    rule_changes, unified,
};
use bowerbird_engine::{Command, SiteCommand};

/// The displayed versions of one site's rule.
#[derive(Clone, Debug, Default)]
pub struct Versions {
    /// The site.
    pub site: SiteId,
    name: String,
    versions: Option<Vec<ListedVersion>>,
    table: TableState,
    /// Number of the version that the selected one is compared with; the previous one when absent.
    against: Option<u32>,
    as_text: bool,
    shown: Option<Differences>,
}

/// The differences between two versions.
#[derive(Clone, Debug)]
struct Differences {
    before: u32,
    after: u32,
    changes: Option<Vec<RuleChange>>,
    text: String,
}

impl Versions {
    /// Shows the versions of `site`; queries them.
    pub fn open(site: &Site, actions: &mut Vec<Action>) -> Self {
        actions.push(Action::Query(DataQuery::Versions(site.id)));
        Self {
            site: site.id,
            name: site.name.clone(),
            ..Self::default()
        }
    }

    /// Handles loaded versions; a new one is selected, otherwise the selection stays.
    pub fn came(&mut self, site: SiteId, versions: Vec<ListedVersion>) {
        if site != self.site {
            return;
        }
        let newest = |listed: &[ListedVersion]| listed.first().map(|v| v.version.number);
        let old = self.versions.take().unwrap_or_default();
        if newest(&old) == newest(&versions) {
            self.table.follow(&old, &versions, |v| v.version.number);
        } else {
            self.table.select(0);
            self.against = None;
        }
        self.shown = None;
        self.versions = Some(versions);
    }

    fn versions(&self) -> &[ListedVersion] {
        self.versions.as_deref().unwrap_or_default()
    }

    /// The new effects of a version compared with the newest one.
    fn news(&self, rule_toml: &str) -> Vec<NewPart> {
        let newest = self.versions().first();
        let newest = newest.map(|listed| listed.version.rule_toml.as_str());
        news_of(newest, rule_toml, &[])
    }

    fn chosen(&self) -> Option<&RuleVersion> {
        let listed = self.versions().get(self.table.selected?)?;
        Some(&listed.version)
    }

    /// The version that the selected one is compared with.
    fn other(&self) -> Option<&RuleVersion> {
        let chosen = self.chosen()?;
        let mut versions = self.versions().iter().map(|listed| &listed.version);
        match self.against {
            Some(number) if number != chosen.number => versions.find(|v| v.number == number),
            _ => versions.find(|v| v.number < chosen.number),
        }
    }

    /// The differences, older version first.
    fn differences(&mut self) -> Option<&Differences> {
        let (chosen, other) = (self.chosen()?, self.other()?);
        let (before, after) = if other.number < chosen.number {
            (other, chosen)
        } else {
            (chosen, other)
        };
        let pair = (before.number, after.number);
        let known = |shown: &Differences| (shown.before, shown.after) == pair;
        if !self.shown.as_ref().is_some_and(known) {
            let name = |number: u32| format!("{} · {number}", self.name);
            let names = (name(pair.0), name(pair.1));
            self.shown = Some(Differences {
                before: pair.0,
                after: pair.1,
                changes: rule_changes(&before.rule_toml, &after.rule_toml),
                text: unified((&names.0, &names.1), &before.rule_toml, &after.rule_toml),
            });
        }
        self.shown.as_ref()
    }
}

/// Draws the versions in place of the table of sites.
pub fn versions_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut SitesState,
    actions: &mut Vec<Action>,
) {
    let Some(versions) = &mut state.versions else {
        return;
    };
    timeline::follow(&mut state.timeline, versions.site, actions);
    let tried = state
        .timeline
        .known
        .as_ref()
        .map(|(_, tried)| tried.as_slice());
    let tried = tried.unwrap_or_default();
    let mut close = false;
    ui.horizontal(|ui| {
        close = look.quiet(ui, look.t("app-editor-back")).clicked();
        let title = look.t1("app-versions-title", "site", versions.name.as_str());
        ui.label(look.title(title).strong());
    });
    ui.add_space(4.0);
    if versions.versions.is_none() {
        ui.label(look.hint(look.t("app-loading")));
    } else {
        let share = if narrow(ui) { 0.42 } else { 0.46 };
        let width = ui.available_width();
        let left = egui::Panel::left("versions-list")
            .frame(egui::Frame::NONE.outer_margin(egui::Margin {
                right: 8,
                ..egui::Margin::ZERO
            }))
            .resizable(true)
            .show_separator_line(false);
        let range = 240.0..=(width - 280.0).max(241.0);
        layout::sized_panel(
            ui,
            "versions-left",
            left,
            width * share,
            range,
            true,
            |ui| {
                list_ui(ui, look, versions, actions);
            },
        );
        panel(look).show(ui, |ui| {
            ui.take_available_space();
            compare_ui(ui, look, versions, tried, actions);
        });
    }
    if close {
        state.versions = None;
    }
}

fn list_ui(ui: &mut Ui, look: &UiContext, state: &mut Versions, actions: &mut Vec<Action>) {
    let columns = [
        ColumnSpec::new("number", look.t("app-versions-number"), 56.0).numeric(),
        ColumnSpec::new("saved", look.t("app-versions-saved"), 118.0),
        ColumnSpec::new("origin", look.t("app-versions-origin"), 92.0),
        ColumnSpec::new("changes", look.t("app-versions-changes"), 220.0),
    ];
    state.table.remember(ui.ctx(), "versions");
    let versions = state.versions.take().unwrap_or_default();
    let mut rows = VersionRows {
        look,
        versions: &versions,
    };
    let name = look.t("app-versions-table");
    let output = table_ui(ui, look, &name, &columns, &mut state.table, &mut rows);
    state.versions = Some(versions);
    if let Some(text) = output.copied {
        actions.push(Action::Copy(text));
    }
}

struct VersionRows<'a> {
    look: &'a UiContext,
    versions: &'a [ListedVersion],
}

impl Rows for VersionRows<'_> {
    fn len(&self) -> usize {
        self.versions.len()
    }

    fn cell(&self, row: usize, key: &str) -> Cell {
        let Some(listed) = self.versions.get(row) else {
            return Cell::Empty;
        };
        let version = &listed.version;
        match key {
            "number" => Cell::of(version.number.to_string()),
            "saved" => Cell::of(self.look.time(version.saved_at)),
            "origin" => Cell::of(origin_word(self.look, version.origin)),
            "changes" => match &listed.sections {
                None => Cell::Empty,
                Some(sections) if sections.is_empty() => {
                    Cell::of(self.look.t("app-versions-layout"))
                }
                Some(sections) => Cell::Code(sections.join(", ")),
            },
            _ => Cell::Empty,
        }
    }
}

/// The origin of a version, as a word.
pub fn origin_word(look: &UiContext, origin: RuleOrigin) -> String {
    look.t(match origin {
        RuleOrigin::Added => "app-versions-added",
        RuleOrigin::Edited => "app-versions-edited",
        RuleOrigin::Imported => "app-versions-imported",
        RuleOrigin::Repaired => "app-versions-repaired",
        RuleOrigin::Restored => "app-versions-restored",
    })
}

/// Seconds between restoring a version and the note of it, at most.
const NOTED_WITHIN: i64 = 10;

/// Why a version was restored without a person; `None` for others.
fn reason_of<'t>(version: &RuleVersion, tried: &'t [SiteAction]) -> Option<&'t Message> {
    let restored = version.origin == RuleOrigin::Restored;
    let noted = |action: &&SiteAction| {
        let apart = action.at.duration_since(version.saved_at).as_secs();
        action.kind == ActionKind::OtherRule && (0..=NOTED_WITHIN).contains(&apart)
    };
    let found = tried.iter().filter(|_| restored).find(noted);
    found.map(|action| &action.why)
}

fn compare_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut Versions,
    tried: &[SiteAction],
    actions: &mut Vec<Action>,
) {
    let Some(chosen) = state.chosen().cloned() else {
        ui.label(look.hint(look.t("app-versions-choose")));
        return;
    };
    let newest = state.versions().first().map(|listed| listed.version.number);
    ui.horizontal_wrapped(|ui| {
        let title = look.t1("app-versions-version", "number", chosen.number);
        ui.label(RichText::new(title).strong());
        let about = format!(
            "{} · {}",
            origin_word(look, chosen.origin),
            look.time(chosen.saved_at)
        );
        ui.label(look.hint(about))
            .on_hover_text(look.exact_time(chosen.saved_at));
    });
    if let Some(why) = reason_of(&chosen, tried) {
        ui.add(Label::new(look.text(why)).wrap());
    }
    // Its requests to other hosts are shown before it is restored.
    news_ui(ui, look, &state.news(&chosen.rule_toml));
    ui.horizontal_wrapped(|ui| {
        if newest == Some(chosen.number) {
            ui.label(look.hint(look.t("app-versions-newest")));
        } else {
            let restore = look.t1("app-versions-restore", "number", chosen.number);
            let button = look.primary(ui, restore);
            if button
                .on_hover_text(look.t("app-versions-restore-tip"))
                .clicked()
            {
                actions.push(Action::Send(Command::Site(SiteCommand::RestoreRule {
                    site: state.site,
                    version: chosen.number,
                })));
            }
        }
        if ui.button(look.t("app-versions-copy")).clicked() {
            actions.push(Action::Copy(chosen.rule_toml.clone()));
        }
    });
    ui.add_space(4.0);
    if state.versions().len() < 2 {
        ui.label(look.hint(look.t("app-versions-only-one")));
        whole_ui(ui, look, &chosen.rule_toml);
        return;
    }
    against_ui(ui, look, state, chosen.number);
    ui.separator();
    let as_text = state.as_text;
    match state.differences() {
        Some(found) => found_ui(ui, look, found, as_text),
        None => {
            ui.label(look.hint(look.t("app-versions-first")));
            whole_ui(ui, look, &chosen.rule_toml);
        }
    }
}

/// The version to compare with, and the display mode.
fn against_ui(ui: &mut Ui, look: &UiContext, state: &mut Versions, chosen: u32) {
    let other = state.other().map(|version| version.number);
    let numbers: Vec<u32> = state
        .versions()
        .iter()
        .map(|listed| listed.version.number)
        .filter(|number| *number != chosen)
        .collect();
    ui.horizontal_wrapped(|ui| {
        let label = ui.label(look.t("app-versions-against"));
        let words = |number: u32| look.t1("app-versions-version", "number", number);
        ComboBox::from_id_salt("versions-against")
            .selected_text(other.map_or_else(|| "–".to_owned(), words))
            .show_list(ui, |ui| {
                for number in numbers {
                    ui.entry_value(&mut state.against, Some(number), words(number));
                }
            })
            .response
            .labelled_by(label.id);
        ui.selectable_value(&mut state.as_text, false, look.t("app-versions-as-changes"));
        ui.selectable_value(&mut state.as_text, true, look.t("app-versions-as-lines"));
    });
}

fn found_ui(ui: &mut Ui, look: &UiContext, found: &Differences, as_text: bool) {
    let from_to = Message::new("app-versions-from-to")
        .with("before", found.before)
        .with("after", found.after);
    ui.label(look.hint(look.text(&from_to)));
    ScrollArea::both()
        .id_salt(("versions-differences", found.before, found.after))
        .auto_shrink(false)
        .show(ui, |ui| match &found.changes {
            _ if found.text.is_empty() => {
                ui.label(look.hint(look.t("app-versions-same")));
            }
            _ if as_text => differences::lines_ui(ui, look, &found.text),
            Some(changes) if changes.is_empty() => {
                ui.label(look.hint(look.t("app-versions-layout")));
                differences::lines_ui(ui, look, &found.text);
            }
            Some(changes) => differences::changes_ui(ui, look, changes),
            None => differences::lines_ui(ui, look, &found.text),
        });
}

fn whole_ui(ui: &mut Ui, look: &UiContext, text: &str) {
    ScrollArea::both()
        .id_salt("versions-whole")
        .auto_shrink(false)
        .show(ui, |ui| {
            let text = RichText::new(text).monospace().color(look.tokens.text);
            ui.add(Label::new(text).extend());
        });
}
