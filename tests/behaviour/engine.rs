//! Whole runs through the engine against sites on loopback: lists, retries, limits, blocks,
//! proxies, logins, stopping and going on.

mod accounts;
mod addresses;
mod authoring;
mod authoring_more;
pub mod bench;
mod called;
mod care;
mod clicking;
pub mod clock;
mod clocks;
pub mod complete;
mod control;
mod errands;
mod fetching;
mod further;
mod kept_out;
mod limits;
mod looks;
mod other_exit;
mod overlaps;
mod proxies;
mod proxy_servers;
mod reasons;
mod redesigns;
mod renaming;
mod revisits;
mod robots;
mod runs;
mod schedules;
pub mod server;
mod sessions;
mod set_clocks;
mod siblings;
mod sources;
mod supervision;
mod taught;
mod texts;
mod traps;
mod troubles;
mod whole_sites;
mod workbench;

use server::Reply;

/// A rule for [`article`]s listed by [`list`].
fn list_rule(start: &str, politeness: &str) -> String {
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
fn list(from: usize, to: usize, next: Option<&str>) -> Reply {
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
fn article(path: &str) -> Reply {
    match path.strip_prefix("/a") {
        Some(number) => Reply::html(format!(
            "<html><title>Site</title><h1>Title {number}</h1><div class=text><p>Text of article \
             {number}, long enough to be one, and in one paragraph.</p></div>"
        )),
        None => Reply::status(404, "<h1>Not found</h1>").with("content-type", "text/html"),
    }
}
