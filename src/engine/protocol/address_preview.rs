//! What a look at an address found, before a site is made of it. Plain data; nothing is saved.

use std::path::PathBuf;

use serde::Serialize;
use url::Url;

use super::AccountChoice;
use bowerbird_logic::messages::{Arg, Message};
use bowerbird_logic::model::SiteId;

/// What stands at an address.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PreviewedKind {
    /// A list of links or entries.
    List,
    /// A forum: threads of a board, or its boards.
    Forum,
    /// Several posts or records on one page.
    Thread,
    /// One text.
    Article,
    /// A feed.
    Feed,
    /// A sitemap.
    Sitemap,
    /// JSON that is no feed.
    Data,
    /// The site refuses the request, or robots.txt does.
    Refused,
    /// A page without content unless scripts run.
    ScriptShell,
    /// There is no such page.
    NotFound,
    /// No answer, or an error of the site.
    Unreachable,
    /// A page with nothing to collect.
    #[default]
    Nothing,
}

impl PreviewedKind {
    /// Whether it is a page whose site may have a sitemap that leads further.
    pub fn is_page(self) -> bool {
        matches!(
            self,
            Self::List | Self::Forum | Self::Thread | Self::Article | Self::Nothing
        )
    }

    /// Its words in the catalogues.
    pub fn name(self) -> Message {
        Message::new(match self {
            Self::List => "look-list",
            Self::Forum => "look-forum",
            Self::Thread => "look-thread",
            Self::Article => "look-article",
            Self::Feed => "look-feed",
            Self::Sitemap => "look-sitemap",
            Self::Data => "look-data",
            Self::Refused => "look-refused",
            Self::ScriptShell => "look-script-shell",
            Self::NotFound => "look-not-found",
            Self::Unreachable => "look-unreachable",
            Self::Nothing => "look-nothing",
        })
    }
}

/// One way to collect from an address.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SourceChoice {
    /// What it collects, with the number of entries where it is known.
    pub label: Message,
    /// The first titles that it finds.
    pub titles: Vec<String>,
    /// The rule.
    pub rule_toml: String,
    /// Values that it finds and that are unlikely to be right.
    pub doubts: Vec<Message>,
}

impl SourceChoice {
    /// The message ids of the entries of an interface's JSON, alone and with their pages.
    pub(crate) const DATA: [&'static str; 2] = ["look-choice-data", "look-choice-data-pages"];

    /// The message ids of the entries of the interface behind a page, of one page and of all.
    pub(crate) const INTERFACE: [&'static str; 2] =
        ["look-choice-interface", "look-choice-interface-pages"];

    /// The message ids of the entries in the JSON that a page carries for its scripts, alone and with
    /// their pages.
    pub(crate) const PAGE_DATA: [&'static str; 2] =
        ["look-choice-page-data", "look-choice-page-data-pages"];

    /// Whether it is the entries of an interface's JSON, or of the JSON in a page, instead of a page
    /// for people.
    pub fn is_of_data(&self) -> bool {
        Self::DATA.contains(&self.label.id.as_str()) || self.is_of_page_data()
    }

    /// Whether it brings at least as much as the `shown` records of a page: as many entries, or those
    /// of all pages.
    pub fn brings_all_of(&self, shown: usize) -> bool {
        let [_, with_pages] = Self::INTERFACE;
        let count = self.label.args.iter().find(|(name, _)| name == "count");
        let count = count.and_then(|(_, count)| match count {
            Arg::Number(count) => Some(*count),
            _ => None,
        });
        self.label.id == with_pages
            || count.is_some_and(|count| usize::try_from(count).is_ok_and(|count| count >= shown))
    }

    /// Whether it is the entries in the JSON that a page carries for its scripts.
    pub fn is_of_page_data(&self) -> bool {
        Self::PAGE_DATA.contains(&self.label.id.as_str())
    }
}

/// A feed that a page names; whether it holds anything is not known yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NamedFeed {
    /// Its address.
    pub url: String,
    /// Its title as the page gives it; may be empty.
    pub title: String,
}

/// A page that a page with nothing to collect leads to, such as a board of a forum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LinkedPage {
    /// Its address.
    pub url: String,
    /// What the page calls it; the address if it has no name.
    pub name: String,
}

/// Boards of a forum that an account sees and its site does not begin at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FoundBoards {
    /// The site.
    pub site: SiteId,
    /// Its name.
    pub name: String,
    /// The boards, in page order.
    pub boards: Vec<LinkedPage>,
}

/// The result of a look.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct AddressPreview {
    /// The address, after redirects.
    pub url: String,
    /// The proposed name, not taken by another site.
    pub name: String,
    /// What is there.
    pub kind: PreviewedKind,
    /// Why nothing can be collected, and what to do; absent if something can.
    pub problem: Option<Message>,
    /// The ways to collect, the proposed one first.
    pub choices: Vec<SourceChoice>,
    /// Pages to look at instead, where this one has nothing to collect.
    pub leads_to: Vec<LinkedPage>,
    /// The account that it was looked at with: that of another site of the same place.
    pub shown_as: Option<AccountChoice>,
    /// Feeds that are still being checked: those that hold entries become choices.
    pub unchecked_feeds: Vec<NamedFeed>,
    /// Articles that are still to be read for the box that holds their whole text.
    pub sample_pages: Vec<Url>,
    /// The sitemap that the page names; it becomes a choice if it has pages.
    pub named_sitemap: Option<String>,
}

/// What is to be searched, and with what.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchDraft {
    /// The name of the site; made of the words if blank.
    pub name: String,
    /// Names of engines.
    pub engines: Vec<String>,
    /// The words, each searched separately.
    pub words: Vec<String>,
    /// A file of further words, one a line.
    pub words_file: Option<PathBuf>,
}

/// A search engine whose robots.txt forbids its search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RefusedEngine {
    /// Its name.
    pub name: String,
    /// The decisive rule.
    pub rule: String,
}

impl RefusedEngine {
    /// What is said of it.
    pub fn message(&self) -> Message {
        Message::new("search-refused")
            .with("name", self.name.as_str())
            .with("rule", self.rule.as_str())
    }
}

/// The rule of a search, without the engines that may not be asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SearchProposal {
    /// The name of the site.
    pub name: String,
    /// The number of words.
    pub words: usize,
    /// The engines that are left out.
    pub refused: Vec<RefusedEngine>,
    /// The rule; `None` if no engine is left.
    pub rule_toml: Option<String>,
}
