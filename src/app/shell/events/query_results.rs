//! The answers to the window's queries. Each changes the app state or a view's state; some lead to
//! further queries.

use std::collections::HashSet;

use jiff::Timestamp;

use crate::action::{Action, Notice};
use crate::background::{DataQuery, QueryResult};
use crate::dialogs::import::ImportReport;
use crate::notices::Topic;
use crate::shell::Bowerbird;
use crate::state::start_view;
use bowerbird_engine::types::{Message, TaskId};

impl Bowerbird {
    pub(super) fn apply_query_result(&mut self, told: QueryResult, actions: &mut Vec<Action>) {
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
            QueryResult::Skipped(site, skipped) => {
                self.views.settings.filters.came(site, &skipped);
                self.views.sites.filters.came(site, &skipped);
            }
            QueryResult::FilterMatches(filter, found) => {
                self.views.settings.filters.matches_came(&filter, &found);
                self.views.sites.filters.matches_came(&filter, &found);
            }
            QueryResult::ConditionOutlook(outlook) => {
                if let Some(editor) = &mut self.condition_editor {
                    editor.came(*outlook);
                }
            }
            QueryResult::Total(count) => self.world.records = count,
            QueryResult::Log(filter, lines, folder) => self.views.log.came(&filter, lines, folder),
            QueryResult::Browsed(_, false, Ok(())) => {}
            QueryResult::Browsed(url, true, Ok(())) => {
                let told = Message::new("app-browsed").with("url", url);
                self.notify(Notice::info(told), Topic::Sites);
            }
            QueryResult::Browsed(url, _, Err(reason)) => {
                let told = Message::new("app-open-failed").with("path", url);
                self.notify(Notice::bad(told.with("reason", reason)), Topic::Opening);
            }
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
            QueryResult::FeedsWritten(path, count) => {
                let told = Message::new("app-feeds-written")
                    .with("path", path.display().to_string())
                    .with("count", count);
                let open = Action::OpenWithDesktop(path);
                let notice = Notice::success(told).offering("changes-open-file", open);
                self.notify(notice, Topic::Other);
            }
            QueryResult::Failed(message) => {
                self.views.sites.adding = None;
                self.notify(Notice::bad(message), Topic::Sites);
            }
        }
    }
}
