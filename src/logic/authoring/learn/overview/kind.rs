//! Classifies a page, with the records that determine its kind. Input: a page and its repeated
//! records. Output: a kind with reasons. Generic extraction makes the decision itself; here it
//! is combined with the suggestions, and documents for programs are recognised by how they start.

use std::collections::BTreeSet;

use super::super::suggest::{MAX_READ, SuggestionCandidate, differs, is_of_person};
use super::OverviewKind;
use crate::authoring::learn::induce::Ranked;
use crate::generic::{self, Method, PageType};
use crate::messages::Message;
use crate::page::{Page, visible_text};

/// The maximum number of characters outside links in a list's record; some front pages show more
/// than a teaser of each article.
const MAX_TEASER: usize = 1_200;
/// The maximum number of characters outside links in a row of data.
const MAX_ROW: usize = 160;
/// The mean width of a title from which it is more than a name, in columns.
const MIN_TITLE: usize = 16;
/// The share of the page's text in the records of a list that was taken for an article, in percent.
const MIN_SHARE_OF_LIST: usize = 60;
/// The minimum number of its records.
const MIN_ITEMS: usize = 4;
/// How much higher the score of records with titles must be than that of shorter rows.
const MIN_LEAD: f64 = 3.0;
/// The confidence below which a list may be none.
const UNSURE: f64 = 0.6;
/// The width below which a post counts as empty, in columns.
const REMARK: usize = 30;

/// The kind of `page`, its confidence, and the reasons: the single decision of
/// [`generic::kind_of`], with the matching records.
pub(super) fn kind(page: &Page, seen: &[SuggestionCandidate]) -> (OverviewKind, f64, Vec<Message>) {
    if let Some((kind, why)) = of_document(page) {
        return (kind, 1.0, why);
    }
    let content = generic::extract(page, Method::Auto);
    let known = content.kind.unwrap_or_default();
    let sure = known.confidence;
    let is_thread_of_mails = |s: &SuggestionCandidate| s.mails && s.suggestion.count > 1;
    let mails = seen.iter().take(3).position(is_thread_of_mails);
    let (kind, mut why) = match known.kind {
        _ if mails.is_some() || known.kind == PageType::List && are_posts(page, seen, sure) => {
            thread(page, seen).unwrap_or_else(|| article(&content.text, sure))
        }
        PageType::Thread => links_of_thread(page, seen)
            .or_else(|| thread(page, seen))
            .unwrap_or_else(|| article(&content.text, sure)),
        // A gallery with little text is a list if it repeats records.
        PageType::List | PageType::Nothing => list(seen, known.kind == PageType::List)
            .unwrap_or_else(|| match known.kind {
                PageType::List if !content.text.is_empty() => article(&content.text, 1.0 - sure),
                _ => (
                    OverviewKind::Nothing,
                    vec![Message::new("overview-nothing")],
                ),
            }),
        PageType::Article | PageType::Documentation | PageType::Product => {
            links_of_article(page, seen, &content.text)
                .unwrap_or_else(|| article(&content.text, sure))
        }
    };
    let is_said = match kind {
        OverviewKind::List { .. } => known.kind == PageType::List,
        OverviewKind::Thread { .. } => known.kind == PageType::Thread,
        OverviewKind::Article { .. } => matches!(
            known.kind,
            PageType::Article | PageType::Documentation | PageType::Product
        ),
        _ => false,
    };
    if is_said {
        // The amount was already reported.
        let counts = [
            "generic-kind-text",
            "generic-kind-posts",
            "generic-kind-teasers",
        ];
        let told = known.why.into_iter();
        why.extend(told.filter(|message| !counts.contains(&message.id.as_ref())));
    }
    (kind, sure, why)
}

fn article(text: &str, confidence: f64) -> (OverviewKind, Vec<Message>) {
    let chars = text.chars().filter(|c| !c.is_whitespace()).count();
    let why = Message::new("overview-article").with("count", chars);
    (OverviewKind::Article { confidence }, vec![why])
}

fn thread(page: &Page, seen: &[SuggestionCandidate]) -> Option<(OverviewKind, Vec<Message>)> {
    let mut first = seen.iter().take(3);
    let mails = first.clone().position(|s| s.mails);
    let posts = mails.or_else(|| first.position(|s| is_thread(page, s)));
    // If no records have an author or a date, those with the most text are the posts.
    let most = || {
        let own = |s: &SuggestionCandidate| {
            if s.beside {
                0
            } else {
                s.chars.saturating_sub(s.in_links)
            }
        };
        let found = seen
            .iter()
            .enumerate()
            .max_by_key(|(at, s)| (own(s), std::cmp::Reverse(*at)));
        found.map(|(at, _)| at)
    };
    let best = posts.or_else(most)?;
    let kind = OverviewKind::Thread { best };
    Some((kind, with_records("overview-thread", seen, best)))
}

/// The list that a page is whose records look like posts and none of which is one: topics of a
/// board with the person and the day of each, or articles shown at length.
fn links_of_thread(
    page: &Page,
    seen: &[SuggestionCandidate],
) -> Option<(OverviewKind, Vec<Message>)> {
    let leads = |s: &&SuggestionCandidate| leads_away(page, s) && is_title_of_link(s);
    let first = seen.first().filter(|s| !s.beside).filter(leads)?;
    let is_near = |s: &&SuggestionCandidate| s.suggestion.score * 2.0 >= first.suggestion.score;
    let mut near = seen.iter().take(3).filter(is_near);
    (!near.any(|s| is_thread(page, s))).then(|| list_at(seen, 0))?
}

/// The list that a page is whose text is nearly all inside records with pages of their own, or that
/// has links and hardly any `text`.
fn links_of_article(
    page: &Page,
    seen: &[SuggestionCandidate],
    text: &str,
) -> Option<(OverviewKind, Vec<Message>)> {
    let first = seen.first().filter(|s| !s.beside && leads_away(page, s))?;
    // The sections and paragraphs of an article have links in their texts.
    let has_items = first.suggestion.count >= MIN_ITEMS
        && is_title_of_link(first)
        && links_inside_site(page, first);
    let chars = dense(text).count();
    let has_no_text = || chars <= MAX_ROW && first.chars > chars;
    let is_whole = || {
        first_way(first, "summary").is_some()
            && first.chars * 100 >= dense(&visible_text(page)).count() * MIN_SHARE_OF_LIST
    };
    (has_items && (has_no_text() || is_whole())).then(|| list_at(seen, 0))?
}

fn list(seen: &[SuggestionCandidate], is_said: bool) -> Option<(OverviewKind, Vec<Message>)> {
    let clear = seen.iter().position(is_list);
    let any = || seen.iter().position(|s| !s.beside).filter(|_| is_said);
    list_at(seen, leading(seen, clear).or(clear).or_else(any)?)
}

/// The first records if they have titles with pages of their own and are far better than the
/// `clear` ones, which then are a part of each.
fn leading(seen: &[SuggestionCandidate], clear: Option<usize>) -> Option<usize> {
    let first = seen.first().filter(|s| !s.beside && s.suggestion.leads)?;
    let other = clear.and_then(|at| seen.get(at))?;
    let has_title = first_way(first, "title").is_some();
    let is_better = first.suggestion.score >= MIN_LEAD * other.suggestion.score;
    (has_title && is_better).then_some(0)
}

fn list_at(seen: &[SuggestionCandidate], best: usize) -> Option<(OverviewKind, Vec<Message>)> {
    let mut why = with_records("overview-list", seen, best);
    if seen.get(best).is_some_and(|s| s.suggestion.leads) {
        why.push(Message::new("overview-list-leads"));
    }
    Some((OverviewKind::List { best }, why))
}

/// A feed or a sitemap is not a page of text.
fn of_document(page: &Page) -> Option<(OverviewKind, Vec<Message>)> {
    let start: String = page.source().chars().take(2_000).collect();
    let start = start.trim_start_matches('\u{feff}').trim_start();
    let is_xml = start.starts_with("<?xml") || !start.to_ascii_lowercase().contains("<html");
    let opens = |name: &str| start.contains(name);
    if is_xml && (opens("<rss") || opens("<rdf:RDF") || opens("<feed")) {
        let why = Message::new("overview-feed-itself");
        return Some((OverviewKind::Feed, vec![why]));
    }
    if is_xml && (opens("<urlset") || opens("<sitemapindex")) {
        let why = Message::new("overview-sitemap-itself");
        return Some((OverviewKind::Sitemap, vec![why]));
    }
    None
}

fn with_records(id: &str, seen: &[SuggestionCandidate], best: usize) -> Vec<Message> {
    let Some(found) = seen.get(best) else {
        return vec![Message::new(id).with("count", 0)];
    };
    let mut why = vec![Message::new(id).with("count", found.suggestion.count)];
    let names = found.suggestion.fields.iter().take(6);
    let names: Vec<&str> = names.map(|f| f.name.as_str()).collect();
    why.push(Message::new("overview-fields").with("names", names.join(", ")));
    why
}

/// Whether records link to pages of their own, or are rows of several short parts.
fn is_list(seen: &SuggestionCandidate) -> bool {
    let fields = &seen.suggestion.fields;
    let count = seen.suggestion.count.max(1);
    let each = seen.chars.saturating_sub(seen.in_links) / count;
    let links = seen.in_links * 8 >= seen.chars;
    let rows = fields.len() >= 3 && each <= MAX_ROW && count >= 3;
    let short = each <= MAX_TEASER;
    !seen.beside && short && (seen.suggestion.leads && links || rows)
}

/// Whether a page that may be no list begins with records that are complete posts.
fn are_posts(page: &Page, seen: &[SuggestionCandidate], sure: f64) -> bool {
    let first = seen.first().filter(|_| sure < UNSURE);
    first.is_some_and(|first| {
        let has = |name: &str| first_way(first, name).is_some();
        is_thread(page, first) && ["author", "date", "summary"].into_iter().all(has)
    })
}

/// Whether records are posts: with an author or a date, and a text that is not a teaser.
fn is_thread(page: &Page, seen: &SuggestionCandidate) -> bool {
    let fields = &seen.suggestion.fields;
    let has = |name: &str| fields.iter().any(|f| f.name == name && differs(f));
    let each = seen.chars.saturating_sub(seen.in_links) / seen.suggestion.count.max(1);
    let said = has("author") || has("date");
    !seen.beside && said && each >= REMARK && !has("price") && !leads_away(page, seen)
}

/// The best way to the field `name`.
fn first_way<'a>(seen: &'a SuggestionCandidate, name: &str) -> Option<&'a Ranked> {
    let mut fields = seen.suggestion.fields.iter();
    fields.find(|field| field.name == name)?.ranked.first()
}

/// Whether the title of each record is the text of its link. The links of posts are often others:
/// "reply", "quote", the person's page.
fn is_title_of_link(seen: &SuggestionCandidate) -> bool {
    let (Some(link), Some(title)) = (first_way(seen, "link"), first_way(seen, "title")) else {
        return false;
    };
    let count = |way: &Ranked| way.values.first().map(Vec::len);
    link.alternative.css == title.alternative.css && count(link) == count(title)
}

/// Whether nearly all records have a link of their own on the page's host, and no more text than a
/// list shows of each.
fn links_inside_site(page: &Page, seen: &SuggestionCandidate) -> bool {
    let links = first_way(seen, "link").and_then(|way| way.values.first());
    let is_own = |value: &&String| {
        let url = page.join(value);
        url.is_some_and(|url| url.host_str() == page.url().host_str())
    };
    let own = links.map_or(0, |links| links.iter().filter(is_own).count());
    let count = seen.suggestion.count.min(MAX_READ);
    let each = seen.chars.saturating_sub(seen.in_links) / seen.suggestion.count.max(1);
    own * 10 >= count * 9 && each <= MAX_TEASER
}

/// Whether most records have titles that link to pages other than this one and its parts; a name
/// that links to its person is short.
fn leads_away(page: &Page, seen: &SuggestionCandidate) -> bool {
    let values = |name: &str| first_way(seen, name)?.values.first();
    let (Some(links), Some(titles)) = (values("link"), values("title")) else {
        return false;
    };
    let columns: usize = titles.iter().map(|title| width(title)).sum();
    let own = page.url().path().trim_end_matches('/');
    // A page below a folder near the top is not a part of this page; nor are pages that all have
    // titles of their own, such as the topics of a board.
    let different: BTreeSet<&String> = titles.iter().collect();
    let is_deep = own.matches('/').count() >= 2 && different.len() * 10 < titles.len() * 9;
    let away = |value: &&String| {
        let url = page.join(value);
        url.is_none_or(|url| {
            let path = url.path().trim_end_matches('/');
            path != own && !(is_deep && path.starts_with(own))
        })
    };
    // A short title is a board's name beside a few words, or a person's beside a post.
    let each = seen.chars.saturating_sub(seen.in_links) / seen.suggestion.count.max(1);
    let is_named = each <= MAX_ROW && !links.iter().any(|link| is_of_person(link));
    seen.suggestion.leads
        && (columns >= MIN_TITLE * titles.len() || is_named)
        && links.iter().filter(away).count() * 2 > links.len()
}

fn dense(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars().filter(|c| !c.is_whitespace())
}

/// The width of a text without spaces, in columns.
fn width(text: &str) -> usize {
    dense(text)
        .map(|c| if u32::from(c) >= 0x2E80 { 2 } else { 1 })
        .sum()
}
