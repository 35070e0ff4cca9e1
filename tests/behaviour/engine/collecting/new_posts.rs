//! New posts in threads that an earlier run read: on boards whose list shows them, and in a thread
//! that is a site of its own. The pages before the last known one are not asked for again.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use bowerbird::engine::types::SiteId;

use crate::engine::support::bench::Bench;
use crate::engine::support::server::{Ask, Reply, Site};

const POSTS_A_PAGE: usize = 2;

/// A board of two threads: the first has as many posts as `posts` says, the second three. Views
/// grow with every request.
fn board(ask: &Ask, posts: usize) -> Reply {
    let path = ask.path.as_str();
    let (thread, page) = match path.trim_start_matches("/t").split_once('/') {
        _ if path == "/" => {
            let row = |thread: usize, replies: usize| {
                format!(
                    "<li><a href=/t{thread}>Thread number {thread}</a><i class=replies>{}</i>\
                     <i class=views>{}</i></li>",
                    replies - 1,
                    100 + ask.before * 7,
                )
            };
            return Reply::html(format!("<ul>{}{}</ul>", row(1, posts), row(2, 3)));
        }
        Some((thread, page)) => (thread, page.parse().unwrap_or(1)),
        None => (path.trim_start_matches("/t"), 1),
    };
    let all = if thread == "1" { posts } else { 3 };
    let first = (page - 1) * POSTS_A_PAGE + 1;
    let last = (page * POSTS_A_PAGE).min(all);
    let shown: String = (first..=last)
        .map(|n| {
            format!(
                "<section id=p{n}><b>ann</b><p>Post {n} of thread {thread}, with some words of its \
                 own.</p></section>"
            )
        })
        .collect();
    let next = match all > last {
        true => format!("<a class=next href=/t{thread}/{}>Next</a>", page + 1),
        false => String::new(),
    };
    Reply::html(format!("<h1>Thread {thread}</h1>{shown}{next}"))
}

const RECORD: &str = "[record]\nitem = { css = 'section' }\nnext = { css = 'a.next' }\n\
     [[field]]\nname = 'author'\nselect = [{ css = 'b' }]\n\
     [[field]]\nname = 'text'\nselect = [{ css = 'p' }]\nrequired = true\n";

fn rule_of_board(start: &str, list: &str, more: &str) -> String {
    format!(
        "[site]\nname = 'Board'\nkind = 'list'\nstart = ['{start}']\n\
         [politeness]\ndelay = '0s'\n\
         [list]\nitem = {{ css = 'li' }}\nlink = {{ css = 'a' }}\n{list}\n{RECORD}{more}"
    )
}

/// The board with a number of posts that can grow, and what was asked of it.
struct Watched {
    site: Site,
    posts: Arc<AtomicUsize>,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Watched {
    fn with(posts: usize) -> Self {
        let posts = Arc::new(AtomicUsize::new(posts));
        let asked = Arc::new(Mutex::new(Vec::new()));
        let (now, log) = (Arc::clone(&posts), Arc::clone(&asked));
        let site = Site::start(move |ask| {
            log.lock().expect("whole").push(ask.path.clone());
            board(ask, now.load(Ordering::Relaxed))
        });
        Self { site, posts, asked }
    }

    /// Runs the site with that many posts; returns the addresses asked for and the new records.
    fn run(&self, bench: &Bench, id: SiteId, posts: usize) -> (Vec<String>, u64) {
        self.posts.store(posts, Ordering::Relaxed);
        self.asked.lock().expect("whole").clear();
        let new = bench.run(id).progress.records_new;
        let mut asked = self.asked.lock().expect("whole").clone();
        asked.sort();
        (asked, new)
    }
}

/// Runs the board with that list and more of the rule, and again with two posts more; returns what
/// the second run asked for, and its new records.
fn run_twice(list: &str, more: &str) -> (Vec<String>, u64) {
    let watched = Watched::with(7);
    let bench = Bench::new();
    let id = bench.add(&rule_of_board(&watched.site.url("/"), list, more));
    assert_eq!(watched.run(&bench, id, 7).1, 10);
    watched.run(&bench, id, 9)
}

#[test]
fn new_posts_of_known_threads_are_collected_from_their_last_page() {
    let replies = "[[list.field]]\nname = 'replies'\nselect = [{ css = '.replies' }]\n\
         [[list.field]]\nname = 'views'\nselect = [{ css = '.views' }]";
    for list in [replies, "changed = { css = '.replies' }"] {
        let (asked, new) = run_twice(list, "");
        assert_eq!(asked, ["/", "/t1", "/t1/4", "/t1/5"], "{list}");
        assert_eq!(new, 2, "{list}");
    }
}

#[test]
fn further_list_pages_are_read_while_threads_on_them_have_changed() {
    let grown = Arc::new(AtomicUsize::new(1));
    let now = Arc::clone(&grown);
    // Three pages of one thread each; the first two threads get a post.
    let site = Site::start(move |ask| {
        let posts = now.load(Ordering::Relaxed);
        let row = |n: usize, posts: usize, next: &str| {
            Reply::html(format!(
                "<ul><li><a href=/t{n}>Thread number {n}</a><i class=replies>{posts}</i></ul>{next}"
            ))
        };
        match ask.path.as_str() {
            "/" => row(1, posts, "<a class=next href=/?page=2>Next</a>"),
            "/?page=2" => row(2, posts, "<a class=next href=/?page=3>Next</a>"),
            "/?page=3" => row(3, 1, ""),
            path => {
                let posts = if path == "/t3" { 1 } else { posts };
                let post = |n| format!("<section><b>ann</b><p>Post {n} of {path}.</p></section>");
                Reply::html((1..=posts).map(post).collect::<String>())
            }
        }
    });
    let bench = Bench::new();
    let list = "changed = { css = '.replies' }\nnext = { css = 'a.next' }";
    let id = bench.add(&rule_of_board(&site.url("/"), list, ""));
    assert_eq!(bench.run(id).progress.records_new, 3);
    grown.store(2, Ordering::Relaxed);
    assert_eq!(bench.run(id).progress.records_new, 2);
    assert_eq!(
        (site.asked("/t1"), site.asked("/t2"), site.asked("/t3")),
        (2, 2, 1)
    );
}

#[test]
fn a_rule_can_leave_known_threads_alone() {
    let off = "[revisit]\nchanged = false";
    let (asked, new) = run_twice("changed = { css = '.replies' }", off);
    assert_eq!((asked, new), (vec!["/".to_owned()], 0));
}

#[test]
fn a_watched_thread_is_read_on_from_its_last_known_page() {
    let watched = Watched::with(7);
    let bench = Bench::new();
    let start = watched.site.url("/t1");
    let id = bench.add(&format!(
        "[site]\nname = 'Thread'\nkind = 'pages'\nstart = ['{start}']\n\
         [politeness]\ndelay = '0s'\n{RECORD}"
    ));
    assert_eq!(watched.run(&bench, id, 7).1, 7);
    let run = |posts| watched.run(&bench, id, posts);
    let pages = |pages: &[&str]| {
        pages
            .iter()
            .map(|&page| page.to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(run(8), (pages(&["/t1", "/t1/4"]), 1));
    assert_eq!(run(11), (pages(&["/t1", "/t1/4", "/t1/5", "/t1/6"]), 3));
    assert_eq!(run(11), (pages(&["/t1", "/t1/6"]), 0));
}
