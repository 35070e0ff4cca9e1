//! Signs of kinds on the nodes of a page: days, names of people, headlines that link elsewhere,
//! post labels, prices. Input: node features. Output: prefix sums in document order, so that
//! the totals of any subtree take constant time. One pass; decides nothing.

use crate::generic::features::BodyTree;
use crate::generic::words::kind_words::{KindVocabulary, WORDS};
use crate::page::Page;

/// Columns from which a link's text is a headline; wide characters take two.
const HEADLINE: usize = 16;
/// The same for a link in a heading.
const IN_HEADING: usize = 6;

/// The signs of one node.
#[derive(Clone, Copy, Default)]
struct Sign {
    date: bool,
    author: bool,
    label: bool,
    price: bool,
    /// A link whose text is a headline and which links to another page.
    far: bool,
    /// A heading.
    heading: bool,
}

/// Prefix sums of the signs, and the surroundings of each node.
pub(super) struct Signs {
    sums: Vec<SignalCounts>,
    /// The next far link at or after each node; the number of nodes if there is none.
    next_far: Vec<usize>,
    /// The depth of each node.
    pub depth: Vec<u32>,
    /// Whether each node is next to the content: menus, page ends, related stories.
    pub beside: Vec<bool>,
    /// Whether each node is in comments below a text.
    pub remark: Vec<bool>,
    /// The targets of far links by node; one number per address.
    targets: Vec<u32>,
    /// Whether the page has an offer to buy.
    pub buy: bool,
    /// Links whose text is a number.
    pub pager: usize,
    /// Characters of `pre` and `code`.
    pub code: usize,
}

/// Counts of signs.
#[derive(Clone, Copy, Default)]
pub(super) struct SignalCounts {
    /// Texts with a day or a time.
    pub dates: u32,
    /// Author's boxes, and links to people.
    pub authors: u32,
    /// Post labels.
    pub labels: u32,
    /// Prices.
    pub prices: u32,
    /// Headlines that link to other pages.
    pub far: u32,
    /// Headings.
    pub headings: u32,
    /// Characters.
    pub chars: usize,
    /// Valid characters.
    pub valid: usize,
}

impl Signs {
    /// Reads the signs of `tree`, the tree of `page`.
    pub fn of(page: &Page, tree: &BodyTree<'_>) -> Self {
        let count = tree.items.len();
        let mut signs = Self {
            sums: Vec::with_capacity(count + 1),
            next_far: vec![count; count + 1],
            depth: vec![0; count],
            beside: vec![false; count],
            remark: vec![false; count],
            targets: vec![0; count],
            buy: false,
            pager: 0,
            code: 0,
        };
        let Some(words) = WORDS.as_ref() else {
            signs.sums = vec![SignalCounts::default(); count + 1];
            return signs;
        };
        let mut addresses = Addresses::of(page);
        let mut sum = SignalCounts::default();
        for at in 0..count {
            signs.sums.push(sum);
            let sign = signs.read(tree, words, &mut addresses, at);
            sum.dates += u32::from(sign.date);
            sum.authors += u32::from(sign.author);
            sum.labels += u32::from(sign.label);
            sum.prices += u32::from(sign.price);
            sum.far += u32::from(sign.far);
            sum.headings += u32::from(sign.heading);
            let item = tree.get(at).filter(|item| item.element.is_none());
            sum.valid += item.map_or(0, |item| item.valid);
            sum.chars += item.map_or(0, |item| item.chars);
            if sign.far
                && let Some(own) = signs.next_far.get_mut(at)
            {
                *own = at;
            }
        }
        signs.sums.push(sum);
        let mut next = count;
        for slot in signs.next_far.iter_mut().rev() {
            next = next.min(*slot);
            *slot = next;
        }
        signs
    }

    /// The totals of the nodes from `from` up to `to`.
    pub fn between(&self, from: usize, to: usize) -> SignalCounts {
        let at = |n: usize| self.sums.get(n).copied().unwrap_or_default();
        let (a, b) = (at(from), at(to));
        SignalCounts {
            dates: b.dates.saturating_sub(a.dates),
            authors: b.authors.saturating_sub(a.authors),
            labels: b.labels.saturating_sub(a.labels),
            prices: b.prices.saturating_sub(a.prices),
            far: b.far.saturating_sub(a.far),
            headings: b.headings.saturating_sub(a.headings),
            chars: b.chars.saturating_sub(a.chars),
            valid: b.valid.saturating_sub(a.valid),
        }
    }

    /// The first headline from `from` up to `to` that links to another page: its position and a
    /// number for its target.
    pub fn first_far(&self, from: usize, to: usize) -> Option<(usize, u32)> {
        let at = self.next_far.get(from).copied().filter(|at| *at < to)?;
        Some((at, self.targets.get(at).copied().unwrap_or(0)))
    }

    fn read(
        &mut self,
        tree: &BodyTree<'_>,
        words: &KindVocabulary,
        addresses: &mut Addresses<'_>,
        at: usize,
    ) -> Sign {
        let Some(item) = tree.get(at) else {
            return Sign::default();
        };
        let of = |list: &[bool]| list.get(item.parent).copied().unwrap_or(false);
        let (mut beside, mut remark) = (of(&self.beside), of(&self.remark));
        let depth = if at == item.parent {
            0
        } else {
            1 + self.depth.get(item.parent).copied().unwrap_or(0)
        };
        let mut sign = Sign::default();
        if let Some(element) = item.element {
            let name = element.name();
            let names = ["class", "id", "rel", "itemprop"];
            let names = words.named(names.into_iter().filter_map(|part| item.attr(part)));
            let role = item.attr("role").unwrap_or_default();
            let large = item.valid * 2 > tree.valid(0);
            if !large {
                beside |= matches!(name, "nav" | "aside" | "footer" | "menu")
                    || matches!(
                        role,
                        "navigation" | "complementary" | "contentinfo" | "menu"
                    );
                beside |= at > 0 && names.is_beside();
            }
            remark |= at > 0 && names.is_remark();
            sign.author = (1..400).contains(&item.chars) && names.is_author();
            sign.date = name == "time";
            sign.heading =
                matches!(name, "h1" | "h2" | "h3" | "h4" | "h5" | "h6") && item.chars > 0;
            if matches!(name, "pre" | "code") {
                self.code += if in_code(tree, item.parent) {
                    0
                } else {
                    item.chars
                };
            }
            if name == "a"
                && let Some(href) = item.attr("href")
            {
                self.link(tree, words, addresses, at, href, &mut sign);
            }
        } else if item.chars > 0 {
            let text = item.text;
            sign.price = words.is_price(text);
            self.buy |= words.is_buy(text);
            let text = text.trim();
            sign.date = words.is_date(text);
            sign.label = words.is_post_label(text);
        }
        for (list, value) in [(&mut self.beside, beside), (&mut self.remark, remark)] {
            if let Some(slot) = list.get_mut(at) {
                *slot = value;
            }
        }
        if let Some(slot) = self.depth.get_mut(at) {
            *slot = depth;
        }
        sign
    }

    fn link(
        &mut self,
        tree: &BodyTree<'_>,
        words: &KindVocabulary,
        addresses: &mut Addresses<'_>,
        at: usize,
        href: &str,
        sign: &mut Sign,
    ) {
        let Some(item) = tree.get(at) else { return };
        let (columns, digits) = columns(tree, at);
        if columns > 0 && columns <= 4 && digits {
            self.pager += 1;
        }
        if words.is_person(href) {
            sign.author |= columns > 0 && columns <= 40;
            // A long text with a person's address is still a headline.
            if columns < 2 * HEADLINE {
                return;
            }
        }
        let headed = is_headed(tree, item.parent) || holds_heading(tree, at);
        if columns < if headed { IN_HEADING } else { HEADLINE } {
            return;
        }
        if let Some(target) = addresses.far(href) {
            sign.far = true;
            if let Some(slot) = self.targets.get_mut(at) {
                *slot = target;
            }
        }
    }
}

fn in_code(tree: &BodyTree<'_>, parent: usize) -> bool {
    tree.get(parent)
        .is_some_and(|item| matches!(item.name(), "pre" | "code"))
}

/// Whether a heading is at `at` or up to two levels above.
fn is_headed(tree: &BodyTree<'_>, mut at: usize) -> bool {
    for _ in 0..3 {
        let Some(item) = tree.get(at) else { break };
        if matches!(item.name(), "h1" | "h2" | "h3" | "h4" | "h5" | "h6") {
            return true;
        }
        at = item.parent;
    }
    false
}

/// Whether a link contains a heading, as cards that are entirely links do.
fn holds_heading(tree: &BodyTree<'_>, at: usize) -> bool {
    let end = tree.get(at).map_or(at, |item| item.end).min(at + 24);
    tree.items
        .get(at..end)
        .unwrap_or_default()
        .iter()
        .any(|item| matches!(item.name(), "h1" | "h2" | "h3" | "h4" | "h5" | "h6"))
}

/// Columns of the text inside `at`, up to about a hundred, and whether it is digits only.
fn columns(tree: &BodyTree<'_>, at: usize) -> (usize, bool) {
    let end = tree.get(at).map_or(at, |item| item.end);
    let mut columns = 0;
    let mut digits = true;
    for item in tree.items.get(at..end).unwrap_or_default() {
        for c in item.text.chars().filter(|c| !c.is_whitespace()) {
            columns += if u32::from(c) >= 0x2E80 { 2 } else { 1 };
            digits &= c.is_ascii_digit();
            if columns > 200 {
                return (columns, false);
            }
        }
    }
    (columns, digits)
}

/// Link targets, as seen from one page.
struct Addresses<'p> {
    page: &'p Page,
    /// Known addresses with their numbers.
    seen: std::collections::HashMap<String, u32>,
}

impl<'p> Addresses<'p> {
    fn of(page: &'p Page) -> Self {
        Self {
            page,
            seen: std::collections::HashMap::new(),
        }
    }

    /// A number for the page that `href` links to, if it is another one.
    fn far(&mut self, href: &str) -> Option<u32> {
        let href = href.trim();
        if href.is_empty()
            || href.starts_with('#')
            || href.contains("javascript:")
            || href.starts_with("mailto:")
        {
            return None;
        }
        let url = self.page.join(href)?;
        let here = self.page.url();
        let (own, path) = (
            here.path().trim_end_matches('/'),
            url.path().trim_end_matches('/'),
        );
        if url.host_str() == here.host_str() {
            if path == own {
                // A script that serves all pages distinguishes them by the query.
                let script = own.is_empty()
                    || own.ends_with(".php")
                    || own.contains(".asp")
                    || own.ends_with(".jsp")
                    || own.ends_with(".cgi");
                if !script || url.fragment().is_some() || url.query() == here.query() {
                    return None;
                }
            }
            // An address below a top folder is another page; below an article it is part of it.
            let below = path
                .strip_prefix(own)
                .is_some_and(|rest| rest.starts_with('/'));
            let name = own.rsplit('/').next().unwrap_or_default();
            let telling = name.len() >= 12 || name.bytes().all(|b| b.is_ascii_digit());
            if own.matches('/').count() >= 2 && below && telling {
                return None;
            }
        }
        let key = format!(
            "{}{}?{}",
            url.host_str().unwrap_or_default(),
            path,
            url.query().unwrap_or_default()
        );
        let next = u32::try_from(self.seen.len())
            .unwrap_or(u32::MAX)
            .saturating_add(1);
        Some(*self.seen.entry(key).or_insert(next))
    }
}
