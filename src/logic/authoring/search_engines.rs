//! Search engines that are ready to use, and the rule of a search with several of them. Input: a list
//! of engines as data, words. Output: a rule whose results become one record each, whichever
//! engines find it. Which engines there are is in `rules/search-engines/`.

use std::sync::OnceLock;
use std::time::Duration;

use serde::Deserialize;
use url::Url;

use crate::messages::Message;
use crate::model::{FOUND_BY, SourceKind};
use crate::rules::{
    EngineRule, IdentityRule, ListRule, PagesChoice, RuleErrors, RuleFile, SearchRule, parse,
    parse_duration, write,
};
use crate::sources::{Encoding, QueryTemplate};

/// The engines that come with the program.
const SHIPPED: &str = include_str!("../../../rules/search-engines/engines.toml");
/// A word with which the address of a search is checked.
const EXAMPLE: &str = "word";
/// The maximum number of words in one search.
const MAX_WORDS: usize = 10_000;

/// What an engine searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EngineGroup {
    /// The web.
    General,
    /// News.
    News,
    /// Articles of science.
    Scholarly,
    /// The web in Chinese.
    Chinese,
}

impl EngineGroup {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::General, Self::News, Self::Scholarly, Self::Chinese];

    /// The message with its name.
    pub fn name(self) -> Message {
        Message::new(match self {
            Self::General => "search-group-general",
            Self::News => "search-group-news",
            Self::Scholarly => "search-group-scholarly",
            Self::Chinese => "search-group-chinese",
        })
    }
}

/// A search engine that is ready to use.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchEngine {
    /// Its name, kept with each result.
    pub name: String,
    /// What it searches.
    pub group: EngineGroup,
    /// The address of its terms.
    pub terms: String,
    /// The least time between two requests that it asks for.
    #[serde(default)]
    delay: Option<String>,
    url: String,
    #[serde(default)]
    encoding: Option<String>,
    #[serde(default)]
    form: Option<String>,
    #[serde(default)]
    body: Option<String>,
    list: ListRule,
    /// Where a DOI leads to, as its list says.
    #[serde(skip)]
    doi: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EngineFile {
    /// Where a DOI leads to: one address of an article, whichever engine finds it.
    #[serde(default)]
    doi: Option<String>,
    engine: Vec<SearchEngine>,
}

impl SearchEngine {
    /// An address of its search, to ask robots.txt for.
    pub fn example_address(&self) -> Option<Url> {
        let template = QueryTemplate::read(&self.url, None, Encoding::default()).ok()?;
        let mut url = template.address_of(EXAMPLE)?;
        url.set_fragment(None);
        Some(url)
    }

    /// Its host.
    pub fn host(&self) -> String {
        let url = self.example_address();
        let host = url.as_ref().and_then(Url::host_str);
        host.unwrap_or_default().to_owned()
    }

    fn rule(&self) -> EngineRule {
        EngineRule {
            name: self.name.clone(),
            url: self.url.clone(),
            encoding: self.encoding.clone(),
            form: self.form.clone(),
            body: self.body.clone(),
            list: Some(self.list.clone()),
        }
    }
}

/// The engines that come with the program.
pub fn shipped_engines() -> &'static [SearchEngine] {
    static ENGINES: OnceLock<Vec<SearchEngine>> = OnceLock::new();
    ENGINES.get_or_init(|| read_engines(SHIPPED).unwrap_or_default())
}

/// Engines as written in a file like that of the program.
///
/// # Errors
/// What is wrong with it: also when the rule of an engine is.
pub fn read_engines(text: &str) -> Result<Vec<SearchEngine>, Message> {
    let mut file: EngineFile = toml::from_str(text)
        .map_err(|error| Message::new("search-engines-file").with("fault", error.to_string()))?;
    for engine in &mut file.engine {
        engine.doi.clone_from(&file.doi);
    }
    for engine in &file.engine {
        let words = [EXAMPLE.to_owned()];
        search_rule(EXAMPLE, &[engine], &words).map_err(|faults| {
            Message::new("search-engines-rule")
                .with("name", engine.name.as_str())
                .with("fault", crate::messages::Explain::explain(&faults))
        })?;
    }
    Ok(file.engine)
}

/// The rule of a search for `words` with several engines.
///
/// # Errors
/// When the name, the words or an engine are none.
pub fn search_rule(
    name: &str,
    engines: &[&SearchEngine],
    words: &[String],
) -> Result<String, RuleErrors> {
    let mut file = RuleFile::default();
    file.set_kind(SourceKind::Search);
    name.clone_into(&mut file.site.name);
    file.search = Some(SearchRule {
        keywords: words.to_vec(),
        pages: Some(PagesChoice::Flag(false)),
        join: Some(true),
        doi: engines.iter().find_map(|engine| engine.doi.clone()),
        engines: engines.iter().map(|engine| engine.rule()).collect(),
        ..SearchRule::default()
    });
    // Places among the results change with every run and say nothing of the result.
    file.identity = IdentityRule {
        leave_out: vec![FOUND_BY.to_owned()],
        ..IdentityRule::default()
    };
    let longest = engines.iter().filter_map(|engine| engine.delay.as_ref());
    let time = |text: &String| parse_duration(text).unwrap_or(Duration::ZERO);
    if let Some(delay) = longest.max_by_key(|delay| time(delay))
        && time(delay) > time(&file.politeness.delay)
    {
        file.politeness.delay.clone_from(delay);
    }
    let text = write(&file);
    parse(&text)?;
    Ok(text)
}

/// The words of a text or file, one a line, each once.
pub fn search_words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for line in text.trim_start_matches('\u{feff}').lines() {
        let word = line.trim();
        if !word.is_empty() && seen.insert(word) && words.len() < MAX_WORDS {
            words.push(word.to_owned());
        }
    }
    words
}

/// The name of a search, if a person gives none: its first words.
pub fn search_name(words: &[String]) -> String {
    let named: Vec<&str> = words.iter().take(3).map(String::as_str).collect();
    let mut name: String = named.join(", ").chars().take(60).collect();
    if words.len() > named.len() {
        name.push('…');
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_engines_that_come_with_the_program_are_sound() {
        let engines = read_engines(SHIPPED).expect("the list is sound");
        assert_eq!(shipped_engines().len(), engines.len());
        for group in EngineGroup::ALL {
            let own = engines.iter().filter(|engine| engine.group == group);
            assert!(own.count() >= 2, "{group:?}");
        }
        let mut names: Vec<&str> = engines.iter().map(|engine| engine.name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), engines.len(), "each name once");
        for engine in &engines {
            assert!(engine.example_address().is_some(), "{}", engine.name);
            assert!(Url::parse(&engine.terms).is_ok(), "{}", engine.name);
        }
    }

    #[test]
    fn a_search_with_several_engines_is_one_rule_at_the_pace_of_the_slowest() {
        let engines: Vec<&SearchEngine> = shipped_engines().iter().collect();
        let words = search_words("\u{feff}new bridge\n\n  大桥 \nnew bridge\n");
        assert_eq!(words, ["new bridge", "大桥"]);
        let text = search_rule(&search_name(&words), &engines, &words).expect("a rule");
        let rule = parse(&text).expect("a rule");
        let file = rule.file();
        assert_eq!(file.site.name, "new bridge, 大桥");
        assert_eq!(rule.starts().count(), engines.len() * 2);
        let slowest = engines.iter().filter_map(|engine| engine.delay.as_deref());
        let slowest = slowest.filter_map(parse_duration).max();
        assert_eq!(Some(rule.delay()), slowest);
        assert_eq!(file.identity.leave_out, [FOUND_BY]);
    }
}
