//! Lines of the log that mention something. They are overwritten where they stand, so that a process that
//! is writing the same file goes on undisturbed; readers skip what is no line.

use std::fs::OpenOptions;
use std::io::{self, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use super::files::log_files;
use super::panics;
use bowerbird_logic::model::LogLine;

/// The lines of one file that mention something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedMentions {
    /// The file.
    pub file: PathBuf,
    /// Each line's place in bytes, its length, and the text around the mention.
    pub lines: Vec<(u64, usize, String)>,
}

/// Finds lines of the log in the state folder `state`. `mention` gets a line and what it says of site and
/// project, and returns the text around a mention.
///
/// # Errors
/// From the file system.
pub fn find_in_log(
    state: &Path,
    mention: &mut dyn FnMut(&str, Option<&LogLine>) -> Option<String>,
) -> io::Result<Vec<LoggedMentions>> {
    let mut found = Vec::new();
    let mut files = log_files(&state.join("log"));
    files.push(panics::path(state));
    for file in files {
        let bytes = match std::fs::read(&file) {
            Ok(bytes) => bytes,
            // The oldest files go as new ones come.
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err(error),
        };
        let is_panic = file == panics::path(state);
        let mut lines = Vec::new();
        let mut at = 0_u64;
        for line in bytes.split_inclusive(|byte| *byte == b'\n' && !is_panic) {
            let text = String::from_utf8_lossy(line);
            let parsed = serde_json::from_str(&text).ok();
            if let Some(around) = mention(&text, parsed.as_ref()) {
                lines.push((at, line.len(), around));
            }
            at += line.len() as u64;
        }
        if !lines.is_empty() {
            found.push(LoggedMentions { file, lines });
        }
    }
    Ok(found)
}

/// Overwrites lines with spaces; the ends of lines stay.
///
/// # Errors
/// From the file system.
pub fn erase_in_log(found: &[LoggedMentions]) -> io::Result<()> {
    for one in found {
        let mut file = match OpenOptions::new().write(true).open(&one.file) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err(error),
        };
        for (at, length, _) in &one.lines {
            file.seek(SeekFrom::Start(*at))?;
            file.write_all(&vec![b' '; length.saturating_sub(1)])?;
        }
        file.sync_all()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log::read;
    use bowerbird_logic::model::LogFilter;

    #[test]
    fn a_line_is_erased_and_the_others_are_read() {
        let state = tempfile::tempdir().expect("a folder");
        let folder = state.path().join("log");
        std::fs::create_dir(&folder).expect("made");
        let line = |second: u32, text: &str| {
            format!(
                "{{\"at\":\"2026-01-01T00:00:0{second}Z\",\"level\":\"info\",\"part\":\"p\",\"text\":\"{text}\"}}\n"
            )
        };
        let file = folder.join("20260101T000000-1-0001.jsonl");
        let texts = [line(1, "one"), line(2, "Anna"), line(3, "three")];
        std::fs::write(&file, texts.concat()).expect("written");
        let mut writer = OpenOptions::new().append(true).open(&file).expect("open");
        let mut mention = |text: &str, parsed: Option<&LogLine>| {
            assert!(parsed.is_some(), "{text}");
            text.contains("Anna").then(|| "Anna".to_owned())
        };
        let found = find_in_log(state.path(), &mut mention).expect("read");
        assert_eq!(found.len(), 1);
        erase_in_log(&found).expect("erased");
        writer
            .write_all(line(4, "four").as_bytes())
            .expect("written");
        let read = read(&folder, &LogFilter::default(), 9);
        let texts: Vec<String> = read.into_iter().map(|line| line.text).collect();
        assert_eq!(texts, ["four", "three", "one"]);
        assert!(
            !std::fs::read_to_string(&file)
                .expect("read")
                .contains("Anna")
        );
    }
}
