//! Feeds (RSS, Atom, JSON Feed): `[feed]`. Without the section the defaults apply.

use serde_json::Value as Json;
use url::Url;

use super::entries::{
    add_usual, entries, is_plain_document, json_finder, plain_document, read_pages_choice,
};
use super::{Compiled, Source};
use crate::model::{DefaultColumn, SourceKind};
use crate::page::Page;
use crate::rules::check::extraction_sections::read_link_filter;
use crate::rules::check::fields::{FieldPlace, read_fields};
use crate::rules::check::next::read_next;
use crate::rules::check::reader::{Faults, Section};
use crate::rules::evaluate::compiled::{Field, List, Next, NextPageMethod};
use crate::rules::sources::compiled_source::Details;
use crate::rules::sources::since::read_since;
use crate::rules::{FeedRule, FieldType, NextRule, RuleFile};
use crate::sources::feed;

/// The values of its entries, and the fields they become.
const USUAL: [(&str, FieldType); 4] = [
    (DefaultColumn::Title.token(), FieldType::Text),
    (DefaultColumn::Date.token(), FieldType::Date),
    (DefaultColumn::Author.token(), FieldType::Text),
    (DefaultColumn::Text.token(), FieldType::Text),
];
/// JSONPath of the address of older entries in the plain form.
const NEXT: &str = "$.next";

pub(super) struct FeedSource;

impl Source for FeedSource {
    fn read(
        &self,
        faults: &mut Faults<'_>,
        root: &Section<'_, '_>,
        file: &mut RuleFile,
    ) -> Compiled {
        let (rule, list) = read_feed(faults, root);
        file.feed = rule;
        Compiled {
            list: Some(list),
            ..Compiled::default()
        }
    }

    fn clear(&self, file: &mut RuleFile) {
        file.feed = None;
    }

    fn reports_changes(&self) -> bool {
        true
    }

    fn next<'f>(&self, file: &'f RuleFile) -> Option<&'f NextRule> {
        file.feed.as_ref()?.next.as_ref()
    }

    fn missing_document(&self) -> Option<&'static str> {
        Some("no-feed")
    }

    fn plain_document(&self, source: &str) -> Option<Json> {
        plain_document(feed(source)?, SourceKind::Feed)
    }

    fn is_document(&self, page: &Page) -> bool {
        is_plain_document(page)
    }

    fn named_documents(&self, feeds: Vec<Url>, _sitemaps: Vec<Url>) -> Vec<Url> {
        feeds.into_iter().take(1).collect()
    }
}

fn read_feed(faults: &mut Faults<'_>, root: &Section<'_, '_>) -> (Option<FeedRule>, List) {
    let keys = ["pages", "next", "allow", "deny", "since", "field"];
    let section = root.section(faults, "feed", &keys);
    let mut file = FeedRule::default();
    let mut list = entries();
    if let Some(section) = &section {
        let (choice, details) = read_pages_choice(faults, section, Details::Always, true);
        file.pages = choice;
        list.ways.details = details;
        if let Some(node) = section.node("next") {
            (file.next, list.next) = read_next(faults, "[feed] next", node).unzip();
        }
        (file.filter, (list.allow, list.deny)) = read_link_filter(faults, section);
        (file.since, list.ways.since) = read_since(faults, section).unzip();
        let fields = read_fields(faults, section, "feed.", FieldPlace::List);
        (file.fields, list.fields) = (fields.file, fields.compiled);
    }
    // With `auto` the feed's own next link is used, up to the page limit.
    let limited = file.next.as_ref().is_some_and(|next| next.auto);
    if list.next.is_none() || limited {
        list.next = json_finder(NEXT).map(|finder| Next {
            way: NextPageMethod::Link(finder),
        });
    }
    let is_text = |field: &Field| field.name == DefaultColumn::Text.token();
    // The page has the text; a teaser would replace it.
    list.ways.text_of_alone =
        list.ways.details == Details::Always && !list.fields.iter().any(is_text);
    add_usual(&mut list, &USUAL);
    (section.map(|_| file), list)
}
