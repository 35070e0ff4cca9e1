//! The cells of the table of records.

use crate::style::ui_context::UiContext;
use crate::views::results::by_hand::editing::hand_tip;
use crate::widgets::records::record_cell;
use crate::widgets::table::Cell;
use bowerbird_engine::types::{HandValue, StoredRecord};

/// The content of a column for a record.
pub(in crate::views::results) fn stored_cell(
    look: &UiContext,
    stored: &StoredRecord,
    key: &str,
) -> Cell {
    match key {
        "site" => Cell::of(&stored.site_name),
        "pick" => Cell::Empty,
        "marks" => Cell::of(marks(look, stored)),
        "fetched_at" => Cell::of(look.time(stored.fetched_at)),
        own => record_cell(&stored.record, own),
    }
}

/// A short summary of the data beside a record.
fn marks(look: &UiContext, stored: &StoredRecord) -> String {
    let marks = &stored.marks;
    let mut words = Vec::new();
    if marks.deleted_at.is_some() {
        words.push(look.t("app-mark-deleted"));
    } else if let Some(archive) = &marks.archive {
        words.push(look.t1("archive-mark", "period", period_of(archive)));
    } else if marks.gone_at.is_some() {
        words.push(look.t("app-mark-gone"));
    } else if marks.changed {
        words.push(look.t("app-mark-changed"));
    } else if !marks.read {
        words.push(look.t("app-mark-new"));
    }
    if marks.repost_of.is_some() {
        words.push(look.t("app-mark-repost"));
    } else if marks.reposts > 0 {
        words.push(look.t1("app-results-reposted", "count", marks.reposts));
    }
    if !marks.doubts.is_empty() {
        words.push(look.t("app-mark-doubt"));
    }
    if !marks.by_hand.is_empty() {
        let news = marks.by_hand.iter().any(HandValue::is_news);
        words.push(look.t(match news {
            true => "app-mark-hand-news",
            false => "app-mark-hand",
        }));
    }
    if !marks.note.is_empty() {
        words.push(look.t("app-mark-note"));
    }
    words.extend(marks.tags.iter().map(|tag| format!("#{tag}")));
    words.join(" · ")
}

/// What the marks mean, a line each; empty where there are none.
pub(in crate::views::results) fn marks_tip(look: &UiContext, stored: &StoredRecord) -> String {
    let marks = &stored.marks;
    let mut lines = Vec::new();
    if let Some(at) = marks.deleted_at {
        lines.push(look.t1("app-mark-deleted-tip", "time", look.exact_time(at)));
    } else if let Some(archive) = &marks.archive {
        lines.push(look.t1("archive-mark-tip", "period", period_of(archive)));
    } else if let Some(at) = marks.gone_at {
        lines.push(look.t1("app-mark-gone-tip", "time", look.exact_time(at)));
    } else if marks.changed {
        lines.push(look.t("app-mark-changed-tip"));
    } else if !marks.read {
        lines.push(look.t("app-mark-new-tip"));
    }
    if marks.repost_of.is_some() {
        lines.push(look.t("app-mark-repost-tip"));
    } else if marks.reposts > 0 {
        lines.push(look.t1("app-results-unfold-tip", "count", marks.reposts));
    }
    if !marks.doubts.is_empty() {
        lines.push(look.t("app-mark-doubt-tip"));
    }
    lines.extend(marks.by_hand.iter().map(|value| hand_tip(look, value)));
    if !marks.note.is_empty() {
        lines.push(look.t("app-mark-note-tip"));
    }
    lines.extend(marks.tags.iter().map(|tag| format!("#{tag}")));
    lines.join("\n")
}

/// The part of an archive's file name after the project's name, such as `2024-05`.
fn period_of(archive: &str) -> &str {
    archive
        .rsplit_once("-archive-")
        .map_or(archive, |(_, period)| period)
}
