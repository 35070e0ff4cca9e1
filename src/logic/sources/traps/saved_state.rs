//! Trap state that a resumed crawl needs, as text: closed forms, and counts approaching a limit, so
//! that a crawl that is killed repeatedly still leaves traps. Input and output: lines of a kind,
//! numbers and a form.

use super::{Form, KEPT_ALIKE, KEPT_QUERIES, MAX_FORMS, Traps};

/// The maximum number of lines; the highest counts come first.
const MAX_LINES: usize = 2_000;
/// Pages after a restart whose words are only learned, not judged.
const LEARNING: u32 = 12;

impl Traps {
    /// The state to store, if it has changed since the last call.
    pub fn changes(&mut self) -> Option<String> {
        std::mem::take(&mut self.changed).then(|| self.kept())
    }

    /// The state to store.
    pub fn kept(&self) -> String {
        let mut lines: Vec<(u32, String)> = Vec::new();
        for (key, form) in &self.forms {
            if form.closed {
                lines.push((u32::MAX, format!("closed {key}")));
                continue;
            }
            if form.alike >= KEPT_ALIKE {
                let line = format!("alike {} {:016x} {key}", form.alike, form.last);
                lines.push((form.alike, line));
            }
            if form.wordless >= KEPT_ALIKE {
                lines.push((form.wordless, format!("wordless {} {key}", form.wordless)));
            }
        }
        for (path, queries) in &self.queries {
            if queries.asked >= KEPT_QUERIES {
                let line = format!("queries {} {} {path}", queries.asked, queries.fruitful);
                lines.push((queries.asked, line));
            }
        }
        lines.sort_unstable_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        lines.truncate(MAX_LINES);
        let lines: Vec<String> = lines.into_iter().map(|(_, line)| line).collect();
        lines.join("\n")
    }

    /// Restores stored state; unreadable lines are skipped. A line without a kind is a closed form,
    /// the oldest format.
    pub fn restore(&mut self, kept: &str) {
        for line in kept.lines().take(MAX_FORMS) {
            if self.take_line(line).is_none() && !line.is_empty() {
                self.forms.entry(line.to_owned()).or_default().closed = true;
            }
        }
    }

    fn take_line(&mut self, line: &str) -> Option<()> {
        let (kind, rest) = line.split_once(' ')?;
        let number = |rest: &'_ str| -> Option<(u32, String)> {
            let (number, rest) = rest.split_once(' ')?;
            Some((number.parse().ok()?, rest.to_owned()))
        };
        match kind {
            "closed" => self.form(rest).closed = true,
            "alike" => {
                let (alike, rest) = number(rest)?;
                let (last, key) = rest.split_once(' ')?;
                let last = u64::from_str_radix(last, 16).ok()?;
                self.said.insert(last);
                let form = self.form(key);
                (form.alike, form.last) = (alike, last);
            }
            "wordless" => {
                let (wordless, key) = number(rest)?;
                let form = self.form(&key);
                (form.wordless, form.learning) = (wordless, LEARNING);
            }
            "queries" => {
                let (asked, rest) = number(rest)?;
                let (fruitful, path) = number(&rest)?;
                let queries = self.queries.entry(path).or_default();
                (queries.asked, queries.fruitful) = (asked, fruitful);
            }
            _ => return None,
        }
        Some(())
    }

    fn form(&mut self, key: &str) -> &mut Form {
        self.forms.entry(key.to_owned()).or_default()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use url::Url;

    use super::*;

    fn day(n: u32) -> Url {
        Url::parse(&format!("http://127.0.0.1/day?d={n}")).unwrap()
    }

    #[test]
    fn closed_forms_stay_closed_for_who_goes_on() {
        let mut before = Traps::default();
        for n in 0..100 {
            before.note(&day(n), 7);
        }
        let mut after = Traps::default();
        assert!(after.admits(&day(101)));
        after.restore(&before.kept());
        assert!(!after.admits(&day(101)));
        let other = Url::parse("http://127.0.0.1/other/101").unwrap();
        assert!(after.admits(&other));
        let mut old = Traps::default();
        old.restore(&super::super::form_of(&day(1)));
        assert!(!old.admits(&day(101)), "as they were kept at first");
    }

    #[test]
    fn a_crawl_killed_again_and_again_comes_out_of_a_trap() {
        let mut kept = String::new();
        let mut pages = 0;
        let mut closed = false;
        while !closed && pages < 1_000 {
            let mut traps = Traps::default();
            traps.restore(&kept);
            for _ in 0..8 {
                pages += 1;
                closed |= traps.note(&day(pages), 7);
            }
            kept = traps.changes().unwrap_or(kept);
        }
        assert!(closed && pages < 50, "{pages}");
        let (mut kept, mut pages, mut closed) = (String::new(), 0, false);
        while !closed && pages < 1_000 {
            let mut traps = Traps::default();
            traps.restore(&kept);
            for _ in 0..20 {
                pages += 1;
                traps.admits(&day(pages));
                closed |= traps.note_words(&day(pages), &[pages % 3, 5]);
            }
            kept = traps.changes().unwrap_or(kept);
        }
        assert!(closed && pages < 150, "{pages}");
    }

    #[test]
    fn nothing_is_kept_of_a_site_without_traps() {
        let mut traps = Traps::default();
        for n in 0..40 {
            traps.admits(&day(n));
            traps.note(&day(n), u64::from(n));
            traps.note_words(&day(n), &[n]);
        }
        assert_eq!(traps.changes(), None);
    }

    proptest! {
        #[test]
        fn what_is_kept_comes_back(alike in 0..24_u32, asked in 0..200_u32, text: String) {
            let mut traps = Traps::default();
            for n in 0..asked {
                traps.admits(&day(n));
            }
            for n in 0..alike {
                traps.note(&day(n), 7);
            }
            let mut again = Traps::default();
            again.restore(&traps.kept());
            prop_assert_eq!(again.kept(), traps.kept());
            again.restore(&text);
        }
    }
}
