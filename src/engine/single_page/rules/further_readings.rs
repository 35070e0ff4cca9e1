//! What a few more requests add to the rule that is proposed for a page: where its articles have their
//! whole text, and how its rows are known. Input: a loaded page and a rule for it. Output: a better
//! rule, and what was found. Files are not read again, and nothing is left out of changes by itself.

use jiff::Timestamp;
use url::Url;

use super::read_twice::{BETWEEN, read, table};
use crate::protocol::{EngineError, SourceChoice};
use crate::single_page::source::address::{further, looked_at};
use crate::single_page::source::{Visit, is_address};
use crate::single_page::{Asked, Loaded, detect};
use crate::workbench::{entries_without_markup, sample_pages, site_name, with_box};
use bowerbird_logic::authoring::watch_proposals::{
    WatchProposals, accepted, proposed_key, watch_proposals,
};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{PageState, SourceKind};
use bowerbird_logic::page::Page;
use bowerbird_logic::rules::{parse, source_starter};

/// The entries of a page that is JSON, or that carries them for its scripts and shows none;
/// `repeats` says whether anything repeats on it.
///
/// # Errors
/// When the shipped signal files cannot be used.
pub fn entries_in_data(
    loaded: &Loaded,
    repeats: bool,
) -> Result<Option<SourceChoice>, EngineError> {
    if is_address(&loaded.source) {
        let state = detect(loaded, &Asked::default())?.state;
        if state.is_refusal() && state != PageState::NeedsBrowser {
            return Ok(None);
        }
    }
    let name = loaded.url.host_str().unwrap_or("localhost");
    let now = Timestamp::now();
    Ok(entries_without_markup(&loaded.page, name, repeats, now))
}

/// The rule with the box of the whole text of the articles to which it leads, by three of them;
/// `None` if it knows where their text is, if generic extraction finds all of it, or for a file.
#[must_use]
pub fn with_whole_text(loaded: &Loaded, rule_toml: &str) -> Option<String> {
    if !is_address(&loaded.source) {
        return None;
    }
    let visit = Visit::plain().ok()?.respecting_robots(true);
    let visit = visit.begun_at(loaded.url.as_str());
    let now = Timestamp::now();
    let urls = sample_pages(rule_toml, &loaded.page, now);
    let articles: Vec<Page> = urls
        .iter()
        .map_while(|url: &Url| further(&visit, url.as_str()))
        .collect();
    let articles: Vec<&Page> = articles.iter().collect();
    with_box(rule_toml, &articles, now)
}

/// A rule whose records are the rows of a page, with the field that says which row it is, and what
/// two readings say; a file is read once. What changes at every reading is only proposed. `None`
/// where rows have pages of their own, or nothing was found.
#[must_use]
pub fn with_known_rows(loaded: &Loaded, rule_toml: &str) -> Option<(String, WatchProposals)> {
    let rule = parse(rule_toml).ok()?;
    let file = rule.file();
    file.record.as_ref()?;
    let first = table(&rule, loaded);
    let second = is_address(&loaded.source).then(|| {
        std::thread::sleep(rule.delay().max(BETWEEN));
        read(&rule, &loaded.source, Some(&loaded.url)).ok()
    });
    let proposals = match second.flatten() {
        Some(second) => watch_proposals(file, &first, &second),
        None => WatchProposals {
            key: proposed_key(file, &first, None),
            ..WatchProposals::default()
        },
    };
    if proposals == WatchProposals::default() {
        return None;
    }
    let key = WatchProposals {
        key: proposals.key.clone(),
        ..WatchProposals::default()
    };
    let text = accepted(rule_toml, &key)?;
    Some((text, proposals))
}

/// A rule for an address.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LookedRule {
    /// Its text, with the field that says which row it is, if rows need one.
    pub rule_toml: String,
    /// What two readings of rows say.
    pub watching: WatchProposals,
}

/// The rule that a look at `address` proposes; a page of rows is read twice.
///
/// # Errors
/// When it cannot be fetched, or nothing can be collected from it.
pub fn rule_for_address(address: &str) -> Result<LookedRule, EngineError> {
    if address.ends_with(".xml.gz") {
        let name = site_name("", address);
        return Ok(LookedRule {
            rule_toml: source_starter(SourceKind::Sitemap, &name, &[address.to_owned()]),
            ..LookedRule::default()
        });
    }
    let (look, loaded) = looked_at(address, &[])?;
    if let Some(problem) = look.problem {
        return Err(EngineError(problem));
    }
    let best = look.choices.into_iter().next();
    let rule_toml = best
        .map(|choice| choice.rule_toml)
        .ok_or_else(|| EngineError(Message::new("engine-no-source").with("url", address)))?;
    Ok(match with_known_rows(&loaded, &rule_toml) {
        Some((rule_toml, watching)) => LookedRule {
            rule_toml,
            watching,
        },
        None => LookedRule {
            rule_toml,
            ..LookedRule::default()
        },
    })
}
