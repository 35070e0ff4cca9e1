//! The shell's inputs: the engine's events, the loader's answers, opened projects and closed file
//! dialogs. Each changes the app state or a view's state; some lead to further queries.
//!
//! Below: events of alerts, exports, pools, runs, the sample site and texts.

pub(super) mod alert_events;
pub(super) mod export_events;
mod pool_events;
mod query_results;
mod rule_events;
mod run_events;
mod sample_events;
pub(super) mod text_events;

use std::time::Instant;

use eframe::egui;
use jiff::Timestamp;

use super::unlocking::LockedRun;
use super::{Bowerbird, Views};
use crate::action::{Action, Notice};
use crate::background::DataQuery;
use crate::notices::Topic;
use crate::notices::notification_centre::stored_notifications;
use crate::shortcuts::View;
use crate::state::app_state::AppState;
use crate::state::layout;
use crate::state::start_view;
use bowerbird_engine::{Event, RereadEvent};

/// Maximum events handled before a frame is drawn; the rest waits for the next frame.
const EVENTS_A_FRAME: usize = 512;

impl Bowerbird {
    /// Handles all waiting events.
    pub(crate) fn process_updates(&mut self, ctx: &egui::Context) {
        let mut actions = Vec::new();
        self.apply_opened_project(ctx, &mut actions);
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

    fn apply_opened_project(&mut self, ctx: &egui::Context, actions: &mut Vec<Action>) {
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
                self.rest_told = false;
                let wait = self.settings.notify.run_wait();
                project.engine.set_person_wait(wait);
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
                layout::begin_project(ctx, &self.settings.layout_of(&path));
                self.start_at(start_view::of_opened_project(sample));
                self.notices.clear();
                if let Some(restored) = self.restored.take() {
                    self.notify(restored, Topic::Other);
                }
                self.remember_project(path);
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
            Event::SentPages(state) => self.sent_pages(ctx, *state),
            Event::SentPageKept { site, title, told } => self.sent_page_kept(site, title, told),
            Event::RecordsChanged => self.records_changed(actions),
            Event::RecordAdded(record) => self.record_added(record),
            Event::ValuesEdited { count, undo } => self.values_edited(count, undo),
            Event::Rearranged { told, undo } => self.rearranged(told, undo),
            Event::Texts(event) => self.texts_event(event, actions),
            Event::Pictures { record, pictures } => {
                let reader = &mut self.views.results.reader;
                reader.pictures.came(ctx, record, &pictures);
            }
            Event::Screenshot(came) => self.views.results.reader.screenshot.came(came),
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
            } => self.account_tested(account, (ok, message), actions),
            Event::BoardsFound(found) => self.boards_found(*found),
            Event::LoginWindow(window) => {
                if let Some(fault) = window.fault.clone() {
                    self.notify(Notice::bad(fault), Topic::Other);
                }
                // What a run waits for is shown with its site.
                if !window.answers {
                    self.views.accounts.login_window(window);
                }
            }
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

    /// Shows a notice; the oldest is dropped when there are many.
    pub(super) fn notify(&mut self, notice: Notice, topic: Topic) {
        self.notices.notify(notice, topic, Instant::now());
    }
}
