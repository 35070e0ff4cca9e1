//! Typical rows of every table that a project ever had, for the golden project files. A row is written
//! with those of its columns that the version has; a table that the version lacks is left out.

use blake2::digest::consts::U16;
use blake2::{Blake2b, Blake2s256, Digest};
use bowerbird::logic::text::index_terms;
use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};

/// What a stored page says.
pub const PAGE: &str =
    "<html><title>Ferry timetable</title><p>The ferry leaves at nine.</p></html>";
/// A style sheet of that page.
const SHEET: &str = "p { color: #234 }";
/// Address of the stored page.
pub const PAGE_URL: &str = "http://127.0.0.1:9/a/3.html";
/// Name of the archive beside the project.
pub const ARCHIVE: &str = "news.bower-archive-2020";
/// When the project's records were fetched, microseconds.
const AT: i64 = 1_620_000_000_000_000;
/// When the archived ones were.
const EARLIER: i64 = 1_600_000_000_000_000;
/// An hour.
const HOUR: i64 = 3_600_000_000;
/// The rule of the site.
const RULE: &str = r#"[site]
name = "Harbour News"
kind = "list"
start = ["http://127.0.0.1:9/"]

[list]
item = { css = "article" }
link = { css = "h2 a", take = "href" }

[[field]]
name = "tags"
select = [ { css = ".tag" } ]
many = true
"#;

/// A record: number, title, text.
type ExpectedRecord = (i64, &'static str, &'static str);
/// Those of the project.
pub const RECORDS: [ExpectedRecord; 3] = [
    (3, "Ferry timetable", "The ferry leaves at nine."),
    (
        4,
        "Lighthouse repaired",
        "The lamp of the lighthouse burns again.",
    ),
    (5, "海港公报", "渡轮九点离开港口。"),
];
/// Those of its archive.
pub const ARCHIVED: [ExpectedRecord; 2] = [
    (1, "Old pier closed", "The pier was closed in winter."),
    (2, "Storm warning", "A storm is expected on Sunday."),
];

/// Address of a record.
pub fn url_of(id: i64) -> String {
    format!("http://127.0.0.1:9/a/{id}.html")
}

struct Rows<'a> {
    connection: &'a Connection,
}

/// Fills a project of any version.
pub fn fill_project(connection: &Connection) {
    let rows = Rows { connection };
    rows.site(RECORDS.len() as i64, 1);
    rows.settled();
    rows.records(&RECORDS, AT);
    rows.pages();
    rows.pools();
    rows.tasks();
    rows.supervised();
    rows.beside_records();
    rows.exports();
}

/// Fills the archive of that project.
pub fn fill_archive(connection: &Connection, project: Option<&str>) {
    let rows = Rows { connection };
    rows.site(ARCHIVED.len() as i64, 0);
    rows.records(&ARCHIVED, EARLIER);
    if let Some(id) = project {
        rows.put("setting", &[("name", t("archive.of")), ("value", t(id))]);
    }
}

fn n(value: i64) -> Value {
    Value::Integer(value)
}

fn t(text: &str) -> Value {
    Value::Text(text.to_owned())
}

fn packed(text: &str) -> Value {
    Value::Blob(zstd::stream::encode_all(text.as_bytes(), 3).expect("packed"))
}

impl Rows<'_> {
    /// Writes a row with the columns that there are.
    fn put(&self, table: &str, row: &[(&str, Value)]) {
        let columns: Vec<String> = self
            .connection
            .prepare("SELECT name FROM pragma_table_info(?1)")
            .and_then(|mut found| found.query_map([table], |row| row.get(0))?.collect())
            .expect("columns");
        if columns.is_empty() {
            return;
        }
        let there = || {
            row.iter()
                .filter(|(name, _)| columns.iter().any(|c| c == name))
        };
        let names: Vec<&str> = there().map(|(name, _)| *name).collect();
        let marks = vec!["?"; names.len()].join(", ");
        let sql = format!(
            "INSERT OR REPLACE INTO {table} ({}) VALUES ({marks})",
            names.join(", ")
        );
        self.connection
            .execute(&sql, params_from_iter(there().map(|(_, value)| value)))
            .unwrap_or_else(|error| panic!("{table}: {error}"));
    }

    fn site(&self, records: i64, open: i64) {
        let status = r#"{"state":"ok","since":"2021-05-03T00:00:00Z","reason":{"id":"engine-reason-ok","args":[["pages",3],["records",3],["failed",0]]},"next":null,"evidence":[],"url":"http://127.0.0.1:9/"}"#;
        self.put(
            "site",
            &[
                ("id", n(1)),
                ("name", t("Harbour News")),
                ("kind", t("list")),
                ("start", t("http://127.0.0.1:9/")),
                ("rule_toml", t(RULE)),
                ("enabled", n(1)),
                ("status", t(status)),
                ("records", n(records)),
                ("open_requests", n(open)),
                ("last_run_at", n(AT)),
                ("alterations", n(0)),
                ("news_per_day", Value::Real(1.5)),
            ],
        );
        self.put(
            "site_field",
            &[("site", n(1)), ("name", t("tags")), ("place", n(0))],
        );
    }

    fn settled(&self) {
        self.put(
            "setting",
            &[("name", t("snapshots.max_age_days")), ("value", t("36500"))],
        );
        self.put(
            "rule_version",
            &[
                ("site", n(1)),
                ("number", n(1)),
                ("saved_at", n(AT)),
                ("origin", t("added")),
                ("rule_toml", t(RULE)),
            ],
        );
        self.put(
            "signal_file",
            &[
                ("name", t("signals")),
                ("text", t("[[signal]]\nname = \"shut\"\nstate = \"blocked\"\nbody = \"harbour is shut\"\n")),
            ],
        );
        for tag in ["news", "sea"] {
            self.put(
                "site_tag",
                &[("site", n(1)), ("tag", t(tag)), ("from_rule", n(0))],
            );
        }
        for (scale, at) in [
            (60, 1_620_000_000),
            (3600, 1_619_996_400),
            (86400, 1_619_913_600),
        ] {
            let at = at / scale * scale;
            self.put(
                "tally",
                &[
                    ("scale", n(scale)),
                    ("at", n(at)),
                    ("site", n(0)),
                    ("what", n(1)),
                    ("n", n(3)),
                ],
            );
        }
        for (name, last) in [("record", 5), ("change", 2)] {
            self.put("counter", &[("name", t(name)), ("last", n(last))]);
        }
    }

    fn records(&self, told: &[ExpectedRecord], at: i64) {
        for (number, (id, title, text)) in told.iter().enumerate() {
            self.put(
                "record",
                &[
                    ("id", n(*id)),
                    ("site", n(1)),
                    ("run", n(1)),
                    ("found_in", n(1)),
                    ("page", n(0)),
                    ("item", n(number as i64)),
                    ("part", n(0)),
                    ("fetched_at", n(at + HOUR * number as i64)),
                    ("url", t(&url_of(*id))),
                    ("title", t(title)),
                    ("date", t("2021-05-03")),
                    ("author", t("A. Gull")),
                    ("fields", t(r#"{"tags":["sea","port"]}"#)),
                    ("provenance", t(r#"{"title":0,"tags":0}"#)),
                    ("change", n(1)),
                ],
            );
            self.put("record_text", &[("id", n(*id)), ("text", t(text))]);
            self.put(
                "record_digest",
                &[
                    ("id", n(*id)),
                    ("unindexed", n(0)),
                    ("unsettled", n(0)),
                    ("content", n(1_000 + *id)),
                    ("language", t("en")),
                    ("doubts", n(0)),
                ],
            );
            self.connection
                .execute(
                    "INSERT INTO record_search (rowid, title, text) VALUES (?1, ?2, ?3)",
                    (id, index_terms(title), index_terms(text)),
                )
                .expect("indexed");
        }
    }

    fn pages(&self) {
        let progress = r#"{"pages_ok":4,"pages_failed":0,"pages_blocked":0,"queued":1,"records_new":3,"records_known":0,"bytes":4096,"waiting":null}"#;
        self.put(
            "run",
            &[
                ("id", n(1)),
                ("site", n(1)),
                ("origin", n(1)),
                ("started_at", n(AT)),
                ("ended_at", n(AT + HOUR)),
                ("ending", t("finished")),
                ("progress", t(progress)),
                ("state", t("ok")),
                ("cause", t("by_hand")),
                ("limits", t("{}")),
            ],
        );
        for (id, state, url) in [(1, 2, PAGE_URL), (2, 0, "http://127.0.0.1:9/a/6.html")] {
            self.put(
                "request",
                &[
                    ("id", n(id)),
                    ("site", n(1)),
                    ("url", t(url)),
                    ("kind", n(1)),
                    ("state", n(state)),
                    ("found_in", n(1)),
                    ("page", n(0)),
                    ("item", n(id)),
                    ("depth", n(1)),
                    ("judged_at", n(AT)),
                ],
            );
        }
        self.put(
            "run_page",
            &[
                ("run", n(1)),
                ("request", n(1)),
                ("outcome", n(0)),
                ("records", n(1)),
                ("at", n(AT)),
                ("status", n(200)),
                ("took_ms", n(12)),
                ("bytes", n(74)),
                ("matches", n(1)),
            ],
        );
        let meta = format!(
            r#"{{"url_chain":["{PAGE_URL}"],"status":200,"headers":[["content-type","text/html"]],"fetched_at":"2021-05-03T00:00:00Z","evidence":false}}"#
        );
        let body = packed(PAGE);
        let Value::Blob(bytes) = &body else { return };
        self.put(
            "snapshot",
            &[
                ("id", n(1)),
                ("site", n(1)),
                ("asked", t(PAGE_URL)),
                ("url", t(PAGE_URL)),
                ("evidence", n(0)),
                ("fetched_at", n(AT)),
                ("meta", t(&meta)),
                ("size", n(bytes.len() as i64)),
                ("body", body.clone()),
            ],
        );
        self.put(
            "validator",
            &[
                ("snapshot", n(1)),
                ("etag", t("\"v1\"")),
                ("visitor", n(0)),
                ("checked_at", n(AT)),
            ],
        );
        let jpeg = vec![0xFF, 0xD8, 0xFF, 0xE0];
        let hash = Value::Blob(Blake2s256::digest(&jpeg).to_vec());
        self.put(
            "picture",
            &[
                ("hash", hash.clone()),
                ("width", n(1280)),
                ("height", n(1024)),
                ("size", n(jpeg.len() as i64)),
                ("words", packed("Ferry timetable")),
                ("body", Value::Blob(jpeg)),
            ],
        );
        let of_record = [("record", n(3)), ("taken_at", n(AT)), ("picture", hash)];
        self.put("record_picture", &of_record);
        let sheet = packed(SHEET);
        let Value::Blob(bytes) = &sheet else { return };
        self.put(
            "resource",
            &[
                ("id", n(1)),
                (
                    "hash",
                    Value::Blob(Blake2s256::digest(SHEET.as_bytes()).to_vec()),
                ),
                ("size", n(bytes.len() as i64)),
                ("body", sheet.clone()),
            ],
        );
        self.put(
            "site_resource",
            &[
                ("site", n(1)),
                ("url", t("http://127.0.0.1:9/look.css")),
                ("resource", n(1)),
                ("first_at", n(AT)),
                ("last_at", n(AT)),
            ],
        );
        self.put(
            "sample",
            &[
                ("id", n(1)),
                ("site", n(1)),
                ("url", t(PAGE_URL)),
                ("role", t("content")),
                ("title", t("Ferry timetable")),
                ("taken_at", n(AT)),
                ("expects", t("{}")),
                ("body", packed(PAGE)),
            ],
        );
        self.put(
            "pulse",
            &[
                ("site", n(1)),
                ("list", t("http://127.0.0.1:9/")),
                ("pulse", t(PULSE)),
            ],
        );
    }

    fn pools(&self) {
        self.put(
            "proxy",
            &[
                ("id", n(1)),
                ("name", t("gate")),
                ("url", t("http://127.0.0.1:3128")),
                ("user", t("ann")),
                ("enabled", n(1)),
                ("health", t("good")),
                ("uses_ok", n(7)),
                ("uses_failed", n(1)),
                ("tier", n(2)),
                ("tags", t(r#"["home"]"#)),
                ("country", t("DE")),
                ("seen_at", n(AT)),
            ],
        );
        self.put(
            "proxy_site",
            &[
                ("proxy", n(1)),
                ("site", n(1)),
                ("good", Value::Real(7.0)),
                ("bad", Value::Real(1.0)),
                ("latency_ms", Value::Real(30.0)),
                ("seen_at", n(AT)),
                ("uses_ok", n(7)),
                ("uses_failed", n(1)),
                ("refusals", n(0)),
            ],
        );
        self.put(
            "proxy_traffic",
            &[
                ("proxy", n(1)),
                ("month", n(202_105)),
                ("bytes", n(4096)),
                ("requests", n(8)),
            ],
        );
        self.put(
            "account",
            &[
                ("id", n(1)),
                ("site", n(1)),
                ("user", t("ann")),
                ("enabled", n(1)),
                ("state", t("logged_in")),
                ("day_limit", n(200)),
                ("last_login", n(AT)),
                ("uses_day", n(18_750)),
                ("uses", n(3)),
            ],
        );
        self.put(
            "site_session",
            &[
                ("site", n(1)),
                ("number", n(1)),
                ("made_at", n(AT)),
                ("proxy", t("gate")),
                ("account", t("ann")),
                ("user_agent", t("Bowerbird/0.1.0")),
                ("good", Value::Real(3.0)),
                ("bad", Value::Real(0.0)),
                ("latency_ms", Value::Real(20.0)),
                ("seen_at", n(AT)),
                ("answers", n(3)),
                ("refusals", n(0)),
                ("in_row", n(0)),
            ],
        );
    }

    fn tasks(&self) {
        self.put(
            "task",
            &[
                ("id", n(1)),
                ("site", n(1)),
                ("name", t("mornings")),
                (
                    "timing",
                    t(r#"{"type":"cron","expression":"0 7 * * *","timezone":"Europe/Berlin"}"#),
                ),
                ("priority", n(5)),
                ("from_rule", n(0)),
                ("paused", n(1)),
                ("overlap", t("skip")),
                ("missed", t("run_once")),
                ("terms", t(r#"{"overlap":"skip","missed":"run_once"}"#)),
                ("next_at", n(AT + 24 * HOUR)),
                ("last_at", n(AT)),
                ("missed_turns", n(0)),
            ],
        );
        self.put("task_site", &[("task", n(1)), ("site", n(1))]);
        self.put(
            "turn",
            &[
                ("id", n(1)),
                ("task", n(1)),
                ("title", t("mornings")),
                ("cause", t("due")),
                ("outcome", t("done")),
                ("due_at", n(AT)),
                ("started_at", n(AT)),
                ("ended_at", n(AT + HOUR)),
                ("sites", n(1)),
                ("pages", n(4)),
                ("records_new", n(3)),
            ],
        );
        self.put(
            "turn_part",
            &[
                ("turn", n(1)),
                ("site", n(1)),
                ("outcome", t("done")),
                ("run", n(1)),
            ],
        );
        self.put(
            "wish",
            &[
                ("id", n(1)),
                ("at", n(AT)),
                ("what", t("run")),
                ("site", n(1)),
            ],
        );
    }

    fn supervised(&self) {
        self.put(
            "site_supervision",
            &[
                ("site", n(1)),
                ("phase", t("healthy")),
                ("since", n(AT)),
                ("state", t("ok")),
                ("rule", t(r#"{"id":"supervise-rule-new"}"#)),
                ("url", t("")),
                ("memory", t(MEMORY)),
            ],
        );
        self.put(
            "site_event",
            &[
                ("site", n(1)),
                ("number", n(1)),
                ("at", n(AT)),
                ("run", n(1)),
                ("from_phase", t("healthy")),
                ("to_phase", t("suspect")),
                ("state", t("rate_limited")),
                ("rule", t(r#"{"id":"supervise-rule-new"}"#)),
                ("evidence", t("[]")),
                ("url", t(PAGE_URL)),
            ],
        );
        self.put(
            "site_action",
            &[
                ("site", n(1)),
                ("number", n(1)),
                ("at", n(AT)),
                ("run", n(1)),
                ("kind", t("slow_down")),
                ("state", t("rate_limited")),
                ("why", t(r#"{"id":"supervise-rule-new"}"#)),
                ("outcome", t("helped")),
                ("ended_at", n(AT)),
            ],
        );
        self.put(
            "site_history",
            &[("site", n(1)), ("history", t(r#"{"sorts":{}}"#))],
        );
        self.put(
            "site_exception",
            &[
                ("id", n(1)),
                ("site", n(1)),
                ("ruling", t("not_a_block")),
                ("state", t("blocked")),
                ("signals", t(r#"["shut"]"#)),
                ("look", t(r#"{"title":"Shut","structure":"cffec47b24bc939c","tags":4,"text":"947de88b168dbd01","chars":20,"bytes":74}"#)),
                ("status", n(200)),
                ("url", t(PAGE_URL)),
                ("made_at", n(AT)),
            ],
        );
        self.put(
            "alert",
            &[
                ("id", n(1)),
                ("rule", n(1)),
                ("kind", t("no-new")),
                ("site", n(1)),
                ("message", t(r#"{"id":"engine-reason-ok","args":[["pages",3],["records",3],["failed",0]]}"#)),
                ("raised_at", n(AT)),
                ("cleared_at", n(AT + HOUR)),
                ("told_at", n(AT)),
                ("told_cleared_at", n(AT + HOUR)),
            ],
        );
    }

    fn beside_records(&self) {
        let before = format!(
            r#"{{"url":"{PAGE_URL}","title":"Ferry timetable (draft)","date":"","author":"","text":"","fields":[],"provenance":{{}}}}"#
        );
        self.put(
            "record_version",
            &[
                ("record", n(3)),
                ("number", n(1)),
                ("fetched_at", n(AT - HOUR)),
                ("replaced_at", n(AT)),
                ("content", packed(&before)),
            ],
        );
        self.put(
            "record_change",
            &[
                ("id", n(1)),
                ("site", n(1)),
                ("record", n(3)),
                ("run", n(1)),
                ("at", n(AT)),
                ("kind", n(1)),
                ("field", t("title")),
                ("before", t("Ferry timetable (draft)")),
                ("after", t("Ferry timetable")),
                ("left_out", n(0)),
                ("unread", n(1)),
            ],
        );
        self.put(
            "record_presence",
            &[
                ("record", n(3)),
                ("site", n(1)),
                ("key", t("Ferry timetable")),
                ("seen", n(1)),
                ("missed", n(1)),
            ],
        );
        self.put(
            "site_watch",
            &[("site", n(1)), ("key", t("[false,[]]")), ("counted", n(1))],
        );
        self.put(
            "record_condition",
            &[
                ("id", n(1)),
                ("site", n(1)),
                ("enabled", n(1)),
                ("skips", n(0)),
                ("terms", t(CONDITION)),
                ("created_at", n(AT)),
            ],
        );
        self.put(
            "condition_state",
            &[
                ("condition", n(1)),
                ("record", n(3)),
                ("state", t(r#"{"told":true}"#)),
            ],
        );
        self.put("condition_skip", &[("condition", n(1)), ("address", n(77))]);
        self.put(
            "skipped_record",
            &[
                ("id", n(1)),
                ("site", n(1)),
                ("key", t("http://127.0.0.1:9/advertisement")),
                ("condition", n(1)),
                ("url", t("http://127.0.0.1:9/advertisement")),
                ("title", t("Advertisement")),
                ("at", n(AT)),
                ("was_read", n(1)),
            ],
        );
        self.put(
            "record_match",
            &[
                ("id", n(1)),
                ("condition", n(1)),
                ("site", n(1)),
                ("record", n(3)),
                ("run", n(1)),
                ("at", n(AT)),
                ("test", t("contains")),
                ("field", t("title")),
                ("before", t("")),
                ("after", t("Ferry timetable")),
                ("title", t("Ferry timetable")),
                ("url", t(PAGE_URL)),
                ("waits", n(0)),
            ],
        );
        self.put(
            "record_mark",
            &[("id", n(3)), ("read_at", n(AT)), ("note", t("for Ann"))],
        );
        self.put("record_tag", &[("tag", t("ferry")), ("id", n(3))]);
        self.put(
            "record_edit",
            &[
                ("record", n(4)),
                ("field", t("author")),
                ("value", t(r#""Ann""#)),
                ("page", t(r#""Bob""#)),
                ("known", t(r#""Bob""#)),
                ("edited_at", n(AT)),
            ],
        );
        self.put(
            "record_number",
            &[
                ("record", n(3)),
                ("field", n(2)),
                ("number", Value::Real(2.5)),
            ],
        );
        self.put(
            "deleted_record",
            &[
                ("id", n(6)),
                ("site", n(1)),
                ("url", t("http://127.0.0.1:9/deleted")),
                ("own", t("http://127.0.0.1:9/deleted")),
                ("title", t("Deleted by hand")),
                ("fetched_at", n(AT)),
                ("deleted_at", n(AT)),
            ],
        );
        self.put(
            "erased_address",
            &[("site", n(1)), ("hash", Value::Blob(vec![7; 16]))],
        );
        self.put(
            "saved_search",
            &[("name", t("ferries")), ("filter", t("{}"))],
        );
        self.put(
            "record_summary",
            &[
                ("id", n(3)),
                ("length", t(r#""short""#)),
                ("text", t("Nine o'clock.")),
                ("keywords", t(r#"["ferry"]"#)),
            ],
        );
        self.put("record_proxy", &[("id", n(3)), ("proxy", t("gate"))]);
        self.put(
            "rewriting",
            &[
                ("site", n(1)),
                ("at", n(AT)),
                ("begun", n(AT)),
                ("state", n(1)),
            ],
        );
        self.put(
            "rewritten",
            &[
                ("site", n(1)),
                ("record", n(4)),
                ("before", packed(&before)),
                ("after", Value::Blob(vec![1; 16])),
            ],
        );
        self.put("rewritten_request", &[("site", n(1)), ("url", t(PAGE_URL))]);
    }

    fn exports(&self) {
        self.put(
            "saved_export",
            &[
                ("id", n(1)),
                ("name", t("weekly")),
                ("format", t("csv")),
                ("target", t("weekly.csv")),
                ("options", t("{}")),
                ("since_last", n(1)),
                ("after_run", n(0)),
            ],
        );
        self.put(
            "export_mark",
            &[
                ("target", t("weekly.csv")),
                ("record", n(4)),
                ("fetched_at", n(AT)),
                ("at", n(AT)),
                ("change", n(1)),
            ],
        );
        self.put(
            "archive",
            &[
                ("id", n(1)),
                ("file", t(ARCHIVE)),
                ("first_at", n(EARLIER)),
                ("last_at", n(EARLIER + HOUR)),
                ("records", n(ARCHIVED.len() as i64)),
                ("last_change", n(1)),
            ],
        );
        for (id, _, _) in ARCHIVED {
            let key = Blake2b::<U16>::digest(url_of(id).as_bytes()).to_vec();
            self.put("archived", &[("site", n(1)), ("key", Value::Blob(key))]);
        }
    }
}

const PULSE: &str = r#"{"visits":1,"last_at":"2021-05-03T00:00:00Z","before":null,"found":[0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0],"hours":[0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0]}"#;
const MEMORY: &str = r#"{"events":1,"actions":1,"setbacks":0,"restarts":0,"clean":0,"slowdown":0,"eased":0,"spent":[],"open":[],"interrupted":false,"held":false,"told":false,"answered":[]}"#;
const CONDITION: &str = r#"{"enabled":true,"clauses":[{"field":"title","test":"contains","value":"ferry"}],"actions":{"tell":true}}"#;
