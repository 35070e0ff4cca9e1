//! What helped others against a refusal. Input: a verdict. Output: the remedies that helped most of
//! those who tried them, best first. The counts are data (`assets/signals/remedies.toml`). Where few
//! tried a remedy against the very maker of a page, what helped against refusals of its kind counts.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use super::known_signal;
use crate::messages::Message;
use crate::model::{PageState, Verdict};

/// A lawful way for an honest crawler, or the person who runs it, to get past a refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Remedy {
    /// Try again some hours later.
    Wait,
    /// Send requests less often.
    Slower,
    /// Ask from another address.
    OtherAddress,
    /// Ask from the line of a home, or a proxy with one.
    HomeLine,
    /// Ask from another data centre or VPN.
    DataCentre,
    /// Ask from an address in the country of the site.
    Country,
    /// Log in.
    Account,
    /// Use the cookies of one's browser.
    Cookies,
    /// Begin without the earlier cookies.
    NewSession,
    /// Use a user agent with one's name and a way to get in touch.
    NamedAgent,
    /// Use a feed, an interface or a mirror.
    Feed,
    /// Ask the owner of the site.
    Owner,
    /// Show the page in a browser that runs its scripts.
    Browser,
}

/// What a person can do about the state of a page or a site, in the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateAction {
    /// Log in: with an account that there is, or a new one.
    LogIn,
    /// Open the page in one's browser, and do there what the site asks for.
    AnswerCheck,
    /// Ask through another proxy of the pool.
    OtherProxy,
    /// Add a proxy.
    AddProxy,
    /// Look after the proxies of the pool.
    SeeProxies,
    /// Ask again.
    Retry,
}

/// What the pool of proxies can do about a refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PoolOutlook {
    /// It has no usable proxy.
    Empty,
    /// It has one, and the site was asked directly.
    Untried,
    /// The site was asked through one, and there is another one.
    Tried,
    /// The site was asked through the only one.
    UsedUp,
}

/// What can be done about `state`, the most promising first; the same wherever it is told.
pub fn state_actions(state: PageState, pool: PoolOutlook) -> Vec<StateAction> {
    use StateAction::{AddProxy, AnswerCheck, LogIn, OtherProxy, Retry, SeeProxies};
    let has_proxy = matches!(pool, PoolOutlook::Untried | PoolOutlook::Tried);
    match (state, has_proxy) {
        (PageState::LoginRequired, _) => vec![LogIn, Retry],
        (PageState::Challenge, true) => vec![AnswerCheck, OtherProxy],
        (PageState::Challenge, false) => vec![AnswerCheck, AddProxy, Retry],
        (PageState::RateLimited, true) => vec![Retry, OtherProxy],
        (PageState::RateLimited, false) => vec![Retry, AddProxy],
        (PageState::Blocked | PageState::SoftBlock, true) if pool == PoolOutlook::Untried => {
            vec![OtherProxy]
        }
        (PageState::Blocked | PageState::SoftBlock, true) => vec![OtherProxy, AddProxy],
        (PageState::Blocked | PageState::SoftBlock, false) => vec![AddProxy, Retry],
        (PageState::ProxyFault, true) => vec![OtherProxy, SeeProxies],
        (PageState::ProxyFault, false) => vec![SeeProxies, Retry],
        _ => vec![Retry],
    }
}

impl Remedy {
    /// The advice in words; `None` for what the program does by itself, or cannot do.
    pub fn advice(self) -> Option<Message> {
        Some(Message::new(match self {
            Self::Wait => "remedy-wait",
            Self::Slower => "remedy-slower",
            Self::OtherAddress => "remedy-other-address",
            Self::HomeLine => "remedy-home-line",
            Self::Country => "remedy-country",
            Self::Account => "remedy-account",
            Self::Cookies => "remedy-cookies",
            Self::NamedAgent => "remedy-named-agent",
            Self::Feed => "remedy-feed",
            Self::Owner => "remedy-owner",
            Self::DataCentre | Self::NewSession | Self::Browser => return None,
        }))
    }
}

/// How often a remedy was reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RemedyReports {
    /// The remedy.
    pub remedy: Remedy,
    /// How many it helped.
    pub helped: u32,
    /// How many tried it.
    pub tried: u32,
}

impl RemedyReports {
    /// The share that it helps, estimated by the rule of succession, so that few reports count
    /// less; 0 to 1.
    fn share(&self) -> f64 {
        f64::from(self.helped + 1) / f64::from(self.tried + 2)
    }
}

/// A report alone says nothing.
const FEWEST_REPORTS: u32 = 2;

/// The remedies that helped more than half of those who tried them against what `verdict` shows,
/// best first; empty if none is known to.
pub fn remedies(verdict: &Verdict) -> Vec<RemedyReports> {
    let fitting = TABLE.iter().filter(|one| one.fits(verdict));
    let mut known: BTreeMap<Remedy, (usize, RemedyReports)> = BTreeMap::new();
    for (place, refusal) in fitting.enumerate() {
        for (remedy, (helped, tried)) in &refusal.remedies {
            if *tried >= FEWEST_REPORTS {
                // The first that fits is the most exact one.
                let reports = RemedyReports {
                    remedy: *remedy,
                    helped: *helped,
                    tried: *tried,
                };
                known.entry(*remedy).or_insert((place, reports));
            }
        }
    }
    let helps = |(_, one): &(usize, RemedyReports)| 2 * one.helped > one.tried;
    let mut best: Vec<_> = known.into_values().filter(helps).collect();
    best.sort_by(|(near, a), (far, b)| near.cmp(far).then(b.share().total_cmp(&a.share())));
    best.into_iter().map(|(_, one)| one).collect()
}

/// A kind of refusal with what helped against it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Refusal {
    #[expect(dead_code, reason = "a name for those who edit the file")]
    id: String,
    #[serde(default)]
    vendor: Option<String>,
    #[serde(default)]
    signals: Vec<String>,
    #[serde(default)]
    states: Vec<PageState>,
    remedies: BTreeMap<Remedy, (u32, u32)>,
}

impl Refusal {
    fn fits(&self, verdict: &Verdict) -> bool {
        let evidence = || verdict.evidence.iter().map(|found| found.signal.as_str());
        let vendor = self.vendor.as_deref().is_none_or(|vendor| {
            let mut known = evidence().filter_map(known_signal);
            known.any(|signal| signal.vendor.as_deref() == Some(vendor))
        });
        let signals = self.signals.is_empty()
            || evidence().any(|id| self.signals.iter().any(|signal| signal == id));
        let states = self.states.is_empty() || self.states.contains(&verdict.state);
        vendor && signals && states
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    refusal: Vec<Refusal>,
}

/// Shipped data; a test loads it, so it is never missing.
static TABLE: LazyLock<Vec<Refusal>> = LazyLock::new(|| {
    let text = include_str!("../../../assets/signals/remedies.toml");
    toml::from_str::<Table>(text).map_or_else(|_| Vec::new(), |table| table.refusal)
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_a_check_is_asked_it_comes_first_and_a_pause_where_requests_were_too_many() {
        for pool in [
            PoolOutlook::Empty,
            PoolOutlook::Untried,
            PoolOutlook::Tried,
            PoolOutlook::UsedUp,
        ] {
            let first = |state| state_actions(state, pool).first().copied();
            assert_eq!(first(PageState::Challenge), Some(StateAction::AnswerCheck));
            assert_eq!(first(PageState::RateLimited), Some(StateAction::Retry));
            assert_eq!(first(PageState::LoginRequired), Some(StateAction::LogIn));
            let has_proxy = matches!(pool, PoolOutlook::Untried | PoolOutlook::Tried);
            let around = match has_proxy {
                true => StateAction::OtherProxy,
                false => StateAction::AddProxy,
            };
            assert_eq!(first(PageState::Blocked), Some(around));
        }
    }

    use crate::messages::{Catalogue, Language};
    use crate::model::{Evidence, EvidencePlace, Strength};

    fn best(state: PageState, signals: &[&str]) -> Vec<Remedy> {
        let evidence = signals.iter().map(|signal| Evidence {
            signal: (*signal).to_owned(),
            strength: Strength::Strong,
            place: EvidencePlace::Body,
            matched: String::new(),
        });
        let verdict = Verdict {
            state,
            evidence: evidence.collect(),
            retry_after: None,
        };
        let found = remedies(&verdict);
        found.into_iter().map(|one| one.remedy).collect()
    }

    #[test]
    fn every_entry_names_signals_and_makers_that_exist() {
        let table: Table =
            toml::from_str(include_str!("../../../assets/signals/remedies.toml")).expect("a table");
        assert!(table.refusal.len() > 20);
        let shipped = crate::detect::Signals::shipped().expect("signals");
        for refusal in &table.refusal {
            for signal in refusal
                .signals
                .iter()
                .filter(|id| *id != crate::detect::OWN_AGENT)
            {
                assert!(known_signal(signal).is_some(), "{signal}");
            }
            if let Some(vendor) = &refusal.vendor {
                let is_known = shipped
                    .iter()
                    .any(|one| one.vendor.as_ref() == Some(vendor));
                assert!(is_known, "{vendor}");
            }
            for (helped, tried) in refusal.remedies.values() {
                assert!(helped <= tried && *tried > 0, "{refusal:?}");
            }
        }
    }

    #[test]
    fn what_helped_stands_first_and_what_did_not_is_left_out() {
        let blocked = best(PageState::Blocked, &[]);
        assert_eq!(blocked.first(), Some(&Remedy::HomeLine));
        assert!(blocked.contains(&Remedy::OtherAddress));
        assert!(!blocked.contains(&Remedy::DataCentre) && !blocked.contains(&Remedy::Owner));
        // Nobody got past this maker through other addresses, whatever helps against others.
        let imperva = shipped_signal_of("Imperva");
        let imperva = best(PageState::Blocked, &[&imperva]);
        assert!(!imperva.contains(&Remedy::OtherAddress), "{imperva:?}");
        assert!(imperva.contains(&Remedy::Wait), "{imperva:?}");
        let limited = best(PageState::RateLimited, &[]);
        assert_eq!(limited, [Remedy::Slower]);
        let agent = best(PageState::Challenge, &[&shipped_signal_of("Anubis")]);
        assert_eq!(agent.first(), Some(&Remedy::NamedAgent), "{agent:?}");
        assert!(best(PageState::Blocked, &["en-region"]).contains(&Remedy::Country));
        assert!(best(PageState::SoftBlock, &[]).is_empty());
        assert!(best(PageState::Outage, &[]).is_empty());
    }

    fn shipped_signal_of(vendor: &str) -> String {
        let shipped = crate::detect::Signals::shipped().expect("signals");
        let mut all = shipped.iter();
        let found = all.find(|one| one.vendor.as_deref() == Some(vendor));
        found.expect("a signal").id.clone()
    }

    #[test]
    fn advice_has_its_words_in_both_languages() {
        for language in Language::ALL {
            let catalogue = Catalogue::new(language);
            for refusal in TABLE.iter() {
                for message in refusal.remedies.keys().filter_map(|remedy| remedy.advice()) {
                    let text = catalogue.text(&message);
                    assert!(!text.starts_with('['), "{text}");
                }
            }
        }
    }
}
