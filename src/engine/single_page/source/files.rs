//! Detects the kind of a file on disk, and reads pages: plain, compressed, or a web archive, with
//! their declared address. Input: paths. Output: plain values. Nothing is changed or fetched.

use std::path::Path;

use jiff::Timestamp;
use url::Url;

use super::{check_is_page, read_file};
use crate::protocol::EngineError;
use crate::single_page::nowhere;
use bowerbird_io::store::KeptResource;
use bowerbird_logic::messages::Message;
use bowerbird_logic::page::{Archive, Page, archive, decode};

/// A page on disk.
#[derive(Clone, Debug)]
pub struct PageFile {
    /// Its address: the given one, else the declared one, else a placeholder.
    pub url: Url,
    /// Whether that address is the placeholder.
    pub nowhere: bool,
    /// Its decoded source.
    pub html: String,
    /// Its encoding.
    pub encoding: &'static str,
    /// Bytes of its source.
    pub bytes: usize,
    /// When the file was written.
    pub saved_at: Option<Timestamp>,
    /// Style sheets and pictures of a web archive.
    pub parts: Vec<KeptResource>,
}

/// The kind of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A project.
    Project,
    /// A rule of this program.
    Rule,
    /// A page.
    Page {
        /// Its declared address.
        address: Option<String>,
        /// Its title.
        title: String,
    },
    /// Possibly rules of another program.
    Other,
}

/// Detects the kind of the file at `path`, by its name and its first bytes.
///
/// # Errors
/// When it cannot be read, or is a picture, a PDF or the like.
pub fn file_kind(path: &Path) -> Result<FileKind, EngineError> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let name = name.to_lowercase();
    if name.ends_with(".bower") {
        return Ok(FileKind::Project);
    }
    if path.is_dir() {
        let told = Message::new("engine-file-folder").with("path", path.display().to_string());
        return Err(EngineError(told));
    }
    if name.ends_with(".toml") {
        return Ok(FileKind::Rule);
    }
    if !is_page_name(&name) {
        let bytes = read_file(path)?;
        check_is_page(&path.display().to_string(), &bytes)?;
        if !begins_as_page(&bytes) {
            return Ok(FileKind::Other);
        }
    }
    let file = page_file(path, None)?;
    let title = Page::parse(&file.html, &file.url).title();
    let address = (!file.nowhere).then(|| file.url.into());
    Ok(FileKind::Page { address, title })
}

/// Extensions of files that are pages, in small letters; the last packs one of the others.
pub const PAGE_EXTENSIONS: [&str; 7] = [
    "html",
    "htm",
    "xhtml",
    "shtml",
    "mhtml",
    "mht",
    PACKED_EXTENSION,
];
const PACKED_EXTENSION: &str = "gz";

/// Whether a file name, in small letters, is one of a page.
fn is_page_name(name: &str) -> bool {
    let mut extensions = name.rsplit('.').take(name.matches('.').count());
    let extension = extensions.find(|extension| *extension != PACKED_EXTENSION);
    extension.is_some_and(|extension| PAGE_EXTENSIONS.contains(&extension))
}

fn begins_as_page(bytes: &[u8]) -> bool {
    let head = bytes.get(..512.min(bytes.len())).unwrap_or_default();
    let head = String::from_utf8_lossy(head).to_lowercase();
    let head = head.trim_start_matches('\u{feff}').trim_start();
    let page = ["<!doctype html", "<html", "<head", "<body"];
    page.iter().any(|start| head.starts_with(start))
        || (head.starts_with('<') && head.contains("<html"))
        || archive(bytes).is_some()
}

/// Reads a page from disk (`.gz` too, and web archives). Its address is `base`, else the declared
/// one.
///
/// # Errors
/// When it cannot be read, is larger than 64 MB, or is not a page.
pub fn page_file(path: &Path, base: Option<&Url>) -> Result<PageFile, EngineError> {
    let bytes = read_file(path)?;
    check_is_page(&path.display().to_string(), &bytes)?;
    let archive = archive(&bytes);
    let (source, kind) = match &archive {
        Some(archive) => (&archive.html, Some(archive.content_type.as_str())),
        None => (&bytes, None),
    };
    let decoded = decode(source, kind);
    let size = source.len();
    let given = base.cloned();
    let declared = given.or_else(|| declared(&decoded.text, archive.as_ref()));
    let nowhere = declared.is_none();
    let Some(url) = declared.or_else(crate::single_page::nowhere) else {
        let told = Message::new("engine-no-file").with("path", path.display().to_string());
        return Err(EngineError(told));
    };
    let written = path.metadata().and_then(|about| about.modified());
    let parts = archive.map(|archive| archive.parts).unwrap_or_default();
    Ok(PageFile {
        url,
        nowhere,
        html: decoded.text,
        encoding: decoded.encoding,
        bytes: size,
        saved_at: written.ok().and_then(|time| Timestamp::try_from(time).ok()),
        parts: parts
            .into_iter()
            .map(|(url, bytes)| KeptResource {
                url: url.into(),
                bytes: std::sync::Arc::new(bytes),
            })
            .collect(),
    })
}

/// The declared address of a page: that of its archive, the comment that browsers write into saved
/// pages, a canonical link, a base.
fn declared(html: &str, archive: Option<&Archive>) -> Option<Url> {
    let of_archive = archive.and_then(|archive| archive.url.clone());
    let of_web = |url: &Url| matches!(url.scheme(), "http" | "https") && url.has_host();
    of_archive
        .or_else(|| saved_from(html))
        .or_else(|| {
            let page = Page::parse(html, &nowhere()?);
            declared_address(&page).or_else(|| base_of(&page))
        })
        .filter(of_web)
        // A relative canonical link resolves to the placeholder, and says nothing.
        .filter(|url| url.host_str() != nowhere().as_ref().and_then(Url::host_str))
}

/// `<!-- saved from url=(0025)https://a.example/news -->`: the number counts the address's letters.
fn saved_from(html: &str) -> Option<Url> {
    let head = html.get(..html.floor_char_boundary(4_096))?;
    let (_, after) = head.split_once("saved from url=(")?;
    let (_, address) = after.split_once(')')?;
    let end = address.find(|c: char| c.is_whitespace() || c == '>');
    let address = address.get(..end.unwrap_or(address.len()))?;
    Url::parse(address.trim_end_matches("--")).ok()
}

fn base_of(page: &Page) -> Option<Url> {
    let value = page.elements().find_map(|element| {
        let base = element.value().name() == "base";
        base.then(|| element.value().attr("href")).flatten()
    })?;
    Url::parse(value.trim()).ok()
}

/// The address a page declares as its own.
pub(crate) fn declared_address(page: &Page) -> Option<Url> {
    let value = page.elements().find_map(|element| {
        let attr = |name: &str| element.value().attr(name);
        match element.value().name() {
            "link" if attr("rel") == Some("canonical") => attr("href"),
            "meta" if attr("property") == Some("og:url") => attr("content"),
            _ => None,
        }
    })?;
    page.join(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn address(html: &str, expected: Option<&str>) {
        let found = declared(html, None).map(String::from);
        assert_eq!(found.as_deref(), expected, "{html}");
    }

    #[test]
    fn pages_say_where_they_come_from() {
        address(
            "<!doctype html>\n<!-- saved from url=(0022)https://a.example/news -->\n\
             <link rel=canonical href=https://b.example/>",
            Some("https://a.example/news"),
        );
        address(
            "<link rel=canonical href=https://b.example/x>",
            Some("https://b.example/x"),
        );
        address(
            "<base href=https://c.example/dir/><p>",
            Some("https://c.example/dir/"),
        );
        address("<link rel=canonical href=/x><p>relative", None);
        address("<!-- saved from url=(0014)about:internet -->", None);
        address("<p>nothing", None);
    }

    #[test]
    fn files_are_told_apart() {
        let folder = tempfile::tempdir().expect("a folder");
        let kind = |name: &str, bytes: &[u8]| {
            let path = folder.path().join(name);
            std::fs::write(&path, bytes).expect("written");
            file_kind(&path)
        };
        let page = |address: Option<&str>| FileKind::Page {
            address: address.map(str::to_owned),
            title: "T".to_owned(),
        };
        let html = b"<html><title>T</title>";
        assert_eq!(kind("p.htm", html).expect("a page"), page(None));
        assert_eq!(kind("saved", html).expect("a page"), page(None));
        let based = b"<base href='https://a.example/'><title>T</title>";
        let expected = page(Some("https://a.example/"));
        assert_eq!(kind("based.HTML", based).expect("a page"), expected);
        assert_eq!(kind("r.toml", b"").expect("a rule"), FileKind::Rule);
        assert_eq!(kind("p.bower", b"").expect("one"), FileKind::Project);
        for (name, bytes) in [
            ("sitemap.json", b"{\"_id\": \"x\"}".as_slice()),
            ("feeds.opml", b"<?xml version='1.0'?><opml></opml>"),
            ("example.org.txt", b"title: //h1"),
        ] {
            assert_eq!(kind(name, bytes).expect("something"), FileKind::Other);
        }
        assert!(kind("p.png", b"\x89PNG\r\n\x1a\n0000").is_err());
        assert!(file_kind(folder.path()).is_err());
        assert!(file_kind(&folder.path().join("none.html")).is_err());
    }
}
