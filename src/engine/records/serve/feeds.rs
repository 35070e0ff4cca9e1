//! The records of a saved search as a feed: Atom (RFC 4287) or JSON Feed 1.1, newest first. An entry's
//! id never changes, so that a reader shows each record once.

use jiff::{Timestamp, Unit};
use serde_json::{Value, json};

use super::interface::page_of_records;
use super::parameters::RequestFault;
use bowerbird_io::export::{escaped_xml, stable_uuid};
use bowerbird_io::serve::Answer;
use bowerbird_io::store::{RecordFilter, StoreReader};
use bowerbird_logic::messages::Language;
use bowerbird_logic::model::StoredRecord;

/// Records of a feed.
const LENGTH: usize = 100;

/// The feed as Atom.
pub(super) fn atom(
    store: &StoreReader,
    language: Language,
    name: &str,
    filter: &RecordFilter,
) -> Result<Answer, RequestFault> {
    let project = store.project_id()?;
    let (records, _) = page_of_records(store, filter, None, LENGTH)?;
    let updated = records.iter().map(|stored| stored.fetched_at).max();
    let updated = updated.unwrap_or(Timestamp::UNIX_EPOCH);
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"{}\">\n\
         <id>{}</id>\n<title>{}</title>\n<updated>{}</updated>\n\
         <author><name>Bowerbird</name></author>\n<generator>Bowerbird</generator>\n",
        language.tag(),
        stable_uuid(&project, 'd', number_of(name)),
        escaped_xml(name),
        time(updated),
    );
    for stored in &records {
        let record = &stored.record;
        out.push_str(&format!(
            "<entry>\n<id>{}</id>\n<title>{}</title>\n<updated>{}</updated>\n<published>{}</published>\n",
            entry_id(&project, stored),
            escaped_xml(title(stored)),
            time(stored.fetched_at),
            time(published(stored)),
        ));
        let author = match record.author.as_str() {
            "" => &stored.site_name,
            author => author,
        };
        let author = escaped_xml(author);
        out.push_str(&format!("<author><name>{author}</name></author>\n"));
        if is_address(&record.url) {
            let url = escaped_xml(&record.url);
            out.push_str(&format!("<link rel=\"alternate\" href=\"{url}\"/>\n"));
        }
        for tag in std::iter::once(&stored.site_name).chain(&stored.marks.tags) {
            out.push_str(&format!("<category term=\"{}\"/>\n", escaped_xml(tag)));
        }
        // As text, which no reader takes for markup.
        let text = escaped_xml(&record.text);
        out.push_str(&format!(
            "<content type=\"text\">{text}</content>\n</entry>\n"
        ));
    }
    out.push_str("</feed>\n");
    Ok(Answer {
        status: 200,
        media_type: "application/atom+xml; charset=utf-8",
        body: out.into_bytes(),
    })
}

/// The feed as JSON Feed.
pub(super) fn json_feed(
    store: &StoreReader,
    language: Language,
    name: &str,
    filter: &RecordFilter,
) -> Result<Answer, RequestFault> {
    let project = store.project_id()?;
    let (records, _) = page_of_records(store, filter, None, LENGTH)?;
    let items: Vec<Value> = records
        .iter()
        .map(|stored| {
            let record = &stored.record;
            let tags = std::iter::once(&stored.site_name).chain(&stored.marks.tags);
            let mut item = json!({
                "id": entry_id(&project, stored),
                "title": title(stored),
                "content_text": record.text,
                "date_published": time(published(stored)),
                "date_modified": time(stored.fetched_at),
                "tags": tags.collect::<Vec<_>>(),
            });
            if let Some(item) = item.as_object_mut() {
                if is_address(&record.url) {
                    item.insert("url".to_owned(), json!(record.url));
                }
                if !record.author.is_empty() {
                    item.insert("authors".to_owned(), json!([{ "name": record.author }]));
                }
            }
            item
        })
        .collect();
    let feed = json!({
        "version": "https://jsonfeed.org/version/1.1",
        "title": name,
        "language": language.tag(),
        "items": items,
    });
    Ok(Answer {
        status: 200,
        media_type: "application/feed+json",
        body: feed.to_string().into_bytes(),
    })
}

fn entry_id(project: &str, stored: &StoredRecord) -> String {
    stable_uuid(project, 'e', stored.id.0.unsigned_abs())
}

/// A number for a name, the same in every version of the program (FNV-1a).
fn number_of(name: &str) -> u64 {
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

fn title(stored: &StoredRecord) -> &str {
    match stored.record.title.as_str() {
        "" => &stored.record.url,
        title => title,
    }
}

fn is_address(url: &str) -> bool {
    url.starts_with("http://") || url.starts_with("https://")
}

/// When it was published, if its date says the time or the day; else when it was fetched.
fn published(stored: &StoredRecord) -> Timestamp {
    let date = stored.record.date.as_str();
    let day = date.parse::<jiff::civil::Date>().ok();
    let midnight = day.and_then(|day| day.to_zoned(jiff::tz::TimeZone::UTC).ok());
    let time = date.parse::<Timestamp>().ok();
    time.or_else(|| midnight.map(|zoned| zoned.timestamp()))
        .unwrap_or(stored.fetched_at)
}

fn time(at: Timestamp) -> String {
    at.round(Unit::Second).unwrap_or(at).to_string()
}
