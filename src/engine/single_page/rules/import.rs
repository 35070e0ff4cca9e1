//! `rule import`: converts files of other programs to rule files in a folder. Input: a file of a
//! format. Output: rule files, and a note on every part of the source. An existing file is
//! replaced only on request.

use std::collections::BTreeSet;
use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::protocol::EngineError;
use crate::single_page::file_error;
use crate::single_page::source::read_file;
use bowerbird_io::files::sample_pages::write_whole;
use bowerbird_logic::authoring::import::{ImportFormat, Imported, Note, import, recognise};
use bowerbird_logic::messages::{Explain, Message};

/// The result for one source file.
#[derive(Debug)]
pub struct ImportedFile {
    /// The format it is in.
    pub format: ImportFormat,
    /// The rules read from it.
    pub rules: Vec<Written>,
}

/// A rule that was read, and where it was written.
#[derive(Debug)]
pub struct Written {
    /// The site's name.
    pub site: String,
    /// Its file.
    pub path: PathBuf,
    /// Whether it was written; `false` when a file of that name was there.
    pub written: bool,
    /// Whether this version can run it.
    pub runs: bool,
    /// What was converted, changed and dropped.
    pub notes: Vec<Note>,
}

/// The rules of a file of another program, read but not written.
#[derive(Clone, Debug)]
pub struct ReadRules {
    /// The format it is in.
    pub format: ImportFormat,
    /// The rules read from it.
    pub rules: Vec<ReadRule>,
}

/// A rule that was read.
#[derive(Clone, Debug)]
pub struct ReadRule {
    /// The site's name.
    pub site: String,
    /// The rule file's text.
    pub text: String,
    /// Whether this version can run it.
    pub runs: bool,
    /// What was converted, changed and dropped.
    pub notes: Vec<Note>,
}

/// Reads the rules from `file`. Without `format` it is detected.
///
/// # Errors
/// When the file cannot be read or imported.
pub fn read_rules(format: Option<ImportFormat>, file: &Path) -> Result<ReadRules, EngineError> {
    let (format, rules) = read_imported(format, file)?;
    let rules = rules.into_iter().map(|imported| ReadRule {
        site: imported.rule.site.name,
        text: imported.text,
        runs: imported.runs,
        notes: imported.notes,
    });
    Ok(ReadRules {
        format,
        rules: rules.collect(),
    })
}

/// Imports `file` into the folder `out`, created if needed. Without `format` it is detected. `used`
/// holds the file names of this import so far, so that no rule of it replaces another; `force`
/// allows replacing older files.
///
/// # Errors
/// When the file cannot be read or imported, or a rule cannot be written.
pub fn import_file(
    format: Option<ImportFormat>,
    file: &Path,
    out: &Path,
    force: bool,
    used: &mut BTreeSet<String>,
) -> Result<ImportedFile, EngineError> {
    let (format, rules) = read_imported(format, file)?;
    std::fs::create_dir_all(out).map_err(|error| file_error("engine-cannot-write", out, &error))?;
    let rules: Result<Vec<Written>, EngineError> = rules
        .into_iter()
        .map(|rule| write(rule, out, force, used))
        .collect();
    Ok(ImportedFile {
        format,
        rules: rules?,
    })
}

fn read_imported(
    format: Option<ImportFormat>,
    file: &Path,
) -> Result<(ImportFormat, Vec<Imported>), EngineError> {
    let bytes = read_file(file)?;
    let failed = |error: bowerbird_logic::authoring::import::ImportError| {
        EngineError(
            Message::new("engine-import")
                .with("path", file.display().to_string())
                .with("reason", error.explain()),
        )
    };
    let format = match format {
        Some(format) => format,
        None => recognise(&bytes).map_err(failed)?,
    };
    let name = file
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    Ok((format, import(format, &name, &bytes).map_err(failed)?))
}

fn write(
    rule: Imported,
    out: &Path,
    force: bool,
    used: &mut BTreeSet<String>,
) -> Result<Written, EngineError> {
    let name = unused_file_name(&rule.file_name, used);
    let path = out.join(&name);
    let written = put(&path, &rule.text, force)?;
    Ok(Written {
        site: rule.rule.site.name,
        path,
        written,
        runs: rule.runs,
        notes: rule.notes,
    })
}

/// A file name not used by this import, compared case-insensitively as on some systems; the number precedes
/// the extension.
pub(super) fn unused_file_name(name: &str, used: &mut BTreeSet<String>) -> String {
    let stem = name.strip_suffix(".toml").unwrap_or(name);
    let mut free = name.to_owned();
    let mut number = 2_u32;
    while !used.insert(free.to_lowercase()) {
        free = format!("{stem}-{number}.toml");
        number = number.saturating_add(1);
    }
    free
}

/// Writes a file atomically; returns `false` if an existing one must stay.
fn put(path: &Path, text: &str, force: bool) -> Result<bool, EngineError> {
    if force && path.exists() {
        // Through a temporary file with an unpredictable name, and never through a link of that
        // name.
        write_whole(path, text.as_bytes())?;
        return Ok(true);
    }
    let failed = |error| file_error("engine-cannot-write", path, &error);
    match OpenOptions::new().write(true).create_new(true).open(path) {
        Ok(mut file) => file
            .write_all(text.as_bytes())
            .map(|()| true)
            .map_err(failed),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(failed(error)),
    }
}
