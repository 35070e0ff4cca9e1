//! Selects the next proxy. Input: the pool, the rule's proxy policy, the site, the time.
//! Output: the eligible proxies, best first.

use std::collections::HashSet;

use jiff::Timestamp;

use super::proxy_score::{score_at, success, weight};
use crate::model::{Proxy, ProxyHealth, ProxyId, SiteId};

/// The proxy policy of a rule, `[network] proxy`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProxyPolicy {
    /// `none`: never a proxy.
    Never,
    /// `pool`: directly first; through the pool once the site blocks us.
    WhenBlocked,
    /// `always`: through the pool from the first request on, never directly.
    Always,
    /// `tag:NAME`: as `always`, by proxies with this tag or of this country.
    Tagged(String),
    /// `tier:N`: as `always`, by proxies of this tier or a cheaper one.
    UpToTier(u8),
    /// A proxy by its name, and no other.
    Named(String),
}

impl ProxyPolicy {
    /// Parses the text of a rule; `None` for a `tag:` without a tag and a `tier:` without a number
    /// from 1 to 255.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        Some(match text {
            "" => return None,
            "none" => Self::Never,
            "pool" => Self::WhenBlocked,
            "always" => Self::Always,
            _ => match text.split_once(':') {
                Some(("tag", tag)) if tag.trim().is_empty() => return None,
                Some(("tag", tag)) => Self::Tagged(tag.trim().to_owned()),
                Some(("tier", tier)) => {
                    Self::UpToTier(tier.trim().parse().ok().filter(|tier| *tier >= 1)?)
                }
                _ => Self::Named(text.to_owned()),
            },
        })
    }

    /// Whether a proxy called `name` could not be named in a rule.
    pub fn is_reserved(name: &str) -> bool {
        let lower = name.trim().to_lowercase();
        !matches!(Self::parse(&lower), Some(Self::Named(_)))
    }

    /// Whether the site is never requested directly.
    pub fn is_never_direct(&self) -> bool {
        !matches!(self, Self::Never | Self::WhenBlocked)
    }

    /// Whether other proxies may replace one that fails.
    pub fn is_of_pool(&self) -> bool {
        !matches!(self, Self::Never | Self::Named(_))
    }

    /// Whether it allows `proxy`.
    pub fn allows(&self, proxy: &Proxy) -> bool {
        match self {
            Self::Never => false,
            Self::WhenBlocked | Self::Always => true,
            Self::Tagged(tag) => {
                let same = |known: &str| known.to_lowercase() == tag.to_lowercase();
                proxy.traits.tags.iter().any(|known| same(known)) || same(&proxy.traits.country)
            }
            Self::UpToTier(tier) => proxy.traits.tier <= *tier,
            Self::Named(name) => proxy.name == *name,
        }
    }
}

/// The current standing of a proxy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ProxyStatus {
    /// It works.
    Good,
    /// It works some of the time.
    Shaky,
    /// Unknown.
    Untested,
    /// It failed and may be tried again.
    Faulty,
    /// It failed and rests.
    Resting,
    /// Its monthly traffic limit is used up.
    SpentUp,
    /// Its password cannot be read without the passphrase. What knows the secrets says so:
    /// [`proxy_status`] does not.
    Locked,
    /// A person switched it off.
    Off,
}

/// Success below which a proxy no longer counts as good.
const SHAKY: f64 = 0.75;
/// Success below which a proxy with enough uses is ranked after more expensive ones.
const POOR: f64 = 0.25;
/// The number of uses that is enough for that.
const KNOWN: f64 = 2.0;

/// The standing of `proxy` at `now`.
pub fn proxy_status(proxy: &Proxy, now: Timestamp) -> ProxyStatus {
    if !proxy.enabled {
        return ProxyStatus::Off;
    }
    if is_spent_up(proxy) {
        return ProxyStatus::SpentUp;
    }
    match proxy.health {
        ProxyHealth::Untested => ProxyStatus::Untested,
        ProxyHealth::Faulty if proxy.rest_until.is_some_and(|until| until > now) => {
            ProxyStatus::Resting
        }
        ProxyHealth::Faulty => ProxyStatus::Faulty,
        ProxyHealth::Good if proxy.track.bad > 0.5 && success(&proxy.track, now) < SHAKY => {
            ProxyStatus::Shaky
        }
        ProxyHealth::Good => ProxyStatus::Good,
    }
}

fn is_spent_up(proxy: &Proxy) -> bool {
    let limit = proxy.traits.month_limit;
    limit.is_some_and(|limit| proxy.month_bytes >= limit)
}

/// The proxies that `policy` allows for `site` now, best first: those that work there before those
/// that mostly fail, then cheap tiers before expensive ones, then the one that the site answered
/// last (a site keeps its proxy while it works), then by score at that site, then the least used.
///
/// Excluded: proxies that are off, over their limit, resting, recently refused by this site, or in
/// `used`.
pub fn proxies_for<'a>(
    proxies: &'a [Proxy],
    policy: &ProxyPolicy,
    site: SiteId,
    used: &HashSet<ProxyId>,
    now: Timestamp,
) -> Vec<&'a Proxy> {
    let rests = |until: Option<Timestamp>| until.is_some_and(|until| until > now);
    let mut usable: Vec<&Proxy> = proxies
        .iter()
        .filter(|proxy| {
            proxy.enabled
                && !is_spent_up(proxy)
                && !used.contains(&proxy.id)
                && !rests(proxy.rest_until)
                && !rests(proxy.at(site).and_then(|at| at.rest_until))
                && policy.allows(proxy)
        })
        .collect();
    let kept = usable
        .iter()
        .filter(|proxy| proxy.health != ProxyHealth::Faulty)
        .filter_map(|proxy| {
            let at = proxy.at(site).filter(|at| at.refused.is_none())?;
            Some((at.good_at?, proxy.id))
        })
        .max()
        .map(|(_, id)| id);
    usable.sort_by(|a, b| {
        let poor = |proxy: &Proxy| is_poor(proxy, site, now);
        let key = |proxy: &Proxy| (poor(proxy), proxy.traits.tier, Some(proxy.id) != kept);
        let score = |proxy: &Proxy| score_at(proxy, proxy.at(site), now);
        key(a)
            .cmp(&key(b))
            .then_with(|| score(b).total_cmp(&score(a)))
            .then_with(|| uses(a).cmp(&uses(b)))
            .then_with(|| a.id.cmp(&b.id))
    });
    usable
}

fn uses(proxy: &Proxy) -> u64 {
    proxy.uses_ok + proxy.uses_failed
}

/// Whether a proxy is known to fail mostly, here or everywhere.
fn is_poor(proxy: &Proxy, site: SiteId, now: Timestamp) -> bool {
    let here = proxy.at(site).map(|at| &at.track);
    let poor = |track| weight(track, now) >= KNOWN && success(track, now) < POOR;
    poor(&proxy.track) || here.is_some_and(poor)
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::proxy_use::{note_use, note_use_at};
    use super::*;
    use crate::messages::Message;
    use crate::model::{PageState, ProxyAtSite, ProxyTraits, ProxyUse, Track};

    pub(in crate::policy::pools) fn at(second: i64) -> Timestamp {
        Timestamp::from_second(1_800_000_000 + second).unwrap()
    }

    pub(in crate::policy::pools) fn proxy(id: i64) -> Proxy {
        Proxy {
            id: ProxyId(id),
            name: format!("p{id}"),
            url: format!("http://127.0.0.1:{id}/"),
            user: None,
            enabled: true,
            traits: ProxyTraits::default(),
            health: ProxyHealth::Untested,
            track: Track::default(),
            rest_until: None,
            fault: None,
            fault_at: None,
            faults: 0,
            good_at: None,
            exit_address: None,
            uses_ok: 0,
            uses_failed: 0,
            month_bytes: 0,
            bytes: 0,
            sites: Vec::new(),
        }
    }

    const SITE: SiteId = SiteId(1);

    fn noted(mut proxy: Proxy, site: SiteId, change: impl FnOnce(&mut ProxyUse)) -> Proxy {
        let mut r#use = ProxyUse::none(proxy.id, Some(site), at(0));
        change(&mut r#use);
        note_use(&mut proxy, &r#use);
        if proxy.at(site).is_none() {
            proxy.sites.push(ProxyAtSite::unused(site));
        }
        let here = proxy.sites.iter_mut().find(|at| at.site == site);
        note_use_at(here.unwrap(), &r#use);
        proxy
    }

    #[track_caller]
    fn check(proxies: &[Proxy], policy: &str, site: SiteId, second: i64, expected: &[i64]) {
        let policy = ProxyPolicy::parse(policy).unwrap();
        let got = proxies_for(proxies, &policy, site, &HashSet::new(), at(second));
        let got: Vec<i64> = got.iter().map(|proxy| proxy.id.0).collect();
        assert_eq!(got, expected);
    }

    #[test]
    fn policies_are_read() {
        for (text, policy) in [
            ("none", ProxyPolicy::Never),
            ("pool", ProxyPolicy::WhenBlocked),
            ("always", ProxyPolicy::Always),
            ("tag:home", ProxyPolicy::Tagged("home".to_owned())),
            ("tier:2", ProxyPolicy::UpToTier(2)),
            ("my exit", ProxyPolicy::Named("my exit".to_owned())),
            (
                "10.0.0.1:3128",
                ProxyPolicy::Named("10.0.0.1:3128".to_owned()),
            ),
        ] {
            assert_eq!(ProxyPolicy::parse(text), Some(policy), "{text}");
        }
        for wrong in ["", "tag:", "tier:", "tier:0", "tier:x", "tier:999"] {
            assert_eq!(ProxyPolicy::parse(wrong), None, "{wrong}");
        }
        for name in ["None", "pool ", "ALWAYS", "tag:x", "Tier:1", ""] {
            assert!(ProxyPolicy::is_reserved(name), "{name}");
        }
        assert!(!ProxyPolicy::is_reserved("10.0.0.1:3128"));
    }

    #[test]
    fn cheap_ones_first_and_the_one_that_worked_stays() {
        let mut dear = proxy(1);
        dear.traits.tier = 2;
        let mut pool = vec![dear, proxy(2), proxy(3)];
        check(&pool, "pool", SITE, 0, &[2, 3, 1]);
        pool[2] = noted(proxy(3), SITE, |r#use| r#use.good = 4);
        check(&pool, "pool", SITE, 0, &[3, 2, 1]);
        // A proxy that is better elsewhere does not replace the one that works for this site.
        pool[1] = noted(proxy(2), SiteId(9), |r#use| r#use.good = 40);
        check(&pool, "pool", SITE, 0, &[3, 2, 1]);
        check(&pool, "pool", SiteId(7), 0, &[2, 3, 1]);
    }

    #[test]
    fn a_block_at_one_site_is_no_block_at_another() {
        let blocked = noted(proxy(1), SITE, |r#use| {
            r#use.refused = Some(PageState::Blocked)
        });
        let pool = vec![blocked, proxy(2)];
        check(&pool, "pool", SITE, 1, &[2]);
        check(&pool, "pool", SiteId(2), 1, &[1, 2]);
        check(&pool, "pool", SITE, 3_600, &[2, 1]);
    }

    #[test]
    fn dear_ones_are_taken_when_the_cheap_ones_mostly_fail() {
        let mut cheap = proxy(1);
        for _ in 0..8 {
            cheap = noted(cheap, SITE, |r#use| {
                r#use.fault = Some(Message::new("engine-proxy-fault"));
            });
        }
        let mut dear = proxy(2);
        dear.traits.tier = 3;
        let pool = vec![cheap, dear];
        check(&pool, "pool", SITE, 1, &[2]);
        check(&pool, "pool", SITE, 7 * 3_600, &[2, 1]);
    }

    #[test]
    fn tags_countries_tiers_limits_and_switches_hold() {
        let mut tagged = proxy(1);
        tagged.traits.tags.insert("Home".to_owned());
        let mut german = proxy(2);
        german.traits.country = "DE".to_owned();
        german.traits.tier = 2;
        let mut off = proxy(3);
        off.enabled = false;
        let mut spent = proxy(4);
        spent.traits.month_limit = Some(10);
        spent.month_bytes = 10;
        assert_eq!(proxy_status(&spent, at(0)), ProxyStatus::SpentUp);
        let pool = vec![tagged, german, off, spent];
        check(&pool, "tag:home", SITE, 0, &[1]);
        check(&pool, "tag:de", SITE, 0, &[2]);
        check(&pool, "tier:1", SITE, 0, &[1]);
        check(&pool, "always", SITE, 0, &[1, 2]);
        check(&pool, "none", SITE, 0, &[]);
        check(&pool, "p2", SITE, 0, &[2]);
    }
}
