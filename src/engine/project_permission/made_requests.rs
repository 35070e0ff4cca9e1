//! Requests that a rule constructs itself, besides following links of pages: addresses of its own
//! making, and bodies. Input: a rule. Output: what the user sees of it and is asked about
//! when it changes. Addresses read from a page are limited by where pages may lead; addresses
//! written by the rule can send a page's content to any host.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;
use serde_json::{Value, json};
use url::Url;

use bowerbird_logic::rules::{Alternative, NextRule, Rule, RuleFile};

/// An absolute address, or one without its scheme, anywhere in a text.
static ADDRESS: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)(https?:)?//[^\s/?#'\x22<>{}()|^*+\[\]\\$,]+").ok());
/// An XPath that constructs its result text instead of selecting part of the page.
static MAKES_TEXT: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^[\s(]*(['\x22]|[a-z-]+\s*\()").ok());

/// The requests that a rule constructs.
pub(super) struct MadeRequests {
    /// Scheme, host and port of the addresses written in it, except start addresses.
    pub origins: BTreeSet<String>,
    /// Whether it sends bodies.
    pub posts: bool,
    /// All of it as text, for a digest; empty if a rule constructs nothing.
    pub digested: String,
}

impl MadeRequests {
    /// Analyses `rule`.
    pub fn of(rule: &Rule) -> Self {
        let file = rule.file();
        let ways = address_sources(file);
        let (posted, posts) = posted(file);
        let mut all = Vec::new();
        all.extend(ways.iter().filter_map(|way| way.made()));
        all.extend(posted);
        if !file.urls.rewrite.is_empty() {
            all.push(json!(file.urls.rewrite));
        }
        // Replacements can write links into the page, which are then followed.
        if !file.page.replace.is_empty() {
            all.push(json!(file.page.replace));
        }
        let network = &file.network;
        // The user agent does not affect where requests go or what they contain.
        if network.local_address.is_some() || !network.headers.is_empty() {
            all.push(json!([network.local_address, network.headers]));
        }
        let mut texts: Vec<String> = ways.iter().flat_map(AddressSource::texts).collect();
        texts.extend(file.urls.rewrite.iter().map(|(_, by)| by.clone()));
        texts.extend(file.page.replace.iter().map(|(_, by)| by.clone()));
        Self {
            origins: texts.iter().flat_map(|text| origins(text)).collect(),
            posts,
            digested: match all.is_empty() {
                true => String::new(),
                false => Value::from(all).to_string(),
            },
        }
    }
}

/// The origins of the addresses written in `text`.
fn origins(text: &str) -> Vec<String> {
    let Some(pattern) = ADDRESS.as_ref() else {
        return Vec::new();
    };
    let found = pattern.find_iter(text).filter_map(|found| {
        let address = found.as_str();
        let url = match address.starts_with("//") {
            true => Url::parse(&format!("https:{address}")),
            false => Url::parse(address),
        };
        // In a selector `//a` is a step, not a host.
        let url = url.ok()?;
        let host = url.host_str()?;
        let is_host = !address.starts_with("//") || host.contains(['.', ':']);
        is_host.then(|| url.origin().ascii_serialization())
    });
    found.collect()
}

/// One way in which a rule obtains an address.
enum AddressSource<'a> {
    Link(&'a Alternative),
    Next(&'a NextRule),
    Parameter(&'a str),
}

impl AddressSource<'_> {
    /// All texts that may contain an address.
    fn texts(&self) -> Vec<String> {
        match self {
            Self::Link(link) => selectors(link),
            Self::Next(next) => {
                let mut texts = selectors(&next.way);
                let made = [&next.pages, &next.put, &next.older];
                texts.extend(made.into_iter().flatten().cloned());
                texts
            }
            Self::Parameter(text) => vec![(*text).to_owned()],
        }
    }

    /// What it constructs itself, if anything.
    fn made(&self) -> Option<Value> {
        match self {
            Self::Link(link) => makes_text(link).then(|| json!(link)),
            Self::Next(next) => {
                let made = [&next.pages, &next.put, &next.older];
                let makes = made.iter().any(|text| text.is_some());
                (makes || makes_text(&next.way)).then(|| json!(next))
            }
            Self::Parameter(text) => Some(json!(text)),
        }
    }
}

fn selectors(way: &Alternative) -> Vec<String> {
    let ways = std::iter::once(way).chain(&way.fallbacks);
    let texts = ways.flat_map(|way| [&way.xpath, &way.constant, &way.regex]);
    texts.flatten().cloned().collect()
}

fn makes_text(way: &Alternative) -> bool {
    let pattern = MAKES_TEXT.as_ref();
    let is_made = |xpath: &String| pattern.is_none_or(|pattern| pattern.is_match(xpath));
    let mut ways = std::iter::once(way).chain(&way.fallbacks);
    ways.any(|way| way.constant.is_some() || way.xpath.as_ref().is_some_and(is_made))
}

/// All ways in which a rule obtains addresses, besides its start.
fn address_sources(file: &RuleFile) -> Vec<AddressSource<'_>> {
    let mut ways = Vec::new();
    let engines = file.search.iter().flat_map(|search| &search.engines);
    let lists = file
        .list
        .iter()
        .chain(engines.filter_map(|engine| engine.list.as_ref()));
    for list in lists {
        ways.push(AddressSource::Link(&list.link));
        ways.extend(list.next.as_ref().map(AddressSource::Next));
    }
    if let Some(api) = &file.api {
        ways.extend(api.link.as_ref().map(AddressSource::Link));
        ways.extend(api.next.as_ref().map(AddressSource::Next));
        ways.extend(api.newer.as_deref().map(AddressSource::Parameter));
    }
    let next = [
        file.feed.as_ref().and_then(|feed| feed.next.as_ref()),
        file.record.as_ref().and_then(|record| record.next.as_ref()),
        file.content.next.as_ref(),
    ];
    ways.extend(next.into_iter().flatten().map(AddressSource::Next));
    ways.extend(file.content.single_page.as_ref().map(AddressSource::Link));
    ways
}

/// What is sent by POST and where, and whether anything is.
fn posted(file: &RuleFile) -> (Vec<Value>, bool) {
    let mut all = Vec::new();
    if let Some(body) = file.api.as_ref().and_then(|api| api.body.as_ref()) {
        all.push(json!([file.site.start, body]));
    }
    if let Some(search) = &file.search {
        let one = (&search.url, &search.form, &search.body);
        if search.form.is_some() || search.body.is_some() {
            all.push(json!(one));
        }
        for engine in &search.engines {
            if engine.form.is_some() || engine.body.is_some() {
                all.push(json!([engine.url, engine.form, engine.body]));
            }
        }
    }
    let posts = !all.is_empty();
    (all, posts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowerbird_logic::rules::parse;

    fn made(list: &str, more: &str) -> MadeRequests {
        let rule = format!(
            "[site]\nname = \"News\"\nkind = \"list\"\nstart = [\"https://a.example/\"]\n{more}\n\
             [list]\n{list}\n[[field]]\nname = \"title\"\nselect = [ {{ css = \"h1\" }} ]\n"
        );
        MadeRequests::of(&parse(&rule).expect("a rule"))
    }

    #[test]
    fn what_is_read_off_pages_is_not_made() {
        for list in [
            "link = { css = \"a.title\", take = \"href\" }",
            "link = { xpath = \"//h2/a[contains(@href, 'x')]/@href\" }\nnext = { css = \"a.next\" }",
            "link = { xpath = \"(.//a)[1]/@href\" }\nnext = \"auto\"",
        ] {
            let made = made(list, "");
            assert_eq!((made.digested.as_str(), made.posts), ("", false), "{list}");
            assert!(made.origins.is_empty(), "{list}: {:?}", made.origins);
        }
    }

    #[test]
    fn what_a_rule_writes_itself_counts_with_its_hosts() {
        let cases = [
            (
                "link = { xpath = \"concat('http://b.example/?x=', //p)\" }",
                "",
            ),
            (
                "link = { css = \"a\" }\nnext = { pages = \"//b.example/p{n}\", from = 2 }",
                "",
            ),
            (
                "link = { css = \"a\" }",
                "[urls]\nrewrite = [['^.*$', 'http://b.example/']]",
            ),
            (
                "link = { css = \"a\" }",
                "[page]\nreplace = [['<p>', '<a href=\"http://b.example/\">']]",
            ),
        ];
        for (list, more) in cases {
            let made = made(list, more);
            assert!(!made.digested.is_empty(), "{list} {more}");
            let hosts: Vec<&str> = made.origins.iter().map(String::as_str).collect();
            assert!(
                hosts == ["http://b.example"] || hosts == ["https://b.example"],
                "{list} {more}: {hosts:?}"
            );
        }
        let paged = made(
            "link = { css = \"a\" }\nnext = { pages = \"?page={n}\" }",
            "",
        );
        assert!(paged.origins.is_empty() && !paged.digested.is_empty());
    }
}
