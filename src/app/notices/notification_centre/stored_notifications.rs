//! The notifications of each project in a file beside the settings, so that what nobody has seen yet
//! is still there after a restart. Input: a project and its notifications. Output: those of last time.

use std::collections::{BTreeMap, VecDeque};
use std::path::{Path, PathBuf};

use super::Alert;
use bowerbird_engine::private_files;

const FILE_NAME: &str = "notifications.json";
/// Maximum number of projects in the file; those whose newest notification is oldest are dropped.
const PROJECTS: usize = 50;

type Kept = BTreeMap<PathBuf, VecDeque<Alert>>;

/// The notifications of `project`, newest first; none if there is no file, or it is damaged.
pub fn load(folder: &Path, project: &Path) -> VecDeque<Alert> {
    read(folder).remove(project).unwrap_or_default()
}

/// Stores the notifications of `project` in `folder`.
///
/// # Errors
/// When the folder or the file cannot be written.
pub fn save(folder: &Path, project: &Path, alerts: &VecDeque<Alert>) -> std::io::Result<()> {
    let mut kept = read(folder);
    kept.insert(project.to_owned(), alerts.clone());
    kept.retain(|_, alerts| !alerts.is_empty());
    while kept.len() > PROJECTS {
        let newest = |alerts: &VecDeque<Alert>| alerts.front().map(|alert| alert.at);
        let oldest = kept.iter().min_by_key(|(_, alerts)| newest(alerts));
        let Some(oldest) = oldest.map(|(path, _)| path.clone()) else {
            break;
        };
        kept.remove(&oldest);
    }
    let listed: Vec<(&PathBuf, &VecDeque<Alert>)> = kept.iter().collect();
    let json = serde_json::to_vec(&listed)?;
    private_files::own_folder(folder)?;
    private_files::replace(&folder.join(FILE_NAME), &json)
}

fn read(folder: &Path) -> Kept {
    let bytes = std::fs::read(folder.join(FILE_NAME)).ok();
    let listed: Option<Vec<(PathBuf, VecDeque<Alert>)>> =
        bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok());
    listed.unwrap_or_default().into_iter().collect()
}
