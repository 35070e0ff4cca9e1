//! The same site after a redesign: the same texts at the same addresses in other markup. Used to
//! demonstrate and test repair. Input: articles. Output: the parts of pages that differ.

use super::content::Article;
use super::pages::{article_path, day, escape};

/// An article on the list.
pub(super) fn teaser(article: &Article) -> String {
    let first = article.paragraphs().next().unwrap_or_default();
    let lead: String = first.chars().take(90).collect();
    format!(
        "<div class=\"card\" lang=\"{}\"><div class=\"card-head\"><span class=\"signed\">{}</span> <span class=\"posted\" title=\"{}\">{}</span></div><h3 class=\"card-title\"><a class=\"card-link\" href=\"{}\">{}</a></h3><div class=\"lead\">{}…</div></div>\n",
        article.language,
        escape(&article.author),
        article.date,
        day(article),
        article_path(article),
        escape(&article.title),
        escape(&lead)
    )
}

/// The list with its link to the next page.
pub(super) fn list(teasers: &str, next: Option<&str>) -> String {
    let next = next.map_or_else(String::new, |path| {
        format!(
            "<nav class=\"pager\"><a class=\"pager-next\" href=\"{path}\">Next 下一页</a></nav>"
        )
    });
    format!("<section class=\"cards\">\n{teasers}</section>\n{next}")
}

/// The body of an article's page.
pub(super) fn article(article: &Article) -> String {
    let paragraphs: String = article
        .paragraphs()
        .map(|paragraph| format!("<p>{}</p>\n", escape(paragraph)))
        .collect();
    let tags = article.tags.iter().map(|tag| escape(tag));
    let tags: Vec<String> = tags.collect();
    format!(
        "<div class=\"piece\">\n<header class=\"piece-head\"><span class=\"posted\" title=\"{}\">{}</span><h2 class=\"piece-title\">{}</h2><div class=\"signed\">{}</div></header>\n<section class=\"piece-text\">\n{paragraphs}</section>\n<footer class=\"filed\">{}</footer>\n</div>",
        article.date,
        day(article),
        escape(&article.title),
        escape(&article.author),
        tags.join(", ")
    )
}
