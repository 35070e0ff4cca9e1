//! Limits the work of applying a rule to a page. Each evaluation of a selector is bounded on its
//! own; a page of 100,000 items, or of nested items, multiplies them. Work is counted in visited
//! nodes, by an estimate that is the same on every machine; ordinary pages need a hundredth of the
//! limit.

use std::cell::Cell;

use crate::page::{ElementIndex, Page};
use crate::select::{Evaluation, SelectError, Selected};

/// The number of nodes that all evaluations together may visit. Tests, unoptimised, use fewer.
const MAX_WORK: u64 = if cfg!(test) {
    40_000_000
} else {
    2_000_000_000
};
/// The maximum size of all values in bytes, and the bytes added for each byte of the page.
const MAX_BYTES: u64 = if cfg!(test) { 8 } else { 64 } * 1024 * 1024;
const BYTES_OF_BYTE: u64 = 4;
/// The maximum number of links of one page; a sitemap has at most 50,000 (sitemaps.org).
pub(in crate::rules) const MAX_LINKS: usize = if cfg!(test) { 20_000 } else { 200_000 };
/// The cost of one value in nodes: it is copied, joined to the page's address, and kept.
const WORK_OF_VALUE: u64 = 32;
/// The cost in nodes of reading a node's text.
const WORK_OF_READING: u64 = 8;
/// The cost in nodes of one JSON value visited by a path: the crate that evaluates it is slow.
const WORK_OF_JSON: u64 = 4;

/// The amounts used.
#[derive(Default)]
pub(crate) struct Budget {
    work: Cell<u64>,
    bytes: Cell<u64>,
    exceeded: Cell<bool>,
}

impl Budget {
    /// The budget for `page`: none is left if its preparation used it up.
    pub fn on(page: &Page) -> Self {
        let budget = Self::default();
        if page.is_cut() {
            budget.exhaust();
        }
        budget
    }

    /// Counts an evaluation inside `scope`, or on the whole page; returns whether work is left.
    pub fn allows(&self, page: &Page, scope: Option<ElementIndex>) -> bool {
        self.work(page.nodes_inside(scope))
    }

    /// The same for one that visits the whole page `times` times.
    pub fn allows_whole(&self, page: &Page, times: usize) -> bool {
        self.work(page.nodes_inside(None).saturating_mul(times as u64))
    }

    fn work(&self, nodes: u64) -> bool {
        let work = self.work.get().saturating_add(1).saturating_add(nodes);
        self.work.set(work);
        // After anything was skipped, the page fails: more work would be wasted.
        self.noted(work <= MAX_WORK && !self.is_exceeded())
    }

    /// The result of an evaluation, with its steps counted; nothing, with no work left, if it takes
    /// too many on its own or exceeds what was left.
    pub fn evaluated(&self, found: Result<Evaluation, SelectError>) -> Option<Evaluation> {
        let counted = found.map(|evaluation| (evaluation.steps, evaluation));
        self.within_work(counted)
    }

    /// The same for JSON.
    pub fn evaluated_json<'a>(
        &self,
        found: Result<(Vec<&'a serde_json::Value>, u64), SelectError>,
    ) -> Vec<&'a serde_json::Value> {
        let counted = found.map(|(values, steps)| (steps.saturating_mul(WORK_OF_JSON), values));
        self.within_work(counted).unwrap_or_default()
    }

    fn within_work<T>(&self, found: Result<(u64, T), SelectError>) -> Option<T> {
        let Ok((steps, found)) = found else {
            self.exhaust();
            return None;
        };
        self.work(steps).then_some(found)
    }

    /// Uses up all remaining work.
    pub fn exhaust(&self) {
        self.work.set(MAX_WORK);
        self.exceeded.set(true);
    }

    /// Whether anything was skipped for lack of work or bytes.
    pub fn is_exceeded(&self) -> bool {
        self.exceeded.get()
    }

    /// Whether a page with `links` links may have a further one.
    pub fn has_place(&self, links: usize) -> bool {
        self.noted(links < MAX_LINKS)
    }

    fn noted(&self, allowed: bool) -> bool {
        self.exceeded.set(self.exceeded.get() || !allowed);
        allowed
    }

    /// Counts work as expensive as visiting `nodes`; returns whether work is left.
    pub fn spend(&self, nodes: u64) -> bool {
        self.work(nodes)
    }

    /// Counts reading the content of `element`; returns whether work is left.
    pub fn reads(&self, page: &Page, element: ElementIndex) -> bool {
        let nodes = page.nodes_inside(Some(element));
        self.work(nodes.saturating_mul(WORK_OF_READING))
    }

    /// Counts a value of `bytes`; returns whether there is room.
    pub fn has_room(&self, page: &Page, bytes: usize) -> bool {
        let bytes = self.bytes.get().saturating_add(bytes as u64);
        self.bytes.set(bytes);
        self.work(WORK_OF_VALUE) && self.noted(bytes <= most_bytes(page))
    }

    /// Those of `values` that fit, counted. Later ones are not requested.
    pub fn fitting(&self, page: &Page, values: impl Iterator<Item = Selected>) -> Vec<Selected> {
        values
            .take_while(|found| {
                let is_read = found.element.is_none_or(|e| self.reads(page, e));
                is_read && self.has_room(page, found.value.len())
            })
            .collect()
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

    use super::MAX_LINKS;
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
        assert!(bytes < 40 << 20, "{bytes}");
    }

    #[test]
    fn long_lists_are_read_whole() {
        let item = |n: usize| format!("<li><a href=/{n}>Item {n}</a> <b>x</b></li>");
        let page = page(&(0..5_000).map(item).collect::<String>());
        let list = "item = { css = \"li\" }\nlink = { css = \"a\" }";
        assert_eq!(items(list, &page), 5_000);
    }

    #[test]
    fn positions_of_rows_are_counted_anew_for_each_row() {
        let row = |n: usize| format!("<tr><td>{n}<td><a href=/{n}>x</a>");
        let rows = |count: usize| format!("<table>{}", (0..count).map(row).collect::<String>());
        let list = "item = { css = \"tr\" }\nlink = { css = \"a\" }";
        let above = "css = \":nth-child(n) > td\"";
        assert!(is_cut(list, above, &rows(7_000)));
        assert!(!is_cut(list, above, &rows(500)));
        assert!(!is_cut(list, "css = \"td:nth-child(2)\"", &rows(3_000)));
    }

    #[test]
    fn links_of_a_page_are_kept_within_bounds() {
        let item = |n: usize| format!("<a href=/{n}>x</a>");
        let links = |count: usize| page(&(0..count).map(item).collect::<String>());
        let rule =
            parse(&rule("link = { css = \"a\" }")).unwrap_or_else(|faults| panic!("{faults:?}"));
        let read = |count: usize| rule.list_page(&links(count), Timestamp::UNIX_EPOCH);
        assert!(!read(MAX_LINKS).cut);
        let more = read(MAX_LINKS + 1);
        assert!(more.cut && more.items.len() == MAX_LINKS);
    }

    /// Whether a list is reported as cut if each item has a field found by `select`.
    fn is_cut(list: &str, select: &str, source: &str) -> bool {
        let field = format!("{list}\n[[list.field]]\nname = \"all\"\nselect = [{{ {select} }}]");
        let rule = parse(&rule(&field)).unwrap_or_else(|faults| panic!("{faults:?}"));
        rule.list_page(&page(source), Timestamp::UNIX_EPOCH).cut
    }

    const DIVS: &str = "item = { css = \"div\" }\nlink = { css = \"a\" }";

    #[test]
    fn steps_of_xpath_add_up_over_items() {
        let inner = "<p>".repeat(2) + &"<section>".repeat(150) + &"</section>".repeat(150);
        let item = |n: usize| format!("<div><a href=/{n}>x</a>{inner}</div>");
        let items = |count: usize| (0..count).map(item).collect::<String>();
        let nested =
            |name: &str| format!("count(.//{name}[count(.//{name}[count(.//{name}) > 1]) > 1])");
        let dear = format!("xpath = \"{}\"", nested("section"));
        assert!(is_cut(DIVS, &dear, &items(200)));
        assert!(
            !is_cut(DIVS, &dear, &items(1)),
            "one alone is none too many"
        );
        let cheap = "xpath = \"count(.//section)\"";
        assert!(!is_cut(DIVS, cheap, &items(200)));
    }

    #[test]
    fn steps_of_jsonpath_add_up_over_items() {
        let values = vec!["{\"a\":\"x\",\"b\":\"y\"}"; 100].join(",");
        let item = |n: usize| format!("{{\"url\":\"/{n}\",\"all\":[{values}]}}");
        let page = |items: usize| {
            let items: Vec<_> = (0..items).map(item).collect();
            format!("[{}]", items.join(","))
        };
        let list = "item = { jsonpath = \"$[*]\" }\nlink = { jsonpath = \"$.url\" }";
        let dear = "jsonpath = \"$.all[?search(@.a, @.b)].a\"";
        assert!(is_cut(list, dear, &page(40)));
        assert!(!is_cut(list, dear, &page(1)));
        assert!(!is_cut(list, "jsonpath = \"$.all[*].a\"", &page(40)));
    }

    #[test]
    fn text_that_labels_are_looked_for_in_adds_up_over_items() {
        let item = |n: usize| format!("<div><a href=/{n}>x</a>");
        let nested = |items: usize| {
            let items: String = (0..items).map(item).collect();
            items + &"word ".repeat(40_000)
        };
        assert!(is_cut(DIVS, "label = \"Price\"", &nested(30)));
        assert!(!is_cut(DIVS, "label = \"Price\"", &nested(2)));
    }

    #[test]
    fn values_behind_the_last_that_fits_are_not_taken() {
        let source = "<div>".repeat(400) + &"word ".repeat(20_000);
        let all = "[[field]]\nname = \"all\"\nmany = true\nselect = [{ css = \"div\" }]";
        let (bytes, cut) = bytes(all, &source);
        assert!(cut, "and it is said");
        assert!(bytes < 40 << 20, "{bytes}");
    }

    /// The size of all values that a rule yields on a page, in bytes.
    fn bytes(rule: &str, source: &str) -> (usize, bool) {
        let text = format!(
            "[site]\nname = \"a\"\nkind = \"pages\"\nstart = [\"http://a.example/\"]\n{rule}\n"
        );
        let rule = parse(&text).unwrap_or_else(|faults| panic!("{faults:?}"));
        let found = rule.extract(&page(source), &[], Timestamp::UNIX_EPOCH);
        let bytes = found.records.iter().map(|r| format!("{r:?}").len()).sum();
        (bytes, found.cut)
    }

    /// Whether a page of 60 records is reported as cut if each has a field made by `select` and
    /// `steps`.
    fn records_are_cut(select: &str, steps: &str, inner: &str) -> bool {
        let rule = format!(
            "[record]\nitem = {{ css = \"div.i\" }}\n[[field]]\nname = \"all\"\n\
             select = [{{ {select} }}]\ntransform = [{steps}]"
        );
        let source: String = (0..60)
            .map(|n| format!("<div class=i>x{n} {inner}</div>"))
            .collect();
        bytes(&rule, &source).1
    }

    #[test]
    fn what_steps_make_of_values_is_counted() {
        let doubled = vec!["{ replace = ['(.)', '$1$1'] }"; 17].join(", ");
        assert!(records_are_cut("css = \"b\"", &doubled, "<b>some text</b>"));
        let dear = format!("{doubled}, {{ part = 2 }}");
        assert!(
            records_are_cut("css = \"b\"", &dear, "<b>some text</b>"),
            "nothing is left of it"
        );
        let usual = "{ replace = ['some', 'any'] }, { trim = true }, { case = \"upper\" }";
        assert!(!records_are_cut("css = \"b\"", usual, "<b>some text</b>"));
    }

    #[test]
    fn elements_without_text_that_are_read_are_counted() {
        let nested = |levels: usize| "<div class=n>".repeat(levels) + &"<i></i>".repeat(5_000);
        let all = |levels: usize| {
            let rule = "[[field]]\nname = \"all\"\nmany = true\nselect = [{ css = \"div.n\" }]\n"
                .to_owned()
                + "[[field]]\nname = \"again\"\nmany = true\nselect = [{ css = \"div.n\", take = \"markdown\" }]";
            bytes(&rule, &nested(levels)).1
        };
        assert!(all(400));
        assert!(!all(2));
    }

    #[test]
    fn slow_patterns_are_counted_by_their_size() {
        let text = "a few words ".repeat(20_000);
        let slow = "regex = '[a-z ](?:[^q]{0,300}[aeiou]){2}[^q]{0,200}zz'";
        let fields = |select: &str| {
            let field =
                |n: usize| format!("[[field]]\nname = \"f{n}\"\nselect = [{{ {select} }}]\n");
            let rule: String = (0..20).map(field).collect();
            bytes(&rule, &text).1
        };
        assert!(fields(slow));
        assert!(!fields("regex = 'zz(\\d+)'"));
    }

    #[test]
    fn records_in_records_are_kept_within_bounds() {
        let source = "<div class=post>".repeat(400) + &"word ".repeat(100_000);
        let (bytes, cut) = bytes("[record]\nitem = { css = \"div.post\" }", &source);
        assert!(cut, "and it is said");
        assert!(bytes < 40 << 20, "{bytes}");
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
        assert!(bytes < 40 << 20, "{bytes}");
    }

    #[test]
    fn texts_of_pictures_are_kept_within_bounds() {
        let alt = "word ".repeat(100_000);
        let source = "<div class=i>".repeat(400) + &format!("<p>x<img src=/a alt=\"{alt}\">");
        let written = "[[field]]\nname = \"all\"\nmany = true\n\
                       select = [{ css = \"div.i\", take = \"markdown\" }]";
        let (bytes, cut) = bytes(written, &source);
        assert!(cut, "and it is said");
        assert!(bytes < 40 << 20, "{bytes}");
    }
}
