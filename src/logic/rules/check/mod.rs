//! Text → checked, compiled [`Rule`].
//!
//! Below: the `compiled_rule` that it makes, the checkers of fields, selectors and next pages, and the
//! reader that tracks all positions. Sections of plain values are checked in `sections`, those of sources where the kinds
//! of source are.

mod compiled_rule;
pub(super) mod extraction_sections;
pub(super) mod fault_paths;
pub(super) mod fields;
pub(super) mod next;
pub(super) mod reader;
pub(super) mod select;
pub(super) mod syntax;
pub(super) mod warnings;

use std::ops::Range;

use toml::de::DeTable;

use super::page_steps::read_steps;
use super::sections_and_defaults::identity::{check_key, read_identity};
use super::sections_and_defaults::keep::read_keep;
use super::sections_and_defaults::limits::read_limits;
use super::sections_and_defaults::login::read_login;
use super::sections_and_defaults::network::read_network;
use super::sections_and_defaults::politeness::read_politeness;
use super::sections_and_defaults::record_validity::read_validity;
use super::sections_and_defaults::revisit::read_revisit;
use super::sections_and_defaults::schedule::read_schedule;
use super::sections_and_defaults::signals::read_signals;
use super::sections_and_defaults::site::read_site;
use super::sections_and_defaults::supervise::read_supervise;
use super::sections_and_defaults::urls::read_urls;
use super::sources::kinds::{Compiled, source_of, takes_section};
use super::sources::start_ranges::StartAddress;
use super::{RuleErrors, RuleFile};
use crate::messages::Message;
use crate::model::SourceKind;
use crate::policy::scope::CrawlBounds;
pub use compiled_rule::Rule;
use extraction_sections::{read_content, read_page, read_record};
use fields::{FieldPlace, read_fields};
use reader::{Faults, Section};
use syntax::syntax_faults;

/// Sections before and after those of sources.
const FIRST_SECTIONS: [&str; 6] = ["site", "politeness", "limits", "urls", "network", "login"];
const LAST_SECTIONS: [&str; 12] = [
    "step",
    "record",
    "field",
    "content",
    "page",
    "keep",
    "validity",
    "revisit",
    "identity",
    "supervise",
    "signal",
    "schedule",
];

/// The number of start addresses that a crawl stays near.
const MAX_HOMES: usize = 1_000;

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
    let steps = read_steps(faults, root, kind, network.fetch);
    let record = read_record(faults, root);
    let place = match root.node("record") {
        Some(_) => FieldPlace::Record,
        None => FieldPlace::Page,
    };
    let fields = read_fields(faults, root, "", place);
    let content = read_content(faults, root);
    let page = read_page(faults, root);
    let keep = read_keep(faults, root, network.fetch);
    let validity = read_validity(faults, root);
    let revisit = read_revisit(faults, root, kind);
    let identity = read_identity(faults, root);
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
    let rule = Rule {
        file: RuleFile {
            site: site.section,
            politeness,
            limits,
            urls: file_urls,
            network,
            login,
            steps,
            record: file_record,
            fields: fields.file,
            content: content.file,
            page,
            keep,
            validity,
            revisit,
            identity,
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
    };
    check_key(faults, root, &rule);
    Some(rule)
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
