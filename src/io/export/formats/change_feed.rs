//! Changes as a feed: Atom (RFC 4287) or JSON Feed 1.1. Input: facts, newest first. Output: one
//! entry for each, whose id never changes, so that a reader tells each once.

use std::io::{self, Write};

use jiff::{Timestamp, Unit};
use serde_json::json;

use super::xml::{escape_into, escaped};
use crate::files::atomic_file::File;
use bowerbird_logic::comparison::{TextSide, compared_words};
use bowerbird_logic::messages::{Language, Message, text_in};
use bowerbird_logic::model::{ChangeKind, RecordFact};

/// Entries of a feed of which no number is chosen: what readers keep between two visits.
pub(in crate::export) const USUAL_LENGTH: usize = 200;
/// The longest value in a title, in characters.
const IN_TITLE: usize = 60;
/// Hexadecimal digits of an id that tell its entries apart.
const OWN_DIGITS: usize = 12;

/// What is said about a feed as a whole.
pub(in crate::export) struct FeedHead<'a> {
    /// Its title.
    pub(in crate::export) title: &'a str,
    /// The project's id: 32 hexadecimal digits.
    pub(in crate::export) project: &'a str,
    /// What tells it from other feeds of the project: its filter.
    pub(in crate::export) of: &'a str,
    /// Its language.
    pub(in crate::export) language: Language,
    /// Now: the time of a feed without entries.
    pub(in crate::export) now: Timestamp,
}

impl FeedHead<'_> {
    fn id(&self) -> String {
        // FNV-1a: the same for the same filter, in every version of the program.
        let hash = self
            .of
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
            });
        uuid(self.project, 'f', hash)
    }

    fn entry_id(&self, fact: &RecordFact) -> String {
        uuid(self.project, 'c', fact.id.unsigned_abs())
    }

    /// What happened, in one line.
    fn entry_title(&self, fact: &RecordFact) -> String {
        let title = short(&fact.title);
        match fact.kind {
            ChangeKind::Changed => format!(
                "{title}: {} {} → {}",
                fact.field,
                short(&fact.before),
                short(&fact.after)
            ),
            kind => format!("{}: {title}", self.word(kind)),
        }
    }

    /// What happened, as HTML.
    fn entry_html(&self, fact: &RecordFact) -> String {
        if fact.kind != ChangeKind::Changed {
            let word = escaped(&self.word(fact.kind));
            return format!("<p>{word}: {}</p>", escaped(&fact.title));
        }
        let mut html = format!("<p><b>{}</b>: ", escaped(&fact.field));
        for part in compared_words(&fact.before, &fact.after) {
            let text = escaped(&part.text);
            match part.side {
                TextSide::Both => html.push_str(&text),
                TextSide::Before => html.push_str(&format!("<del>{text}</del> ")),
                TextSide::After => html.push_str(&format!("<ins>{text}</ins> ")),
            }
        }
        html.push_str("</p>");
        html
    }

    fn word(&self, kind: ChangeKind) -> String {
        let id = match kind {
            ChangeKind::New => "change-new",
            ChangeKind::Changed => "change-changed",
            ChangeKind::Gone => "change-gone",
            ChangeKind::Back => "change-back",
        };
        text_in(self.language, &Message::new(id))
    }
}

/// Writes the facts as Atom; returns the number of characters that XML does not allow.
pub(in crate::export) fn write_atom(
    mut file: File,
    head: &FeedHead<'_>,
    facts: &[RecordFact],
) -> io::Result<u64> {
    let updated = facts.first().map_or(head.now, |fact| fact.at);
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"{}\">\n",
        head.language.tag()
    );
    let mut left_out = 0;
    let mut element = |out: &mut String, name: &str, text: &str| {
        out.push_str(&format!("<{name}>"));
        left_out += escape_into(out, text);
        let name = name.split(' ').next().unwrap_or_default();
        out.push_str(&format!("</{name}>\n"));
    };
    element(&mut out, "id", &head.id());
    element(&mut out, "title", head.title);
    element(&mut out, "updated", &time(updated));
    out.push_str("<author><name>Bowerbird</name></author>\n<generator>Bowerbird</generator>\n");
    for fact in facts {
        out.push_str("<entry>\n");
        element(&mut out, "id", &head.entry_id(fact));
        element(&mut out, "title", &head.entry_title(fact));
        element(&mut out, "updated", &time(fact.at));
        element(&mut out, "published", &time(fact.at));
        out.push_str("<author>");
        element(&mut out, "name", &fact.site_name);
        out.push_str("</author>\n");
        if is_address(&fact.url) {
            out.push_str(&format!("<link href=\"{}\"/>\n", escaped(&fact.url)));
        }
        for term in terms(fact) {
            out.push_str(&format!("<category term=\"{}\"/>\n", escaped(term)));
        }
        element(&mut out, "content type=\"html\"", &head.entry_html(fact));
        out.push_str("</entry>\n");
    }
    out.push_str("</feed>\n");
    file.write_all(out.as_bytes())?;
    file.finish()?;
    Ok(left_out)
}

/// Writes the facts as JSON Feed.
pub(in crate::export) fn write_json(
    mut file: File,
    head: &FeedHead<'_>,
    facts: &[RecordFact],
) -> io::Result<u64> {
    let items = facts.iter().map(|fact| {
        let mut item = json!({
            "id": head.entry_id(fact),
            "title": head.entry_title(fact),
            "content_html": head.entry_html(fact),
            "date_published": time(fact.at),
            "authors": [{ "name": fact.site_name }],
            "tags": terms(fact).collect::<Vec<_>>(),
        });
        if is_address(&fact.url)
            && let Some(item) = item.as_object_mut()
        {
            item.insert("url".to_owned(), json!(fact.url));
        }
        item
    });
    let feed = json!({
        "version": "https://jsonfeed.org/version/1.1",
        "title": head.title,
        "language": head.language.tag(),
        "items": items.collect::<Vec<_>>(),
    });
    serde_json::to_writer_pretty(&mut file, &feed)?;
    file.write_all(b"\n")?;
    file.finish()?;
    Ok(0)
}

/// The kind, and the field if one changed.
fn terms(fact: &RecordFact) -> impl Iterator<Item = &str> {
    let field = Some(fact.field.as_str()).filter(|field| !field.is_empty());
    std::iter::once(fact.kind.token()).chain(field)
}

fn is_address(url: &str) -> bool {
    url.starts_with("http://") || url.starts_with("https://")
}

fn time(at: Timestamp) -> String {
    at.round(Unit::Second).unwrap_or(at).to_string()
}

fn short(text: &str) -> String {
    let line: Vec<&str> = text.split_whitespace().collect();
    let line = line.join(" ");
    match line.char_indices().nth(IN_TITLE) {
        Some((at, _)) => format!("{}…", line.get(..at).unwrap_or_default().trim_end()),
        None => line,
    }
}

/// A UUID of version 8 (RFC 9562): the project's random digits with a hexadecimal digit for what it is
/// (`c` a change, `f` a feed of changes, `e` a record, `d` a feed of records), and a number.
pub fn uuid(project: &str, kind: char, number: u64) -> String {
    let own = format!("{:0OWN_DIGITS$x}", number & 0xffff_ffff_ffff);
    let digits: String = project.chars().take(32 - OWN_DIGITS).collect();
    let digits: Vec<char> = format!("{digits:0<20}{own}").chars().collect();
    let digit = |at: usize| match at {
        12 => '8',
        16 => 'a',
        19 => kind,
        at => digits.get(at).copied().unwrap_or('0'),
    };
    let mut uuid = String::from("urn:uuid:");
    for at in 0..digits.len() {
        if matches!(at, 8 | 12 | 16 | 20) {
            uuid.push('-');
        }
        uuid.push(digit(at));
    }
    uuid
}
