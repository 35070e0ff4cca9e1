//! The filters and record alerts of a site in a file beside its rule file: `NAME.filters.json` for
//! `NAME.toml`. Those for tags or for all sites belong to the project and stay there.

use std::path::{Path, PathBuf};

use crate::protocol::{EngineError, file_error};
use crate::single_page::source::write_rule;
use bowerbird_io::files::local_file;
use bowerbird_io::store::StoreReader;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{RecordCondition, SiteId};
use bowerbird_logic::policy::record_conditions::{conditions_from_json, conditions_to_json};
use jiff::Timestamp;

/// The maximum size of a file, in bytes.
const MAX_BYTES: u64 = 1024 * 1024;

/// The file beside the rule file `rule`.
fn beside(rule: &Path) -> PathBuf {
    let mut name = rule.file_stem().unwrap_or_default().to_owned();
    name.push(".filters.json");
    rule.with_file_name(name)
}

/// Writes the conditions of a site beside its rule file; returns their number. A file that an earlier
/// export left there is emptied when the site has none any more.
pub(super) fn write_conditions(
    store: &StoreReader,
    site: SiteId,
    rule: &Path,
) -> Result<usize, EngineError> {
    let mut conditions: Vec<RecordCondition> = store
        .record_conditions(Timestamp::now())?
        .into_iter()
        .map(|stored| stored.condition)
        .collect();
    conditions.retain(|condition| condition.site == Some(site));
    let file = beside(rule);
    match conditions_to_json(&conditions) {
        Some(text) => {
            write_rule(&file, &text)?;
            Ok(conditions_from_json(&text).map_or(0, |written| written.len()))
        }
        None if file.exists() => write_rule(&file, "{}\n").map(|()| 0),
        None => Ok(0),
    }
}

/// The conditions beside a rule file; none if there is no such file.
///
/// # Errors
/// When it cannot be read, or has a fault.
pub fn conditions_beside(rule: &Path) -> Result<Vec<RecordCondition>, EngineError> {
    let file = beside(rule);
    if !file.exists() {
        return Ok(Vec::new());
    }
    let bytes = local_file::read(&file, MAX_BYTES)
        .map_err(|error| file_error("engine-cannot-read", &file, &error))?;
    let text = String::from_utf8_lossy(&bytes);
    conditions_from_json(&text).map_err(|reason| {
        let message = Message::new("filter-file-fault").with("path", file.display().to_string());
        EngineError(message.with("reason", reason))
    })
}
