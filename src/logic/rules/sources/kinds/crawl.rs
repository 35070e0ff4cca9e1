//! A whole site, followed link by link: `[crawl]`. Without the section the defaults apply.

use regex::Regex;

use super::{Compiled, Source};
use crate::messages::Message;
use crate::policy::scope::{Allow, Deny, Depth, Ending, Folder, NoPages, Within};
use crate::rules::check::extraction_sections::{read_link_filter, read_patterns};
use crate::rules::check::reader::{Faults, Section, hint};
use crate::rules::sources::CompiledCrawl;
use crate::rules::{CrawlRule, RuleFile};

/// The default depth limit of a crawl.
const USUAL_DEPTH: u32 = 20;
/// Allowed values of `[crawl] follow`.
const FOLLOW: [&str; 2] = ["all", "needed"];
const STAY: [&str; 3] = ["host", "site", "folder"];

pub(super) struct CrawlSource;

impl Source for CrawlSource {
    fn read(
        &self,
        faults: &mut Faults<'_>,
        root: &Section<'_, '_>,
        file: &mut RuleFile,
    ) -> Compiled {
        let (rule, scope) = read_crawl(faults, root);
        file.crawl = rule;
        Compiled {
            scope: Some(scope),
            ..Compiled::default()
        }
    }

    fn clear(&self, file: &mut RuleFile) {
        file.crawl = None;
    }
}

fn read_crawl(
    faults: &mut Faults<'_>,
    root: &Section<'_, '_>,
) -> (Option<CrawlRule>, CompiledCrawl) {
    let keys = [
        "allow",
        "deny",
        "records",
        "follow",
        "stay",
        "paths",
        "endings",
        "max_depth",
        "max_pages",
    ];
    let section = root.section(faults, "crawl", &keys);
    let mut file = CrawlRule::default();
    let (mut allow, mut deny, mut records) = (Vec::new(), Vec::new(), Vec::new());
    if let Some(section) = &section {
        (file.filter, (allow, deny)) = read_link_filter(faults, section);
        (file.records, records) = read_patterns(faults, section, "records");
        file.follow = read_word(faults, section, "follow", &FOLLOW);
        file.stay = read_word(faults, section, "stay", &STAY);
        let mut texts = |key: &str| -> Vec<String> {
            let texts = section.texts(faults, key).into_iter();
            texts.map(|text| text.value).collect()
        };
        (file.paths, file.endings) = (texts("paths"), texts("endings"));
        file.max_depth = section.number(faults, "max_depth", 0..=1_000);
        file.max_pages = section.number(faults, "max_pages", 1..=100_000_000);
        if file.follow.as_deref() == Some("needed") && file.records.is_empty() {
            let start = section.key_start("follow");
            faults.add(start, Message::new("rules-crawl-needed"));
        }
    }
    let scope = crawl_scope(&file, allow, deny, records);
    (section.map(|_| file), scope)
}

/// The link rules of a `[crawl]`, except its bounds: these depend on the start addresses.
fn crawl_scope(
    file: &CrawlRule,
    allow: Vec<Regex>,
    deny: Vec<Regex>,
    records: Vec<Regex>,
) -> CompiledCrawl {
    let mut links = crate::policy::scope::Scope::default();
    links.add(Depth(file.max_depth.unwrap_or(USUAL_DEPTH)));
    links.add(Folder(file.paths.clone()));
    if file.endings.is_empty() {
        let but = allow.clone();
        links.add(NoPages { but });
    } else {
        links.add(Ending::new(&file.endings));
    }
    let names_pages = !allow.is_empty();
    let mut allow = allow;
    if names_pages {
        // Records are accepted regardless of the filters for the pages that link to them.
        allow.extend(records.iter().cloned());
    }
    links.add(Allow(allow));
    links.add(Deny(deny));
    let named = format!(
        "{:?} {:?} {:?}",
        file.filter.allow, file.records, file.paths
    );
    let stay = file.stay.as_deref().and_then(Within::from_token);
    CompiledCrawl {
        links,
        within: stay.unwrap_or_default(),
        records,
        needed: file.follow.as_deref() == Some("needed"),
        names_pages,
        named: named.to_lowercase(),
    }
}

fn read_word(
    faults: &mut Faults<'_>,
    section: &Section<'_, '_>,
    key: &str,
    known: &[&str],
) -> Option<String> {
    let word = section.text(faults, key)?;
    if !known.contains(&word.value.as_str()) {
        let message = Message::new("rules-word")
            .with("key", key)
            .with("word", word.value.as_str())
            .with("hint", hint(&word.value, known));
        faults.add(word.span.start, message);
    }
    Some(word.value)
}
