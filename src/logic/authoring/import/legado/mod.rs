//! RSS sources of Legado (阅读). Input: JSON, one source or a list. Output: one rule per
//! source: a list if it defines how to find articles, otherwise a feed. Parts with JavaScript are
//! dropped and reported.
//!
//! Below: its rule language.

pub(super) mod rule;

use super::address::clean_joined;
use super::draft::{Draft, Imported, next_by, shown};
use super::json::{JsonNode, read};
use super::{ImportError, ImportResult, Note, SourcePlace};
use crate::messages::Message;
use crate::model::SourceKind;
use crate::rules::{FieldRule, FieldType, ListRule, Login, NextRule};
use crate::select::SelectorKind;
use rule::{LegadoSelector, Read, UnsupportedRule, is_code, read as read_rule};

/// The maximum number of sources in one file.
const MOST: usize = 5_000;

/// Keys that are read, or that only control that program's display.
const KEYS: [&str; 26] = [
    "sourceUrl",
    "sourceName",
    "sourceGroup",
    "sourceIcon",
    "sourceComment",
    "enabled",
    "header",
    "concurrentRate",
    "loginUrl",
    "sortUrl",
    "singleUrl",
    "articleStyle",
    "customOrder",
    "lastUpdateTime",
    "enableJs",
    "loadWithBaseUrl",
    "ruleArticles",
    "ruleNextPage",
    "ruleTitle",
    "rulePubDate",
    "ruleDescription",
    "ruleImage",
    "ruleLink",
    "ruleContent",
    "enabledCookieJar",
    "style",
];

/// The fields of an article on its list.
const FIELDS: [(&str, &str, FieldType); 4] = [
    ("ruleTitle", "title", FieldType::Text),
    ("rulePubDate", "date", FieldType::Date),
    ("ruleDescription", "description", FieldType::Text),
    ("ruleImage", "image", FieldType::Image),
];

/// Parses a source, or a list of them.
pub(super) fn import(_name: &str, text: &str) -> Result<Vec<Imported>, ImportError> {
    let document = read(text)?;
    let all = JsonNode::each(&document);
    let sources: Vec<&JsonNode<'_>> = all
        .iter()
        .filter(|at| at.text("sourceUrl").is_some())
        .take(MOST)
        .collect();
    if sources.is_empty() {
        if all.iter().any(|at| at.get("bookSourceUrl").is_some()) {
            return Err(ImportError::BookSource);
        }
        return Err(ImportError::NotThisFormat {
            format: "legado",
            lacks: "sourceUrl",
        });
    }
    let mut rules = Vec::new();
    let mut lost: Vec<(SourcePlace, ImportError)> = Vec::new();
    for at in sources {
        match source(at) {
            Ok(rule) => rules.push(rule),
            Err(error) => lost.push((at.place(), error)),
        }
    }
    if rules.is_empty() {
        return Err(lost.pop().map_or(ImportError::Nothing, |(_, error)| error));
    }
    if let Some(first) = rules.first_mut() {
        first
            .notes
            .extend(lost.into_iter().map(|(place, error)| Note {
                place,
                fate: ImportResult::Dropped,
                message: crate::messages::Explain::explain(&error),
            }));
    }
    Ok(rules)
}

fn source(at: &JsonNode<'_>) -> Result<Imported, ImportError> {
    let home = at.text("sourceUrl").unwrap_or("");
    let name = at.text("sourceName").unwrap_or("source");
    let mut draft = Draft::new(name, SourceKind::Feed);
    draft.comment("Imported from a Legado (阅读) source.");
    if let Some(group) = at.text("sourceGroup") {
        draft.comment(&format!("Group: {}", shown(group)));
    }
    let mut source = Source { draft, at, home };
    let pages = source.starts();
    source.articles(pages);
    source.content();
    source.manners();
    source.login();
    for key in at.other_keys(&KEYS) {
        let holds_code = at.text(key).is_some_and(is_code)
            || key.to_ascii_lowercase().contains("js")
            || key == "injectJs";
        if holds_code {
            source.draft.dropped_code(&at.place_of(key), key);
        } else {
            source.draft.dropped_key(&at.place_of(key), key);
        }
    }
    source.draft.finish()
}

struct Source<'a> {
    draft: Draft,
    at: &'a JsonNode<'a>,
    home: &'a str,
}

impl Source<'_> {
    /// Start addresses: one per line in `sortUrl`, otherwise the source's own. Returns the `next`
    /// for the `{{page}}` in them.
    fn starts(&mut self) -> Option<NextRule> {
        let place = self.at.place_of("sortUrl");
        let sorts = self.at.text("sortUrl").unwrap_or("");
        let mut patterns: Vec<String> = Vec::new();
        let base = base(self.home);
        if !sorts.is_empty() && is_code(&without_page(sorts)) {
            self.draft.dropped_code(&place, "sortUrl");
        } else {
            for line in sorts.split(['\n', '\r']).flat_map(|line| line.split("&&")) {
                let address = line.rsplit_once("::").map_or(line, |(_, url)| url).trim();
                if address.is_empty() {
                    continue;
                }
                let address = self.without_options(&place, address);
                let first = with_page(&address, "1");
                let Some(found) = clean_joined(base.as_deref(), &first) else {
                    let message = Message::new("import-bad-address").with("what", "sortUrl");
                    self.draft.dropped(&place, message);
                    continue;
                };
                // Secrets are already stripped from the joined address; reported once.
                self.draft.start(&place, "sortUrl", &found.url);
                if found.had_secret {
                    let message = Message::new("import-secret-in-address").with("what", "sortUrl");
                    self.draft.changed(&place, message);
                }
                if first != address {
                    patterns.push(with_page(&address, "{n}"));
                }
            }
        }
        if self.draft.file.site.start.is_empty() {
            let home = self.without_options(&self.at.place_of("sourceUrl"), self.home);
            let place = self.at.place_of("sourceUrl");
            self.draft
                .start(&place, "sourceUrl", home.split('#').next().unwrap_or(""));
        }
        self.numbered(&place, &patterns)
    }

    /// `{{page}}` in the addresses as numbered pages; only if one pattern covers them all.
    fn numbered(&mut self, place: &SourcePlace, patterns: &[String]) -> Option<NextRule> {
        let first = patterns.first()?;
        let query = |pattern: &str| {
            pattern
                .split_once('?')
                .map(|(_, query)| format!("?{query}"))
        };
        let pattern = if patterns.len() == 1 && self.draft.file.site.start.len() == 1 {
            Some(first.clone())
        } else {
            let common = query(first).filter(|query| query.contains("{n}"));
            common.filter(|common| patterns.iter().all(|p| query(p).as_deref() == Some(common)))
        };
        let clean = pattern.filter(|p| {
            clean_joined(base(self.home).as_deref(), &p.replace("{n}", "2"))
                .is_some_and(|found| !found.had_secret)
        });
        let Some(pages) = clean else {
            let message = Message::new("import-numbered").with("what", "sortUrl");
            self.draft.dropped(place, message);
            return None;
        };
        self.draft.note_imported(place, "{page}", "[list] next");
        Some(NextRule {
            pages: Some(pages),
            ..NextRule::default()
        })
    }

    /// An address without the request options that may follow it as JSON.
    fn without_options(&mut self, place: &SourcePlace, address: &str) -> String {
        let options = address
            .split_once(",{")
            .or_else(|| address.split_once(", {"));
        match options.filter(|(before, _)| !before.is_empty()) {
            Some((before, _)) => {
                let message = Message::new("import-request-options");
                self.draft.dropped(place, message);
                before.to_owned()
            }
            None => address.to_owned(),
        }
    }

    /// Defines how articles are found on the list.
    fn articles(&mut self, numbered: Option<NextRule>) {
        let Some(rule) = self.at.text("ruleArticles") else {
            return;
        };
        let place = self.at.place_of("ruleArticles");
        let plain = rule.trim().trim_start_matches(['-', '+']);
        if plain.len() != rule.trim().len() {
            let message = Message::new("import-order").with("what", "ruleArticles");
            self.draft.changed(&place, message);
        }
        let item = self.first(&place, "ruleArticles", plain);
        let Some(item) = item else {
            return;
        };
        let link_place = self.at.place_of("ruleLink");
        let link = self
            .at
            .text("ruleLink")
            .and_then(|rule| self.first(&link_place, "ruleLink", rule));
        let Some(link) = link else {
            let message = Message::new("import-no-link-rule").with("what", "ruleLink");
            return self.draft.dropped(&link_place, message);
        };
        let Some(item) =
            self.draft
                .checked_alternative(&place, "ruleArticles", item.kind, &item.source, None)
        else {
            return;
        };
        let Some(link) = self.draft.checked_alternative(
            &link_place,
            "ruleLink",
            link.kind,
            &link.source,
            link.take.as_deref(),
        ) else {
            return;
        };
        self.draft.file.site.kind = SourceKind::List;
        self.draft.file.list = Some(ListRule {
            item: Some(item),
            link,
            ..ListRule::default()
        });
        self.draft
            .note_imported(&place, "ruleArticles", "[list] item");
        self.draft
            .note_imported(&link_place, "ruleLink", "[list] link");
        for (key, name, kind) in FIELDS {
            if let Some(field) = self.field(key, name, kind) {
                self.draft.list_field(&self.at.place_of(key), field);
            }
        }
        let next = self.next().or(numbered);
        if let Some(list) = &mut self.draft.file.list {
            list.next = next;
        }
    }

    /// The first alternative, for parts of a rule that allow only one.
    fn first(&mut self, place: &SourcePlace, key: &str, rule: &str) -> Option<LegadoSelector> {
        let read = read_rule(rule);
        self.note(place, key, &read);
        if read.ways.len() > 1 {
            let message = Message::new("import-first-only").with("what", key);
            self.draft.changed(place, message);
        }
        if !read.steps.is_empty() {
            let message = Message::new("import-no-steps").with("what", key);
            self.draft.dropped(place, message);
        }
        read.ways.into_iter().next()
    }

    fn next(&mut self) -> Option<NextRule> {
        let rule = self.at.text("ruleNextPage")?;
        let place = self.at.place_of("ruleNextPage");
        // `PAGE` refers to the numbered pages of the address.
        if rule.trim().eq_ignore_ascii_case("page") {
            return None;
        }
        let found = self.first(&place, "ruleNextPage", rule)?;
        let take = found.take.as_deref();
        let way = self.draft.checked_alternative(
            &place,
            "ruleNextPage",
            found.kind,
            &found.source,
            take,
        )?;
        self.draft
            .note_imported(&place, "ruleNextPage", "[list] next");
        Some(next_by(way, None))
    }

    fn field(&mut self, key: &str, name: &str, kind: FieldType) -> Option<FieldRule> {
        let rule = self.at.text(key)?;
        let place = self.at.place_of(key);
        let read = read_rule(rule);
        self.note(&place, key, &read);
        let mut field = FieldRule {
            name: name.to_owned(),
            kind,
            ..FieldRule::default()
        };
        for found in &read.ways {
            let way = self.draft.checked_alternative(
                &place,
                key,
                found.kind,
                &found.source,
                found.take.as_deref(),
            );
            field.select.extend(way);
        }
        field.transform = read.steps;
        if read.joined {
            field.many = true;
        }
        (!field.select.is_empty()).then_some(field)
    }

    fn content(&mut self) {
        let Some(rule) = self.at.text("ruleContent") else {
            return;
        };
        let place = self.at.place_of("ruleContent");
        let read = read_rule(rule);
        self.note(&place, "ruleContent", &read);
        if !read.steps.is_empty() {
            let message = Message::new("import-no-steps").with("what", "ruleContent");
            self.draft.dropped(&place, message);
        }
        for found in &read.ways {
            // The column is a text, so the markup that Legado shows is not needed.
            let take = found.take.as_deref().filter(|take| *take != "html");
            let source = page_wide(found);
            if let Some(way) =
                self.draft
                    .checked_alternative(&place, "ruleContent", found.kind, &source, take)
            {
                self.draft.file.content.select.push(way);
                self.draft
                    .note_imported(&place, "ruleContent", "[content] select");
            }
        }
    }

    fn note(&mut self, place: &SourcePlace, key: &str, read: &Read) {
        for fault in &read.faults {
            let id = match fault {
                UnsupportedRule::Code => return self.draft.dropped_code(place, key),
                UnsupportedRule::AllInOne => "import-all-in-one",
                UnsupportedRule::Interleaved => "import-interleaved",
                UnsupportedRule::Part => "import-rule-part",
                UnsupportedRule::Pattern => "import-bad-pattern",
                UnsupportedRule::Replacement => "import-mixed-steps",
            };
            self.draft
                .dropped(place, Message::new(id).with("what", key));
        }
    }

    /// Sets delay and request headers.
    fn manners(&mut self) {
        if let Some(rate) = self
            .at
            .word("concurrentRate")
            .filter(|r| !r.trim().is_empty())
        {
            let place = self.at.place_of("concurrentRate");
            match delay_ms(&rate) {
                Some(delay) => {
                    self.draft.file.politeness.delay = format!("{delay}ms");
                    self.draft
                        .note_imported(&place, "concurrentRate", "[politeness] delay");
                }
                None => self.draft.dropped_key(&place, "concurrentRate"),
            }
        }
        let Some(header) = self.at.get("header") else {
            return;
        };
        let place = header.place();
        let text = header.value.as_str().unwrap_or("");
        if is_code(text) {
            return self.draft.dropped_code(&place, "header");
        }
        let inner = serde_json::from_str::<serde_json::Value>(text);
        let headers = inner.as_ref().unwrap_or(header.value);
        for (name, value) in headers.as_object().into_iter().flatten() {
            self.draft
                .header(&place, name, value.as_str().unwrap_or(""));
        }
    }

    fn login(&mut self) {
        let Some(address) = self.at.text("loginUrl") else {
            return;
        };
        let place = self.at.place_of("loginUrl");
        if is_code(address) || address.contains("function") {
            return self.draft.dropped_code(&place, "loginUrl");
        }
        let address = self.without_options(&place, address);
        match clean_joined(base(self.home).as_deref(), &address) {
            Some(found) => {
                self.draft.file.login = Some(Login {
                    url: found.url,
                    ..Login::default()
                });
                self.draft.note_imported(&place, "loginUrl", "[login] url");
            }
            None => {
                let message = Message::new("import-bad-address").with("what", "loginUrl");
                self.draft.dropped(&place, message);
            }
        }
    }
}

/// The source's base address for relative ones.
fn base(home: &str) -> Option<String> {
    let home = home.split([',', '#']).next().unwrap_or("");
    super::address::clean(home).map(|found| found.url)
}

/// A selector for the whole page instead of an item.
fn page_wide(found: &LegadoSelector) -> String {
    match (found.kind, found.source.strip_prefix("./")) {
        (SelectorKind::XPath, Some(rest)) => format!("/{rest}"),
        _ => found.source.clone(),
    }
}

/// `1000` is a delay; `20/60000` is the number of requests in that many milliseconds.
fn delay_ms(rate: &str) -> Option<u64> {
    const DAY_MS: u64 = 86_400_000;
    let delay = match rate.split_once('/') {
        Some((count, window)) => {
            let count: u64 = count.trim().parse().ok()?;
            let window: u64 = window.trim().parse().ok()?;
            window.div_ceil(count.max(1))
        }
        None => rate.trim().parse().ok()?,
    };
    (delay > 0 && delay <= DAY_MS).then_some(delay)
}

/// `{{page}}` is the page number, not code.
fn with_page(address: &str, number: &str) -> String {
    address.replace("{{page}}", number)
}

fn without_page(text: &str) -> String {
    with_page(text, "")
}
