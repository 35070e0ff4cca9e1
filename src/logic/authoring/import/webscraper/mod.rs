//! Sitemaps of webscraper.io. Input: JSON with a graph of selectors. Output: one rule. A link
//! on the start pages becomes a list whose content pages contain the link's children; a container
//! without a link becomes records on the start pages themselves.
//!
//! Below: its selectors as fields and as a graph, and their clicks and scrolling.

mod browser_actions;
pub(super) mod fields;
pub(super) mod graph;

use super::address::clean;
use super::draft::{Draft, Imported, next_by, shown};
use super::json::{JsonNode, read};
use super::names::stem;
use super::selectors::css;
use super::{ImportError, SourcePlace};
use crate::messages::Message;
use crate::model::SourceKind;
use crate::rules::{LinkFilter, ListRule, Login, NextRule, RecordRule, SitemapRule, StepPages};
use crate::select::SelectorKind;
use browser_actions::{add_steps, note_keys};
use fields::{fields, nested};
use graph::{Graph, ROOT, SelectorNode};

const KEYS: [&str; 7] = [
    "_id",
    "_rev",
    "id",
    "startUrl",
    "startUrls",
    "selectors",
    "websiteStateSetup",
];

/// The maximum delay that is adopted: longer ones wait for scripts, not for the server.
const MAX_DELAY_MS: u64 = 600_000;

/// Parses a sitemap.
pub(super) fn import(name: &str, text: &str) -> Result<Vec<Imported>, ImportError> {
    let document = read(text)?;
    let all = JsonNode::each(&document);
    let sitemaps: Vec<JsonNode<'_>> = all
        .into_iter()
        .filter(|at| {
            at.value
                .get("selectors")
                .is_some_and(serde_json::Value::is_array)
        })
        .collect();
    if sitemaps.is_empty() {
        return Err(ImportError::NotThisFormat {
            format: "webscraper",
            lacks: "selectors",
        });
    }
    sitemaps.iter().map(|at| sitemap(name, at)).collect()
}

fn sitemap(name: &str, at: &JsonNode<'_>) -> Result<Imported, ImportError> {
    let graph = Graph::read(at)?;
    let mut draft = Draft::new(at.text("_id").unwrap_or(stem(name)), SourceKind::Pages);
    draft.comment("Imported from a webscraper.io sitemap.");
    for key in ["startUrl", "startUrls"] {
        for (place, text) in at.texts(key) {
            draft.start(&place, key, text);
        }
    }
    for key in at.other_keys(&KEYS) {
        draft.dropped_key(&at.place_of(key), key);
    }
    if let Some(setup) = at.get("websiteStateSetup") {
        login(&mut draft, &setup);
    }
    note_orphans(&mut draft, &graph);
    delay(&mut draft, &graph);
    for node in graph.nodes() {
        let on = match graph.is_behind_link(node) {
            true => StepPages::Articles,
            false => StepPages::Lists,
        };
        add_steps(&mut draft, node, on);
    }
    Sitemap { draft, graph }.finish()
}

/// Selectors without an existing parent are never reached.
fn note_orphans(draft: &mut Draft, graph: &Graph<'_>) {
    let known = |id: &str| id == ROOT || graph.nodes().iter().any(|node| node.id == id);
    for node in graph.nodes() {
        for parent in node.parents.iter().filter(|parent| !known(parent)) {
            let message = Message::new("import-no-parent")
                .with("what", shown(node.id))
                .with("parent", shown(parent));
            draft.dropped(&node.at.place_of("parentSelectors"), message);
        }
    }
}

/// The longest delay that a selector requests.
fn delay(draft: &mut Draft, graph: &Graph<'_>) {
    let asked = graph
        .nodes()
        .iter()
        .filter_map(|node| Some((node.at.number("delay")?, node)));
    let Some((delay, node)) = asked.max_by_key(|(delay, _)| *delay) else {
        return;
    };
    if delay > 1_000 {
        draft.file.politeness.delay = format!("{}ms", delay.min(MAX_DELAY_MS));
        draft.note_imported(&node.at.place_of("delay"), "delay", "[politeness] delay");
    }
}

/// The login settings: address and form fields, never user name and password.
fn login(draft: &mut Draft, setup: &JsonNode<'_>) {
    let mut found = Login::default();
    for action in setup.list("actions") {
        let place = action.place();
        match action.text("type").unwrap_or("") {
            "openUrl" => match action.text("url").and_then(clean) {
                Some(address) => {
                    found.url = address.url;
                    draft.note_imported(&action.place_of("url"), "openUrl", "[login] url");
                }
                None => draft.dropped(
                    &place,
                    Message::new("import-bad-address").with("what", "openUrl"),
                ),
            },
            "textInput" | "passwordInput" => {
                let password = action.text("type") == Some("passwordInput");
                let name = action.text("selector").and_then(input_name);
                let part = if password {
                    &mut found.password_field
                } else {
                    &mut found.user_field
                };
                if part.is_none() {
                    *part = name;
                }
                let message = Message::new("import-secret").with("what", "value");
                draft.dropped(&action.place_of("value"), message);
            }
            _ => {
                let message = Message::new("import-form-fields").with("what", "websiteStateSetup");
                draft.dropped(&place, message);
            }
        }
    }
    if let Some(selector) = setup.text("performWhenNotFoundSelector") {
        let place = setup.place_of("performWhenNotFoundSelector");
        let key = "performWhenNotFoundSelector";
        if draft
            .checked_alternative(&place, key, SelectorKind::Css, selector, None)
            .is_some()
        {
            found.success = Some(selector.trim().to_owned());
            draft.note_imported(&place, key, "[login] success");
        }
    }
    if found.url.is_empty() {
        draft.dropped(&setup.place(), Message::new("import-login-address"));
    } else {
        draft.file.login = Some(found);
    }
}

/// The name of the field in `input[name="user"]`.
fn input_name(selector: &str) -> Option<String> {
    let (_, after) = selector.split_once("[name=")?;
    let (name, _) = after.split_once(']')?;
    let name = name.trim_matches(['"', '\'']);
    (!name.is_empty()).then(|| name.to_owned())
}

/// A sitemap being converted to a rule.
struct Sitemap<'a> {
    draft: Draft,
    graph: Graph<'a>,
}

impl<'a> Sitemap<'a> {
    fn finish(mut self) -> Result<Imported, ImportError> {
        let roots: Vec<SelectorNode<'a>> = self.graph.children(ROOT).into_iter().cloned().collect();
        if let Some(node) = roots.iter().find(|n| n.kind == "SelectorSitemapXmlLink") {
            self.xml_sitemap(node);
        } else {
            let paginations: Vec<SelectorNode<'a>> = self
                .graph
                .nodes()
                .iter()
                .filter(|node| node.is_pagination() && self.is_at_top(node))
                .cloned()
                .collect();
            let ids: Vec<&str> = std::iter::once(ROOT)
                .chain(paginations.iter().map(|node| node.id))
                .collect();
            let top: Vec<SelectorNode<'a>> = self
                .graph
                .children_of(&ids)
                .into_iter()
                .filter(|node| !node.is_pagination())
                .cloned()
                .collect();
            let next = self.next(&paginations);
            self.pages_or_list(&top, next);
        }
        if !self.draft.has_content() {
            return Err(ImportError::Nothing);
        }
        self.draft.finish()
    }

    /// Whether a pagination is on the start pages, directly or via another one.
    fn is_at_top(&self, node: &SelectorNode<'_>) -> bool {
        node.parents.iter().any(|parent| {
            *parent == ROOT
                || self
                    .graph
                    .nodes()
                    .iter()
                    .any(|other| other.id == *parent && other.is_pagination())
        }) || (node.recursive && node.parents.is_empty())
    }

    fn next(&mut self, paginations: &[SelectorNode<'a>]) -> Option<NextRule> {
        let (first, others) = paginations.split_first()?;
        if first.is_load_more() {
            // Its clicks are a step.
            return self.next(others);
        }
        for other in others {
            let message = Message::new("import-one-link").with("what", shown(other.id));
            self.draft.dropped(&other.place(), message);
        }
        note_keys(&mut self.draft, first);
        let place = first.at.place_of("selector");
        let selector = css(first.selector);
        let way = self.draft.checked_alternative(
            &place,
            first.id,
            SelectorKind::Css,
            &selector,
            Some("href"),
        )?;
        let most = first.at.number("maxPages").filter(|most| *most > 0);
        let most = most.and_then(|most| u32::try_from(most.min(1_000_000)).ok());
        self.draft.note_imported(&first.place(), first.id, "next");
        if first.is_clicked_pagination() {
            let message = Message::new("import-click-pages").with("what", shown(first.id));
            self.draft
                .changed(&first.at.place_of("paginationType"), message);
        }
        Some(next_by(way, most))
    }

    fn pages_or_list(&mut self, top: &[SelectorNode<'a>], next: Option<NextRule>) {
        let mut links: Vec<(SelectorNode<'a>, Option<SelectorNode<'a>>)> = Vec::new();
        for node in top {
            if node.is_link() {
                links.push((node.clone(), None));
            } else if node.is_container() {
                let inner = self.graph.children(node.id).into_iter();
                let inner: Vec<SelectorNode<'a>> = inner.filter(|n| n.is_link()).cloned().collect();
                links.extend(inner.into_iter().map(|link| (link, Some(node.clone()))));
            }
        }
        // A link with child selectors is followed; otherwise one that may match often.
        let best = links
            .iter()
            .position(|(link, _)| !self.graph.children(link.id).is_empty())
            .or_else(|| {
                links
                    .iter()
                    .position(|(link, item)| item.is_none() && link.multiple)
            });
        match best.and_then(|best| links.get(best).cloned()) {
            Some((link, item)) => self.list(top, &link, item.as_ref(), next),
            None => self.pages(top, next),
        }
    }

    fn list(
        &mut self,
        top: &[SelectorNode<'a>],
        link: &SelectorNode<'a>,
        item: Option<&SelectorNode<'a>>,
        next: Option<NextRule>,
    ) {
        note_keys(&mut self.draft, link);
        let place = link.at.place_of("selector");
        let selector = css(link.selector);
        let Some(way) = self.draft.checked_alternative(
            &place,
            link.id,
            SelectorKind::Css,
            &selector,
            Some("href"),
        ) else {
            return;
        };
        let container = item.and_then(|item| self.container(item));
        self.draft.file.site.kind = SourceKind::List;
        self.draft.file.list = Some(ListRule {
            item: container,
            link: way,
            next,
            ..ListRule::default()
        });
        self.draft
            .note_imported(&link.place(), link.id, "[list] link");
        if let Some(item) = item.filter(|_| self.draft.file.list.iter().any(|l| l.item.is_some())) {
            self.draft
                .note_imported(&item.place(), item.id, "[list] item");
            for child in self.owned_children(item.id) {
                let made = if child.is_container() {
                    nested(&mut self.draft, &self.graph, &child)
                } else if child.id == link.id {
                    self.link_text(&child)
                } else {
                    self.leaf(&child)
                };
                for field in made {
                    self.draft.list_field(&child.place(), field);
                }
            }
        }
        for other in top {
            if other.id != link.id && item.is_none_or(|item| item.id != other.id) {
                let message = Message::new("import-beside-list").with("what", shown(other.id));
                self.draft.dropped(&other.place(), message);
            }
        }
        self.content(link.id);
    }

    /// The column for the text of the followed link.
    fn link_text(&mut self, link: &SelectorNode<'_>) -> Vec<crate::rules::FieldRule> {
        fields(&mut self.draft, link, None)
            .into_iter()
            .take(1)
            .map(|field| crate::rules::FieldRule {
                many: false,
                ..field
            })
            .collect()
    }

    fn container(&mut self, item: &SelectorNode<'_>) -> Option<crate::rules::Alternative> {
        note_keys(&mut self.draft, item);
        let place = item.at.place_of("selector");
        let selector = css(item.selector);
        self.draft
            .checked_alternative(&place, item.id, SelectorKind::Css, &selector, None)
    }

    fn owned_children(&self, id: &str) -> Vec<SelectorNode<'a>> {
        self.graph.children(id).into_iter().cloned().collect()
    }

    /// A field that is not a container; a link with further pages behind it is noted.
    fn leaf(&mut self, node: &SelectorNode<'a>) -> Vec<crate::rules::FieldRule> {
        for child in self.owned_children(node.id) {
            let message = Message::new("import-deeper").with("what", shown(child.id));
            self.draft.dropped(&child.place(), message);
        }
        fields(&mut self.draft, node, None)
    }

    /// The fields on the pages that the link points to.
    fn content(&mut self, link: &str) {
        let children = self.owned_children(link);
        let (paginations, children): (Vec<_>, Vec<_>) =
            children.into_iter().partition(SelectorNode::is_pagination);
        let ids: Vec<&str> = paginations.iter().map(|node| node.id).collect();
        let behind = self.graph.children_of(&ids).into_iter().cloned();
        let mut all = children;
        for node in behind
            .filter(|node| !node.is_pagination())
            .collect::<Vec<_>>()
        {
            if all.iter().all(|known| known.id != node.id) {
                all.push(node);
            }
        }
        let next = self.next(&paginations);
        self.fill(&all, next, true);
    }

    /// Rules without a list: the start pages are the content.
    fn pages(&mut self, top: &[SelectorNode<'a>], next: Option<NextRule>) {
        self.fill(top, next, false);
    }

    /// Fields of a page; if a single container is the only one, its matches are the records.
    fn fill(&mut self, nodes: &[SelectorNode<'a>], next: Option<NextRule>, behind_link: bool) {
        let records = match nodes {
            [only] if only.is_container() && only.multiple => Some(only.clone()),
            _ => None,
        };
        if let Some(node) = records
            && let Some(item) = self.container(&node)
        {
            self.draft.file.record = Some(RecordRule { item, next });
            self.draft
                .note_imported(&node.place(), node.id, "[record] item");
            let children = self.owned_children(node.id);
            return self.fields_of(&children);
        }
        if behind_link || next.is_some() {
            self.draft.file.content.next = next;
        }
        self.note_unpaired(nodes);
        self.fields_of(nodes);
    }

    fn fields_of(&mut self, nodes: &[SelectorNode<'a>]) {
        for node in nodes.iter().filter(|node| !node.is_pagination()) {
            let made = if node.is_container() {
                nested(&mut self.draft, &self.graph, node)
            } else {
                self.leaf(node)
            };
            for field in made {
                self.draft.field(&node.place(), field);
            }
        }
    }

    /// Two selectors with several matches often produce separate rows there, and lists here.
    fn note_unpaired(&mut self, nodes: &[SelectorNode<'a>]) {
        let many: Vec<&SelectorNode<'a>> = nodes
            .iter()
            .filter(|node| node.multiple && !node.is_container() && !node.is_pagination())
            .collect();
        if let [_, second, ..] = many.as_slice() {
            let message = Message::new("import-unpaired").with("what", shown(second.id));
            self.draft.changed(&second.place(), message);
        }
    }

    /// Addresses from XML sitemaps: a separate kind.
    fn xml_sitemap(&mut self, node: &SelectorNode<'a>) {
        self.draft.file.site.kind = SourceKind::Sitemap;
        self.draft.file.site.start.clear();
        for (place, text) in node.at.texts("sitemapXmlUrls") {
            self.draft.start(&place, "sitemapXmlUrls", text);
        }
        if let Some(pattern) = node.at.text("sitemapXmlUrlRegex") {
            let place = node.at.place_of("sitemapXmlUrlRegex");
            if regex::Regex::new(pattern).is_ok() {
                self.draft.file.sitemap = Some(SitemapRule {
                    filter: LinkFilter {
                        allow: vec![pattern.to_owned()],
                        ..LinkFilter::default()
                    },
                    ..SitemapRule::default()
                });
                self.draft
                    .note_imported(&place, "sitemapXmlUrlRegex", "[sitemap] allow");
            } else {
                self.draft.dropped_key(&place, "sitemapXmlUrlRegex");
            }
        }
        let place: SourcePlace = node.place();
        self.draft.note_imported(&place, node.id, "[site] start");
        self.content(node.id);
        if !self.draft.has_content() {
            self.draft.file.content.generic = Some(toml::Value::String("auto".to_owned()));
        }
    }
}
