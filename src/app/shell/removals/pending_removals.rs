//! Removals that wait while they can be undone: what they hide, and when they are carried out.

use super::site_batches::put_off_removal;
use super::undo_duration::{SITE_UNDO_STAYS, UNDO_STAYS};
use crate::dialogs::storage::erasure_dialog::ErasureDialog;
use crate::state::app_state::AppState;
use bowerbird_engine::types::{
    AccountId, Message, Proxy, ProxyId, RuleOrigin, Ruling, SiteException, SiteId, parse,
};
use bowerbird_engine::{
    AccountCommand, Command, ExportCommand, ProxyCommand, RunCommand, SampleCommand, SiteBatch,
    SiteCommand, TaskCommand, TextCommand,
};
use std::time::{Duration, Instant};

/// The most edits of records that can be undone.
const LASTING_EDITS: usize = 20;

/// Pending removals.
#[derive(Default)]
pub struct Removals {
    /// The dialog that removes for good, while it is open.
    pub(in crate::shell) erasure: Option<ErasureDialog>,
    waiting: Vec<Waiting>,
}

pub(super) struct Waiting {
    /// The command sent to the engine at the end; `None` when it was executed immediately.
    removal: Option<Command>,
    /// The command that enables it again, or undoes it; `None` when it was disabled before.
    resume: Option<Command>,
    /// Until when it can be undone; `None`: until the project is closed.
    due: Option<Instant>,
    /// Names of the removed sites.
    sites: Vec<String>,
}

impl Waiting {
    /// Whether it undoes what a person did to records, which the engine can do at any later time.
    fn is_edit(&self) -> bool {
        let Some(Command::Texts(order)) = &self.resume else {
            return false;
        };
        matches!(
            order,
            TextCommand::UndoEdit(_)
                | TextCommand::UndoArrangement(_)
                | TextCommand::RemoveAdded(_)
                | TextCommand::Restore(_)
        )
    }
}

/// A deferred removal.
pub struct Deferred {
    /// Commands that disable it meanwhile.
    pub pause: Vec<Command>,
    /// The message about the removal.
    pub message: Message,
    /// How long it can be undone.
    pub grace: Duration,
}

impl Removals {
    /// Defers `command` when it is a removal that can be undone.
    pub fn defer(&mut self, command: &Command, world: &AppState, now: Instant) -> Option<Deferred> {
        let (pause, resume, message): (Vec<Command>, _, _) = match command {
            Command::Site(SiteCommand::Remove { site }) => {
                let site = world.site(*site)?;
                let turn = |enabled| {
                    Command::Site(SiteCommand::Enable {
                        site: site.id,
                        enabled,
                    })
                };
                let mut pause = Vec::new();
                if site.enabled {
                    pause.push(turn(false));
                }
                if world.live.contains_key(&site.id) {
                    pause.push(Command::Run(RunCommand::Stop { site: site.id }));
                }
                let told = Message::new("app-removed-site")
                    .with("site", site.name.as_str())
                    .with("records", site.records);
                (pause, site.enabled.then(|| turn(true)), told)
            }
            Command::Site(SiteCommand::Batch(SiteBatch::Remove(sites))) => {
                put_off_removal(sites, world)?
            }
            Command::Task(TaskCommand::Remove { task }) => {
                let task = world.tasks.iter().find(|known| known.id == *task)?;
                let turn = |enabled: bool| {
                    Command::Task(TaskCommand::Pause {
                        task: task.id,
                        paused: !enabled,
                    })
                };
                let (pause, resume) = out_of_use(!task.paused, turn);
                let told = Message::new("app-removed-task").with("site", task.title.as_str());
                (pause, resume, told)
            }
            Command::Proxies(ProxyCommand::Remove { proxies }) => {
                let going = chosen(world, proxies);
                let first = going.first()?;
                let used: Vec<ProxyId> = ids(going.iter().filter(|proxy| proxy.enabled));
                let turn = |enabled| {
                    Command::Proxies(ProxyCommand::Enable {
                        proxies: used.clone(),
                        enabled,
                    })
                };
                let (pause, resume) = out_of_use(!used.is_empty(), turn);
                let told = Message::new("app-removed-proxies")
                    .with("proxy", first.name.as_str())
                    .with("count", going.len());
                (pause, resume, told)
            }
            Command::Accounts(AccountCommand::Remove { accounts }) => {
                let all = world.accounts.iter();
                let going: Vec<_> = all.filter(|known| accounts.contains(&known.id)).collect();
                let first = going.first()?;
                let used = going.iter().filter(|known| known.enabled);
                let used: Vec<AccountId> = used.map(|known| known.id).collect();
                let turn = |enabled| {
                    Command::Accounts(AccountCommand::Enable {
                        accounts: used.clone(),
                        enabled,
                    })
                };
                let (pause, resume) = out_of_use(!used.is_empty(), turn);
                let told = Message::new("app-removed-accounts")
                    .with("user", first.user.as_str())
                    .with("count", going.len());
                (pause, resume, told)
            }
            Command::Exports(ExportCommand::Remove { name }) => {
                let told = Message::new("alert-removed-export").with("name", name.as_str());
                (Vec::new(), None, told)
            }
            Command::Sample(SampleCommand::Remove { .. }) => {
                (Vec::new(), None, Message::new("app-removed-sample"))
            }
            _ => return None,
        };
        let (grace, sites) = match removed_sites(command) {
            [] => (UNDO_STAYS, Vec::new()),
            sites => {
                let sites = sites.iter().filter_map(|site| world.site(*site));
                let names = sites.map(|site| site.name.clone()).collect();
                (SITE_UNDO_STAYS, names)
            }
        };
        self.waiting.push(Waiting {
            removal: Some(command.clone()),
            resume,
            due: Some(now + grace),
            sites,
        });
        Some(Deferred {
            pause,
            message,
            grace,
        })
    }

    /// The pending removal of a site whose name `rule_toml` reuses: it cannot be undone any more,
    /// because site names are unique.
    pub fn take_conflicting(&mut self, rule_toml: &str) -> Option<Command> {
        if self.waiting.iter().all(|waiting| waiting.sites.is_empty()) {
            return None;
        }
        let name = parse(rule_toml).ok()?.file().site.name.clone();
        let its = |waiting: &Waiting| waiting.sites.contains(&name);
        let place = self.waiting.iter().position(its)?;
        self.waiting.remove(place).removal
    }

    /// Whether a saved export is pending removal.
    pub fn waits_export(&self, name: &str) -> bool {
        self.waiting.iter().any(|waiting| removes(waiting, name))
    }

    /// Cancels the removal of a saved export, because one of this name is saved again; returns
    /// whether there was one.
    pub fn keep_export(&mut self, name: &str) -> bool {
        let before = self.waiting.len();
        self.waiting.retain(|waiting| !removes(waiting, name));
        self.waiting.len() < before
    }

    /// Stores how to undo `command`, which is executed immediately; returns its message.
    pub fn reversible(
        &mut self,
        command: &Command,
        world: &AppState,
        now: Instant,
    ) -> Option<Message> {
        if let Command::Run(RunCommand::Cancel { site }) = command {
            let site = world.site(*site)?;
            self.waiting.push(Waiting {
                removal: None,
                resume: Some(Command::Run(RunCommand::RestoreQueue { site: site.id })),
                due: Some(now + SITE_UNDO_STAYS),
                sites: Vec::new(),
            });
            return Some(Message::new("app-run-cancelled-now").with("site", site.name.as_str()));
        }
        if let Command::Proxies(order) = command {
            let (resume, told) = undone(order, world)?;
            self.waiting.push(Waiting {
                removal: None,
                resume: Some(Command::Proxies(resume)),
                due: Some(now + UNDO_STAYS),
                sites: Vec::new(),
            });
            return Some(told);
        }
        if let Command::Accounts(AccountCommand::Enable { accounts, enabled }) = command {
            let all = world.accounts.iter();
            let turned =
                all.filter(|known| accounts.contains(&known.id) && known.enabled != *enabled);
            let turned: Vec<AccountId> = turned.map(|known| known.id).collect();
            let told = Message::new(match enabled {
                true => "app-accounts-enabled-now",
                false => "app-accounts-disabled-now",
            });
            let told = told.with("count", turned.len());
            self.waiting.push(Waiting {
                removal: None,
                resume: Some(Command::Accounts(AccountCommand::Enable {
                    accounts: turned,
                    enabled: !enabled,
                })),
                due: Some(now + UNDO_STAYS),
                sites: Vec::new(),
            });
            return Some(told);
        }
        let Command::Site(SiteCommand::RestoreRule { site, version }) = command else {
            return None;
        };
        let site = world.site(*site)?;
        self.waiting.push(Waiting {
            removal: None,
            resume: Some(Command::Site(SiteCommand::Update {
                site: site.id,
                rule_toml: site.rule_toml.clone(),
                origin: RuleOrigin::Restored,
            })),
            due: Some(now + UNDO_STAYS),
            sites: Vec::new(),
        });
        let told = Message::new("app-versions-restored-now").with("site", site.name.as_str());
        Some(told.with("number", *version))
    }

    /// Stores how to undo an exception of the user; returns its message.
    pub fn taught(&mut self, word: &SiteException, world: &AppState, now: Instant) -> Message {
        self.waiting.push(Waiting {
            removal: None,
            resume: Some(Command::Site(SiteCommand::ForgetException(word.id))),
            due: Some(now + SITE_UNDO_STAYS),
            sites: Vec::new(),
        });
        let site = world.site(word.draft.site);
        let site = site.map(|site| site.name.as_str()).unwrap_or_default();
        let told = Message::new(match word.draft.ruling {
            Ruling::NotABlock => "exceptions-taught-not-a-block",
            Ruling::IsABlock => "exceptions-taught-is-a-block",
        });
        told.with("site", site)
    }

    /// Stores the undo command of an immediate action, for the time `grace`.
    pub fn offer_undo(&mut self, back: Command, grace: Duration, now: Instant) {
        self.waiting.push(Waiting {
            removal: None,
            resume: Some(back),
            due: Some(now + grace),
            sites: Vec::new(),
        });
    }

    /// Whether there is something to undo.
    pub fn has_undo(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Undoes the last removal: returns the unsent command, and the one that enables the object
    /// again.
    pub fn undo(&mut self) -> Option<(Option<Command>, Option<Command>)> {
        self.waiting.pop().map(|last| (last.removal, last.resume))
    }

    /// The removals whose undo time is over. Edits of records can still be undone, the newest of them.
    pub fn due(&mut self, now: Instant) -> Vec<Command> {
        for edit in self.waiting.iter_mut().filter(|waiting| waiting.is_edit()) {
            edit.due = edit.due.filter(|due| *due > now);
        }
        let (due, waiting) = std::mem::take(&mut self.waiting)
            .into_iter()
            .partition(|waiting| waiting.due.is_some_and(|due| due <= now));
        self.waiting = waiting;
        self.keep_newest_edits();
        let due: Vec<Waiting> = due;
        due.into_iter()
            .filter_map(|waiting| waiting.removal)
            .collect()
    }

    fn keep_newest_edits(&mut self) {
        let edits = self.waiting.iter().filter(|waiting| waiting.is_edit());
        let mut over = edits.count().saturating_sub(LASTING_EDITS);
        self.waiting.retain(|waiting| {
            let goes = over > 0 && waiting.is_edit();
            over -= usize::from(goes);
            !goes
        });
    }

    /// Edits of records can be undone no more: what they would bring back was removed for good.
    pub fn forget_edits(&mut self) {
        self.waiting.retain(|waiting| !waiting.is_edit());
    }

    /// All removals, for when the project is closed.
    pub fn all(&mut self) -> Vec<Command> {
        let all = std::mem::take(&mut self.waiting).into_iter();
        all.filter_map(|waiting| waiting.removal).collect()
    }

    /// Time until the next one is due.
    pub fn next(&self, now: Instant) -> Option<Duration> {
        let next = self
            .waiting
            .iter()
            .filter_map(|waiting| waiting.due)
            .min()?;
        Some(next.saturating_duration_since(now))
    }

    /// Hides pending removals from `world`.
    pub fn hide(&self, world: &mut AppState) {
        for waiting in &self.waiting {
            let going = waiting.removal.as_ref().map_or(&[][..], removed_sites);
            if !going.is_empty() {
                let sites = world.sites.iter_mut();
                sites.for_each(|sites| sites.retain(|known| !going.contains(&known.id)));
                let stays = |site: &SiteId| !going.contains(site);
                world
                    .tasks
                    .retain(|known| known.sites.is_empty() || known.sites.iter().any(stays));
                world.accounts.retain(|known| stays(&known.site));
            }
            match &waiting.removal {
                Some(Command::Task(TaskCommand::Remove { task })) => {
                    world.tasks.retain(|known| known.id != *task)
                }
                Some(Command::Proxies(ProxyCommand::Remove { proxies })) => {
                    world.proxies.retain(|known| !proxies.contains(&known.id));
                }
                Some(Command::Accounts(AccountCommand::Remove { accounts })) => {
                    world.accounts.retain(|known| !accounts.contains(&known.id));
                }
                _ => {}
            }
        }
    }
}

/// The sites that a command removes.
pub(in crate::shell) fn removed_sites(command: &Command) -> &[SiteId] {
    match command {
        Command::Site(SiteCommand::Remove { site }) => std::slice::from_ref(site),
        Command::Site(SiteCommand::Batch(SiteBatch::Remove(sites))) => sites,
        _ => &[],
    }
}

pub(super) fn removes(waiting: &Waiting, export: &str) -> bool {
    matches!(&waiting.removal, Some(Command::Exports(ExportCommand::Remove { name })) if name == export)
}

/// Commands that disable an enabled object meanwhile, and enable it again; `turn` switches it on or
/// off.
pub(super) fn out_of_use(
    works: bool,
    turn: impl Fn(bool) -> Command,
) -> (Vec<Command>, Option<Command>) {
    let pause = works.then(|| turn(false));
    (pause.into_iter().collect(), works.then(|| turn(true)))
}

pub(super) fn chosen<'a>(world: &'a AppState, ids: &[ProxyId]) -> Vec<&'a Proxy> {
    let all = world.proxies.iter();
    all.filter(|known| ids.contains(&known.id)).collect()
}

pub(super) fn ids<'a, 'b: 'a>(proxies: impl Iterator<Item = &'a &'b Proxy>) -> Vec<ProxyId> {
    proxies.map(|proxy| proxy.id).collect()
}

/// The command that undoes an order about several proxies, and the message about the order.
pub(super) fn undone(order: &ProxyCommand, world: &AppState) -> Option<(ProxyCommand, Message)> {
    match order {
        ProxyCommand::Enable { proxies, enabled } if proxies.len() > 1 => {
            let known = chosen(world, proxies);
            let turned = ids(known.iter().filter(|proxy| proxy.enabled != *enabled));
            let id = match enabled {
                true => "app-proxies-enabled-now",
                false => "app-proxies-disabled-now",
            };
            let told = Message::new(id).with("count", turned.len());
            let back = ProxyCommand::Enable {
                proxies: turned.clone(),
                enabled: !enabled,
            };
            (!turned.is_empty()).then_some((back, told))
        }
        ProxyCommand::Change { proxies, .. } => {
            let known = chosen(world, proxies);
            let told = Message::new("app-proxies-changed-now").with("count", known.len());
            let traits = known.iter().map(|proxy| (proxy.id, proxy.traits.clone()));
            Some((
                ProxyCommand::SetTraits {
                    traits: traits.collect(),
                },
                told,
            ))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowerbird_engine::types::RecordId;

    fn restored(record: i64) -> Command {
        Command::Texts(TextCommand::Restore(vec![RecordId(record)]))
    }

    #[test]
    fn edits_of_records_can_be_undone_after_their_offer_and_other_things_cannot() {
        let mut removals = Removals::default();
        let now = Instant::now();
        let cancelled = Command::Run(RunCommand::RestoreQueue { site: SiteId(1) });
        removals.offer_undo(cancelled, SITE_UNDO_STAYS, now);
        for record in 1..=25 {
            removals.offer_undo(restored(record), UNDO_STAYS, now);
        }
        let later = now + SITE_UNDO_STAYS;
        assert!(removals.due(later).is_empty());
        assert_eq!(removals.next(later), None, "nothing is awaited");
        let mut undone = Vec::new();
        while let Some((None, Some(back))) = removals.undo() {
            undone.push(back);
        }
        let newest: Vec<Command> = (6..=25).rev().map(restored).collect();
        assert_eq!(undone, newest);

        removals.offer_undo(restored(1), UNDO_STAYS, now);
        removals.forget_edits();
        assert!(!removals.has_undo());
    }
}
