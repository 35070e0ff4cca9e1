//! The ready rules that come with the program, for the software that many sites are made with.
//! Input: a page. Output: the rule for its software, with the site's own name and addresses. It
//! reads the page only and sends no requests.

use crate::page::Page;
use crate::rules::{RuleErrors, parse, rewrite};
use crate::select::{Selector, SelectorKind};

/// Bytes of a page's source in which marks of its software are looked for.
const MAX_SOURCE: usize = 256 * 1024;
/// The maximum number of boards that one site starts at.
const MAX_BOARDS: usize = 50;

/// A ready rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShippedRule {
    /// The software, as it calls itself.
    pub software: &'static str,
    /// Whether the software is that of a forum.
    pub is_forum: bool,
    text: &'static str,
    /// Beginning of the `generator` that the software declares, lower case; empty without one.
    generator: &'static str,
    /// Texts in the page's source that only this software writes.
    marks: &'static [&'static str],
    /// CSS of the links to boards on a forum's front page; empty without one.
    boards: &'static str,
}

macro_rules! shipped {
    ($file:literal, $software:literal, $forum:literal, $generator:literal, $marks:expr, $boards:literal) => {
        ShippedRule {
            software: $software,
            is_forum: $forum,
            text: include_str!(concat!("../../../rules/", $file, ".toml")),
            generator: $generator,
            marks: &$marks,
            boards: $boards,
        }
    };
}

/// All of them; those that declare themselves precede those known by their marks.
const SHIPPED: [ShippedRule; 15] = [
    shipped!("blogger", "Blogger", false, "blogger", [], ""),
    shipped!(
        "discourse",
        "Discourse",
        true,
        "discourse",
        [],
        ".category-list a.category-title-link, .category-list h3 a"
    ),
    shipped!(
        "discuz",
        "Discuz!",
        true,
        "discuz",
        [],
        ".fl_tb h2 a, .fl_g dt a, .bm_c h2 a"
    ),
    shipped!("docusaurus", "Docusaurus", false, "docusaurus", [], ""),
    shipped!("ghost", "Ghost", false, "ghost ", [], ""),
    shipped!("hugo", "Hugo", false, "hugo ", [], ""),
    shipped!("mediawiki", "MediaWiki", false, "mediawiki", [], ""),
    shipped!("pelican", "Pelican", false, "pelican", [], ""),
    shipped!(
        "vbulletin",
        "vBulletin",
        true,
        "vbulletin",
        [],
        ".forumtitle a, td.alt1Active a[href*=forumdisplay]"
    ),
    shipped!(
        "wordpress",
        "WordPress",
        false,
        "wordpress",
        ["/wp-content/", "/wp-includes/"],
        ""
    ),
    shipped!(
        "phpbb",
        "phpBB",
        true,
        "phpbb",
        ["id=\"phpbb\"", "https://www.phpbb.com/"],
        "a.forumtitle"
    ),
    shipped!(
        "django-machina",
        "Django-machina",
        true,
        "",
        ["/machina.board_theme", "/js/machina."],
        "a.forum-name-link, .forum-name a"
    ),
    shipped!(
        "xenforo",
        "XenForo",
        true,
        "",
        ["id=\"XF\"", "id=\"XenForo\""],
        ".node-title a, .nodeTitle a"
    ),
    shipped!(
        "invision",
        "Invision Community",
        true,
        "",
        ["ipsDataItem", "ipsLayout_"],
        ".ipsDataItem_title a[href*='/forum/']"
    ),
    shipped!(
        "sphinx",
        "Sphinx",
        false,
        "",
        ["_static/documentation_options.js"],
        ""
    ),
];

impl ShippedRule {
    /// The rule for the software of `page`, if it is known.
    pub fn of_page(page: &Page) -> Option<Self> {
        let generator = page
            .elements()
            .filter(|element| element.value().name() == "meta")
            .find(|element| {
                let name = element.attr("name").unwrap_or_default();
                name.eq_ignore_ascii_case("generator")
            })
            .and_then(|element| element.attr("content"))
            .map(|content| content.trim().to_lowercase())
            .unwrap_or_default();
        // "Ghost 6.2" begins with "ghost ", and so does "Ghost" with a space after it.
        let generator = format!("{generator} ");
        let declared =
            |rule: &&Self| !rule.generator.is_empty() && generator.starts_with(rule.generator);
        let source = page.source();
        let source = source
            .get(..source.floor_char_boundary(MAX_SOURCE))
            .unwrap_or(source);
        let marked = |rule: &&Self| rule.marks.iter().any(|mark| source.contains(mark));
        SHIPPED
            .iter()
            .find(declared)
            .or_else(|| SHIPPED.iter().find(marked))
            .copied()
    }

    /// The text of the rule for a site called `name` that begins at `starts`.
    ///
    /// # Errors
    /// When an address is none.
    pub fn text_for(&self, name: &str, starts: &[String]) -> Result<String, RuleErrors> {
        let mut file = parse(self.text)?.file().clone();
        name.clone_into(&mut file.site.name);
        file.site.start = starts.to_vec();
        rewrite(self.text, &file)
    }

    /// The boards that a forum's front page links to, in page order, with their names.
    pub fn boards(&self, page: &Page) -> Vec<(String, String)> {
        let mut found: Vec<(String, String)> = Vec::new();
        let selector = Selector::compile(SelectorKind::Css, self.boards);
        let links = selector.map(|selector| selector.matching(page, None));
        for index in links.unwrap_or_default() {
            let Some(element) = page.element(index) else {
                continue;
            };
            let Some(url) = element.attr("href").and_then(|href| page.join(href)) else {
                continue;
            };
            let url = String::from(url);
            let name = crate::page::collapse(&crate::page::inner_text(page, index));
            let is_known = found.iter().any(|(known, _)| *known == url);
            if !is_known && !name.is_empty() && found.len() < MAX_BOARDS {
                found.push((url, name));
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::*;

    fn page(html: &str) -> Page {
        Page::parse(html, &Url::parse("https://a.example/").unwrap())
    }

    #[test]
    fn every_ready_rule_takes_a_name_and_addresses() {
        for rule in SHIPPED {
            let starts = ["https://a.example/b".to_owned()];
            let text = rule.text_for("Own name", &starts).expect(rule.software);
            let made = parse(&text).expect(rule.software);
            assert_eq!(made.file().site.name, "Own name");
            assert_eq!(made.file().site.start, starts);
        }
    }

    #[test]
    fn software_is_known_by_what_it_declares_or_writes() {
        let known = |html: &str| ShippedRule::of_page(&page(html)).map(|rule| rule.software);
        assert_eq!(
            known("<meta name=Generator content='Ghost 6.2'>"),
            Some("Ghost")
        );
        assert_eq!(
            known("<link href='/wp-includes/css/a.css' rel=stylesheet>"),
            Some("WordPress")
        );
        assert_eq!(known("<meta name=generator content='Ghostwriter'>"), None);
        assert_eq!(known("<p>phpBB is a forum program</p>"), None);
    }

    #[test]
    fn boards_are_named_once() {
        let forum = page(
            "<body id=\"phpbb\"><a class=forumtitle href=/f1>One</a><a class=forumtitle href=/f1>One</a>\
             <a class=forumtitle href=/f2>Two</a>",
        );
        let rule = ShippedRule::of_page(&forum).expect("phpBB");
        let names: Vec<String> = rule.boards(&forum).into_iter().map(|(_, n)| n).collect();
        assert_eq!(names, ["One", "Two"]);
    }
}
