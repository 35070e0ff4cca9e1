//! robots.txt by RFC 9309, with the leniency that large search engines show towards common mistakes
//! (missing colons, misspelt names). Input: its text. Output: whether an agent may fetch a
//! path, by which rule, and with what crawl delay. Pure: `cache` does the fetching.

use std::fmt::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::crawl_delay::read_crawl_delay;
use crate::fetch::FetchError;

/// Maximum bytes of a file that are read (RFC 9309 §2.5 requires at least 500 KiB).
pub(in crate::fetch) const MAX_BYTES: usize = 500 * 1024;
/// Maximum bytes of a line that are read: eight times the longest address that browsers once
/// accepted.
const MAX_LINE_BYTES: usize = 2083 * 8 - 1;

/// A parsed robots.txt.
#[derive(Clone, Debug, Default)]
pub struct Robots {
    groups: Vec<Group>,
    sitemaps: Vec<String>,
}

/// The result of checking one address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RobotsVerdict {
    /// Whether it may be fetched.
    pub allowed: bool,
    /// The crawl delay asked for.
    pub crawl_delay: Option<Duration>,
    /// The rule that matched, such as `Disallow: /private`.
    pub rule: Option<String>,
    /// Whether robots.txt could not be fetched because of a fault of the site (then nothing is
    /// allowed).
    pub unreachable: bool,
    /// The status of the answer for robots.txt; `None` without an answer.
    pub status: Option<u16>,
    /// Why there was no answer, such as a fault of the proxy.
    pub fault: Option<FetchError>,
    /// When an unavailable file was requested.
    pub failed_at: Option<Instant>,
    /// The answer of a server that could not provide the file.
    pub failure: Option<Arc<RobotsFailure>>,
}

/// An answer in place of robots.txt that only shows that the server is failing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RobotsFailure {
    /// Headers, names lower case.
    pub headers: Vec<(String, String)>,
    /// The beginning of the body.
    pub body: Vec<u8>,
    /// From the first byte sent to the last received.
    pub elapsed: Duration,
}

impl Robots {
    /// Parses `text`; invalid lines are skipped.
    pub fn parse(text: &str) -> Self {
        let text = text.get(..floor_boundary(text, MAX_BYTES)).unwrap_or(text);
        let mut reader = Reader::default();
        for line in text.trim_start_matches(BOM).split(['\n', '\r']) {
            let line = line
                .get(..floor_boundary(line, MAX_LINE_BYTES))
                .unwrap_or(line);
            if let Some((key, value)) = key_and_value(line) {
                reader.line(key, value);
            }
        }
        reader.robots
    }

    /// Checks `path` (with query) for `agent` (product token): the longest matching rule of all the
    /// agent's groups wins, `Allow` among equally long ones. For an agent without its own group,
    /// the groups of `*` apply (RFC 9309 §2.2.1, §2.2.2).
    pub fn check(&self, agent: &str, path: &str) -> RobotsVerdict {
        let path = uppercase_escapes(path);
        let agent = product_token(agent);
        let own: Vec<_> = self.groups.iter().filter(|g| g.names(agent)).collect();
        let groups = if own.is_empty() {
            self.groups.iter().filter(|g| g.any_agent).collect()
        } else {
            own
        };
        let matching = groups
            .iter()
            .flat_map(|g| &g.rules)
            .filter_map(|rule| Some((rule.weight(&path)?, rule.allow, rule)));
        let decisive = matching.max_by_key(|(weight, allow, _)| (*weight, *allow));
        RobotsVerdict {
            allowed: decisive.is_none_or(|(_, allow, _)| allow),
            crawl_delay: groups.iter().filter_map(|g| g.crawl_delay).max(),
            rule: decisive.map(|(_, _, rule)| rule.to_string()),
            ..RobotsVerdict::default()
        }
    }

    /// The sitemaps listed in the file.
    pub fn sitemaps(&self) -> &[String] {
        &self.sitemaps
    }
}

/// Byte order marks, including one damaged by decoding.
const BOM: [char; 2] = ['\u{feff}', '\u{fffd}'];

/// Agents with the rules that apply to them.
#[derive(Clone, Debug, Default)]
struct Group {
    agents: Vec<String>,
    any_agent: bool,
    rules: Vec<Rule>,
    crawl_delay: Option<Duration>,
}

impl Group {
    fn names(&self, agent: &str) -> bool {
        self.agents.iter().any(|a| a.eq_ignore_ascii_case(agent))
    }
}

/// One `Allow` or `Disallow` line.
#[derive(Clone, Debug)]
struct Rule {
    allow: bool,
    pattern: String,
}

impl Rule {
    /// How specific the rule is for `path`; `None` when it does not match or is empty.
    fn weight(&self, path: &str) -> Option<usize> {
        if self.pattern.is_empty() {
            return None;
        }
        if matches(&self.pattern, path) {
            return Some(self.pattern.len());
        }
        // A rule that allows an index page applies to its folder.
        let (folder, page) = self.pattern.rsplit_once('/')?;
        let folder = format!("{folder}/$");
        (self.allow && page.starts_with("index.htm") && matches(&folder, path))
            .then_some(folder.len())
    }
}

impl std::fmt::Display for Rule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = if self.allow { "Allow" } else { "Disallow" };
        write!(f, "{name}: {}", self.pattern)
    }
}

/// Whether `pattern` matches `path` from its start: `*` matches anything, a final `$` the end.
/// Taking the earliest match of each piece is sufficient: it never makes later pieces harder to
/// match.
pub(super) fn matches(pattern: &str, path: &str) -> bool {
    let (pattern, to_end) = match pattern.strip_suffix('$') {
        Some(rest) => (rest, true),
        None => (pattern, false),
    };
    let mut pieces = pattern.split('*');
    let first = pieces.next().unwrap_or_default();
    let Some(mut rest) = path.strip_prefix(first) else {
        return false;
    };
    let mut last = None;
    for piece in pieces {
        if let Some(before) = last.replace(piece) {
            let Some(at) = rest.find(before) else {
                return false;
            };
            rest = rest.get(at + before.len()..).unwrap_or_default();
        }
    }
    match (last, to_end) {
        (None, false) => true,
        (None, true) => rest.is_empty(),
        (Some(piece), true) => rest.ends_with(piece),
        (Some(piece), false) => rest.contains(piece),
    }
}

/// The parser's state between lines.
#[derive(Default)]
struct Reader {
    robots: Robots,
    /// Whether the current group has rules, so that the next agent line opens a new group.
    has_rules: bool,
}

impl Reader {
    fn line(&mut self, key: &str, value: &str) {
        match Key::of(key) {
            Key::Agent => self.agent(value),
            Key::Allow => self.rule(true, value),
            Key::Disallow => self.rule(false, value),
            Key::CrawlDelay => self.crawl_delay(value),
            Key::Sitemap => {
                if !value.is_empty() {
                    self.robots.sitemaps.push(value.to_owned());
                }
            }
            // Other lines belong to no group and end none (RFC 9309 §2.2.4).
            Key::Other => {}
        }
    }

    fn agent(&mut self, value: &str) {
        if self.has_rules || self.robots.groups.is_empty() {
            self.robots.groups.push(Group::default());
            self.has_rules = false;
        }
        let Some(group) = self.robots.groups.last_mut() else {
            return;
        };
        match value.strip_prefix('*') {
            Some(rest) if rest.is_empty() || rest.starts_with(char::is_whitespace) => {
                group.any_agent = true;
            }
            _ => group.agents.push(product_token(value).to_owned()),
        }
    }

    /// Rules before the first agent line apply to nobody.
    fn rule(&mut self, allow: bool, value: &str) {
        if let Some(group) = self.robots.groups.last_mut() {
            self.has_rules = true;
            group.rules.push(Rule {
                allow,
                pattern: escape(value),
            });
        }
    }

    fn crawl_delay(&mut self, value: &str) {
        if let Some(group) = self.robots.groups.last_mut() {
            group.crawl_delay = group.crawl_delay.max(read_crawl_delay(value));
        }
    }
}

/// The type of a line.
enum Key {
    Agent,
    Allow,
    Disallow,
    CrawlDelay,
    Sitemap,
    Other,
}

impl Key {
    /// Names are compared case-insensitively, by prefix, and with common misspellings.
    fn of(key: &str) -> Self {
        let key = key.to_ascii_lowercase();
        let begins = |names: &[&str]| names.iter().any(|n| key.starts_with(n));
        if begins(&["user-agent", "useragent", "user agent"]) {
            Self::Agent
        } else if begins(&["allow"]) {
            Self::Allow
        } else if begins(&[
            "disallow",
            "dissallow",
            "dissalow",
            "disalow",
            "diasllow",
            "disallaw",
        ]) {
            Self::Disallow
        } else if begins(&["sitemap", "site-map"]) {
            Self::Sitemap
        } else if begins(&["crawl-delay", "crawldelay", "crawl delay"]) {
            Self::CrawlDelay
        } else {
            Self::Other
        }
    }
}

/// Splits a line, without its comment, at its colon; without one at its only white space.
fn key_and_value(line: &str) -> Option<(&str, &str)> {
    let line = line.split('#').next().unwrap_or_default().trim();
    let (key, value) = match line.split_once(':') {
        Some((key, value)) => (key.trim(), value.trim()),
        None => {
            let mut words = line.split_ascii_whitespace();
            match (words.next(), words.next(), words.next()) {
                (Some(key), Some(value), None) => (key, value),
                _ => return None,
            }
        }
    };
    (!key.is_empty()).then_some((key, value))
}

/// The significant part of an agent's name: its leading letters, `_` and `-`.
fn product_token(agent: &str) -> &str {
    let end = agent.find(|c: char| !(c.is_ascii_alphabetic() || matches!(c, '_' | '-')));
    end.and_then(|at| agent.get(..at)).unwrap_or(agent)
}

/// A pattern in the form of addresses on the wire: non-ASCII bytes are percent-encoded.
///
/// Escapes of plain letters stay: a rule for `/%62` does not match `/b`. Search engines do the
/// same, and in doubtful cases we follow what site owners can observe.
fn escape(pattern: &str) -> String {
    let mut escaped = String::with_capacity(pattern.len());
    for c in pattern.chars() {
        if c.is_ascii() {
            escaped.push(c);
        } else {
            let mut bytes = [0; 4];
            for byte in c.encode_utf8(&mut bytes).bytes() {
                // Writing into a String cannot fail.
                let _ = write!(escaped, "%{byte:02X}");
            }
        }
    }
    uppercase_escapes(&escaped)
}

/// Converts the hex digits of percent escapes to upper case.
fn uppercase_escapes(text: &str) -> String {
    let mut in_escape = 0;
    text.chars()
        .map(|c| {
            if c == '%' {
                in_escape = 2;
                return c;
            }
            if in_escape > 0 && c.is_ascii_hexdigit() {
                in_escape -= 1;
                return c.to_ascii_uppercase();
            }
            in_escape = 0;
            c
        })
        .collect()
}

/// The largest character boundary of `text` up to `at`.
fn floor_boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len()))
        .rev()
        .find(|i| text.is_char_boundary(*i))
        .unwrap_or(0)
}
