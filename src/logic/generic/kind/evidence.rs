//! The evidence for a page's kind as plain numbers between about 0 and 3, so that one weight each
//! expresses its value. Input: features, signs, groups, declarations. Output: named numbers
//! and the matching sentences. Decides nothing.

use super::PageType;
use super::hints::{self, HeadingHints, KindMentions};
use super::node_signals::Signs;
use super::repeated_structures::{MemberGroup, Repeated};
use crate::generic::features::{BodyTree, ratio};
use crate::generic::metadata::declared::Declared;
use crate::messages::Message;
use crate::page::Page;

/// The share of posts with a name or a time from which people are speaking.
const SOME: f64 = 0.25;
/// The number of priced records with links elsewhere from which a page is a shop's list.
const SHOP: usize = 8;

/// The evidence for each kind.
#[derive(Debug, Default)]
pub(super) struct KindEvidence {
    /// Characters of the page.
    pub chars: f64,
    /// Valid characters.
    pub valid: f64,
    /// Teasers in the best group of them.
    pub teasers: usize,
    /// Posts in the best group of posts.
    pub posts: usize,
    /// Headlines that link to other pages.
    pub far: usize,
    /// Whether nearly all text is in signed and dated posts without links elsewhere.
    pub clear_posts: bool,
    /// Whether there is evidence that people write the posts: names, times, forum words.
    pub people: bool,
    /// Whether there is a data table or many short records.
    pub rows: bool,
    numbers: Vec<(&'static str, f64)>,
    said: KindMentions,
    buy: bool,
    priced: bool,
    code_share: f64,
    manual: bool,
    forum: bool,
    url_list: bool,
    long_text: usize,
    shop: bool,
    /// Whether a long text is above what people say, in boxes named as comments, and nothing
    /// suggests a forum.
    pub remarked: bool,
}

/// Characters of prose from which posts below it are comments.
const REMARKED: usize = 600;

/// Columns up to which a title is that of a section, as on lists, and from which it is a headline.
const SHORT_TITLE: usize = 16;
/// See [`SHORT_TITLE`].
const LONG_TITLE: usize = 36;

impl KindEvidence {
    /// Counts without weighting.
    pub fn of(
        page: &Page,
        tree: &BodyTree<'_>,
        declared: &Declared,
        signs: &Signs,
        repeated: &Repeated,
    ) -> Self {
        let valid = tree.valid(0);
        let (chars, links) = tree
            .get(0)
            .map_or((0, 0), |body| (body.chars, body.link_chars));
        let said = KindMentions::of(page, declared);
        let (long_text, headed) = longest(tree, signs, repeated, false);
        let (any_text, _) = longest(tree, signs, repeated, true);
        let outside = outside(tree, repeated);
        let in_posts = repeated.posts.valid;
        let software = hints::software(page, tree, declared);
        let [url_thread, url_list, url_article] = hints::address(page);
        let heading = HeadingHints::of(page, declared, tree, signs);
        let whole = signs.between(0, tree.items.len());
        let teasers = &repeated.teasers;
        let posts = &repeated.posts;
        // A Chinese character says about as much as two and a half letters.
        let wide = wide_share(tree);
        let dense = |count: usize| count + count * 3 * wide / 200;
        let flag = |on: bool| if on { 1.0 } else { 0.0 };
        let calls_itself_article = said.article > 0 || said.og_article;
        let shop = if calls_itself_article {
            0
        } else {
            priced(teasers).max(priced(&repeated.rows))
        };
        let one = |n: usize| flag(n == 1);
        let several = |n: usize| flag(n >= 3);
        let numbers = vec![
            ("text_log", log(dense(valid))),
            ("long_text_log", log(dense(long_text))),
            ("long_text_share", ratio(long_text, any_text.max(1))),
            ("long_text_all", ratio(long_text, valid)),
            ("link_share", ratio(links, chars)),
            ("outside_share", ratio(outside, valid)),
            ("outside_log", log(dense(outside))),
            ("teasers_log", log(teasers.members.len())),
            ("teasers_share", ratio(teasers.chars, chars)),
            ("teasers_valid", ratio(teasers.valid, valid)),
            ("teasers_dated", teasers.dated),
            ("teasers_score", teasers.score.sqrt()),
            (
                "teaser_text_log",
                log(dense(teasers.valid / teasers.members.len().max(1))),
            ),
            ("far_log", log(whole.far as usize)),
            (
                "far_per_text",
                ratio(100 * whole.far as usize, dense(valid) + 1).min(3.0),
            ),
            ("posts_log", log(posts.members.len())),
            ("posts_share", ratio(in_posts, valid)),
            ("posts_score", posts.score.min(2.0)),
            ("posts_signed", posts.signed),
            ("posts_dated", posts.dated),
            ("posts_labelled", posts.labelled),
            ("posts_leading", posts.leading),
            ("posts_remarks", posts.remarks * ratio(in_posts, valid)),
            (
                "posts_many",
                flag(posts.members.len() >= 4) * ratio(in_posts, valid),
            ),
            ("labels_log", log(whole.labels as usize)),
            ("prices_log", log(whole.prices as usize)),
            ("teasers_priced", teasers.priced),
            ("rows_log", log(repeated.rows.members.len())),
            ("rows_share", ratio(repeated.rows.chars, chars)),
            ("rows_score", repeated.rows.score.min(1.0)),
            ("rows_priced", repeated.rows.priced),
            ("titled_text", flag(heading.titled) * log(dense(long_text))),
            ("said_article", flag(said.article > 0)),
            ("said_articles", several(said.article)),
            ("og_article", flag(said.og_article)),
            ("one_article", one(articles(tree))),
            ("articles", several(articles(tree))),
            ("said_thread", flag(said.thread > 0)),
            ("said_list", flag(said.list > 0)),
            ("said_product", flag(said.product > 0)),
            ("url_thread", flag(url_thread)),
            ("url_list", flag(url_list)),
            ("url_article", flag(url_article)),
            ("forum", flag(software.0)),
            ("pager", ratio(signs.pager.min(10), 10)),
            ("next", flag(declared.goes_on)),
            ("heading_titled", flag(heading.titled)),
            ("heading_linked", heading.linked),
            ("headings_near_text", flag(headed)),
            ("title_log", log(heading.columns)),
            ("title_short", flag(heading.columns <= SHORT_TITLE)),
            ("title_long", flag(heading.columns >= LONG_TITLE)),
            ("og_other", flag(said.og_other)),
            ("dated", flag(hints::is_dated(declared))),
            ("signed", flag(hints::is_signed(declared))),
            ("shop", log(shop)),
        ];
        Self {
            chars: ratio(chars, 1),
            valid: ratio(valid, 1),
            teasers: teasers.members.len(),
            posts: posts.members.len(),
            far: whole.far as usize,
            clear_posts: posts.members.len() >= 3
                && ratio(in_posts, valid) >= 0.7
                && posts.signed >= 0.9
                && posts.dated >= 0.9
                && posts.leading <= 0.1
                && posts.remarks < 0.5
                && teasers.members.len() < 3
                && said.article == 0
                && !said.og_article,
            people: posts.signed.max(posts.dated).max(posts.labelled) >= SOME
                || whole.labels > 0
                || said.thread > 0
                || software.0
                || url_thread,
            rows: is_table(tree) || repeated.rows.members.len() >= 8,
            numbers,
            said,
            buy: signs.buy,
            priced: whole.prices > 0,
            code_share: ratio(signs.code, chars),
            manual: software.1,
            forum: software.0,
            url_list,
            long_text,
            shop: shop >= SHOP && whole.prices as usize >= SHOP,
            remarked: posts.remarks >= 0.8
                && dense(long_text) >= REMARKED
                && said.thread == 0
                && !software.0
                && !url_thread,
        }
    }

    /// Whether it shows many priced items, each with a page of its own.
    pub fn is_shop_list(&self) -> bool {
        self.shop && !(self.said.product > 0 && self.buy && self.teasers < 12)
    }

    /// The numbers by name.
    pub fn named(&self) -> Vec<(&'static str, f64)> {
        self.numbers.clone()
    }

    /// Whether the page sells one thing.
    pub fn is_product(&self) -> bool {
        self.said.product > 0
            && self.said.list == 0
            && self.said.article == 0
            && (self.buy || self.priced)
            || self.buy
                && self.priced
                && self.said.article == 0
                && self.teasers < 12
                && !self.said.og_article
                && self.said.list == 0
    }

    /// Whether the page is one of a manual.
    pub fn is_documentation(&self) -> bool {
        self.manual || (self.code_share > 0.25 && !self.said.og_article && self.said.article == 0)
    }

    /// The evidence for `kind`, as sentences.
    pub fn why(&self, kind: PageType) -> Vec<Message> {
        let mut why = Vec::new();
        match kind {
            PageType::Article => {
                why.push(Message::new("generic-kind-text").with("count", self.long_text));
                if self.said.article > 0 || self.said.og_article {
                    why.push(Message::new("generic-kind-said"));
                }
            }
            PageType::Thread => {
                why.push(Message::new("generic-kind-posts").with("count", self.posts));
                if self.forum {
                    why.push(Message::new("generic-kind-forum"));
                }
                if self.said.thread > 0 {
                    why.push(Message::new("generic-kind-said"));
                }
            }
            PageType::List => {
                why.push(Message::new("generic-kind-teasers").with("count", self.teasers));
                if self.said.list > 0 {
                    why.push(Message::new("generic-kind-said"));
                }
                if self.url_list {
                    why.push(Message::new("generic-kind-address"));
                }
            }
            PageType::Documentation => why.push(Message::new("generic-kind-manual")),
            PageType::Product => why.push(Message::new("generic-kind-product")),
            PageType::Nothing => why.push(Message::new("generic-kind-nothing")),
        }
        why
    }
}

/// The percentage of valid characters that are wide, estimated from the first texts.
fn wide_share(tree: &BodyTree<'_>) -> usize {
    let (mut all, mut wide) = (0, 0);
    for item in tree
        .items
        .iter()
        .filter(|item| item.element.is_none() && item.valid > 0)
    {
        all += item.valid;
        wide += item
            .text
            .chars()
            .filter(|c| u32::from(*c) >= 0x2E80)
            .count();
        if all > 4_000 {
            break;
        }
    }
    (100 * wide).checked_div(all).unwrap_or(0).min(100)
}

/// The base-10 logarithm of a count, 0 for none.
#[allow(clippy::cast_precision_loss, reason = "counts")]
fn log(count: usize) -> f64 {
    (1.0 + count as f64).log10()
}

/// The maximum number of valid characters in adjacent paragraphs of one box; those in short teasers
/// and in comments count only with `all`. Also whether a heading is right above them or in the same
/// box.
fn longest(tree: &BodyTree<'_>, signs: &Signs, repeated: &Repeated, all: bool) -> (usize, bool) {
    let mut held = vec![0_usize; tree.items.len()];
    for (at, item) in tree.items.iter().enumerate() {
        if item.element.is_some() || item.valid == 0 {
            continue;
        }
        let of = |list: &[bool]| list.get(at).copied().unwrap_or(false);
        if !all && (of(&repeated.in_teasers) || of(&signs.remark) || of(&signs.beside)) {
            continue;
        }
        // A text counts for the box around its paragraph.
        let mut up = item.parent;
        for _ in 0..6 {
            let Some(above) = tree.get(up) else { break };
            let inner = matches!(
                above.name(),
                "p" | "span"
                    | "b"
                    | "i"
                    | "em"
                    | "strong"
                    | "font"
                    | "a"
                    | "u"
                    | "blockquote"
                    | "li"
                    | "ul"
                    | "ol"
                    | "mark"
                    | "small"
                    | "big"
                    | "code"
                    | "center"
                    | "h2"
                    | "h3"
                    | "h4"
            );
            if !inner || up == above.parent {
                break;
            }
            up = above.parent;
        }
        if let Some(sum) = held.get_mut(up) {
            *sum += item.valid;
        }
    }
    // Texts split over adjacent boxes: half of their content is added to the parent once.
    let direct = held.clone();
    for (at, item) in tree.items.iter().enumerate().rev() {
        let own = direct.get(at).copied().unwrap_or(0);
        if own > 0
            && item.parent != at
            && let Some(sum) = held.get_mut(item.parent)
        {
            *sum += own / 2;
        }
    }
    let best = held
        .iter()
        .enumerate()
        .max_by_key(|(at, sum)| (**sum, std::cmp::Reverse(*at)));
    let Some((at, sum)) = best else {
        return (0, false);
    };
    let end = tree.get(at).map_or(at, |item| item.end);
    let from = at.saturating_sub(60);
    let whole = signs.between(from, end);
    (*sum, whole.headings > 0)
}

/// The number of group members with a price.
fn priced(group: &MemberGroup) -> usize {
    (group.priced * group.members.len() as f64).round() as usize
}

/// Valid characters outside short teasers.
fn outside(tree: &BodyTree<'_>, repeated: &Repeated) -> usize {
    tree.items
        .iter()
        .zip(&repeated.in_teasers)
        .filter(|(item, inside)| item.element.is_none() && !**inside)
        .map(|(item, _)| item.valid)
        .sum()
}

/// The number of `<article>`s that are not nested in another.
fn articles(tree: &BodyTree<'_>) -> usize {
    let mut count = 0;
    let mut past = 0;
    for (at, item) in tree.items.iter().enumerate() {
        if at >= past && item.name() == "article" && item.chars > 0 {
            count += 1;
            past = item.end;
        }
    }
    count
}

/// Whether a table with rows of several short cells holds a good part of the page.
fn is_table(tree: &BodyTree<'_>) -> bool {
    let all = tree.get(0).map_or(0, |body| body.chars);
    tree.items.iter().enumerate().any(|(at, item)| {
        matches!(item.name(), "tbody" | "table")
            && item.chars * 3 >= all
            && tree
                .children(at)
                .filter(|row| tree.get(*row).is_some_and(|r| r.name() == "tr"))
                .count()
                >= 4
    })
}
