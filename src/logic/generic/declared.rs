//! What a page declares about itself: meta elements, JSON-LD, microdata and the elements that
//! carry titles, dates and names. Flows in: a page. Flows out: plain strings in page order, from
//! one pass over the elements. Decides nothing.

use std::sync::LazyLock;

use scraper::ElementRef;
use serde_json::Value;

use super::features;
use super::parts::Parts;

use crate::logic::page::{Page, collapse};

/// Longest text taken from one element; what is longer is no title, date or name.
const MAX_CHARS: usize = 400;

/// The declarations of one page.
#[derive(Debug, Default)]
pub(super) struct Declared {
    /// `<html lang>`, as written.
    pub language: String,
    /// Names (or properties), lower case, with contents of meta elements.
    pub metas: Vec<(String, String)>,
    /// Level and text of h1 to h3.
    pub headings: Vec<(u8, String)>,
    /// `datetime` (or text) of `<time>`, those marked as publication first.
    pub times: Vec<String>,
    /// Microdata: `itemprop`, lower case, with its value.
    pub properties: Vec<(String, String)>,
    /// Texts of elements whose class or id speaks of a date.
    pub dated: Vec<String>,
    /// Texts of elements whose class, id or `rel` speaks of an author.
    pub authors: Vec<String>,
    /// Texts of `<address>` in an article: whom to ask about it (HTML, section 4.3.10).
    pub addresses: Vec<String>,
    /// Texts of links to the page of one author.
    pub author_links: Vec<String>,
    /// What JSON-LD says of the article.
    pub article: Article,
    /// Types that JSON-LD gives the page and its main parts, lower case, without their address.
    pub types: Vec<String>,
    /// Whether the page says that it goes on elsewhere (`rel=next`).
    pub goes_on: bool,
}

/// An article in JSON-LD (schema.org).
#[derive(Debug, Default)]
pub(super) struct Article {
    /// `headline`.
    pub headline: String,
    /// `datePublished`, else `dateCreated`.
    pub published: String,
    /// Names of its authors.
    pub authors: Vec<String>,
    /// `articleBody`.
    pub body: String,
}

impl Declared {
    /// Reads `page`.
    pub fn of(page: &Page) -> Self {
        let mut declared = Self::default();
        let mut marked_times = Vec::new();
        for element in page.elements() {
            match element.value().name() {
                "html" => declared.language = attr(element, "lang").to_owned(),
                "meta" => declared.meta(element),
                "script" => declared.script(element),
                "h1" => declared.heading(1, element),
                "h2" => declared.heading(2, element),
                "h3" => declared.heading(3, element),
                "address" if is_in_article(element) => {
                    declared.addresses.push(short_text(element));
                }
                "a" if leads_to_author(attr(element, "href")) => {
                    declared.author_links.push(short_text(element));
                }
                "time" => {
                    let value = value_of(element);
                    let class = attr(element, "class").to_ascii_lowercase();
                    let marked = element.attr("pubdate").is_some() || class.contains("publish");
                    if marked {
                        marked_times.push(value);
                    } else {
                        declared.times.push(value);
                    }
                }
                _ => {}
            }
            declared.goes_on |= attr(element, "rel")
                .split_whitespace()
                .any(|r| r.eq_ignore_ascii_case("next"));
            declared.by_attributes(element);
        }
        marked_times.append(&mut declared.times);
        declared.times = marked_times;
        declared
    }

    /// The first non-empty content of the meta elements `names`, by the order of `names`.
    pub fn meta_of(&self, names: &[&str]) -> Option<&str> {
        names.iter().find_map(|wanted| {
            self.metas
                .iter()
                .find(|(name, content)| name == wanted && !content.is_empty())
                .map(|(_, content)| content.as_str())
        })
    }

    /// The values of microdata `name`.
    pub fn properties_of<'d>(&'d self, name: &'d str) -> impl Iterator<Item = &'d str> {
        self.properties
            .iter()
            .filter(move |(known, value)| known == name && !value.is_empty())
            .map(|(_, value)| value.as_str())
    }

    fn meta(&mut self, element: ElementRef<'_>) {
        let name = element.attr("name").or(element.attr("property"));
        if let (Some(name), Some(content)) = (name, element.attr("content")) {
            self.metas
                .push((name.trim().to_ascii_lowercase(), collapse(content)));
        }
    }

    fn heading(&mut self, level: u8, element: ElementRef<'_>) {
        let text = short_text(element);
        if !text.is_empty() {
            self.headings.push((level, text));
        }
    }

    fn script(&mut self, element: ElementRef<'_>) {
        if attr(element, "type")
            .to_ascii_lowercase()
            .contains("ld+json")
        {
            let text: String = element.text().collect();
            self.article.add(&text, &mut self.types);
        }
    }

    fn by_attributes(&mut self, element: ElementRef<'_>) {
        if let Some(names) = features::attr(element.value(), "itemprop") {
            let value = value_of(element);
            for name in names.split_whitespace() {
                self.properties
                    .push((name.to_ascii_lowercase(), value.clone()));
            }
        }
        let is_author = attr(element, "rel").eq_ignore_ascii_case("author");
        if is_author {
            self.authors.insert(0, short_text(element));
        }
        let (class, id) = (attr(element, "class"), attr(element, "id"));
        if class.is_empty() && id.is_empty() {
            return;
        }
        let names = NAMES.read([class, id]);
        if !is_author && names & AUTHOR != 0 {
            self.authors.push(short_text(element));
        }
        if names & DATE != 0 {
            self.dated.push(short_text(element));
        }
    }
}

/// Which of the lists below have a word in a name, a bit each.
static NAMES: LazyLock<Parts> = LazyLock::new(|| {
    let owned = |names: &[&str]| -> Vec<String> { names.iter().map(|n| (*n).into()).collect() };
    Parts::of(&[&owned(&AUTHOR_NAMES), &owned(&DATE_NAMES)])
});

const AUTHOR: u32 = 1;
const DATE: u32 = 2;
const AUTHOR_NAMES: [&str; 5] = ["author", "byline", "writer", "zuozhe", "editor"];
const DATE_NAMES: [&str; 7] = [
    "date", "time", "publish", "posted", "pubtime", "riqi", "info",
];

/// Folders of a site in which each author has a page.
const AUTHOR_FOLDERS: [&str; 8] = [
    "author",
    "authors",
    "writer",
    "writers",
    "columnist",
    "columnists",
    "reporter",
    "zuozhe",
];

/// Whether an address has a page inside such a folder; the folder itself is a list of authors.
fn leads_to_author(href: &str) -> bool {
    let path = href.split(['?', '#']).next().unwrap_or_default();
    let mut parts = path.split('/').filter(|part| !part.is_empty());
    let is_folder = |part: &str| {
        AUTHOR_FOLDERS
            .iter()
            .any(|name| part.eq_ignore_ascii_case(name))
    };
    parts.any(is_folder) && parts.next().is_some()
}

fn is_in_article(element: ElementRef<'_>) -> bool {
    element
        .ancestors()
        .filter_map(ElementRef::wrap)
        .any(|above| above.value().name() == "article")
}

impl Article {
    /// Adds what `source` says; the first article that says something wins. Walks without
    /// recursion; `serde_json` refuses nesting beyond 128.
    fn add(&mut self, source: &str, types: &mut Vec<String>) {
        let source = source
            .trim()
            .trim_start_matches("<!--")
            .trim_start_matches("//<![CDATA[")
            .trim_end_matches("//]]>")
            .trim_end_matches("-->");
        // Raw line breaks inside strings are a common slip that strict JSON forbids.
        let clean: String = source
            .chars()
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect();
        let Ok(value) = serde_json::from_str::<Value>(clean.trim().trim_end_matches(';')) else {
            return;
        };
        let mut waiting = vec![&value];
        while let Some(value) = waiting.pop() {
            match value {
                Value::Array(values) => waiting.extend(values.iter().rev()),
                Value::Object(fields) => {
                    types.extend(types_of(value).map(|name| {
                        let name = name.rsplit(['/', '#', ':']).next().unwrap_or_default();
                        name.to_lowercase()
                    }));
                    if is_article(value) {
                        self.take(value);
                    }
                    waiting.extend(
                        ["mainEntity", "mainEntityOfPage", "@graph"]
                            .iter()
                            .filter_map(|name| fields.get(*name)),
                    );
                }
                _ => {}
            }
        }
    }

    fn take(&mut self, value: &Value) {
        let text = |name: &str| value.get(name).and_then(Value::as_str).unwrap_or_default();
        fill(&mut self.headline, text("headline"));
        fill(&mut self.published, text("datePublished"));
        fill(&mut self.published, text("dateCreated"));
        fill(&mut self.body, text("articleBody"));
        if self.authors.is_empty() {
            self.authors = names_in(value.get("author"));
        }
    }
}

fn fill(field: &mut String, value: &str) {
    if field.is_empty() {
        value.trim().clone_into(field);
    }
}

fn is_article(value: &Value) -> bool {
    types_of(value).any(|kind| {
        ["Article", "Posting", "Report", "Review", "Recipe"]
            .iter()
            .any(|known| kind.ends_with(known))
            || kind == "WebPage"
    })
}

/// The types of a thing in JSON-LD: one or several.
fn types_of(value: &Value) -> impl Iterator<Item = &str> {
    let kinds = match value.get("@type") {
        Some(Value::Array(kinds)) => kinds.as_slice(),
        Some(kind) => std::slice::from_ref(kind),
        None => &[],
    };
    kinds.iter().filter_map(Value::as_str)
}

fn names_in(value: Option<&Value>) -> Vec<String> {
    let people = match value {
        Some(Value::Array(people)) => people.iter().collect(),
        Some(one) => vec![one],
        None => Vec::new(),
    };
    people
        .into_iter()
        .filter_map(|person| person.as_str().or_else(|| person.get("name")?.as_str()))
        .map(collapse)
        .filter(|name| !name.is_empty())
        .collect()
}

fn attr<'a>(element: ElementRef<'a>, name: &str) -> &'a str {
    features::attr(element.value(), name).unwrap_or_default()
}

/// The machine-readable value of an element, else its text.
fn value_of(element: ElementRef<'_>) -> String {
    ["content", "datetime"]
        .iter()
        .find_map(|name| element.attr(name))
        .map_or_else(|| short_text(element), collapse)
}

/// The text of an element; empty when it is long.
fn short_text(element: ElementRef<'_>) -> String {
    let mut text = String::new();
    for part in element.text() {
        text.push_str(part);
        if text.len() > 4 * MAX_CHARS {
            return String::new();
        }
        // Names and dates side by side in elements of their own stay apart.
        text.push(' ');
    }
    let text = collapse(&text);
    if text.chars().count() > MAX_CHARS {
        return String::new();
    }
    text
}
