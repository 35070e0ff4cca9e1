//! Settings of several sites at once: what their rules have in common, and a change of only those
//! settings that a person touched. Input: rules. Output: values, rule texts.

use crate::policy::defaults::DELAY_TEXT;
use crate::rules::{FetchMode, RuleErrors, RuleFile, parse, rewrite};

/// The settings that the rules of several sites can be given at once; what is `None` stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SharedSettings {
    /// The minimum time between two requests to a host.
    pub delay: Option<String>,
    /// Concurrent requests to a host.
    pub concurrency: Option<u32>,
    /// Retries of a failed request.
    pub retries: Option<u32>,
    /// Times without requests; blank for none.
    pub quiet: Option<String>,
    /// Whether robots.txt is obeyed.
    pub robots: Option<bool>,
    /// Which proxies are used.
    pub proxy: Option<String>,
    /// The user agent; blank for the program's own.
    pub user_agent: Option<String>,
    /// By what pages are fetched.
    pub fetch: Option<FetchMode>,
}

/// The values that several rules share; `None` where they differ.
pub type CommonSettings = SharedSettings;

impl SharedSettings {
    /// The values that all of `rules` have; those that differ are `None`.
    pub fn common<'a>(rules: impl Iterator<Item = &'a RuleFile>) -> CommonSettings {
        rules
            .map(Self::of)
            .reduce(|known, next| Self {
                delay: shared(known.delay, next.delay.as_ref()),
                concurrency: shared(known.concurrency, next.concurrency.as_ref()),
                retries: shared(known.retries, next.retries.as_ref()),
                quiet: shared(known.quiet, next.quiet.as_ref()),
                robots: shared(known.robots, next.robots.as_ref()),
                proxy: shared(known.proxy, next.proxy.as_ref()),
                user_agent: shared(known.user_agent, next.user_agent.as_ref()),
                fetch: shared(known.fetch, next.fetch.as_ref()),
            })
            .unwrap_or_default()
    }

    fn of(rule: &RuleFile) -> Self {
        let (polite, network) = (&rule.politeness, &rule.network);
        Self {
            delay: Some(polite.delay.clone()),
            concurrency: Some(polite.concurrency),
            retries: Some(polite.retries),
            quiet: Some(polite.quiet.clone().unwrap_or_default()),
            robots: Some(polite.robots),
            proxy: Some(network.proxy.clone()),
            user_agent: Some(network.user_agent.clone().unwrap_or_default()),
            fetch: Some(network.fetch),
        }
    }

    /// Whether nothing is changed.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The rule with these settings; the text itself where it has them already.
    ///
    /// # Errors
    /// What is wrong with the rule, or with a value.
    pub fn written_into(&self, rule_toml: &str) -> Result<String, RuleErrors> {
        let mut file = parse(rule_toml)?.file().clone();
        let before = file.clone();
        let written = |text: &String| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
        let (polite, network) = (&mut file.politeness, &mut file.network);
        if let Some(delay) = &self.delay {
            polite.delay = written(delay).unwrap_or_else(|| DELAY_TEXT.to_owned());
        }
        polite.concurrency = self.concurrency.unwrap_or(polite.concurrency);
        polite.retries = self.retries.unwrap_or(polite.retries);
        polite.robots = self.robots.unwrap_or(polite.robots);
        if let Some(quiet) = &self.quiet {
            polite.quiet = written(quiet);
        }
        if let Some(proxy) = &self.proxy {
            network.proxy = written(proxy).unwrap_or_else(|| "pool".to_owned());
        }
        if let Some(agent) = &self.user_agent {
            network.user_agent = written(agent);
        }
        network.fetch = self.fetch.unwrap_or(network.fetch);
        if file == before {
            return Ok(rule_toml.to_owned());
        }
        let text = rewrite(rule_toml, &file)?;
        parse(&text)?;
        Ok(text)
    }
}

fn shared<T: PartialEq>(one: Option<T>, other: Option<&T>) -> Option<T> {
    one.filter(|one| Some(one) == other)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(politeness: &str) -> String {
        format!(
            "# of mine\n[site]\nname = 'A'\nkind = 'list'\nstart = ['https://a.example/']\n\n\
             [list]\nlink = {{ css = 'a' }}\n\n[politeness]\n{politeness}\n"
        )
    }

    #[test]
    fn what_differs_is_mixed_and_what_was_not_touched_stays() {
        let texts = [rule("delay = '5s'"), rule("delay = '9s'\nrobots = false")];
        let rules = texts.each_ref().map(|text| parse(text).expect("a rule"));
        let common = SharedSettings::common(rules.iter().map(|rule| rule.file()));
        assert_eq!((common.delay, common.robots), (None, None));
        assert_eq!(common.proxy.as_deref(), Some("pool"));
        let change = SharedSettings {
            concurrency: Some(3),
            ..SharedSettings::default()
        };
        for (text, delay) in texts.iter().zip(["5s", "9s"]) {
            let written = change.written_into(text).expect("written");
            let file = parse(&written).expect("a rule").file().clone();
            assert_eq!(file.politeness.concurrency, 3);
            assert_eq!(file.politeness.delay, delay);
            assert!(written.starts_with("# of mine"), "{written}");
        }
    }

    #[test]
    fn a_wrong_value_is_refused_and_nothing_changes_nothing() {
        let text = rule("delay = '5s'");
        let wrong = SharedSettings {
            delay: Some("soon".to_owned()),
            ..SharedSettings::default()
        };
        assert!(wrong.written_into(&text).is_err());
        let same = SharedSettings {
            delay: Some("5s".to_owned()),
            ..SharedSettings::default()
        };
        assert_eq!(same.written_into(&text).expect("written"), text);
        assert!(SharedSettings::default().is_empty());
    }
}
