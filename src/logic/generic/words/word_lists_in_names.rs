//! Searches for several lists of words anywhere in a name at once (an Aho-Corasick automaton with a
//! full transition table). Input: lists, and later names such as classes. Output: which lists
//! have a word in the name, one bit each. One table look-up per byte, whatever the number of words.

use std::collections::VecDeque;

/// Lists of words.
pub(crate) struct WordAutomaton {
    /// The column of each byte; 0 for bytes in no word. Both cases of a letter share one.
    columns: [u8; 256],
    width: usize,
    /// The transition table, one row per state.
    next: Vec<u16>,
    /// The lists with a word that ends in each state.
    ends: Vec<u32>,
}

impl WordAutomaton {
    /// Builds the automaton for the words of `lists`, 32 at most; words are in lower case.
    pub fn of(lists: &[&[String]]) -> Self {
        let mut parts = Self {
            columns: [0; 256],
            width: 1,
            next: Vec::new(),
            ends: vec![0],
        };
        for byte in lists
            .iter()
            .flat_map(|list| list.iter())
            .flat_map(|w| w.bytes())
        {
            parts.add_column(byte);
        }
        parts.next = vec![NOWHERE; parts.width];
        for (list, words) in lists.iter().enumerate().take(32) {
            for word in words.iter().filter(|word| !word.is_empty()) {
                parts.add_word(word, 1 << list);
            }
        }
        parts.complete();
        parts
    }

    /// The lists with a word in any of `names`, bit 0 for the first.
    pub fn read<'n>(&self, names: impl IntoIterator<Item = &'n str>) -> u32 {
        let mut found = 0;
        for name in names {
            let mut state = 0;
            for byte in name.bytes() {
                state = self.step(state, byte);
                found |= self.ends.get(state).copied().unwrap_or(0);
            }
        }
        found
    }

    fn step(&self, state: usize, byte: u8) -> usize {
        let column = self.columns.get(usize::from(byte)).copied().unwrap_or(0);
        let next = self.next.get(state * self.width + usize::from(column));
        next.map_or(0, |next| usize::from(*next))
    }

    fn add_column(&mut self, byte: u8) {
        let known = self.columns.get(usize::from(byte)).copied().unwrap_or(0);
        let Ok(column) = u8::try_from(self.width) else {
            return;
        };
        if known > 0 {
            return;
        }
        for byte in [byte.to_ascii_lowercase(), byte.to_ascii_uppercase()] {
            if let Some(slot) = self.columns.get_mut(usize::from(byte)) {
                *slot = column;
            }
        }
        self.width += 1;
    }

    fn add_word(&mut self, word: &str, list: u32) {
        let mut state = 0;
        for byte in word.bytes() {
            let column = self.columns.get(usize::from(byte)).copied().unwrap_or(0);
            let place = state * self.width + usize::from(column);
            let known = self.next.get(place).copied().unwrap_or(NOWHERE);
            state = if known == NOWHERE {
                let Ok(fresh) = u16::try_from(self.ends.len()) else {
                    return;
                };
                self.next.extend(std::iter::repeat_n(NOWHERE, self.width));
                self.ends.push(0);
                if let Some(slot) = self.next.get_mut(place) {
                    *slot = fresh;
                }
                usize::from(fresh)
            } else {
                usize::from(known)
            };
        }
        if let Some(ends) = self.ends.get_mut(state) {
            *ends |= list;
        }
    }

    /// Fills missing transitions with those of the longest suffix that starts a word.
    fn complete(&mut self) {
        let mut rests = vec![0_usize; self.ends.len()];
        let mut waiting = VecDeque::from([0_usize]);
        while let Some(state) = waiting.pop_front() {
            let rest = rests.get(state).copied().unwrap_or(0);
            for column in 0..self.width {
                let place = state * self.width + column;
                let from_rest = if state == 0 {
                    0
                } else {
                    self.next
                        .get(rest * self.width + column)
                        .copied()
                        .unwrap_or(0)
                };
                let Some(slot) = self.next.get_mut(place) else {
                    continue;
                };
                if *slot == NOWHERE {
                    *slot = from_rest;
                    continue;
                }
                let child = usize::from(*slot);
                let inherited = self.ends.get(usize::from(from_rest)).copied().unwrap_or(0);
                if let Some(ends) = self.ends.get_mut(child) {
                    *ends |= inherited;
                }
                if let Some(slot) = rests.get_mut(child) {
                    *slot = usize::from(from_rest);
                }
                waiting.push_back(child);
            }
        }
    }
}

/// No transition yet; there cannot be more states than this.
const NOWHERE: u16 = u16::MAX;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn owned(words: &[&str]) -> Vec<String> {
        words.iter().map(|word| (*word).to_owned()).collect()
    }

    #[test]
    fn words_are_found_anywhere_in_any_case() {
        let (first, second) = (owned(&["side", "idea"]), owned(&["bar", "de-", "染"]));
        let parts = WordAutomaton::of(&[&first, &second]);
        for (name, lists) in [
            ("Sidebar", 0b11),
            ("SIDEA", 0b01),
            ("side-", 0b11),
            ("s ide bar", 0b10),
            ("大染坊", 0b10),
            ("sid", 0),
            ("", 0),
        ] {
            assert_eq!(parts.read([name]), lists, "{name}");
        }
        assert_eq!(parts.read(["si", "de"]), 0, "names stand apart");
        assert_eq!(WordAutomaton::of(&[]).read(["side"]), 0);
    }

    proptest! {
        #[test]
        fn found_is_what_contains_finds(
            words in prop::collection::vec("[ab-]{1,4}", 0..8),
            name in "[abcAB-]{0,20}",
        ) {
            let parts = WordAutomaton::of(&[&words]);
            let lower = name.to_ascii_lowercase();
            let expected = words.iter().any(|word| lower.contains(word.as_str()));
            prop_assert_eq!(parts.read([name.as_str()]) == 1, expected);
        }
    }
}
