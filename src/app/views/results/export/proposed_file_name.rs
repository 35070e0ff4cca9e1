//! The file that is proposed for an export: at first that of the last export, then one named after
//! the site, or the project, of the records, with the extension of the format. Input: what is known
//! of the records and what the user typed. Output: the path in the form.

use std::path::{Path, PathBuf};

use crate::state::app_state::AppState;
use crate::state::settings::documents_folder;
use crate::views::results::ResultsState;
use bowerbird_engine::single_page::rule_file_name;

/// Where an export goes before a person has chosen a file.
pub fn usual_export() -> PathBuf {
    documents_folder().join("records.csv")
}

impl ResultsState {
    /// Proposes the target of the `last` export; the usual one if there was none.
    pub(crate) fn propose_first_target(&mut self, last: Option<PathBuf>) {
        let path = last.unwrap_or_else(usual_export);
        let path = path.display().to_string();
        self.export.follow_path(&path);
        self.export_proposed.clone_from(&path);
        self.export_path = path;
    }
}

/// Proposes a file named after the site, or the project, of the records. What the person typed for
/// them stays.
pub(super) fn propose(world: &AppState, state: &mut ResultsState) {
    let site = state.export_site();
    let before = state.export_named_for.replace(site);
    let is_proposed = state.export_path == state.export_proposed;
    let is_of_another = before.is_some_and(|before| before != site);
    let path = Path::new(&state.export_path);
    if !(is_proposed || is_of_another) || state.export_path.contains("://") || path == Path::new("")
    {
        return;
    }
    let site = site.and_then(|site| world.site(site));
    let project = world.project.as_deref().and_then(Path::file_stem);
    let Some(name) = site
        .map(|site| site.name.clone())
        .or_else(|| project.map(|stem| stem.to_string_lossy().into_owned()))
    else {
        return;
    };
    let extension = path.extension().unwrap_or_default().to_owned();
    let proposed = path.with_file_name(rule_file_name(&name));
    let proposed = proposed.with_extension(extension).display().to_string();
    state.export_proposed.clone_from(&proposed);
    state.export_path = proposed;
}

/// Gives the target the extension of the selected format; a proposed one stays a proposed one.
pub(super) fn follow_format(state: &mut ResultsState) {
    let is_proposed = state.export_path == state.export_proposed;
    state.export_path = state.export.path_for(&state.export_path);
    if is_proposed {
        state.export_proposed.clone_from(&state.export_path);
    }
}
