//! The shell's inputs: the engine's events, the loader's answers, opened projects and closed file
//! dialogs. Each changes the app state or a view's state; some lead to further queries.
//!
//! Below: events of alerts, exports, pools, runs, the sample site and texts.

pub(super) mod alert_events;
pub(super) mod export_events;
mod pool_events;
mod rule_events;
mod run_events;
mod sample_events;
pub(super) mod text_events;

use std::collections::HashSet;
use std::time::Instant;

use eframe::egui;
use jiff::Timestamp;

use super::unlocking::LockedRun;
use super::{Bowerbird, Views};
use crate::action::{Action, Notice};
use crate::background::{DataQuery, QueryResult};
use crate::dialogs::import::ImportReport;
use crate::notices::Topic;
use crate::notices::notification_centre::stored_notifications;
use crate::shortcuts::View;
use crate::state::app_state::AppState;
use crate::state::start_view;
use bowerbird_engine::types::{Message, TaskId};
use bowerbird_engine::{Event, RereadEvent};

/// Maximum events handled before a frame is drawn; the rest waits for the next frame.
const EVENTS_A_FRAME: usize = 512;

impl Bowerbird {
    /// Handles all waiting events.
    pub(crate) fn process_updates(&mut self, ctx: &egui::Context) {
        let mut actions = Vec::new();
        self.apply_opened_project(&mut actions);
        self.poll_restoring();
        for _ in 0..EVENTS_A_FRAME {
            let Some(event) = self.project.as_ref().and_then(|p| p.engine.try_event()) else {
                break;
            };
            self.apply_event(ctx, event, &mut actions);
        }
        while let Some(told) = self.project.as_ref().and_then(|p| p.loader.try_result()) {
            self.apply_query_result(told, &mut actions);
        }
        while let Some(answer) = self.dialogs.answer() {
            self.path_picked(answer, &mut actions);
        }
        self.tell_of_panic();
        self.carry_out(ctx, actions);
    }

    fn apply_opened_project(&mut self, actions: &mut Vec<Action>) {
        let Some(opening) = &self.opening else {
            return;
        };
        let Some(done) = opening.done(&self.wake) else {
            return;
        };
        let (path, sample) = (opening.path.clone(), opening.sample);
        self.opening = None;
        self.views.start.opening = None;
        let begin_at = self.begin_at.take();
        match done {
            Err(message) => {
                if !path.exists() {
                    self.settings.recent.forget_project(&path);
                    self.world.recent = self.settings.recent.clone();
                    self.keep_settings();
                }
                self.did_not_open(path, message);
            }
            Ok(project) => {
                self.alerts.restart(
                    stored_notifications::load(&self.folder, &path),
                    Timestamp::now(),
                );
                self.views.settings.alerts.restart();
                for ask in [
                    DataQuery::Alerts,
                    DataQuery::Review,
                    DataQuery::Supervisions,
                    DataQuery::Sites,
                    DataQuery::Tasks,
                    DataQuery::Turns,
                    DataQuery::Pools,
                    DataQuery::Total,
                ] {
                    project.loader.ask(ask);
                }
                self.project = Some(project);
                self.settings.recent.project_opened(&path);
                self.world = AppState {
                    project: Some(path.clone()),
                    recent: self.settings.recent.clone(),
                    ..AppState::default()
                };
                self.views = Views {
                    results_stale: true,
                    ..Views::default()
                };
                self.views.changes.filter = self.settings.changes_filter(&path);
                self.start_at(start_view::of_opened_project(sample));
                self.notices.clear();
                if let Some(restored) = self.restored.take() {
                    self.notify(restored, Topic::Other);
                }
                self.settings.last_project = Some(path);
                self.keep_settings();
                actions.extend(begin_at.map(|url| Action::OpenInWorkbench { url, site: None }));
            }
        }
    }

    fn apply_event(&mut self, ctx: &egui::Context, event: Event, actions: &mut Vec<Action>) {
        let Some(event) = self.views.sites.evidence.take_event(ctx, event) else {
            return;
        };
        let bench = &mut self.views.workbench;
        match event {
            Event::ShowWanted => {
                self.called = true;
                ctx.send_viewport_cmd(egui::ViewportCommand::Minimized(false));
                ctx.send_viewport_cmd(egui::ViewportCommand::Focus);
            }
            Event::SitesChanged => {
                self.notices.succeeded(Topic::Sites);
                actions.extend(self.views.sites.taught.again());
                let asks = [DataQuery::Sites, DataQuery::Tasks, DataQuery::Review];
                actions.extend(asks.map(Action::Query));
            }
            Event::PermissionsChanged => actions.push(Action::Query(DataQuery::Review)),
            Event::Taught(word) => self.taught(&word, actions),
            Event::RuleRestored(restored) => self.rule_restored(&restored),
            Event::Serving(state) => self.serving(state),
            Event::RecordsChanged => self.records_changed(actions),
            Event::RecordAdded(record) => self.record_added(record),
            Event::ValuesEdited { count, undo } => self.values_edited(count, undo),
            Event::Rearranged { told, undo } => self.rearranged(told, undo),
            Event::Texts(event) => self.texts_event(event, actions),
            Event::Pictures { record, pictures } => {
                let reader = &mut self.views.results.reader;
                reader.pictures.came(ctx, record, &pictures);
            }
            Event::VersionPages { of, pages } => {
                self.views.changes.pages_came(ctx, &of, &pages);
                self.views.results.versions.pages_came(ctx, &of, &pages);
            }
            Event::Alerts(event) => self.alert_event(event, actions),
            Event::PoolsChanged => {
                self.notices.succeeded(Topic::Pools);
                self.unlocking.succeeded();
                actions.push(Action::Query(DataQuery::Pools));
                actions.push(Action::Query(DataQuery::Review));
            }
            Event::TasksChanged => {
                self.notices.succeeded(Topic::Tasks);
                let asks = [DataQuery::Tasks, DataQuery::Turns, DataQuery::Review];
                actions.extend(asks.map(Action::Query));
            }
            Event::PageOpened { ticket, page } => {
                // A stored page is found in the store, not at its address.
                let fetched = !page.from_store;
                // An address without a page is nothing to collect, or to go back to.
                let mut evidence = page.verdict.evidence.iter();
                let is_missing = evidence.any(|found| found.missing_page().is_some());
                if fetched && !is_missing {
                    let recent = &mut self.settings.recent;
                    recent.page_opened(&page.url, &page.title, !page.has_content());
                    self.world.recent = self.settings.recent.clone();
                }
                bench.opened(ticket, page);
                if fetched {
                    self.keep_settings();
                }
            }
            Event::PageFailed { ticket, message } => self.page_failed(ticket, message),
            Event::PassphraseNeeded {
                site,
                message,
                options,
                goes_on,
            } => {
                let options = *options;
                let run = LockedRun {
                    site,
                    options,
                    goes_on,
                };
                self.run_locked(run, message);
            }
            Event::SecretsLocked(found) => self.world.locked = *found,
            Event::PageDrawn { ticket, layout } => bench.drawn(ticket, layout),
            Event::PageNotDrawn { ticket, message } => bench.not_drawn(ticket, message),
            Event::Tile {
                ticket,
                number,
                size,
                rgba,
            } => bench.tile(ctx, ticket, number, (size, &rgba)),
            Event::TextFound {
                ticket,
                generation,
                elements,
            } => bench.view(ticket).text_found(ticket, generation, elements),
            Event::PageTree { ticket, tree } => bench.view(ticket).tree_came(ticket, tree),
            Event::PageSource { ticket, source } => {
                bench.view(ticket).source_came(ticket, &source);
            }
            Event::SamplesTaken { added, failed, .. } => self.report_added_samples(added, &failed),
            Event::WatchProposed { generation, result } => {
                bench.author.twice.came(generation, &result);
                self.views.sites.look.twice.came(generation, &result);
            }
            event @ (Event::Picked { .. }
            | Event::Selection { .. }
            | Event::PageUnderstood { .. }
            | Event::PageRead { .. }
            | Event::Authored { .. }
            | Event::SamplesChanged { .. }
            | Event::SamplesTested { .. }
            | Event::PageTested { .. }
            | Event::TextBoxFound { .. }
            | Event::RepairProposed { .. }
            | Event::RankedAlternatives { .. }) => bench.take_event(event, actions),
            Event::Agreement {
                site,
                pages,
                fields,
            } => {
                let shown = self.views.sites.health.as_mut();
                if let Some(shown) = shown.filter(|shown| shown.site == site) {
                    shown.agreement = Some((pages, fields));
                }
            }
            Event::Rerun {
                site,
                report,
                dry_run,
                ended,
            } => {
                if let Some(reread) = self.reread_of(site) {
                    reread.apply_report(*report, dry_run, ended);
                }
            }
            Event::Reread(RereadEvent::Reverted { site, taken }) => {
                if let Some(reread) = self.reread_of(site) {
                    reread.reverted(taken);
                }
            }
            Event::SearchProposed {
                generation,
                proposed,
            } => {
                let search = &mut self.views.sites.search;
                search.came(generation, *proposed, actions);
            }
            Event::SiteLooked { generation, look } => {
                self.views.sites.look.came(generation, &look);
            }
            Event::Workers(overview) => self.views.settings.workers.came(*overview),
            Event::Exports(news) => self.apply_export_news(news, actions),
            Event::ProxyTested(test) => {
                self.world.proxy_tests.insert(test.proxy, *test);
            }
            Event::ProxyTests { done, of, ended } => {
                self.world.proxy_progress = (!ended).then_some((done, of));
            }
            Event::ProxiesImported(report) => self.views.proxies.imported(*report),
            Event::AccountTested {
                account,
                ok,
                message,
            } => {
                self.world.account_tests.insert(account, (ok, message));
            }
            Event::LoginWindow(window) => self.views.accounts.login_window(window),
            Event::CookiesBrought(brought) => self.views.accounts.brought(*brought),
            Event::AccountsImported(report) => self.views.accounts.imported(*report),
            Event::SampleReady { url, collecting } => self.sample_ready(url, collecting),
            Event::SampleCollected => self.sample_collected(),
            Event::CommandFailed { message } => {
                if let Some(reread) = &mut self.views.sites.reread {
                    reread.failed();
                }
                self.views.workbench.author.saving = None;
                self.views.sites.adding = None;
                self.views.proxies.adding = false;
                self.views.settings.workers.failed();
                self.views.accounts.adding = false;
                self.views.tasks.adding = false;
                self.unlocking.failed(&message);
                if self.views.sites.save_refused(&message) {
                    self.show(View::Sites, actions);
                    return;
                }
                if !self.rests(&message, actions) {
                    let now = Instant::now();
                    self.notices.command_failed(Notice::bad(message), now);
                }
            }
            run => self.apply_run_event(run, actions),
        }
    }

    fn records_changed(&mut self, actions: &mut Vec<Action>) {
        self.views.monitor.stale = true;
        actions.push(Action::Query(DataQuery::Total));
        actions.push(Action::Query(DataQuery::Sites));
        self.records_changed_in_table(actions);
    }

    fn records_changed_in_table(&mut self, actions: &mut Vec<Action>) {
        if self.view == View::Results {
            self.views.results.ask(actions);
        } else {
            self.views.results_stale = true;
        }
    }

    /// A site that is gone filters nothing any more.
    fn forget_filter_of_gone_site(&mut self, actions: &mut Vec<Action>) {
        let site = self.views.results.site;
        if site.is_some_and(|site| self.world.site(site).is_none()) {
            self.views.results.site = None;
            self.records_changed_in_table(actions);
        }
    }

    fn apply_query_result(&mut self, told: QueryResult, actions: &mut Vec<Action>) {
        match told {
            QueryResult::Sites(sites) => {
                let old = self.world.sites.replace(sites);
                self.removals.hide(&mut self.world);
                self.forget_filter_of_gone_site(actions);
                if old.is_none() {
                    let any_sites = !self.world.sites().is_empty();
                    let first = start_view::once_sites_are_known(self.view_stays, any_sites);
                    self.view = first.unwrap_or(self.view);
                }
                if let Some(old) = old {
                    self.views.sites.came(&old, self.world.sites());
                    self.warn_of_doubles(&old);
                }
                self.alerts.watch(&self.world, Timestamp::now());
                self.adopt_saved(actions);
                self.views.accounts.sites_came(&self.world, actions);
                if let Some(versions) = &self.views.sites.versions {
                    actions.push(Action::Query(DataQuery::Versions(versions.site)));
                }
            }
            QueryResult::Reviewed(review) => self.reviewed(review, actions),
            QueryResult::Supervisions(all) => {
                let all = all.into_iter().map(|known| (known.site, known));
                self.world.supervisions = all.collect();
                self.alerts.watch(&self.world, Timestamp::now());
            }
            QueryResult::CookieFile(text) => self.views.accounts.cookie_file(&text),
            QueryResult::AccountList(text) => self.views.accounts.list_file(&text),
            QueryResult::Taught(site, words) => self.views.sites.taught.came(site, words),
            QueryResult::PassphraseChanged(new) => {
                if let Some(project) = &self.project {
                    project.engine.set_passphrase(new);
                    self.look_for_locked();
                    let changed = Message::new("secrets-passphrase-changed");
                    self.notify(Notice::success(changed), Topic::Other);
                }
            }
            QueryResult::Timeline(site, history) => self.views.sites.timeline.came(site, history),
            QueryResult::Evidence(site, url, page) => {
                self.views.sites.evidence.came(site, &url, page)
            }
            QueryResult::Changes(filter, facts, fields) => {
                self.views.changes.came(&filter, facts, fields);
            }
            QueryResult::ChangesOf(record, facts) => {
                self.views.changes.history_came(record, facts);
            }
            QueryResult::RecordWithVersions(known) => {
                if let Some((stored, versions)) = known {
                    self.views.changes.versions_came(stored, versions);
                }
            }
            QueryResult::Runs(site, runs) => self.views.runs.came(site, runs, actions),
            QueryResult::RunPages(run, wanted, pages) => {
                self.views.runs.pages_came(run, &wanted, pages);
            }
            QueryResult::Readings(site, readings) => {
                self.world.readings.insert(site, readings);
            }
            QueryResult::Health(site, health) => {
                let shown = self.views.sites.health.as_mut();
                if let Some(shown) = shown.filter(|shown| shown.site == site) {
                    shown.health = Some(health);
                }
            }
            QueryResult::Rewritten(site, undoable) => {
                if let Some(reread) = self.reread_of(site) {
                    reread.undoable_came(undoable);
                }
            }
            QueryResult::Versions(site, listed) => {
                if let Some(versions) = &mut self.views.sites.versions {
                    versions.came(site, listed);
                }
            }
            QueryResult::Turns(turns, tags) => {
                self.world.turns = turns;
                self.world.tags = tags;
            }
            QueryResult::Tasks(tasks) => {
                let old = std::mem::replace(&mut self.world.tasks, tasks);
                self.removals.hide(&mut self.world);
                let view = &mut self.views.tasks;
                view.table.follow(&old, &self.world.tasks, |task| task.id);
                if old.len() < self.world.tasks.len() {
                    view.came();
                }
                if old.len() != self.world.tasks.len() {
                    let there: HashSet<TaskId> = self.world.tasks.iter().map(|t| t.id).collect();
                    view.ticked.retain(|id| there.contains(id));
                }
            }
            QueryResult::Pools(proxies, accounts) => {
                let old = std::mem::replace(&mut self.world.proxies, proxies);
                let old_accounts = std::mem::replace(&mut self.world.accounts, accounts);
                self.removals.hide(&mut self.world);
                self.find_locked(&old);
                self.proxies_came(&old);
                self.views
                    .accounts
                    .came(&old_accounts, &self.world.accounts, actions);
            }
            QueryResult::Exports(told) => self.export_facts_came(told),
            QueryResult::Alerts(plan, raised, conditions) => {
                self.alert_plan_came(*plan, raised, conditions);
            }
            QueryResult::Browser(found) => self.browser_came(found),
            QueryResult::Replacements(what, found) => {
                if let Some(replacing) = &mut self.views.results.replacing {
                    replacing.came(&what, found);
                }
            }
            QueryResult::ConditionOutlook(outlook) => {
                if let Some(editor) = &mut self.condition_editor {
                    editor.came(*outlook);
                }
            }
            QueryResult::Total(count) => self.world.records = count,
            QueryResult::Log(filter, lines, folder) => self.views.log.came(&filter, lines, folder),
            QueryResult::Report(text) => {
                actions.push(Action::Copy(text));
                let done = Message::new("log-report-copied");
                self.notify(Notice::info(done), Topic::Other);
            }
            QueryResult::Dashboard(dashboard) => self.views.monitor.came(*dashboard),
            QueryResult::Count {
                generation,
                counted,
            } => self.views.results.pages.counted(generation, counted),
            QueryResult::Chosen(filter, records) => self.views.results.choose(&filter, records),
            QueryResult::Beside(beside) => self.views.results.beside = *beside,
            QueryResult::Suggestions(of, found) => {
                self.views.results.suggestions.came(&of, found);
            }
            QueryResult::TextSettings(settings) => self.views.settings.texts.came(settings),
            QueryResult::Reader(record, read) => self.views.results.reader.show(record, *read),
            QueryResult::Records {
                generation,
                page,
                records,
            } => {
                self.views.results.pages.came(generation, page, records);
            }
            QueryResult::RecordVersions(record, versions) => {
                self.views.results.versions.show(record, versions);
            }
            QueryResult::RuleFile(path, text) => self.rule_file_came(path, text, actions),
            QueryResult::Identified(files) => self.open_identified(files, actions),
            QueryResult::Imported(path, read) => {
                let report = ImportReport::new(&self.world, path, *read);
                self.imports.push(report);
            }
            QueryResult::RulesWritten(path, exported) => {
                let told = Message::new("app-rules-written")
                    .with("path", path.display().to_string())
                    .with("rules", exported.files.len())
                    .with("samples", exported.samples);
                self.notify(Notice::success(told), Topic::Other);
            }
            QueryResult::Failed(message) => {
                self.views.sites.adding = None;
                self.notify(Notice::bad(message), Topic::Sites);
            }
        }
    }

    /// Shows a notice; the oldest is dropped when there are many.
    pub(super) fn notify(&mut self, notice: Notice, topic: Topic) {
        self.notices.notify(notice, topic, Instant::now());
    }
}
