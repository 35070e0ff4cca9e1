//! A feed of the newest records by RSS 2.0 (RSS Advisory Board), with authors by Dublin Core. The
//! order of the export is the feed's own: newest first.

use std::io::{self, Write};

use jiff::Timestamp;
use jiff::fmt::rfc2822;
use jiff::tz::TimeZone;

use super::xml::{escape_into, escaped};
use crate::export::columns::{Column, HeadedColumn};
use crate::export::{ExportOptions, Rows};
use crate::files::atomic_file::File;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{DefaultColumn, StoredRecord};

/// Default number of records in a feed: what readers keep between two visits.
pub(crate) const USUAL_LENGTH: u64 = 100;

/// The feed being written.
pub(crate) struct Feed {
    file: File,
    columns: Vec<HeadedColumn>,
    left_out: u64,
}

impl Feed {
    /// Begins the feed.
    pub(crate) fn begin(
        mut file: File,
        columns: Vec<HeadedColumn>,
        options: &ExportOptions,
        now: Timestamp,
    ) -> io::Result<Self> {
        let title = match options.title.trim() {
            "" => "Bowerbird",
            title => title,
        };
        let title = escaped(title);
        write!(
            file,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rss version=\"2.0\" \
             xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\n<channel>\n<title>{title}</title>\n\
             <link>about:blank</link>\n<description>{title}</description>\n\
             <lastBuildDate>{}</lastBuildDate>\n<generator>Bowerbird</generator>\n",
            rfc_822(now)
        )?;
        Ok(Self {
            file,
            columns,
            left_out: 0,
        })
    }

    fn has(&self, wanted: &Column) -> bool {
        self.columns.iter().any(|column| column.column == *wanted)
    }
}

impl Rows for Feed {
    fn row(&mut self, stored: &StoredRecord) -> io::Result<()> {
        let record = &stored.record;
        let mut item = String::from("<item>\n");
        let mut left_out = 0;
        let mut element = |name: &str, text: &str| {
            if !text.is_empty() {
                item.push_str(&format!("<{name}>"));
                left_out += escape_into(&mut item, text);
                let name = name.split(' ').next().unwrap_or_default();
                item.push_str(&format!("</{name}>\n"));
            }
        };
        let title = match record.title.is_empty() {
            true => &record.url,
            false => &record.title,
        };
        element("title", title);
        element("link", &record.url);
        element("guid isPermaLink=\"true\"", &record.url);
        element("pubDate", &rfc_822(published(stored)));
        if self.has(&Column::Default(DefaultColumn::Author)) {
            element("dc:creator", &record.author);
        }
        if self.has(&Column::Site) {
            element("category", &stored.site_name);
        }
        if self.has(&Column::Default(DefaultColumn::Text)) {
            // Readers treat it as HTML, so the text is escaped once as HTML and once as XML.
            let paragraphs: String = record
                .text
                .lines()
                .filter(|line| !line.trim().is_empty())
                .map(|line| format!("<p>{}</p>", escaped(line)))
                .collect();
            element("description", &paragraphs);
        }
        item.push_str("</item>\n");
        self.left_out += left_out;
        self.file.write_all(item.as_bytes())
    }

    fn end(mut self: Box<Self>) -> io::Result<Vec<Message>> {
        self.file.write_all(b"</channel>\n</rss>\n")?;
        self.file.finish()?;
        let note = Message::new("export-left-out").with("count", self.left_out);
        Ok((self.left_out > 0).then_some(note).into_iter().collect())
    }
}

/// When it was published, if its date is precise to the day; else when it was fetched.
fn published(stored: &StoredRecord) -> Timestamp {
    let date = stored.record.date.as_str();
    let day = || date.parse::<jiff::civil::Date>().ok();
    let midnight = |day: jiff::civil::Date| day.to_zoned(TimeZone::UTC).ok();
    date.parse::<Timestamp>()
        .ok()
        .or_else(|| day().and_then(midnight).map(|zoned| zoned.timestamp()))
        .unwrap_or(stored.fetched_at)
}

fn rfc_822(at: Timestamp) -> String {
    rfc2822::to_string(&at.to_zoned(TimeZone::UTC)).unwrap_or_default()
}
