//! The declarations of a page: meta elements, JSON-LD, microdata and the elements with titles,
//! dates and names. Input: a page. Output: plain strings in page order, from one pass over
//! the elements. Decides nothing.

use scraper::ElementRef;

use super::class_words::{AUTHOR, DATE, NAMES, OTHER, leads_to_author};
use super::json_ld::Article;
use crate::generic::features;
use crate::page::{Page, collapse, is_block, without_permalink_signs};

/// Maximum length of one element's text; longer ones are not titles, dates or names.
const MAX_CHARS: usize = 400;

/// Maximum number of values of a kind: pages list thousands of comments with dates and names.
const MAX_VALUES: usize = 400;

/// The declarations of one page.
#[derive(Debug, Default)]
pub(crate) struct Declared {
    /// `<html lang>`, as written.
    pub language: String,
    /// Names (or properties) of meta elements, lower case, with their contents.
    pub metas: Vec<(String, String)>,
    /// `rel`, lower case, and address of `<link>` elements.
    pub links: Vec<(String, String)>,
    /// Level and text of h1 to h3.
    pub headings: Vec<(u8, String)>,
    /// The position of each heading.
    pub heading_places: Vec<ElementPlace>,
    /// `datetime` (or text) of `<time>`, those marked as publication first.
    pub times: Vec<String>,
    /// `datetime` (or text) of `<time>` marked as a change.
    pub changes: Vec<String>,
    /// Microdata: `itemprop`, lower case, with its value.
    pub properties: Vec<(String, String)>,
    /// Texts of elements with a date class or id.
    pub dated: Vec<String>,
    /// Texts of elements with an author class, id or `rel`.
    pub authors: Vec<DeclaredText>,
    /// Texts of `<address>` in an article: its contact (HTML, section 4.3.10).
    pub addresses: Vec<String>,
    /// Texts of links to the page of one author.
    pub author_links: Vec<DeclaredText>,
    /// Texts of links marked as tags (`rel=tag`).
    pub tag_links: Vec<String>,
    /// The article in JSON-LD.
    pub article: Article,
    /// Types that JSON-LD gives the page and its main parts, lower case, without their address.
    pub types: Vec<String>,
    /// Whether the page declares a next page (`rel=next`).
    pub goes_on: bool,
}

/// The position of an element.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ElementPlace {
    /// Its number in page order.
    pub at: usize,
    /// Whether it is, contains or is inside a link to the site's front page.
    pub leads_home: bool,
}

/// A text and its position.
#[derive(Debug, Default)]
pub(crate) struct DeclaredText {
    /// The text.
    pub text: String,
    /// The number of its element in page order.
    pub at: usize,
    /// Whether it is marked by `rel`.
    pub by_rel: bool,
}

impl Declared {
    /// Reads `page`.
    pub fn of(page: &Page) -> Self {
        let mut declared = Self::default();
        let mut marked_times = Vec::new();
        for (at, element) in page.elements().enumerate() {
            match element.value().name() {
                "html" => declared.language = attr(element, "lang").to_owned(),
                "meta" => declared.meta(element),
                "link" => declared.link(element),
                "script" => declared.script(element),
                "h1" => declared.heading(1, at, element),
                "h2" => declared.heading(2, at, element),
                "h3" => declared.heading(3, at, element),
                "address" if is_in_article(element) => {
                    declared.addresses.push(short_text(element));
                }
                "a" if leads_to_author(attr(element, "href")) => {
                    push(
                        &mut declared.author_links,
                        DeclaredText {
                            text: short_text(element),
                            at,
                            by_rel: false,
                        },
                    );
                }
                "time" => {
                    let value = value_of(element);
                    let class = attr(element, "class").to_ascii_lowercase();
                    let marked = element.attr("pubdate").is_some() || class.contains("publish");
                    if marked {
                        marked_times.push(value);
                    } else if class.contains("updated") && !class.contains("entry-date")
                        || class.contains("modified")
                    {
                        declared.changes.push(value.clone());
                        push(&mut declared.times, value);
                    } else {
                        push(&mut declared.times, value);
                    }
                }
                _ => {}
            }
            declared.by_attributes(at, element);
        }
        marked_times.append(&mut declared.times);
        declared.times = marked_times;
        declared.article.finish();
        declared
    }

    /// The first non-empty content of the meta elements `names`, in the order of `names`.
    pub fn meta_of(&self, names: &[&str]) -> Option<&str> {
        names.iter().find_map(|wanted| self.metas_of(wanted).next())
    }

    /// The non-empty contents of the meta elements `name`.
    pub fn metas_of<'d>(&'d self, name: &str) -> impl Iterator<Item = &'d str> {
        self.metas
            .iter()
            .filter(move |(known, content)| known == name && !content.is_empty())
            .map(|(_, content)| content.as_str())
    }

    /// The values of microdata `name`.
    pub fn properties_of<'d>(&'d self, name: &'d str) -> impl Iterator<Item = &'d str> {
        self.properties
            .iter()
            .filter(move |(known, value)| known == name && !value.is_empty())
            .map(|(_, value)| value.as_str())
    }

    fn meta(&mut self, element: ElementRef<'_>) {
        let name = element
            .attr("name")
            .or(element.attr("property"))
            .or(element.attr("http-equiv"));
        if let (Some(name), Some(content)) = (name, element.attr("content")) {
            self.metas
                .push((name.trim().to_ascii_lowercase(), collapse(content)));
        }
    }

    fn link(&mut self, element: ElementRef<'_>) {
        if let (Some(rel), Some(href)) = (element.attr("rel"), element.attr("href")) {
            push(
                &mut self.links,
                (rel.trim().to_ascii_lowercase(), href.trim().to_owned()),
            );
        }
    }

    fn heading(&mut self, level: u8, at: usize, element: ElementRef<'_>) {
        let text = without_permalink_signs(element, heading_text(element));
        if text.is_empty() {
            return;
        }
        let parent = element.parent().and_then(ElementRef::wrap);
        let inside = element.first_child().and_then(ElementRef::wrap);
        let leads_home = [parent, inside]
            .into_iter()
            .flatten()
            .any(|e| e.value().name() == "a" && is_home(attr(e, "href")));
        self.headings.push((level, text));
        self.heading_places.push(ElementPlace { at, leads_home });
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

    fn by_attributes(&mut self, at: usize, element: ElementRef<'_>) {
        let (mut class, mut id, mut rel, mut properties) = ("", "", "", None);
        for (name, value) in element.value().attrs() {
            match name {
                "class" => class = value,
                "id" => id = value,
                "rel" => rel = value,
                "itemprop" => properties = Some(value),
                _ => {}
            }
        }
        if let Some(properties) = properties {
            let value = value_of(element);
            for name in properties.split_whitespace() {
                let name = name.to_ascii_lowercase();
                let value = match name.as_str() {
                    "author" | "publisher" => name_inside(element).unwrap_or_else(|| value.clone()),
                    _ => value.clone(),
                };
                push(&mut self.properties, (name, value));
            }
        }
        let mut by_rel = false;
        for rel in rel.split_whitespace() {
            self.goes_on |= rel.eq_ignore_ascii_case("next");
            by_rel |= rel.eq_ignore_ascii_case("author");
            if rel.eq_ignore_ascii_case("tag") {
                push(&mut self.tag_links, short_text(element));
            }
        }
        if by_rel {
            self.author(at, element, true);
        }
        if class.is_empty() && id.is_empty() {
            return;
        }
        let names = NAMES.read([class, id]);
        if !by_rel && names & AUTHOR != 0 && names & OTHER == 0 {
            self.author(at, element, false);
        }
        if names & DATE != 0 {
            push(&mut self.dated, short_text(element));
        }
    }

    fn author(&mut self, at: usize, element: ElementRef<'_>, by_rel: bool) {
        let text = short_text(element);
        if !text.is_empty() {
            push(&mut self.authors, DeclaredText { text, at, by_rel });
        }
    }
}

fn push<T>(list: &mut Vec<T>, value: T) {
    if list.len() < MAX_VALUES {
        list.push(value);
    }
}

/// Whether an address is that of a front page.
fn is_home(href: &str) -> bool {
    let path = href.split(['?', '#']).next().unwrap_or_default();
    let rest = path
        .split_once("://")
        .map_or(path, |(_, rest)| rest.split_once('/').map_or("", |r| r.1));
    !href.is_empty() && !href.starts_with('#') && rest.trim_matches('/').is_empty()
}

fn is_in_article(element: ElementRef<'_>) -> bool {
    element
        .ancestors()
        .filter_map(ElementRef::wrap)
        .any(|above| above.value().name() == "article")
}

/// The `name` of a microdata item.
fn name_inside(element: ElementRef<'_>) -> Option<String> {
    element.attr("itemscope")?;
    element
        .descendants()
        .skip(1)
        .take(60)
        .filter_map(ElementRef::wrap)
        .find(|inner| {
            attr(*inner, "itemprop")
                .split_whitespace()
                .any(|n| n.eq_ignore_ascii_case("name"))
        })
        .map(value_of)
        .filter(|name| !name.is_empty())
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

/// The text of a heading; if it continues with boxes, such as players and buttons, only the text
/// before them.
fn heading_text(element: ElementRef<'_>) -> String {
    let is_box = |child: &ElementRef<'_>| {
        let name = child.value().name();
        is_block(name) || name == "button"
    };
    let mut children = element
        .children()
        .map(|child| (child, ElementRef::wrap(child)));
    if children
        .clone()
        .any(|(_, inner)| inner.as_ref().is_some_and(is_box))
    {
        let before = children
            .by_ref()
            .take_while(|(_, inner)| !inner.as_ref().is_some_and(is_box));
        let text: Vec<String> = before
            .map(|(child, inner)| match (inner, child.value().as_text()) {
                (Some(inner), _) => short_text(inner),
                (None, Some(text)) => collapse(text),
                (None, None) => String::new(),
            })
            .collect();
        let text = collapse(&text.join(" "));
        let letters = text.chars().filter(|c| c.is_alphabetic()).count();
        if (TITLE_LETTERS..MAX_CHARS).contains(&letters) {
            return text;
        }
    }
    short_text(element)
}

/// Letters from which the words before a box are the whole heading.
const TITLE_LETTERS: usize = 6;

/// The text of an element; empty if it is long.
fn short_text(element: ElementRef<'_>) -> String {
    let mut text = String::new();
    for part in element.text() {
        text.push_str(part);
        if text.len() > 4 * MAX_CHARS {
            return String::new();
        }
        // Adjacent names and dates in separate elements stay apart.
        text.push(' ');
    }
    let text = collapse(&text);
    if text.chars().count() > MAX_CHARS {
        return String::new();
    }
    text
}
