//! Parses lists of proxies. Input: text. Output: proxies by line, and faults by line. A fault
//! never repeats any input: an invalid line may contain a password.
//!
//! One proxy per line, or several separated by blanks, commas or semicolons, in any of these forms,
//! freely mixed:
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
//!
//! Which proxy of the pool is used is decided in `../proxy_choice.rs`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::messages::Message;

mod columns;
mod notation;
mod scheme;

pub(in crate::policy::pools) use columns::split;
pub use scheme::Scheme;

/// The maximum number of lines read; the rest is reported.
pub(in crate::policy::pools) const MAX_LINES: usize = 100_000;

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

/// What may stand between the proxies of one line, beside blanks.
const SEPARATORS: [char; 5] = [',', ';', '\u{ff0c}', '\u{ff1b}', '\u{3001}'];

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
        let entries = match read_line(line, number, scheme, heading.as_ref()) {
            Ok(entries) => entries,
            Err(wrong) => {
                let message = Message::new(wrong);
                list.faults.push(ListFault {
                    line: number,
                    message,
                });
                continue;
            }
        };
        for entry in entries {
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
    }
    if let Some((line, _)) = lines.next() {
        list.faults.push(ListFault {
            line,
            message: Message::new("pools-list-long").with("lines", MAX_LINES),
        });
    }
    list
}

/// The proxies of a line: one in columns, or one after the other.
fn read_line(
    line: &str,
    number: usize,
    scheme: Scheme,
    heading: Option<&columns::ColumnHeader>,
) -> Result<Vec<ProxyEntry>, Wrong> {
    let entries = match columns::cells(line, heading) {
        Some(cells) => {
            let mut entry = blank(number, scheme);
            columns::fill(&mut entry, &cells, heading)?;
            vec![entry]
        }
        None => read_parts(line, &SEPARATORS, number, scheme)?,
    };
    let is_in_vain = |entry: &ProxyEntry| entry.user.is_some() && !entry.scheme.takes_password();
    match entries.iter().any(is_in_vain) {
        true => Err("pools-list-no-password"),
        false => Ok(entries),
    }
}

/// Proxies between any of `separators` or blanks. A password or a tag may contain a separator: each
/// part must be a proxy by itself.
fn read_parts(
    text: &str,
    separators: &[char],
    number: usize,
    scheme: Scheme,
) -> Result<Vec<ProxyEntry>, Wrong> {
    let Some((separator, further)) = separators.split_first() else {
        return read_words(text, number, scheme);
    };
    let parts = text.split(*separator).map(str::trim);
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    if parts.len() > 1 {
        let all = parts.iter();
        let all = all.map(|part| read_parts(part, further, number, scheme));
        if let Ok(entries) = all.collect::<Result<Vec<_>, _>>() {
            return Ok(entries.into_iter().flatten().collect());
        }
    }
    read_parts(text, further, number, scheme)
}

/// Proxies separated by blanks, each with its properties after it.
fn read_words(text: &str, number: usize, scheme: Scheme) -> Result<Vec<ProxyEntry>, Wrong> {
    let mut entries: Vec<ProxyEntry> = Vec::new();
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        let mut entry = blank(number, scheme);
        // `host port`, as in tables of free proxies.
        let is_port = |next: &&str| next.bytes().all(|b| b.is_ascii_digit());
        let port = match notation::has_port(word) {
            true => None,
            false => words.next_if(is_port),
        };
        let read = match port {
            Some(port) => notation::fill(&mut entry, &format!("{word}:{port}")),
            None => notation::fill(&mut entry, word),
        };
        match (read, entries.last_mut()) {
            (Ok(()), _) => entries.push(entry),
            (Err(_), Some(last)) => trait_of(last, word)?,
            (Err(wrong), None) => return Err(wrong),
        }
    }
    Ok(entries)
}

/// A proxy of which nothing is known yet.
fn blank(line: usize, scheme: Scheme) -> ProxyEntry {
    ProxyEntry {
        line,
        scheme,
        host: String::new(),
        port: 0,
        user: None,
        password: None,
        name: None,
        tags: BTreeSet::new(),
        tier: None,
        country: None,
    }
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
