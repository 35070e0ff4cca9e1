//! Proxies in columns: with a heading line in any order, without one in the usual order.

use super::notation::{host_port, is_host, plain_host, port_of};
use super::{ProxyEntry, Scheme, Wrong, set_trait};

/// A heading line.
pub(super) struct ColumnHeader {
    separator: char,
    names: Vec<&'static str>,
}

/// Column separators; blanks separate too, but not columns.
const SEPARATORS: [char; 3] = [',', ';', '\t'];

/// The usual order behind the scheme.
const USUAL: [&str; 8] = [
    "host", "port", "user", "password", "tags", "tier", "country", "name",
];

/// Heading words and their columns.
const WORDS: [(&str, &str); 22] = [
    ("scheme", "scheme"),
    ("protocol", "scheme"),
    ("type", "scheme"),
    ("host", "host"),
    ("ip", "host"),
    ("address", "host"),
    ("server", "host"),
    ("proxy", "host"),
    ("hostname", "host"),
    ("port", "port"),
    ("user", "user"),
    ("username", "user"),
    ("login", "user"),
    ("password", "password"),
    ("pass", "password"),
    ("tag", "tags"),
    ("tags", "tags"),
    ("tier", "tier"),
    ("country", "country"),
    ("geo", "country"),
    ("location", "country"),
    ("name", "name"),
];

/// Parses a heading line: it must name a host and a port column.
pub(super) fn heading(line: &str) -> Option<ColumnHeader> {
    let separator = SEPARATORS.into_iter().find(|sep| line.contains(*sep))?;
    let names: Vec<&'static str> = split(line, separator)
        .iter()
        .map(|cell| {
            let cell = cell.trim().to_lowercase();
            let word = WORDS.iter().find(|(word, _)| *word == cell);
            word.map_or("", |(_, meaning)| *meaning)
        })
        .collect();
    let has = |name| names.contains(&name);
    (has("host") && has("port")).then_some(ColumnHeader { separator, names })
}

/// The cells of a line in columns.
pub(super) fn cells(line: &str, heading: Option<&ColumnHeader>) -> Option<Vec<String>> {
    if let Some(heading) = heading {
        let cells = split(line, heading.separator);
        return (cells.len() > 1).then_some(cells);
    }
    SEPARATORS.into_iter().find_map(|separator| {
        let cells = split(line, separator);
        // A password may contain a separator: the first cell must be one that only columns start
        // with.
        let first = cells.first()?.trim();
        let second = cells.get(1)?.trim();
        let usual = Scheme::parse(first).is_some() || (is_host(first) && port_of(second).is_ok());
        usual.then_some(cells)
    })
}

/// Reads the cells into `entry`.
pub(super) fn fill(
    entry: &mut ProxyEntry,
    cells: &[String],
    heading: Option<&ColumnHeader>,
) -> Result<(), Wrong> {
    let mut host = String::new();
    let mut port = String::new();
    let mut names: Vec<&str> = match heading {
        Some(heading) => heading.names.clone(),
        None => USUAL.to_vec(),
    };
    if heading.is_none()
        && cells
            .first()
            .is_some_and(|cell| Scheme::parse(cell).is_some())
    {
        names.insert(0, "scheme");
    }
    for (name, cell) in names.iter().zip(cells) {
        let trimmed = cell.trim();
        match *name {
            "scheme" if trimmed.is_empty() => {}
            "scheme" => entry.scheme = Scheme::parse(trimmed).ok_or("pools-list-scheme")?,
            "host" => trimmed.clone_into(&mut host),
            "port" => trimmed.clone_into(&mut port),
            "user" => entry.user = (!trimmed.is_empty()).then(|| trimmed.to_owned()),
            "password" => entry.password = (!cell.is_empty()).then(|| cell.clone()),
            "" => {}
            name => set_trait(entry, name, trimmed)?,
        }
    }
    if heading.is_none() && cells.len() > names.len() {
        return Err("pools-list-columns");
    }
    if entry.user.is_none() && entry.password.is_some() {
        return Err("pools-list-user");
    }
    if port.is_empty() {
        // The address column may hold both.
        (entry.host, entry.port) = host_port(&host)?;
        return Ok(());
    }
    entry.port = port_of(&port)?;
    // In its own column an IPv6 address needs no brackets.
    let bare = host.parse::<std::net::Ipv6Addr>().is_ok();
    if !bare && !is_host(&host) {
        return Err("pools-list-host");
    }
    entry.host = plain_host(&host);
    Ok(())
}

/// The cells of a line; double quotes enclose separators, and two of them stand for one.
pub(in crate::policy::pools) fn split(line: &str, separator: char) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut quoted = false;
    let mut fresh = true;
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        let Some(cell) = cells.last_mut() else { break };
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => {
                cell.push('"');
                chars.next();
            }
            '"' if quoted => quoted = false,
            '"' if fresh => quoted = true,
            c if c == separator && !quoted => {
                cells.push(String::new());
                fresh = true;
                continue;
            }
            c => cell.push(c),
        }
        fresh = false;
    }
    cells
}
