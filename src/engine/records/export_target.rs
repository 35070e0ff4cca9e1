//! Where an export is written: date and time in the name of the file, and which files may be
//! written without a person. Input: the target as a person gave it. Output: a path, or a yes or no.

use std::path::{Component, Path, PathBuf};

use jiff::Zoned;

use crate::protocol::SavedExport;
use bowerbird_io::export::{DatabaseTarget, Format};

/// The target with the current date and time inserted.
pub(super) fn place(target: &str, format: Format) -> PathBuf {
    if matches!(format, Format::Webhook | Format::Database) {
        return PathBuf::from(target);
    }
    let now = Zoned::now();
    let text = target
        .replace("{date}", &now.strftime("%Y-%m-%d").to_string())
        .replace("{time}", &now.strftime("%H%M%S").to_string());
    PathBuf::from(text)
}

/// Whether a saved export may be written automatically: to an absolute path that is neither a
/// hidden file nor in a hidden folder of the user's home (where programs find autostart files and
/// authorised keys), or to an address.
pub(crate) fn may_follow_runs(saved: &SavedExport) -> bool {
    if saved.job.format == Format::Webhook {
        return true;
    }
    if saved.job.format == Format::Database {
        let home = std::env::home_dir().filter(|home| home.is_absolute());
        return match DatabaseTarget::parse(&saved.job.target) {
            Ok(DatabaseTarget::Sqlite(path)) => is_plain_place(&path, home.as_deref()),
            Ok(_) => true,
            Err(_) => false,
        };
    }
    let home = std::env::home_dir().filter(|home| home.is_absolute());
    is_plain_place(Path::new(&saved.job.target), home.as_deref())
}

fn is_plain_place(path: &Path, home: Option<&Path>) -> bool {
    let is_hidden = |part: Component<'_>| match part {
        Component::Normal(name) => name.to_str().is_none_or(|name| name.starts_with('.')),
        Component::ParentDir => true,
        _ => false,
    };
    let in_home = home.and_then(|home| path.strip_prefix(home).ok());
    let open = match in_home {
        Some(in_home) => !in_home.components().any(is_hidden),
        None => !path.components().any(|part| part == Component::ParentDir),
    };
    let file = path.components().next_back();
    path.is_absolute() && file.is_some_and(|file| !is_hidden(file)) && open
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_folders_of_the_home_are_written_to_by_nobody_alone() {
        let home = Some(Path::new("/home/ann"));
        let may = |path: &str| is_plain_place(Path::new(path), home);
        assert!(may("/home/ann/news.csv"));
        assert!(may("/home/ann/Daily news/2026/news.csv"));
        assert!(may("/srv/.cache/news.csv"), "of no home");
        for path in [
            "news.csv",
            "/home/ann/.bashrc",
            "/home/ann/.config/autostart/news.desktop",
            "/home/ann/x/.git/hooks/news.csv",
            "/home/ann/x/../.ssh/authorized_keys",
            "/srv/../home/ann/.ssh/authorized_keys",
            "/srv/.news.csv",
        ] {
            assert!(!may(path), "{path}");
        }
    }
}
