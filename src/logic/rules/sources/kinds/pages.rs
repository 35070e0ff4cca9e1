//! Content pages listed individually, or in a file of addresses: `[pages]`.

use super::{Compiled, Source, StartAddresses};
use crate::rules::check::reader::{Faults, Section};
use crate::rules::{PagesRule, RuleFile};

pub(super) struct PagesSource;

impl Source for PagesSource {
    fn read(
        &self,
        faults: &mut Faults<'_>,
        root: &Section<'_, '_>,
        file: &mut RuleFile,
    ) -> Compiled {
        file.pages = read_pages(faults, root);
        Compiled::default()
    }

    fn clear(&self, file: &mut RuleFile) {
        file.pages = None;
    }

    fn start_addresses(&self, root: &Section<'_, '_>) -> StartAddresses {
        match root.node("pages") {
            Some(_) => StartAddresses::Optional,
            None => StartAddresses::Required,
        }
    }

    fn has_lists(&self) -> bool {
        false
    }
}

fn read_pages(faults: &mut Faults<'_>, root: &Section<'_, '_>) -> Option<PagesRule> {
    let section = root.section(faults, "pages", &["file", "column", "keep"])?;
    let file = section.required_text(faults, "file");
    let column = section.text(faults, "column");
    let keep = section.texts(faults, "keep");
    Some(PagesRule {
        file: file?.value,
        column: column.map(|text| text.value),
        keep: keep.into_iter().map(|text| text.value).collect(),
    })
}
