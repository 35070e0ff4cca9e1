//! Commands about texts: users' notes on records, saved searches, reposts, summaries.

use std::collections::{HashSet, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use jiff::Timestamp;

use super::pages::version_pages::version_pages;
use super::resolve_user_input::find_site;
use crate::context::EngineContext;
use crate::project_permission::{PartKind, SUMMARIES};
use crate::protocol::{EngineError, Event, TextCommand, TextEvent};
use crate::records::add_by_hand::add_by_hand;
use crate::records::date_by_hand::stored_edits;
use crate::records::replace::replacement_edits;
use crate::records::texts::{SummaryService, fold_later, pictures, screenshot, summarise_records};
use crate::runtime::stop::Stop;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{ArrangementUndo, RecordId};
use bowerbird_logic::text::DEFAULT_KEYWORDS;

/// Records that come back from the deleted ones in one transaction.
const RESTORED_AT_ONCE: usize = 500;

/// Text commands; those that take long wait in a line and run in their order beside the main loop.
#[derive(Clone, Default)]
pub(super) struct TextCommands(Arc<Mutex<WaitingCommands>>);

#[derive(Default)]
struct WaitingCommands {
    /// The commands, with the records that they change.
    line: VecDeque<(Vec<RecordId>, TextCommand)>,
    /// Whether one is being executed, and the records that it changes.
    is_busy: bool,
    current: Vec<RecordId>,
}

impl WaitingCommands {
    /// Whether a command that waits or is executed changes one of these records.
    fn concern(&self, records: &[RecordId]) -> bool {
        if !self.is_busy || records.is_empty() {
            return false;
        }
        let records: HashSet<&RecordId> = records.iter().collect();
        let waiting = self.line.iter().flat_map(|(records, _)| records);
        let mut theirs = waiting.chain(&self.current);
        theirs.any(|record| records.contains(record))
    }
}

impl TextCommands {
    /// Executes a command, at once unless it takes long: records that are in archives come back before
    /// they are changed, and what is ordered about the same records meanwhile comes after that.
    pub(super) fn handle(
        &self,
        context: &Arc<EngineContext>,
        closing: &Stop,
        order: TextCommand,
    ) -> Result<(), EngineError> {
        let (changed, takes_long) = match &order {
            TextCommand::Replace { .. } => (Vec::new(), true),
            TextCommand::Restore(records) => (records.clone(), records.len() > RESTORED_AT_ONCE),
            order => {
                let changed = order.changed_records();
                let may_be_archived = context.store.may_be_archived(&changed)?;
                (changed, may_be_archived)
            }
        };
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !takes_long && !waiting.concern(&changed) {
            drop(waiting);
            return execute(context, closing, order);
        }
        waiting.line.push_back((changed, order));
        if !waiting.is_busy {
            waiting.is_busy = true;
            let commands = self.clone();
            beside(context, closing, move |context, closing| {
                commands.work_off(context, closing);
                Ok(())
            });
        }
        Ok(())
    }

    /// Executes what waits, until nothing does.
    fn work_off(&self, context: &Arc<EngineContext>, closing: &Stop) {
        loop {
            let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let Some((changed, order)) = waiting.line.pop_front() else {
                waiting.current.clear();
                waiting.is_busy = false;
                return;
            };
            waiting.current = changed;
            drop(waiting);
            let back = bring_back(context, &order.changed_records());
            let done = back.and_then(|()| execute(context, closing, order));
            if let Err(EngineError(message)) = done {
                context.publish(Event::CommandFailed { message });
            }
        }
    }
}

/// Executes a command about records that are in the project.
fn execute(
    context: &Arc<EngineContext>,
    closing: &Stop,
    order: TextCommand,
) -> Result<(), EngineError> {
    let store = &context.store;
    match order {
        TextCommand::Read { records, read } => store.set_read(records, read, Timestamp::now())?,
        TextCommand::ChangesRead { facts, read } => store.set_changes_read(facts, read)?,
        TextCommand::AllChangesRead { filter, until } => {
            store.read_all_changes(&filter, until)?;
        }
        TextCommand::LeaveOut { site, field } => store.leave_out_changes(site, &field, true)?,
        TextCommand::Tag { records, tag, on } => store.set_tag(records, &tag, on)?,
        TextCommand::Note { record, note } => store.set_note(record, &note)?,
        TextCommand::Delete(records) => {
            let count = store.delete_records(records, Timestamp::now())?;
            context.publish(Event::Texts(TextEvent::Deleted(count)));
            context.publish(Event::RecordsChanged);
        }
        TextCommand::RemoveAdded(record) => {
            store.remove_added_record(record, Timestamp::now())?;
            context.publish(Event::RecordsChanged);
        }
        TextCommand::Restore(records) => {
            let mut count = 0;
            let restored = records.chunks(RESTORED_AT_ONCE).try_for_each(|batch| {
                count += store.restore_records(batch.to_vec())?;
                Ok::<(), EngineError>(())
            });
            // What came back before one that failed stays.
            context.publish(Event::RecordsChanged);
            restored?;
            context.publish(Event::Texts(TextEvent::Restored(count)));
        }
        TextCommand::Edit(edits) => {
            let undo = store.edit_values(stored_edits(edits)?, Timestamp::now())?;
            let count = undo.len();
            context.publish(Event::ValuesEdited { count, undo });
            context.publish(Event::RecordsChanged);
        }
        TextCommand::UndoEdit(edits) => {
            let count = store.edit_values(edits, Timestamp::now())?.len();
            let undo = Vec::new();
            context.publish(Event::ValuesEdited { count, undo });
            context.publish(Event::RecordsChanged);
        }
        TextCommand::Add { site, url, values } => {
            let added = add_by_hand(&context.store, site, &url, values)?;
            context.publish(Event::RecordAdded(added));
            context.publish(Event::RecordsChanged);
        }
        TextCommand::Merge {
            kept,
            others,
            edits,
        } => {
            let merged = store.merge_records(kept, others, edits, Timestamp::now())?;
            let undo = merged.ok_or_else(|| EngineError(Message::new("record-merge-gone")))?;
            let told = Message::new("records-merged").with("count", undo.others.len() + 1);
            let undo = Some(ArrangementUndo::Merge(undo));
            context.publish(Event::Rearranged { told, undo });
            context.publish(Event::RecordsChanged);
        }
        TextCommand::Move { records, to } => {
            let asked = records.len();
            let moved = store.move_records(records, to, Timestamp::now())?;
            let site = find_site(context, to)?;
            let told = Message::new("records-moved")
                .with("count", moved.len())
                .with("site", site.name.as_str())
                .with("left", asked - moved.len());
            let undo = (!moved.is_empty()).then_some(ArrangementUndo::Move(moved));
            context.publish(Event::Rearranged { told, undo });
            context.publish(Event::RecordsChanged);
        }
        TextCommand::UndoArrangement(undo) => {
            match undo {
                ArrangementUndo::Merge(undo) => store.undo_merge(undo, Timestamp::now())?,
                ArrangementUndo::Move(moved) => store.undo_move(moved, Timestamp::now())?,
            }
            context.publish(Event::RecordsChanged);
        }
        TextCommand::Replace { filter, what } => {
            let (edits, _) = replacement_edits(store, &filter, &what)?;
            let records: Vec<RecordId> = edits.iter().map(|edit| edit.record).collect();
            bring_back(context, &records)?;
            let undo = store.edit_values(edits, Timestamp::now())?;
            let count = undo.len();
            context.publish(Event::ValuesEdited { count, undo });
            context.publish(Event::RecordsChanged);
        }
        TextCommand::KeepValue { record, field } => store.keep_value_by_hand(record, &field)?,
        TextCommand::KeepApart(records) => store.keep_apart(records)?,
        TextCommand::UndoFold => {
            let count = store.undo_pass()?;
            context.publish(Event::Texts(TextEvent::Unfolded(count)));
        }
        TextCommand::Reposts(settings) => store.set_repost_settings(settings)?,
        TextCommand::SummaryService(address) => {
            let address = address.trim();
            if !address.is_empty() {
                SummaryService::check(address)?;
            }
            store.set_summary_service(address)?;
        }
        TextCommand::SaveSearch { name, filter } => store.save_search(&name, filter.as_deref())?,
        TextCommand::Pictures(record) => {
            let context = Arc::clone(context);
            tokio::spawn(async move {
                let pictures = pictures(Arc::clone(&context), record).await;
                context.publish(match pictures {
                    Ok(pictures) => Event::Pictures { record, pictures },
                    Err(error) => Event::CommandFailed { message: error.0 },
                });
            });
            return Ok(());
        }
        TextCommand::Screenshot(record) => {
            let context = Arc::clone(context);
            tokio::spawn(async move {
                let screenshot = screenshot(Arc::clone(&context), record).await;
                context.publish(match screenshot {
                    Ok(screenshot) => Event::Screenshot(screenshot),
                    Err(error) => Event::CommandFailed { message: error.0 },
                });
            });
            return Ok(());
        }
        TextCommand::VersionPages(of) => {
            let context = Arc::clone(context);
            tokio::spawn(async move {
                let pages = version_pages(Arc::clone(&context), of.clone()).await;
                context.publish(match pages {
                    Ok(pages) => Event::VersionPages {
                        of,
                        pages: Box::new(pages),
                    },
                    Err(error) => Event::CommandFailed { message: error.0 },
                });
            });
            return Ok(());
        }
        TextCommand::FoldLater => {
            beside(context, closing, |context, closing| {
                let folded = fold_later(&context.store, &mut |_| !closing.is_stopped())?;
                context.publish(Event::Texts(TextEvent::Changed));
                context.publish(Event::Texts(TextEvent::Folded(folded)));
                Ok(())
            });
            return Ok(());
        }
        TextCommand::Summarise { filter, length } => {
            beside(context, closing, move |context, closing| {
                let mut go_on = |_: &_, _: &_| !closing.is_stopped();
                let store = &context.store;
                let service = match store.summary_service()? {
                    address if address.is_empty() => None,
                    address => {
                        let gate = &context.gate;
                        gate.unless_blocked(store, PartKind::TextService, SUMMARIES)?;
                        Some(SummaryService::at(&address)?)
                    }
                };
                let service = service.as_ref();
                let keywords = DEFAULT_KEYWORDS;
                let done =
                    summarise_records(store, &filter, length, keywords, service, &mut go_on)?;
                context.publish(Event::Texts(TextEvent::Changed));
                context.publish(Event::Texts(TextEvent::Summarised(done.made)));
                Ok(())
            });
            return Ok(());
        }
    }
    context.publish(Event::Texts(TextEvent::Changed));
    Ok(())
}

/// Brings archived records back before they are changed.
fn bring_back(context: &EngineContext, records: &[RecordId]) -> Result<(), EngineError> {
    if records.is_empty() {
        return Ok(());
    }
    let count = context.store.bring_back(records)?;
    if count > 0 {
        context.publish(Event::Texts(TextEvent::BroughtBack(count)));
        context.publish(Event::RecordsChanged);
    }
    Ok(())
}

fn beside(
    context: &Arc<EngineContext>,
    closing: &Stop,
    work: impl FnOnce(&Arc<EngineContext>, &Stop) -> Result<(), EngineError> + Send + 'static,
) {
    let (context, closing) = (Arc::clone(context), closing.clone());
    let crawling = context.crawling.clone();
    crawling.spawn_blocking(move || {
        if let Err(error) = work(&context, &closing) {
            context.publish(Event::CommandFailed { message: error.0 });
        }
    });
}
