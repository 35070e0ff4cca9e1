//! The checker for the sections that say where pages come from: `[feed]`, `[sitemap]`, `[api]`,
//! `[pages]`, `[crawl]`. Flows in: their tables. Flows out: them as data, and compiled to lists and
//! scopes.

use regex::Regex;
use toml::de::DeValue;

use super::fields::{Place, read_fields};
use super::next::{ID, read_next, read_parameter};
use super::parts::{read_patterns, unzip_all};
use super::reader::{Faults, Section, hint, note_type, text};
use super::select::{Role, read_alternative, read_container};
use crate::messages::Message;
use crate::policy::scope::{Allow, Deny, Depth, Ending, Folder, NoPages, Within};
use crate::rules::evaluate::compiled::{Field, Finder, List, Next, Taking, Way, What};
use crate::rules::sources::Scope;
use crate::rules::sources::ways::{Details, Document, Since, SourceWays};
use crate::rules::{ApiRule, CrawlRule, FeedRule, FieldType, PagesChoice, PagesRule, SitemapRule};
use crate::select::{Selector, SelectorKind, Take};
use crate::sources::is_json_template;

/// Where a crawl stops when its rule does not say.
const USUAL_DEPTH: u32 = 20;
/// What `[crawl] follow` and `stay` know.
const FOLLOW: [&str; 2] = ["all", "needed"];
const STAY: [&str; 3] = ["host", "site", "folder"];

/// What a feed's entries have, and the fields it becomes.
const OF_FEED: [(&str, FieldType); 4] = [
    ("title", FieldType::Text),
    ("date", FieldType::Date),
    ("author", FieldType::Text),
    ("text", FieldType::Text),
];
/// The same for sitemaps.
const OF_SITEMAP: [(&str, FieldType); 3] = [
    ("title", FieldType::Text),
    ("date", FieldType::Date),
    ("lastmod", FieldType::Date),
];

/// Where the entries and their addresses stand in the plain form of feeds and sitemaps.
const ENTRIES: &str = "$.entries[*]";
const ADDRESS: &str = "$.url";
const NEXT: &str = "$.next";

/// `[feed]`; without the section everything is as usual.
pub(super) fn read_feed(
    faults: &mut Faults<'_>,
    root: &Section<'_, '_>,
) -> (Option<FeedRule>, Option<List>) {
    let keys = ["pages", "next", "allow", "deny", "since", "field"];
    let section = root
        .node("feed")
        .and_then(|node| Section::open(faults, "[feed]", node, &keys));
    let mut file = FeedRule::default();
    let mut list = entries(Document::Feed);
    if let Some(section) = &section {
        let (choice, details) = read_pages_choice(faults, section, Details::Always, true);
        file.pages = choice;
        list.ways.details = details;
        if let Some(node) = section.node("next") {
            (file.next, list.next) = read_next(faults, "[feed] next", node).unzip();
        }
        (file.allow, list.allow) = read_patterns(faults, section, "allow");
        (file.deny, list.deny) = read_patterns(faults, section, "deny");
        (file.since, list.ways.since) = read_since(faults, section).unzip();
        let fields = read_fields(faults, section, "feed.", Place::List);
        (file.fields, list.fields) = (fields.file, fields.compiled);
    }
    // A feed may be left to say itself how it goes on while its pages are limited.
    let limited = file.next.as_ref().is_some_and(|next| next.auto);
    if list.next.is_none() || limited {
        list.next = json_finder(NEXT).map(|finder| Next {
            way: Way::Link(finder),
        });
    }
    let mut usual = OF_FEED.to_vec();
    if list.ways.details == Details::Always {
        // The page has the text; a teaser would stand in its way.
        usual.retain(|(name, _)| *name != "text");
    }
    add_usual(&mut list, &usual);
    (section.map(|_| file), Some(list))
}

/// `[sitemap]`; without the section everything is as usual.
pub(super) fn read_sitemap(
    faults: &mut Faults<'_>,
    root: &Section<'_, '_>,
) -> (Option<SitemapRule>, Option<List>) {
    let keys = ["pages", "maps", "allow", "deny", "since", "field"];
    let section = root
        .node("sitemap")
        .and_then(|node| Section::open(faults, "[sitemap]", node, &keys));
    let mut file = SitemapRule::default();
    let mut list = entries(Document::Sitemap);
    if let Some(section) = &section {
        let (choice, details) = read_pages_choice(faults, section, Details::Always, false);
        file.pages = choice;
        list.ways.details = details;
        (file.maps, list.ways.maps) = read_patterns(faults, section, "maps");
        (file.allow, list.allow) = read_patterns(faults, section, "allow");
        (file.deny, list.deny) = read_patterns(faults, section, "deny");
        (file.since, list.ways.since) = read_since(faults, section).unzip();
        let fields = read_fields(faults, section, "sitemap.", Place::List);
        (file.fields, list.fields) = (fields.file, fields.compiled);
    }
    add_usual(&mut list, &OF_SITEMAP);
    (section.map(|_| file), Some(list))
}

/// `[api]`
pub(super) fn read_api(faults: &mut Faults<'_>, root: &Section<'_, '_>) -> Option<(ApiRule, List)> {
    let node = root.node("api")?;
    let keys = [
        "item", "link", "key", "next", "newer", "body", "pages", "allow", "deny", "field",
    ];
    let section = Section::open(faults, "[api]", node, &keys)?;
    if section.node("item").is_none() {
        section.note_missing(faults, "item");
    }
    let item = section
        .node("item")
        .and_then(|node| read_container(faults, "[api] item", node));
    let link = section
        .node("link")
        .map(|node| read_alternative(faults, "[api] link", node, Role::Link));
    let key = section
        .node("key")
        .map(|node| read_alternative(faults, "[api] key", node, Role::Value));
    let next = section
        .node("next")
        .map(|node| read_next(faults, "[api] next", node));
    let newer = section
        .node("newer")
        .and_then(|_| read_parameter(faults, &section, "newer", ID));
    let body = section.text(faults, "body");
    if let Some(body) = &body
        && !is_json_template(&body.value)
    {
        faults.add(body.span.start, Message::new("rules-api-body"));
    }
    let (pages, details) = read_pages_choice(faults, &section, Details::Never, false);
    let (allow_texts, allow) = read_patterns(faults, &section, "allow");
    let (deny_texts, deny) = read_patterns(faults, &section, "deny");
    let fields = read_fields(faults, &section, "api.", Place::List);
    if details != Details::Never && section.node("link").is_none() {
        let start = section.key_start("pages");
        faults.add(start, Message::new("rules-api-pages-link"));
    }
    let (item_file, item) = item?;
    if item_file.jsonpath.is_none() {
        faults.add(
            section.key_start("item"),
            Message::new("rules-api-jsonpath"),
        );
    }
    let (link_file, link) = unzip_all(link)?;
    let (key_file, key) = unzip_all(key)?;
    let (next_file, next) = unzip_all(next)?;
    let linkless = link.is_none();
    let link = link.or_else(|| json_finder("$['']"))?;
    let file = ApiRule {
        item: item_file,
        link: link_file,
        key: key_file,
        next: next_file,
        newer: newer.clone(),
        body: body.map(|text| text.value),
        pages,
        allow: allow_texts,
        deny: deny_texts,
        fields: fields.file,
    };
    let list = List {
        item: Some(item),
        link,
        next,
        allow,
        deny,
        fields: fields.compiled,
        ways: SourceWays {
            document: Document::Json,
            details,
            linkless,
            key,
            newer,
            ..SourceWays::default()
        },
    };
    Some((file, list))
}

/// `[pages]`
pub(super) fn read_pages(faults: &mut Faults<'_>, root: &Section<'_, '_>) -> Option<PagesRule> {
    let node = root.node("pages")?;
    let section = Section::open(faults, "[pages]", node, &["file", "column", "keep"])?;
    let file = section.required_text(faults, "file");
    let column = section.text(faults, "column");
    let keep = section.texts(faults, "keep");
    Some(PagesRule {
        file: file?.value,
        column: column.map(|text| text.value),
        keep: keep.into_iter().map(|text| text.value).collect(),
    })
}

/// `[crawl]`; without the section everything is as usual.
pub(super) fn read_crawl(
    faults: &mut Faults<'_>,
    root: &Section<'_, '_>,
) -> (Option<CrawlRule>, Scope) {
    let keys = [
        "allow",
        "deny",
        "records",
        "follow",
        "stay",
        "paths",
        "endings",
        "max_depth",
        "max_pages",
    ];
    let section = root
        .node("crawl")
        .and_then(|node| Section::open(faults, "[crawl]", node, &keys));
    let mut file = CrawlRule::default();
    let (mut allow, mut deny, mut records) = (Vec::new(), Vec::new(), Vec::new());
    if let Some(section) = &section {
        (file.allow, allow) = read_patterns(faults, section, "allow");
        (file.deny, deny) = read_patterns(faults, section, "deny");
        (file.records, records) = read_patterns(faults, section, "records");
        file.follow = read_word(faults, section, "follow", &FOLLOW);
        file.stay = read_word(faults, section, "stay", &STAY);
        let mut texts = |key: &str| -> Vec<String> {
            let texts = section.texts(faults, key).into_iter();
            texts.map(|text| text.value).collect()
        };
        (file.paths, file.endings) = (texts("paths"), texts("endings"));
        file.max_depth = section.number(faults, "max_depth", 0..=1_000);
        file.max_pages = section.number(faults, "max_pages", 1..=100_000_000);
        if file.follow.as_deref() == Some("needed") && file.records.is_empty() {
            let start = section.key_start("follow");
            faults.add(start, Message::new("rules-crawl-needed"));
        }
    }
    let scope = crawl_scope(&file, allow, deny, records);
    (section.map(|_| file), scope)
}

/// The rules about links that a `[crawl]` amounts to, but for its place: the start addresses say
/// where that is.
fn crawl_scope(
    file: &CrawlRule,
    allow: Vec<Regex>,
    deny: Vec<Regex>,
    records: Vec<Regex>,
) -> Scope {
    let mut links = crate::policy::scope::Scope::default();
    links.add(Depth(file.max_depth.unwrap_or(USUAL_DEPTH)));
    links.add(Folder(file.paths.clone()));
    if file.endings.is_empty() {
        let but = allow.clone();
        links.add(NoPages { but });
    } else {
        links.add(Ending::new(&file.endings));
    }
    let names_pages = !allow.is_empty();
    let mut allow = allow;
    if names_pages {
        // A record is wanted, whatever is said of the pages that lead to it.
        allow.extend(records.iter().cloned());
    }
    links.add(Allow(allow));
    links.add(Deny(deny));
    let stay = file.stay.as_deref().and_then(Within::from_token);
    Scope {
        links,
        within: stay.unwrap_or_default(),
        records,
        needed: file.follow.as_deref() == Some("needed"),
        names_pages,
    }
}

fn read_word(
    faults: &mut Faults<'_>,
    section: &Section<'_, '_>,
    key: &str,
    known: &[&str],
) -> Option<String> {
    let word = section.text(faults, key)?;
    if !known.contains(&word.value.as_str()) {
        let message = Message::new("rules-word")
            .with("key", key)
            .with("word", word.value.as_str())
            .with("hint", hint(&word.value, known));
        faults.add(word.span.start, message);
    }
    Some(word.value)
}

/// `pages = true`, `false`, and for feeds `"auto"`.
pub(super) fn read_pages_choice(
    faults: &mut Faults<'_>,
    section: &Section<'_, '_>,
    usual: Details,
    auto: bool,
) -> (Option<PagesChoice>, Details) {
    let Some(node) = section.node("pages") else {
        return (None, usual);
    };
    match node.get_ref() {
        DeValue::Boolean(true) => (Some(PagesChoice::Flag(true)), Details::Always),
        DeValue::Boolean(false) => (Some(PagesChoice::Flag(false)), Details::Never),
        DeValue::String(_) if auto => {
            let word = text(faults, "pages", node);
            if let Some(word) = word.as_ref().filter(|word| word.value != "auto") {
                let message = Message::new("rules-word")
                    .with("key", "pages")
                    .with("word", word.value.as_str())
                    .with("hint", hint(&word.value, &["auto"]));
                faults.add(word.span.start, message);
            }
            let choice = word.map(|word| PagesChoice::Word(word.value));
            (choice, Details::Auto)
        }
        _ => {
            let wanted = if auto {
                "rules-type-pages"
            } else {
                "rules-type-flag"
            };
            note_type(faults, "pages", wanted, node);
            (None, usual)
        }
    }
}

/// `since = "2026-01-05"` or `"30d"`.
fn read_since(faults: &mut Faults<'_>, section: &Section<'_, '_>) -> Option<(String, Since)> {
    let text = section.text(faults, "since")?;
    let days = text.value.trim().strip_suffix('d');
    let days = days.and_then(|days| days.trim().parse::<u32>().ok());
    let day = text.value.trim().parse::<jiff::civil::Date>().ok();
    let since = match (days, day) {
        (Some(days), _) => Since::Days(days),
        (None, Some(day)) => Since::Day(day.to_string()),
        (None, None) => {
            let message = Message::new("rules-since").with("text", text.value.as_str());
            faults.add(text.span.start, message);
            return None;
        }
    };
    Some((text.value, since))
}

/// The list that a feed or sitemap is, in its plain form.
fn entries(document: Document) -> List {
    let nothing = || Finder {
        what: What::Constant(String::new()),
        taking: Taking::Plain(Take::Text),
    };
    List {
        item: json_finder(ENTRIES),
        link: json_finder(ADDRESS).unwrap_or_else(nothing),
        next: None,
        allow: Vec::new(),
        deny: Vec::new(),
        fields: Vec::new(),
        ways: SourceWays {
            document,
            ..SourceWays::default()
        },
    }
}

/// Adds what every entry has, where the rule has no field of that name.
fn add_usual(list: &mut List, usual: &[(&str, FieldType)]) {
    for (name, kind) in usual {
        let known = list.fields.iter().any(|field| field.name == *name);
        let finder = json_finder(&format!("$.{name}"));
        if let Some(finder) = finder.filter(|_| !known) {
            list.fields.push(Field {
                name: (*name).to_owned(),
                alternatives: vec![finder],
                nested: None,
                required: false,
                many: false,
                default: None,
                kind: *kind,
                steps: Vec::new(),
            });
        }
    }
}

fn json_finder(path: &str) -> Option<Finder> {
    let path = Selector::compile(SelectorKind::JsonPath, path).ok()?;
    Some(Finder {
        what: What::Json(path),
        taking: Taking::Plain(Take::Text),
    })
}
