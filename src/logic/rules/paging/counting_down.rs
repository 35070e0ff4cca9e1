//! Lists whose pages count down: the newest page stands at the address of the list itself, and
//! each further one has a smaller number, as the comments of many articles do. Input: the links of
//! a page. Output: whether a link goes on to a smaller number.

use super::address::{ParsedAddress, Slot, UrlRelation};
use super::candidate_links::{PagingLink, Rel};
use super::words::{LabelMeaning, LinkLabel};

/// Which way the pages of a list count.
#[derive(Clone, Copy, Debug, Default)]
pub struct Direction {
    /// Whether a link goes on to a greater number than that of the page: it counts up.
    counts_up: bool,
    /// Whether the numbers of its pager count down.
    pager_counts_down: bool,
}

impl Direction {
    /// Which way the pages of `links` count.
    pub fn of(links: &[PagingLink<'_>], pager_counts_down: bool) -> Self {
        Self {
            counts_up: !pager_counts_down && links.iter().any(goes_up),
            pager_counts_down,
        }
    }

    /// Whether `link` goes back in a list that counts down.
    pub fn is_against(self, link: &PagingLink<'_>) -> bool {
        self.pager_counts_down && rises(link)
    }

    /// The numbers from which and to which `link` goes on downwards: it is said to lead to older
    /// items, and nothing on the page says that greater numbers do.
    pub fn step_down(self, link: &PagingLink<'_>) -> Option<(u64, u64)> {
        if self.counts_up || !says_older(link) {
            return None;
        }
        match link.relation {
            UrlRelation::Page {
                from: Some(from),
                to,
                ..
            } if to.checked_add(1) == Some(from) && to > 0 => Some((from, to)),
            _ => None,
        }
    }

    /// The number to which `link` leads from the newest page, which has none itself.
    pub fn begins_above(self, link: &PagingLink<'_>) -> Option<u64> {
        match link.relation {
            UrlRelation::Page { from: None, to, .. } if to > 2 && says_older(link) => Some(to),
            _ => None,
        }
    }
}

/// Whether `link` says that it goes on, and has a greater number than the page.
fn goes_up(link: &PagingLink<'_>) -> bool {
    let goes_on = matches!(
        link.meaning(),
        Some(LabelMeaning::Next | LabelMeaning::NextPage | LabelMeaning::Older)
    );
    (goes_on || link.rel == Rel::Next) && rises(link)
}

fn rises(link: &PagingLink<'_>) -> bool {
    matches!(link.relation, UrlRelation::Page { from: Some(from), to, .. } if to > from)
}

/// Whether its words lead to older items, and to nothing else: "previous posts" may be either.
fn says_older(link: &PagingLink<'_>) -> bool {
    let is_back = |word: &str| LinkLabel::read(word).meaning == Some(LabelMeaning::Previous);
    link.text.meaning == Some(LabelMeaning::Older) && !link.text.words.split(' ').any(is_back)
}

/// Whether the greatest number of a pager, whose other entries have the address of `slot` and
/// `numbers`, stands at the address without a number: by a link, or by the mark of the open page.
pub fn pager_counts_down(
    own: &ParsedAddress,
    links: &[PagingLink<'_>],
    (slot, numbers): (&Slot, &[u32]),
    mark: Option<u32>,
) -> bool {
    let Some(bare) = slot.without.as_deref() else {
        return false;
    };
    let Some(greatest) = numbers.iter().copied().max() else {
        return false;
    };
    let is_newest = |number: Option<u32>| number.is_some_and(|number| number > greatest);
    // A first page that is linked by its number stands at another address than the newest one.
    let is_own = own.plain() == bare && is_newest(mark) && numbers.contains(&1);
    let linked = links.iter().any(|link| {
        link.address.plain() == bare && is_newest(link.text.number.or(link.hint.number))
    });
    is_own || linked
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::super::next_page;
    use crate::page::Page;

    const ROOT: &str = "http://a.example";

    /// The pages that are read one after the other from the newest one, which `make` writes as
    /// page `None`.
    fn walked(
        path: impl Fn(Option<u32>) -> String,
        make: impl Fn(Option<u32>) -> String,
    ) -> Vec<String> {
        let mut read = vec![path(None)];
        let mut number = None;
        while read.len() < 20 {
            let url = Url::parse(&format!("{ROOT}{}", path(number))).expect("an address");
            let Some(next) = next_page(&Page::parse(&make(number), &url)) else {
                break;
            };
            let next = next.target.as_str().replacen(ROOT, "", 1);
            number = (1..20).find(|number| path(Some(*number)) == next);
            read.push(next);
        }
        read
    }

    fn expected(path: impl Fn(Option<u32>) -> String, newest: u32) -> Vec<String> {
        std::iter::once(None)
            .chain((1..newest).rev().map(Some))
            .map(path)
            .collect()
    }

    fn in_path(number: Option<u32>) -> String {
        number.map_or("/2026/post/".to_owned(), |n| {
            format!("/2026/post/comment-page-{n}/")
        })
    }

    fn in_query(number: Option<u32>) -> String {
        number.map_or("/post?id=417".to_owned(), |n| {
            format!("/post?id=417&cpage={n}")
        })
    }

    #[test]
    fn older_comments_are_read_down_to_the_first_page() {
        for (older, newer) in [
            ("Older comments", "Newer comments"),
            ("← Older Comments", "Newer Comments →"),
            ("较早的评论", "较新的评论"),
            ("Ältere Kommentare", "Neuere Kommentare"),
        ] {
            for path in [in_path as fn(Option<u32>) -> String, in_query] {
                for newest in [2, 3, 8, 11] {
                    let make = |number: Option<u32>| {
                        let at = number.unwrap_or(newest);
                        let older = match at {
                            1 => String::new(),
                            at => format!("<a href='{}#comments'>{older}</a>", path(Some(at - 1))),
                        };
                        let newer = match number {
                            None => String::new(),
                            Some(at) if at + 1 == newest => {
                                format!("<a href='{}#comments'>{newer}</a>", path(None))
                            }
                            Some(at) => {
                                format!("<a href='{}#comments'>{newer}</a>", path(Some(at + 1)))
                            }
                        };
                        format!("<p>Text</p><nav class=comment-navigation>{older}{newer}</nav>")
                    };
                    assert_eq!(walked(path, make), expected(path, newest), "{older}");
                }
            }
        }
    }

    #[test]
    fn a_pager_whose_greatest_number_has_the_bare_address_counts_down() {
        let newest = 8;
        for words in [("« Previous", "Next »"), ("«", "»"), ("上一页", "下一页")] {
            let make = |number: Option<u32>| {
                let at = number.unwrap_or(newest);
                let address = |n: u32| in_path((n < newest).then_some(n));
                let mut pager = String::new();
                if at > 1 {
                    pager += &format!("<a class=prev href='{}'>{}</a>", address(at - 1), words.0);
                }
                for n in 1..=newest {
                    pager += &match n == at {
                        true => format!("<span class=current aria-current=page>{n}</span>"),
                        false if n == 1 || n == newest || n.abs_diff(at) < 3 => {
                            format!("<a href='{}'>{n}</a>", address(n))
                        }
                        false => String::new(),
                    };
                }
                if at < newest {
                    pager += &format!("<a class=next href='{}'>{}</a>", address(at + 1), words.1);
                }
                format!("<p>Text</p><div class=pagination>{pager}</div>")
            };
            assert_eq!(
                walked(in_path, make),
                expected(in_path, newest),
                "{words:?}"
            );
        }
    }

    #[test]
    fn back_links_of_lists_that_count_up_lead_nowhere() {
        let next = |path: &str, source: &str| {
            let url = Url::parse(&format!("{ROOT}{path}")).expect("an address");
            next_page(&Page::parse(source, &url)).map(|next| next.target.path().to_owned())
        };
        // The last page: what came before may be said to be previous or older.
        let back = "<nav class=pager><a href='/page/8/'>Previous posts</a></nav>";
        assert_eq!(next("/page/9/", back), None);
        let both = "<nav class=pager><a href='/page/2/'>Older posts</a><a href='/page/4/'>Next page</a></nav>";
        assert_eq!(next("/page/3/", both).as_deref(), Some("/page/4/"));
        let up =
            "<nav class=pager><a href='/page/2/'>Newer</a><a href='/page/4/'>Older posts</a></nav>";
        assert_eq!(next("/page/3/", up).as_deref(), Some("/page/4/"));
        let numbers = "<nav class=pager><a href='/'>1</a> <a href='/page/2/'>2</a> <b class=current>3</b></nav>";
        assert_eq!(next("/page/3/", numbers), None);
    }
}
