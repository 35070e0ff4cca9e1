//! The parameters of a request: each is known or refused, so that a typing error does not return
//! everything.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use bowerbird_io::store::{ChangeCursor, Only, RecordFilter, RecordPart, RecordState, StoreReader};
use bowerbird_logic::model::{ChangeFilter, ChangeKind, RecordId, SiteId};

/// Entries of a page unless another number is said, and at most.
const USUAL_PAGE: usize = 50;
pub(super) const MAX_PAGE: usize = 200;

/// Why a request is not answered.
#[derive(Debug)]
pub(super) enum RequestFault {
    /// There is no such thing.
    NotFound(String),
    /// The request is wrong.
    Wrong(String),
    /// The project cannot be read now.
    Store(String),
}

impl<E: std::error::Error> From<E> for RequestFault {
    fn from(error: E) -> Self {
        Self::Store(error.to_string())
    }
}

/// The parameters of one request, taken one by one.
pub(super) struct Parameters(Vec<(String, String)>);

impl Parameters {
    /// The parameters, without empty ones.
    pub(super) fn new(all: &[(String, String)]) -> Self {
        let given = all.iter().filter(|(_, value)| !value.trim().is_empty());
        Self(given.cloned().collect())
    }

    fn take(&mut self, name: &str) -> Option<String> {
        let at = self.0.iter().position(|(known, _)| known == name)?;
        Some(self.0.remove(at).1)
    }

    /// Whether a parameter is on.
    pub(super) fn is_on(&mut self, name: &str) -> Result<bool, RequestFault> {
        match self.take(name).as_deref() {
            None | Some("0" | "false" | "no") => Ok(false),
            Some("1" | "true" | "yes") => Ok(true),
            Some(other) => Err(wrong(name, other, "true or false")),
        }
    }

    /// Entries of the page.
    pub(super) fn limit(&mut self) -> Result<usize, RequestFault> {
        let Some(text) = self.take("limit") else {
            return Ok(USUAL_PAGE);
        };
        match text.parse() {
            Ok(limit) if (1..=MAX_PAGE).contains(&limit) => Ok(limit),
            _ => Err(wrong("limit", &text, &format!("1 to {MAX_PAGE}"))),
        }
    }

    /// The record that the page before ended with.
    pub(super) fn record_cursor(&mut self) -> Result<Option<RecordId>, RequestFault> {
        let Some(text) = self.take("cursor") else {
            return Ok(None);
        };
        let number = text
            .strip_prefix('r')
            .and_then(|number| number.parse().ok());
        let number = number.ok_or_else(|| wrong("cursor", &text, "what next_cursor said"))?;
        Ok(Some(RecordId(number)))
    }

    /// The fact that the page before ended with.
    pub(super) fn change_cursor(&mut self) -> Result<Option<ChangeCursor>, RequestFault> {
        let Some(text) = self.take("cursor") else {
            return Ok(None);
        };
        let parts = text
            .strip_prefix('c')
            .and_then(|parts| parts.split_once('-'));
        let cursor = parts.and_then(|(at, id)| {
            let at = Timestamp::from_microsecond(at.parse().ok()?).ok()?;
            let id = id.parse().ok()?;
            Some(ChangeCursor { at, id })
        });
        let cursor = cursor.ok_or_else(|| wrong("cursor", &text, "what next_cursor said"))?;
        Ok(Some(cursor))
    }

    /// Which records.
    pub(super) fn records(&mut self, store: &StoreReader) -> Result<RecordFilter, RequestFault> {
        let state = match self.take("state") {
            None => None,
            Some(text) => Some(match text.as_str() {
                "unchanged" => RecordState::Unchanged,
                "changed" => RecordState::Changed,
                "present" => RecordState::Present,
                "gone" => RecordState::Gone,
                _ => return Err(wrong("state", &text, "unchanged, changed, present or gone")),
            }),
        };
        Ok(RecordFilter {
            site: self.site(store)?,
            since: self.time("since")?,
            search: self.take("query"),
            part: RecordPart {
                until: self.time("until")?,
                state,
                ..RecordPart::default()
            },
            only: Only {
                unread: self.is_on("unread")?,
                folded: self.is_on("no_reposts")?,
                tag: self.take("tag"),
                ..Only::default()
            },
            ..RecordFilter::default()
        })
    }

    /// Which changes.
    pub(super) fn changes(&mut self, store: &StoreReader) -> Result<ChangeFilter, RequestFault> {
        let kind = match self.take("kind") {
            None => None,
            Some(text) => {
                let mut kinds = ChangeKind::ALL.into_iter();
                let kind = kinds.find(|kind| kind.token() == text);
                Some(kind.ok_or_else(|| wrong("kind", &text, "new, changed, gone or back"))?)
            }
        };
        let record = match self.take("record") {
            None => None,
            Some(text) => {
                let number = text.parse().map(RecordId);
                Some(number.map_err(|_| wrong("record", &text, "the id of a record"))?)
            }
        };
        Ok(ChangeFilter {
            site: self.site(store)?,
            tag: self.take("tag"),
            record,
            kind,
            field: self.take("field"),
            words: self.take("query").unwrap_or_default(),
            since: self.time("since")?,
            unread: self.is_on("unread")?,
            left_out: false,
        })
    }

    fn site(&mut self, store: &StoreReader) -> Result<Option<SiteId>, RequestFault> {
        let Some(name) = self.take("site") else {
            return Ok(None);
        };
        let sites = store.sites()?;
        let same = |other: &str| other.to_lowercase() == name.to_lowercase();
        let found = sites.iter().find(|site| site.name == name);
        let found = found.or_else(|| sites.iter().find(|site| same(&site.name)));
        match found {
            Some(site) => Ok(Some(site.id)),
            None => Err(RequestFault::NotFound(format!("there is no site {name:?}"))),
        }
    }

    fn time(&mut self, name: &str) -> Result<Option<Timestamp>, RequestFault> {
        let Some(text) = self.take(name) else {
            return Ok(None);
        };
        let day = |day: Date| day.to_zoned(TimeZone::UTC).map(|zoned| zoned.timestamp());
        let time = text.parse::<Timestamp>();
        let time = time.or_else(|_| text.parse::<Date>().and_then(day));
        let expected = "a time or day by ISO 8601, such as 2026-11-01T08:00:00Z";
        Ok(Some(time.map_err(|_| wrong(name, &text, expected))?))
    }

    /// Refuses what nothing took.
    pub(super) fn end(self) -> Result<(), RequestFault> {
        match self.0.first() {
            None => Ok(()),
            Some((name, _)) => Err(RequestFault::Wrong(format!(
                "unknown parameter {name:?}, or given twice; /openapi.json lists all"
            ))),
        }
    }
}

fn wrong(name: &str, value: &str, expected: &str) -> RequestFault {
    RequestFault::Wrong(format!("{name} is {value:?}; expected: {expected}"))
}
