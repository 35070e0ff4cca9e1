//! Commands about texts: what a person keeps about records, searches by name, reposts, summaries.

use std::sync::Arc;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{EngineError, Event};
use crate::context::EngineContext;
use crate::permission::{PartKind, SUMMARIES};
use crate::stop::Stop;
use crate::texts::{SummaryService, fold_later, pictures, summarise_records};
use bowerbird_io::store::{RecordFilter, TextsLeft};
use bowerbird_logic::model::RecordId;
use bowerbird_logic::text::{RepostSettings, SummaryLength};

/// Keywords kept with a summary.
const KEYWORDS: usize = 8;

/// What is wanted about texts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum TextOrder {
    /// Marks records as read or unread.
    Read {
        /// Which.
        records: Vec<RecordId>,
        /// Read or not.
        read: bool,
    },
    /// Gives records a tag or takes it away.
    Tag {
        /// Which.
        records: Vec<RecordId>,
        /// The tag.
        tag: String,
        /// Give or take.
        on: bool,
    },
    /// Keeps a note about a record; removes it when blank.
    Note {
        /// Which.
        record: RecordId,
        /// The note.
        note: String,
    },
    /// Says that records are no reposts, for good.
    KeepApart(Vec<RecordId>),
    /// Looks for reposts all over the project.
    FoldLater,
    /// Takes back what that found.
    UndoFold,
    /// How reposts are found from now on.
    Reposts(RepostSettings),
    /// Keeps a search under a name; removes it without a filter.
    SaveSearch {
        /// The name.
        name: String,
        /// The search.
        filter: Option<Box<RecordFilter>>,
    },
    /// Brings the pictures of a record → `Pictures`.
    Pictures(RecordId),
    /// The address of the service that sums up from now on; blank for none but this program.
    SummaryService(String),
    /// Sums records up.
    Summarise {
        /// Which.
        filter: Box<RecordFilter>,
        /// How long.
        length: SummaryLength,
    },
}

/// What happened to texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TextEvent {
    /// Marks, reposts, doubts or searches by name changed by an order: ask again.
    Changed,
    /// The work in the background came to its end, and changed some of them: ask again.
    Settled,
    /// What is left of the work in the background.
    Left(TextsLeft),
    /// So many records were folded, or unfolded, by a later pass.
    Folded(u64),
    /// So many summaries were made.
    Summarised(u64),
}

/// Does what is wanted; what takes long goes on beside.
pub(super) fn handle_command(
    context: &Arc<EngineContext>,
    closing: &Stop,
    order: TextOrder,
) -> Result<(), EngineError> {
    let store = &context.store;
    match order {
        TextOrder::Read { records, read } => store.set_read(records, read, Timestamp::now())?,
        TextOrder::Tag { records, tag, on } => store.set_tag(records, &tag, on)?,
        TextOrder::Note { record, note } => store.set_note(record, &note)?,
        TextOrder::KeepApart(records) => store.keep_apart(records)?,
        TextOrder::UndoFold => {
            let count = store.undo_pass()?;
            context.tell(Event::Texts(TextEvent::Folded(count)));
        }
        TextOrder::Reposts(settings) => store.set_repost_settings(settings)?,
        TextOrder::SummaryService(address) => {
            let address = address.trim();
            if !address.is_empty() {
                SummaryService::check(address)?;
            }
            store.set_summary_service(address)?;
        }
        TextOrder::SaveSearch { name, filter } => store.save_search(&name, filter.as_deref())?,
        TextOrder::Pictures(record) => {
            let context = Arc::clone(context);
            tokio::spawn(async move {
                let pictures = pictures(Arc::clone(&context), record).await;
                context.tell(match pictures {
                    Ok(pictures) => Event::Pictures { record, pictures },
                    Err(error) => Event::CommandFailed { message: error.0 },
                });
            });
            return Ok(());
        }
        TextOrder::FoldLater => {
            beside(context, closing, |context, closing| {
                let folded = fold_later(&context.store, &mut |_| !closing.is_stopped())?;
                context.tell(Event::Texts(TextEvent::Changed));
                context.tell(Event::Texts(TextEvent::Folded(folded)));
                Ok(())
            });
            return Ok(());
        }
        TextOrder::Summarise { filter, length } => {
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
                let done =
                    summarise_records(store, &filter, length, KEYWORDS, service, &mut go_on)?;
                context.tell(Event::Texts(TextEvent::Changed));
                context.tell(Event::Texts(TextEvent::Summarised(done.made)));
                Ok(())
            });
            return Ok(());
        }
    }
    context.tell(Event::Texts(TextEvent::Changed));
    Ok(())
}

fn beside(
    context: &Arc<EngineContext>,
    closing: &Stop,
    work: impl FnOnce(&EngineContext, &Stop) -> Result<(), EngineError> + Send + 'static,
) {
    let (context, closing) = (Arc::clone(context), closing.clone());
    let crawling = context.crawling.clone();
    crawling.spawn_blocking(move || {
        if let Err(error) = work(&context, &closing) {
            context.tell(Event::CommandFailed { message: error.0 });
        }
    });
}
