//! The pages of the sample site as HTML and RSS.

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::content::{Article, articles, review, thread};
use super::redesign;

/// Teasers per list page.
pub const PER_PAGE: usize = 12;
/// Posts per forum page.
pub const POSTS_PER_PAGE: usize = 5;

const FRAME: &str = include_str!("../../../assets/sample-site/page.html");

/// List page `number`, from 1, in its original or redesigned markup.
pub fn list(number: usize, redesigned: bool) -> Option<String> {
    let last = articles().len().div_ceil(PER_PAGE);
    let teasers = articles().chunks(PER_PAGE).nth(number.checked_sub(1)?)?;
    if redesigned {
        let teasers: String = teasers.iter().map(redesign::teaser).collect();
        let next = (number < last).then(|| list_path(number + 1));
        let body = redesign::list(&teasers, next.as_deref());
        return Some(frame("en", "News", "", &body));
    }
    let mut body: String = teasers.iter().map(teaser).collect();
    body.push_str("<div class=\"pages\">");
    if number > 1 {
        let previous = number - 1;
        body.push_str(&format!(
            "<a class=\"newer\" href=\"{}\">← Newer 上一页</a>",
            list_path(previous)
        ));
    }
    body.push_str(&format!("<span>{number} / {last}</span>"));
    if number < last {
        body.push_str(&format!(
            "<a class=\"older\" rel=\"next\" href=\"{}\">Older 下一页 →</a>",
            list_path(number + 1)
        ));
    }
    body.push_str("</div>");
    Some(frame("en", "News", "", &body))
}

/// The only list page of the review, in its original or redesigned markup.
pub fn review_list(redesigned: bool) -> String {
    let body = if redesigned {
        let teasers: String = review().iter().map(redesign::teaser).collect();
        redesign::list(&teasers, None)
    } else {
        review().iter().map(teaser).collect()
    };
    frame("en", "Review", "", &body)
}

/// The article page of `slug` in the news, in its original or redesigned markup.
pub fn article(slug: &str, redesigned: bool) -> Option<String> {
    page_of(articles(), slug, redesigned)
}

/// The article page of `slug` in the review, in its original or redesigned markup.
pub fn review_article(slug: &str, redesigned: bool) -> Option<String> {
    page_of(review(), slug, redesigned)
}

fn page_of(all: &[Article], slug: &str, redesigned: bool) -> Option<String> {
    let article = all.iter().find(|a| a.slug == slug)?;
    if redesigned {
        let body = redesign::article(article);
        return Some(frame(&article.language, &article.title, "", &body));
    }
    let paragraphs: String = article
        .paragraphs()
        .map(|p| format!("<p>{}</p>\n", escape(p)))
        .collect();
    let tags: String = article
        .tags
        .iter()
        .map(|t| format!("<li>{}</li>", escape(t)))
        .collect();
    let body = format!(
        "<article class=\"story\">\n<h1>{}</h1>\n<p class=\"meta\">By <span class=\"author\">{}</span> · <time datetime=\"{}\">{}</time></p>\n<div class=\"words\">\n{paragraphs}</div>\n<ul class=\"tags\">{tags}</ul>\n</article>",
        escape(&article.title),
        escape(&article.author),
        article.date,
        day(article),
    );
    let head = format!(
        "<meta name=\"author\" content=\"{}\">\n<meta property=\"article:published_time\" content=\"{}\">\n",
        escape(&article.author),
        article.date
    );
    Some(frame(&article.language, &article.title, &head, &body))
}

/// Page `number`, from 1, of the forum thread.
pub fn forum(number: usize) -> Option<String> {
    let thread = thread();
    let first = number.checked_sub(1)?.checked_mul(POSTS_PER_PAGE)?;
    let posts = thread.posts.chunks(POSTS_PER_PAGE).nth(number - 1)?;
    let mut body = format!("<h1>{}</h1>\n", escape(&thread.title));
    for (place, post) in posts.iter().enumerate() {
        let floor = first + place + 1;
        let quote = post.quote.as_ref().map_or_else(String::new, |q| {
            format!("<blockquote>{}</blockquote>", escape(q))
        });
        body.push_str(&format!(
            "<section class=\"post\" id=\"post-{floor}\"><aside><b class=\"name\">{}</b><time datetime=\"{}\">#{floor}</time></aside><div class=\"words\">{quote}<p>{}</p></div></section>\n",
            escape(&post.author),
            post.date,
            escape(&post.text)
        ));
    }
    if number < thread.posts.len().div_ceil(POSTS_PER_PAGE) {
        body.push_str(&format!(
            "<div class=\"pages\"><a rel=\"next\" href=\"/forum/benches?page={}\">Next page 下一页</a></div>",
            number + 1
        ));
    }
    Some(frame("en", &thread.title, "", &body))
}

/// The feed (RSS 2.0) of the newest articles; `origin` is `http://host:port`.
pub fn feed(origin: &str) -> String {
    let items: String = articles()
        .iter()
        .take(20)
        .map(|a| {
            format!(
                "<item><title>{}</title><link>{origin}{}</link><guid>{origin}{}</guid><pubDate>{}</pubDate><author>{}</author><description>{}</description></item>\n",
                escape(&a.title),
                article_path(a),
                article_path(a),
                rfc2822(a),
                escape(&a.author),
                escape(a.paragraphs().next().unwrap_or_default()),
            )
        })
        .collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<rss version=\"2.0\"><channel><title>Harbour Gazette</title><link>{origin}/</link><description>News of a town that does not exist</description>\n{items}</channel></rss>\n"
    )
}

fn teaser(article: &Article) -> String {
    let first = article.paragraphs().next().unwrap_or_default();
    let lead: String = first.chars().take(140).collect();
    format!(
        "<article class=\"teaser\" lang=\"{}\"><h2><a href=\"{}\">{}</a></h2><p class=\"meta\"><time datetime=\"{}\">{}</time> · {}</p><p>{}…</p></article>\n",
        article.language,
        article_path(article),
        escape(&article.title),
        article.date,
        day(article),
        escape(&article.author),
        escape(&lead)
    )
}

pub(super) fn article_path(article: &Article) -> String {
    format!("/{}/{}.html", article.folder, article.slug)
}

fn list_path(number: usize) -> String {
    if number == 1 {
        "/".to_owned()
    } else {
        format!("/page/{number}/")
    }
}

/// The day in the format of the article's language.
pub(super) fn day(article: &Article) -> String {
    let date = article.date.get(..10).unwrap_or_default();
    let mut parts = date.split('-');
    let (Some(year), Some(month), Some(day)) = (parts.next(), parts.next(), parts.next()) else {
        return date.to_owned();
    };
    let (month, day) = (month.trim_start_matches('0'), day.trim_start_matches('0'));
    if article.language == "zh" {
        return format!("{year}年{month}月{day}日");
    }
    let names = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    let name = month
        .parse::<usize>()
        .ok()
        .and_then(|m| names.get(m.wrapping_sub(1)))
        .unwrap_or(&"");
    format!("{day} {name} {year}")
}

fn rfc2822(article: &Article) -> String {
    article
        .date
        .parse::<Timestamp>()
        .ok()
        .and_then(|t| jiff::fmt::rfc2822::to_string(&t.to_zoned(TimeZone::UTC)).ok())
        .unwrap_or_default()
}

fn frame(language: &str, title: &str, head: &str, body: &str) -> String {
    FRAME
        .replace("{language}", language)
        .replace("{title}", &escape(title))
        .replace("{head}", head)
        .replace("{body}", body)
}

pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_end_where_the_articles_end() {
        assert!(list(0, false).is_none());
        assert!(list(1, false).is_some_and(|p| p.contains("rel=\"next\" href=\"/page/2/\"")));
        assert!(list(3, false).is_some_and(|p| !p.contains("rel=\"next\"")));
        assert!(list(4, false).is_none());
        assert!(forum(2).is_some_and(|p| !p.contains("rel=\"next\"")));
        assert!(forum(3).is_none());
    }

    #[test]
    fn a_redesign_keeps_texts_and_addresses_and_nothing_of_the_markup() {
        for number in 1..=3 {
            let old = list(number, false).unwrap_or_default();
            let new = list(number, true).unwrap_or_default();
            assert!(old.contains("<article class=\"teaser\"") && !new.contains("<article"));
            let count = |page: &str| page.matches("href=\"/articles/").count();
            assert_eq!(count(&old), count(&new));
            assert_eq!(new.contains("pager-next"), number < 3);
        }
        let (old, new) = (review_list(false), review_list(true));
        assert!(old.contains("<article class=\"teaser\"") && !new.contains("<article"));
        for each in review() {
            let path = article_path(each);
            assert!(old.contains(&path) && new.contains(&path));
            assert!(review_article(&each.slug, true).is_some());
        }
        for each in articles() {
            let new = article(&each.slug, true).unwrap_or_default();
            assert!(new.contains(&escape(&each.title)) && !new.contains("<h1"));
            assert!(each.paragraphs().all(|p| new.contains(&escape(p))));
        }
    }

    #[test]
    fn dates_read_as_their_readers_write_them() {
        assert!(article("ferry-timetable", false).is_some_and(|p| p.contains("30 March 2026")));
        assert!(article("dengta-shou", false).is_some_and(|p| p.contains("2026年3月21日")));
        assert!(feed("http://x").contains("Mon, 30 Mar 2026"));
    }
}
