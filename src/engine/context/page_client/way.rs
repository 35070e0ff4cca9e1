//! By which way a page is fetched. Input: a rule, and what is asked for. Output: the way.

use std::time::Duration;

use bowerbird_logic::rules::{Alternative, FetchMode, FieldRule, Rule, RuleFile};

/// The way to a page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PageWay {
    /// By what it is fetched.
    pub(crate) mode: FetchMode,
    /// What a site wants between two requests, where a page needs both a plain request and the browser.
    pub(crate) pause: Duration,
    /// Whether the data that a page carries for its scripts is as good as its text.
    pub(crate) data_is_content: bool,
}

impl PageWay {
    /// For a page that no rule reads.
    pub(crate) fn without_rule(pause: Duration) -> Self {
        Self {
            mode: FetchMode::Auto,
            pause,
            data_is_content: true,
        }
    }

    /// For the pages of `rule`, which are lists or not.
    pub(crate) fn of_rule(rule: &Rule, pause: Duration, is_list: bool) -> Self {
        let file = rule.file();
        Self {
            mode: file.network.fetch,
            pause,
            data_is_content: match is_list {
                true => !finds_elements_in_lists(file),
                false => !finds_elements_in_articles(file),
            },
        }
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
