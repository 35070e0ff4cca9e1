//! How records, versions, changes and sites look in JSON. These names stay: programs rely on them, and
//! `assets/serve/openapi.json` describes them.

use jiff::Timestamp;
use serde_json::{Map, Value, json};

use bowerbird_logic::mask_secrets::without_credentials;
use bowerbird_logic::messages::{Language, text_in};
use bowerbird_logic::model::{
    RecordFact, RecordVersion, Site, SiteId, StoredRecord, Supervision, Task,
};

/// A record; with its text if that is wanted.
pub(super) fn record_json(stored: &StoredRecord, with_text: bool) -> Value {
    let (record, marks) = (&stored.record, &stored.marks);
    let fields: Map<String, Value> = record
        .fields
        .iter()
        .map(|(name, value)| (name.clone(), value.to_json()))
        .collect();
    let mut form = json!({
        "id": stored.id.0,
        "site": stored.site_name,
        "url": record.url,
        "title": record.title,
        "date": record.date,
        "author": record.author,
        "fields": fields,
        "fetched_at": stored.fetched_at,
        "state": if marks.gone_at.is_some() { "gone" } else { "present" },
        "gone_at": marks.gone_at,
        "language": marks.language,
        "tags": marks.tags,
        "note": marks.note,
        "read": marks.read,
        "changed": marks.changed,
        "repost_of": marks.repost_of.map(|record| record.0),
        "by_hand": marks.by_hand.iter().map(|hand| hand.field.as_str()).collect::<Vec<_>>(),
    });
    if with_text && let Some(form) = form.as_object_mut() {
        form.insert("text".to_owned(), json!(record.text));
    }
    form
}

/// An earlier version of a record.
pub(super) fn version_json(version: &RecordVersion) -> Value {
    let record = &version.record;
    let fields: Map<String, Value> = record
        .fields
        .iter()
        .map(|(name, value)| (name.clone(), value.to_json()))
        .collect();
    json!({
        "number": version.number,
        "fetched_at": version.fetched_at,
        "replaced_at": version.replaced_at,
        "withheld": version.is_withheld(),
        "url": record.url,
        "title": record.title,
        "date": record.date,
        "author": record.author,
        "text": record.text,
        "fields": fields,
    })
}

/// A change.
pub(super) fn change_json(fact: &RecordFact) -> Value {
    json!({
        "id": fact.id,
        "record": fact.record.0,
        "site": fact.site_name,
        "title": fact.title,
        "url": fact.url,
        "at": fact.at,
        "kind": fact.kind.token(),
        "field": fact.field,
        "before": fact.before,
        "after": fact.after,
        "unread": fact.unread,
    })
}

/// What is known beside the sites.
pub(super) struct BesideSites {
    /// Tags, each with a site and whether its rule says so.
    pub(super) tags: Vec<(String, SiteId, bool)>,
    /// Their supervision.
    pub(super) watched: Vec<Supervision>,
    /// The tasks that run them.
    pub(super) tasks: Vec<Task>,
}

/// A site with its state.
pub(super) fn site_json(site: &Site, beside: &BesideSites, language: Language) -> Value {
    let BesideSites {
        tags,
        watched,
        tasks,
    } = beside;
    let tags = tags.iter().filter(|(_, of, _)| *of == site.id);
    let phase = watched.iter().find(|watched| watched.site == site.id);
    let next = tasks
        .iter()
        .filter(|task| task.runs(site.id) && !task.paused)
        .filter_map(|task| task.next_at)
        .min()
        .filter(|_| site.enabled && !site.paused);
    json!({
        "id": site.id.0,
        "name": site.name,
        "kind": site.kind.token(),
        "start": without_credentials(&site.start),
        "tags": tags.map(|(tag, _, _)| tag.as_str()).collect::<Vec<_>>(),
        "enabled": site.enabled,
        "paused": site.paused,
        "records": site.records,
        "last_run_at": site.last_run_at,
        "next_run_at": next,
        "news_per_day": site.news_per_day,
        "state": state_json(site, phase, language),
    })
}

fn state_json(site: &Site, phase: Option<&Supervision>, language: Language) -> Value {
    let Some(status) = &site.status else {
        return Value::Null;
    };
    let shown = |message| without_credentials(&text_in(language, message)).into_owned();
    let phase_since: Option<Timestamp> = phase.map(|phase| phase.since);
    json!({
        "state": status.state.token(),
        "since": status.since,
        "reason": shown(&status.reason),
        "next": status.next.as_ref().map(shown),
        "url": without_credentials(&status.url),
        "phase": phase.map(|phase| phase.phase),
        "phase_since": phase_since,
    })
}
