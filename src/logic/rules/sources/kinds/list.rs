//! Pages that list links to content pages: `[list]`.

use super::{Compiled, Source};
use crate::rules::check::extraction_sections::read_list;
use crate::rules::check::reader::{Faults, Section};
use crate::rules::{NextRule, RuleFile};

pub(super) struct ListSource;

impl Source for ListSource {
    fn read(
        &self,
        faults: &mut Faults<'_>,
        root: &Section<'_, '_>,
        file: &mut RuleFile,
    ) -> Compiled {
        let read = |node| read_list(faults, "[list]", "list.", node);
        let (rule, list) = root.node("list").and_then(read).unzip();
        file.list = rule;
        Compiled {
            list,
            ..Compiled::default()
        }
    }

    // A search has such a section too, so it survives a change of the kind.
    fn clear(&self, _file: &mut RuleFile) {}

    fn missing_section(&self) -> Option<&'static str> {
        Some("rules-missing-list")
    }

    fn reads_list_section(&self) -> bool {
        true
    }

    fn reports_changes(&self) -> bool {
        true
    }

    fn next<'f>(&self, file: &'f RuleFile) -> Option<&'f NextRule> {
        file.list.as_ref()?.next.as_ref()
    }
}
