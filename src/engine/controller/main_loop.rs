//! The main loop: handles one command, note or due task at a time. It only starts things; long work
//! runs beside it and reports its own results.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::alert_delivery::{DeferredAlerts, Reach};
use super::authoring::reruns::Reruns;
use super::backups::DailyBackup;
use super::exports;
use super::pages::open_pages::Pages;
use super::pools::proxy_check::ProxyTests;
use super::pools::{accounts, locked_secrets, proxies, workers};
use super::runs::supervision::Watch;
use super::runs::waiting_sites::Runs;
use super::shutdown::SHUTDOWN_GRACE;
use super::sites::address_preview::AddressPreviews;
use super::sites::demonstration::Demonstration;
use super::sites::member_boards::look_for_boards;
use super::sites::sample;
use super::tasks::adaptive_turns;
use super::tasks::scheduler::{self, Turns};
use super::texts::TextCommands;
use crate::context::EngineContext;
use crate::crawl::{PlaceNote, ProbeResult, RunReport};
use crate::project_permission::{allow_action, at_rest};
use crate::protocol::{
    Command, EngineError, Event, PageCommand, ProjectCommand, SentPageCommand, TaskCommand,
};
use crate::records::serve::Serving;
use crate::runtime::stop::Stop;
use bowerbird_io::sample::SampleSite;
use bowerbird_io::store::RemoteCommandWatch;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{RemoteCommand, RemoteCommandKind, SiteId, SiteSupervisionCommand};

/// How often the loop checks whether a run should yield, while others wait.
const ROOM_EVERY: Duration = Duration::from_secs(1);

/// A note from something the loop started.
pub(super) enum Note {
    /// A run ended.
    RunEnded {
        site: SiteId,
        report: Box<RunReport>,
    },
    /// A run gives up its slot, or needs one again.
    Place { site: SiteId, note: PlaceNote },
    /// A backup ended; `done` unless it failed.
    BackupEnded { done: bool },
    /// An erasure ended, in whatever way.
    ErasureEnded,
    /// A probe ended.
    Probed {
        site: SiteId,
        result: Result<ProbeResult, EngineError>,
    },
}

/// The loop's state.
pub(super) struct MainLoop {
    pub(super) context: Arc<EngineContext>,
    pub(super) runs: Runs,
    /// The due steps of sites that do not answer as they should.
    pub(super) watch: Watch,
    pub(super) notes: UnboundedSender<Note>,
    pub(super) pages: Pages,
    pub(super) turns: Turns,
    /// The current look at an address that is no site yet.
    pub(super) looks: AddressPreviews,
    alerts: DeferredAlerts,
    texts: TextCommands,
    pub(super) reruns: Reruns,
    proxy_tests: ProxyTests,
    pub(super) sample: Option<SampleSite>,
    /// The demonstration of a sample project, while it goes on.
    pub(super) demonstration: Option<Demonstration>,
    /// Stops exports and other long jobs when the engine closes.
    pub(super) closing: Stop,
    pub(super) exports: exports::Exports,
    pub(super) backups: DailyBackup,
    serving: Serving,
    incoming: UnboundedReceiver<Note>,
}

impl MainLoop {
    pub(super) fn new(context: Arc<EngineContext>) -> Self {
        // Unbounded, because each started job reports its end once.
        let (notes, incoming) = unbounded_channel();
        let closing = Stop::new();
        Self {
            runs: Runs::new(Arc::clone(&context), notes.clone(), closing.clone()),
            watch: Watch::new(context.options.watch),
            notes,
            pages: Pages::new(Arc::clone(&context)),
            turns: Turns::default(),
            looks: AddressPreviews::default(),
            alerts: DeferredAlerts::default(),
            texts: TextCommands::default(),
            reruns: Reruns::default(),
            proxy_tests: ProxyTests::default(),
            sample: None,
            demonstration: None,
            closing,
            exports: exports::Exports::default(),
            backups: DailyBackup::opened(&context),
            serving: Serving::default(),
            incoming,
            context,
        }
    }

    /// Runs until `Shutdown`, or until the engine is dropped.
    pub(super) async fn run(mut self, mut commands: UnboundedReceiver<Command>) {
        match tokio::task::block_in_place(|| self.reopen_sample()) {
            Ok(sample) => self.sample = sample,
            Err(error) => self
                .context
                .publish(Event::CommandFailed { message: error.0 }),
        }
        if self.context.options.windowed && self.context.gate.is_at_rest() {
            let message = at_rest(&self.context.store).0;
            self.context.publish(Event::CommandFailed { message });
        }
        self.plan_steps();
        tokio::task::block_in_place(|| self.plan_backup());
        tokio::task::block_in_place(|| self.pages.begin());
        let mut room = tokio::time::interval(ROOM_EVERY);
        room.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        // Commands left there before this process owned the project are obsolete.
        if !self.context.store.is_read_only()
            && let Err(error) = tokio::task::block_in_place(|| self.context.store.drop_commands())
        {
            tracing::warn!(%error, "commands of other processes cannot be dropped");
        }
        if !self.context.store.is_read_only() && !self.context.gate.is_at_rest() {
            tokio::task::block_in_place(|| {
                let context = Arc::clone(&self.context);
                self.exports.continue_filter(&context, &self.closing);
            });
        }
        let mut remote = RemoteCommandWatch::on(&self.context.store);
        loop {
            tokio::select! {
                Some(note) = self.incoming.recv() => self.note(note),
                command = commands.recv() => match command {
                    None | Some(Command::Project(ProjectCommand::Shutdown)) => break,
                    Some(command) => self.handle_command(command),
                },
                () = self.turns.wait(&self.context) => self.take_turns(),
                () = self.watch.wait(&self.context) => self.take_steps(),
                () = self.alerts.wait() => self.judge(Reach::Clock),
                () = self.backups.wait(&self.context) => {
                    tokio::task::block_in_place(|| self.take_backup());
                }
                () = remote.wait() => self.take_commands(),
                _ = room.tick(), if self.runs.is_crowded() => self.runs.make_room(),
            }
            tokio::task::block_in_place(|| self.settle());
        }
        self.close().await;
    }

    fn handle_command(&mut self, command: Command) {
        let result = tokio::task::block_in_place(|| self.by_person(command));
        if let Err(error) = result {
            self.context
                .publish(Event::CommandFailed { message: error.0 });
        }
    }

    /// The sample site has a different address each time: this program's doing, not the user's.
    pub(super) fn reopen_sample(&self) -> Result<Option<SampleSite>, EngineError> {
        let context = &self.context;
        if context.gate.is_at_rest() {
            return Ok(None);
        }
        allow_action(&context.store, &context.gate, || sample::reopen(context))
    }

    /// A user's action in the program is allowed as it happens: exactly what it adds.
    fn by_person(&mut self, command: Command) -> Result<(), EngineError> {
        if self.context.store.is_read_only() || !command.may_change_plan() {
            return self.command(command);
        }
        let context = Arc::clone(&self.context);
        allow_action(&context.store, &context.gate, || self.command(command))
    }

    fn command(&mut self, command: Command) -> Result<(), EngineError> {
        let context = &Arc::clone(&self.context);
        match command {
            Command::Site(command) => self.site_command(command),
            Command::Run(command) => self.run_command(command),
            Command::Page(PageCommand::Sent(SentPageCommand::Keep { .. })) if self.runs.erases => {
                Err(EngineError(Message::new("erasure-in-progress")))
            }
            Command::Page(command) => self.pages.page_command(command),
            Command::Authoring(command) => self.pages.authoring_command(command),
            Command::Sample(command) => self.pages.sample_command(command),
            Command::Task(command) => self.task_command(command),
            Command::Exports(order) => self.order_exports(order),
            Command::Proxies(order) => {
                proxies::handle_command(context, &mut self.proxy_tests, &self.closing, order)
            }
            Command::Texts(order) => self.texts.handle(context, &self.closing, order),
            Command::Accounts(order) => {
                let came = order.new_account();
                accounts::handle_command(context, order)?;
                // A forum may show an account more boards than its site begins at.
                if let Some(site) = came {
                    look_for_boards(context, site);
                }
                Ok(())
            }
            Command::Alerts(order) => self.alerts.handle_command(context, &self.closing, order),
            Command::Project(command) => self.project_command(command),
        }
    }

    fn project_command(&mut self, command: ProjectCommand) -> Result<(), EngineError> {
        match command {
            ProjectCommand::OpenSample => sample::open(&self.context, &mut self.sample),
            ProjectCommand::DemonstrateSample => self.demonstrate(),
            ProjectCommand::Decide(words) => self.decide(&words),
            ProjectCommand::Workers(request) => {
                workers::handle_request(&self.context, request);
                Ok(())
            }
            ProjectCommand::FindLocked => locked_secrets::report(&self.context),
            ProjectCommand::ForgetLocked => locked_secrets::forget(&self.context),
            ProjectCommand::Serve(command) => self.serving.handle_command(&self.context, command),
            // The loop ends instead of forwarding it.
            ProjectCommand::Shutdown => Ok(()),
        }
    }

    fn note(&mut self, note: Note) {
        match note {
            Note::RunEnded { site, report } => {
                self.plan_next_visit(site);
                tokio::task::block_in_place(|| {
                    self.try_earlier_rule(site);
                    self.runs.ended(site, *report);
                    if let Err(error) = self.demonstrated() {
                        let message = error.0;
                        self.context.publish(Event::CommandFailed { message });
                    }
                });
                self.judge(Reach::Site(site));
                self.plan_steps();
            }
            Note::Probed { site, result } => {
                self.probed(site, result);
                // It may wait for a person from now on, or be well again.
                self.judge(Reach::Clock);
            }
            Note::BackupEnded { done } => {
                tokio::task::block_in_place(|| self.backup_ended(done));
            }
            Note::ErasureEnded => {
                self.runs.erases = false;
                tokio::task::block_in_place(|| self.runs.start_next());
            }
            Note::Place { site, note } => {
                let is_free = matches!(note, PlaceNote::GivenUp);
                tokio::task::block_in_place(|| self.runs.place(site, note));
                if is_free {
                    // A run that waits for a person gives up its slot, and an alert may be due.
                    self.judge(Reach::Clock);
                }
            }
        }
    }

    /// Executes commands of other processes.
    fn take_commands(&mut self) {
        if self.context.store.is_read_only() {
            return;
        }
        let windowed = self.context.options.windowed;
        let accepts = move |kind| windowed || kind != RemoteCommandKind::Show;
        let taken = tokio::task::block_in_place(|| {
            let now = self.context.now();
            self.context.store.take_commands(now, accepts)
        });
        let taken = taken.unwrap_or_else(|error| {
            tracing::warn!(%error, "commands of other processes cannot be read");
            Vec::new()
        });
        // Another process's command does not count as the user's either, except that it may stop
        // all.
        let is_at_rest = self.context.gate.is_at_rest();
        let harmless = |kind| matches!(kind, RemoteCommandKind::Stop | RemoteCommandKind::Show);
        for taken in taken {
            let done = tokio::task::block_in_place(|| match &taken.command {
                command if is_at_rest && !harmless(command.kind) => {
                    Err(at_rest(&self.context.store))
                }
                command => self.apply_request(command.clone()),
            });
            let refusal = done.err().map(|error| error.0);
            if let Some(why) = &refusal {
                tracing::warn!(reason = %why.id, "another process asked for what cannot be done now");
                // On the command line the running command has not failed.
                if windowed && !is_at_rest {
                    let message = why.clone();
                    self.context.publish(Event::CommandFailed { message });
                }
            }
            let store = &self.context.store;
            let answered =
                tokio::task::block_in_place(|| store.answer_command(&taken, refusal.as_ref()));
            if let Err(error) = answered {
                tracing::warn!(%error, "another process cannot be answered");
            }
        }
    }

    fn apply_request(&mut self, command: RemoteCommand) -> Result<(), EngineError> {
        match (command.kind, command.site) {
            (RemoteCommandKind::Stop, None) => {
                self.runs.stop_all();
                Ok(())
            }
            (RemoteCommandKind::Stop, Some(site)) => {
                self.runs.stop(site);
                Ok(())
            }
            (RemoteCommandKind::Pause, Some(site)) => {
                self.order(site, SiteSupervisionCommand::Pause)
            }
            (RemoteCommandKind::Resume, Some(site)) => {
                self.order(site, SiteSupervisionCommand::Resume)
            }
            (RemoteCommandKind::Probe, Some(site)) => {
                self.order(site, SiteSupervisionCommand::ProbeNow)
            }
            (RemoteCommandKind::Answer, Some(site)) => {
                self.order(site, SiteSupervisionCommand::Answer)
            }
            (RemoteCommandKind::Cancel, Some(site)) => {
                self.release(&[site])?;
                self.runs.cancel(site)
            }
            (RemoteCommandKind::Restore, Some(site)) => self.runs.restore(site),
            (RemoteCommandKind::Tasks, _) => {
                match serde_json::from_str(&command.text.unwrap_or_default()) {
                    // The user's: it arrived while this process owned the project, so not with the
                    // file.
                    Ok(order) => self.by_person(Command::Task(TaskCommand::Order(order))),
                    // From a newer version.
                    Err(_) => Ok(()),
                }
            }
            (RemoteCommandKind::Show, _) => {
                self.context.publish(Event::ShowWanted);
                Ok(())
            }
            (_, None) => Ok(()),
        }
    }

    /// A run's findings determine the site's next visit.
    fn plan_next_visit(&mut self, site: SiteId) {
        let context = &self.context;
        let looked = tokio::task::block_in_place(|| {
            // The site may have been removed at the end of its run.
            if context.store.site(site)?.is_some() {
                adaptive_turns::note_visit(context, site)?;
            }
            self.turns.plan(context)
        });
        if let Err(error) = looked {
            self.context
                .publish(Event::CommandFailed { message: error.0 });
        }
    }

    /// Evaluates alert conditions.
    pub(super) fn judge(&mut self, reach: Reach) {
        if self.context.gate.is_at_rest() {
            return;
        }
        tokio::task::block_in_place(|| {
            self.alerts.check(&self.context, &self.closing, reach);
            if let Err(error) = self.run_tasks_of_conditions() {
                self.context
                    .publish(Event::CommandFailed { message: error.0 });
            }
        });
    }

    fn take_turns(&mut self) {
        if self.context.gate.is_at_rest() {
            return self.turns.postpone(&self.context);
        }
        let due = tokio::task::block_in_place(|| self.turns.take(&self.context));
        match due {
            Ok(due) => tokio::task::block_in_place(|| self.runs.take_turns(&due)),
            Err(error) => {
                self.turns.postpone(&self.context);
                self.context
                    .publish(Event::CommandFailed { message: error.0 });
            }
        }
        self.judge(Reach::Clock);
    }

    /// Stores the outcomes of turns, and publishes the scheduler's state.
    fn settle(&mut self) {
        let ends = std::mem::take(&mut self.runs.ends);
        if !ends.is_empty() {
            let settled =
                scheduler::settle(&self.context, ends).and_then(|_| self.turns.plan(&self.context));
            if let Err(error) = settled {
                self.context
                    .publish(Event::CommandFailed { message: error.0 });
            }
        }
        self.watch_scheduler();
        if !self.context.store.is_read_only() {
            let (running, waiting) = self.runs.counts();
            self.turns.show(&self.context, running, waiting);
        }
    }

    /// Stops everything and waits briefly until the runs have stored their results.
    async fn close(&mut self) {
        self.closing.stop();
        self.runs.closing = true;
        self.context.texts.close();
        self.pages.close_all();
        self.runs.stop_all();
        let all_ended = async {
            while !self.runs.is_idle() {
                match self.incoming.recv().await {
                    Some(note) => self.note(note),
                    None => break,
                }
            }
        };
        let _ = tokio::time::timeout(SHUTDOWN_GRACE, all_ended).await;
        tokio::task::block_in_place(|| {
            // Nothing new is started; due tasks wait for the next process.
            if let Err(error) = self.turns.switch(&self.context, false) {
                tracing::warn!(%error, "the scheduler ends without a word");
            }
            self.settle();
        });
    }
}
