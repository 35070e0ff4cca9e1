//! One page at a time, without a project: the commands `select`, `extract`, `detect`, `preview` and
//! `rule check`. Input: a file, an address or standard input. Output: plain values. Stores
//! and changes nothing except the requested output files.

mod evidence;
mod full_article;
mod page_batch;
mod page_picture;
mod read_without_rule;
pub mod rules;
mod search_engines;
mod select;
mod source;

use jiff::Timestamp;
use url::Url;

pub use evidence::{EvidencePage, FoundEvidence, PastVerdict, evidence_page};
pub use full_article::{WholePage, read_whole};
pub use page_batch::{BatchMethod, detect_batch, extract_batch};
pub use page_picture::{Drawn, draw};
pub use read_without_rule::{Extraction, extract_pages};
pub use rules::duplicates::{
    Duplicates, NamedRule, doubles_of, duplicates, merge_rules, rule_of_file, rules_of_sites,
};
pub use rules::export::{ExportedRules, export_feeds, export_rule, export_rules, has_samples};
pub use rules::further_readings::{
    LookedRule, entries_in_data, rule_for_address, with_known_rows, with_whole_text,
};
pub use rules::import::{ImportedFile, ReadRule, ReadRules, Written, import_file, read_rules};
pub use rules::read_twice::read_twice;
pub use rules::repair::{RepairRequest, repair_rule};
pub use rules::rule_file_name::rule_file_name;
pub use rules::site_conditions::conditions_beside;
pub use rules::suggest::{
    interface_rule_text, next_pagination, overview, pagination, suggested_rule, suggested_rule_text,
};
pub use rules::test::{
    RuleTest, SaveSample, SavedSample, TestedSample, accept_samples, observe, sample_of_page,
    save_sample, test_rule,
};
pub use rules::test_page::{PageTest, ShownStep, ShownValue, ValueSource, test_page};
pub(crate) use search_engines::proposal;
pub use search_engines::{known_engines, propose_search};
pub use select::{Query, SelectorMatch, Taking, select};
pub(crate) use source::address::source_name;
pub use source::address::{look_at_address, starter_for_address};
pub use source::files::{FileKind, PAGE_EXTENSIONS, PageFile, file_kind, page_file};
pub use source::{Loaded, load, load_collected, load_for, load_rule, read_text, write_rule};
use source::{is_address, load_with};

pub use crate::context::signals::own_signals;
use crate::context::signals::shipped_signals;
pub use crate::extract::Generic;
use crate::extract::{Extracted, extract_with_rule};
use crate::protocol::EngineError;
pub(crate) use crate::protocol::file_error;
use bowerbird_logic::detect::{Answer, judge, or_needs_browser, reason};
use bowerbird_logic::generic::carried_article;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{PageState, Verdict};
use bowerbird_logic::page::Page;
use bowerbird_logic::rules::Rule;

/// Data of an answer besides its body; absent values come from the loaded page.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// Status instead of the loaded one.
    pub status: Option<u16>,
    /// More headers; names in any case.
    pub headers: Vec<(String, String)>,
    /// The requested address.
    pub url: Option<String>,
}

/// Judges a loaded page as an answer.
///
/// # Errors
/// When the shipped signal files cannot be used.
pub fn detect(loaded: &Loaded, asked: &Asked) -> Result<Verdict, EngineError> {
    let signals = shipped_signals()?;
    let mut headers = loaded.headers.clone();
    headers.extend(
        asked
            .headers
            .iter()
            .map(|(name, value)| (name.to_ascii_lowercase(), value.clone())),
    );
    let final_url = loaded.url.as_str();
    let status = asked.status.unwrap_or(loaded.status);
    let verdict = judge(
        &signals,
        &Answer {
            requested_url: asked.url.as_deref().unwrap_or(final_url),
            final_url,
            status,
            headers: &headers,
            body: &loaded.html,
            page: Some(&loaded.page),
            now_s: Timestamp::now().as_second(),
            ..Answer::default()
        },
    );
    Ok(or_needs_browser(verdict, status, &loaded.page))
}

/// Why the answer is not the requested page; `None` if it is, and for files, which a person chose.
///
/// # Errors
/// When the shipped signal files cannot be used.
pub fn refusal(loaded: &Loaded) -> Result<Option<Message>, EngineError> {
    if !is_address(&loaded.source) {
        return Ok(None);
    }
    let verdict = detect(loaded, &Asked::default())?;
    let is_carried =
        || verdict.state == PageState::NeedsBrowser && carried_article(&loaded.page).is_some();
    let is_refused = verdict.state.is_refusal() && !is_carried();
    Ok(is_refused.then(|| reason(&verdict, loaded.url.as_str())))
}

/// The result of a rule on one page, after the rule's source replacements.
pub(super) fn extracted(page: &Page, rule: &Rule) -> Extracted {
    let prepared = rule.page_of(page);
    let page = prepared.as_ref().unwrap_or(page);
    extract_with_rule(rule, page, &[], Timestamp::now())
}

/// The address of a page without one: it never resolves.
pub(crate) fn nowhere() -> Option<Url> {
    Url::parse("http://localhost/").ok()
}
