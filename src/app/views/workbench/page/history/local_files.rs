//! Pages on disk in the history: a file has an address like any page (`file:`), so that back,
//! forward and reload open it again. Pure except for converting paths to text.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use bowerbird_engine::types::Url;

/// Maximum files whose base addresses are remembered.
const MOST: usize = 200;

/// Remembered page files.
#[derive(Clone, Debug, Default)]
pub struct OnDisk {
    /// The files opened so far, by their addresses, with their original addresses if the files do
    /// not contain them.
    bases: BTreeMap<String, Option<String>>,
    /// Address of the file that is open or loading.
    pub open: Option<String>,
}

impl OnDisk {
    /// Stores the original address of the page at `path`; returns the file's address.
    pub fn note(&mut self, path: &Path, base: Option<String>) -> Option<String> {
        let path = std::path::absolute(path).ok()?;
        let address: String = Url::from_file_path(path).ok()?.into();
        if self.bases.len() >= MOST {
            self.bases.clear();
        }
        self.bases.insert(address.clone(), base);
        Some(address)
    }

    /// The file that `typed` refers to, if it was never opened: its type must be determined first.
    pub fn unknown(&self, typed: &str) -> Option<PathBuf> {
        let (path, address, _) = self.find(typed)?;
        (!self.bases.contains_key(&address)).then_some(path)
    }

    /// The file that `typed` refers to, with its address and the page's original address; `None`
    /// for anything but a path or a `file:` address.
    pub fn find(&self, typed: &str) -> Option<(PathBuf, String, Option<String>)> {
        let typed = typed.trim();
        let path = if typed
            .get(..5)
            .is_some_and(|head| head.eq_ignore_ascii_case("file:"))
        {
            Url::parse(typed).ok()?.to_file_path().ok()?
        } else {
            Some(PathBuf::from(typed)).filter(|path| path.is_absolute())?
        };
        let address: String = Url::from_file_path(&path).ok()?.into();
        let base = self.bases.get(&address).cloned().flatten();
        Some((path, address, base))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_have_addresses() {
        let mut files = OnDisk::default();
        let folder = std::env::temp_dir().join("a page.html");
        let base = Some("https://a.example/".to_owned());
        assert_eq!(
            files.unknown(&folder.display().to_string()),
            Some(folder.clone())
        );
        let address = files.note(&folder, base.clone()).expect("an address");
        assert!(address.starts_with("file:///") && address.ends_with("a%20page.html"));
        let found = files.find(&address).expect("a file");
        assert_eq!(found, (folder.clone(), address.clone(), base));
        files.note(&folder, None);
        assert_eq!(files.unknown(&address), None);
        let typed = folder.display().to_string();
        assert_eq!(files.find(&typed), Some((folder, address, None)));
        for other in [
            "https://a.example/",
            "a.example/x",
            "page.html",
            "",
            "\u{6e2f}\u{6e2f}",
        ] {
            assert_eq!(files.find(other), None, "{other}");
        }
    }
}
