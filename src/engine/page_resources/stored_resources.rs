//! Resources of stored pages: style sheets and pictures stored with their site, with a sample that
//! is not saved yet, or in the folder that a browser saved beside the page. Input: the resources
//! of an open page. Output: loaders that send no requests.

use std::collections::HashMap;
use std::future::{Future, ready};
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;

use jiff::Timestamp;
use url::Url;

use super::PageResources;
use super::resource_limits::{MAX_FILE_BYTES, MAX_FILES, PAGE_BYTES, SMALL_BYTES};
use crate::runtime::threads::blocking;
use bowerbird_io::files::local_file;
use bowerbird_io::preview::{NoResources, ResourceLoader};
use bowerbird_io::store::{KeptResource, MAX_KEPT_BYTES, Store};
use bowerbird_logic::model::SiteId;

type Loading<'a> = Pin<Box<dyn Future<Output = Option<Vec<u8>>> + Send + 'a>>;

/// The resources of a page that are worth storing: style sheets first, then small pictures.
pub(crate) fn worth_keeping(came: Vec<(Url, Arc<Vec<u8>>)>) -> Vec<KeptResource> {
    let (mut sheets, small): (Vec<_>, Vec<_>) = came
        .into_iter()
        .filter(|(_, bytes)| !bytes.is_empty())
        .partition(|(url, bytes)| is_style_sheet(url, bytes));
    sheets.retain(|(_, bytes)| bytes.len() <= MAX_KEPT_BYTES);
    let small = small
        .into_iter()
        .filter(|(_, bytes)| bytes.len() <= SMALL_BYTES);
    let mut left = PAGE_BYTES;
    sheets
        .into_iter()
        .chain(small)
        .filter_map(|(url, bytes)| {
            left = left.checked_sub(bytes.len())?;
            Some(KeptResource {
                url: url.into(),
                bytes,
            })
        })
        .collect()
}

/// Detected by its name, or because it is text without markup.
fn is_style_sheet(url: &Url, bytes: &[u8]) -> bool {
    let named = url.path().to_ascii_lowercase().ends_with(".css");
    let text = std::str::from_utf8(bytes).is_ok_and(|text| !text.trim_start().starts_with('<'));
    named || text
}

/// The resources stored with a site: each address as it was at the page's time.
pub(crate) struct StoredResources {
    pub(crate) store: Store,
    pub(crate) site: SiteId,
    pub(crate) at: Timestamp,
}

impl ResourceLoader for StoredResources {
    fn load(&self, url: Url) -> Loading<'_> {
        let (store, site, at) = (self.store.clone(), self.site, self.at);
        Box::pin(async move {
            let read = move || store.resource(site, url.as_str(), at).ok().flatten();
            blocking(read).await.flatten()
        })
    }
}

/// A page without them.
impl PageResources for NoResources {}

/// They stay with the site unchanged.
impl PageResources for StoredResources {}

/// Resources held in memory: for a sample that is not saved yet, or from a web archive.
#[derive(Default)]
pub(crate) struct HeldResources(HashMap<String, Arc<Vec<u8>>>);

impl FromIterator<KeptResource> for HeldResources {
    fn from_iter<I: IntoIterator<Item = KeptResource>>(resources: I) -> Self {
        let pairs = resources.into_iter().map(|kept| (kept.url, kept.bytes));
        Self(pairs.collect())
    }
}

impl ResourceLoader for HeldResources {
    fn load(&self, url: Url) -> Loading<'_> {
        let found = self.0.get(url.as_str()).map(|bytes| bytes.to_vec());
        Box::pin(ready(found))
    }
}

impl PageResources for HeldResources {
    fn came(&self) -> Vec<(Url, Arc<Vec<u8>>)> {
        let parsed = |(url, bytes): (&String, &Arc<Vec<u8>>)| {
            Some((Url::parse(url).ok()?, Arc::clone(bytes)))
        };
        self.0.iter().filter_map(parsed).collect()
    }
}

/// The folder that a browser saves beside a page: `NAME_files` or `NAME.files`. Nothing outside it
/// is ever read, whatever the page requests.
pub(crate) struct FolderResources {
    /// The folder's address relative to the page, with a trailing slash.
    address: Url,
    folder: PathBuf,
}

impl FolderResources {
    /// The folder beside the page file `page` with the address `url`, if there is one.
    pub(crate) fn beside(page: &Path, url: &Url) -> Option<Self> {
        let stem = page.file_stem()?.to_str()?;
        ["_files", ".files"].iter().find_map(|ending| {
            let name = format!("{stem}{ending}");
            let folder = page.with_file_name(&name).canonicalize().ok()?;
            let mut address = url.join(".").ok()?;
            address
                .path_segments_mut()
                .ok()?
                .pop_if_empty()
                .push(&name)
                .push("");
            folder.is_dir().then_some(Self { address, folder })
        })
    }

    fn path(&self, url: &Url) -> Option<PathBuf> {
        let within = url.path().strip_prefix(self.address.path())?;
        let file = Url::parse("file:///").ok()?.join(within).ok()?;
        let relative = file.to_file_path().ok()?;
        let relative = relative.strip_prefix("/").ok()?;
        let path = self.folder.join(relative).canonicalize().ok()?;
        let about = path.metadata().ok()?;
        (path.starts_with(&self.folder) && about.is_file() && about.len() <= MAX_FILE_BYTES)
            .then_some(path)
    }
}

impl ResourceLoader for FolderResources {
    fn load(&self, url: Url) -> Loading<'_> {
        let path = self
            .path(&url)
            .filter(|_| url.host() == self.address.host());
        Box::pin(async move {
            let path = path?;
            blocking(move || local_file::read(&path, MAX_FILE_BYTES).ok()).await?
        })
    }
}

impl PageResources for FolderResources {
    fn came(&self) -> Vec<(Url, Arc<Vec<u8>>)> {
        let Ok(entries) = std::fs::read_dir(&self.folder) else {
            return Vec::new();
        };
        let read = |entry: std::fs::DirEntry| {
            let name = entry.file_name();
            let mut url = self.address.clone();
            let mut segments = url.path_segments_mut().ok()?;
            segments.pop_if_empty().push(name.to_str()?);
            drop(segments);
            let bytes = local_file::read(&self.path(&url)?, MAX_FILE_BYTES).ok()?;
            Some((url, Arc::new(bytes)))
        };
        let entries = entries.take(MAX_FILES).filter_map(Result::ok);
        entries.filter_map(read).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn came(url: &str, bytes: Vec<u8>) -> (Url, Arc<Vec<u8>>) {
        (Url::parse(url).expect("a URL"), Arc::new(bytes))
    }

    #[test]
    fn style_sheets_and_small_pictures_are_kept() {
        let picture = |size| {
            let mut bytes = vec![0xFF_u8; size];
            bytes[0] = 0x89;
            bytes
        };
        let kept = worth_keeping(vec![
            came("https://a.example/logo.png", picture(500)),
            came("https://a.example/photo.jpg", picture(SMALL_BYTES + 1)),
            came("https://a.example/empty.css", Vec::new()),
            came("https://a.example/style?v=2", b"p { color: red }".to_vec()),
            came("https://a.example/huge.css", vec![b' '; MAX_KEPT_BYTES + 1]),
        ]);
        let urls: Vec<&str> = kept.iter().map(|kept| kept.url.as_str()).collect();
        assert_eq!(
            urls,
            ["https://a.example/style?v=2", "https://a.example/logo.png"]
        );
    }

    #[test]
    fn one_page_keeps_no_more_than_its_share() {
        let many = (0..10).map(|number| {
            let url = format!("https://a.example/{number}.css");
            came(&url, vec![b' '; MAX_KEPT_BYTES])
        });
        assert_eq!(worth_keeping(many.collect()).len(), 4);
    }

    #[test]
    fn nothing_outside_the_folder_is_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let page = folder.path().join("News.html");
        let files = folder.path().join("News_files");
        std::fs::create_dir(&files).expect("made");
        std::fs::write(files.join("a b.css"), "p {}").expect("written");
        std::fs::write(folder.path().join("secret.css"), "s").expect("written");
        let url = Url::parse("https://a.example/news/today").expect("a URL");
        let beside = FolderResources::beside(&page, &url).expect("a folder");
        let path = |address: &str| beside.path(&url.join(address).expect("an address"));
        assert!(path("News_files/a%20b.css").is_some());
        for outside in [
            "News_files/../secret.css",
            "News_files/%2e%2e/secret.css",
            "News_files/..%2fsecret.css",
            "secret.css",
            "/etc/passwd",
            "News_files/none.css",
        ] {
            assert_eq!(path(outside), None, "{outside}");
        }
        let other = folder.path().join("Other.html");
        assert!(FolderResources::beside(&other, &url).is_none());
    }
}
