//! Warnings about a rule without faults: what it does that its user should know. Input: a rule
//! file. Output: warnings, each with the key that it is about. The form and `rule check` show the
//! same ones.

use crate::messages::Message;
use crate::rules::RuleFile;

/// One warning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleWarning {
    /// The key that it is about, with its section: `politeness.robots`.
    pub path: &'static str,
    /// What the rule does, and when that is right.
    pub message: Message,
}

/// The warnings of a rule, in the order of its sections.
pub fn warnings(file: &RuleFile) -> Vec<RuleWarning> {
    let mut warnings = Vec::new();
    if !file.politeness.robots {
        warnings.push(RuleWarning {
            path: "politeness.robots",
            message: Message::new("rule-warning-robots-off"),
        });
    }
    warnings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_rule_that_ignores_robots_txt_is_warned_about() {
        let mut file = RuleFile::default();
        assert_eq!(warnings(&file), []);
        file.politeness.robots = false;
        let paths: Vec<&str> = warnings(&file).iter().map(|one| one.path).collect();
        assert_eq!(paths, ["politeness.robots"]);
    }
}
