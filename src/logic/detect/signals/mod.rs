//! The signals: known marks of block pages, challenges and proxies. Input: the files that ship
//! with the program, and those of a project or a rule. Output: compiled patterns by place, each
//! with its state, strength and origin. Never judges; knows nothing about a page.
//!
//! Below: one signal as written, and as compiled.

pub(super) mod entry;
mod signal;

use std::collections::HashSet;
use std::sync::Arc;

use regex::{RegexSet, RegexSetBuilder};

use crate::detect::refusal_classifier::classifier::RefusalModel;
use crate::messages::{Explain, Message};
use entry::{SignalEntry, SignalFault, SignalRole, entries};
pub use signal::{Signal, SignalTarget};

/// The compiled signals: shipped ones and the user's own. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Signals {
    shipped: Arc<Core>,
    own: Option<Arc<Core>>,
    refusals: Arc<RefusalModel>,
}

/// Signals compiled together.
#[derive(Debug)]
struct Core {
    signals: Vec<Signal>,
    title: Group,
    text: Group,
    source: Group,
    url: Group,
    portal: Group,
    proxy_body: Group,
    data: Group,
    header: Vec<usize>,
    proxy_header: Vec<usize>,
}

/// A signal file that is rejected.
#[derive(Debug, thiserror::Error)]
#[error("signal file {file}: {fault:?}")]
pub struct SignalError {
    /// The file.
    pub file: String,
    /// The fault.
    pub fault: SignalFault,
}

impl Explain for SignalError {
    fn explain(&self) -> Message {
        Message::new("signals-file")
            .with("file", self.file.as_str())
            .with("fault", self.fault.explain())
    }
}

macro_rules! shipped {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("../../../../assets/signals/", $name)))),*]
    };
}

/// The files that ship with the program: name and text.
const SHIPPED: [(&str, &str); 9] = shipped![
    "headers.toml",
    "proxy.toml",
    "urls.toml",
    "titles.toml",
    "markers.toml",
    "phrases-en.toml",
    "phrases-zh.toml",
    "phrases-other.toml",
    "json-errors.toml",
];

impl Signals {
    /// The signals that ship with the program.
    ///
    /// # Errors
    /// Never with the shipped files (a test loads them).
    pub fn shipped() -> Result<Self, SignalError> {
        Ok(Self {
            shipped: Arc::new(Core::load(&SHIPPED)?),
            own: None,
            refusals: Arc::new(RefusalModel::shipped()),
        })
    }

    /// The same signals with another classifier of refusals.
    #[must_use]
    pub fn with_refusals(&self, model: RefusalModel) -> Self {
        Self {
            refusals: Arc::new(model),
            ..self.clone()
        }
    }

    /// The classifier of refusals.
    pub(super) fn refusals(&self) -> &RefusalModel {
        &self.refusals
    }

    /// The shipped signals with those of `files`, given as name and TOML text, in place of any
    /// earlier own ones. An own signal replaces the shipped one with the same id.
    ///
    /// # Errors
    /// For the first file that is not TOML, has an unknown key, place or state, repeats an id, or
    /// has a pattern that does not compile.
    pub fn with_files(&self, files: &[(&str, &str)]) -> Result<Self, SignalError> {
        self.with_own(files, &[])
    }

    /// The same, with the entries of a rule after the files.
    ///
    /// # Errors
    /// As [`Self::with_files`].
    pub fn with_own(
        &self,
        files: &[(&str, &str)],
        of_rule: &[SignalEntry],
    ) -> Result<Self, SignalError> {
        if files.is_empty() && of_rule.is_empty() {
            return Ok(Self {
                own: None,
                ..self.clone()
            });
        }
        let mut core = Builder::default();
        // The rule of a site takes precedence over the signals of the project.
        core.add("[[signal]]", of_rule.to_vec())?;
        for (file, text) in files {
            let read = entries(text).map_err(|fault| SignalError {
                file: (*file).to_owned(),
                fault,
            })?;
            let rest = read
                .into_iter()
                .filter(|entry| !of_rule.iter().any(|known| known.id == entry.id))
                .collect();
            core.add(file, rest)?;
        }
        Ok(Self {
            own: Some(Arc::new(core.build()?)),
            ..self.clone()
        })
    }

    /// The signal with this `id`.
    pub fn get(&self, id: &str) -> Option<&Signal> {
        self.iter().find(|s| s.id == id)
    }

    /// All signals: the user's own, then the shipped ones that are not replaced.
    pub fn iter(&self) -> impl Iterator<Item = &Signal> {
        let shipped = self.shipped.signals.iter();
        self.own()
            .chain(shipped.filter(|s| !self.is_replaced(&s.id)))
    }

    /// The user's own signals.
    pub fn own(&self) -> impl Iterator<Item = &Signal> {
        self.own.iter().flat_map(|own| own.signals.iter())
    }

    /// The signals of `target` found in `text` that imply a state or support one, the user's own
    /// first. Not for headers.
    pub(super) fn find<'s>(&'s self, target: SignalTarget, text: &str) -> Vec<&'s Signal> {
        let mut found = self.find_all(target, text);
        found.retain(|signal| signal.role != SignalRole::Against);
        found
    }

    /// Whether a signal of `target` in `text` says that the page writes about blocks.
    pub(super) fn is_against(&self, target: SignalTarget, text: &str) -> bool {
        let found = self.find_all(target, text);
        found
            .iter()
            .any(|signal| signal.role == SignalRole::Against)
    }

    fn find_all<'s>(&'s self, target: SignalTarget, text: &str) -> Vec<&'s Signal> {
        let Some(own) = &self.own else {
            return self.shipped.find(target, text);
        };
        let mut found = own.find(target, text);
        let shipped = self.shipped.find(target, text);
        found.extend(shipped.into_iter().filter(|s| !self.is_replaced(&s.id)));
        found
    }

    /// The signals found in `headers` (lower-case names), each with the matched value.
    pub(super) fn find_headers<'s, 'a>(
        &'s self,
        target: SignalTarget,
        headers: &'a [(String, String)],
    ) -> Vec<(&'s Signal, &'a str)> {
        let own = self.own.as_deref();
        let mut found = own.map_or_else(Vec::new, |own| own.find_headers(target, headers));
        let shipped = self.shipped.find_headers(target, headers);
        found.extend(
            shipped
                .into_iter()
                .filter(|(s, _)| !self.is_replaced(&s.id)),
        );
        found
    }

    fn is_replaced(&self, id: &str) -> bool {
        self.own().any(|own| own.id == id)
    }
}

/// Signals collected to be compiled together.
#[derive(Default)]
struct Builder {
    targets: Vec<SignalTarget>,
    signals: Vec<Signal>,
    ids: HashSet<String>,
}

impl Builder {
    fn add(&mut self, file: &str, entries: Vec<SignalEntry>) -> Result<(), SignalError> {
        let fail = |fault| SignalError {
            file: file.to_owned(),
            fault,
        };
        for entry in entries {
            let (target, signal) = entry.compile().map_err(fail)?;
            if !self.ids.insert(signal.id.clone()) {
                return Err(fail(SignalFault::Twice(signal.id)));
            }
            self.targets.push(target);
            self.signals.push(signal);
        }
        Ok(())
    }

    fn build(self) -> Result<Core, SignalError> {
        let Self {
            targets, signals, ..
        } = self;
        let all = |wanted: SignalTarget| -> Vec<usize> {
            (0..targets.len())
                .filter(|i| targets.get(*i) == Some(&wanted))
                .collect()
        };
        let group = |wanted| Group::new(&signals, all(wanted));
        Ok(Core {
            title: group(SignalTarget::Title)?,
            text: group(SignalTarget::Text)?,
            source: group(SignalTarget::Source)?,
            url: group(SignalTarget::Url)?,
            portal: group(SignalTarget::Portal)?,
            proxy_body: group(SignalTarget::ProxyBody)?,
            data: group(SignalTarget::Data)?,
            header: all(SignalTarget::Header),
            proxy_header: all(SignalTarget::ProxyHeader),
            signals,
        })
    }
}

impl Core {
    fn load(files: &[(&str, &str)]) -> Result<Self, SignalError> {
        let mut builder = Builder::default();
        for (file, text) in files {
            let read = entries(text).map_err(|fault| SignalError {
                file: (*file).to_owned(),
                fault,
            })?;
            builder.add(file, read)?;
        }
        builder.build()
    }

    fn find<'s>(&'s self, target: SignalTarget, text: &str) -> Vec<&'s Signal> {
        let group = match target {
            SignalTarget::Title => &self.title,
            SignalTarget::Text => &self.text,
            SignalTarget::Source => &self.source,
            SignalTarget::Url => &self.url,
            SignalTarget::Portal => &self.portal,
            SignalTarget::ProxyBody => &self.proxy_body,
            SignalTarget::Data => &self.data,
            SignalTarget::Header | SignalTarget::ProxyHeader => return Vec::new(),
        };
        group
            .set
            .matches(text)
            .into_iter()
            .filter_map(|hit| self.signals.get(*group.members.get(hit)?))
            .collect()
    }

    fn find_headers<'s, 'a>(
        &'s self,
        target: SignalTarget,
        headers: &'a [(String, String)],
    ) -> Vec<(&'s Signal, &'a str)> {
        let members = match target {
            SignalTarget::ProxyHeader => &self.proxy_header,
            _ => &self.header,
        };
        members
            .iter()
            .filter_map(|i| self.signals.get(*i))
            .filter_map(|signal| {
                headers
                    .iter()
                    .find(|(name, value)| {
                        name.eq_ignore_ascii_case(&signal.header) && signal.is_match(value)
                    })
                    .map(|(_, value)| (signal, value.as_str()))
            })
            .collect()
    }
}

/// Memory for the DFA states of one group: with the default 2 MB the phrases fall back to an engine
/// that is fifty times slower (measured on collected pages).
const DFA_BYTES: usize = 32 << 20;

/// Signals that are matched in one pass.
#[derive(Debug)]
struct Group {
    members: Vec<usize>,
    set: RegexSet,
}

impl Group {
    fn new(signals: &[Signal], members: Vec<usize>) -> Result<Self, SignalError> {
        let patterns = members
            .iter()
            .filter_map(|i| signals.get(*i))
            .map(|s| s.pattern.as_str());
        let set = RegexSetBuilder::new(patterns)
            .dfa_size_limit(DFA_BYTES)
            .build()
            .map_err(|e| SignalError {
                file: String::from("all files"),
                fault: SignalFault::Toml(e.to_string()),
            })?;
        Ok(Self { members, set })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::english;

    #[test]
    fn every_shipped_file_loads_and_names_its_origin() {
        let signals = Signals::shipped().expect("shipped files");
        assert!(signals.iter().count() > 80);
        for signal in signals.iter() {
            assert!(!signal.source.is_empty(), "{}", signal.id);
            let date: jiff::civil::Date = signal.date.parse().expect(&signal.id);
            assert!(date.year() >= 2026, "{}", signal.id);
        }
    }

    #[test]
    fn words_of_refusals_name_what_is_refused() {
        let signals = Signals::shipped().expect("shipped files");
        for (id, refusal, ordinary) in [
            (
                "en-not-served",
                "Robots and download tools usually do not, and are not served.",
                "Breakfast is not served after ten, and dogs are not welcome on the page for cats.",
            ),
            (
                "en-not-served",
                "Your client is not served on this host.",
                "New accounts are not accepted until january.",
            ),
            (
                "pt-network-login",
                "Compre mais um pacote para continuar navegando.",
                "Ao continuar navegando, concorda com o uso de cookies.",
            ),
            (
                "it-drag",
                "Tieni premuto il pulsante per confermare di essere una persona.",
                "Tieni premuto il tasto Maiusc e fai clic.",
            ),
        ] {
            let names = |text: &str| {
                let found = signals.find(SignalTarget::Text, text);
                found.iter().any(|signal| signal.id == id)
            };
            assert!(names(refusal), "{refusal}");
            assert!(!names(ordinary), "{ordinary}");
        }
    }

    #[test]
    fn bad_files_say_what_is_wrong() {
        #[track_caller]
        fn check(text: &str, word: &str) {
            let shipped = Signals::shipped().expect("shipped files");
            let error = shipped.with_files(&[("mine.toml", text)]).expect_err(text);
            let shown = english(&error.explain());
            assert!(
                shown.contains("mine.toml") && shown.contains(word),
                "{shown}"
            );
        }
        let entry = |place: &str, pattern: &str, state: &str, more: &str| {
            format!(
                "[[signal]]\nid = 'a'\nplace = '{place}'\npattern = '{pattern}'\nstate = '{state}'\n\
                 strength = 'weak'\nsource = 'me'\ndate = '2026-01-01'\n{more}\n"
            )
        };
        check("[[signal]", "TOML");
        check(&entry("text", "(", "blocked", ""), "regex");
        check(&entry("text", "x", "furious", ""), "furious");
        check(&entry("moon", "x", "blocked", ""), "moon");
        check(&entry("header", "x", "blocked", ""), "header");
        check(&entry("text", "x*", "blocked", ""), "any text");
        check(&entry("text", "x", "ok", ""), "rate_limited");
        check(&entry("text", "x", "blocked", "colour = 'red'"), "colour");
        let twice = entry("text", "x", "blocked", "").repeat(2);
        check(&twice, "two signals");
    }

    #[test]
    fn own_signals_are_found_first_and_take_the_place_of_shipped_ones() {
        let shipped = Signals::shipped().expect("shipped files");
        let own = "[[signal]]\nid = 'mine'\nplace = 'text'\npattern = 'the shop is shut'\nstate = 'blocked'\n\
                   strength = 'strong'\n[[signal]]\nid = 'en-captcha'\nplace = 'text'\npattern = 'no such words'\n\
                   state = 'challenge'\nstrength = 'weak'\n";
        let both = shipped.with_files(&[("mine.toml", own)]).expect(own);
        let ids = |signals: &Signals, text: &str| -> Vec<String> {
            let found = signals.find(SignalTarget::Text, text);
            found.into_iter().map(|s| s.id.clone()).collect()
        };
        let text = "the shop is shut, no captcha, too many requests";
        assert_eq!(ids(&both, text), ["mine", "en-too-many"]);
        assert_eq!(ids(&shipped, text), ["en-captcha", "en-too-many"]);
        assert_eq!(both.own().count(), 2);
        assert_eq!(both.iter().count(), shipped.iter().count() + 1);
        let of_rule = entries(&own.replace("shut", "open")).expect("entries");
        let ruled = shipped
            .with_own(&[("mine.toml", own)], &of_rule)
            .expect("own");
        assert_eq!(ids(&ruled, text), ["en-too-many"]);
    }
}
