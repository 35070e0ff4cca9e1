//! Made pages: lists and articles of sites that are collected, and a page of 35,000 elements.

use std::fmt::Write;

/// Articles listed by one page.
const PER_PAGE: usize = 50;
/// List pages of a site: more than a crawl at full speed reads while it is watched.
const LISTS: usize = 400;
/// Records of the large page, seven elements each.
const CARDS: usize = 5_000;

fn head(title: &str) -> String {
    let mut html = format!(
        "<!doctype html><html lang=en><head><meta charset=utf-8><title>{title}</title></head>\
         <body><nav><ul>"
    );
    for place in 0..40 {
        let _ = write!(html, "<li><a href='/part/{place}'>Part {place}</a></li>");
    }
    html.push_str("</ul></nav><main>");
    html
}

/// A list of articles with a link to the next.
pub fn list(page: usize) -> String {
    let mut html = head("List");
    for article in page * PER_PAGE..(page + 1) * PER_PAGE {
        let _ = write!(
            html,
            "<article class=entry><h2><a href='/a/{article}'>Headline of article {article}</a>\
             </h2><time datetime='2024-05-{:02}'>May {:02}</time><p>What it is about.</p></article>",
            article % 28 + 1,
            article % 28 + 1
        );
    }
    if page + 1 < LISTS {
        let _ = write!(html, "<a class=next href='/list/{}'>Older</a>", page + 1);
    }
    html.push_str("</main></body></html>");
    html
}

/// An article of some 30 kB.
pub fn article(number: usize) -> String {
    let mut html = head(&format!("Article {number}"));
    let _ = write!(
        html,
        "<article><h1>Headline of article {number}</h1><p class=by>By <a href='/w'>Ann Writer</a> \
         <time datetime='2024-05-01'>May 1, 2024</time></p><div class=text>"
    );
    for paragraph in 0..60 {
        let _ = write!(
            html,
            "<p>Paragraph {paragraph} of article {number} says, at some length and with a \
             <a href='/a/{}'>link to another</a>, what there is to say of it; the ferry leaves at \
             seven, the <em>harbour</em> is quiet, the rest is told in the next paragraph. It goes \
             on for another sentence or two, because real articles do, and then it ends.</p>",
            number + paragraph
        );
    }
    html.push_str("</div></article></main></body></html>");
    html
}

/// A list of `count` cards, each of seven elements.
fn cards_of(count: usize) -> String {
    let mut html = String::from(
        "<!doctype html><html><head><meta charset=utf-8><title>Cards</title></head><body>\
         <h1>All items</h1><main>",
    );
    for card in 0..count {
        let _ = write!(
            html,
            "<article class=card><h2><a href='/a/{card}'>Item number {card} of the list</a></h2>\
             <time datetime='2024-05-{:02}'>May {:02}</time><span class=author>Author {}</span>\
             <p>Some words on item {card}.</p><b class=price>{}.50</b></article>",
            card % 28 + 1,
            card % 28 + 1,
            card % 37,
            card % 1_000
        );
    }
    html.push_str("</main></body></html>");
    html
}

/// A list of 35,000 elements.
pub fn cards() -> String {
    cards_of(CARDS)
}

/// The same with ten records.
pub fn few_cards() -> String {
    cards_of(10)
}

/// A table of 35,000 elements.
pub fn table() -> String {
    let mut html = String::from(
        "<!doctype html><html><head><meta charset=utf-8><title>Table</title></head><body>\
         <h1>All items</h1><table><tbody>",
    );
    for row in 0..CARDS {
        let _ = write!(
            html,
            "<tr class=row><td class=n><a href='/a/{row}'>Item number {row}</a></td>\
             <td class=d>2024-05-{:02}</td><td class=w>Author {}</td><td class=p>{}.50</td>\
             <td class=c>{} comments</td></tr>",
            row % 28 + 1,
            row % 37,
            row * 7 % 1_000,
            row % 90
        );
    }
    html.push_str("</tbody></table></body></html>");
    html
}
