//! By which way a page is fetched. Input: a rule, and what is asked for. Output: the way.

use std::sync::Arc;
use std::time::Duration;

use url::Url;

use bowerbird_logic::rules::{Alternative, FetchMode, FieldRule, PageStep, Rule, RuleFile};

/// The way to a page.
#[derive(Clone, Debug)]
pub(crate) struct PageWay {
    /// By what it is fetched.
    pub(crate) mode: FetchMode,
    /// What a site wants between two requests, where a page needs both a plain request and the browser.
    pub(crate) pause: Duration,
    /// Whether the data that a page carries for its scripts is as good as its text.
    pub(crate) data_is_content: bool,
    /// What is done on it in the browser before it is read; with any, it is shown there.
    pub(crate) steps: Arc<[PageStep]>,
}

impl PageWay {
    /// For a page that no rule reads.
    pub(crate) fn without_rule(pause: Duration) -> Self {
        Self {
            mode: FetchMode::Auto,
            pause,
            data_is_content: true,
            steps: Arc::default(),
        }
    }

    /// For the pages of `rule`, which are lists or not.
    pub(crate) fn of_rule(rule: &Rule, pause: Duration, is_list: bool) -> Self {
        let file = rule.file();
        let steps = file.steps.iter().filter(|step| step.on.holds(is_list));
        Self {
            steps: steps.cloned().collect(),
            mode: file.network.fetch,
            pause,
            data_is_content: match is_list {
                true => !finds_elements_in_lists(file),
                false => !finds_elements_in_articles(file),
            },
        }
    }

    /// For the page at `url`, which is a list if it is a start page of `rule`.
    pub(crate) fn of_page(rule: &Rule, pause: Duration, url: &Url) -> Self {
        let file = rule.file();
        let is_start = |start: &String| Url::parse(start).is_ok_and(|start| start == *url);
        Self::of_rule(rule, pause, file.site.start.iter().any(is_start))
    }
}

fn finds_elements_in_lists(file: &RuleFile) -> bool {
    let list = file.list.as_ref().is_some_and(|list| {
        let whole = list.item.iter().chain([&list.link]);
        whole.into_iter().any(finds_element) || list.fields.iter().any(field_finds_element)
    });
    list || finds_elements_in_articles(file)
}

fn finds_elements_in_articles(file: &RuleFile) -> bool {
    file.record.is_some()
        || file.fields.iter().any(field_finds_element)
        || file.content.select.iter().any(finds_element)
}

fn field_finds_element(field: &FieldRule) -> bool {
    field.select.iter().any(finds_element)
}

fn finds_element(one: &Alternative) -> bool {
    one.css.is_some() || one.xpath.is_some() || one.label.is_some()
}
