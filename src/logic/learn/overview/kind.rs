//! Which kind of page it is: how much of what generic extraction takes for the content lies in
//! repeated records, what these hold, and what the page calls itself. Flows in: a page and what
//! it repeats. Flows out: a kind with reasons.

use super::super::suggest::{Seen, differs};
use super::PageKind;
use crate::logic::generic::{self, Method};
use crate::logic::messages::Message;
use crate::logic::page::{ElementIndex, Page, inner_text};

/// Most lines of the content that are looked for in records.
const MAX_LINES: usize = 400;
/// Most text of records in which they are looked for, in bytes.
const MAX_TEXT: usize = 400_000;
/// Columns of text that make an article; wide letters count twice.
const ENOUGH: usize = 400;
/// Most characters beside the links that a teaser has.
const MAX_TEASER: usize = 300;
/// Most characters beside the links that a row of data has.
const MAX_ROW: usize = 160;
/// Columns of a title, on average, that is more than a name.
const MIN_TITLE: usize = 16;
/// Columns under which a post says nothing.
const REMARK: usize = 30;

/// The kind of `page`, and why.
pub(super) fn kind(page: &Page, seen: &[Seen]) -> (PageKind, Vec<Message>) {
    if let Some(found) = of_document(page) {
        return found;
    }
    let content = generic::extract(page, Method::Auto).text;
    let all = width(&content);
    let calls_itself = CallsItself::of(page);
    let posts = seen.iter().take(3).position(|s| is_thread(page, s));
    if let Some(best) = posts {
        let own = beyond(page, &content, seen.iter().skip(best).take(1), usize::MAX);
        // Where posts are taken for remarks under a text, they may still be what there is to read.
        let posted = seen.get(best).map_or(0, |s| s.chars);
        let by_people = seen.get(best).is_some_and(is_by_people);
        let much = !calls_itself.article && by_people && posted * 2 >= all;
        if own * 2 < all || calls_itself.thread || much {
            let kind = PageKind::Thread { best };
            return (kind, with_records("overview-thread", seen, best));
        }
    }
    let is_list = |s: &Seen| is_list(s, calls_itself.article);
    let best = seen.iter().position(is_list);
    // A box that holds most of the content is no teaser among others.
    let most = all * 3 / 5;
    let own = beyond(page, &content, seen.iter().filter(|s| is_list(s)), most);
    let in_list = best.and_then(|best| seen.get(best)).map_or(0, |s| s.chars);
    if is_article(own, all, in_list, &calls_itself) {
        let kind = PageKind::Article {
            confidence: confidence(own, all, calls_itself.article),
        };
        let chars = content.chars().filter(|c| !c.is_whitespace()).count();
        let mut why = vec![Message::new("overview-article").with("count", chars)];
        if calls_itself.article {
            why.push(Message::new("overview-article-declared"));
        }
        return (kind, why);
    }
    match best {
        Some(best) => {
            let mut why = with_records("overview-list", seen, best);
            if seen.get(best).is_some_and(|s| s.suggestion.leads) {
                why.push(Message::new("overview-list-leads"));
            }
            (PageKind::List { best }, why)
        }
        None => (PageKind::Nothing, vec![Message::new("overview-nothing")]),
    }
}

/// Whether the content is a text of its own: `own` of `all` columns lie outside of lists, the best
/// of which holds `in_list` characters.
fn is_article(own: usize, all: usize, in_list: usize, calls_itself: &CallsItself) -> bool {
    let mostly = own * 5 >= all * 3;
    if calls_itself.collection {
        return own >= 4 * ENOUGH && mostly;
    }
    if calls_itself.article {
        return all >= ENOUGH / 2 && (own * 4 >= all || own >= 2 * ENOUGH);
    }
    mostly && (own >= 2 * ENOUGH || own >= ENOUGH / 3 && own * 2 >= in_list)
}

/// A feed or a sitemap is no page of text.
fn of_document(page: &Page) -> Option<(PageKind, Vec<Message>)> {
    let start: String = page.source().chars().take(2_000).collect();
    let start = start.trim_start_matches('\u{feff}').trim_start();
    let is_xml = start.starts_with("<?xml") || !start.to_ascii_lowercase().contains("<html");
    let opens = |name: &str| start.contains(name);
    if is_xml && (opens("<rss") || opens("<rdf:RDF") || opens("<feed")) {
        let why = Message::new("overview-feed-itself");
        return Some((PageKind::Feed, vec![why]));
    }
    if is_xml && (opens("<urlset") || opens("<sitemapindex")) {
        let why = Message::new("overview-sitemap-itself");
        return Some((PageKind::Sitemap, vec![why]));
    }
    None
}

fn with_records(id: &str, seen: &[Seen], best: usize) -> Vec<Message> {
    let Some(found) = seen.get(best) else {
        return vec![Message::new(id).with("count", 0)];
    };
    let mut why = vec![Message::new(id).with("count", found.suggestion.count)];
    let names = found.suggestion.fields.iter().take(6);
    let names: Vec<&str> = names.map(|f| f.name.as_str()).collect();
    why.push(Message::new("overview-fields").with("names", names.join(", ")));
    why
}

/// Records that lead to pages of their own, or rows of several short parts.
fn is_list(seen: &Seen, in_article: bool) -> bool {
    let fields = &seen.suggestion.fields;
    let count = seen.suggestion.count.max(1);
    let each = seen.chars.saturating_sub(seen.in_links) / count;
    let links = seen.in_links * 8 >= seen.chars;
    let rows = fields.len() >= 3 && each <= MAX_ROW && count >= 3;
    // The parts of an article may lead elsewhere too; they say more than a teaser.
    let short = each
        <= if in_article {
            MAX_TEASER
        } else {
            4 * MAX_TEASER
        };
    !seen.beside && short && (seen.suggestion.leads && links || rows)
}

/// Posts: who wrote them or when, and what they say, which is no teaser of another page.
fn is_thread(page: &Page, seen: &Seen) -> bool {
    let fields = &seen.suggestion.fields;
    let has = |name: &str| fields.iter().any(|f| f.name == name && differs(f));
    let each = seen.chars.saturating_sub(seen.in_links) / seen.suggestion.count.max(1);
    let said = has("author") || has("date");
    !seen.beside && said && each >= REMARK && !has("price") && !leads_away(page, seen)
}

/// Whether each record says who wrote it, and when.
fn is_by_people(seen: &Seen) -> bool {
    let fields = &seen.suggestion.fields;
    let has = |name: &str| fields.iter().any(|f| f.name == name && differs(f));
    has("author") && has("date")
}

/// Whether most records have titles that link to other pages than this one and its parts; a name
/// that links to its person is short.
fn leads_away(page: &Page, seen: &Seen) -> bool {
    let values = |name: &str| {
        let mut fields = seen.suggestion.fields.iter();
        let field = fields.find(|f| f.name == name)?;
        field.ranked.first()?.values.first()
    };
    let (Some(links), Some(titles)) = (values("link"), values("title")) else {
        return false;
    };
    let columns: usize = titles.iter().map(|title| width(title)).sum();
    let own = page.url().path().trim_end_matches('/');
    // What lies below a folder near the top is no part of one page.
    let is_deep = own.matches('/').count() >= 2;
    let away = |value: &&String| {
        let url = page.join(value);
        url.is_none_or(|url| {
            let path = url.path().trim_end_matches('/');
            path != own && !(is_deep && path.starts_with(own))
        })
    };
    seen.suggestion.leads
        && columns >= MIN_TITLE * titles.len()
        && links.iter().filter(away).count() * 2 > links.len()
}

fn confidence(own: usize, all: usize, declared: bool) -> f64 {
    let share = |part: usize, whole: usize| {
        let part = u32::try_from(part.min(whole)).unwrap_or(u32::MAX);
        f64::from(part) / f64::from(u32::try_from(whole.max(1)).unwrap_or(u32::MAX))
    };
    let said = if declared { 0.2 } else { 0.0 };
    (0.3 + 0.3 * share(own, all) + 0.2 * share(own, 4 * ENOUGH) + said).min(1.0)
}

/// The columns of the content that do not lie in the records of `lists`; records of more than
/// `most` columns are left out.
fn beyond<'s>(
    page: &Page,
    content: &str,
    lists: impl Iterator<Item = &'s Seen>,
    most: usize,
) -> usize {
    let mut held = String::new();
    for item in lists.flat_map(|s| &s.items) {
        if held.len() > MAX_TEXT {
            break;
        }
        let index = ElementIndex::try_from(*item).unwrap_or_default();
        let text = inner_text(page, index);
        if width(&text) <= most {
            held.extend(dense(&text));
            held.push('\n');
        }
    }
    let lines = content.lines().take(MAX_LINES);
    lines
        .map(|line| dense(line).collect::<String>())
        .filter(|line| !held.contains(line.as_str()))
        .map(|line| width(&line))
        .sum()
}

fn dense(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars().filter(|c| !c.is_whitespace())
}

/// Columns of a text without its spaces.
fn width(text: &str) -> usize {
    dense(text)
        .map(|c| if u32::from(c) >= 0x2E80 { 2 } else { 1 })
        .sum()
}

/// What the page says for machines about its kind.
#[derive(Default)]
struct CallsItself {
    article: bool,
    collection: bool,
    thread: bool,
}

impl CallsItself {
    fn of(page: &Page) -> Self {
        let mut said = Self::default();
        for element in page.elements() {
            match element.value().name() {
                "meta" => {
                    let name = element.attr("property").or(element.attr("name"));
                    let content = element.attr("content").unwrap_or_default();
                    said.article |= name == Some("og:type") && content.contains("article");
                    said.article |= name == Some("article:published_time");
                }
                "script" => {
                    let kind = element.attr("type").unwrap_or_default();
                    if kind.to_ascii_lowercase().contains("ld+json") {
                        let text: String = element.text().collect();
                        let text: String = dense(&text).collect();
                        said.add(&text);
                    }
                }
                _ => {}
            }
        }
        said
    }

    fn add(&mut self, json: &str) {
        let names = |kinds: &[&str]| kinds.iter().any(|kind| json.contains(kind));
        self.article |= names(&[
            "\"@type\":\"NewsArticle\"",
            "\"@type\":\"Article\"",
            "\"@type\":\"BlogPosting\"",
            "\"@type\":\"ReportageNewsArticle\"",
        ]);
        self.collection |= names(&[
            "\"@type\":\"CollectionPage\"",
            "\"@type\":\"SearchResultsPage\"",
        ]);
        self.thread |= names(&[
            "\"@type\":\"DiscussionForumPosting\"",
            "\"@type\":\"QAPage\"",
        ]);
    }
}
