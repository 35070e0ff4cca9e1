//! A rule that passed every check, as the rest of the program uses it. It is made in `check` alone.

use std::time::Duration;

use jiff::tz::TimeZone;
use url::Url;

use crate::generic::TextFormat;
use crate::model::DefaultColumn;
use crate::model::{FOUND_BY, KEYWORD};
use crate::page::Canonical;
use crate::policy::schedule::QuietHours;
use crate::rules::evaluate::compiled::{CompiledContent, Field, List, Records};
use crate::rules::sources::start_ranges::StartAddress;
use crate::rules::sources::{CompiledCrawl, CompiledSearch, ENGINE};
use crate::rules::{PageStep, RuleFile};

/// A rule that passed every check, with its selectors and patterns compiled. It is shared
/// between threads.
pub struct Rule {
    pub(in crate::rules) file: RuleFile,
    pub(in crate::rules) start: Vec<StartAddress>,
    pub(in crate::rules) delay: Duration,
    pub(in crate::rules) zone: TimeZone,
    pub(in crate::rules) generic: Option<String>,
    pub(in crate::rules) list: Option<List>,
    pub(in crate::rules) record: Option<Records>,
    pub(in crate::rules) fields: Vec<Field>,
    pub(in crate::rules) content: CompiledContent,
    pub(in crate::rules) search: Option<CompiledSearch>,
    pub(in crate::rules) scope: Option<CompiledCrawl>,
    /// Normalises addresses to their canonical form.
    pub(in crate::rules) urls: Canonical,
}

impl Rule {
    /// The file as data.
    pub fn file(&self) -> &RuleFile {
        &self.file
    }

    /// Start addresses in order, generated lazily: ranges may expand to very many.
    pub fn start(&self) -> impl Iterator<Item = Url> + '_ {
        self.starts().map(|start| start.url)
    }

    /// The number of start addresses.
    pub fn start_count(&self) -> u64 {
        if let Some(search) = &self.search {
            let count = search.keywords.len().saturating_mul(search.engines.len());
            return u64::try_from(count).unwrap_or(u64::MAX);
        }
        let starts: u64 = self.start.iter().map(StartAddress::count).sum();
        starts.saturating_mul(self.readings_per_start())
    }

    /// `politeness.delay`.
    pub fn delay(&self) -> Duration {
        self.delay
    }

    /// The end of the quiet hours at `now`; `None` if it is not quiet, or there are none.
    pub fn quiet_until(&self, now: jiff::Timestamp) -> Option<jiff::Timestamp> {
        let quiet = QuietHours::parse(self.file.politeness.quiet.as_deref()?)?;
        quiet.until(now, &self.zone)
    }

    /// The site's time zone.
    pub fn zone(&self) -> &TimeZone {
        &self.zone
    }

    /// Method of generic extraction: `None` for `generic = false`, and for records that have their
    /// fields only.
    pub fn generic_method(&self) -> Option<&str> {
        let fields_only = self.file.record.is_some() && self.file.content.fields_only;
        self.generic.as_deref().filter(|_| !fields_only)
    }

    /// The form of the text of its records.
    pub fn content_format(&self) -> TextFormat {
        self.content.format
    }

    /// Whether the text that its selectors find counts only where it holds what generic extraction
    /// finds.
    pub fn checks_content(&self) -> bool {
        self.file.content.check && self.generic_method().is_some()
    }

    /// Names of the rule's own columns: its fields that are not default columns, list fields
    /// included, in the rule's order.
    pub fn columns(&self) -> Vec<String> {
        let own = self.fields.iter().map(|field| field.name.as_str());
        let listed = self.list_columns().into_iter();
        let fields = own.chain(listed).chain(self.brought_columns());
        let mut columns: Vec<String> = Vec::new();
        for name in fields {
            if DefaultColumn::from_token(name).is_none()
                && !columns.iter().any(|known| known == name)
            {
                columns.push(name.to_owned());
            }
        }
        columns
    }
}

impl Rule {
    /// Names of the fields read from lists.
    pub fn list_columns(&self) -> Vec<&str> {
        let engines = self.search.iter().flat_map(|search| &search.engines);
        let lists = self
            .list
            .iter()
            .chain(engines.filter_map(|e| e.list.as_ref()));
        let fields = lists.flat_map(|list| &list.fields);
        fields.map(|field| field.name.as_str()).collect()
    }

    /// Names of the fields set by start addresses: the keyword of a search, columns of a file, which
    /// of its values a step took.
    pub fn brought_columns(&self) -> Vec<&str> {
        let several = self.search.iter().any(|search| search.engines.len() > 1);
        let joins = self.search.as_ref().is_some_and(|search| search.join);
        let names = [
            (KEYWORD, self.search.is_some()),
            (ENGINE, several && !joins),
            (FOUND_BY, joins),
        ];
        let names = names.into_iter().filter(|(_, there)| *there);
        let kept = self.file.pages.iter().flat_map(|pages| &pages.keep);
        let kept = kept.map(String::as_str);
        let steps = self.steps_over_values().map(PageStep::field_name);
        names
            .map(|(name, _)| name)
            .chain(kept)
            .chain(steps)
            .collect()
    }
}

impl std::fmt::Debug for Rule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Rule").field(&self.file).finish()
    }
}
