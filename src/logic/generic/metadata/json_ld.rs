//! The article in a page's JSON-LD (schema.org). Input: the texts of its scripts. Output:
//! plain strings; of several articles the first with a value wins. Walks without recursion, and
//! ignores malformed data.

use std::collections::HashMap;

use serde_json::Value;

use crate::page::{collapse, parse_html};
use crate::sources::read_json;

/// An article in JSON-LD.
#[derive(Debug, Default)]
pub(crate) struct Article {
    /// `headline`.
    pub headline: String,
    /// `datePublished`, else `dateCreated`.
    pub published: String,
    /// `dateModified`.
    pub modified: String,
    /// Its authors, else its creators.
    pub authors: Vec<Author>,
    /// Other contributors.
    pub contributors: Vec<Author>,
    /// `articleBody`.
    pub body: String,
    /// `description`.
    pub description: String,
    /// Address of its first picture.
    pub image: String,
    /// `inLanguage`.
    pub language: String,
    /// `keywords`.
    pub tags: Vec<String>,
    /// Names of the site or its publisher, most significant first.
    pub sites: Vec<String>,
    /// Names by `@id`.
    named: HashMap<String, Author>,
}

/// A person or an organisation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Author {
    /// Its name; until all scripts are read possibly the id that it refers to.
    pub name: String,
    /// Whether it is declared as an organisation.
    pub is_organisation: bool,
    /// Whether the name is a reference to another thing.
    refers: bool,
}

/// The maximum number of things read on one page; graphs of shops have many thousands.
const MAX_THINGS: usize = 4_000;

impl Article {
    /// Adds the data of `source`, and to `types` the types of what it describes. `serde_json`
    /// rejects nesting beyond 128.
    pub fn add(&mut self, source: &str, types: &mut Vec<String>) {
        let source = source
            .trim()
            .trim_start_matches("<!--")
            .trim_start_matches("//<![CDATA[")
            .trim_end_matches("//]]>")
            .trim_end_matches("-->");
        // Raw line breaks inside strings are a common mistake that strict JSON forbids.
        let clean: String = source
            .chars()
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect();
        let Some(value) = read_json::<Value>(clean.trim().trim_end_matches(';')) else {
            return;
        };
        let mut waiting = vec![&value];
        let mut things = 0;
        while let Some(value) = waiting.pop().filter(|_| things < MAX_THINGS) {
            things += 1;
            match value {
                Value::Array(values) => waiting.extend(values.iter().rev()),
                Value::Object(fields) => {
                    types.extend(types_of(value).map(|name| {
                        let name = name.rsplit(['/', '#', ':']).next().unwrap_or_default();
                        name.to_lowercase()
                    }));
                    self.note(value);
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

    /// Resolves references to names.
    pub fn finish(&mut self) {
        for list in [&mut self.authors, &mut self.contributors] {
            list.retain_mut(|author| {
                if author.refers {
                    match self.named.get(&author.name) {
                        Some(known) => *author = known.clone(),
                        None => return false,
                    }
                }
                true
            });
        }
    }

    fn note(&mut self, value: &Value) {
        let is = |wanted: &str| types_of(value).any(|kind| kind.ends_with(wanted));
        self.name(value);
        if is("WebSite") {
            self.site(value);
        } else if is_article(value) {
            self.take(value);
        }
    }

    fn take(&mut self, value: &Value) {
        let text = |name: &str| value.get(name).and_then(Value::as_str).unwrap_or_default();
        fill(&mut self.headline, &plain(text("headline")));
        fill(&mut self.published, text("datePublished"));
        fill(&mut self.published, text("dateCreated"));
        fill(&mut self.modified, text("dateModified"));
        fill(&mut self.body, text("articleBody"));
        fill(&mut self.description, &plain(text("description")));
        fill(&mut self.language, language(value.get("inLanguage")));
        fill(&mut self.image, image(value.get("image")));
        fill(&mut self.image, image(value.get("thumbnailUrl")));
        if self.tags.is_empty() {
            self.tags = tags(value.get("keywords"));
        }
        for name in ["author", "creator"] {
            if self.authors.is_empty() {
                self.authors = self.people(value.get(name));
            }
        }
        if self.contributors.is_empty() {
            self.contributors = self.people(value.get("contributor"));
        }
        for name in ["publisher", "isPartOf", "sourceOrganization"] {
            if let Some(of) = value.get(name) {
                self.name(of);
                if name != "isPartOf" || types_of(of).any(|kind| kind.ends_with("WebSite")) {
                    self.site(of);
                }
            }
        }
    }

    fn site(&mut self, value: &Value) {
        for name in ["name", "alternateName"] {
            if let Some(text) = value.get(name).and_then(Value::as_str) {
                let text = plain(text);
                if !text.is_empty() && !self.sites.contains(&text) {
                    self.sites.push(text);
                }
            }
        }
    }

    /// Stores a name by its `@id`.
    fn name(&mut self, value: &Value) {
        let (Some(id), Some(author)) = (value.get("@id").and_then(Value::as_str), author(value))
        else {
            return;
        };
        if !author.refers {
            self.named.entry(id.to_owned()).or_insert(author);
        }
    }

    fn people(&mut self, value: Option<&Value>) -> Vec<Author> {
        let people = match value {
            Some(Value::Array(people)) => people.iter().collect(),
            Some(one) => vec![one],
            None => Vec::new(),
        };
        for person in &people {
            self.name(person);
        }
        people.into_iter().filter_map(author).collect()
    }
}

/// Parses a person, an organisation, or a reference to one.
fn author(value: &Value) -> Option<Author> {
    let named = |text: &str| {
        let name = plain(text);
        (!name.is_empty()).then_some(name)
    };
    if let Some(text) = value.as_str() {
        return named(text).map(|name| Author {
            name,
            ..Author::default()
        });
    }
    let name = match value.get("name") {
        Some(Value::Array(names)) => names.iter().find_map(Value::as_str),
        name => name.and_then(Value::as_str),
    };
    if let Some(name) = name.and_then(named) {
        return Some(Author {
            name,
            is_organisation: types_of(value).any(|kind| kind.ends_with("Organization")),
            refers: false,
        });
    }
    let id = value.get("@id")?.as_str()?;
    Some(Author {
        name: id.to_owned(),
        is_organisation: false,
        refers: true,
    })
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

/// `"en"`, or a thing of type Language.
fn language(value: Option<&Value>) -> &str {
    let value = match value {
        Some(Value::Array(values)) => values.first(),
        value => value,
    };
    value
        .and_then(|v| v.as_str().or_else(|| v.get("alternateName")?.as_str()))
        .unwrap_or_default()
}

/// An address, an `ImageObject`, or several of them.
fn image(value: Option<&Value>) -> &str {
    let value = match value {
        Some(Value::Array(values)) => values.first(),
        value => value,
    };
    value
        .and_then(|v| {
            v.as_str()
                .or_else(|| v.get("url")?.as_str())
                .or_else(|| v.get("contentUrl")?.as_str())
        })
        .unwrap_or_default()
}

/// A list of texts, or one comma-separated text.
fn tags(value: Option<&Value>) -> Vec<String> {
    match value {
        Some(Value::Array(values)) => values
            .iter()
            .filter_map(|v| v.as_str().or_else(|| v.get("name")?.as_str()))
            .map(plain)
            .collect(),
        Some(Value::String(text)) => text.split([',', '，', ';']).map(plain).collect(),
        _ => Vec::new(),
    }
}

/// Collapses white space and resolves entities: JSON has none, but authors often write them.
fn plain(text: &str) -> String {
    if !text.contains('&') || !text.contains(';') {
        return collapse(text);
    }
    let fragment = parse_html(text);
    collapse(&fragment.root_element().text().collect::<String>())
}
