//! Loads a page: from a file (plain or `.gz`), an address, or standard input.
//!
//! Below: what a file is, and a rule for nothing but an address.

pub(super) mod address;
pub(super) mod files;

use std::io::Read;
use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;

use flate2::read::MultiGzDecoder;
use serde::de::DeserializeOwned;
use url::Url;

use super::{file_error, nowhere};
use crate::context::page_client::{PageClient, PageWay, RuleWays, interface};
use crate::crawl::session_of;
use crate::extract::no_page;
use crate::protocol::{EngineError, EngineOptions};
use bowerbird_io::fetch::{FetchError, FetchLimits, Fetcher, GetOptions, RobotsPolicy, Session};
use bowerbird_io::files::sample_pages;
use bowerbird_logic::authoring::learn::PageInterface;
use bowerbird_logic::messages::Message;
use bowerbird_logic::page::{MAX_NODES, Page, decode, foreign};
use bowerbird_logic::policy::address_policy::Reach;
use bowerbird_logic::rules::{PagePlace, Rule, parse, step_values};

/// The maximum size of a file in bytes, decompressed: the same as the fetcher's.
const MAX_FILE_BYTES: u64 = 64 * 1024 * 1024;

/// A loaded page.
pub struct Loaded {
    /// The requested source, as typed.
    pub source: String,
    /// Its address: after redirects, or the base given for a file.
    pub url: Url,
    /// Status; 200 for files.
    pub status: u16,
    /// Headers, names lower case; none for files.
    pub headers: Vec<(String, String)>,
    /// Encoding, such as `GBK`.
    pub encoding: String,
    /// Body, as received.
    pub body: Vec<u8>,
    /// Decoded source.
    pub html: String,
    /// The parsed page.
    pub page: Page,
    /// The interface that brought what it shows, if it was shown in the browser.
    pub interface: Option<PageInterface>,
}

/// Loads a page from a file (`.gz` too), an http(s) address, or standard input (`-`). `base` is the
/// address against which a file's links are resolved.
///
/// # Errors
/// When it cannot be read or fetched, is larger than 64 MB, or is a picture, a PDF or another
/// binary file instead of a page.
pub fn load(source: &str, base: Option<&Url>) -> Result<Loaded, EngineError> {
    load_with(source, base, &Visit::plain()?)
}

/// As [`load`], for collected content: `respects_robots` says whether robots.txt counts.
///
/// # Errors
/// As [`load`], and when robots.txt disallows the address or a redirect of it.
pub fn load_collected(
    source: &str,
    base: Option<&Url>,
    respects_robots: bool,
) -> Result<Loaded, EngineError> {
    load_with(
        source,
        base,
        &Visit::plain()?.respecting_robots(respects_robots),
    )
}

/// As [`load`], with the user agent and the headers of `rule`.
///
/// # Errors
/// As [`load`].
pub fn load_for(rule: &Rule, source: &str, base: Option<&Url>) -> Result<Loaded, EngineError> {
    load_with(source, base, &Visit::of(rule)?)
}

/// Whether a source is an address.
pub(super) fn is_address(source: &str) -> bool {
    source.starts_with("http://") || source.starts_with("https://")
}

/// As [`load`], with addresses fetched through `visit`.
pub(super) fn load_with(
    source: &str,
    base: Option<&Url>,
    visit: &Visit,
) -> Result<Loaded, EngineError> {
    if is_address(source) {
        let url = Url::parse(source).map_err(|error| bad_url(source, &error.to_string()))?;
        return visit.get(&url).map(|loaded| Loaded {
            source: source.to_owned(),
            ..loaded
        });
    }
    if let Some((scheme, _)) = source.split_once("://") {
        return Err(EngineError(
            Message::new("engine-bad-scheme")
                .with("url", source)
                .with("scheme", scheme),
        ));
    }
    let bytes = if source == "-" {
        read_all(std::io::stdin(), Path::new("-"))?
    } else {
        read_file(Path::new(source))?
    };
    let Some(url) = base.cloned().or_else(nowhere) else {
        return Err(bad_url(source, "no base"));
    };
    check_is_page(source, &bytes)?;
    loaded(source, url, 200, Vec::new(), &bytes)
}

/// An error when `bytes` are a picture, a PDF or another binary file instead of a page.
pub(super) fn check_is_page(source: &str, bytes: &[u8]) -> Result<(), EngineError> {
    let Some(kind) = foreign(bytes) else {
        return Ok(());
    };
    Err(no_page(source, kind))
}

/// Reads and checks a rule file; returns its text with the rule.
///
/// # Errors
/// When it cannot be read, is not UTF-8, or has faults.
pub fn load_rule(path: &Path) -> Result<(String, Rule), EngineError> {
    let text = read_text(path)?;
    let rule = parse(&text).map_err(|errors| {
        EngineError(
            Message::new("engine-rule-file")
                .with("path", path.display().to_string())
                .with(
                    "errors",
                    bowerbird_logic::messages::Explain::explain(&errors),
                ),
        )
    })?;
    Ok((text, rule))
}

/// The text of a file given by the user.
///
/// # Errors
/// When it cannot be read, is too large or is not UTF-8.
pub fn read_text(path: &Path) -> Result<String, EngineError> {
    String::from_utf8(read_file(path)?)
        .map_err(|error| file_error("engine-cannot-read", path, &error))
}

/// Writes a rule file atomically.
///
/// # Errors
/// When writing fails.
pub fn write_rule(path: &Path, text: &str) -> Result<(), EngineError> {
    Ok(sample_pages::write_whole(path, text.as_bytes())?)
}

/// The bytes of a file, decompressed if its name ends in `.gz`; an error when there are too many.
pub(super) fn read_file(path: &Path) -> Result<Vec<u8>, EngineError> {
    let file = std::fs::File::open(path).map_err(|error| unreadable(path, &error))?;
    let packed = path
        .extension()
        .is_some_and(|e| e.eq_ignore_ascii_case("gz"));
    if packed {
        read_all(MultiGzDecoder::new(file), path)
    } else {
        read_all(file, path)
    }
}

/// The error for an unreadable file; usually it does not exist.
fn unreadable(path: &Path, error: &std::io::Error) -> EngineError {
    if error.kind() == std::io::ErrorKind::NotFound {
        let told = Message::new("engine-no-file").with("path", path.display().to_string());
        return EngineError(told);
    }
    file_error("engine-cannot-read", path, error)
}

/// Reads a file of JSON objects, one per line; skips blank lines. `fault` validates an object.
pub(super) fn read_lines<T: DeserializeOwned>(
    path: &Path,
    fault: impl Fn(&T) -> Option<&'static str>,
) -> Result<Vec<T>, EngineError> {
    let text = String::from_utf8_lossy(&read_file(path)?).into_owned();
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let bad = |reason: String| {
            EngineError(
                Message::new("engine-bad-line")
                    .with("path", path.display().to_string())
                    .with("line", number + 1)
                    .with("reason", reason),
            )
        };
        let value: T = serde_json::from_str(line).map_err(|error| bad(error.to_string()))?;
        if let Some(fault) = fault(&value) {
            return Err(bad(fault.to_owned()));
        }
        found.push(value);
    }
    Ok(found)
}

fn read_all(from: impl Read, path: &Path) -> Result<Vec<u8>, EngineError> {
    let mut bytes = Vec::new();
    from.take(MAX_FILE_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| file_error("engine-cannot-read", path, &error))?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(EngineError(
            Message::new("engine-too-large")
                .with("path", path.display().to_string())
                .with("limit", MAX_FILE_BYTES / (1024 * 1024)),
        ));
    }
    Ok(bytes)
}

/// Decodes and parses the bytes read.
///
/// # Errors
/// When its tree exceeds all limits.
pub(super) fn loaded(
    source: &str,
    url: Url,
    status: u16,
    headers: Vec<(String, String)>,
    bytes: &[u8],
) -> Result<Loaded, EngineError> {
    let content_type = headers
        .iter()
        .find(|(name, _)| name == "content-type")
        .map(|(_, value)| value.as_str());
    let decoded = decode(bytes, content_type);
    let page = Page::parse(&decoded.text, &url);
    if !page.is_whole() {
        let error = FetchError::TooManyElements {
            url: source.to_owned(),
            limit: MAX_NODES,
        };
        return Err(error.into());
    }
    Ok(Loaded {
        source: source.to_owned(),
        url,
        status,
        headers,
        encoding: decoded.encoding.to_owned(),
        body: bytes.to_vec(),
        html: decoded.text,
        page,
        interface: None,
    })
}

/// The robots.txt cache shared by all visits of this process.
static FIRST: OnceLock<Fetcher> = OnceLock::new();

/// One visitor of a site, for a page or a few.
pub(super) struct Visit {
    runtime: tokio::runtime::Runtime,
    fetcher: Fetcher,
    pages: PageClient,
    /// By what the pages of a rule are fetched: its start pages, and the ways to them and to others.
    ways: Option<(Vec<String>, RuleWays)>,
    session: Session,
    /// The address spaces it may reach, determined by its first address.
    reach: OnceLock<Reach>,
}

impl Visit {
    fn new(session: Session, ways: Option<(Vec<String>, RuleWays)>) -> Result<Self, EngineError> {
        // Connections belong to a runtime; cached robots.txt files do not.
        let fetcher = FIRST
            .get_or_init(Fetcher::default)
            .limited(FetchLimits::default());
        Ok(Self {
            runtime: small_runtime()?,
            pages: PageClient::new(&fetcher, EngineOptions::default().worker),
            fetcher,
            ways,
            session,
            reach: OnceLock::new(),
        })
    }

    /// The session for a visit that started with the first address given: that one came from a
    /// person, the others may be links of its page.
    fn session(&self, url: &Url) -> Session {
        let named = || self.runtime.block_on(self.fetcher.reach_of_named(url));
        let reach = *self.reach.get_or_init(named);
        self.session.reaching(self.session.reach().or(reach))
    }

    /// The same, started at an address that a person typed.
    pub fn begun_at(self, typed: &str) -> Self {
        if let Ok(url) = Url::parse(typed) {
            self.session(&url);
        }
        self
    }

    /// The same for collected content: requests disallowed by robots.txt are not sent.
    pub fn respecting_robots(self, heeds: bool) -> Self {
        let policy = match heeds {
            true => RobotsPolicy::Every,
            false => RobotsPolicy::Ignored,
        };
        Self {
            session: self.session.with_robots(policy),
            ..self
        }
    }

    /// A visitor without a rule.
    ///
    /// # Errors
    /// When the system cannot start threads.
    pub fn plain() -> Result<Self, EngineError> {
        Self::new(Session::new(None, None, None), None)
    }

    /// A visitor with the user agent and the headers of `rule`.
    ///
    /// # Errors
    /// When the system cannot start threads.
    pub fn of(rule: &Rule) -> Result<Self, EngineError> {
        let session = session_of(&rule.file().network, None);
        let ways = RuleWays::of(rule, Duration::ZERO);
        let starts = rule.file().site.start.clone();
        Self::new(session, Some((starts, ways)))
    }

    /// The page at `url`.
    ///
    /// # Errors
    /// When it cannot be fetched or is not a page.
    pub fn get(&self, url: &Url) -> Result<Loaded, EngineError> {
        let session = self.session(url);
        let opened = step_values(url).0;
        let is_start = |start: &String| Url::parse(start).is_ok_and(|start| start == opened);
        let way = match &self.ways {
            Some((starts, ways)) => match starts.iter().any(is_start) {
                true => ways.to(PagePlace::Start).clone().without_picture(),
                false => ways.to(PagePlace::Article).clone().without_picture(),
            },
            None => PageWay::without_rule(Duration::ZERO),
        };
        let options = GetOptions::default();
        let asked = async {
            let page = self
                .pages
                .get_page(&session, url, options, way, true)
                .await?;
            let requests = interface::allowed(&self.fetcher, &session, page.requests).await;
            Ok::<_, FetchError>((page.fetched, requests))
        };
        let (fetched, requests) = self.runtime.block_on(asked)?;
        check_is_page(url.as_str(), &fetched.body)?;
        let last = fetched.url().cloned().unwrap_or_else(|| url.clone());
        let mut loaded = loaded(
            url.as_str(),
            last,
            fetched.status,
            fetched.headers,
            &fetched.body,
        )?;
        loaded.interface = interface::interface_of(&loaded.page, &requests);
        Ok(loaded)
    }

    /// The rule by which robots.txt disallows an address, if it does.
    pub fn disallowed(&self, url: &Url) -> Option<String> {
        let session = self.session(url);
        let robots = self.runtime.block_on(self.fetcher.robots(&session, url));
        let is_refused = !robots.allowed && !robots.unreachable;
        is_refused.then(|| robots.rule.unwrap_or_default())
    }

    /// Waits for the delay of `rule` and robots.txt between two requests.
    ///
    /// # Errors
    /// When robots.txt disallows the page.
    pub fn turn(&self, rule: &Rule, url: &Url) -> Result<(), EngineError> {
        self.wait(rule.delay(), rule.file().politeness.robots, url)
    }

    /// Waits `delay`, or as long as robots.txt requires if it is respected.
    ///
    /// # Errors
    /// When robots.txt disallows the page.
    pub fn wait(
        &self,
        mut delay: Duration,
        ask_robots: bool,
        url: &Url,
    ) -> Result<(), EngineError> {
        let session = self.session(url);
        self.runtime.block_on(async {
            if ask_robots {
                let robots = self.fetcher.robots(&session, url).await;
                if !robots.allowed && !robots.unreachable {
                    return Err(EngineError(Message::new("engine-part-disallowed")));
                }
                delay = delay.max(robots.crawl_delay.unwrap_or_default());
            }
            tokio::time::sleep(delay).await;
            Ok(())
        })
    }
}

/// A runtime for one task.
pub(super) fn small_runtime() -> Result<tokio::runtime::Runtime, EngineError> {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| {
            EngineError(Message::new("engine-no-threads").with("reason", error.to_string()))
        })
}

fn bad_url(source: &str, reason: &str) -> EngineError {
    EngineError(
        Message::new("engine-bad-url")
            .with("url", source)
            .with("reason", reason),
    )
}
