//! Parses lists of proxies. Input: text. Output: proxies by line, and faults by line. A fault
//! never repeats any input: an invalid line may contain a password.
//!
//! One proxy per line, in any of these forms, freely mixed:
//! - `host:port`, `host port`
//! - `host:port:user:password`, `user:password:host:port`
//! - `user:password@host:port`, `host:port@user:password`
//! - `scheme://…` before each of these; in an address with user and password before `@`, `%xx`
//!   stands for a byte (RFC 3986 §2.1), as it would in any other program
//! - `scheme,host,port,user,password,tags,tier,country,name` with commas, semicolons or tabs, in
//!   this order or in that of a heading line; fields may stand in double quotes (RFC 4180)
//!
//! After each, `tag=…`, `tier=…`, `country=…` and `name=…` may follow, separated by blanks. Blank
//! lines and lines that begin with `#`, `;` or `//` are skipped, and so is text after ` #`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::messages::Message;

mod columns;
mod notation;
mod scheme;

pub(super) use columns::split;
pub use scheme::Scheme;

/// The maximum number of lines read; the rest is reported.
pub(super) const MAX_LINES: usize = 100_000;

/// A proxy of a list.
#[derive(Clone, PartialEq, Eq)]
pub struct ProxyEntry {
    /// Its line, from 1.
    pub line: usize,
    /// Its scheme.
    pub scheme: Scheme,
    /// Name or address; an IPv6 address without brackets.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// User, if required.
    pub user: Option<String>,
    /// Password. It goes only to the secrets.
    pub password: Option<String>,
    /// Its name.
    pub name: Option<String>,
    /// Tags.
    pub tags: BTreeSet<String>,
    /// Its cost.
    pub tier: Option<u8>,
    /// Its country.
    pub country: Option<String>,
}

impl ProxyEntry {
    /// Host and port; an IPv6 address in brackets.
    pub fn authority(&self) -> String {
        match self.host.contains(':') {
            true => format!("[{}]:{}", self.host, self.port),
            false => format!("{}:{}", self.host, self.port),
        }
    }

    /// Its address without credentials.
    pub fn url(&self) -> String {
        format!("{}://{}", self.scheme.token(), self.authority())
    }
}

/// Without the password.
impl fmt::Debug for ProxyEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProxyEntry")
            .field("line", &self.line)
            .field("url", &self.url())
            .field("user", &self.user)
            .field("password", &self.password.as_ref().map(|_| "…"))
            .field("name", &self.name)
            .field("tags", &self.tags)
            .field("tier", &self.tier)
            .field("country", &self.country)
            .finish()
    }
}

/// A fault in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListFault {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong, and how to fix it.
    pub message: Message,
}

/// The result of parsing a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProxyList {
    /// The proxies, in order, each once.
    pub entries: Vec<ProxyEntry>,
    /// Lines that repeat a proxy, and the line of its first occurrence.
    pub repeated: Vec<(usize, usize)>,
    /// Lines without a valid proxy.
    pub faults: Vec<ListFault>,
}

/// Why a line, or a part of it, is not a valid proxy: the name of a message.
pub(super) type Wrong = &'static str;

/// Parses a list; `scheme` is that of lines without one.
pub fn read_list(text: &str, scheme: Scheme) -> ProxyList {
    let mut list = ProxyList::default();
    let mut known: BTreeMap<(Scheme, String, u16, Option<String>), usize> = BTreeMap::new();
    let mut heading = None;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = (1..).zip(text.lines());
    for (number, line) in lines.by_ref().take(MAX_LINES) {
        let line = without_remark(line);
        if line.is_empty() {
            continue;
        }
        if list.entries.is_empty()
            && heading.is_none()
            && let Some(found) = columns::heading(line)
        {
            heading = Some(found);
            continue;
        }
        match read_line(line, number, scheme, heading.as_ref()) {
            Ok(entry) => {
                let key = (
                    entry.scheme,
                    entry.host.to_ascii_lowercase(),
                    entry.port,
                    entry.user.clone(),
                );
                if let Some(first) = known.get(&key) {
                    list.repeated.push((number, *first));
                } else {
                    known.insert(key, number);
                    list.entries.push(entry);
                }
            }
            Err(wrong) => list.faults.push(ListFault {
                line: number,
                message: Message::new(wrong),
            }),
        }
    }
    if let Some((line, _)) = lines.next() {
        list.faults.push(ListFault {
            line,
            message: Message::new("pools-list-long").with("lines", MAX_LINES),
        });
    }
    list
}

fn read_line(
    line: &str,
    number: usize,
    scheme: Scheme,
    heading: Option<&columns::ColumnHeader>,
) -> Result<ProxyEntry, Wrong> {
    let mut entry = ProxyEntry {
        line: number,
        scheme,
        host: String::new(),
        port: 0,
        user: None,
        password: None,
        name: None,
        tags: BTreeSet::new(),
        tier: None,
        country: None,
    };
    if let Some(cells) = columns::cells(line, heading) {
        columns::fill(&mut entry, &cells, heading)?;
        return Ok(entry);
    }
    let mut words = line.split_whitespace();
    let mut proxy = words.next().unwrap_or_default().to_owned();
    for (nth, word) in words.enumerate() {
        // `host port`, as in tables of free proxies.
        if nth == 0 && word.bytes().all(|b| b.is_ascii_digit()) && !notation::has_port(&proxy) {
            proxy = format!("{proxy}:{word}");
            continue;
        }
        trait_of(&mut entry, word)?;
    }
    notation::fill(&mut entry, &proxy)?;
    Ok(entry)
}

/// `key=value` after a proxy.
fn trait_of(entry: &mut ProxyEntry, word: &str) -> Result<(), Wrong> {
    let (key, value) = word.split_once('=').ok_or("pools-list-trailing")?;
    set_trait(entry, &key.to_ascii_lowercase(), value)
}

/// Sets one property of a proxy.
fn set_trait(entry: &mut ProxyEntry, key: &str, value: &str) -> Result<(), Wrong> {
    let value = value.trim();
    match key {
        _ if value.is_empty() => {}
        "tag" | "tags" => {
            let tags = value.split(['|', ',', ';', '+']).map(str::trim);
            entry
                .tags
                .extend(tags.filter(|tag| !tag.is_empty()).map(str::to_owned));
        }
        "tier" => {
            let tier: u8 = value.parse().map_err(|_| "pools-list-tier")?;
            if tier == 0 {
                return Err("pools-list-tier");
            }
            entry.tier = Some(tier);
        }
        "country" | "geo" | "location" => entry.country = Some(value.to_owned()),
        "name" => entry.name = Some(value.to_owned()),
        _ => return Err("pools-list-trailing"),
    }
    Ok(())
}

/// The line without surrounding blanks and comments.
fn without_remark(line: &str) -> &str {
    let line = line.trim();
    if line.starts_with(['#', ';']) || line.starts_with("//") {
        return "";
    }
    let remark = line.find(" #").into_iter().chain(line.find("\t#")).min();
    match remark.and_then(|at| line.get(..at)) {
        Some(before) => before.trim_end(),
        None => line,
    }
}

#[cfg(test)]
mod tests;
