//! The results as tests draw them: what the loader would answer, at once.

use bowerbird::app::action::Action;
use bowerbird::app::background::DataQuery;
use bowerbird::app::background::export_facts::ExportAsk;
use bowerbird::app::views::results::{ResultsState, results_ui};
use bowerbird::engine::types::{
    Counted, ExportJob, RecordFilter, RecordId, RecordVersion, StoredRecord,
};
use eframe::egui;

use crate::app_views::Stage;

/// The records that the loader reads. What it does not answer stays with the actions.
pub(super) trait LoadedRecords {
    /// The records of a page.
    fn page(filter: &RecordFilter, page: u64) -> Vec<StoredRecord>;

    /// How many there are.
    fn count(filter: &RecordFilter) -> u64;

    /// What a record said before.
    fn versions(_record: RecordId) -> Option<Vec<RecordVersion>> {
        None
    }

    /// How many of the ticked ones a filter shows.
    fn ticked(_job: &ExportJob) -> Option<u64> {
        None
    }
}

/// Draws the results and answers their queries.
pub(super) fn draw<R: LoadedRecords>(ui: &mut egui::Ui, stage: &mut Stage<ResultsState>) {
    results_ui(
        ui,
        &stage.look,
        &stage.world,
        &mut stage.state,
        &mut stage.actions,
    );
    for action in std::mem::take(&mut stage.actions) {
        if !answer::<R>(&mut stage.state, &action) {
            stage.actions.push(action);
            continue;
        }
        ui.ctx().request_repaint();
    }
}

/// Whether the loader answers the action.
fn answer<R: LoadedRecords>(state: &mut ResultsState, action: &Action) -> bool {
    let Action::Query(query) = action else {
        return false;
    };
    match query {
        DataQuery::Records {
            generation,
            filter,
            page,
        } => state.pages.came(*generation, *page, R::page(filter, *page)),
        DataQuery::Count { generation, filter } => {
            let counted = counted(R::count(filter));
            state.pages.counted(*generation, counted);
        }
        DataQuery::Choose {
            filter,
            first,
            count,
        } => {
            let (first, count) = (*first as usize, *count as usize);
            let records = R::page(filter, 0).into_iter();
            state.choose(filter, records.skip(first).take(count).collect());
        }
        DataQuery::RecordVersions(record) => match R::versions(*record) {
            Some(versions) => state.versions.show(*record, versions),
            None => return false,
        },
        DataQuery::Exports(ExportAsk::CountTicked(job)) => match R::ticked(job) {
            Some(count) => state.ticks_shown.came(job, count),
            None => return false,
        },
        _ => return false,
    }
    true
}

/// A count of records.
pub(super) fn counted(records: u64) -> Counted {
    Counted {
        records,
        newest_only: false,
    }
}
