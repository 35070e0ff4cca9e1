//! The findings of a check of a project and its archives, each with its remedy.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::messages::Message;

/// Faults of a project's files. Tokens are in kebab case; the texts are the messages `check-TOKEN`
/// (the fault) and `check-then-TOKEN` (what repair does, or what a person can do).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StorageFault {
    /// SQLite's own check finds damage.
    Damaged,
    /// SQLite's own check finds indexes that do not match their tables.
    Indexes,
    /// Tables, indexes or triggers differ from this version's.
    Schema,
    /// Indexes, views or triggers are missing.
    Missing,
    /// Records of sites that do not exist.
    LostSites,
    /// Rows whose parent does not exist.
    Orphans,
    /// Records without their rows of texts or derived data.
    Parts,
    /// Columns that the program cannot read.
    Unreadable,
    /// Numbers that would be reused.
    Counters,
    /// One number for two records, in the project and in an archive.
    GivenTwice,
    /// Records that are in both the project and an archive.
    Doubled,
    /// Archived records that would be collected again.
    Unmarked,
    /// An interrupted move into an archive.
    Moving,
    /// Counts that do not match the data.
    Figures,
    /// The search index itself is damaged.
    SearchDamaged,
    /// Records missing from the search index.
    SearchMissing,
    /// Search entries without a record.
    SearchStale,
    /// Stored pages that cannot be decompressed.
    Pages,
    /// Style sheets and pictures that cannot be decompressed, or have other content.
    Resources,
    /// Style sheets and pictures that no site uses.
    UnusedResources,
    /// Samples and earlier versions that cannot be decompressed.
    Kept,
    /// Archives that are missing.
    ArchiveAway,
    /// Files at an archive's path that are not this project's.
    ArchiveForeign,
    /// Archives of an older version.
    ArchiveOlder,
    /// Archives of this project that it does not list.
    ArchiveUnlisted,
}

impl StorageFault {
    /// All, in the order in which they are reported.
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

    /// Whether it can be repaired at all.
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

/// A finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StorageFinding {
    /// The fault.
    pub fault: StorageFault,
    /// Name of the affected file.
    pub file: String,
    /// The number of occurrences.
    pub count: u64,
    /// A few of them, as short texts: numbers, addresses, SQLite's messages.
    pub examples: Vec<String>,
    /// Whether it was repaired, if requested.
    pub mended: bool,
}

impl StorageFinding {
    /// The fault, in words.
    pub fn explain(&self) -> Message {
        Message::new(format!("check-{}", self.fault.token()))
            .with("count", self.count)
            .with("file", self.file.as_str())
    }

    /// What repair would do, or what a person can do.
    pub fn remedy(&self) -> Message {
        Message::new(format!("check-then-{}", self.fault.token()))
    }

    /// [`Self::remedy`], after a check (`repair` false) or after a repair.
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

/// The result of a check of a project and its archives.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StorageReport {
    /// The findings, before any repair.
    pub findings: Vec<StorageFinding>,
    /// The number of records checked, including those of archives.
    pub records: u64,
    /// The number of stored pages decompressed.
    pub pages: u64,
    /// The number of archives checked.
    pub archives: u64,
    /// Copies of files from before their repair.
    pub copies: Vec<PathBuf>,
}

impl StorageReport {
    /// Whether there are no findings, or all were repaired.
    pub fn is_clean(&self) -> bool {
        self.findings.iter().all(|finding| finding.mended)
    }

    /// What was checked, and how many faults there are.
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

    /// Whether a repair can fix any finding.
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
