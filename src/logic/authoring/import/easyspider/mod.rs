//! Tasks of EasySpider: the subset that opens pages, iterates over a list, follows its links and
//! extracts values. Input: JSON with a graph of nodes. Output: one rule. Nodes, loops and
//! values that run code, scripts or commands are dropped with everything inside them.
//!
//! Below: the nodes of a task, and what it does on pages as steps.

pub(super) mod nodes;
mod steps;

use std::collections::BTreeSet;

use super::draft::{Draft, Imported, next_by, shown};
use super::json::{JsonNode, read};
use super::names::stem;
use super::{ImportError, SourcePlace};
use crate::messages::Message;
use crate::model::SourceKind;
use crate::rules::{Alternative, FieldRule, ListRule, NextRule, RecordRule, StepPages};
use crate::select::SelectorKind;
use nodes::{
    Does, EasySpiderNode, ExtractionContext, Loop, extracted, in_loop, nodes, note_scripts,
};

/// The maximum nesting of loops and sequences; real tasks nest less.
const DEEPEST: usize = 32;

/// Parses a task.
pub(super) fn import(name: &str, text: &str) -> Result<Vec<Imported>, ImportError> {
    let document = read(text)?;
    let root = JsonNode::root(&document);
    let graph = nodes(&root);
    if graph.is_empty() {
        return Err(ImportError::NotThisFormat {
            format: "easyspider",
            lacks: "graph",
        });
    }
    let mut draft = Draft::new(root.text("name").unwrap_or(stem(name)), SourceKind::Pages);
    draft.comment("Imported from an EasySpider task.");
    for key in ["cookies", "cookie", "proxy", "userDataFolder"] {
        if root.get(key).is_some() {
            draft.dropped_key(&root.place_of(key), key);
        }
    }
    let mut task = Task {
        draft,
        graph,
        root: &root,
        seen: BTreeSet::new(),
        item: None,
        link: None,
        next: None,
        item_fields: Vec::new(),
        page_fields: Vec::new(),
        texts: None,
    };
    let first = task.graph.first().map(|node| node.sequence.clone());
    task.run(&first.unwrap_or_default(), Level::Start, 0);
    task.finish().map(|imported| vec![imported])
}

/// The page level of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Level {
    /// On the start pages.
    Start,
    /// In the loop over the list's items.
    Item,
    /// On the page that an item links to.
    Detail,
}

struct Task<'a> {
    draft: Draft,
    graph: Vec<EasySpiderNode<'a>>,
    root: &'a JsonNode<'a>,
    seen: BTreeSet<usize>,
    item: Option<(SourcePlace, Alternative)>,
    link: Option<(SourcePlace, Alternative)>,
    next: Option<NextRule>,
    item_fields: Vec<(SourcePlace, FieldRule)>,
    page_fields: Vec<(SourcePlace, FieldRule)>,
    /// The texts of the loop around the current node.
    texts: Option<Vec<String>>,
}

impl Level {
    /// The pages on which something is done; `None` in a loop over items.
    fn pages(self) -> Option<StepPages> {
        match self {
            Self::Start => Some(StepPages::Lists),
            Self::Item => None,
            Self::Detail => Some(StepPages::Articles),
        }
    }
}

impl<'a> Task<'a> {
    /// Runs the nodes of a sequence; after a click on an item, the rest applies to its page.
    fn run(&mut self, sequence: &[usize], level: Level, depth: usize) {
        let mut level = level;
        for number in sequence {
            let Some(node) = self.graph.get(*number).cloned() else {
                continue;
            };
            // A task with a cycle is followed once.
            if depth > DEEPEST || !self.seen.insert(*number) {
                let message = Message::new("import-node-again");
                self.draft.dropped(&node.settings.place(), message);
                continue;
            }
            level = self.node(&node, level, depth);
        }
    }

    fn node(&mut self, node: &EasySpiderNode<'a>, level: Level, depth: usize) -> Level {
        let place = node.settings.place();
        match node.does {
            Does::Sequence => self.run(&node.sequence, level, depth + 1),
            Does::Open => self.open(node),
            Does::Click => return self.click(node, level),
            Does::Extract => self.extract(node, level),
            Does::Input => match level.pages() {
                Some(on) => steps::input(&mut self.draft, node, self.texts.as_deref(), on),
                None => self
                    .draft
                    .left_out(&place, Message::new("import-browser-step")),
            },
            Does::Choose => match level.pages() {
                Some(on) => steps::choose(&mut self.draft, &node.settings, on),
                None => self
                    .draft
                    .left_out(&place, Message::new("import-browser-step")),
            },
            Does::Code | Does::Loop(Loop::Code) => self.draft.dropped_code(&place, "code"),
            Does::Browser => {
                let message = Message::new("import-browser-step");
                self.draft.left_out(&place, message);
            }
            Does::Judge => self.draft.dropped(&place, Message::new("import-judge")),
            Does::Unknown => self
                .draft
                .dropped_key(&node.settings.place_of("option"), "option"),
            Does::Loop(kind) => self.repeat(node, kind, level, depth),
        }
        level
    }

    fn open(&mut self, node: &EasySpiderNode<'a>) {
        note_scripts(&mut self.draft, &node.settings);
        if node.settings.flag("useLoop") {
            return;
        }
        self.addresses(&node.settings, &["links", "url"]);
        steps::scroll(&mut self.draft, &node.settings, StepPages::Lists);
    }

    /// Addresses, one per line, from the first key that has any.
    fn addresses(&mut self, at: &JsonNode<'a>, keys: &[&str]) {
        for key in keys {
            let texts = at.texts(key);
            if texts.iter().all(|(_, text)| text.trim().is_empty()) {
                continue;
            }
            for (place, text) in texts {
                for line in text.lines().filter(|line| !line.trim().is_empty()) {
                    self.draft.start(&place, key, line);
                }
            }
            return;
        }
    }

    fn click(&mut self, node: &EasySpiderNode<'a>, level: Level) -> Level {
        let at = &node.settings;
        note_scripts(&mut self.draft, at);
        let place = at.place_of("xpath");
        if let Some(on) = level.pages() {
            steps::click(&mut self.draft, at, on);
            return level;
        }
        if !at.flag("useLoop") || self.link.is_some() {
            let message = Message::new("import-browser-step");
            self.draft.left_out(&place, message);
            return level;
        }
        let path = in_loop(at.text("xpath").unwrap_or(""));
        // The clicked element is the link, or inside it.
        let path = format!("({path})/ancestor-or-self::a[@href][1]");
        let way = self.draft.checked_alternative(
            &place,
            "xpath",
            SelectorKind::XPath,
            &path,
            Some("href"),
        );
        match way {
            Some(way) => {
                self.link = Some((place, way));
                Level::Detail
            }
            None => level,
        }
    }

    fn extract(&mut self, node: &EasySpiderNode<'a>, level: Level) {
        let inside = if level == Level::Item {
            ExtractionContext::Loop
        } else {
            ExtractionContext::Page
        };
        let place = node.settings.place();
        let made = extracted(&mut self.draft, node, inside);
        let target = if level == Level::Item {
            &mut self.item_fields
        } else {
            &mut self.page_fields
        };
        target.extend(made.into_iter().map(|field| (place.clone(), field)));
    }

    fn repeat(&mut self, node: &EasySpiderNode<'a>, kind: Loop, level: Level, depth: usize) {
        let at = &node.settings;
        note_scripts(&mut self.draft, at);
        match kind {
            Loop::Single => {
                let on = level.pages().unwrap_or_default();
                steps::scroll(&mut self.draft, at, on);
                if !steps::click_for_more(&mut self.draft, at, on) {
                    self.next_page(node, level);
                }
                // The click that turns the page belongs to the loop.
                let rest: Vec<usize> = node
                    .sequence
                    .iter()
                    .copied()
                    .filter(|n| self.graph.get(*n).is_some_and(|n| n.does != Does::Click))
                    .collect();
                self.run(&rest, level, depth + 1);
            }
            Loop::List | Loop::Paths if level == Level::Start && self.item.is_none() => {
                let Some(item) = self.loop_selector(node, kind) else {
                    return;
                };
                self.item = Some((at.place(), item));
                self.run(&node.sequence, Level::Item, depth + 1);
            }
            Loop::List | Loop::Paths => self.nested(node, kind, level),
            Loop::Addresses => {
                self.addresses(at, &["textList", "links"]);
                self.run(&node.sequence, level, depth + 1);
            }
            Loop::Texts => {
                let texts = at.texts("textList").into_iter();
                let lines = texts.flat_map(|(_, text)| text.lines());
                let lines = lines.map(str::trim).filter(|line| !line.is_empty());
                let texts = lines.map(str::to_owned).collect();
                let outer = self.texts.replace(texts);
                self.run(&node.sequence, level, depth + 1);
                self.texts = outer;
            }
            Loop::Code => self.draft.dropped_code(&at.place(), "code"),
        }
    }

    fn next_page(&mut self, node: &EasySpiderNode<'a>, level: Level) {
        let at = &node.settings;
        let place = at.place_of("xpath");
        if level == Level::Item || self.next.is_some() {
            let message = Message::new("import-one-link").with("what", "xpath");
            return self.draft.dropped(&place, message);
        }
        let path = at.text("xpath").unwrap_or("");
        let way = self.draft.checked_alternative(
            &place,
            "xpath",
            SelectorKind::XPath,
            path,
            Some("href"),
        );
        let Some(way) = way else {
            return;
        };
        let most = at.number("exitCount").filter(|most| *most > 0);
        let most = most.and_then(|most| u32::try_from(most.min(1_000_000)).ok());
        self.next = Some(next_by(way, most));
        self.draft.note_imported(&place, "xpath", "next");
    }

    /// The elements a loop iterates over.
    fn loop_selector(&mut self, node: &EasySpiderNode<'a>, kind: Loop) -> Option<Alternative> {
        let at = &node.settings;
        let key = if kind == Loop::List {
            "xpath"
        } else {
            "pathList"
        };
        let path = match kind {
            Loop::List => at.text(key)?.trim().to_owned(),
            _ => at
                .text(key)?
                .lines()
                .map(str::trim)
                .filter(|line| !line.is_empty())
                .collect::<Vec<_>>()
                .join(" | "),
        };
        let place = at.place_of(key);
        self.draft
            .checked_alternative(&place, key, SelectorKind::XPath, &path, None)
    }

    /// A loop on a content page: a list of small records.
    fn nested(&mut self, node: &EasySpiderNode<'a>, kind: Loop, level: Level) {
        let place = node.settings.place();
        if level == Level::Item {
            let message = Message::new("import-too-nested").with("what", "xpath");
            return self.draft.dropped(&place, message);
        }
        let Some(item) = self.loop_selector(node, kind) else {
            return;
        };
        let mut fields: Vec<FieldRule> = Vec::new();
        for number in &node.sequence {
            let Some(inner) = self.graph.get(*number).cloned() else {
                continue;
            };
            if inner.does != Does::Extract {
                let message = Message::new("import-deeper").with("what", "graph");
                self.draft.dropped(&inner.settings.place(), message);
                continue;
            }
            for mut field in extracted(&mut self.draft, &inner, ExtractionContext::Loop) {
                let taken: Vec<&str> = fields.iter().map(|f| f.name.as_str()).collect();
                field.name = super::names::field_name(&field.name, true, &taken);
                fields.push(field);
            }
        }
        if !fields.is_empty() {
            let field = FieldRule {
                name: format!("list_{}", self.page_fields.len() + 1),
                item: Some(item),
                fields,
                ..FieldRule::default()
            };
            self.page_fields.push((place, field));
        }
    }

    fn finish(mut self) -> Result<Imported, ImportError> {
        if self.draft.file.site.start.is_empty() {
            self.addresses(self.root, &["links", "url"]);
        }
        let next = self.next.take();
        let item_fields = std::mem::take(&mut self.item_fields);
        match (self.item.take(), self.link.take()) {
            (Some((item_place, item)), Some((link_place, link))) => {
                self.draft.file.site.kind = SourceKind::List;
                self.draft.file.list = Some(ListRule {
                    item: Some(item),
                    link,
                    next,
                    ..ListRule::default()
                });
                self.draft
                    .note_imported(&item_place, "xpath", "[list] item");
                self.draft
                    .note_imported(&link_place, "xpath", "[list] link");
                for (place, field) in item_fields {
                    self.draft.list_field(&place, field);
                }
            }
            (Some((place, item)), None) => {
                self.draft.file.record = Some(RecordRule { item, next });
                self.draft.note_imported(&place, "xpath", "[record] item");
                for (place, field) in item_fields {
                    self.draft.field(&place, field);
                }
            }
            (None, _) => self.draft.file.content.next = next,
        }
        for (place, field) in std::mem::take(&mut self.page_fields) {
            self.draft.field(&place, field);
        }
        if !self.draft.has_content() {
            return Err(ImportError::Nothing);
        }
        let description = self.root.text("desc").unwrap_or("");
        if !description.is_empty() && !description.contains("://") {
            self.draft.comment(&shown(description));
        }
        self.draft.finish()
    }
}
