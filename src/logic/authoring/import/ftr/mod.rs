//! Site files of ftr-site-config (Full-Text RSS, wallabag): one site per file, XPath 1.0. Input:
//! lines. Output: one rule of the kind `pages`; keys about the article's HTML layout are
//! dropped, because the text does not need them.
//!
//! Below: the lines of a site file.

pub(super) mod lines;

use super::address::clean;
use super::draft::{Draft, Imported, next_by, shown};
use super::names::stem;
use super::selectors::xpath_literal;
use super::{ImportError, SourcePlace};
use crate::messages::Message;
use crate::model::SourceKind;
use crate::rules::{Alternative, FieldRule, FieldType, Login};
use crate::select::SelectorKind;
use lines::{FtrLine, KEYS, LAYOUT, lines};

/// Whether a text has the lines of a site file.
pub(super) fn is_site_file(text: &str) -> bool {
    let known = |line: FtrLine<'_>| matches!(line, FtrLine::Entry { key, .. } if is_known(key));
    lines(text).take(2_000).any(known)
}

fn is_known(key: &str) -> bool {
    let key = key.to_ascii_lowercase();
    KEYS.contains(&key.as_str()) || LAYOUT.contains(&key.as_str())
}

/// Parses a site file; its name is that of the host.
pub(super) fn import(name: &str, text: &str) -> Result<Vec<Imported>, ImportError> {
    if !is_site_file(text) {
        return Err(ImportError::NotThisFormat {
            format: "ftr",
            lacks: "title:, body:, strip:",
        });
    }
    let host = stem(name);
    let mut site = SiteFile::new(host);
    for line in lines(text) {
        match line {
            FtrLine::Blank => {}
            FtrLine::Other(number) => {
                let message = Message::new("import-no-line");
                site.draft.dropped(&SourcePlace::Line(number), message);
            }
            FtrLine::Entry {
                number,
                key,
                argument,
                value,
            } => site.entry(
                &SourcePlace::Line(number),
                &key.to_ascii_lowercase(),
                argument,
                value,
            ),
        }
    }
    site.finish().map(|imported| vec![imported])
}

/// A link to a further page, with the condition that may follow it.
struct Link {
    place: SourcePlace,
    xpath: String,
    condition: Option<String>,
}

/// The content of a site file so far.
struct SiteFile {
    draft: Draft,
    host: String,
    only_subdomains: bool,
    login: Login,
    login_place: Option<SourcePlace>,
    fields: Vec<FieldRule>,
    next: Vec<Link>,
    single: Vec<Link>,
    /// Whether the last link was a single-page link.
    last_was_single: Option<bool>,
    find: Option<(SourcePlace, String)>,
    tests: Vec<String>,
}

impl SiteFile {
    fn new(host: &str) -> Self {
        let plain = host.trim_start_matches('.').trim().to_lowercase();
        let only_subdomains = host.starts_with('.');
        let name = if only_subdomains {
            format!("{plain}-subdomains")
        } else {
            plain.clone()
        };
        Self {
            draft: Draft::new(&name, SourceKind::Pages),
            host: plain,
            only_subdomains,
            login: Login::default(),
            login_place: None,
            fields: Vec::new(),
            next: Vec::new(),
            single: Vec::new(),
            last_was_single: None,
            find: None,
            tests: Vec::new(),
        }
    }

    fn entry(&mut self, place: &SourcePlace, key: &str, argument: Option<&str>, value: &str) {
        match key {
            "title" | "author" | "date" => self.field(place, key, value),
            "body" => {
                if let Some(way) = self.xpath(place, key, value) {
                    self.draft.file.content.select.push(way);
                    self.draft.note_imported(place, key, "[content] select");
                }
            }
            "strip" => self.strip(place, key, value),
            "strip_id_or_class" | "strip_image_src" => self.strip_by_attribute(place, key, value),
            "next_page_link" | "single_page_link" => self.link(place, key, value),
            "if_page_contains" => self.condition(place, key, value),
            "find_string" => {
                self.unpaired();
                self.find = Some((place.clone(), value.to_owned()));
            }
            "replace_string" => self.replacement(place, argument, value),
            "http_header" => self.draft.header(place, argument.unwrap_or(""), value),
            "autodetect_on_failure" => {
                if is_no(value) {
                    self.draft.file.content.generic = Some(toml::Value::Boolean(false));
                }
                self.draft.note_imported(place, key, "[content] generic");
            }
            "requires_login" => {
                self.login.always = !is_no(value);
                self.draft.note_imported(place, key, "[login] always");
            }
            "login_uri" => self.login_address(place, key, value),
            "login_username_field" => {
                self.login.user_field = named(value);
                self.draft.note_imported(place, key, "[login] user_field");
            }
            "login_password_field" => {
                self.login.password_field = named(value);
                self.draft
                    .note_imported(place, key, "[login] password_field");
            }
            "login_extra_fields" => {
                let message = Message::new("import-form-fields").with("what", key);
                self.draft.dropped(place, message);
            }
            "not_logged_in_xpath" => {
                let message = Message::new("import-not-logged-in").with("what", key);
                self.draft.dropped(place, message);
            }
            "test_url" => self.test_address(place, value),
            "test_contains" => {
                self.tests.push(format!("  contains: {}", shown(value)));
                self.draft.note_imported(place, key, "#");
            }
            key if LAYOUT.contains(&key) => {
                let message = Message::new("import-layout").with("what", key);
                self.draft.dropped(place, message);
            }
            key => self.draft.dropped_key(place, key),
        }
    }

    fn xpath(&mut self, place: &SourcePlace, key: &str, value: &str) -> Option<Alternative> {
        if value.is_empty() {
            let message = Message::new("import-empty").with("what", key);
            self.draft.dropped(place, message);
            return None;
        }
        self.draft
            .checked_alternative(place, key, SelectorKind::XPath, value, None)
    }

    /// Of several lines with a key, the first that yields something wins, as with alternatives.
    fn field(&mut self, place: &SourcePlace, key: &str, value: &str) {
        let Some(way) = self.xpath(place, key, value) else {
            return;
        };
        self.draft
            .note_imported(place, key, &format!("[[field]] {key}"));
        if let Some(field) = self.fields.iter_mut().find(|f| f.name == key) {
            field.select.push(way);
            return;
        }
        let field = FieldRule {
            name: key.to_owned(),
            select: vec![way],
            many: key == "author",
            kind: if key == "date" {
                FieldType::Date
            } else {
                FieldType::Text
            },
            ..FieldRule::default()
        };
        self.fields.push(field);
    }

    fn strip(&mut self, place: &SourcePlace, key: &str, value: &str) {
        if removes_attributes(value) {
            let message = Message::new("import-layout").with("what", key);
            return self.draft.dropped(place, message);
        }
        if let Some(way) = self.xpath(place, key, value) {
            self.draft.file.content.strip.push(way);
            self.draft.note_imported(place, key, "[content] strip");
        }
    }

    /// Parts of an id, a class or a picture's address; enclosing quotes are ignored.
    fn strip_by_attribute(&mut self, place: &SourcePlace, key: &str, value: &str) {
        let part = value.replace(['\'', '"'], "");
        let Some(literal) = xpath_literal(&part).filter(|_| !part.is_empty()) else {
            let message = Message::new("import-empty").with("what", key);
            return self.draft.dropped(place, message);
        };
        let xpath = if key == "strip_image_src" {
            format!("//img[contains(@src, {literal})]")
        } else {
            format!("//*[contains(@class, {literal}) or contains(@id, {literal})]")
        };
        self.strip(place, key, &xpath);
    }

    fn link(&mut self, place: &SourcePlace, key: &str, value: &str) {
        let single = key == "single_page_link";
        if self.xpath(place, key, value).is_none() {
            self.last_was_single = None;
            return;
        }
        self.last_was_single = Some(single);
        let links = if single {
            &mut self.single
        } else {
            &mut self.next
        };
        links.push(Link {
            place: place.clone(),
            xpath: value.to_owned(),
            condition: None,
        });
    }

    /// A condition belongs to the link before it.
    fn condition(&mut self, place: &SourcePlace, key: &str, value: &str) {
        let known = self.xpath(place, key, value).is_some();
        let link = match self.last_was_single {
            Some(true) => self.single.last_mut(),
            Some(false) => self.next.last_mut(),
            None => None,
        };
        match link.filter(|_| known) {
            Some(link) => {
                link.condition = Some(value.to_owned());
                let message = Message::new("import-condition").with("what", key);
                self.draft.changed(place, message);
            }
            None if known => {
                let message = Message::new("import-no-link").with("what", key);
                self.draft.dropped(place, message);
            }
            None => {}
        }
    }

    fn replacement(&mut self, place: &SourcePlace, argument: Option<&str>, value: &str) {
        let found = match argument {
            Some(text) => Some(text.to_owned()),
            None => self.find.take().map(|(_, text)| text),
        };
        match found {
            Some(text) if !text.is_empty() => {
                self.draft.file.page.replace.push((text, value.to_owned()));
                self.draft
                    .note_imported(place, "replace_string", "[page] replace");
            }
            Some(_) => {
                let message = Message::new("import-empty").with("what", "find_string");
                self.draft.dropped(place, message);
            }
            None => {
                let message = Message::new("import-no-pair").with("what", "replace_string");
                self.draft.dropped(place, message);
            }
        }
    }

    /// A search text without a following replacement.
    fn unpaired(&mut self) {
        if let Some((place, _)) = self.find.take() {
            let message = Message::new("import-no-pair").with("what", "find_string");
            self.draft.dropped(&place, message);
        }
    }

    fn login_address(&mut self, place: &SourcePlace, key: &str, value: &str) {
        match clean(value) {
            Some(address) => {
                if address.had_secret {
                    let message = Message::new("import-secret-in-address").with("what", key);
                    self.draft.changed(place, message);
                }
                self.login.url = address.url;
                self.login_place = Some(place.clone());
                self.draft.note_imported(place, key, "[login] url");
            }
            None => {
                let message = Message::new("import-bad-address").with("what", key);
                self.draft.dropped(place, message);
            }
        }
    }

    fn test_address(&mut self, place: &SourcePlace, value: &str) {
        if self.draft.start(place, "test_url", value)
            && let Some(address) = clean(value)
        {
            self.tests.push(address.url);
        }
    }

    fn finish(mut self) -> Result<Imported, ImportError> {
        self.unpaired();
        self.draft.file.fields = std::mem::take(&mut self.fields);
        let next = std::mem::take(&mut self.next);
        let next = self.joined(&next, "next_page_link", "[content] next");
        self.draft.file.content.next = next.map(|way| next_by(way, None));
        let single = std::mem::take(&mut self.single);
        self.draft.file.content.single_page =
            self.joined(&single, "single_page_link", "[content] single_page");
        self.keep_login();
        self.add_start();
        self.add_comments();
        self.draft.finish()
    }

    /// Several links as one: this rule allows one selector, and XPath can join them.
    fn joined(&mut self, links: &[Link], key: &str, target: &str) -> Option<Alternative> {
        let kept: Vec<(SourcePlace, String)> = links
            .iter()
            .map(|link| (link.place.clone(), with_condition(link)))
            .collect();
        let (nodes, texts): (Vec<_>, Vec<_>) =
            kept.into_iter().partition(|(_, xpath)| finds_nodes(xpath));
        let (used, left) = if nodes.is_empty() {
            let mut texts = texts.into_iter();
            (
                texts.next().into_iter().collect::<Vec<_>>(),
                texts.collect(),
            )
        } else {
            (nodes, texts)
        };
        for (place, _) in &left {
            let message = Message::new("import-one-link").with("what", key);
            self.draft.dropped(place, message);
        }
        for (place, _) in &used {
            self.draft.note_imported(place, key, target);
        }
        let (place, _) = used.first()?;
        let all: Vec<&str> = used.iter().map(|(_, xpath)| xpath.as_str()).collect();
        self.draft
            .checked_alternative(place, key, SelectorKind::XPath, &all.join(" | "), None)
    }

    fn keep_login(&mut self) {
        if self.login_place.is_some() {
            self.draft.file.login = Some(std::mem::take(&mut self.login));
        } else if self.login != Login::default() {
            let message = Message::new("import-login-address");
            self.draft.dropped(&SourcePlace::File, message);
        }
    }

    fn add_start(&mut self) {
        if !self.draft.file.site.start.is_empty() {
            return;
        }
        let prefix = if self.only_subdomains { "www." } else { "" };
        let home = format!("https://{prefix}{}/", self.host);
        self.draft.start(&SourcePlace::File, "host", &home);
    }

    fn add_comments(&mut self) {
        let covers = if self.only_subdomains {
            format!(
                "For sub-domains of {}, not for the domain itself.",
                self.host
            )
        } else {
            format!("For pages of {}.", self.host)
        };
        self.draft
            .comment(&format!("Imported from ftr-site-config. {covers}"));
        let tests = std::mem::take(&mut self.tests);
        if !tests.is_empty() {
            self.draft.comment("Its test pages, which it starts with:");
            for line in &tests {
                self.draft.comment(&format!("  {line}"));
            }
        }
    }
}

fn is_no(value: &str) -> bool {
    matches!(value.to_ascii_lowercase().as_str(), "no" | "false" | "0")
}

fn named(value: &str) -> Option<String> {
    (!value.is_empty()).then(|| value.to_owned())
}

/// Whether every path ends in attributes: the elements and their text stay.
fn removes_attributes(xpath: &str) -> bool {
    xpath.split('|').all(|path| {
        let last = path.rsplit('/').next().unwrap_or("").trim();
        last.starts_with('@') && !last.contains(['[', '(', ')', ']'])
    })
}

/// Whether an expression is a path rather than a computed text.
fn finds_nodes(xpath: &str) -> bool {
    let xpath = xpath.trim_start_matches('(').trim_start();
    xpath.starts_with(['/', '.', '*', '@']) || xpath.starts_with("id(")
}

/// The link, matched only on pages that fulfil its condition.
fn with_condition(link: &Link) -> String {
    match &link.condition {
        None => link.xpath.clone(),
        Some(condition) if finds_nodes(&link.xpath) => {
            format!("({})[boolean({condition})]", link.xpath)
        }
        // The substring from the first character if the condition holds, otherwise from infinity.
        Some(condition) => format!("substring({}, 1 div boolean({condition}))", link.xpath),
    }
}
