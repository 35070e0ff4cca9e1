//! Lists: items, their links, and the fields read from them. Input: the ground. Output:
//! proposals for `list.item` and `list.link` together, since neither works without the other.
//!
//! Below: the fields of items, the expected links of a new page, the way to the next page.

pub(super) mod fields;
mod items_and_links;
pub(super) mod next;
pub(super) mod target_list;

use super::field::profile::mean;
use super::pages::RepairData;
use super::{Repair, RulePart, apply};
use crate::authoring::repair::candidates::thresholds::list::WORKS;
use crate::authoring::samples::PageKind;
use crate::messages::Message;
use crate::rules::RuleFile;
use items_and_links::ListRepair;
use target_list::TargetList;

/// Repairs items and links, then the fields of the list.
pub(super) fn repair(ground: &RepairData<'_>, file: &mut RuleFile, repair: &mut Repair) {
    let Some(list) = file.list.clone() else {
        return;
    };
    let news = ground.new_of(PageKind::List);
    let parts: Vec<RulePart> = (list.item.iter().map(|_| RulePart::ListItem))
        .chain([RulePart::ListLink])
        .collect();
    if news.is_empty() {
        for part in parts {
            repair.unknown(part, Message::new("repair-no-new-list"));
        }
        return;
    }
    let wanted: Vec<TargetList<'_, '_>> = news
        .iter()
        .map(|new| TargetList::of(&ground.links, new))
        .collect();
    let context = ListRepair {
        ground,
        file,
        wanted,
    };
    let now = context.rightness(&list);
    // Where nothing is expected, finding nothing looks right.
    let nothing = context.wanted.iter().all(|w| w.keys.is_empty());
    let idle = nothing && context.yielded(&list).iter().all(Vec::is_empty);
    if idle || nothing && !ground.links.known.is_empty() {
        context.mark_broken(&list, repair);
    } else if mean(&now) >= WORKS {
        for part in parts {
            repair.works(part, news.len());
        }
    } else {
        context.repair_list(&list, &now, repair);
        for proposal in &repair.proposals {
            apply::to_file(file, proposal);
        }
    }
    fields::repair(ground, file, repair);
}
