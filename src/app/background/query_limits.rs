//! How much the window reads at once: rows of tables, lines of the log, sizes of files.

use jiff::SignedDuration;

/// Records per page of the results.
pub const PAGE_ROWS: u64 = 200;
/// Maximum records selected at once.
pub const MAX_CHOSEN: u64 = 10_000;
/// Maximum runs in the table of runs.
pub const MAX_RUNS: usize = 500;
/// Maximum changes in the history of a record.
pub(super) const MAX_HISTORY: usize = 1_000;
/// Maximum alerts in a view.
pub(super) const MAX_ALERTS: usize = 100;
/// Maximum pages listed per run; failed ones come first.
pub const MAX_RUN_PAGES: usize = 5_000;
/// Maximum failed pages to group, the newest.
pub(super) const MAX_GROUPED: usize = 50_000;
/// Maximum size of a rule file: a page or two of text; anything far larger is something else.
pub(super) const RULE_FILE_BYTES: u64 = 1_000_000;
/// Maximum size of a cookie file; a larger one is something else.
pub(super) const MAX_COOKIES: u64 = 4_000_000;
/// Maximum moves, and actions, shown per site.
pub const MAX_MOVES: u64 = 500;
/// Maximum log lines shown.
pub(super) const MAX_LINES: usize = 5_000;
/// Maximum turns of tasks shown.
pub(super) const MAX_TURNS: usize = 5_000;
/// How far back turns of tasks are shown.
pub const TURNS_SHOWN: SignedDuration = SignedDuration::from_hours(7 * 24);
/// Maximum replacements shown before they are done.
pub const REPLACEMENTS_SHOWN: usize = 20;
/// The most records on the list of what filters left out.
pub(super) const MAX_SKIPPED: usize = 200;
/// The most stored records that a filter is applied to at once.
pub(crate) const MAX_MATCHED: usize = 50_000;
