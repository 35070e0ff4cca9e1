//! Files opened by the user, and removals that can be undone: the parts of the shell that span both
//! the engine and the window. Input: paths, undo. Output: queries to the loader, commands,
//! notices.

pub(in crate::shell) mod diagnostic;
pub(in crate::shell) mod drop;
pub(in crate::shell) mod paths;

use std::path::{Path, PathBuf};
use std::time::Instant;

use eframe::egui;

use crate::action::{Action, Notice, PageOfRun};
use crate::background::export_facts::ExportAsk;
use crate::background::{DataQuery, IdentifiedFile};
use crate::dialogs::page_files::PageFiles;
use crate::dialogs::rule_export::RuleExport;
use crate::dialogs::rule_question::RuleQuestion;
use crate::notices::Topic;
use crate::notices::notice_duration::SAME_ADDRESS_STAYS;
use crate::shell::Bowerbird;
use crate::shell::removals::removed_sites;
use crate::shell::removals::undo_duration::SITE_UNDO_STAYS;
use crate::shortcuts::View;
use crate::state::app_state::{same_host, same_start};
use crate::state::rule_editor::Editor;
use crate::state::settings;
use crate::views::sites::{Filter, Part, Versions};
use bowerbird_engine::project_permission::rule_additions::rule_news;
use bowerbird_engine::single_page::FileKind;
use bowerbird_engine::types::{
    ImportFormat, Message, PageFilter, Site, SiteException, SiteId, SourceKind, open_at_the_desk,
};
use bowerbird_engine::{Command, SampleCommand};

impl Bowerbird {
    /// Opens files by their type, which is determined on a background thread.
    pub(super) fn open_files(
        &mut self,
        paths: Vec<PathBuf>,
        format: Option<ImportFormat>,
        further: &mut Vec<Action>,
    ) {
        if let Some(project) = paths.iter().find(|path| is_project(path)) {
            further.push(Action::OpenProject(project.clone()));
            return;
        }
        if self.project.is_none() {
            let hint = Message::new("app-drop-no-project");
            self.notify(Notice::info(hint), Topic::Other);
            return;
        }
        if format.is_some() {
            let import = |path| Action::Query(DataQuery::Import { path, format });
            further.extend(paths.into_iter().map(import));
        } else {
            further.push(Action::Query(DataQuery::LookAt(paths)));
        }
    }

    /// Opens files of known type. Asks about several pages, and about a page without its address.
    pub(super) fn open_identified(
        &mut self,
        files: Vec<IdentifiedFile>,
        actions: &mut Vec<Action>,
    ) {
        let mut pages = Vec::new();
        let mut failed = Vec::new();
        for (path, kind) in files {
            match kind {
                Ok(FileKind::Project) => actions.push(Action::OpenProject(path)),
                Ok(FileKind::Rule) => actions.push(Action::AddRuleFile(path)),
                Ok(FileKind::Other) => {
                    actions.push(Action::Query(DataQuery::Import { path, format: None }));
                }
                Ok(FileKind::Page { address, title }) => pages.push((path, address, title)),
                Err(message) => failed.push(message),
            }
        }
        let further = failed.len().saturating_sub(1);
        if let Some(first) = failed.into_iter().next() {
            let told = if further == 0 {
                first
            } else {
                Message::new("app-drop-failed")
                    .with("first", first)
                    .with("count", further)
            };
            self.notify(Notice::bad(told), Topic::Other);
        }
        match PageFiles::new(pages) {
            Ok(None) => {}
            Ok(Some((path, base))) => actions.push(Action::OpenPageFile { path, base }),
            Err(question) => self.page_files = Some(question),
        }
    }

    /// Adds the rule file whose text was read; an invalid one is opened where its faults are shown.
    pub(super) fn rule_file_came(
        &mut self,
        path: PathBuf,
        text: String,
        actions: &mut Vec<Action>,
    ) {
        let editor = Editor::new(None, text);
        if editor.faults.is_empty() {
            let text = editor.text;
            let news = rule_news(self.world.sites(), &self.world.accounts, &text);
            self.rule_questions.push(RuleQuestion { path, text, news });
        } else {
            self.views.sites.show_editor(editor);
            actions.push(Action::Show(View::Sites));
        }
    }

    /// A site with the same start as another one is usually added by mistake, however it was added.
    pub(super) fn warn_of_doubles(&mut self, old: &[Site]) {
        let is_new = |site: &&Site| old.iter().all(|known| known.id != site.id);
        let double = self.world.sites().iter().filter(is_new).find_map(|site| {
            // A feed or sitemap leads to pages that another site of the host may have.
            let is_whole = matches!(site.kind, SourceKind::Feed | SourceKind::Sitemap);
            let mut sites = old.iter();
            let (id, other) = match sites.find(|old| same_start(&old.start, &site.start)) {
                Some(other) => ("app-sites-double", other),
                None => {
                    let mut beside = old.iter().filter(|_| is_whole);
                    let other = beside.find(|old| same_host(&old.start, &site.start))?;
                    ("app-sites-same-host", other)
                }
            };
            Some((id, site.name.clone(), other.name.clone()))
        });
        if let Some((id, name, other)) = double {
            let told = Message::new(id).with("name", name).with("other", other);
            let notice = Notice {
                stay: Some(SAME_ADDRESS_STAYS),
                ..Notice::info(told)
            };
            self.notify(notice, Topic::Other);
        }
    }

    pub(super) fn open_in_workbench(
        &mut self,
        ctx: &egui::Context,
        url: &str,
        site: Option<SiteId>,
        further: &mut Vec<Action>,
    ) {
        let text = site
            .and_then(|site| self.world.site(site))
            .map(|site| site.rule_toml.clone());
        let bench = &mut self.views.workbench;
        bench.load_rule(site, text);
        bench.open(url, ctx.pixels_per_point(), further);
        self.show(View::Workbench, further);
    }

    /// Opens the page on which a redesign was detected, and begins the repair there.
    pub(super) fn repair_site(
        &mut self,
        ctx: &egui::Context,
        id: SiteId,
        further: &mut Vec<Action>,
    ) {
        let Some(site) = self.world.site(id) else {
            return;
        };
        let noticed = site.status.as_ref().map(|status| status.url.clone());
        let url = noticed.unwrap_or_else(|| site.start.clone());
        self.open_in_workbench(ctx, &url, Some(id), further);
        self.views.workbench.maintenance.repair_wanted = Some(id);
    }

    /// Shows a site in the editor of its rule.
    pub(super) fn edit_rule(&mut self, id: SiteId, further: &mut Vec<Action>) {
        if let Some(site) = self.world.site(id) {
            self.views.sites.edit(site);
            self.show(View::Sites, further);
        }
    }

    /// Opens a file or folder with the desktop's program for it.
    pub(super) fn open_with_desktop(&mut self, path: &Path) {
        if let Err(error) = open_at_the_desk(path) {
            let told = Message::new("app-open-failed")
                .with("path", path.display().to_string())
                .with("reason", error.reason);
            self.notify(Notice::bad(told), Topic::Other);
        }
    }

    /// Opens an address in the user's browser, on the loader's thread.
    pub(super) fn browse(&self, url: String, check: bool, further: &mut Vec<Action>) {
        further.push(Action::Query(DataQuery::Browse(url, check)));
    }

    /// Reports the samples imported from files.
    pub(super) fn report_added_samples(&mut self, added: usize, failed: &[(String, Message)]) {
        let Some((name, reason)) = failed.first() else {
            let told = Message::new("app-samples-taken").with("count", added);
            self.notify(Notice::success(told), Topic::Other);
            return;
        };
        let told = Message::new("app-samples-not-taken")
            .with("added", added)
            .with("failed", failed.len())
            .with("name", name.as_str())
            .with("reason", reason.clone());
        self.notify(Notice::bad(told), Topic::Other);
    }

    /// Asks which rules to export: those of `chosen`, or of all sites when empty.
    pub(super) fn choose_export(&mut self, chosen: &[SiteId]) {
        let folder = settings::documents_folder().join("rules");
        self.rule_export = Some(RuleExport::new(&self.world, chosen, &folder));
    }

    /// The same with the current site selected.
    pub(super) fn export_rule(&mut self) {
        let chosen = if self.view == View::Workbench {
            self.views.workbench.page.site
        } else {
            let row = self.views.sites.table.selected;
            row.and_then(|row| Some(self.world.sites().get(row)?.id))
        };
        self.choose_export(chosen.as_slice());
    }

    /// Undoes the last removal.
    pub(super) fn undo_removal(&mut self, further: &mut Vec<Action>) {
        let Some((removal, resume)) = self.removals.undo() else {
            return;
        };
        self.notices.dismiss_undo();
        if let Some(Command::Sample(SampleCommand::Remove { id, .. })) = removal {
            self.views.workbench.maintenance.samples.unhide(id);
        }
        if let Some(Command::Exports(_)) = removal {
            let facts = ExportAsk::Facts(self.views.results.export_site());
            further.push(Action::Query(DataQuery::Exports(facts)));
        }
        if let (Some(resume), Some(project)) = (resume, &self.project) {
            project.engine.send(resume);
        }
        further.extend([DataQuery::Sites, DataQuery::Tasks, DataQuery::Pools].map(Action::Query));
    }

    /// An exception of the user is stored: it can be undone.
    pub(super) fn taught(&mut self, word: &SiteException, actions: &mut Vec<Action>) {
        let told = self.removals.taught(word, &self.world, Instant::now());
        self.notify(Notice::removed(told, SITE_UNDO_STAYS), Topic::Words);
        actions.extend(self.views.sites.taught.again());
    }

    /// Executes the pending removal of a site whose name is to be reused.
    pub(super) fn finish_conflicting_removal(&mut self, rule_toml: &str) {
        if let Some(removal) = self.removals.take_conflicting(rule_toml) {
            self.notices.dismiss_undo();
            self.carry_out_removal(removal);
        }
    }

    /// Shows a site in its table, regardless of the current search.
    pub(super) fn show_site(&mut self, site: SiteId, further: &mut Vec<Action>) {
        // The notifications that may lead here would cover it.
        self.alerts.open = false;
        let sites = &mut self.views.sites;
        sites.leave_editor();
        sites.versions = None;
        sites.filter = Filter::default();
        if let Some(row) = self.world.sites().iter().position(|known| known.id == site) {
            sites.table.select(row);
        }
        further.push(Action::Show(View::Sites));
    }

    /// Shows a page of a run as it was received.
    pub(super) fn show_received(&mut self, page: PageOfRun, further: &mut Vec<Action>) {
        let site = page.site;
        self.views.sites.part = Part::Evidence;
        self.views.sites.evidence.show(page);
        self.show_site(site, further);
    }

    /// Shows the newest run of a site with the pages that went wrong in it.
    pub(super) fn show_missing(&mut self, site: SiteId, further: &mut Vec<Action>) {
        let runs = &mut self.views.runs;
        runs.of_site(Some(site), further);
        (runs.filter, runs.follow) = (PageFilter::Wrong, Some((site, None)));
        self.show(View::Runs, further);
    }

    /// Shows the versions of a site's rule.
    pub(super) fn show_versions(&mut self, site: SiteId, further: &mut Vec<Action>) {
        let Some(site) = self.world.site(site) else {
            return;
        };
        let versions = Versions::open(site, further);
        let row = self
            .world
            .sites()
            .iter()
            .position(|s| s.id == versions.site);
        if let Some(row) = row {
            self.views.sites.table.select(row);
        }
        self.views.sites.leave_editor();
        self.views.sites.versions = Some(versions);
        further.push(Action::Show(View::Sites));
    }

    /// Sends the engine the removals whose undo time is over, or all.
    pub(crate) fn carry_out_removals(&mut self, all: bool) {
        let due = if all {
            self.removals.all()
        } else {
            self.removals.due(Instant::now())
        };
        for removal in due {
            self.carry_out_removal(removal);
        }
    }

    fn carry_out_removal(&mut self, removal: Command) {
        for site in removed_sites(&removal) {
            // The current rule outlives its site, as an unsaved one.
            self.views.workbench.site_removed(*site);
        }
        if let Some(project) = &self.project {
            project.engine.send(removal);
        }
    }
}

fn is_project(path: &Path) -> bool {
    let extension = path.extension();
    extension.is_some_and(|extension| extension.eq_ignore_ascii_case("bower"))
}
