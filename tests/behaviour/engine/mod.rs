//! Whole runs through the engine against sites on loopback: lists, retries, limits, blocks,
//! proxies, logins, stopping and going on.

mod access;
mod authoring;
mod collecting;
pub(super) mod runs;
mod schedules;
mod supervision;
pub mod support;
pub mod watching;
mod workbench;

use support::server::Reply;

/// A rule for [`article`]s listed by [`list`].
pub(crate) fn list_rule(start: &str, politeness: &str) -> String {
    format!(
        r#"
[site]
name = "Test"
kind = "list"
start = ["{start}"]
[politeness]
{politeness}
[list]
item = {{ css = "li" }}
link = {{ css = "a", take = "href" }}
next = {{ css = "a.next", take = "href" }}
[[list.field]]
name = "section"
select = [{{ css = "i" }}]
[[field]]
name = "title"
select = [{{ css = "h1" }}]
required = true
[content]
generic = false
select = [{{ css = ".text" }}]
"#
    )
}

/// A list page of articles `from..to`.
pub(crate) fn list(from: usize, to: usize, next: Option<&str>) -> Reply {
    let items: String = (from..to)
        .map(|n| {
            format!(
                "<li><a href='/a{n}'>Article {n}</a> <i>News {}</i></li>",
                n % 2
            )
        })
        .collect();
    let next = next.map_or(String::new(), |next| {
        format!("<a class=next href='{next}'>More</a>")
    });
    Reply::html(format!("<html><title>List</title><ul>{items}</ul>{next}"))
}

/// The article at `/aN`; anything else is not there.
pub(crate) fn article(path: &str) -> Reply {
    match path.strip_prefix("/a") {
        Some(number) => Reply::html(format!(
            "<html><title>Site</title><h1>Title {number}</h1><div class=text><p>Text of article \
             {number}, long enough to be one, and in one paragraph.</p></div>"
        )),
        None => Reply::status(404, "<h1>Not found</h1>").with("content-type", "text/html"),
    }
}
