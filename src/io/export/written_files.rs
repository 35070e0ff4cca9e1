//! Looks into files that were exported: tables, pages, packages of XLSX and WACZ, databases. Input: a
//! path and mentions. Output: the files that mention something, or why one cannot be searched.

use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use crate::store::mention_in_database;
use bowerbird_logic::model::TraceExample;
use bowerbird_logic::text::Mentions;

/// Bytes of a file, or of a part of a package, that are read.
const MAX_BYTES: u64 = 1024 * 1024 * 1024;
/// Folders inside of folders that are looked into.
const MAX_DEPTH: usize = 8;

/// What became of a file.
#[derive(Debug)]
pub enum LookedInto {
    /// It mentions something.
    Found(PathBuf, TraceExample),
    /// It cannot be searched: packed in a way that only its readers unpack, too large, or unreadable.
    Unsearched(PathBuf, Option<io::Error>),
}

/// Looks into a file, or into all files of a folder.
pub fn look_into(path: &Path, mentions: &Mentions) -> Vec<LookedInto> {
    let mut found = Vec::new();
    look(path, mentions, MAX_DEPTH, &mut found);
    found
}

fn look(path: &Path, mentions: &Mentions, depth: usize, found: &mut Vec<LookedInto>) {
    let about = match fs::symlink_metadata(path) {
        Ok(about) => about,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return,
        Err(error) => {
            found.push(LookedInto::Unsearched(path.to_owned(), Some(error)));
            return;
        }
    };
    if about.is_dir() {
        let entries = fs::read_dir(path).into_iter().flatten().flatten();
        let mut inner: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        inner.sort();
        for inner in inner {
            match depth {
                0 => found.push(LookedInto::Unsearched(inner, None)),
                _ => look(&inner, mentions, depth - 1, found),
            }
        }
        return;
    }
    if !about.is_file() {
        return;
    }
    match mention_in(path, about.len(), mentions) {
        Ok(Some(text)) => {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let name = name.into_owned();
            let example = TraceExample { name, text };
            found.push(LookedInto::Found(path.to_owned(), example));
        }
        Ok(None) => {}
        Err(error) if error.kind() == io::ErrorKind::Unsupported => {
            found.push(LookedInto::Unsearched(path.to_owned(), None));
        }
        Err(error) => found.push(LookedInto::Unsearched(path.to_owned(), Some(error))),
    }
}

fn mention_in(path: &Path, size: u64, mentions: &Mentions) -> io::Result<Option<String>> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if let Some(text) = mentions.find(&name) {
        return Ok(Some(text));
    }
    let mut head = [0; 16];
    let mut file = fs::File::open(path)?;
    let read = file.read(&mut head)?;
    let head = head.get(..read).unwrap_or_default();
    if head == b"SQLite format 3\0" {
        let found = mention_in_database(path, (mentions, None), &mut || true)?;
        return Ok(found.map(|found| found.text));
    }
    if head.starts_with(b"PK\x03\x04") {
        return mention_in_package(path, mentions);
    }
    if head.starts_with(b"PAR1") || size > MAX_BYTES {
        return Err(io::ErrorKind::Unsupported.into());
    }
    let bytes = fs::read(path)?;
    if head.starts_with(&[0x28, 0xB5, 0x2F, 0xFD]) {
        let mut unpacked = Vec::new();
        let decoder = zstd::stream::Decoder::new(bytes.as_slice())?;
        decoder.take(MAX_BYTES).read_to_end(&mut unpacked)?;
        return Ok(mentions.find_in_bytes(&unpacked));
    }
    Ok(mentions.find_in_bytes(&bytes))
}

/// The first mention in the parts of a ZIP file, such as XLSX and WACZ.
fn mention_in_package(path: &Path, mentions: &Mentions) -> io::Result<Option<String>> {
    let mut package = zip::ZipArchive::new(fs::File::open(path)?).map_err(io::Error::other)?;
    for place in 0..package.len() {
        let part = package.by_index(place).map_err(io::Error::other)?;
        let mut bytes = Vec::new();
        part.take(MAX_BYTES).read_to_end(&mut bytes)?;
        if let Some(text) = mentions.find_in_bytes(&bytes) {
            return Ok(Some(text));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write as _;

    #[test]
    fn packages_tables_and_folders_are_looked_into() {
        let folder = tempfile::tempdir().expect("a folder");
        let mentions = Mentions::new(&["Anna"], false).expect("words");
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("pages")).expect("made");
        fs::write(at("pages/one.md"), "# Anna").expect("written");
        fs::write(at("pages/two.md"), "# Bob").expect("written");
        fs::write(at("pages/three.parquet"), "PAR1").expect("written");
        let mut package = zip::ZipWriter::new(fs::File::create(at("a.xlsx")).expect("made"));
        let options = zip::write::SimpleFileOptions::default();
        package.start_file("sheet.xml", options).expect("begun");
        package.write_all(b"<t>Anna</t>").expect("written");
        package.finish().expect("written");
        let database = rusqlite::Connection::open(at("a.sqlite")).expect("made");
        let sql = "CREATE TABLE t (x TEXT); INSERT INTO t VALUES ('Anna'); DELETE FROM t;";
        database.execute_batch(sql).expect("filled");
        drop(database);
        let found = look_into(folder.path(), &mentions);
        let names = |found: &[LookedInto]| -> Vec<String> {
            let name = |path: &PathBuf| {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                name.into_owned()
            };
            found
                .iter()
                .map(|one| match one {
                    LookedInto::Found(path, _) => name(path),
                    LookedInto::Unsearched(path, _) => format!("({})", name(path)),
                })
                .collect()
        };
        // What was deleted from a database is still in its bytes.
        let expected = ["a.sqlite", "a.xlsx", "one.md", "(three.parquet)"];
        assert_eq!(names(&found), expected);
    }
}
