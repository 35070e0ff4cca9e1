//! Groups failed pages by cause: a thousand pages that failed for one reason are one row with a
//! count of a thousand. Input: pages of a run. Output: groups, the largest first, each with
//! one example page.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::page_cause;
use crate::messages::Message;
use crate::model::{PageOutcomeKind, RunPage, Verdict};

/// Pages of a run that failed for the same cause.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PageGroup {
    /// Their common signature: outcome, state and signals, without numbers and addresses.
    pub signature: String,
    /// Their outcome.
    pub outcome: PageOutcomeKind,
    /// The number of pages.
    pub count: u64,
    /// The most recent one.
    pub example: String,
    /// Why they have this outcome, if known.
    pub cause: Option<Message>,
}

/// Groups `pages` without the successful ones; the largest group first.
pub fn grouped(pages: &[RunPage]) -> Vec<PageGroup> {
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut groups: Vec<(PageGroup, &RunPage)> = Vec::new();
    let right = [PageOutcomeKind::Read, PageOutcomeKind::Unchanged];
    for page in pages.iter().filter(|page| !right.contains(&page.outcome)) {
        let signature = signature(page);
        let place = *places.entry(signature.clone()).or_insert(groups.len());
        match groups.get_mut(place) {
            Some((group, example)) => {
                group.count += 1;
                if page.at > example.at {
                    *example = page;
                }
            }
            None => {
                let group = PageGroup {
                    signature,
                    outcome: page.outcome,
                    count: 1,
                    example: String::new(),
                    cause: None,
                };
                groups.push((group, page));
            }
        }
    }
    let finished = groups.into_iter().map(|(group, example)| PageGroup {
        example: example.url.clone(),
        cause: page_cause(example),
        ..group
    });
    let mut finished: Vec<PageGroup> = finished.collect();
    finished.sort_by_key(|group| std::cmp::Reverse(group.count));
    finished
}

/// The signature that a page shares with its group.
pub fn signature(page: &RunPage) -> String {
    let mut parts = vec![page.outcome.token().to_owned()];
    if let Some(verdict) = &page.verdict {
        parts.push(verdict.state.token().to_owned());
        parts.extend(signals(verdict));
    }
    parts.join(" · ")
}

fn signals(verdict: &Verdict) -> Vec<String> {
    let mut signals: Vec<String> = verdict
        .evidence
        .iter()
        .map(|evidence| {
            // A status is a significant number.
            let matched = match evidence.matched.parse::<u16>() {
                Ok(status) => status.to_string(),
                Err(_) => plain(&evidence.matched),
            };
            format!("{}: {matched}", evidence.signal)
        })
        .collect();
    signals.sort();
    signals.dedup();
    signals
}

/// `text` with `…` for addresses and `#` for numbers, which differ from page to page.
fn plain(text: &str) -> String {
    let words = text.split_whitespace().map(|word| {
        if word.contains("://") || word.starts_with('/') {
            return "…".to_owned();
        }
        let mut plain = String::with_capacity(word.len());
        let mut in_number = false;
        for character in word.chars() {
            let digit = character.is_ascii_digit();
            match digit {
                true if in_number => {}
                true => plain.push('#'),
                false => plain.push(character),
            }
            in_number = digit;
        }
        plain
    });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::model::{Evidence, EvidencePlace, PageState, Strength};

    fn page(url: &str, second: i64, matched: &str) -> RunPage {
        RunPage {
            url: url.to_owned(),
            outcome: PageOutcomeKind::Failed,
            records: 0,
            answer: None,
            at: Timestamp::from_second(second).unwrap(),
            verdict: Some(Verdict {
                state: PageState::Outage,
                retry_after: None,
                evidence: vec![Evidence {
                    signal: "status".to_owned(),
                    strength: Strength::Strong,
                    place: EvidencePlace::Status,
                    matched: matched.to_owned(),
                }],
            }),
        }
    }

    #[test]
    fn what_differs_in_numbers_and_addresses_alone_is_one_group() {
        let mut pages = vec![
            page("http://h/1", 1, "500"),
            page("http://h/2", 9, "request 17 of http://h/2 failed"),
            page("http://h/3", 3, "request 9344 of http://h/3 failed"),
            page("http://h/4", 4, "502"),
        ];
        pages.push(RunPage {
            outcome: PageOutcomeKind::Read,
            ..page("http://h/5", 5, "500")
        });
        let groups = grouped(&pages);
        let found: Vec<(u64, &str)> = groups
            .iter()
            .map(|group| (group.count, group.example.as_str()))
            .collect();
        assert_eq!(
            found,
            [(2, "http://h/2"), (1, "http://h/1"), (1, "http://h/4")]
        );
        assert!(groups.iter().all(|group| group.cause.is_some()));
        assert!(groups[0].signature.contains("request # of … failed"));
    }
}
