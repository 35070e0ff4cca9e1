//! Exports the rules of a project's sites as files, each with its samples, filters and record alerts
//! beside it (`NAME.toml`, `NAME.samples/`, `NAME.filters.json`). Input: sites of a store. Output: files, written atomically. Existing
//! files that belong to something else stay unchanged.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde::Serialize;
use url::Url;

use super::import::unused_file_name;
use super::rule_file_name::rule_file_name;
use super::site_conditions::write_conditions;
use crate::protocol::EngineError;
use crate::single_page::source::write_rule;
use bowerbird_io::files::{local_file, sample_pages};
use bowerbird_io::store::StoreReader;
use bowerbird_logic::authoring::feed_list::{ListedFeed, opml};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{Site, SiteId, SourceKind};
use bowerbird_logic::rules::{RuleFile, parse};

/// What was written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ExportedRules {
    /// The rule files.
    pub files: Vec<PathBuf>,
    /// The number of samples written beside them.
    pub samples: usize,
    /// The number of filters and record alerts written beside them.
    pub conditions: usize,
}

/// Writes the rule of a site to `file`, and its samples, filters and record alerts beside it.
///
/// # Errors
/// When the site does not exist, the store cannot be read, or writing fails.
pub fn export_rule(
    store: &StoreReader,
    site: SiteId,
    file: &Path,
) -> Result<ExportedRules, EngineError> {
    let site = store
        .site(site)?
        .ok_or_else(|| EngineError::no_such_site(site))?;
    let mut exported = ExportedRules::default();
    put(store, &site, file, &mut exported)?;
    Ok(exported)
}

/// Writes the rules of `sites` (of all when empty) into `folder`, created if needed, each under its
/// site's name. A file with the rule of a site of that name is replaced.
///
/// # Errors
/// As [`export_rule`]; files already written stay.
pub fn export_rules(
    store: &StoreReader,
    sites: &[SiteId],
    folder: &Path,
) -> Result<ExportedRules, EngineError> {
    std::fs::create_dir_all(folder)
        .map_err(|error| crate::single_page::file_error("engine-cannot-write", folder, &error))?;
    let mut exported = ExportedRules::default();
    let mut used = BTreeSet::new();
    for site in store.sites()? {
        if sites.is_empty() || sites.contains(&site.id) {
            let file = free_file(folder, &site.name, &mut used);
            put(store, &site, &file, &mut exported)?;
        }
    }
    Ok(exported)
}

/// Writes the feeds of `sites` (of all when empty) as a list for other readers (OPML), with the tags of
/// the sites as folders; returns how many there are. A site that is not read from feeds is left out.
///
/// # Errors
/// When the file exists and is not to be replaced, the store cannot be read, or writing fails.
pub fn export_feeds(
    store: &StoreReader,
    sites: &[SiteId],
    file: &Path,
    replaces: bool,
) -> Result<usize, EngineError> {
    if !replaces && file.exists() {
        let taken = Message::new("export-exists").with("path", file.display().to_string());
        return Err(EngineError(taken));
    }
    let tags = store.site_tags()?;
    let mut feeds = Vec::new();
    for site in store.sites()? {
        let is_asked = sites.is_empty() || sites.contains(&site.id);
        let Some(rule) = parse(&site.rule_toml).ok().filter(|_| is_asked) else {
            continue;
        };
        if rule.file().site.kind != SourceKind::Feed {
            continue;
        }
        let own = tags.iter().filter(|(_, of, _)| *of == site.id);
        let own: Vec<String> = own.map(|(tag, ..)| tag.clone()).collect();
        feeds.extend(rule.start().take(MAX_FEEDS).map(|url| ListedFeed {
            name: site.name.clone(),
            url: url.into(),
            tags: own.clone(),
        }));
    }
    write_rule(file, &opml("Bowerbird", &feeds))?;
    Ok(feeds.len())
}

/// The most feeds of one site on a list.
const MAX_FEEDS: usize = 1_000;

/// The maximum size in bytes of an existing file at the path of a rule file.
const MAX_RULE_BYTES: u64 = 4 * 1024 * 1024;

/// Whether a rule file has samples beside it.
pub fn has_samples(rule_file: &Path) -> bool {
    sample_pages::ids(rule_file).is_ok_and(|ids| !ids.is_empty())
}

/// A path not used by another rule of this export or a file of another site.
fn free_file(folder: &Path, name: &str, used: &mut BTreeSet<String>) -> PathBuf {
    loop {
        let file = folder.join(unused_file_name(&rule_file_name(name), used));
        if !file.exists() || is_rule_of(&file, name) {
            return file;
        }
    }
}

fn is_rule_of(file: &Path, name: &str) -> bool {
    let bytes = local_file::read(file, MAX_RULE_BYTES).unwrap_or_default();
    toml::from_slice::<RuleFile>(&bytes).is_ok_and(|rule| rule.site.name == name)
}

fn put(
    store: &StoreReader,
    site: &Site,
    file: &Path,
    exported: &mut ExportedRules,
) -> Result<(), EngineError> {
    write_rule(file, &site.rule_toml)?;
    exported.files.push(file.to_owned());
    exported.conditions += write_conditions(store, site.id, file)?;
    let mut used = BTreeSet::new();
    for row in store.samples(site.id)? {
        // Removed meanwhile.
        let Some((row, source)) = store.sample(site.id, row.id)? else {
            continue;
        };
        let id = Url::parse(&row.url).map_or_else(
            |_| format!("sample-{}", row.id.0),
            |url| sample_pages::id_for(&url),
        );
        let id = free_id(&id, &mut used);
        sample_pages::write(file, &id, source.as_bytes(), &row.expects)?;
        exported.samples += 1;
    }
    Ok(())
}

/// Pages whose addresses end alike are numbered.
fn free_id(id: &str, used: &mut BTreeSet<String>) -> String {
    let mut free = id.to_owned();
    let mut number = 2_u32;
    while !used.insert(free.to_lowercase()) {
        free = format!("{id}-{number}");
        number = number.saturating_add(1);
    }
    free
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use bowerbird_io::store::{SampleRow, Store};
    use bowerbird_logic::model::{SampleId, SiteDraft, SourceKind};

    fn rule(name: &str) -> String {
        format!("[site]\nname = \"{name}\"\nkind = \"pages\"\nstart = [\"https://a.example/\"]\n")
    }

    fn site(store: &Store, name: &str) -> SiteId {
        let draft = SiteDraft {
            name: name.to_owned(),
            kind: SourceKind::Pages,
            start: "https://a.example/".to_owned(),
            rule_toml: rule(name),
        };
        store.add_site(&draft).expect("a site")
    }

    fn sample(store: &Store, site: SiteId, url: &str) {
        let row = SampleRow {
            id: SampleId(0),
            url: url.to_owned(),
            role: "article".to_owned(),
            title: String::new(),
            taken_at: Timestamp::UNIX_EPOCH,
            expects: format!("{{\"url\": \"{url}\", \"records\": []}}\n"),
        };
        store
            .add_sample(site, row, "<p>caf\u{e9}")
            .expect("a sample");
    }

    #[test]
    fn rules_go_out_with_their_samples_and_spare_other_files() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::temporary().expect("a project");
        let news = site(&store, "News / Today");
        site(&store, "\u{65b0}\u{95fb}");
        sample(&store, news, "https://a.example/one");
        sample(&store, news, "https://b.example/one");
        let taken = folder.path().join("News---Today.toml");
        std::fs::write(&taken, rule("Somebody else's")).expect("written");

        let exported = export_rules(&store, &[], folder.path()).expect("exported");
        let again = export_rules(&store, &[news], folder.path()).expect("exported again");
        assert_eq!((exported.files.len(), exported.samples), (2, 2));
        let file = folder.path().join("News---Today-2.toml");
        assert_eq!(
            again.files,
            std::slice::from_ref(&file),
            "its own is replaced"
        );
        assert_eq!(
            std::fs::read_to_string(&file).expect("a file"),
            rule("News / Today")
        );
        assert_eq!(
            std::fs::read_to_string(&taken).expect("a file"),
            rule("Somebody else's")
        );
        assert!(folder.path().join("\u{65b0}\u{95fb}.toml").exists());
        let ids = sample_pages::ids(&file).expect("samples");
        assert_eq!(ids, ["one", "one-2"]);
        let page = sample_pages::read_page(&file, "one").expect("a page");
        assert_eq!(page, "<p>caf\u{e9}".as_bytes());
    }

    #[test]
    fn a_site_that_is_gone_is_told() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::temporary().expect("a project");
        let file = folder.path().join("x.toml");
        assert!(export_rule(&store, SiteId(9), &file).is_err());
        assert!(!file.exists());
    }
}
