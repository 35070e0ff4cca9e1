//! Scores the alternatives of an existing rule, and adds others. Input: a rule and a page.
//! Output: ranked alternatives. The rule's current results are used as picks to learn from;
//! alternatives of the rule without a learned equivalent keep their place with their results.

use jiff::Timestamp;

use super::accept_suggestions::file_in;
use super::examples::sorted;
use super::{ExamplePage, Work};
use crate::protocol::PageTicket;
use crate::protocol::authoring::{PageRole, WorkbenchPart, WorkbenchPick, WorkbenchTarget};
use bowerbird_logic::authoring::learn::containers::{elements_of, holder};
use bowerbird_logic::authoring::learn::{
    MAX_ALTERNATIVES, Ranked, learn_containers, learn_fields, learn_inside,
};
use bowerbird_logic::page::{ElementIndex, Page};
use bowerbird_logic::rules::{Alternative, FieldRule, RuleFile};

/// The maximum number of values used for learning.
const MAX_EXAMPLES: usize = 3;
/// The assumed stability of an alternative that the learner would not have found.
const UNKNOWN_STABILITY: f64 = 0.3;

/// The alternatives of the rule for `part`, in their order, then others with the same results.
pub(crate) fn alternatives(
    rule_toml: &str,
    role: PageRole,
    part: &WorkbenchPart,
    page: &Page,
    now: Timestamp,
) -> Vec<Ranked> {
    let Ok(file) = file_in(rule_toml, page, role) else {
        return Vec::new();
    };
    let own = alternatives_of(&file, role, part);
    let learned = learned(rule_toml, &file, role, part, page, now);
    let mut ranked: Vec<Ranked> = own
        .into_iter()
        .map(|way| {
            let same = learned.iter().find(|one| one.alternative == way);
            // Differences only between child and descendant do not affect the score.
            let alike = || {
                let loose = loosened(&way);
                learned
                    .iter()
                    .find(|one| loosened(&one.alternative) == loose)
            };
            let judged = same.or_else(alike).cloned().unwrap_or_else(|| Ranked {
                stability: UNKNOWN_STABILITY,
                ..Ranked::default()
            });
            Ranked {
                alternative: way,
                ..judged
            }
        })
        .collect();
    for one in learned {
        if ranked
            .iter()
            .all(|known| known.alternative != one.alternative)
        {
            ranked.push(one);
        }
    }
    ranked.truncate(MAX_ALTERNATIVES);
    ranked
}

/// The alternative with every child relation replaced by descendant.
fn loosened(way: &Alternative) -> Alternative {
    let css = way.css.as_ref().map(|css| css.replace(" > ", " "));
    Alternative { css, ..way.clone() }
}

/// The alternatives of a part in the rule.
fn alternatives_of(file: &RuleFile, role: PageRole, part: &WorkbenchPart) -> Vec<Alternative> {
    let list = file.list.as_ref().filter(|_| role == PageRole::List);
    let record = file.record.as_ref().filter(|_| role == PageRole::Records);
    let next = match (list, record) {
        (Some(list), _) => list.next.as_ref(),
        (_, Some(record)) => record.next.as_ref(),
        _ => file.content.next.as_ref(),
    };
    match part {
        WorkbenchPart::Item => {
            let item = list.and_then(|list| list.item.clone());
            let item = item.or_else(|| record.map(|record| record.item.clone()));
            item.iter().flat_map(Alternative::ranked).collect()
        }
        WorkbenchPart::Link => list.map_or_else(Vec::new, |list| list.link.ranked()),
        WorkbenchPart::Next => {
            let way = next.map(|next| &next.way);
            way.filter(|way| **way != Alternative::default())
                .map_or_else(Vec::new, Alternative::ranked)
        }
        WorkbenchPart::Content => file.content.select.clone(),
        WorkbenchPart::Field(name) => {
            let fields: &[FieldRule] = match (role, list) {
                (PageRole::List, Some(list)) => &list.fields,
                (PageRole::List, None) => &[],
                _ => &file.fields,
            };
            let field = fields.iter().find(|field| field.name == *name);
            field.map(|field| field.select.clone()).unwrap_or_default()
        }
    }
}

/// Alternatives learned from the rule's results on the page.
fn learned(
    rule_toml: &str,
    file: &RuleFile,
    role: PageRole,
    part: &WorkbenchPart,
    page: &Page,
    now: Timestamp,
) -> Vec<Ranked> {
    let item = alternatives_of(file, role, &WorkbenchPart::Item)
        .into_iter()
        .next();
    let reading = crate::workbench::reading::read_page(rule_toml, role, page, now);
    let marks = reading.marks.iter().filter(|marks| marks.part == *part);
    let mut found: Vec<ElementIndex> = marks.flat_map(|marks| marks.elements.clone()).collect();
    if *part == WorkbenchPart::Item {
        let examples: Vec<(usize, ElementIndex)> =
            found.iter().take(MAX_EXAMPLES).map(|e| (0, *e)).collect();
        return learn_containers(&[page], &examples, &[]);
    }
    if let Some(item) = &item {
        // One per record: several in one would be several values.
        let containers = elements_of(page, item);
        let mut seen = Vec::new();
        found.retain(|element| {
            let own = holder(page, &containers, *element);
            let is_new = own.is_none_or(|own| !seen.contains(&own));
            seen.extend(own);
            is_new
        });
    }
    let most = if item.is_some() { MAX_EXAMPLES } else { 1 };
    let ticket = PageTicket::default();
    let takes = alternatives_of(file, role, part);
    let take = takes.first().and_then(|way| way.take.clone());
    let picks: Vec<WorkbenchPick> = found
        .into_iter()
        .take(most)
        .map(|element| WorkbenchPick {
            ticket,
            role,
            part: part.clone(),
            target: WorkbenchTarget::Element(element),
            take: take.clone(),
            negative: false,
        })
        .collect();
    let work = Work {
        role,
        rule_toml: "",
        picks: &picks,
        part,
        now,
    };
    let Ok(sorted) = sorted(&work, &[ExamplePage { ticket, page }], file) else {
        return Vec::new();
    };
    let (pages, picks) = sorted.only(part);
    let inside = item.filter(|_| *part != WorkbenchPart::Next);
    let fields = match &inside {
        Some(item) => learn_inside(&pages, item, &picks).map(|learned| learned.fields),
        None => learn_fields(&pages, &picks),
    };
    let first = fields.unwrap_or_default().into_iter().next();
    first.map(|field| field.ranked).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::*;

    #[test]
    fn a_way_that_is_alike_is_judged_alike() {
        let rule = r#"
[site]
name = "A"
kind = "list"
start = ["http://a.example/"]
[list]
item = { css = "article" }
link = { css = "h2 a", take = "href" }
[[list.field]]
name = "title"
select = [ { css = "h2 a" } ]
"#;
        let items = (1..6).map(|n| {
            format!(
                "<article><h2><a href=/{n}>SiteWeek {n}</a></h2><p>About story {n}</p></article>"
            )
        });
        let url = Url::parse("http://a.example/").expect("a URL");
        let page = Page::parse(&items.collect::<String>(), &url);
        let part = WorkbenchPart::Field("title".to_owned());
        let now = Timestamp::UNIX_EPOCH;
        let ranked = alternatives(rule, PageRole::List, &part, &page, now);
        let first = ranked.first().expect("a way");
        assert_eq!(first.alternative.css.as_deref(), Some("h2 a"));
        assert!(first.stability > 0.6, "{ranked:?}");
    }
}
