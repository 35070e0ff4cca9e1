//! How much work one application of a rule to a page may cause. Each evaluation of a selector is bounded by
//! itself; a page of 100,000 items, or of items in items, multiplies them. Work is counted in nodes looked
//! at, by an estimate that is the same on every machine; a page that people read needs a hundredth.

use std::cell::Cell;

use crate::page::{ElementIndex, Page};
use crate::select::{SelectError, Selected};

/// Nodes that all evaluations together may look at.
const MAX_WORK: u64 = 2_000_000_000;
/// Bytes of all values together, and for each byte of the page beyond these.
const MAX_BYTES: u64 = 64 * 1024 * 1024;
const BYTES_OF_BYTE: u64 = 4;
/// Nodes for which one value counts: it is copied, joined to the page's address, and kept.
const WORK_OF_VALUE: u64 = 32;

/// What is used up.
#[derive(Default)]
pub(crate) struct Budget {
    work: Cell<u64>,
    bytes: Cell<u64>,
    exceeded: Cell<bool>,
}

impl Budget {
    /// What there is for `page`: nothing where its preparation used it up.
    pub fn on(page: &Page) -> Self {
        let budget = Self::default();
        if page.is_cut() {
            budget.exhaust();
        }
        budget
    }

    /// Whether there is work left for an evaluation inside of `scope`, or on the whole page; counts it.
    pub fn allows(&self, page: &Page, scope: Option<ElementIndex>) -> bool {
        self.work(page.nodes_inside(scope))
    }

    /// The same for one that looks at the whole page so many times.
    pub fn allows_whole(&self, page: &Page, times: usize) -> bool {
        self.work(page.nodes_inside(None).saturating_mul(times as u64))
    }

    fn work(&self, nodes: u64) -> bool {
        let work = self.work.get().saturating_add(1).saturating_add(nodes);
        self.work.set(work);
        // Where something is left out already, the page fails: more work would be for nothing.
        self.noted(work <= MAX_WORK && !self.is_exceeded())
    }

    /// What an evaluation found; nothing, and no work is left, where it takes too many steps by itself.
    pub fn within<T>(&self, found: Result<Vec<T>, SelectError>) -> Vec<T> {
        found.unwrap_or_else(|_| {
            self.exhaust();
            Vec::new()
        })
    }

    /// Leaves no work for what follows.
    pub fn exhaust(&self) {
        self.work.set(MAX_WORK);
        self.exceeded.set(true);
    }

    /// Whether something was left out for want of work or bytes.
    pub fn is_exceeded(&self) -> bool {
        self.exceeded.get()
    }

    fn noted(&self, allowed: bool) -> bool {
        self.exceeded.set(self.exceeded.get() || !allowed);
        allowed
    }

    /// Whether there is work left for a search through `text`; counts it.
    pub fn allows_text(&self, text: &str) -> bool {
        self.work(text.len() as u64)
    }

    /// Whether there is room for a value of so many bytes; counts it.
    pub fn has_room(&self, page: &Page, bytes: usize) -> bool {
        let bytes = self.bytes.get().saturating_add(bytes as u64);
        self.bytes.set(bytes);
        self.work(WORK_OF_VALUE) && self.noted(bytes <= most_bytes(page))
    }

    /// Those of `values` for which there is room, counted.
    pub fn fitting(&self, page: &Page, mut values: Vec<Selected>) -> Vec<Selected> {
        let most = most_bytes(page);
        let fitting = values.iter().position(|found| {
            let bytes = self.bytes.get().saturating_add(found.value.len() as u64);
            self.bytes.set(bytes);
            !self.work(WORK_OF_VALUE) || !self.noted(bytes <= most)
        });
        values.truncate(fitting.unwrap_or(values.len()));
        values
    }
}

fn most_bytes(page: &Page) -> u64 {
    let source = page.source().len() as u64;
    MAX_BYTES.saturating_add(source.saturating_mul(BYTES_OF_BYTE))
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use url::Url;

    use crate::page::Page;
    use crate::rules::parse;

    fn rule(list: &str) -> String {
        format!(
            "[site]\nname = \"a\"\nkind = \"list\"\nstart = [\"http://a.example/\"]\n[list]\n{list}\n"
        )
    }

    fn page(source: &str) -> Page {
        Page::parse(source, &Url::parse("http://a.example/").unwrap())
    }

    fn items(list: &str, page: &Page) -> usize {
        let rule = parse(&rule(list)).unwrap_or_else(|faults| panic!("{faults:?}"));
        rule.list_page(page, Timestamp::UNIX_EPOCH).items.len()
    }

    #[test]
    fn texts_of_items_in_items_are_kept_within_bounds() {
        let mut source = String::new();
        for level in 0..400 {
            source.push_str(&format!("<div><a href=/{level}>x</a>"));
        }
        source.push_str(&"word ".repeat(200_000));
        let list = "item = { css = \"div\" }\nlink = { css = \"a\" }\n[[list.field]]\n\
                    name = \"all\"\nselect = [{ xpath = \".\" }]";
        let rule = parse(&rule(list)).unwrap_or_else(|faults| panic!("{faults:?}"));
        let found = rule.list_page(&page(&source), Timestamp::UNIX_EPOCH);
        assert!(found.cut, "and it is said");
        let bytes: usize = found
            .items
            .iter()
            .map(|item| format!("{item:?}").len())
            .sum();
        assert!(bytes < 200 << 20, "{bytes}");
    }

    #[test]
    fn long_lists_are_read_whole() {
        let item = |n: usize| format!("<li><a href=/{n}>Item {n}</a> <b>x</b></li>");
        let page = page(&(0..5_000).map(item).collect::<String>());
        let list = "item = { css = \"li\" }\nlink = { css = \"a\" }";
        assert_eq!(items(list, &page), 5_000);
    }

    /// Bytes of all values that a rule yields on a page.
    fn bytes(rule: &str, source: &str) -> (usize, bool) {
        let text = format!(
            "[site]\nname = \"a\"\nkind = \"pages\"\nstart = [\"http://a.example/\"]\n{rule}\n"
        );
        let rule = parse(&text).unwrap_or_else(|faults| panic!("{faults:?}"));
        let found = rule.extract(&page(source), &[], Timestamp::UNIX_EPOCH);
        let bytes = found.records.iter().map(|r| format!("{r:?}").len()).sum();
        (bytes, found.cut)
    }

    #[test]
    fn records_in_records_are_kept_within_bounds() {
        let source = "<div class=post>".repeat(400) + &"word ".repeat(100_000);
        let (bytes, cut) = bytes("[record]\nitem = { css = \"div.post\" }", &source);
        assert!(cut, "and it is said");
        assert!(bytes < 100 << 20, "{bytes}");
    }

    #[test]
    fn cells_that_cover_a_whole_table_are_kept_within_bounds() {
        let text = "word ".repeat(2_000);
        let rows = "<tr>".repeat(100);
        let cell = format!("<td colspan=1000 rowspan=100>{text}");
        let source = format!("<table><tr><th>x<tr>{cell}{rows}</table>");
        let rows = "[[field]]\nname = \"rows\"\nselect = [{ css = \"table\", take = \"table\" }]";
        let (bytes, cut) = bytes(rows, &source);
        assert!(cut, "and it is said");
        assert!(bytes < 200 << 20, "{bytes}");
    }

    #[test]
    fn texts_of_pictures_are_kept_within_bounds() {
        let alt = "word ".repeat(100_000);
        let source = "<div class=i>".repeat(400) + &format!("<p>x<img src=/a alt=\"{alt}\">");
        let written = "[[field]]\nname = \"all\"\nmany = true\n\
                       select = [{ css = \"div.i\", take = \"markdown\" }]";
        let (bytes, cut) = bytes(written, &source);
        assert!(cut, "and it is said");
        assert!(bytes < 200 << 20, "{bytes}");
    }
}
