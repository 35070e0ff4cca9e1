//! Text → checked, compiled [`Rule`].

use std::ops::Range;
use std::time::Duration;

use jiff::tz::TimeZone;
use toml::de::DeTable;
use url::Url;

use super::check_fields::{Place, read_fields};
use super::check_parts::{read_content, read_list, read_page, read_record};
use super::check_sections::{
    read_login, read_network, read_politeness, read_schedule, read_site, syntax_faults,
};
use super::compiled::{ContentWays, Field, List, Records};
use super::reader::{Faults, Section};
use super::starts::StartAddress;
use super::{RuleErrors, RuleFile};
use crate::logic::messages::Message;

const SECTIONS: [&str; 10] = [
    "site",
    "politeness",
    "network",
    "login",
    "list",
    "record",
    "field",
    "content",
    "page",
    "schedule",
];

/// Columns that every record has, whatever the rule says.
const DEFAULT_COLUMNS: [&str; 5] = ["url", "title", "date", "author", "text"];

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
    pub(super) content: ContentWays,
}

impl Rule {
    /// The file as data.
    pub fn file(&self) -> &RuleFile {
        &self.file
    }

    /// Start addresses in order, made one by one: ranges may stand for very many.
    pub fn start(&self) -> impl Iterator<Item = Url> + '_ {
        self.start.iter().flat_map(StartAddress::urls)
    }

    /// How many start addresses there are.
    pub fn start_count(&self) -> u64 {
        self.start.iter().map(StartAddress::count).sum()
    }

    /// `politeness.delay`.
    pub fn delay(&self) -> Duration {
        self.delay
    }

    /// Method of generic extraction: `None` for `generic = false`.
    pub fn generic_method(&self) -> Option<&str> {
        self.generic.as_deref()
    }

    /// Names of the rule's own columns: its fields that are not default columns, list fields
    /// included, in the rule's order.
    pub fn columns(&self) -> Vec<String> {
        let list_fields = self.list.iter().flat_map(|list| &list.fields);
        let mut columns: Vec<String> = Vec::new();
        for field in self.fields.iter().chain(list_fields) {
            let own = !DEFAULT_COLUMNS.contains(&field.name.as_str());
            if own && !columns.contains(&field.name) {
                columns.push(field.name.clone());
            }
        }
        columns
    }
}

impl std::fmt::Debug for Rule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Rule").field(&self.file).finish()
    }
}

/// Reads and checks a rule file.
///
/// # Errors
/// Every fault found, each with line, column, reason and hint.
pub fn parse(text: &str) -> Result<Rule, RuleErrors> {
    // A byte order mark is how some editors begin a file; TOML allows none.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut faults = Faults::new(text);
    let (root, syntax) = DeTable::parse_recoverable(text);
    let root = Section::root(&mut faults, &root, &SECTIONS);
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

/// Reads a rule file as data, also one with faults that leave its form whole: a rule in the
/// making.
///
/// # Errors
/// The faults, when it has no form of a rule at all.
pub fn file_of(text: &str) -> Result<RuleFile, RuleErrors> {
    match parse(text) {
        Ok(rule) => Ok(rule.file),
        Err(faults) => toml::from_str(text).map_err(|_| faults),
    }
}

/// Reads all sections; whatever cannot be read is noted and left out.
fn read(faults: &mut Faults<'_>, root: &Section<'_, '_>) -> Option<Rule> {
    let site = read_site(faults, root);
    let (politeness, delay) = read_politeness(faults, root);
    let network = read_network(faults, root);
    let login = read_login(faults, root);
    let list = read_list(faults, root);
    let record = read_record(faults, root);
    let place = match root.node("record") {
        Some(_) => Place::Record,
        None => Place::Page,
    };
    let fields = read_fields(faults, root, "", place);
    let content = read_content(faults, root);
    let page = read_page(faults, root);
    let schedule = read_schedule(faults, root);
    let kind = site.as_ref().map(|site| site.section.kind.as_str());
    check_kind_has_its_sections(faults, root, kind);

    let site = site?;
    let (file_list, list) = list.unzip();
    let (file_record, record) = record.unzip();
    Some(Rule {
        file: RuleFile {
            site: site.section,
            politeness,
            network,
            login,
            list: file_list,
            record: file_record,
            fields: fields.file,
            content: content.file,
            page,
            schedule,
        },
        start: site.start,
        delay,
        zone: site.zone,
        generic: content.generic,
        list,
        record,
        fields: fields.compiled,
        content: content.ways,
    })
}

fn check_kind_has_its_sections(
    faults: &mut Faults<'_>,
    root: &Section<'_, '_>,
    kind: Option<&str>,
) {
    let has_list = root.node("list").is_some();
    match kind {
        Some("list") if !has_list => {
            faults.add(root.start(), Message::new("rules-missing-list"));
        }
        Some("pages") if has_list => {
            faults.add(root.key_start("list"), Message::new("rules-list-unused"));
        }
        _ => {}
    }
}

/// A syntax error's place as bytes; the file's end where the parser names none.
pub(super) fn place(span: Option<Range<usize>>, text: &str) -> usize {
    span.map_or(text.len(), |span| span.start)
}
