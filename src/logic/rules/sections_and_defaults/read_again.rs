//! What a site reads again, as a choice: new pages only, also those of the last days, all on its list,
//! all at each run. Input and output: `[revisit]`.

use super::revisit::{EACH_RUN, LISTED, Revisit};
use crate::rules::notations::parse_duration;
use crate::rules::{Rule, RuleFile, file_of, rewrite};

/// Seconds of a day.
const DAY: u64 = 86_400;

/// What is read again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadAgain {
    /// Nothing: only what is new is read.
    NewOnly,
    /// At each run, what was found in the last days.
    LastDays(u32),
    /// At each run, everything that the lists name then.
    Listed,
    /// At each run, everything.
    EachRun,
    /// Everything, when so much time has passed since; only so long after it was found.
    ByAge {
        /// The time since it was read last, as written in the rule.
        articles: String,
        /// How long after it was found, as written in the rule.
        until: Option<String>,
    },
}

impl ReadAgain {
    /// What a rule says.
    pub fn of(revisit: &Revisit) -> Self {
        let until = revisit.until.clone();
        match revisit.articles.as_deref() {
            None => Self::NewOnly,
            Some(LISTED) => Self::Listed,
            Some(EACH_RUN) => match until.as_deref().map(days) {
                None => Self::EachRun,
                Some(Some(days)) => Self::LastDays(days),
                Some(None) => Self::ByAge {
                    articles: EACH_RUN.to_owned(),
                    until,
                },
            },
            Some(articles) => Self::ByAge {
                articles: articles.to_owned(),
                until,
            },
        }
    }

    /// Writes it into a rule.
    pub fn write(&self, revisit: &mut Revisit) {
        let (articles, until) = match self {
            Self::NewOnly => (None, None),
            Self::LastDays(days) => (Some(EACH_RUN.to_owned()), Some(format!("{days}d"))),
            Self::Listed => (Some(LISTED.to_owned()), None),
            Self::EachRun => (Some(EACH_RUN.to_owned()), None),
            Self::ByAge { articles, until } => (Some(articles.clone()), until.clone()),
        };
        revisit.articles = articles;
        revisit.until = until;
    }
}

/// Whole days, as the form writes them.
fn days(text: &str) -> Option<u32> {
    let seconds = parse_duration(text)?.as_secs();
    (seconds % DAY == 0)
        .then(|| u32::try_from(seconds / DAY).ok())
        .flatten()
        .filter(|days| *days > 0)
}

impl Rule {
    /// Whether each scheduled run reads what the site is about without any setting: its start pages.
    pub fn reads_starts_again(&self) -> bool {
        self.has_records_on_starts() || self.file.site.kind == crate::model::SourceKind::Pages
    }
}

/// What a site that is watched for changes reads again: for pages nothing needs to be said, a list is
/// read with all that it names.
pub fn watching(file: &RuleFile) -> ReadAgain {
    let revisit = &file.revisit;
    match ReadAgain::of(revisit) {
        ReadAgain::NewOnly if file.list.is_some() || file.reads_list_section() => ReadAgain::Listed,
        ReadAgain::NewOnly if file.record.is_none() => ReadAgain::EachRun,
        other => other,
    }
}

/// The rule file with a page marked to be read at each run, or no longer; `None` if it cannot be read.
pub fn watching_page(rule_toml: &str, url: &str, on: bool) -> Option<String> {
    let page = url.split_once('#').map_or(url, |(page, _)| page);
    let mut file = file_of(rule_toml).ok()?;
    let pages = &mut file.revisit.pages;
    pages.retain(|known| known != page);
    if on {
        pages.push(page.to_owned());
    }
    rewrite(rule_toml, &file).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::parse;

    const LIST: &str = "[site]\nname = \"N\"\nkind = \"list\"\nstart = [\"http://127.0.0.1/\"]\n\
         [list]\nlink = { css = \"a\" }\n[[field]]\nname = \"title\"\nselect = [{ css = \"h1\" }]\n";

    #[test]
    fn every_choice_is_written_and_read_back() {
        let aged = ReadAgain::ByAge {
            articles: "12h".to_owned(),
            until: Some("60d".to_owned()),
        };
        for choice in [
            ReadAgain::NewOnly,
            ReadAgain::LastDays(7),
            ReadAgain::Listed,
            ReadAgain::EachRun,
            aged,
        ] {
            let mut file = file_of(LIST).expect("a rule");
            choice.write(&mut file.revisit);
            let text = rewrite(LIST, &file).expect("a rule");
            let rule = parse(&text).expect("a rule");
            assert_eq!(ReadAgain::of(&rule.file().revisit), choice, "{text}");
            assert_eq!(rule.rereads_listed(), choice == ReadAgain::Listed);
            assert_eq!(rule.watch_terms().watched, choice != ReadAgain::NewOnly);
        }
    }

    #[test]
    fn a_page_is_marked_once_and_unmarked() {
        let url = "http://127.0.0.1/a#record-2";
        let marked = watching_page(LIST, url, true).expect("a rule");
        let twice = watching_page(&marked, url, true).expect("a rule");
        assert_eq!(marked, twice);
        let rule = parse(&twice).expect("a rule");
        assert_eq!(rule.file().revisit.pages, ["http://127.0.0.1/a"]);
        let none = watching_page(&twice, url, false).expect("a rule");
        assert!(parse(&none).expect("a rule").file().revisit.is_empty());
    }
}
