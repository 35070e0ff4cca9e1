//! What becomes of a mention in each table: rows that go, columns that are emptied, and what only a
//! person can change. What is not named here is told and left, so that a new table is never missed.

use bowerbird_logic::model::TraceKind;

/// What is done about a mention in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Disposal {
    /// The row goes.
    Row,
    /// The column is set to this SQL value.
    Set(&'static str),
    /// It stays until a person changes it.
    Person,
}

/// Settings of an erasure itself.
pub(super) const OWN_SETTINGS: &str = "erasure.";

/// Columns that hold words of the program and never text of a page or a person.
const TOKENS: [(&str, &[&str]); 17] = [
    ("site", &["kind"]),
    ("run", &["ending", "state"]),
    ("proxy", &["health"]),
    ("account", &["state"]),
    ("alert", &["kind"]),
    ("alert_delivery", &["state"]),
    ("sample", &["role"]),
    ("saved_export", &["format"]),
    ("record_digest", &["language"]),
    ("record_summary", &["length"]),
    ("rule_version", &["origin"]),
    ("site_event", &["from_phase", "to_phase", "state"]),
    ("site_action", &["kind", "state"]),
    ("counter", &["name"]),
    // The bytes of a picture have no text; its words stand beside them.
    ("picture", &["hash", "body"]),
    ("record_picture", &["picture"]),
    ("deleted_picture", &["picture"]),
];

/// Whether a column is looked into.
pub(super) fn is_text(table: &str, column: &str) -> bool {
    let of = TOKENS.iter().find(|(name, _)| *name == table);
    !of.is_some_and(|(_, columns)| columns.contains(&column))
}

/// What a mention in a column of a table is, and what is done about it. Rows that belong to a record go
/// with that, and are not asked about here, but for the name of its proxy.
pub(super) fn disposal(table: &str, column: &str) -> (TraceKind, Disposal) {
    use Disposal::{Person, Row, Set};
    match (table, column) {
        ("deleted_record", _) => (TraceKind::Deleted, Row),
        ("snapshot" | "validator", _) => (TraceKind::Page, Row),
        ("picture" | "deleted_picture", _) => (TraceKind::Picture, Row),
        ("sample", _) => (TraceKind::Sample, Row),
        ("resource" | "site_resource", _) => (TraceKind::Resource, Row),
        ("request", _) => (TraceKind::Request, Row),
        ("rewritten" | "rewritten_request", _) => (TraceKind::Undo, Row),
        ("record_match", _) => (TraceKind::Match, Row),
        ("skipped_record", _) => (TraceKind::Skipped, Row),
        ("alert" | "alert_delivery", _) => (TraceKind::Alert, Row),
        ("saved_search", _) => (TraceKind::Search, Row),
        ("site", "status") | ("run", "message") | ("run_page", "verdict") => {
            (TraceKind::Note, Set("NULL"))
        }
        ("site_supervision" | "site_exception", "url") | ("turn", "title") => {
            (TraceKind::Note, Set("''"))
        }
        (
            "site_supervision" | "site_event" | "site_action" | "site_history" | "site_session"
            | "site_field" | "pulse" | "wish" | "turn_part" | "record_proxy",
            _,
        ) => (TraceKind::Note, Row),
        // The newest one is the rule of the site.
        ("rule_version", _) => (TraceKind::RuleVersion, Row),
        ("site", _) => (TraceKind::Rule, Person),
        ("account", _) => (TraceKind::Account, Person),
        ("proxy", _) => (TraceKind::Proxy, Person),
        ("task", _) => (TraceKind::Task, Person),
        ("record_condition", _) => (TraceKind::Condition, Person),
        ("saved_export" | "export_mark", _) => (TraceKind::SavedExport, Person),
        _ => (TraceKind::Setting, Person),
    }
}

/// The columns that say which row it is.
pub(super) fn label(table: &str) -> &'static [&'static str] {
    match table {
        "record" | "deleted_record" | "record_match" | "skipped_record" | "sample" => {
            &["title", "url"]
        }
        "snapshot" | "request" | "site_resource" | "rewritten_request" => &["url"],
        "site" | "proxy" | "task" | "saved_export" | "saved_search" | "setting" => &["name"],
        "account" => &["user"],
        "alert" => &["kind"],
        "export_mark" => &["target"],
        _ => &[],
    }
}
