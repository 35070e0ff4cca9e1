//! JSON of an interface: `[api]`.

use serde_json::Value as Json;

use super::entries::{json_finder, read_pages_choice};
use super::{Compiled, Source};
use crate::messages::Message;
use crate::page::Page;
use crate::rules::check::extraction_sections::{read_link_filter, unzip_all};
use crate::rules::check::fields::{FieldPlace, read_fields};
use crate::rules::check::next::{ID, read_next, read_parameter};
use crate::rules::check::reader::{Faults, Section};
use crate::rules::check::select::{Role, read_alternative, read_container};
use crate::rules::evaluate::compiled::List;
use crate::rules::sources::compiled_source::{CompiledSource, Details};
use crate::rules::{Alternative, ApiRule, NextRule, RuleFile};
use crate::sources::{MAX_DATA_NAME, is_json_template, json};

pub(super) struct ApiSource;

impl Source for ApiSource {
    fn read(
        &self,
        faults: &mut Faults<'_>,
        root: &Section<'_, '_>,
        file: &mut RuleFile,
    ) -> Compiled {
        let (rule, list) = read_api(faults, root).unzip();
        file.api = rule;
        Compiled {
            list,
            ..Compiled::default()
        }
    }

    fn begin(&self, file: &mut RuleFile) {
        file.api.get_or_insert_with(|| ApiRule {
            item: Alternative {
                jsonpath: Some("$[*]".to_owned()),
                ..Alternative::default()
            },
            ..ApiRule::default()
        });
    }

    fn clear(&self, file: &mut RuleFile) {
        file.api = None;
    }

    fn missing_section(&self) -> Option<&'static str> {
        Some("rules-missing-api")
    }

    fn reports_changes(&self) -> bool {
        true
    }

    fn next<'f>(&self, file: &'f RuleFile) -> Option<&'f NextRule> {
        file.api.as_ref()?.next.as_ref()
    }

    fn missing_document(&self) -> Option<&'static str> {
        Some("no-json")
    }

    fn plain_document(&self, source: &str) -> Option<Json> {
        json(source)
    }

    fn is_document(&self, page: &Page) -> bool {
        page.source().starts_with(['{', '[']) && page.elements().count() < 5
    }
}

fn read_api(faults: &mut Faults<'_>, root: &Section<'_, '_>) -> Option<(ApiRule, List)> {
    let keys = [
        "data", "item", "link", "key", "next", "newer", "body", "pages", "allow", "deny", "field",
    ];
    let section = root.section(faults, "api", &keys)?;
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
    let data = section.text(faults, "data");
    if let Some(data) = &data {
        let name = data.value.trim();
        if name.is_empty() || name != data.value || name.chars().nth(MAX_DATA_NAME).is_some() {
            faults.add(data.span.start, Message::new("rules-api-data"));
        } else if body.is_some() {
            faults.add(data.span.start, Message::new("rules-api-data-body"));
        }
    }
    let (pages, details) = read_pages_choice(faults, &section, Details::Never, false);
    let (filter, (allow, deny)) = read_link_filter(faults, &section);
    let fields = read_fields(faults, &section, "api.", FieldPlace::List);
    if details != Details::Never && section.node("link").is_none() {
        let start = section.key_start("pages");
        faults.add(start, Message::new("rules-api-pages-link"));
    }
    let (item_file, item) = item?;
    if item_file.ranked().iter().any(|way| way.jsonpath.is_none()) {
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
        data: data.map(|text| text.value),
        item: item_file,
        link: link_file,
        key: key_file,
        next: next_file,
        newer: newer.clone(),
        body: body.map(|text| text.value),
        pages,
        filter,
        fields: fields.file,
    };
    let list = List {
        item: Some(item),
        link,
        changed: None,
        next,
        allow,
        deny,
        named: None,
        fields: fields.compiled,
        ways: CompiledSource {
            details,
            linkless,
            key,
            newer,
            ..CompiledSource::default()
        },
    };
    Some((file, list))
}
