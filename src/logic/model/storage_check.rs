//! What a check of a project and its archives finds: plain findings, each with what can be done.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::messages::Message;

/// What can be wrong with a project's files. Tokens are in kebab case; the texts are the messages
/// `check-TOKEN` (what is wrong) and `check-then-TOKEN` (what mending does, or what a person can do).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StorageFault {
    /// SQLite's own check finds damage.
    Damaged,
    /// SQLite's own check finds indexes that do not fit their tables.
    Indexes,
    /// Tables, indexes or triggers are not those of this version.
    Schema,
    /// Indexes, views or triggers are missing.
    Missing,
    /// Records of sites that are not there.
    LostSites,
    /// Rows whose parent is gone.
    Orphans,
    /// Records without their row of texts or of what is made of them.
    Parts,
    /// Columns that the program cannot read.
    Unreadable,
    /// Numbers that would be given again.
    Counters,
    /// One number for two records, in the project and in an archive.
    GivenTwice,
    /// Records that stand in the project and in an archive.
    Doubled,
    /// Archived records that would be collected again.
    Unmarked,
    /// A move into an archive that was cut off.
    Moving,
    /// Counts that do not fit what is counted.
    Figures,
    /// The search index itself is damaged.
    SearchDamaged,
    /// Records that the search does not find.
    SearchMissing,
    /// Entries of the search without a record.
    SearchStale,
    /// Stored pages that do not unpack.
    Pages,
    /// Style sheets and pictures that do not unpack, or are others.
    Resources,
    /// Style sheets and pictures that no site uses.
    UnusedResources,
    /// Samples and earlier versions that do not unpack.
    Kept,
    /// Archives that are away.
    ArchiveAway,
    /// Files in the place of an archive that are not this project's.
    ArchiveForeign,
    /// Archives of an older version.
    ArchiveOlder,
    /// Archives of this project that it does not know.
    ArchiveUnlisted,
}

impl StorageFault {
    /// All, in the order in which they are told.
    pub const ALL: [Self; 25] = [
        Self::Damaged,
        Self::Indexes,
        Self::Schema,
        Self::Missing,
        Self::LostSites,
        Self::Orphans,
        Self::Parts,
        Self::Unreadable,
        Self::Counters,
        Self::GivenTwice,
        Self::Doubled,
        Self::Unmarked,
        Self::Moving,
        Self::Figures,
        Self::SearchDamaged,
        Self::SearchMissing,
        Self::SearchStale,
        Self::Pages,
        Self::Resources,
        Self::UnusedResources,
        Self::Kept,
        Self::ArchiveAway,
        Self::ArchiveForeign,
        Self::ArchiveOlder,
        Self::ArchiveUnlisted,
    ];

    /// Its name in messages and in JSON.
    pub fn token(self) -> &'static str {
        match self {
            Self::Damaged => "damaged",
            Self::Indexes => "indexes",
            Self::Schema => "schema",
            Self::Missing => "missing",
            Self::LostSites => "lost-sites",
            Self::Orphans => "orphans",
            Self::Parts => "parts",
            Self::Unreadable => "unreadable",
            Self::Counters => "counters",
            Self::GivenTwice => "given-twice",
            Self::Doubled => "doubled",
            Self::Unmarked => "unmarked",
            Self::Moving => "moving",
            Self::Figures => "figures",
            Self::SearchDamaged => "search-damaged",
            Self::SearchMissing => "search-missing",
            Self::SearchStale => "search-stale",
            Self::Pages => "pages",
            Self::Resources => "resources",
            Self::UnusedResources => "unused-resources",
            Self::Kept => "kept",
            Self::ArchiveAway => "archive-away",
            Self::ArchiveForeign => "archive-foreign",
            Self::ArchiveOlder => "archive-older",
            Self::ArchiveUnlisted => "archive-unlisted",
        }
    }

    /// Whether mending it is possible at all.
    pub fn is_repairable(self) -> bool {
        !matches!(
            self,
            Self::Damaged
                | Self::Schema
                | Self::Unreadable
                | Self::Kept
                | Self::ArchiveAway
                | Self::ArchiveForeign
        )
    }
}

/// Something that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StorageFinding {
    /// What.
    pub fault: StorageFault,
    /// Name of the file that it is in.
    pub file: String,
    /// How often.
    pub count: u64,
    /// A few of them, as short texts: numbers, addresses, what SQLite says.
    pub examples: Vec<String>,
    /// Whether it was mended, where that was asked for.
    pub mended: bool,
}

impl StorageFinding {
    /// What is wrong, in words.
    pub fn explain(&self) -> Message {
        Message::new(format!("check-{}", self.fault.token()))
            .with("count", self.count)
            .with("file", self.file.as_str())
    }

    /// What mending would do, or what a person can do.
    pub fn remedy(&self) -> Message {
        Message::new(format!("check-then-{}", self.fault.token()))
    }

    /// [`Self::remedy`], after a check (`repair` false) or after mending.
    pub fn outcome(&self, repair: bool) -> Message {
        let id = match (self.mended, self.fault.is_repairable(), repair) {
            (true, _, _) => "check-mended",
            (false, true, false) => "check-would-mend",
            (false, true, true) => "check-not-mended",
            (false, false, _) => "check-cannot-mend",
        };
        Message::new(id).with("remedy", self.remedy())
    }
}

/// What a check of a project and its archives found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StorageReport {
    /// What is wrong, or was.
    pub findings: Vec<StorageFinding>,
    /// Records that were looked at, those of archives too.
    pub records: u64,
    /// Stored pages that were unpacked.
    pub pages: u64,
    /// Archives that were looked into.
    pub archives: u64,
    /// Copies of files as they were before they were mended.
    pub copies: Vec<PathBuf>,
}

impl StorageReport {
    /// Whether nothing is wrong, or nothing any more.
    pub fn is_clean(&self) -> bool {
        self.findings.iter().all(|finding| finding.mended)
    }

    /// What was looked at, and how much is wrong with it.
    pub fn summary(&self) -> Message {
        let open = self.findings.iter().filter(|finding| !finding.mended);
        let open = open.count() as u64;
        let id = match (open, self.findings.is_empty()) {
            (0, true) => "check-clean",
            (0, false) => "check-clean-now",
            _ => "check-wrong",
        };
        Message::new(id)
            .with("count", open)
            .with("records", self.records)
            .with("pages", self.pages)
            .with("archives", self.archives)
    }

    /// Whether something is wrong that mending can set right.
    pub fn is_repairable(&self) -> bool {
        let open = |finding: &StorageFinding| !finding.mended && finding.fault.is_repairable();
        self.findings.iter().any(open)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::{Catalogue, Language};

    #[test]
    fn every_fault_has_words_in_every_language() {
        for language in Language::ALL {
            let catalogue = Catalogue::new(language);
            for fault in StorageFault::ALL {
                let finding = StorageFinding {
                    fault,
                    file: "news.bower".to_owned(),
                    count: 2,
                    examples: Vec::new(),
                    mended: false,
                };
                let json = serde_json::to_value(fault).unwrap();
                assert_eq!(json, fault.token());
                let text = catalogue.text(&finding.explain());
                assert!(text.contains("news.bower"), "{fault:?}: {text}");
                for text in [text, catalogue.text(&finding.remedy())] {
                    assert!(!text.starts_with('[') && !text.contains('{'), "{text}");
                }
            }
        }
    }
}
