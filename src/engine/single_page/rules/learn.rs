//! Learns a rule from examples on pages: reads the picks and their pages, learns, and writes the
//! rule.

use std::path::Path;

use serde::Deserialize;
use url::Url;

use crate::protocol::EngineError;
use crate::single_page::source::{load, read_lines};
use crate::single_page::{Loaded, file_error};
use crate::workbench::proposed_next;
use bowerbird_logic::authoring::learn::{
    LearnError, Learned, Pick, PickTarget, generic_finds, learn, pagination, target, to_rule,
    write_content,
};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{DefaultColumn, SourceKind};
use bowerbird_logic::page::Page;
use bowerbird_logic::rules::{NextRule, RuleFile, SiteSection, parse, write};

/// The field of an article's text.
const TEXT: &str = DefaultColumn::Text.token();

/// One example, a line of a picks file.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct PickEntry {
    /// File or address of the page.
    pub page: String,
    /// Address of the page, when it is a file.
    #[serde(default)]
    pub url: Option<String>,
    /// The field's name.
    pub field: String,
    /// The element, by CSS.
    #[serde(default)]
    pub css: Option<String>,
    /// The element, by XPath.
    #[serde(default)]
    pub xpath: Option<String>,
    /// The value's text.
    #[serde(default)]
    pub text: Option<String>,
    /// A selector or a text, detected automatically.
    #[serde(skip)]
    pub typed: Option<String>,
    /// What is extracted from the element.
    #[serde(default)]
    pub take: Option<String>,
    /// Whether this must not be matched.
    #[serde(default)]
    pub not: bool,
}

/// Reads a picks file: one JSON object per line. Pages are files beside it or in the working
/// folder.
///
/// # Errors
/// When it cannot be read or a line is invalid.
pub fn read_picks(path: &Path) -> Result<Vec<PickEntry>, EngineError> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut examples = read_lines(path, |example: &PickEntry| {
        let none = example.css.is_none() && example.xpath.is_none() && example.text.is_none();
        none.then_some("css, xpath or text is missing")
    })?;
    for example in &mut examples {
        let beside = folder.join(&example.page);
        if !example.page.contains("://") && beside.exists() {
            example.page = beside.to_string_lossy().into_owned();
        }
    }
    Ok(examples)
}

/// Learns from `examples`; returns what was learned and the rule file's text. If a page has several
/// records and a link to the next page, the rule gets one too.
///
/// # Errors
/// When a page cannot be loaded or nothing can be learned.
pub fn learn_rule(examples: &[PickEntry]) -> Result<(Learned, String), EngineError> {
    let mut loaded: Vec<Loaded> = Vec::new();
    let mut picks = Vec::new();
    for example in examples {
        let known = loaded.iter().position(|page| page.source == example.page);
        let page = match known {
            Some(page) => page,
            None => {
                let base = example.url.as_deref().and_then(|url| Url::parse(url).ok());
                loaded.push(load(&example.page, base.as_ref())?);
                loaded.len() - 1
            }
        };
        let Some(on) = loaded.get(page) else { continue };
        picks.push(Pick {
            page,
            field: example.field.clone(),
            target: pick_target(example, on),
            take: example.take.clone(),
            negative: example.not,
        });
    }
    let urls: Vec<Url> = loaded.iter().map(|page| page.url.clone()).collect();
    let pages: Vec<Page> = loaded.into_iter().map(|page| page.page).collect();
    let mut learned = match learn(&pages, &picks) {
        Err(error) => without_text(&pages, &picks, &error)
            .ok_or_else(|| EngineError(bowerbird_logic::messages::Explain::explain(&error)))?,
        Ok(learned) => learned,
    };
    let mut rule = to_rule(&learned, &base(&urls));
    if learned.record.is_none() {
        let note = content_from_field(&mut rule, &learned, &pages, &picks);
        learned.notes.extend(note);
    }
    if let Some(record) = &mut rule.record
        && let Some((next, target)) = pages.iter().find_map(next_page)
    {
        record.next = Some(next);
        let note = Message::new("engine-learn-next").with("url", target);
        learned.notes.push(note);
    }
    let text = written(&rule)?;
    Ok((learned, text))
}

/// Learns the other fields where no selector fits the text, but generic extraction finds it.
fn without_text(pages: &[Page], picks: &[Pick], error: &LearnError) -> Option<Learned> {
    let (LearnError::NothingFits(field) | LearnError::NotFound(field, ..)) = error else {
        return None;
    };
    let all: Vec<&Page> = pages.iter().collect();
    if field != TEXT || !generic_finds(&all, picks, TEXT, None) {
        return None;
    }
    let others = picks.iter().filter(|pick| pick.field != TEXT);
    let others: Vec<Pick> = others.cloned().collect();
    let mut learned = match others.is_empty() {
        true => Learned::default(),
        false => learn(pages, &others).ok()?,
    };
    let note = Message::new("engine-learn-text-by-generic");
    learned.notes.push(note);
    Some(learned)
}

/// Moves an article's field `text` into `[content]`; the remark, if generic extraction reads it.
fn content_from_field(
    rule: &mut RuleFile,
    learned: &Learned,
    pages: &[Page],
    picks: &[Pick],
) -> Option<Message> {
    let name = TEXT;
    let field = learned.fields.iter().find(|field| field.name == name)?;
    let place = rule.fields.iter().position(|field| field.name == name)?;
    if !field.transform.is_empty() {
        return None;
    }
    let pages: Vec<&Page> = pages.iter().collect();
    let by_generic = generic_finds(&pages, picks, name, Some(field));
    let ways = rule.fields.remove(place).select;
    write_content(&mut rule.content, ways, by_generic)
        .then(|| Message::new("engine-learn-text-by-generic"))
}

/// The next page of a page of records, and its address.
fn next_page(page: &Page) -> Option<(NextRule, String)> {
    let found = pagination(page);
    let (next, way) = proposed_next(&found)?;
    Some((next, way.target.to_string()))
}

/// Writes a rule file's text.
///
/// # Errors
/// When the file cannot be written.
pub fn write_rule(path: &Path, text: &str) -> Result<(), EngineError> {
    std::fs::write(path, text).map_err(|error| file_error("engine-cannot-write", path, &error))
}

fn pick_target(example: &PickEntry, on: &Loaded) -> PickTarget {
    match (&example.css, &example.xpath, &example.text, &example.typed) {
        (Some(css), ..) => PickTarget::Css(css.clone()),
        (_, Some(xpath), ..) => PickTarget::XPath(xpath.clone()),
        (_, _, Some(text), _) => PickTarget::Text(text.clone()),
        (.., Some(typed)) => target(&on.page, typed),
        _ => PickTarget::Text(String::new()),
    }
}

/// The rule to which the fields are added: the learned pages are its start.
fn base(urls: &[Url]) -> RuleFile {
    let mut start: Vec<String> = Vec::new();
    for url in urls {
        if !start.contains(&url.to_string()) {
            start.push(url.to_string());
        }
    }
    let host = urls.first().and_then(Url::host_str).unwrap_or("localhost");
    RuleFile {
        site: SiteSection {
            name: host.to_owned(),
            kind: SourceKind::Pages,
            start,
            ..SiteSection::default()
        },
        ..RuleFile::default()
    }
}

fn written(rule: &RuleFile) -> Result<String, EngineError> {
    // A text that cannot be parsed back is not a rule.
    let text = write(rule);
    parse(&text)
        .map_err(|errors| EngineError(bowerbird_logic::messages::Explain::explain(&errors)))?;
    Ok(text)
}
