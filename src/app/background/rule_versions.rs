//! The versions of a site's rule, each with its changes.

use bowerbird_engine::types::{RuleChange, RuleVersion, rule_changes};

/// A version in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedVersion {
    /// The version.
    pub version: RuleVersion,
    /// Changed sections since the previous version; `None` when there is none, or when one of them
    /// cannot be parsed.
    pub sections: Option<Vec<String>>,
}

/// The versions in the given order, newest first, each with its changes.
pub fn listed(versions: Vec<RuleVersion>) -> Vec<ListedVersion> {
    let before: Vec<Option<String>> = versions
        .iter()
        .skip(1)
        .map(|version| Some(version.rule_toml.clone()))
        .chain([None])
        .collect();
    let with_sections = versions.into_iter().zip(before);
    with_sections
        .map(|(version, before)| {
            let changes = before.and_then(|before| rule_changes(&before, &version.rule_toml));
            ListedVersion {
                sections: changes.map(|changes| sections(&changes)),
                version,
            }
        })
        .collect()
}

fn sections(changes: &[RuleChange]) -> Vec<String> {
    let mut sections: Vec<String> = Vec::new();
    for change in changes {
        if !sections.contains(&change.section) {
            sections.push(change.section.clone());
        }
    }
    sections
}
