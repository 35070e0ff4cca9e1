//! The files of the log: JSON lines, one file per process and two megabytes; the oldest are removed
//! when the total is too large. A file is created when there is something to write.

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use jiff::Timestamp;

use crate::files::private_files;
use bowerbird_logic::model::{LogFilter, LogLine};

/// Size in bytes after which the next file is begun.
const MAX_BYTES: u64 = 2 * 1024 * 1024;
/// Total size in bytes of all other files.
const MAX_BYTES_IN_ALL: u64 = 22 * 1024 * 1024;
/// Maximum number of files. A command writes few lines into its own file: many of them must not
/// displace the files of a long run.
const MAX_FILES: usize = 400;
const ENDING: &str = "jsonl";

/// Writes the lines of this process.
pub(super) struct LogFiles {
    folder: PathBuf,
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    file: Option<File>,
    bytes: u64,
    number: u32,
    /// The folder cannot be written; no further attempts are made.
    is_broken: bool,
}

impl LogFiles {
    pub(super) fn new(folder: PathBuf) -> Self {
        Self {
            folder,
            open: Mutex::default(),
        }
    }

    /// Writes a line. If that fails (a full disk), only the line is lost.
    pub(super) fn write(&self, line: &LogLine) {
        let Ok(mut text) = serde_json::to_vec(line) else {
            return;
        };
        text.push(b'\n');
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if open.file.is_none() || open.bytes > MAX_BYTES {
            self.begin(&mut open);
        }
        if let Some(file) = &mut open.file
            && file.write_all(&text).is_ok()
        {
            open.bytes += text.len() as u64;
        }
    }

    fn begin(&self, open: &mut Open) {
        if open.is_broken {
            return;
        }
        open.number += 1;
        let at = Timestamp::now().strftime("%Y%m%dT%H%M%S");
        let (process, number) = (std::process::id(), open.number);
        let name = format!("{at}-{process}-{number:04}.{ENDING}");
        let made = private_files::own_folder(&self.folder)
            .and_then(|()| private_files::create_new(&self.folder.join(name)));
        open.is_broken = made.is_err();
        open.file = made.ok();
        open.bytes = 0;
        remove_surplus(&self.folder);
    }
}

/// Removes the oldest files in `folder`, while there are too many or they are too large.
fn remove_surplus(folder: &Path) {
    let mut bytes = 0;
    for (age, file) in log_files(folder).into_iter().rev().enumerate() {
        bytes += std::fs::metadata(&file).map_or(0, |of| of.len());
        if age >= MAX_FILES || bytes > MAX_BYTES_IN_ALL {
            let _ = std::fs::remove_file(file);
        }
    }
}

/// The files in `folder`, oldest first.
pub(super) fn log_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == ENDING))
        .collect();
    files.sort();
    files
}

/// The newest `most` lines in `folder` that match `filter`, newest first. Unreadable files and
/// truncated lines are skipped.
pub fn read(folder: &Path, filter: &LogFilter, most: usize) -> Vec<LogLine> {
    let mut lines: Vec<LogLine> = log_files(folder)
        .iter()
        .filter_map(|file| std::fs::read_to_string(file).ok())
        .flat_map(|text| {
            let lines = text.lines().map(serde_json::from_str::<LogLine>);
            lines
                .filter_map(Result::ok)
                .filter(|line| filter.holds(line))
                .collect::<Vec<_>>()
        })
        .collect();
    // Files of several processes overlap in time; lines with the same timestamp keep their order.
    lines.sort_by_key(|line| line.at);
    lines.reverse();
    lines.truncate(most);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowerbird_logic::model::LogLevel;

    fn line(second: i64, text: &str) -> LogLine {
        LogLine {
            at: Timestamp::from_second(second).unwrap(),
            level: LogLevel::Info,
            part: "engine".to_owned(),
            site: None,
            run: None,
            project: None,
            text: text.to_owned(),
            message: None,
        }
    }

    #[test]
    fn lines_come_back_newest_first_and_torn_ones_do_not() {
        let folder = tempfile::tempdir().unwrap();
        let files = LogFiles::new(folder.path().join("log"));
        for second in 0..5 {
            files.write(&line(second, &format!("line {second}")));
        }
        std::fs::write(
            folder.path().join("log/00000000T000000-1-1.jsonl"),
            "{\"at\": torn\n",
        )
        .unwrap();
        let texts: Vec<String> = read(&folder.path().join("log"), &LogFilter::default(), 3)
            .into_iter()
            .map(|line| line.text)
            .collect();
        assert_eq!(texts, ["line 4", "line 3", "line 2"]);
    }

    #[test]
    fn size_and_number_of_files_are_bounded() {
        let folder = tempfile::tempdir().unwrap();
        let files = LogFiles::new(folder.path().to_owned());
        let long = "x".repeat(100_000);
        for second in 0..300 {
            files.write(&line(second, &long));
        }
        let sizes: Vec<u64> = log_files(folder.path())
            .iter()
            .map(|file| std::fs::metadata(file).unwrap().len())
            .collect();
        assert!(sizes.iter().all(|size| *size <= MAX_BYTES + 200_000));
        let all: u64 = sizes.iter().sum();
        assert!(all <= MAX_BYTES_IN_ALL + MAX_BYTES + 200_000, "{all}");
        let newest = read(folder.path(), &LogFilter::default(), 1);
        assert_eq!(newest.first().map(|line| line.at.as_second()), Some(299));
    }

    #[test]
    fn many_short_processes_do_not_take_away_what_a_long_one_left() {
        let folder = tempfile::tempdir().unwrap();
        for process in 0..MAX_FILES + 20 {
            let name = format!("20260101T000000-{process:05}-0001.jsonl");
            std::fs::write(folder.path().join(name), "{}\n").unwrap();
        }
        LogFiles::new(folder.path().to_owned()).write(&line(1, "new"));
        let kept = log_files(folder.path());
        assert_eq!(kept.len(), MAX_FILES);
        assert!(kept[0].ends_with("20260101T000000-00021-0001.jsonl"));
    }

    #[test]
    fn a_folder_that_cannot_be_written_loses_only_the_lines() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let files = LogFiles::new(file.path().join("log"));
        files.write(&line(0, "lost"));
        assert!(read(&file.path().join("log"), &LogFilter::default(), 9).is_empty());
    }
}
