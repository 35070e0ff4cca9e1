//! Text → checked, compiled [`Rule`].
//!
//! Below: the checkers of fields, selectors and next pages, and the reader that tracks all
//! positions. Sections of plain values are checked in `sections`, those of sources where the kinds
//! of source are.

pub(super) mod extraction_sections;
pub(super) mod fault_paths;
pub(super) mod fields;
pub(super) mod next;
pub(super) mod reader;
pub(super) mod select;
pub(super) mod syntax;
pub(super) mod warnings;

use std::ops::Range;
use std::time::Duration;

use jiff::tz::TimeZone;
use toml::de::DeTable;
use url::Url;

use super::evaluate::compiled::{CompiledContent, Field, List, Records};
use super::sections::limits::read_limits;
use super::sections::login::read_login;
use super::sections::network::read_network;
use super::sections::politeness::read_politeness;
use super::sections::record_validity::read_validity;
use super::sections::revisit::read_revisit;
use super::sections::schedule::read_schedule;
use super::sections::signals::read_signals;
use super::sections::site::read_site;
use super::sections::supervise::read_supervise;
use super::sections::urls::read_urls;
use super::sources::kinds::{Compiled, source_of, takes_section};
use super::sources::start_ranges::StartAddress;
use super::sources::{CompiledCrawl, CompiledSearch, ENGINE, KEYWORD};
use super::{RuleErrors, RuleFile};
use crate::generic::TextFormat;
use crate::messages::Message;
use crate::model::{DefaultColumn, SourceKind};
use crate::page::Canonical;
use crate::policy::schedule::QuietHours;
use crate::policy::scope::CrawlBounds;
use extraction_sections::{read_content, read_page, read_record};
use fields::{FieldPlace, read_fields};
use reader::{Faults, Section};
use syntax::syntax_faults;

/// Sections before and after those of sources.
const FIRST_SECTIONS: [&str; 6] = ["site", "politeness", "limits", "urls", "network", "login"];
const LAST_SECTIONS: [&str; 9] = [
    "record",
    "field",
    "content",
    "page",
    "validity",
    "revisit",
    "supervise",
    "signal",
    "schedule",
];

/// The number of start addresses that a crawl stays near.
const MAX_HOMES: usize = 1_000;

/// A rule that passed every check, with its selectors and patterns compiled. It is shared
/// between threads.
pub struct Rule {
    pub(super) file: RuleFile,
    pub(super) start: Vec<StartAddress>,
    pub(super) delay: Duration,
    pub(super) zone: TimeZone,
    pub(super) generic: Option<String>,
    pub(super) list: Option<List>,
    pub(super) record: Option<Records>,
    pub(super) fields: Vec<Field>,
    pub(super) content: CompiledContent,
    pub(super) search: Option<CompiledSearch>,
    pub(super) scope: Option<CompiledCrawl>,
    /// Normalises addresses to their canonical form.
    pub(super) urls: Canonical,
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
        self.start.iter().map(StartAddress::count).sum()
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

    /// Method of generic extraction: `None` for `generic = false`.
    pub fn generic_method(&self) -> Option<&str> {
        self.generic.as_deref()
    }

    /// The form of the text of its records.
    pub fn content_format(&self) -> TextFormat {
        self.content.format
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

    /// Names of the fields set by start addresses: the keyword of a search, columns of a file.
    pub fn brought_columns(&self) -> Vec<&str> {
        let several = self.search.iter().any(|search| search.engines.len() > 1);
        let names = [(KEYWORD, self.search.is_some()), (ENGINE, several)];
        let names = names.into_iter().filter(|(_, there)| *there);
        let kept = self.file.pages.iter().flat_map(|pages| &pages.keep);
        let kept = kept.map(String::as_str);
        names.map(|(name, _)| name).chain(kept).collect()
    }
}

impl std::fmt::Debug for Rule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Rule").field(&self.file).finish()
    }
}

/// Parses and checks a rule file.
///
/// # Errors
/// Every fault found, each with line, column, reason and hint.
pub fn parse(text: &str) -> Result<Rule, RuleErrors> {
    // Some editors start a file with a byte order mark, which TOML does not allow.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut faults = Faults::new(text);
    let (root, syntax) = DeTable::parse_recoverable(text);
    let of_sources = SourceKind::ALL.map(SourceKind::token);
    let sections = [&FIRST_SECTIONS[..], &of_sources, &LAST_SECTIONS].concat();
    let root = Section::root(&mut faults, &root, &sections);
    let rule = read(&mut faults, &root);
    if !syntax.is_empty() {
        let syntax = syntax_faults(text, &syntax);
        faults.keep_independent_of(syntax);
    }
    let found = faults.finish();
    match rule {
        Some(rule) if found.is_empty() => Ok(rule),
        _ => Err(RuleErrors(found)),
    }
}

/// Parses a rule file as data, even with faults that leave its structure intact: a rule being
/// edited.
///
/// # Errors
/// The faults, if it does not have the structure of a rule.
pub fn file_of(text: &str) -> Result<RuleFile, RuleErrors> {
    match parse(text) {
        Ok(rule) => Ok(rule.file),
        Err(faults) => toml::from_str(text).map_err(|_| faults),
    }
}

/// Reads all sections; skips and reports whatever cannot be read.
fn read(faults: &mut Faults<'_>, root: &Section<'_, '_>) -> Option<Rule> {
    let site = read_site(faults, root);
    let (politeness, delay) = read_politeness(faults, root);
    let limits = read_limits(faults, root);
    let (file_urls, urls) = read_urls(faults, root);
    let network = read_network(faults, root);
    let login = read_login(faults, root);
    let kind = site.as_ref().map(|site| site.section.kind);
    let mut file = RuleFile::default();
    let mut source = Compiled::default();
    for section in SourceKind::ALL {
        let read = source_of(section).read(faults, root, &mut file);
        if kind.is_some_and(|kind| takes_section(kind, section)) {
            source.list = source.list.or(read.list);
            source.search = source.search.or(read.search);
            source.scope = source.scope.or(read.scope);
        }
    }
    let record = read_record(faults, root);
    let place = match root.node("record") {
        Some(_) => FieldPlace::Record,
        None => FieldPlace::Page,
    };
    let fields = read_fields(faults, root, "", place);
    let content = read_content(faults, root);
    let page = read_page(faults, root);
    let validity = read_validity(faults, root);
    let revisit = read_revisit(faults, root, kind);
    let supervise = read_supervise(faults, root);
    let signals = read_signals(faults, root);
    let schedule = read_schedule(faults, root, kind);
    check_kind_has_its_sections(faults, root, kind);

    let Compiled {
        mut list,
        search,
        mut scope,
    } = source;
    if let (Some(list), Some(search)) = (&mut list, &search) {
        list.ways.details = search.details;
        list.ways.direct = search.direct;
    }
    if let Some(list) = &mut list {
        list.ways.keep_bang = !file_urls.rewrite.is_empty();
    }
    let site = site?;
    if let Some(scope) = &mut scope {
        let starts = site.start.iter().flat_map(StartAddress::urls);
        let homes = starts.take(MAX_HOMES).map(|home| urls.of(&home)).collect();
        scope.links.add(CrawlBounds::near(homes, scope.within));
    }
    let (file_record, record) = record.unzip();
    Some(Rule {
        file: RuleFile {
            site: site.section,
            politeness,
            limits,
            urls: file_urls,
            network,
            login,
            record: file_record,
            fields: fields.file,
            content: content.file,
            page,
            validity,
            revisit,
            supervise,
            signals,
            schedule,
            ..file
        },
        start: site.start,
        delay,
        zone: site.zone,
        generic: content.generic,
        list,
        record,
        fields: fields.compiled,
        content: content.ways,
        search,
        scope,
        urls,
    })
}

fn check_kind_has_its_sections(
    faults: &mut Faults<'_>,
    root: &Section<'_, '_>,
    kind: Option<SourceKind>,
) {
    let Some(kind) = kind else {
        return;
    };
    let has = |section: SourceKind| root.node(section.token()).is_some();
    if let Some(id) = source_of(kind).missing_section()
        && !has(kind)
    {
        faults.add(root.start(), Message::new(id));
    }
    let others = SourceKind::ALL.into_iter();
    for section in others.filter(|section| has(*section) && !takes_section(kind, *section)) {
        let message = match (kind, section) {
            (SourceKind::Pages, SourceKind::List) => Message::new("rules-list-unused"),
            _ => Message::new("rules-section-unused")
                .with("section", section.token())
                .with("kind", kind.token()),
        };
        faults.add(root.key_start(section.token()), message);
    }
}

/// A syntax error's position in bytes; the end of the file if the parser gives none.
pub(super) fn place(span: Option<Range<usize>>, text: &str) -> usize {
    span.map_or(text.len(), |span| span.start)
}
