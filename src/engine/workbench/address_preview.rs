//! Tells what can be collected from the page at an address. Input: the answer with its verdict, and
//! the names of the project's sites. Output: a name, what is there, and ready rules as choices.

use jiff::Timestamp;
use url::Url;

use super::author::accept_suggestions::{base_of, proposed_next, set_next, with_suggestion};
use super::data_choices::{entries_in_page, entries_of_data};
use super::first_titles::{FIRST_TITLES, first_titles};
use super::list_samples::sample_pages;
use super::page_analysis::{PageAnalysis, grasp};
use super::preview_doubts::doubts_of;
use super::{PageRole, site_name, unused_name};
use crate::protocol::{AddressPreview, LinkedPage, NamedFeed, PreviewedKind, SourceChoice};
use bowerbird_logic::authoring::learn::{OverviewKind, Suggestion, pagination};
use bowerbird_logic::detect::{SCRIPT_SHELL, is_script_shell, reason};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{PageState, SourceKind, Verdict};
use bowerbird_logic::page::{Page, without_fragment};
use bowerbird_logic::rules::{RuleFile, ShippedRule, parse, source_starter, starter, write};
use bowerbird_logic::sources::{feed, sitemap};

/// The number of links from which a page without a clear list is collected by its links.
const MIN_LINKS: usize = 3;
/// The number of feeds offered beside a page.
const MAX_FEEDS: usize = 3;
/// The number of pages to look at instead, at most, and from which a page is a list of them.
const MAX_LINKED: usize = 12;
const MIN_LINKED: usize = 2;
/// The longest name of one, in characters.
const MAX_NAME_CHARS: usize = 40;
/// The message id of a choice of links.
const BY_LINKS: &str = "look-choice-links";
/// Statuses that say that there is no such page.
const NOT_FOUND: [u16; 2] = [404, 410];

/// An answer to look at.
pub(crate) struct PreviewAnswer<'a> {
    /// The parsed page, with its address after redirects.
    pub page: &'a Page,
    /// Status.
    pub status: u16,
    /// What the answer is.
    pub verdict: &'a Verdict,
}

/// The look at an address that gave no page; `why` says what happened and what to do.
pub(crate) fn unreached(
    url: &Url,
    kind: PreviewedKind,
    why: Message,
    taken: &[String],
) -> AddressPreview {
    AddressPreview {
        url: url.to_string(),
        name: unused_name(taken, &site_name("", url.as_str())),
        kind,
        problem: Some(why),
        ..AddressPreview::default()
    }
}

/// The look at an answer. The feeds that a page names are still to be checked ([`with_feeds`]).
pub(crate) fn look_at(
    answer: &PreviewAnswer<'_>,
    taken: &[String],
    now: Timestamp,
) -> AddressPreview {
    let page = answer.page;
    let url = without_fragment(page.url());
    let said = answer.verdict;
    let is_shell = said
        .evidence
        .iter()
        .any(|found| found.signal == SCRIPT_SHELL);
    if is_shell || (!said.state.is_refusal() && is_script_shell(page)) {
        let name = unused_name(taken, &site_name(&page.title(), url.as_str()));
        if let Some(choice) = entries_in_page(page, &name, now) {
            return AddressPreview {
                url: url.to_string(),
                name,
                kind: PreviewedKind::ScriptShell,
                choices: vec![choice],
                ..AddressPreview::default()
            };
        }
    }
    let kind = match said.state {
        _ if NOT_FOUND.contains(&answer.status) => Some(PreviewedKind::NotFound),
        _ if is_shell => Some(PreviewedKind::ScriptShell),
        PageState::Outage | PageState::ProxyFault | PageState::Incomplete => {
            Some(PreviewedKind::Unreachable)
        }
        state if state.is_refusal() => Some(PreviewedKind::Refused),
        _ => None,
    };
    if let Some(kind) = kind {
        let why = match kind {
            PreviewedKind::NotFound => Message::new("look-why-not-found").with("url", url.as_str()),
            PreviewedKind::ScriptShell => Message::new("look-why-scripts"),
            _ => Message::new("look-why-refused").with("reason", reason(said, url.as_str())),
        };
        return unreached(&url, kind, why, taken);
    }
    let name = |title: &str| unused_name(taken, &site_name(title, url.as_str()));
    if let Some(found) = feed(page.source()) {
        let title = found.pointer("/feed/title").and_then(|t| t.as_str());
        let name = name(title.unwrap_or_default());
        return document(page, now, (SourceKind::Feed, PreviewedKind::Feed), name);
    }
    if sitemap(page.source()).is_some() {
        let kinds = (SourceKind::Sitemap, PreviewedKind::Sitemap);
        return document(page, now, kinds, name(""));
    }
    if page.source().trim_start().starts_with(['{', '[']) {
        let name = name("");
        if let Some(choice) = entries_of_data(page, &name, now) {
            return AddressPreview {
                url: url.to_string(),
                name,
                kind: PreviewedKind::Data,
                choices: vec![choice],
                ..AddressPreview::default()
            };
        }
        let why = Message::new("look-why-data");
        return unreached(&url, PreviewedKind::Data, why, taken);
    }
    if is_script_shell(page) {
        let why = Message::new("look-why-scripts");
        return unreached(&url, PreviewedKind::ScriptShell, why, taken);
    }
    let mut found = of_page(page, &name(&page.title()), now);
    for choice in &mut found.choices {
        choice.doubts = doubts_of(&choice.rule_toml, page, now);
    }
    found.sample_pages = samples(&found.choices, page, now);
    found
}

/// The articles to read, by the first choice that leads to some.
fn samples(choices: &[SourceChoice], page: &Page, now: Timestamp) -> Vec<Url> {
    let each = choices.iter();
    let mut found = each.map(|choice| sample_pages(&choice.rule_toml, page, now));
    found.find(|urls| urls.len() > 1).unwrap_or_default()
}

/// A feed or a sitemap.
fn document(
    page: &Page,
    now: Timestamp,
    kinds: (SourceKind, PreviewedKind),
    name: String,
) -> AddressPreview {
    let url = without_fragment(page.url()).to_string();
    let rule_toml = source_starter(kinds.0, &name, std::slice::from_ref(&url));
    let (count, titles) = first_titles(&rule_toml, PageRole::List, page, now);
    let label = match kinds.1 {
        PreviewedKind::Feed => Message::new("look-choice-feed-itself"),
        _ => Message::new("look-choice-sitemap"),
    };
    AddressPreview {
        url,
        name,
        kind: kinds.1,
        problem: (count == 0).then(|| Message::new("look-why-empty-source")),
        sample_pages: sample_pages(&rule_toml, page, now),
        choices: vec![SourceChoice {
            label: label.with("count", count),
            titles,
            rule_toml,
            doubts: Vec::new(),
        }],
        ..AddressPreview::default()
    }
}

/// The choice that a fetched feed is, if it holds entries; `page` is what its address answered.
pub(crate) fn feed_choice(
    named: &NamedFeed,
    page: &Page,
    name: &str,
    now: Timestamp,
) -> Option<SourceChoice> {
    feed(page.source())?;
    let address = std::slice::from_ref(&named.url);
    let rule_toml = source_starter(SourceKind::Feed, name, address);
    let (count, titles) = first_titles(&rule_toml, PageRole::List, page, now);
    let title = match named.title.trim() {
        "" => named.url.as_str(),
        title => title,
    };
    (count > 0).then(|| SourceChoice {
        label: Message::new("look-choice-feed")
            .with("title", title)
            .with("count", count),
        titles,
        rule_toml,
        doubts: Vec::new(),
    })
}

/// The look with the whole site by its sitemap as the last choice, if `page` is one with pages.
pub(crate) fn with_sitemap(
    mut look: AddressPreview,
    url: &Url,
    page: &Page,
) -> Option<AddressPreview> {
    let found = sitemap(page.source())?;
    let count = |kind: &str| {
        found
            .get(kind)
            .and_then(|list| list.as_array())
            .map_or(0, Vec::len)
    };
    // An index names the parts of the sitemap, which are read by runs.
    let (id, count) = match count("entries") {
        0 => ("look-choice-sitemap-parts", count("maps")),
        pages => ("look-choice-sitemap-whole", pages),
    };
    if count == 0 {
        return None;
    }
    let address = [url.to_string()];
    look.choices.push(SourceChoice {
        label: Message::new(id).with("count", count),
        titles: Vec::new(),
        rule_toml: source_starter(SourceKind::Sitemap, &look.name, &address),
        doubts: Vec::new(),
    });
    look.problem = None;
    Some(look)
}

/// The look once its feeds are checked: they come before the mere links of the page.
pub(crate) fn with_feeds(mut look: AddressPreview, feeds: Vec<SourceChoice>) -> AddressPreview {
    let links = look.choices.iter().position(is_by_links);
    let place = links.unwrap_or(look.choices.len());
    look.choices.splice(place..place, feeds);
    look.unchecked_feeds.clear();
    if look.kind == PreviewedKind::Nothing && !look.choices.is_empty() {
        look.kind = PreviewedKind::List;
    }
    look.problem = (look.choices.is_empty()).then(|| Message::new("look-why-nothing"));
    look
}

/// Whether a choice is the page's links that look like articles: the weakest one.
pub(crate) fn is_by_links(choice: &SourceChoice) -> bool {
    choice.label.id == BY_LINKS
}

fn of_page(page: &Page, name: &str, now: Timestamp) -> AddressPreview {
    let url = without_fragment(page.url()).to_string();
    let grasp = grasp(page, now);
    let mut kind = match grasp.understood.overview.kind {
        OverviewKind::List { .. } => PreviewedKind::List,
        OverviewKind::Thread { .. } => PreviewedKind::Thread,
        OverviewKind::Article { .. } => PreviewedKind::Article,
        _ => PreviewedKind::Nothing,
    };
    let mut choices = Vec::new();
    if let Some((choice, is_forum)) = ready(page, name, now) {
        kind = match is_forum {
            true => PreviewedKind::Forum,
            false => PreviewedKind::List,
        };
        choices.push(choice);
    }
    let feeds = grasp.understood.feeds.iter().take(MAX_FEEDS);
    let feeds = feeds.map(|(url, title)| NamedFeed {
        url: url.clone(),
        title: title.clone(),
    });
    let unchecked_feeds: Vec<NamedFeed> = feeds.collect();
    let itself = (kind == PreviewedKind::Article)
        .then(|| alone(page, name, now))
        .flatten();
    let found = match kind {
        PreviewedKind::Article | PreviewedKind::Nothing => None,
        _ => learned(&grasp, page, name, now),
    };
    let has_list = found.is_some();
    choices.extend(found);
    choices.extend(itself);
    if !has_list {
        choices.extend(by_links(page, name, now));
    }
    if kind == PreviewedKind::Nothing && !choices.is_empty() {
        kind = PreviewedKind::List;
    }
    let suggestions = &grasp.understood.overview.suggestions;
    let leads_to = match choices.is_empty() {
        true => suggestions
            .iter()
            .filter(|found| !is_beside(found))
            .find_map(|found| linked(found, page)),
        false => None,
    };
    AddressPreview {
        url,
        name: name.to_owned(),
        kind,
        leads_to: leads_to.unwrap_or_default(),
        problem: (choices.is_empty() && unchecked_feeds.is_empty())
            .then(|| Message::new("look-why-nothing")),
        choices,
        shown_as: None,
        unchecked_feeds,
        sample_pages: Vec::new(),
        named_sitemap: grasp
            .understood
            .overview
            .sitemaps
            .first()
            .map(Url::to_string),
    }
}

fn short_name(name: &str) -> String {
    name.chars().take(MAX_NAME_CHARS).collect()
}

/// Whether records stand beside the content, such as those of a menu.
fn is_beside(records: &Suggestion) -> bool {
    records.why.iter().any(|why| why.id == "suggest-why-beside")
}

/// The pages of the same host that repeated records link to, such as the boards on the front page of
/// a forum, whose rows say too little to be collected.
fn linked(records: &Suggestion, page: &Page) -> Option<Vec<LinkedPage>> {
    let values = |is_wanted: &dyn Fn(&str) -> bool| {
        let mut fields = records.fields.iter();
        let field = fields.find(|field| is_wanted(&field.name))?;
        field.ranked.first()?.values.first()
    };
    let links = values(&|name| name == "link")?;
    let names = values(&|name| name != "link").filter(|names| names.len() == links.len());
    let host = page.url().host_str();
    let mut found: Vec<LinkedPage> = Vec::new();
    for (place, link) in links.iter().enumerate() {
        let Some(url) = page.join(link).map(|url| without_fragment(&url)) else {
            continue;
        };
        let is_known = found.iter().any(|known| known.url == url.as_str());
        if is_known || url.host_str() != host || url == without_fragment(page.url()) {
            continue;
        }
        let name = names.and_then(|names| names.get(place).map(String::as_str));
        let name = name.filter(|name| !name.trim().is_empty());
        found.push(LinkedPage {
            name: short_name(name.unwrap_or(url.as_str())),
            url: url.into(),
        });
    }
    found.truncate(MAX_LINKED);
    (found.len() >= MIN_LINKED).then_some(found)
}

/// The ready rule for the page's software under the page's own name, if it finds something here;
/// for the JSON of an interface, the one for its entries.
pub(crate) fn ready_rule(page: &Page, now: Timestamp) -> Option<SourceChoice> {
    let name = site_name(&page.title(), page.url().as_str());
    if page.source().trim_start().starts_with(['{', '[']) {
        return entries_of_data(page, &name, now);
    }
    if is_script_shell(page)
        && let Some(choice) = entries_in_page(page, &name, now)
    {
        return Some(choice);
    }
    ready(page, &name, now).map(|(choice, _)| choice)
}

/// The ready rule for the page's software, if it finds threads, posts or articles on the page, or
/// for a forum the boards; and whether it is a forum's.
fn ready(page: &Page, name: &str, now: Timestamp) -> Option<(SourceChoice, bool)> {
    let shipped = ShippedRule::of_page(page)?;
    let here = [without_fragment(page.url()).to_string()];
    let rule_toml = shipped.text_for(name, &here).ok()?;
    let (count, titles) = first_titles(&rule_toml, PageRole::List, page, now);
    let label = |id: &'static str, count: usize| {
        Message::new(id)
            .with("software", shipped.software)
            .with("count", count)
    };
    if count > 0 {
        let id = match shipped.is_forum {
            true => "look-choice-threads",
            false => "look-choice-ready",
        };
        let choice = SourceChoice {
            label: label(id, count),
            titles,
            rule_toml,
            doubts: Vec::new(),
        };
        return Some((choice, shipped.is_forum));
    }
    let boards = shipped.boards(page);
    let starts: Vec<String> = boards.iter().map(|(url, _)| url.clone()).collect();
    if starts.is_empty() {
        return None;
    }
    let names = boards.into_iter().take(FIRST_TITLES).map(|(_, name)| name);
    let choice = SourceChoice {
        doubts: Vec::new(),
        label: label("look-choice-boards", starts.len()),
        titles: names.collect(),
        rule_toml: shipped.text_for(name, &starts).ok()?,
    };
    Some((choice, true))
}

/// The page's repeated records: a list with the pages behind it, or records of this page.
fn learned(grasp: &PageAnalysis, page: &Page, name: &str, now: Timestamp) -> Option<SourceChoice> {
    let best = match grasp.understood.overview.kind {
        OverviewKind::List { best } | OverviewKind::Thread { best } => best,
        _ => 0,
    };
    let suggestions = &grasp.understood.overview.suggestions;
    let suggestion = suggestions.get(best).or_else(|| suggestions.first())?;
    let url = without_fragment(page.url());
    let mut base = match suggestion.leads {
        // The pages behind a list are read by the starter's fields.
        true => parse(&starter(name, url.as_str())).ok()?.file().clone(),
        false => base_of(&url, PageRole::Records),
    };
    name.clone_into(&mut base.site.name);
    let (mut file, role) = with_suggestion(suggestion, &base);
    let goes_on = add_next(&mut file, role, page);
    let rule_toml = write(&file);
    let (count, titles) = first_titles(&rule_toml, role, page, now);
    let id = match role {
        PageRole::List => "look-choice-list",
        PageRole::Article | PageRole::Records if goes_on => "look-choice-records-on",
        PageRole::Article | PageRole::Records => "look-choice-records",
    };
    (count > 0).then(|| SourceChoice {
        label: Message::new(id).with("count", count),
        titles,
        rule_toml,
        doubts: Vec::new(),
    })
}

/// Writes the way to the next page that the page shows into the rule; whether there is one. The
/// page limit of the rule stays.
fn add_next(file: &mut RuleFile, role: PageRole, page: &Page) -> bool {
    let found = pagination(page);
    let Some((next, _)) = proposed_next(&found) else {
        return false;
    };
    set_next(file, role, next).is_ok()
}

/// The links that look like articles.
fn by_links(page: &Page, name: &str, now: Timestamp) -> Option<SourceChoice> {
    let mut rule_toml = starter(name, without_fragment(page.url()).as_str());
    // The starter knows the usual words of such links; the page may have another way.
    if let Ok(rule) = parse(&rule_toml)
        && rule.list_page(page, now).next.is_none()
    {
        let mut file = rule.file().clone();
        if add_next(&mut file, PageRole::List, page) {
            rule_toml = write(&file);
        }
    }
    let (count, titles) = first_titles(&rule_toml, PageRole::List, page, now);
    (count >= MIN_LINKS).then(|| SourceChoice {
        label: Message::new(BY_LINKS).with("count", count),
        titles,
        rule_toml,
        doubts: Vec::new(),
    })
}

/// This page alone.
fn alone(page: &Page, name: &str, now: Timestamp) -> Option<SourceChoice> {
    let url = without_fragment(page.url()).to_string();
    let rule_toml = source_starter(SourceKind::Pages, name, &[url]);
    let (count, titles) = first_titles(&rule_toml, PageRole::Article, page, now);
    (count > 0).then(|| SourceChoice {
        label: Message::new("look-choice-article"),
        titles,
        rule_toml,
        doubts: Vec::new(),
    })
}
