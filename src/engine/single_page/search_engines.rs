//! Searches with engines that are ready to use. An engine is asked only where its robots.txt allows the
//! address of its search: that is checked before it becomes part of a rule. Input: the names of
//! engines, words. Output: the rule, and the engines that are left out.

use std::path::Path;

use crate::protocol::{EngineError, RefusedEngine, SearchDraft, SearchProposal};
use crate::single_page::source::{Visit, read_file};
use bowerbird_logic::authoring::search_engines::{
    SearchEngine, read_engines, search_name, search_rule, search_words, shipped_engines,
};
use bowerbird_logic::messages::{Explain as _, Message};
use bowerbird_logic::page::decode;

impl SearchDraft {
    /// The words, those of the file too, each once.
    ///
    /// # Errors
    /// When the file cannot be read, or there are no words.
    pub fn all_words(&self) -> Result<Vec<String>, EngineError> {
        let mut text = self.words.join("\n");
        if let Some(file) = &self.words_file {
            text.push('\n');
            text.push_str(&read_small(file)?);
        }
        match search_words(&text) {
            words if words.is_empty() => Err(EngineError(Message::new("search-no-words"))),
            words => Ok(words),
        }
    }

    /// The named engines, of `all`.
    ///
    /// # Errors
    /// When one is unknown, or none is named.
    pub fn engines_of<'e>(
        &self,
        all: &'e [SearchEngine],
    ) -> Result<Vec<&'e SearchEngine>, EngineError> {
        let is_named = |engine: &&SearchEngine, name: &str| {
            engine.name.to_lowercase() == name.trim().to_lowercase()
        };
        let mut found: Vec<&SearchEngine> = Vec::new();
        for name in &self.engines {
            let Some(engine) = all.iter().find(|engine| is_named(engine, name)) else {
                let known: Vec<&str> = all.iter().map(|engine| engine.name.as_str()).collect();
                let unknown = Message::new("search-no-such-engine").with("name", name.as_str());
                return Err(EngineError(unknown.with("known", known.join(", "))));
            };
            if !found.iter().any(|known| known.name == engine.name) {
                found.push(engine);
            }
        }
        match found.is_empty() {
            true => Err(EngineError(Message::new("search-no-engine"))),
            false => Ok(found),
        }
    }
}

/// The engines of a file in the form of those that come with the program; those if there is no file.
///
/// # Errors
/// What is wrong with the file.
pub fn known_engines(file: Option<&Path>) -> Result<Vec<SearchEngine>, EngineError> {
    match file {
        None => Ok(shipped_engines().to_vec()),
        Some(file) => read_engines(&read_small(file)?).map_err(EngineError),
    }
}

/// The rule of a search, without the engines whose robots.txt forbids it.
///
/// # Errors
/// When there are no words or engines.
pub fn propose_search(
    draft: &SearchDraft,
    all: &[SearchEngine],
) -> Result<SearchProposal, EngineError> {
    let words = draft.all_words()?;
    let engines = draft.engines_of(all)?;
    let mut refused = Vec::new();
    for engine in &engines {
        let Some(url) = engine.example_address() else {
            continue;
        };
        if let Some(rule) = Visit::plain()?.disallowed(&url) {
            let name = engine.name.clone();
            refused.push(RefusedEngine { name, rule });
        }
    }
    proposal(draft, &engines, &words, refused)
}

/// The rule of a search with those engines that are not `refused`.
pub(crate) fn proposal(
    draft: &SearchDraft,
    engines: &[&SearchEngine],
    words: &[String],
    refused: Vec<RefusedEngine>,
) -> Result<SearchProposal, EngineError> {
    let is_refused = |engine: &&&SearchEngine| refused.iter().any(|one| one.name == engine.name);
    let asked: Vec<&SearchEngine> = engines
        .iter()
        .filter(|engine| !is_refused(engine))
        .copied()
        .collect();
    let name = match draft.name.trim() {
        "" => search_name(words),
        name => name.to_owned(),
    };
    let rule_toml = match asked.is_empty() {
        true => None,
        false => Some(
            search_rule(&name, &asked, words).map_err(|faults| EngineError(faults.explain()))?,
        ),
    };
    Ok(SearchProposal {
        name,
        words: words.len(),
        refused,
        rule_toml,
    })
}

/// The text of a small file, in whatever charset it is.
fn read_small(path: &Path) -> Result<String, EngineError> {
    Ok(decode(&read_file(path)?, None).text)
}
