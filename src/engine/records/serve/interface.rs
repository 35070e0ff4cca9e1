//! The interface over HTTP: paths, and what they return. Each page of a listing is bounded, in entries
//! and in bytes, and says how to get the next one.

use serde_json::{Value, json};

use super::feeds;
use super::forms::{BesideSites, change_json, record_json, site_json, version_json};
use super::parameters::{Parameters, RequestFault};
use bowerbird_io::serve::{Answer, Question};
use bowerbird_io::store::{ChangeCursor, RecordFilter, StoreReader};
use bowerbird_logic::messages::Language;
use bowerbird_logic::model::{ChangeFilter, RecordFact, RecordId, StoredRecord};

/// The description of the interface.
const DESCRIPTION: &str = include_str!("../../../../assets/serve/openapi.json");
/// Bytes of the texts on a page beyond which it ends early.
const MAX_PAGE_BYTES: usize = 4 * 1024 * 1024;
/// Changes and versions that come with one record.
const WITH_RECORD: usize = 100;

type Answered = Result<Answer, RequestFault>;

/// Answers a request.
pub(super) fn answer(store: &StoreReader, language: Language, asked: &Question) -> Answer {
    let parameters = Parameters::new(&asked.parameters);
    let answered = route(store, language, &asked.path, parameters);
    answered.unwrap_or_else(|fault| {
        let (status, why) = match fault {
            RequestFault::NotFound(why) => (404, why),
            RequestFault::Wrong(why) => (400, why),
            RequestFault::Store(why) => {
                tracing::warn!(why, "a request of another program cannot be answered");
                (503, "the project cannot be read now".to_owned())
            }
        };
        Answer {
            status,
            ..json_answer(&json!({ "error": why }))
        }
    })
}

fn route(
    store: &StoreReader,
    language: Language,
    path: &str,
    mut parameters: Parameters,
) -> Answered {
    let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
    let found = match parts.as_slice() {
        ["records"] => records(store, &mut parameters)?,
        ["records", id] => json_answer(&record(store, record_id(id)?)?),
        ["changes"] => changes(store, &mut parameters)?,
        ["sites"] => json_answer(&json!({ "sites": sites(store, language)? })),
        ["searches"] => json_answer(&json!({ "searches": searches(store)? })),
        // A name may have a slash.
        ["searches", ..] => {
            let file = path.trim_matches('/').trim_start_matches("searches/");
            let (name, form) = file.rsplit_once('.').unwrap_or((file, ""));
            let filter = saved_search(store, name)?;
            match form {
                "atom" => feeds::atom(store, language, name, &filter)?,
                "json" => feeds::json_feed(store, language, name, &filter)?,
                _ => return Err(no_path(path)),
            }
        }
        ["openapi.json"] | [""] => Answer {
            status: 200,
            media_type: "application/json",
            body: DESCRIPTION.as_bytes().to_vec(),
        },
        _ => return Err(no_path(path)),
    };
    parameters.end()?;
    Ok(found)
}

fn no_path(path: &str) -> RequestFault {
    RequestFault::NotFound(format!("there is no {path}; /openapi.json lists all paths"))
}

fn record_id(text: &str) -> Result<RecordId, RequestFault> {
    let number = text.parse().map(RecordId);
    number.map_err(|_| RequestFault::NotFound(format!("there is no record {text:?}")))
}

fn json_answer(value: &Value) -> Answer {
    Answer {
        status: 200,
        media_type: "application/json",
        body: value.to_string().into_bytes(),
    }
}

fn records(store: &StoreReader, parameters: &mut Parameters) -> Answered {
    let (limit, cursor) = (parameters.limit()?, parameters.record_cursor()?);
    let with_text = parameters.is_on("text")?;
    let filter = parameters.records(store)?;
    let (records, next) = page_of_records(store, &filter, cursor, limit)?;
    let records: Vec<Value> = records
        .iter()
        .map(|record| record_json(record, with_text))
        .collect();
    Ok(json_answer(&page_json(
        store,
        &filter,
        &records,
        next.as_deref(),
    )?))
}

/// A page of records as JSON. It names the archives that are not there, if any: their records are left out.
pub(super) fn page_json(
    store: &StoreReader,
    filter: &RecordFilter,
    records: &[Value],
    next: Option<&str>,
) -> Result<Value, RequestFault> {
    let mut page = json!({ "records": records, "next_cursor": next });
    let missing = store.archives_left_out(filter)?;
    if let Some(page) = page.as_object_mut().filter(|_| !missing.is_empty()) {
        let missing = missing.into_iter().map(|archive| archive.file);
        page.insert("missing_archives".to_owned(), missing.collect());
    }
    Ok(page)
}

/// A page of records, and the cursor of the next one.
pub(super) fn page_of_records(
    store: &StoreReader,
    filter: &RecordFilter,
    cursor: Option<RecordId>,
    limit: usize,
) -> Result<(Vec<StoredRecord>, Option<String>), RequestFault> {
    // One more tells whether there is another page.
    let mut records = store.newest_first_anywhere(filter, cursor, limit.saturating_add(1))?;
    let mut more = records.len() > limit;
    records.truncate(limit);
    let mut bytes = 0;
    let fits = records.iter().take_while(|stored| {
        let before = bytes;
        bytes += size_of(stored);
        // The first one is always returned, or there would be no end.
        before == 0 || bytes <= MAX_PAGE_BYTES
    });
    let fits = fits.count();
    more |= fits < records.len();
    records.truncate(fits);
    let last = records.last().filter(|_| more);
    let next = last.map(|stored| format!("r{}", stored.id.0));
    Ok((records, next))
}

fn size_of(stored: &StoredRecord) -> usize {
    let fields = stored.record.fields.iter();
    let fields: usize = fields.map(|(_, value)| value.joined().len()).sum();
    stored.record.text.len() + fields
}

/// A record with its versions and changes.
pub(super) fn record(store: &StoreReader, id: RecordId) -> Result<Value, RequestFault> {
    let Some(stored) = store.record_anywhere(id)? else {
        return Err(RequestFault::NotFound(format!(
            "there is no record {}",
            id.0
        )));
    };
    let versions = store.record_versions_anywhere(id)?;
    let changes = store.record_changes_anywhere(&stored, WITH_RECORD)?;
    let mut form = record_json(&stored, true);
    if let Some(form) = form.as_object_mut() {
        let mut bytes = stored.record.text.len();
        let newest = versions.iter().take(WITH_RECORD).take_while(|version| {
            bytes += version.record.text.len();
            bytes <= MAX_PAGE_BYTES
        });
        form.insert("versions".to_owned(), newest.map(version_json).collect());
        let changes = changes.iter().map(change_json);
        form.insert("changes".to_owned(), changes.collect());
    }
    Ok(form)
}

fn changes(store: &StoreReader, parameters: &mut Parameters) -> Answered {
    let (limit, cursor) = (parameters.limit()?, parameters.change_cursor()?);
    let filter = parameters.changes(store)?;
    let (facts, next) = page_of_changes(store, &filter, cursor, limit)?;
    let facts: Vec<Value> = facts.iter().map(change_json).collect();
    Ok(json_answer(
        &json!({ "changes": facts, "next_cursor": next }),
    ))
}

/// A page of changes, and the cursor of the next one.
pub(super) fn page_of_changes(
    store: &StoreReader,
    filter: &ChangeFilter,
    cursor: Option<ChangeCursor>,
    limit: usize,
) -> Result<(Vec<RecordFact>, Option<String>), RequestFault> {
    let mut facts = store.changes(filter, cursor, limit.saturating_add(1))?;
    let more = facts.len() > limit;
    facts.truncate(limit);
    let next = facts.last().filter(|_| more).map(change_cursor);
    Ok((facts, next))
}

fn change_cursor(fact: &RecordFact) -> String {
    format!("c{}-{}", fact.at.as_microsecond(), fact.id)
}

/// The sites with their states.
pub(super) fn sites(store: &StoreReader, language: Language) -> Result<Vec<Value>, RequestFault> {
    let beside = BesideSites {
        tags: store.site_tags()?,
        watched: store.supervisions()?,
        tasks: store.tasks()?,
    };
    let sites = store.sites()?;
    Ok(sites
        .iter()
        .map(|site| site_json(site, &beside, language))
        .collect())
}

/// The searches that list records which are not deleted.
fn served_searches(store: &StoreReader) -> Result<Vec<(String, RecordFilter)>, RequestFault> {
    let mut all = store.saved_searches()?;
    all.retain(|(_, filter)| !filter.only.deleted);
    Ok(all)
}

fn searches(store: &StoreReader) -> Result<Vec<Value>, RequestFault> {
    let all = served_searches(store)?;
    let path = |name: &str, form: &str| {
        let name: String = url::form_urlencoded::byte_serialize(name.as_bytes()).collect();
        // In a path a plus sign is one.
        format!("/searches/{}.{form}", name.replace('+', "%20"))
    };
    Ok(all
        .iter()
        .map(|(name, filter)| {
            json!({
                "name": name,
                "query": filter.search,
                "atom": path(name, "atom"),
                "json_feed": path(name, "json"),
            })
        })
        .collect())
}

fn saved_search(store: &StoreReader, name: &str) -> Result<RecordFilter, RequestFault> {
    let all = served_searches(store)?;
    let found = all.into_iter().find(|(known, _)| known == name);
    let found = found.map(|(_, filter)| filter);
    found.ok_or_else(|| RequestFault::NotFound(format!("there is no saved search {name:?}")))
}
