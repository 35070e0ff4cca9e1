//! The sample pages beside a rule file: for `NAME.toml` the folder `NAME.samples` with `ID.html.gz`
//! (or `ID.html`) and `ID.json`. Input and output: bytes of the page, text of the JSON. Files are
//! written atomically; reading is bounded, compressed or not.

mod error;

use std::ffi::OsStr;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;

pub use error::SamplePagesError;

use crate::files::atomic_file;
use crate::files::local_file::{self, LocalFileError};
use crate::files::private_files;

/// Maximum bytes of a page, unpacked: the fetcher's limit.
const MAX_PAGE_BYTES: u64 = 64 * 1024 * 1024;
/// Maximum bytes of the JSON.
pub const MAX_JSON_BYTES: u64 = 64 * 1024 * 1024;
/// Maximum characters of an id; file systems allow 255 bytes including the extension.
const MAX_ID_CHARS: usize = 60;

type Result<T> = std::result::Result<T, SamplePagesError>;

/// The folder of the samples of the rule file `rule`.
pub fn folder(rule: &Path) -> PathBuf {
    let mut name = rule.file_stem().unwrap_or_default().to_owned();
    name.push(".samples");
    rule.with_file_name(name)
}

/// Ids of the samples of `rule`, sorted: every id with a page or a JSON file.
///
/// # Errors
/// When the folder cannot be read. A missing folder contains no samples.
pub fn ids(rule: &Path) -> Result<Vec<String>> {
    let folder = folder(rule);
    let entries = match std::fs::read_dir(&folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(SamplePagesError::file(&folder, &error)),
    };
    let mut ids = Vec::new();
    for entry in entries {
        let entry = entry.map_err(|error| SamplePagesError::file(&folder, &error))?;
        let name = entry.file_name();
        let Some(name) = name.to_str().filter(|name| !name.starts_with('.')) else {
            continue;
        };
        let id = [".json", ".html.gz", ".html"]
            .iter()
            .find_map(|ending| name.strip_suffix(ending));
        ids.extend(id.map(str::to_owned));
    }
    ids.sort();
    ids.dedup();
    Ok(ids)
}

/// Whether a sample with that id exists, even in part.
pub fn exists(rule: &Path, id: &str) -> bool {
    ["json", "html.gz", "html"]
        .iter()
        .any(|ending| part(rule, id, ending).exists())
}

/// Path of the JSON of a sample.
pub fn json_path(rule: &Path, id: &str) -> PathBuf {
    part(rule, id, "json")
}

/// The JSON of a sample.
///
/// # Errors
/// When it is missing, too large, not UTF-8, or cannot be read.
pub fn read_json(rule: &Path, id: &str) -> Result<String> {
    let path = json_path(rule, id);
    let file = match local_file::open(&path) {
        Ok(file) => file,
        Err(error) if is_missing(&error) => return Err(SamplePagesError::NoJson { path }),
        Err(error) => return Err(unopened(&path, &error)),
    };
    let bytes = bounded(file, MAX_JSON_BYTES, &path)?
        .map_err(|error| SamplePagesError::file(&path, &error))?;
    String::from_utf8(bytes).map_err(|error| SamplePagesError::File {
        path,
        reason: error.to_string(),
    })
}

/// The bytes of a sample's page.
///
/// # Errors
/// When it is missing, too large, damaged, or cannot be read.
pub fn read_page(rule: &Path, id: &str) -> Result<Vec<u8>> {
    let packed = part(rule, id, "html.gz");
    if packed.exists() {
        let file = local_file::open(&packed).map_err(|error| unopened(&packed, &error))?;
        let read = bounded(MultiGzDecoder::new(file), MAX_PAGE_BYTES, &packed)?;
        return read.map_err(|error| SamplePagesError::Packed {
            path: packed,
            reason: error.to_string(),
        });
    }
    let plain = part(rule, id, "html");
    match local_file::open(&plain) {
        Ok(file) => bounded(file, MAX_PAGE_BYTES, &plain)?
            .map_err(|error| SamplePagesError::file(&plain, &error)),
        Err(error) if is_missing(&error) => Err(SamplePagesError::NoPage { path: packed }),
        Err(error) => Err(unopened(&plain, &error)),
    }
}

fn is_missing(error: &LocalFileError) -> bool {
    matches!(error, LocalFileError::Io(error) if error.kind() == std::io::ErrorKind::NotFound)
}

fn unopened(path: &Path, error: &LocalFileError) -> SamplePagesError {
    SamplePagesError::File {
        path: path.to_owned(),
        reason: error.to_string(),
    }
}

/// Saves a sample: first the page, then the JSON, each written to a temporary file and renamed.
///
/// # Errors
/// When the id is not a file name, or writing fails.
pub fn write(rule: &Path, id: &str, page: &[u8], json: &str) -> Result<()> {
    if !is_id(id) {
        return Err(SamplePagesError::BadId { id: id.to_owned() });
    }
    let folder = folder(rule);
    private_files::create_folders(&folder)
        .map_err(|error| SamplePagesError::file(&folder, &error))?;
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    let target = part(rule, id, "html.gz");
    let packed = packer
        .write_all(page)
        .and_then(|()| packer.finish())
        .map_err(|error| SamplePagesError::file(&target, &error))?;
    write_private(&target, &packed)?;
    // The packed page replaces an unpacked one.
    let plain = part(rule, id, "html");
    if plain.exists() {
        std::fs::remove_file(&plain).map_err(|error| SamplePagesError::file(&plain, &error))?;
    }
    write_json(rule, id, json)
}

/// Replaces the JSON of a sample.
///
/// # Errors
/// When writing fails.
pub fn write_json(rule: &Path, id: &str, json: &str) -> Result<()> {
    write_private(&json_path(rule, id), json.as_bytes())
}

/// Stored pages may contain what only an account can see.
fn write_private(path: &Path, bytes: &[u8]) -> Result<()> {
    private_files::replace(path, bytes).map_err(|error| SamplePagesError::file(path, &error))
}

/// Whether `id` can be the file name of a sample: letters, digits, `-`, `_` and `.`, not hidden.
pub fn is_id(id: &str) -> bool {
    let good = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    !id.is_empty()
        && id.chars().count() <= MAX_ID_CHARS
        && !id.starts_with('.')
        && id.chars().all(good)
}

/// An id made of the path and query of an address; `start` if there is neither.
pub fn id_for(url: &url::Url) -> String {
    let tail = url.query().map_or_else(
        || url.path().to_owned(),
        |query| format!("{}-{query}", url.path()),
    );
    let tail = tail.strip_suffix(".html").unwrap_or(&tail).to_lowercase();
    let mut id = String::new();
    for character in tail.chars() {
        if character.is_ascii_alphanumeric() {
            id.push(character);
        } else if !id.is_empty() && !id.ends_with('-') {
            id.push('-');
        }
    }
    let id = id.trim_end_matches('-');
    // Pages differ at the end of the address, not at its beginning.
    let skip = id.chars().count().saturating_sub(MAX_ID_CHARS / 2);
    let id: String = id.chars().skip(skip).collect();
    let id = id.trim_start_matches('-');
    if id.is_empty() {
        "start".to_owned()
    } else {
        id.to_owned()
    }
}

fn part(rule: &Path, id: &str, ending: &str) -> PathBuf {
    folder(rule).join(OsStr::new(&format!("{id}.{ending}")))
}

/// Reads all of `reader`; an error if it is more than `limit` bytes.
fn bounded(reader: impl Read, limit: u64, path: &Path) -> Result<std::io::Result<Vec<u8>>> {
    let mut bytes = Vec::new();
    let read = reader.take(limit.saturating_add(1)).read_to_end(&mut bytes);
    if bytes.len() as u64 > limit {
        return Err(SamplePagesError::TooLarge {
            path: path.to_owned(),
            limit,
        });
    }
    Ok(read.map(|_| bytes))
}

/// Writes a temporary file and renames it, so that it appears completely or not at all.
///
/// # Errors
/// When writing fails.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<()> {
    let write = || {
        let mut file = atomic_file::File::create(path)?;
        file.writer().write_all(bytes)?;
        file.finish()
    };
    write().map_err(|error| SamplePagesError::file(path, &error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_kept_and_found() {
        let folder = tempfile::tempdir().expect("a folder");
        let rule = folder.path().join("news.toml");
        assert_eq!(ids(&rule).expect("none"), Vec::<String>::new());
        write(&rule, "one", b"<p>1", "{}").expect("written");
        write(&rule, "one", b"<p>2", "{ }").expect("written again");
        write(&rule, "湾谷", b"<p>3", "{}").expect("written");
        assert_eq!(ids(&rule).expect("two"), ["one", "湾谷"]);
        assert_eq!(read_page(&rule, "one").expect("a page"), b"<p>2");
        assert_eq!(read_json(&rule, "one").expect("JSON"), "{ }");
        assert!(exists(&rule, "one") && !exists(&rule, "two"));
        for bad in ["", "../one", ".hidden", "a/b", "a b"] {
            assert!(matches!(
                write(&rule, bad, b"", ""),
                Err(SamplePagesError::BadId { .. })
            ));
        }
    }

    #[test]
    fn what_is_missing_broken_or_too_large_is_told() {
        let folder_ = tempfile::tempdir().expect("a folder");
        let rule = folder_.path().join("news.toml");
        write(&rule, "one", b"<p>1", "{}").expect("written");
        let page = part(&rule, "one", "html.gz");
        std::fs::write(&page, b"\x1f\x8b\x08\0no gzip at all").expect("broken");
        assert!(matches!(
            read_page(&rule, "one"),
            Err(SamplePagesError::Packed { .. })
        ));
        let bomb = std::fs::File::create(&page).expect("a file");
        let mut packer = GzEncoder::new(bomb, Compression::best());
        let zeros = vec![0_u8; 1024 * 1024];
        for _ in 0..65 {
            packer.write_all(&zeros).expect("packed");
        }
        packer.finish().expect("packed");
        assert!(matches!(
            read_page(&rule, "one"),
            Err(SamplePagesError::TooLarge { .. })
        ));
        std::fs::remove_file(&page).expect("gone");
        assert!(matches!(
            read_page(&rule, "one"),
            Err(SamplePagesError::NoPage { .. })
        ));
        std::fs::write(part(&rule, "one", "html"), "<p>plain").expect("plain");
        assert_eq!(read_page(&rule, "one").expect("a page"), b"<p>plain");
        std::fs::remove_file(json_path(&rule, "one")).expect("gone");
        assert!(matches!(
            read_json(&rule, "one"),
            Err(SamplePagesError::NoJson { .. })
        ));
        assert_eq!(
            ids(&rule).expect("a part"),
            ["one"],
            "half a sample is told"
        );
    }

    #[test]
    fn ids_come_from_addresses() {
        let id = |url: &str| id_for(&url::Url::parse(url).expect("a URL"));
        assert_eq!(id("https://a.example/"), "start");
        assert_eq!(
            id("https://a.example/articles/New-Bridge.html"),
            "articles-new-bridge"
        );
        assert_eq!(id("https://a.example/t?p=2"), "t-p-2");
        assert_eq!(id("https://a.example/港"), "e6-b8-af");
        assert!(is_id(&id(&format!(
            "https://a.example/{}",
            "ab/".repeat(200)
        ))));
    }
}
