//! `[identity]`: which record it is, and when one is gone. Input: the section. Output: the values as
//! written, and the terms by which a site is watched.

use serde::{Deserialize, Serialize};

use url::Url;

use crate::comparison::{LINK, key_fragment, own_link, usual_key};
use crate::messages::Message;
use crate::model::{CompareAs, DefaultColumn, FieldComparison, Record, SourceKind, WatchTerms};
use crate::page::{Page, without_fragment};
use crate::rules::check::reader::{Faults, Section};
use crate::rules::{Alternative, FieldRule, FieldType, Rule, file_of, rewrite};

/// Complete readings in a row without a record after which it is gone, if the rule does not say.
const USUAL_READINGS: u32 = 2;
/// The maximum number of readings that a rule may ask for.
const MAX_READINGS: u32 = 1_000;
/// The maximum number of key fields.
const MAX_KEY: usize = 20;

/// `[identity]`
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct IdentityRule {
    /// The fields whose values say which record it is; `link` is its address. When empty: its
    /// address, or for rows without one a field whose name says so.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub key: Vec<String>,
    /// When a record is gone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gone: Option<GoneRule>,
    /// Fields whose changes say nothing; `text` and the other columns of every record too.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub leave_out: Vec<String>,
}

impl IdentityRule {
    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether it says which record it is, or when one is gone.
    pub fn tells_records(&self) -> bool {
        !self.key.is_empty() || self.gone.is_some()
    }
}

/// The rule file with this field left out of changes; `None` if it cannot be read.
pub fn leaving_out(rule_toml: &str, field: &str) -> Option<String> {
    let mut file = file_of(rule_toml).ok()?;
    let left_out = &mut file.identity.leave_out;
    if !left_out.iter().any(|name| name == field) {
        left_out.push(field.to_owned());
    }
    rewrite(rule_toml, &file).ok()
}

/// When a record is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum GoneRule {
    /// After so many complete readings of its list in a row without it.
    Readings(u32),
    /// As the word says.
    Word(GoneWord),
}

/// When a record is gone, in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GoneWord {
    /// At the first complete reading of its list without it.
    List,
    /// When its own page is not found any more.
    #[serde(rename = "404")]
    Page,
    /// Never.
    Never,
}

impl GoneWord {
    const ALL: [(Self, &'static str); 3] = [
        (Self::List, "list"),
        (Self::Page, "404"),
        (Self::Never, "never"),
    ];
}

impl Rule {
    /// The terms by which its records are watched.
    pub fn watch_terms(&self) -> WatchTerms {
        let identity = &self.file.identity;
        let revisit = &self.file.revisit;
        let named = !identity.key.is_empty();
        let whole = self.has_records_on_starts()
            && (!self.continues_records() || self.reads_whole_tables());
        let gone_after = match identity.gone {
            None => (whole || self.rereads_listed()).then_some(USUAL_READINGS),
            Some(GoneRule::Readings(readings)) => Some(readings),
            Some(GoneRule::Word(GoneWord::List)) => Some(1),
            Some(GoneRule::Word(GoneWord::Page | GoneWord::Never)) => None,
        };
        WatchTerms {
            watched: self.file.site.kind == SourceKind::Pages
                || identity.tells_records()
                || revisit.articles.is_some()
                || !revisit.pages.is_empty()
                || revisit.changed == Some(true),
            key: self.key(),
            named,
            link: self.link_field().map(str::to_owned),
            gone_after: gone_after.filter(|_| !self.is_crawl()),
            gone_with_page: identity.gone != Some(GoneRule::Word(GoneWord::Never)),
            compare: self.comparisons(),
        }
    }

    /// Whether its lists are read to their end by every run, so that what is not on them is gone.
    pub fn reads_whole_lists(&self) -> bool {
        self.has_list() && (self.rereads_listed() || self.watch_terms().gone_after.is_some())
    }

    /// Whether the further pages of its tables are all read by every run: rows that a key tells
    /// apart move from page to page. Of a thread only the last page has news.
    pub fn reads_whole_tables(&self) -> bool {
        self.has_records_on_starts()
            && self.continues_records()
            && self.file.identity.tells_records()
    }

    /// Whether the records of a page go on on another one.
    fn continues_records(&self) -> bool {
        let record = self.file.record.as_ref();
        record.is_some_and(|record| record.next.is_some())
    }

    /// The fields that say which record it is; empty if its address does.
    pub(crate) fn key(&self) -> Vec<String> {
        let named = &self.file.identity.key;
        if named.iter().any(|name| name != LINK) {
            return named.clone();
        }
        // A thread's posts have the title of the thread, or none.
        if !named.is_empty() || !self.has_records_on_starts() || self.continues_records() {
            return Vec::new();
        }
        let plain = |field: &&FieldRule| field.item.is_none() && !field.many;
        let fields = self.file.fields.iter().filter(plain);
        let names: Vec<&str> = fields.map(|field| field.name.as_str()).collect();
        usual_key(&names).map(str::to_owned).into_iter().collect()
    }

    /// Whether a person named the fields that say which record it is.
    pub(crate) fn names_key(&self) -> bool {
        self.file.identity.key.iter().any(|name| name != LINK)
    }

    /// The field that holds the address of each row's own page: a link that every row must have. Only
    /// of rows that a key tells apart, whatever their address is.
    fn link_field(&self) -> Option<&str> {
        if self.key().is_empty() {
            return None;
        }
        let leads = |field: &&FieldRule| {
            let mut ways = field.select.iter();
            let is_one = field.required && !field.many && field.item.is_none();
            is_one && field.kind == FieldType::Url && ways.any(Alternative::takes_link)
        };
        let mut links = self.file.fields.iter().filter(leads);
        let named = links.clone().find(|field| field.name == LINK);
        named.or(links.next()).map(|field| field.name.as_str())
    }

    /// Gives the records of a page that have no address of their own that of their own page, if no
    /// other one of them links to it.
    pub(crate) fn address_by_link(&self, records: &mut [Record], page: &Page) {
        let Some(name) = self.link_field() else {
            return;
        };
        let here = without_fragment(page.url());
        let link_of = |record: &Record| {
            let (_, value) = record.fields.iter().find(|(known, _)| known == name)?;
            own_link(&value.joined()).filter(|url| without_fragment(url) != here)
        };
        let links: Vec<Option<Url>> = records.iter().map(link_of).collect();
        let mut times = std::collections::HashMap::<&Url, usize>::new();
        for link in links.iter().flatten() {
            *times.entry(link).or_default() += 1;
        }
        for (record, link) in records.iter_mut().zip(&links) {
            let Some(link) = link.as_ref().filter(|_| record.url.is_empty()) else {
                continue;
            };
            if times.get(link) == Some(&1) {
                record.url = link.to_string();
            }
        }
    }

    /// Gives the records of a page that have no address of their own one by their key.
    pub(crate) fn address_by_key(&self, records: &mut [Record], page: &Page) {
        let key = self.key();
        if key.is_empty() {
            return;
        }
        let mut times = std::collections::HashMap::<String, usize>::new();
        for record in records.iter_mut().filter(|record| record.url.is_empty()) {
            let Some(mut fragment) = key_fragment(record, &key) else {
                continue;
            };
            let before = times.entry(fragment.clone()).or_default();
            *before += 1;
            if *before > 1 {
                fragment = format!("{fragment}&{before}");
            }
            let mut url = without_fragment(page.url());
            url.set_fragment(Some(&fragment));
            record.url = url.into();
        }
    }

    /// How its fields are compared, by name, as far as the rule says so.
    fn comparisons(&self) -> std::collections::BTreeMap<String, FieldComparison> {
        let listed = self.file.list.iter().flat_map(|list| &list.fields);
        let fields = self.file.fields.iter().chain(listed);
        let said = fields.filter(|field| {
            field.compare != CompareAs::Text
                || field.tolerance.is_some()
                || !field.ignore.is_empty()
        });
        let said = said.map(|field| {
            let comparison = FieldComparison {
                compare: field.compare,
                tolerance: field.tolerance.clone(),
                ignore: field.ignore.clone(),
            };
            (field.name.clone(), comparison)
        });
        let mut comparisons: std::collections::BTreeMap<_, _> = said.collect();
        let text = DefaultColumn::Text.token().to_owned();
        let text = self.has_text_of_rows().then_some(text);
        let never = FieldComparison {
            compare: CompareAs::Never,
            ..FieldComparison::default()
        };
        for name in self.file.identity.leave_out.iter().cloned().chain(text) {
            comparisons.insert(name, never.clone());
        }
        comparisons
    }

    /// Whether the text of its records is that of whole rows, which repeats their fields: what
    /// changes in a row is told by these.
    fn has_text_of_rows(&self) -> bool {
        let text = DefaultColumn::Text.token();
        self.file.record.is_some()
            && !self.key().is_empty()
            && self.file.content.select.is_empty()
            && !self.file.fields.iter().any(|field| field.name == text)
    }
}

pub(crate) fn read_identity(faults: &mut Faults<'_>, root: &Section<'_, '_>) -> IdentityRule {
    let Some(section) = root.section(faults, "identity", &["key", "gone", "leave_out"]) else {
        return IdentityRule::default();
    };
    let mut key: Vec<String> = Vec::new();
    for name in section.texts(faults, "key") {
        if name.value.trim().is_empty() || key.contains(&name.value) || key.len() >= MAX_KEY {
            let message = Message::new("rules-identity-key").with("name", name.value.as_str());
            faults.add(name.span.start, message);
            continue;
        }
        key.push(name.value);
    }
    let leave_out = section.texts(faults, "leave_out").into_iter();
    IdentityRule {
        key,
        gone: read_gone(faults, &section),
        leave_out: leave_out.map(|name| name.value).collect(),
    }
}

/// Reports key fields that no record has.
pub(crate) fn check_key(faults: &mut Faults<'_>, root: &Section<'_, '_>, rule: &Rule) {
    let Some(node) = root.node("identity") else {
        return;
    };
    let columns = rule.columns();
    for name in &rule.file.identity.key {
        let known = name == LINK
            || DefaultColumn::from_token(name).is_some()
            || columns.iter().any(|column| column == name);
        if !known {
            let message = Message::new("rules-identity-unknown").with("name", name.as_str());
            faults.add(node.span().start, message);
        }
    }
}

fn read_gone(faults: &mut Faults<'_>, section: &Section<'_, '_>) -> Option<GoneRule> {
    let node = section.node("gone")?;
    if node.get_ref().is_integer() {
        let readings = section.number(faults, "gone", 1..=MAX_READINGS)?;
        return Some(GoneRule::Readings(readings));
    }
    let word = section.text(faults, "gone")?;
    let found = GoneWord::ALL
        .into_iter()
        .find(|(_, token)| *token == word.value);
    if found.is_none() {
        let message = Message::new("rules-identity-gone").with("found", word.value.as_str());
        faults.add(word.span.start, message);
    }
    found.map(|(gone, _)| GoneRule::Word(gone))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{parse, write};

    fn rule(kind: &str, lines: &str) -> String {
        let list = match kind {
            "list" => "[list]\nlink = { css = \"a\" }\n",
            _ => "[record]\nitem = { css = \"tr\" }\n",
        };
        format!(
            "[site]\nname = \"N\"\nkind = \"{kind}\"\nstart = [\"http://127.0.0.1/\"]\n{list}{lines}\n\
             [[field]]\nname = \"name\"\nselect = [{{ css = \"td\" }}]\n\
             [[field]]\nname = \"price\"\nselect = [{{ css = \"td:nth-child(2)\" }}]\n"
        )
    }

    fn terms(kind: &str, lines: &str) -> WatchTerms {
        let text = rule(kind, lines);
        let read = parse(&text).expect("a rule");
        let again = parse(&write(read.file())).expect("a rule");
        assert_eq!(again.file(), read.file());
        read.watch_terms()
    }

    #[test]
    fn rows_are_known_by_a_field_whose_name_says_so() {
        let usual = terms("pages", "");
        assert_eq!((usual.key, usual.named), (vec!["name".to_owned()], false));
        assert_eq!((usual.watched, usual.gone_after), (true, Some(2)));
        let named = terms("pages", "[identity]\nkey = [\"price\", \"name\"]\ngone = 3");
        assert_eq!((named.key.len(), named.named), (2, true));
        assert_eq!(named.gone_after, Some(3));
        assert!(
            named.compare.contains_key("text"),
            "rows repeat their fields"
        );
        let by_link = terms("pages", "[identity]\nkey = [\"link\"]");
        assert!(by_link.key.is_empty());
    }

    #[test]
    fn a_list_of_news_loses_nothing_unless_the_rule_says_that_it_is_the_whole() {
        let news = terms("list", "");
        assert_eq!((news.watched, news.gone_after), (false, None));
        let whole = terms("list", "[identity]\ngone = \"list\"");
        assert_eq!((whole.watched, whole.gone_after), (true, Some(1)));
        let own = terms("list", "[identity]\ngone = \"404\"");
        assert_eq!((own.gone_after, own.gone_with_page), (None, true));
        let never = terms("list", "[identity]\ngone = \"never\"");
        assert!(!never.gone_with_page);
    }

    #[test]
    fn a_field_is_left_out_of_changes_and_the_rest_of_the_rule_stays() {
        let text = rule("pages", "# prices of the day");
        let written = leaving_out(&text, "price").expect("a rule");
        assert!(written.contains("# prices of the day"), "{written}");
        let read = parse(&written).expect("a rule").watch_terms();
        assert_eq!(read.compare["price"].compare, CompareAs::Never);
        assert_eq!(leaving_out(&written, "price").expect("a rule"), written);
    }

    #[test]
    fn what_cannot_be_meant_is_refused() {
        let check = |lines: &str, id: &str| {
            let errors = parse(&rule("pages", lines)).expect_err("faults");
            let ids: Vec<_> = errors.0.iter().map(|one| one.message.id.as_str()).collect();
            assert_eq!(ids, [id], "{lines}");
        };
        check("[identity]\nkey = [\"weight\"]", "rules-identity-unknown");
        check(
            "[identity]\nkey = [\"name\", \"name\"]",
            "rules-identity-key",
        );
        check("[identity]\ngone = \"soon\"", "rules-identity-gone");
        check("[identity]\ngone = 0", "rules-range");
    }
}
