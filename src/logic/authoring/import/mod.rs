//! Imports rule files of other programs, one module per format. Input: the bytes of a file with
//! its name. Output: rules that pass the checker, as data and as text, with a note for
//! everything that was taken, changed or dropped, and its place. Nothing executable is ever
//! imported, and no password, cookie or token leaves this module: neither in a rule nor in a note.

mod address;
mod crawl4ai;
mod draft;
mod easyspider;
mod error;
mod ftr;
mod json;
mod legado;
mod names;
mod opml;
mod selectors;
mod webscraper;
mod xpath_css;

pub use draft::{ImportResult, Imported, Note};
pub use error::{ImportError, SourcePlace};

use crate::page::decode;

/// The maximum size of a source file, in bytes. Real ones have a few thousand; larger files are no
/// rule files, and parsed JSON takes many times its size in memory.
pub const MAX_BYTES: usize = 8 * 1024 * 1024;

/// A format that can be imported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ImportFormat {
    /// Sitemaps of webscraper.io (JSON).
    WebScraper,
    /// Site files of the ftr-site-config collection (`host.txt`).
    Ftr,
    /// Feed lists, with the scraping rules that FreshRSS adds to them.
    Opml,
    /// RSS sources of Legado (阅读), JSON.
    Legado,
    /// Extraction schemas of Crawl4AI (JSON).
    Crawl4Ai,
    /// Tasks of EasySpider (JSON): lists and their detail pages.
    EasySpider,
}

impl ImportFormat {
    /// Every format, in the order of the guide.
    pub const ALL: [Self; 6] = [
        Self::WebScraper,
        Self::Ftr,
        Self::Opml,
        Self::Legado,
        Self::Crawl4Ai,
        Self::EasySpider,
    ];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::WebScraper => "webscraper",
            Self::Ftr => "ftr",
            Self::Opml => "opml",
            Self::Legado => "legado",
            Self::Crawl4Ai => "crawl4ai",
            Self::EasySpider => "easyspider",
        }
    }

    /// The format of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }
}

/// Imports the rules from a file of another program. `name` is the file name without folders; some
/// formats keep the site in it.
///
/// # Errors
/// If the file is not in that format, is damaged, or contains nothing usable as a rule.
pub fn import(
    format: ImportFormat,
    name: &str,
    bytes: &[u8],
) -> Result<Vec<Imported>, ImportError> {
    let text = text_of(bytes)?;
    match format {
        ImportFormat::WebScraper => webscraper::import(name, &text),
        ImportFormat::Ftr => ftr::import(name, &text),
        ImportFormat::Opml => opml::import(name, &text),
        ImportFormat::Legado => legado::import(name, &text),
        ImportFormat::Crawl4Ai => crawl4ai::import(name, &text),
        ImportFormat::EasySpider => easyspider::import(name, &text),
    }
}

/// Detects the format of a file by its content.
///
/// # Errors
/// If it is too large, or in none of the formats.
pub fn recognise(bytes: &[u8]) -> Result<ImportFormat, ImportError> {
    let text = text_of(bytes)?;
    let start = text.trim_start();
    if start.starts_with('<') && opml::is_feed_list(start) {
        return Ok(ImportFormat::Opml);
    }
    if start.starts_with(['{', '[']) {
        let root = json::read(&text)?;
        return json_format(&root).ok_or(ImportError::Unknown);
    }
    if ftr::is_site_file(&text) {
        return Ok(ImportFormat::Ftr);
    }
    Err(ImportError::Unknown)
}

fn json_format(root: &serde_json::Value) -> Option<ImportFormat> {
    let first = root.get(0).unwrap_or(root);
    let has = |key: &str| first.get(key).is_some();
    if has("baseSelector")
        || first
            .get("schema")
            .is_some_and(|s| s.get("baseSelector").is_some())
    {
        Some(ImportFormat::Crawl4Ai)
    } else if has("graph") {
        Some(ImportFormat::EasySpider)
    } else if has("sourceUrl") || has("bookSourceUrl") {
        Some(ImportFormat::Legado)
    } else if has("selectors") {
        Some(ImportFormat::WebScraper)
    } else {
        None
    }
}

/// The file as text, whatever its encoding, without a byte order mark.
fn text_of(bytes: &[u8]) -> Result<String, ImportError> {
    if bytes.len() > MAX_BYTES {
        return Err(ImportError::TooLarge {
            megabytes: bytes.len() / (1024 * 1024),
            most: MAX_BYTES / (1024 * 1024),
        });
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Ok(text.strip_prefix('\u{feff}').unwrap_or(text).to_owned());
    }
    Ok(decode(bytes, None).text)
}

#[cfg(test)]
mod tests;
