//! By which way a page is fetched. Input: a rule, and what is asked for. Output: the way.

use std::sync::Arc;
use std::time::{Duration, Instant};

use url::Url;

use bowerbird_logic::rules::{
    Alternative, FetchMode, FieldRule, PagePlace, PageStep, Rule, RuleFile, step_values,
};

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
    /// Whether its rule keeps a picture of it: then it is shown in the browser, where there is one.
    pub(crate) picture: bool,
    /// Until when that may be taken; `None` if there is time for it.
    pub(crate) picture_until: Option<Instant>,
    /// Whether a person looks at the page who sees by it why a step found nothing.
    pub(crate) until_failure: bool,
    /// Whether a person asked for the browser: then it is shown there whatever a plain request
    /// brings, and compared with that. Without steps only.
    pub(crate) asked: bool,
}

impl PageWay {
    /// For a page that no rule reads.
    pub(crate) fn without_rule(pause: Duration) -> Self {
        Self {
            mode: FetchMode::Auto,
            pause,
            data_is_content: true,
            steps: Arc::default(),
            picture: false,
            picture_until: None,
            until_failure: false,
            asked: false,
        }
    }

    /// For the pages of `rule` at a place.
    pub(crate) fn of_rule(rule: &Rule, pause: Duration, place: PagePlace) -> Self {
        let file = rule.file();
        let steps = file.steps.iter().filter(|step| step.on.holds(place));
        Self {
            steps: steps.cloned().collect(),
            picture: rule.keeps_screenshot_of(place),
            picture_until: None,
            until_failure: false,
            asked: false,
            mode: file.network.fetch,
            pause,
            data_is_content: match place {
                PagePlace::Start | PagePlace::List => !finds_elements_in_lists(file),
                PagePlace::Article => !finds_elements_in_articles(file),
            },
        }
    }

    /// For a look at a page, of which nothing is stored.
    pub(crate) fn without_picture(mut self) -> Self {
        self.picture = false;
        self
    }

    /// For the page at `url`, which is a start page of `rule` or one that those lead to.
    pub(crate) fn of_page(rule: &Rule, pause: Duration, url: &Url) -> Self {
        let opened = step_values(url).0;
        let is_start = |start: &String| Url::parse(start).is_ok_and(|start| start == opened);
        let place = match rule.file().site.start.iter().any(is_start) {
            true => PagePlace::Start,
            false => PagePlace::Article,
        };
        Self::of_rule(rule, pause, place)
    }
}

/// The ways to all pages of a rule.
#[derive(Clone, Debug)]
pub(crate) struct RuleWays {
    starts: PageWay,
    lists: PageWay,
    articles: PageWay,
}

impl RuleWays {
    /// The ways of `rule`.
    pub(crate) fn of(rule: &Rule, pause: Duration) -> Self {
        Self {
            starts: PageWay::of_rule(rule, pause, PagePlace::Start),
            lists: PageWay::of_rule(rule, pause, PagePlace::List),
            articles: PageWay::of_rule(rule, pause, PagePlace::Article),
        }
    }

    /// The same, but all by one mode.
    pub(crate) fn by(mut self, mode: FetchMode) -> Self {
        for way in [&mut self.starts, &mut self.lists, &mut self.articles] {
            way.mode = mode;
        }
        self
    }

    /// The same, but with pictures only until a time.
    pub(crate) fn until(mut self, end: Instant) -> Self {
        for way in [&mut self.starts, &mut self.lists, &mut self.articles] {
            way.picture_until = Some(end);
        }
        self
    }

    /// The way to a page at this place.
    pub(crate) fn to(&self, place: PagePlace) -> &PageWay {
        match place {
            PagePlace::Start => &self.starts,
            PagePlace::List => &self.lists,
            PagePlace::Article => &self.articles,
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
