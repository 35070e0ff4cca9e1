//! Whether the pages behind a list are threads, learned from a few of them while its address is
//! looked at. Input: the look and the pages. Output: the look with one record per post as its first
//! way to collect, where the pages fall into posts.

use jiff::Timestamp;

use super::super::PageRole;
use super::super::author::accept_suggestions::{proposed_next, set_next, with_suggestion};
use super::super::page_analysis::grasp;
use super::super::reading::read_with;
use crate::protocol::{AddressPreview, SourceChoice};
use bowerbird_logic::authoring::learn::{OverviewKind, Suggestion, pagination};
use bowerbird_logic::messages::{Arg, Message};
use bowerbird_logic::model::SourceKind;
use bowerbird_logic::page::Page;
use bowerbird_logic::rules::{NextRule, RuleFile, parse, rewrite, write};

/// The number of posts from which a page tells where posts are.
const LEAST_POSTS: usize = 2;

/// The look with the posts of the threads `pages` as the first choice, if a list leads to them. The
/// choice of one record per thread stays and says what it leaves out.
pub(crate) fn with_posts(
    mut look: AddressPreview,
    pages: &[Page],
    now: Timestamp,
) -> AddressPreview {
    let Some(place) = look.choices.iter().position(leaves_posts_open) else {
        return look;
    };
    let Some(list) = look.choices.get_mut(place) else {
        return look;
    };
    let Some((rule_toml, posts)) = rule_of_posts(&list.rule_toml, pages, now) else {
        return look;
    };
    let count = list.label.args.iter().find(|(name, _)| name == "count");
    let threads = count.and_then(|(_, count)| match count {
        Arg::Number(count) => Some(*count),
        _ => None,
    });
    let label = Message::new("look-choice-posts")
        .with("count", threads.unwrap_or_default())
        .with("posts", posts);
    let choice = SourceChoice {
        label,
        titles: list.titles.clone(),
        rule_toml,
        doubts: Vec::new(),
    };
    list.doubts.push(Message::new("look-doubt-one-per-thread"));
    look.choices.insert(0, choice);
    look
}

/// Whether a choice is a list whose pages are one record each.
fn leaves_posts_open(choice: &SourceChoice) -> bool {
    parse(&choice.rule_toml).is_ok_and(|rule| {
        let file = rule.file();
        file.site.kind == SourceKind::List && file.record.is_none()
    })
}

/// The rule of a list with the posts of its threads, and how many posts the first of `pages` with
/// several has. A selector counts only if it finds posts on each of them: on a thread without answers
/// too.
fn rule_of_posts(rule_toml: &str, pages: &[Page], now: Timestamp) -> Option<(String, usize)> {
    let base = parse(rule_toml).ok()?.file().clone();
    let next = pages
        .iter()
        .find_map(|page| proposed_next(&pagination(page)).map(|(next, _)| next));
    // The threads that were read may be short ones.
    let next = next.unwrap_or_else(NextRule::auto);
    pages.iter().find_map(|page| {
        let suggestion = posts_of(page, now)?;
        let (mut file, role) = with_suggestion(&suggestion, &base);
        set_next(&mut file, role, next.clone()).ok()?;
        let posts = posts_on(&file, page, now);
        let on_all = pages.iter().all(|page| posts_on(&file, page, now) > 0);
        let written = rewrite(rule_toml, &file).ok()?;
        (posts >= LEAST_POSTS && on_all).then_some((written, posts))
    })
}

/// The posts of a page that is a thread.
fn posts_of(page: &Page, now: Timestamp) -> Option<Suggestion> {
    let grasp = grasp(page, now);
    let OverviewKind::Thread { best } = grasp.understood.overview.kind else {
        return None;
    };
    let suggestions = grasp.understood.overview.suggestions;
    suggestions.into_iter().nth(best).filter(|s| !s.leads)
}

fn posts_on(file: &RuleFile, page: &Page, now: Timestamp) -> usize {
    let rule = parse(&write(file)).ok();
    rule.map_or(0, |rule| {
        read_with(&rule, PageRole::Records, page, now).count
    })
}
