//! The expected links of a new list page: those its twin listed, or those at the same kind of place
//! that look like links to content. Input: a new page. Output: addresses in order with their
//! anchors, and a score for what a rule yields.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use url::Url;

use crate::authoring::repair::candidates::thresholds::target_list::MAX_APART;
use crate::authoring::repair::pages::index::{ElementTexts, Zone};
use crate::authoring::repair::pages::{Links, New};
use crate::authoring::repair::value_comparison::{address_key, count, harmonic};
use crate::page::ElementIndex;

/// The expected links of a new list.
pub(super) struct TargetList<'g, 'a> {
    /// The page.
    pub new: &'g New<'a>,
    /// Addresses in page order.
    pub keys: Vec<String>,
    /// The anchors of each address, best first.
    pub anchors: HashMap<String, Vec<ElementIndex>>,
    /// All these anchors in page order, each with its address.
    placed: Vec<(ElementIndex, String)>,
    /// Every address that fits.
    fitting: HashSet<String>,
    /// How many are known from old lists, or were collected.
    pub known: usize,
}

impl<'g, 'a> TargetList<'g, 'a> {
    /// Derives them from the links on the page and those its twin listed.
    pub fn of(links: &Links, new: &'g New<'a>) -> Self {
        let lens = &new.lens;
        let fitting: Vec<(ElementIndex, Url)> = links.on(lens);
        let key_of: Vec<(ElementIndex, String)> = fitting
            .iter()
            .map(|(e, url)| (*e, address_key(url)))
            .collect();
        let twin: HashSet<String> = (new.twin.iter())
            .flat_map(|t| t.items.iter().map(|item| address_key(&item.url)))
            .collect();
        let is_known = |key: &String| twin.contains(key) || links.is_known(key);
        // Anchors at the same kind of place belong together.
        let mut groups: HashMap<String, Vec<&(ElementIndex, String)>> = HashMap::new();
        for entry in &key_of {
            groups.entry(place(lens, entry.0)).or_default().push(entry);
        }
        let weigh = |group: &Vec<&(ElementIndex, String)>| {
            let keys: HashSet<&String> = group.iter().map(|(_, key)| key).collect();
            let from_twin = keys.iter().filter(|k| twin.contains(**k)).count();
            let known = keys.iter().filter(|k| is_known(k)).count();
            let main = group
                .iter()
                .filter(|(e, _)| lens.zone(*e) == Zone::Main)
                .count();
            let letters: usize = group
                .iter()
                .map(|(e, _)| lens.squeezed(*e).len().min(60))
                .sum();
            let spoken = count(letters) / count(group.len());
            count(3 * from_twin + known + keys.len())
                * (0.3 + 0.7 * count(main) / count(group.len()))
                * (0.5 + spoken / 60.0)
        };
        let best = groups.values().max_by(|a, b| weigh(a).total_cmp(&weigh(b)));
        let mut chosen: HashSet<&String> = best
            .map(|group| group.iter().map(|(_, key)| key).collect())
            .unwrap_or_default();
        let here: HashSet<&String> = key_of
            .iter()
            .map(|(_, k)| k)
            .filter(|k| twin.contains(*k))
            .collect();
        if 2 * here.len() >= twin.len() && !here.is_empty() {
            // The twin shows which links belong; new ones are where most of those are.
            chosen.extend(here.iter().copied());
            chosen.retain(|key| twin.contains(*key) || !links.known.contains(*key));
        } else {
            let more = set_apart(lens, &key_of, &chosen);
            chosen.extend(more);
        }
        let mut keys: Vec<String> = Vec::new();
        let mut placed = Vec::new();
        let mut anchors: HashMap<String, Vec<ElementIndex>> = HashMap::new();
        for (element, key) in &key_of {
            if chosen.contains(key) {
                if !anchors.contains_key(key) {
                    keys.push(key.clone());
                }
                placed.push((*element, key.clone()));
                anchors.entry(key.clone()).or_default().push(*element);
            }
        }
        for list in anchors.values_mut() {
            list.sort_by_key(|e| std::cmp::Reverse(prominence(lens, *e)));
        }
        Self {
            known: keys.iter().filter(|k| is_known(k)).count(),
            fitting: key_of.into_iter().map(|(_, key)| key).collect(),
            new,
            keys,
            anchors,
            placed,
        }
    }

    /// The anchors inside a part of the page.
    pub fn inside(&self, range: &Range<ElementIndex>) -> &[(ElementIndex, String)] {
        let place = |at: ElementIndex| self.placed.partition_point(|(e, _)| *e < at);
        let within = place(range.start)..place(range.end);
        self.placed.get(within).unwrap_or_default()
    }

    /// Scores a list of addresses.
    pub fn rightness(&self, yielded: &[String], without_link: usize) -> f64 {
        if self.keys.is_empty() {
            return f64::from(u8::from(yielded.is_empty()));
        }
        let wanted: HashSet<&String> = self.keys.iter().collect();
        let hits = yielded.iter().filter(|k| wanted.contains(k)).count();
        let near = yielded
            .iter()
            .filter(|k| !wanted.contains(k) && self.fitting.contains(*k));
        let recall = count(hits) / count(wanted.len());
        let credit = count(hits) + 0.5 * count(near.count());
        let precision = credit / count(yielded.len().max(1));
        let all = yielded.len() + without_link;
        let idle = 0.1 * count(without_link) / count(all.max(1));
        let order: Vec<&String> = yielded.iter().filter(|k| wanted.contains(k)).collect();
        let in_order = order.iter().copied().eq(self.keys.iter());
        (harmonic(recall, precision) - idle).max(0.0) - if in_order { 0.0 } else { 0.01 }
    }
}

/// Links above the list whose headings are as large as those of its items.
fn set_apart<'k>(
    lens: &ElementTexts<'_>,
    all: &'k [(ElementIndex, String)],
    chosen: &HashSet<&String>,
) -> Vec<&'k String> {
    let listed = all.iter().filter(|(_, key)| chosen.contains(key));
    let Some(largest) = listed.clone().filter_map(|(e, _)| heading(lens, *e)).min() else {
        return Vec::new();
    };
    let first = listed.map(|(e, _)| *e).min().unwrap_or_default();
    let above = all.iter().filter(|(element, key)| {
        let large = heading(lens, *element).is_some_and(|level| level <= largest);
        *element < first && !chosen.contains(key) && large
    });
    let mut keys: Vec<&String> = above.map(|(_, key)| key).collect();
    keys.dedup();
    if keys.len() > MAX_APART {
        keys.clear();
    }
    keys
}

/// The level of the heading that contains an element.
fn heading(lens: &ElementTexts<'_>, element: ElementIndex) -> Option<u8> {
    lens.around(element)
        .take(4)
        .find_map(|e| match lens.tag(e).as_bytes() {
            [b'h', digit @ b'1'..=b'6'] => Some(digit - b'0'),
            _ => None,
        })
}

/// How likely an anchor is the item's headline: in a heading, with a long text.
fn prominence(lens: &ElementTexts<'_>, anchor: ElementIndex) -> usize {
    let heading = heading(lens, anchor).is_some();
    let main = lens.zone(anchor) == Zone::Main;
    200 * usize::from(heading) + 100 * usize::from(main) + lens.squeezed(anchor).len().min(90)
}

/// The kind of place of an element: the tags from it upwards.
fn place(lens: &ElementTexts<'_>, element: ElementIndex) -> String {
    let tags: Vec<&str> = lens.around(element).map(|e| lens.tag(e)).collect();
    tags.join("<")
}
