//! Mails shown as plain text: `<pre>` elements that begin with lines such as "From: Ann Lee". Input:
//! the tree. Output: the mails of the page as records, whose fields are cut from their texts by the
//! steps of a rule. Nothing inside such a text is an element that a selector could find.

use std::sync::LazyLock;

use regex::Regex;

use super::record_groups::{finds, score};
use super::tree::{At, Tree};
use super::{Suggestion, SuggestionCandidate};
use crate::authoring::learn::induce::{LearnedField, Ranked};
use crate::messages::Message;
use crate::page::{ElementIndex, Page, inner_text};
use crate::rules::{Alternative, FieldType, TransformStep};

/// The maximum number of mails read.
const MAX_READ: usize = 60;
/// The share of mails that a pattern must fit, in percent.
const NEARLY_ALL: usize = 90;
/// The minimum length of a line that ends every mail, in characters.
const MIN_TAIL: usize = 6;
/// The maximum length of a sample value, in characters.
const MAX_SAMPLE: usize = 200;
/// The words before the sender's name, in the languages of mail archives.
const FROM: [&str; 7] = ["From", "Von", "De", "Da", "От", "发件人", "寄件者"];
/// The words before the date and before the subject.
const DATE: &str = "Date|Sent|Datum|Gesendet|Fecha|Data|Дата|日期|发送时间";
const SUBJECT: &str = "Subject|Betreff|Objet|Asunto|Oggetto|Тема|主题|主旨";

/// The patterns for the fields of a mail whose sender follows any of the words.
static ANY: LazyLock<Cuts> = LazyLock::new(|| Cuts::after(&FROM.join("|")));

/// The patterns that cut the fields out of a mail, in the order in which they are tried.
struct Cuts {
    authors: Vec<Cut>,
    dates: Vec<Cut>,
    titles: Vec<Cut>,
    /// What follows the first empty line after the sender's.
    texts: Vec<Cut>,
}

impl Cuts {
    /// The patterns for mails whose sender follows that word.
    fn after(word: &str) -> Self {
        let from = format!(r"(?m:^)[ \t]*(?:{word})[:：][ \t]*");
        let line = |words: &str| format!(r"(?s)^.*?(?m:^)[ \t]*(?:{words})[:：][ \t]*([^\n]+).*$");
        Self {
            authors: cuts(&[
                // From: ann@example.org (Ann Lee)
                format!(r"(?s)^.*?{from}\S+(?:@| at )\S+ \(([^)\n]+)\).*$"),
                // From: "Ann Lee" <ann@example.org>, From: Ann Lee @ 2025-11-03 09:14 UTC
                format!(r#"(?s)^.*?{from}"?([^\n<@("]*[^\n<@("\s])"?\s*(?:<|@ \d|\(|\n).*$"#),
                format!(r"(?s)^.*?{from}([^\n]+).*$"),
            ]),
            dates: cuts(&[
                line(DATE),
                format!(r"(?s)^.*?{from}[^\n]*?(\d{{4}}-\d\d-\d\d[ T]+\d?\d:\d\d(?: UTC)?).*$"),
            ]),
            titles: cuts(&[line(SUBJECT)]),
            texts: cuts(&[format!(
                r"(?s)^.*?{from}[^\n]*\n(?:[^\n]*\S[^\n]*\n)*\s*\n(.*\S)\s*$"
            )]),
        }
    }
}

/// A pattern whose first group is a value.
struct Cut {
    pattern: String,
    regex: Regex,
}

fn cuts(patterns: &[String]) -> Vec<Cut> {
    let cut = |pattern: &String| {
        Some(Cut {
            pattern: pattern.clone(),
            regex: Regex::new(pattern).ok()?,
        })
    };
    patterns.iter().filter_map(cut).collect()
}

/// The mails of the page, if it has any; they rank before the `others` that hold some of them.
pub fn mails(
    page: &Page,
    tree: &Tree<'_>,
    others: &[SuggestionCandidate],
) -> Option<SuggestionCandidate> {
    let text = |at: At| inner_text(page, ElementIndex::try_from(at).unwrap_or(0));
    let boxes = (0..tree.elements.len()).filter(|at| tree.name(*at) == "pre");
    let (items, texts): (Vec<At>, Vec<String>) = boxes
        .map(|at| (at, text(at)))
        .filter(|(_, text)| is_mail(text))
        .unzip();
    let heads = FROM.into_iter().flat_map(|word| {
        let colons = [":", "："];
        colons.map(|colon| (word, format!("{word}{colon}")))
    });
    let is_in_all = |head: &String| texts.iter().all(|text| text.contains(head.as_str()));
    let mut heads = heads.filter(|(_, head)| !texts.is_empty() && is_in_all(head));
    let (word, head) = heads.next()?;
    let css = selector(page, &items, &head)?;
    let read = texts.get(..texts.len().min(MAX_READ))?;
    let cuts = Cuts::after(word);
    let mut fields: Vec<LearnedField> = title(page, tree, &items).into_iter().collect();
    for (name, kind, cuts) in [
        ("title", FieldType::Text, &cuts.titles),
        ("author", FieldType::Text, &cuts.authors),
        ("date", FieldType::Date, &cuts.dates),
    ] {
        let cut = cuts.iter().find(|cut| fits(cut, read));
        if let Some(cut) = cut.filter(|_| fields.iter().all(|field| field.name != name)) {
            fields.push(field(
                name,
                kind,
                vec![step(&cut.pattern, "$1")],
                values(cut, read),
            ));
        }
    }
    let body = cuts.texts.iter().find(|cut| fits(cut, read))?;
    fields.push(body_field(body, read));
    fields.extend(permalink(page, tree, &items));
    let group = score(tree, items.clone(), tree.chars(0).max(1));
    let telling = super::record_groups::to_f64(fields.len());
    let holds = |other: &&SuggestionCandidate| items.iter().any(|at| other.items.contains(at));
    let before = others.iter().filter(holds).map(|o| o.suggestion.score);
    let before = before.fold(0.0, f64::max);
    let chars = items.iter().map(|at| tree.chars(*at)).sum();
    Some(SuggestionCandidate {
        suggestion: Suggestion {
            record: Alternative {
                css: Some(css),
                ..Alternative::default()
            },
            count: items.len(),
            score: (group.score * (1.0 + 0.3 * telling)).max(1.02 * before),
            leads: false,
            rows: false,
            why: vec![
                Message::new("suggest-why-count").with("count", items.len()),
                Message::new("suggest-why-fields").with("count", fields.len()),
            ],
            fields,
        },
        chars,
        in_links: items.iter().map(|at| tree.in_links(*at)).sum(),
        beside: group.beside,
        mails: true,
        paired: false,
        likeness: group.likeness,
        items,
    })
}

/// Whether a text has the head of a mail: its sender and its date, before an empty line.
fn is_mail(text: &str) -> bool {
    let has = |cuts: &[Cut]| cuts.iter().any(|cut| cut.regex.is_match(text));
    has(&ANY.authors) && has(&ANY.dates) && has(&ANY.texts)
}

/// A selector that finds exactly the mails.
fn selector(page: &Page, items: &[At], head: &str) -> Option<String> {
    let forms = ["pre".to_owned(), format!("pre:contains(\"{head}\")")];
    forms.into_iter().find(|css| finds(page, css, items))
}

fn fits(cut: &Cut, texts: &[String]) -> bool {
    let fitting = texts.iter().filter(|text| cut.regex.is_match(text));
    fitting.count() * 100 >= texts.len() * NEARLY_ALL
}

fn values(cut: &Cut, texts: &[String]) -> Vec<String> {
    let value = |text: &String| cut.regex.replace(text, "$1").trim().to_owned();
    texts.iter().map(value).collect()
}

fn step(pattern: &str, by: &str) -> TransformStep {
    let pair = [pattern, by].map(|text| toml::Value::String(text.to_owned()));
    TransformStep::from([("replace".to_owned(), toml::Value::Array(pair.to_vec()))])
}

/// A field cut from the whole text.
fn field(
    name: &str,
    kind: FieldType,
    transform: Vec<TransformStep>,
    values: Vec<String>,
) -> LearnedField {
    made(
        name,
        kind,
        transform,
        values,
        Alternative {
            css: Some(":scope".to_owned()),
            ..Alternative::default()
        },
    )
}

fn made(
    name: &str,
    kind: FieldType,
    transform: Vec<TransformStep>,
    values: Vec<String>,
    alternative: Alternative,
) -> LearnedField {
    let count = values.len();
    let sample = |value: String| value.chars().take(MAX_SAMPLE).collect();
    LearnedField {
        name: name.to_owned(),
        kind,
        many: false,
        required: false,
        ranked: vec![Ranked {
            stability: 0.8,
            why: vec![
                Message::new("suggest-why-field")
                    .with("found", count)
                    .with("count", count),
            ],
            values: vec![values.into_iter().map(sample).collect()],
            alternative,
        }],
        transform,
    }
}

/// The text of the mails, without the line that ends all of them: links to reply and so on.
fn body_field(body: &Cut, texts: &[String]) -> LearnedField {
    let mut bodies = values(body, texts);
    let mut steps = vec![step(&body.pattern, "$1")];
    if let Some(tail) = common_tail(&bodies)
        && let Ok(regex) = Regex::new(&tail)
    {
        for body in &mut bodies {
            *body = regex.replace(body, "").trim().to_owned();
        }
        steps.push(step(&tail, ""));
    }
    steps.push(TransformStep::from([(
        "trim".to_owned(),
        toml::Value::Boolean(true),
    )]));
    field("summary", FieldType::Text, steps, bodies)
}

/// A pattern for the last line of all texts, if they end alike.
fn common_tail(bodies: &[String]) -> Option<String> {
    let last = |body: &String| body.lines().next_back().map(str::to_owned);
    let lines: Option<Vec<String>> = bodies.iter().map(last).collect();
    let lines = lines.filter(|lines| lines.len() > 1)?;
    let (first, others) = lines.split_first()?;
    let shared = others.iter().fold(first.clone(), |shared, line| {
        let same = shared.chars().zip(line.chars());
        let same = same.take_while(|(a, b)| a == b && !a.is_numeric());
        same.map(|(a, _)| a).collect()
    });
    let letters = shared.chars().filter(|c| c.is_alphabetic()).count();
    (letters >= MIN_TAIL).then(|| format!(r"\s*\n{}[^\n]*$", regex::escape(&shared)))
}

/// The subject in bold, first in each mail.
fn title(page: &Page, tree: &Tree<'_>, items: &[At]) -> Option<LearnedField> {
    let first = |item: &At| {
        let mut inside = *item + 1..tree.end(*item);
        let at = inside.find(|at| tree.name(*at) == "b")?;
        let text = inner_text(page, ElementIndex::try_from(at).ok()?);
        let is_title = text.chars().filter(|c| c.is_alphabetic()).count() >= 4;
        is_title.then_some(text)
    };
    let values: Option<Vec<String>> = items.iter().take(MAX_READ).map(first).collect();
    let css = Alternative {
        css: Some("b".to_owned()),
        ..Alternative::default()
    };
    Some(made("title", FieldType::Text, Vec::new(), values?, css))
}

/// The link with the same words in each mail that leads to a page of its own.
fn permalink(page: &Page, tree: &Tree<'_>, items: &[At]) -> Option<LearnedField> {
    let links = |item: At| (item..tree.end(item)).filter(|at| tree.name(*at) == "a");
    let text = |at: At| inner_text(page, ElementIndex::try_from(at).unwrap_or(0));
    let address = |at: At| {
        let href = tree.elements.get(at)?.attr("href")?.trim();
        page.join(href).filter(|_| !href.starts_with('#'))
    };
    let first = *items.first()?;
    links(first).take(20).find_map(|link| {
        let words = text(link);
        let is_word = words.chars().all(|c| c.is_alphabetic() || c == ' ');
        if !is_word || words.len() < 3 || address(link).is_none() {
            return None;
        }
        let own = |item: &At| {
            let at = links(*item).find(|at| text(*at).contains(&words))?;
            address(at).map(String::from)
        };
        let values: Option<Vec<String>> = items.iter().take(MAX_READ).map(own).collect();
        let values = values?;
        let mut different = values.clone();
        different.sort_unstable();
        different.dedup();
        let css = Alternative {
            css: Some(format!("a:contains(\"{words}\")")),
            take: Some("href".to_owned()),
            ..Alternative::default()
        };
        (different.len() == values.len())
            .then(|| made("link", FieldType::Url, Vec::new(), values, css))
    })
}
