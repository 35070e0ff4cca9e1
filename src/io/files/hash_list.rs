//! A list of hashes that the user keeps elsewhere: a line for each file of evidence, with the time and a
//! sum over all lines before it. Whoever has an older copy of the list sees that nothing in it was
//! changed or put in later. Lines are only appended.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use jiff::Timestamp;
use ring::digest::{Context, SHA256, digest};

use super::file_lock::lock;

/// The head of a new list.
const HEAD: &str = "# Hashes of evidence: time, SHA-256 of the file, sum over this line and all before it, name.\n";
/// The sum before the first line.
const FIRST: &str = "0000000000000000000000000000000000000000000000000000000000000000";
/// Bytes of a list that is read.
const MAX_BYTES: u64 = 64 * 1024 * 1024;

/// A line of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedHash {
    /// When the file was listed, as written.
    pub at: String,
    /// SHA-256 of the file.
    pub hash: String,
    /// The name that the file had.
    pub name: String,
    /// The sum over this line and all before it.
    sum: String,
}

/// Appends the hash of the file at `path` to the list; makes the list if there is none.
///
/// # Errors
/// Those of the system; [`io::ErrorKind::InvalidData`] with the number of the first line that is wrong,
/// when the list was changed: then nothing is appended.
pub fn append(list: &Path, path: &Path, now: Timestamp) -> io::Result<ListedHash> {
    let hash = hash_of(path)?;
    let mut options = OpenOptions::new();
    let mut file = options.read(true).append(true).create(true).open(list)?;
    lock(&file).map_err(io::Error::other)?;
    let known = read(&mut file)?;
    let before = known.last().map_or(FIRST, |line| line.sum.as_str());
    let at = Timestamp::from_second(now.as_second())
        .unwrap_or(now)
        .to_string();
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let name = name.replace(['\r', '\n'], " ");
    let sum = sum_of(before, &at, &hash, &name);
    let line = format!("{at} sha256:{hash} sum:{sum} {name}\n");
    let is_new = file.metadata()?.len() == 0;
    let head = if is_new { HEAD } else { "" };
    file.write_all(format!("{head}{line}").as_bytes())?;
    file.sync_all()?;
    Ok(ListedHash {
        at,
        hash,
        name,
        sum,
    })
}

/// The first line with the hash of the file at `path`; `None` if it is not listed.
///
/// # Errors
/// As [`append`].
pub fn find(list: &Path, path: &Path) -> io::Result<Option<ListedHash>> {
    let hash = hash_of(path)?;
    let known = read(&mut File::open(list)?)?;
    Ok(known.into_iter().find(|line| line.hash == hash))
}

/// The lines of a list, if each follows from those before it.
fn read(file: &mut File) -> io::Result<Vec<ListedHash>> {
    file.seek(SeekFrom::Start(0))?;
    let mut text = String::new();
    file.take(MAX_BYTES).read_to_string(&mut text)?;
    let mut lines: Vec<ListedHash> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if line.starts_with('#') || line.trim().is_empty() {
            continue;
        }
        let before = lines.last().map_or(FIRST, |line| line.sum.as_str());
        let parsed =
            parse(line).filter(|line| sum_of(before, &line.at, &line.hash, &line.name) == line.sum);
        let parsed = parsed.ok_or_else(|| {
            let number = number + 1;
            io::Error::new(io::ErrorKind::InvalidData, number.to_string())
        })?;
        lines.push(parsed);
    }
    Ok(lines)
}

fn parse(line: &str) -> Option<ListedHash> {
    let mut parts = line.splitn(4, ' ');
    let at = parts.next()?.to_owned();
    let hash = parts.next()?.strip_prefix("sha256:")?.to_owned();
    let sum = parts.next()?.strip_prefix("sum:")?.to_owned();
    let name = parts.next()?.to_owned();
    Some(ListedHash {
        at,
        hash,
        name,
        sum,
    })
}

fn sum_of(before: &str, at: &str, hash: &str, name: &str) -> String {
    let text = format!("{before}\n{at}\n{hash}\n{name}");
    hex(digest(&SHA256, text.as_bytes()).as_ref())
}

fn hash_of(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let mut context = Context::new(&SHA256);
    let mut buffer = vec![0; 64 * 1024];
    loop {
        let read = file.read(&mut buffer)?;
        if read == 0 {
            return Ok(hex(context.finish().as_ref()));
        }
        context.update(buffer.get(..read).unwrap_or_default());
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_shows_that_a_line_was_changed_or_left_out() {
        let folder = tempfile::tempdir().expect("a folder");
        let list = folder.path().join("list");
        let now = Timestamp::from_second(1_700_000_000).expect("a time");
        for name in ["one", "two", "three"] {
            std::fs::write(folder.path().join(name), name).expect("a file");
            append(&list, &folder.path().join(name), now).expect("it is listed");
        }
        let two = folder.path().join("two");
        let found = find(&list, &two).expect("the list").expect("it is listed");
        assert_eq!(
            (found.at.as_str(), found.name.as_str()),
            ("2023-11-14T22:13:20Z", "two")
        );
        std::fs::write(&two, "other").expect("a file");
        assert_eq!(find(&list, &two).expect("the list"), None);
        let text = std::fs::read_to_string(&list).expect("the list");
        let lines: Vec<&str> = text.lines().collect();
        let without = [lines[0], lines[1], lines[3]].join("\n");
        for changed in [
            text.replace(" three", " four"),
            text.replace("2023", "2022"),
            without,
        ] {
            std::fs::write(&list, changed).expect("a list");
            let fault = find(&list, &two).expect_err("it was changed");
            assert_eq!(fault.kind(), io::ErrorKind::InvalidData);
            assert!(append(&list, &two, now).is_err());
        }
    }
}
