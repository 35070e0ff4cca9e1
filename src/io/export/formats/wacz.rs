//! Pages of records as evidence: a WACZ file (WACZ 1.1.1, Webrecorder) with the answers as they came, when,
//! with their headers and hashes, and the values that were read. Programs that replay web archives read it.

use std::collections::BTreeSet;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use jiff::Timestamp;
use ring::digest::{Context, SHA256, digest};
use serde_json::{Value, json};
use url::{Host, Url};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::warc;
use crate::export::{ExportError, Exported, holds_a_project, is_projects_own};
use crate::files::atomic_file::StagedPath;
use crate::files::private_files;
use crate::store::StoreReader;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{StoredPagePicture, StoredRecord};

/// The file with the answers.
const ARCHIVE: &str = "data.warc.gz";
const INDEX: &str = "index.cdx.gz";
/// Lines of a block of the index.
const BLOCK: usize = 3_000;
/// Characters of a record's text in the list of pages.
const TEXT_CHARS: usize = 2_000;

/// A record, and the address under which its page is stored.
pub type EvidenceOf = (StoredRecord, String);

/// Writes the stored pages of the records to `path`. `progress` receives the count and cancels by
/// returning false. The result counts the pages.
///
/// # Errors
/// [`ExportError`].
pub fn wacz(
    store: &StoreReader,
    records: &[EvidenceOf],
    path: &Path,
    progress: &mut dyn FnMut(u64) -> bool,
) -> Result<Exported, ExportError> {
    if is_projects_own(store.path(), path) || holds_a_project(path) {
        return Err(ExportError::OverProject {
            path: path.to_owned(),
        });
    }
    let failed = |error: io::Error| ExportError::from_io(path, &error);
    let (part, file) = StagedPath::file(path).map_err(failed)?;
    // It may contain pages that only members can see.
    private_files::tighten(part.path());
    let mut package = Package::new(file);
    package
        .begin(&format!("archive/{ARCHIVE}"))
        .map_err(failed)?;
    let now = Timestamp::now();
    let mut answers = Answers::default();
    answers
        .write(&mut package, &warc::info(ARCHIVE, now))
        .map_err(failed)?;
    let (mut pages, mut without) = (Vec::new(), 0_u64);
    for (record, address) in records {
        let snapshot = store.newest_good(record.site, address);
        let Some(snapshot) = snapshot.map_err(ExportError::Store)? else {
            without += 1;
            continue;
        };
        if let Some(page) = answers
            .add(&mut package, record, &snapshot)
            .map_err(failed)?
        {
            pages.push(page);
            answers
                .add_resources(&mut package, store, record, &snapshot)
                .map_err(failed)?;
        }
        let picture = store.page_picture_anywhere(record);
        if let Some(picture) = picture.map_err(ExportError::Store)? {
            let url = snapshot.meta.url_chain.last();
            let url = url.map_or("", String::as_str);
            answers
                .add_picture(&mut package, url, &picture)
                .map_err(failed)?;
        }
        if !progress(pages.len() as u64) {
            return Err(ExportError::Cancelled);
        }
    }
    package.end().map_err(failed)?;
    package.write_rest(answers, &pages, now).map_err(failed)?;
    let file = package.finish().map_err(failed)?;
    file.sync_all().map_err(failed)?;
    part.rename().map_err(failed)?;
    let note = Message::new("evidence-without").with("count", without);
    Ok(Exported {
        rows: pages.len() as u64,
        notes: (without > 0).then_some(note).into_iter().collect(),
    })
}

/// The answers written so far, with their lines of the index.
#[derive(Default)]
struct Answers {
    offset: u64,
    lines: BTreeSet<String>,
    known: BTreeSet<(String, Timestamp)>,
}

impl Answers {
    /// Writes one record of the archive as a member of its own; returns its place.
    fn write(&mut self, package: &mut Package, record: &[u8]) -> io::Result<(u64, u64)> {
        let member = packed(record)?;
        let (at, length) = (self.offset, member.len() as u64);
        package.write(&member)?;
        self.offset += length;
        Ok((at, length))
    }

    /// Adds the page of a record, once, and what was read from it; returns its line of the list.
    fn add(
        &mut self,
        package: &mut Package,
        record: &StoredRecord,
        snapshot: &crate::store::Snapshot,
    ) -> io::Result<Option<Value>> {
        let meta = &snapshot.meta;
        let Some(url) = meta.url_chain.last().cloned() else {
            return Ok(None);
        };
        let at = meta.fetched_at;
        if self.known.insert((url.clone(), at))
            && let Some(answer) = warc::response(at.as_microsecond(), snapshot)
        {
            let place = self.write(package, &answer)?;
            let media_type = meta
                .headers
                .iter()
                .find(|(name, _)| name.eq_ignore_ascii_case("content-type"))
                .map_or("unk", |(_, value)| value.split(';').next().unwrap_or("unk"));
            let digest = warc::sha1(&snapshot.body);
            self.index(&url, at, place, (media_type.trim(), meta.status, &digest));
        }
        let values = json!({
            "record": record.id.0,
            "site": record.site_name,
            "url": record.record.url,
            "title": record.record.title,
            "date": record.record.date,
            "author": record.record.author,
            "text": record.record.text,
            "fields": record.record.fields.iter()
                .map(|(name, value)| (name.clone(), value.to_json()))
                .collect::<serde_json::Map<String, Value>>(),
            "read_at": record.fetched_at.to_string(),
            "by_hand": record.marks.by_hand.iter().map(|value| &value.field).collect::<Vec<_>>(),
            "page_sha256": hex(digest(&SHA256, &snapshot.body).as_ref()),
        });
        let urn = format!("urn:bowerbird:record:{}", record.id.0);
        let values = values.to_string().into_bytes();
        let place = self.write(
            package,
            &warc::resource(&urn, at, "application/json", &values),
        )?;
        let sum = warc::sha1(&values);
        self.index(&urn, at, place, ("application/json", 200, &sum));
        let text: String = record.record.text.chars().take(TEXT_CHARS).collect();
        Ok(Some(json!({
            "id": format!("r{}", record.id.0),
            "url": url,
            "ts": whole_second(at).to_string(),
            "title": record.record.title,
            "text": text,
        })))
    }

    /// Adds the picture of a page, once, under the address by which replay programs look for it.
    fn add_picture(
        &mut self,
        package: &mut Package,
        url: &str,
        picture: &StoredPagePicture,
    ) -> io::Result<()> {
        let urn = format!("urn:view:{url}");
        let at = picture.facts.taken_at;
        if self.known.insert((urn.clone(), at)) {
            let resource = warc::resource(&urn, at, "image/jpeg", &picture.jpeg);
            let place = self.write(package, &resource)?;
            let sum = warc::sha1(&picture.jpeg);
            self.index(&urn, at, place, ("image/jpeg", 200, &sum));
        }
        Ok(())
    }

    /// Adds the style sheets and pictures of a page that are stored, as they were seen: with the time
    /// of that, which is not always the page's.
    fn add_resources(
        &mut self,
        package: &mut Package,
        store: &StoreReader,
        record: &StoredRecord,
        snapshot: &crate::store::Snapshot,
    ) -> io::Result<()> {
        let mut texts = String::from_utf8_lossy(&snapshot.body).into_owned();
        let mut written = BTreeSet::new();
        // A style sheet names further ones.
        for _ in 0..2 {
            let is_wanted = |url: &str| {
                let name = url.split(['?', '#']).next().unwrap_or(url);
                let name = name.rsplit('/').next().unwrap_or_default();
                name.len() > 2 && texts.contains(name) && !written.contains(url)
            };
            let at = snapshot.meta.fetched_at;
            let found = store.resources_near(record.site, at, &is_wanted);
            for resource in found.map_err(io::Error::other)? {
                let media_type = media_type_of(&resource.url, &resource.bytes);
                if media_type == "text/css" {
                    texts.push_str(&String::from_utf8_lossy(&resource.bytes));
                }
                written.insert(resource.url.clone());
                if !self.known.insert((resource.url.clone(), resource.at)) {
                    continue;
                }
                let (url, at, bytes) = (&resource.url, resource.at, &resource.bytes);
                let place = self.write(package, &warc::resource(url, at, media_type, bytes))?;
                let sum = warc::sha1(bytes);
                self.index(url, at, place, (media_type, 200, &sum));
            }
        }
        Ok(())
    }

    fn index(
        &mut self,
        url: &str,
        at: Timestamp,
        (offset, length): (u64, u64),
        (media_type, status, digest): (&str, u16, &str),
    ) {
        let about = json!({
            "url": url,
            "mime": media_type,
            "status": status.to_string(),
            "digest": digest,
            "length": length.to_string(),
            "offset": offset.to_string(),
            "filename": ARCHIVE,
        });
        let time = at.strftime("%Y%m%d%H%M%S");
        self.lines
            .insert(format!("{} {time} {about}\n", key_of(url)));
    }
}

/// What a stored resource is, by its first bytes, else its name.
fn media_type_of(url: &str, bytes: &[u8]) -> &'static str {
    let begins = |with: &[u8]| bytes.starts_with(with);
    if begins(b"\x89PNG") {
        "image/png"
    } else if begins(b"\xff\xd8\xff") {
        "image/jpeg"
    } else if begins(b"GIF8") {
        "image/gif"
    } else if begins(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
        "image/webp"
    } else if begins(b"<svg") || begins(b"<?xml") && url.contains(".svg") {
        "image/svg+xml"
    } else if std::str::from_utf8(bytes).is_ok() {
        "text/css"
    } else {
        "application/octet-stream"
    }
}

/// The file being written, with the hashes of what is in it.
struct Package {
    zip: ZipWriter<BufWriter<std::fs::File>>,
    resources: Vec<Value>,
    current: Option<(String, Context, u64)>,
}

impl Package {
    fn new(file: std::fs::File) -> Self {
        Self {
            zip: ZipWriter::new(BufWriter::new(file)),
            resources: Vec::new(),
            current: None,
        }
    }

    /// Begins an entry; what is packed already is not packed again, so that it can be read in place.
    fn begin(&mut self, path: &str) -> io::Result<()> {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Stored)
            .large_file(true);
        self.zip
            .start_file(path, options)
            .map_err(io::Error::other)?;
        self.current = Some((path.to_owned(), Context::new(&SHA256), 0));
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        if let Some((_, context, length)) = &mut self.current {
            context.update(bytes);
            *length += bytes.len() as u64;
        }
        self.zip.write_all(bytes)
    }

    fn end(&mut self) -> io::Result<()> {
        if let Some((path, context, length)) = self.current.take() {
            let name = path.rsplit('/').next().unwrap_or_default();
            self.resources.push(json!({
                "name": name,
                "path": path,
                "hash": format!("sha256:{}", hex(context.finish().as_ref())),
                "bytes": length,
            }));
        }
        Ok(())
    }

    fn entry(&mut self, path: &str, bytes: &[u8]) -> io::Result<()> {
        self.begin(path)?;
        self.write(bytes)?;
        self.end()
    }

    /// The index, the list of pages, and the description of all.
    fn write_rest(&mut self, answers: Answers, pages: &[Value], now: Timestamp) -> io::Result<()> {
        let lines: Vec<String> = answers.lines.into_iter().collect();
        let mut index = Vec::new();
        let about = json!({ "format": "cdxj-gzip-1.0", "filename": INDEX });
        let mut blocks = format!("!meta 0 {about}\n");
        for block in lines.chunks(BLOCK) {
            let member = packed(block.concat().as_bytes())?;
            let head: Vec<&str> = block
                .first()
                .map(|line| line.splitn(3, ' ').take(2).collect())
                .unwrap_or_default();
            let about = json!({
                "offset": index.len(),
                "length": member.len(),
                "digest": format!("sha256:{}", hex(digest(&SHA256, &member).as_ref())),
                "filename": INDEX,
            });
            blocks.push_str(&format!("{} {about}\n", head.join(" ")));
            index.extend_from_slice(&member);
        }
        self.entry(&format!("indexes/{INDEX}"), &index)?;
        self.entry("indexes/index.idx", blocks.as_bytes())?;
        let head = json!({ "format": "json-pages-1.0", "id": "pages", "title": "All Pages" });
        let mut list = format!("{head}\n");
        for page in pages {
            list.push_str(&format!("{page}\n"));
        }
        self.entry("pages/pages.jsonl", list.as_bytes())?;
        let description = serde_json::to_vec_pretty(&json!({
            "profile": "data-package",
            "wacz_version": "1.1.1",
            "software": format!("Bowerbird {}", env!("CARGO_PKG_VERSION")),
            "created": whole_second(now).to_string(),
            "resources": self.resources,
        }))?;
        self.entry("datapackage.json", &description)?;
        let digest = json!({
            "path": "datapackage.json",
            "hash": format!("sha256:{}", hex(digest(&SHA256, &description).as_ref())),
        });
        self.entry("datapackage-digest.json", digest.to_string().as_bytes())
    }

    fn finish(self) -> io::Result<std::fs::File> {
        let file = self.zip.finish().map_err(io::Error::other)?;
        file.into_inner().map_err(io::IntoInnerError::into_error)
    }
}

fn packed(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes)?;
    encoder.finish()
}

/// The key of an address in an index (SURT): its host in reverse, then its path.
fn key_of(address: &str) -> String {
    let Some(url) = Url::parse(address).ok().filter(Url::has_host) else {
        return address.to_lowercase();
    };
    let reversed = |name: &str| name.rsplit('.').collect::<Vec<&str>>().join(",");
    let host = match url.host() {
        Some(Host::Domain(name)) => reversed(without_www(name)),
        Some(Host::Ipv4(address)) => reversed(&address.to_string()),
        Some(Host::Ipv6(address)) => address.to_string(),
        None => String::new(),
    };
    let port = url
        .port()
        .map(|port| format!(":{port}"))
        .unwrap_or_default();
    let mut query: Vec<&str> = url.query().unwrap_or_default().split('&').collect();
    query.sort_unstable();
    let query = match url.query() {
        Some(typed) if !typed.is_empty() => format!("?{}", query.join("&")),
        _ => String::new(),
    };
    let path = match url.path() {
        "/" => "/",
        path => path.trim_end_matches('/'),
    };
    format!("{host}{port}){path}{query}").to_lowercase()
}

/// A name without `www.`, `www2.` and the like.
fn without_www(name: &str) -> &str {
    let rest = name.strip_prefix("www");
    let rest = rest.map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()));
    rest.and_then(|rest| rest.strip_prefix('.')).unwrap_or(name)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn whole_second(at: Timestamp) -> Timestamp {
    Timestamp::from_second(at.as_second()).unwrap_or(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_those_of_other_archives() {
        for (url, key) in [
            (
                "https://www.example.org/News/?b=2&a=1",
                "org,example)/news?a=1&b=2",
            ),
            ("http://example.org/", "org,example)/"),
            ("http://127.0.0.1:8080/a.html", "1,0,0,127:8080)/a.html"),
            ("http://www2.example.org/A/b/?", "org,example)/a/b"),
            ("http://wwwx.example.org/", "org,example,wwwx)/"),
            ("urn:bowerbird:record:7", "urn:bowerbird:record:7"),
        ] {
            assert_eq!(key_of(url), key);
        }
    }
}
