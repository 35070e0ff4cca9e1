//! Result pages of searches: `[search]`, with keywords, engines and the templates of their
//! addresses. An engine without its own result page uses that of `[list]`.

use super::entries::read_pages_choice;
use super::{Compiled, Source, StartAddresses};
use crate::messages::Message;
use crate::rules::check::extraction_sections::{read_list, unzip_all};
use crate::rules::check::reader::{Faults, Section, SpannedString, SpannedValue};
use crate::rules::sources::compiled_source::Details;
use crate::rules::sources::joined_results::doi_address;
use crate::rules::sources::{CompiledSearch, Engine};
use crate::rules::{EngineRule, NextRule, RuleFile, SearchRule};
use crate::sources::{Encoding, QueryBody, QueryTemplate, TemplateFault, is_json_template};

/// The maximum number of keywords in one search.
const MAX_KEYWORDS: usize = 10_000;
/// The maximum number of engines in one search.
const MAX_ENGINES: usize = 50;

pub(super) struct SearchSource;

impl Source for SearchSource {
    fn read(
        &self,
        faults: &mut Faults<'_>,
        root: &Section<'_, '_>,
        file: &mut RuleFile,
    ) -> Compiled {
        let (rule, search) = read_search(faults, root).unzip();
        file.search = rule;
        Compiled {
            search,
            ..Compiled::default()
        }
    }

    fn begin(&self, file: &mut RuleFile) {
        file.search.get_or_insert_default();
    }

    fn clear(&self, file: &mut RuleFile) {
        file.search = None;
    }

    fn missing_section(&self) -> Option<&'static str> {
        Some("rules-missing-search")
    }

    fn reads_list_section(&self) -> bool {
        true
    }

    fn start_addresses(&self, _root: &Section<'_, '_>) -> StartAddresses {
        StartAddresses::Forbidden
    }

    fn next<'f>(&self, file: &'f RuleFile) -> Option<&'f NextRule> {
        file.list.as_ref()?.next.as_ref()
    }
}

fn read_search(
    faults: &mut Faults<'_>,
    root: &Section<'_, '_>,
) -> Option<(SearchRule, CompiledSearch)> {
    let keys = [
        "keywords", "url", "encoding", "form", "body", "direct", "join", "doi", "pages", "engine",
    ];
    let section = root.section(faults, "search", &keys)?;
    let words = read_keywords(faults, &section);
    let direct = section.flag(faults, "direct");
    let join = section.flag(faults, "join");
    let doi = section.text(faults, "doi");
    if let Some(doi) = &doi
        && doi_address(&doi.value, "10.1/x").is_none()
    {
        faults.add(doi.span.start, Message::new("rules-search-doi"));
    }
    let doi = doi.map(|doi| doi.value);
    let (pages, details) = read_pages_choice(faults, &section, Details::Always, false);
    let has_engines = section.node("engine").is_some();
    let own = has_engines.then(|| section.node("url")).flatten();
    if own.is_some() {
        let start = section.key_start("url");
        faults.add(start, Message::new("rules-search-two"));
    }
    let (mut file_engines, mut engines) = (Vec::new(), Vec::new());
    let mut parts = TemplateParts::default();
    if has_engines {
        let nodes = section.nodes(faults, "engine", "rules-type-engines");
        for node in nodes.into_iter().take(MAX_ENGINES) {
            if let Some((file, engine)) = read_engine(faults, root, node) {
                file_engines.push(file);
                engines.push(engine);
            }
        }
    } else {
        note_no_list(faults, root, &section);
        let (template, read) = read_template(faults, &section);
        parts = read;
        engines.extend(template.map(|template| Engine {
            name: None,
            template,
            list: None,
        }));
    }
    let file = SearchRule {
        keywords: words.iter().map(|word| word.value.clone()).collect(),
        url: parts.url,
        encoding: parts.encoding,
        form: parts.form,
        body: parts.body,
        direct,
        join,
        doi: doi.clone(),
        pages,
        engines: file_engines,
    };
    let mut search = CompiledSearch {
        keywords: file.keywords.clone(),
        engines,
        details,
        direct: direct.unwrap_or(true),
        join: join.unwrap_or_default(),
        doi,
    };
    for engine in &mut search.engines {
        if let Some(list) = &mut engine.list {
            list.ways.details = details;
            list.ways.direct = direct.unwrap_or(true);
        }
    }
    Some((file, search))
}

fn read_keywords(faults: &mut Faults<'_>, section: &Section<'_, '_>) -> Vec<SpannedString> {
    if section.node("keywords").is_none() {
        section.note_missing(faults, "keywords");
        return Vec::new();
    }
    let words = section.texts(faults, "keywords");
    let start = section.key_start("keywords");
    if words.is_empty() || words.iter().any(|word| word.value.trim().is_empty()) {
        let message = Message::new("rules-blank").with("key", "keywords");
        faults.add(start, message);
    }
    if words.len() > MAX_KEYWORDS {
        let message = Message::new("rules-search-many").with("most", MAX_KEYWORDS);
        faults.add(start, message);
    }
    words
}

fn read_engine(
    faults: &mut Faults<'_>,
    root: &Section<'_, '_>,
    node: SpannedValue<'_, '_>,
) -> Option<(EngineRule, Engine)> {
    let title = "[[search.engine]]";
    let keys = ["name", "url", "encoding", "form", "body", "list"];
    let section = Section::open(faults, title, node, &keys)?;
    let name = section.required_text(faults, "name");
    let list = section
        .node("list")
        .map(|node| read_list(faults, "[search.engine.list]", "search.engine.list.", node));
    let (template, parts) = read_template(faults, &section);
    if list.is_none() {
        note_no_list(faults, root, &section);
    }
    let (list_file, list) = unzip_all(list)?;
    let name = name?.value;
    let file = EngineRule {
        name: name.clone(),
        url: parts.url?,
        encoding: parts.encoding,
        form: parts.form,
        body: parts.body,
        list: list_file,
    };
    let engine = Engine {
        name: Some(name),
        template: template?,
        list,
    };
    Some((file, engine))
}

/// Without a rule for its result page a search finds nothing.
fn note_no_list(faults: &mut Faults<'_>, root: &Section<'_, '_>, section: &Section<'_, '_>) {
    if root.node("list").is_none() {
        faults.add(section.start(), Message::new("rules-search-list"));
    }
}

/// Address, charset and body of a search as written.
#[derive(Default)]
struct TemplateParts {
    url: Option<String>,
    encoding: Option<String>,
    form: Option<String>,
    body: Option<String>,
}

fn read_template(
    faults: &mut Faults<'_>,
    section: &Section<'_, '_>,
) -> (Option<QueryTemplate>, TemplateParts) {
    let url = section.required_text(faults, "url");
    let encoding = section.text(faults, "encoding");
    let form = section.text(faults, "form");
    let json = section.text(faults, "body");
    let named = encoding.as_ref().map(|text| {
        let found = Encoding::named(&text.value);
        if found.is_none() {
            let message = Message::new("rules-encoding").with("name", text.value.as_str());
            faults.add(text.span.start, message);
        }
        found.unwrap_or_default()
    });
    let body = read_body(faults, form.as_ref(), json.as_ref());
    let template = url.as_ref().and_then(|url| {
        match QueryTemplate::read(&url.value, body, named.unwrap_or_default()) {
            Ok(template) => Some(template),
            Err(fault) => {
                let message = match fault {
                    TemplateFault::NoHole => Message::new("rules-search-hole"),
                    TemplateFault::NoAddress => {
                        Message::new("rules-url").with("url", url.value.as_str())
                    }
                };
                faults.add(url.span.start, message);
                None
            }
        }
    });
    let value = |text: Option<SpannedString>| text.map(|text| text.value);
    let parts = TemplateParts {
        url: value(url),
        encoding: value(encoding),
        form: value(form),
        body: value(json),
    };
    (template, parts)
}

/// The POST body: a form or JSON.
fn read_body(
    faults: &mut Faults<'_>,
    form: Option<&SpannedString>,
    json: Option<&SpannedString>,
) -> Option<QueryBody> {
    if let (Some(_), Some(json)) = (form, json) {
        faults.add(json.span.start, Message::new("rules-search-bodies"));
    }
    if let Some(json) = json {
        if !is_json_template(&json.value) {
            faults.add(json.span.start, Message::new("rules-search-body"));
        }
        return Some(QueryBody::Json(json.value.clone()));
    }
    form.map(|form| QueryBody::Form(form.value.clone()))
}
