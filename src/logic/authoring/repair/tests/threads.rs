//! Forum threads: posts as records, in layouts that share no class and no nesting. A rule for one
//! is repaired for the others and read on threads that the repair never saw.

use super::*;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Board {
    Old,
    Table,
    Generated,
    Chinese,
    Nameless,
}

struct Post {
    author: &'static str,
    day: String,
    quoted: Option<String>,
    text: String,
}

const MEMBERS: [&str; 5] = [
    "harbour_master",
    "Lena K.",
    "老船长",
    "tinker42",
    "Ms Orchard",
];

fn posts(thread: usize) -> Vec<Post> {
    let post = |n: usize| {
        let (a, b) = (
            SUBJECTS[(thread + n) % 10],
            SUBJECTS[(3 * thread + n + 4) % 10],
        );
        let text = if (thread + n) % 3 == 1 {
            format!(
                "第{n}楼的意见是先看{}再去{}，带上第{}号地图，路上小心。",
                CHINESE[(thread + n) % 10],
                CHINESE[(thread * 3 + n) % 10],
                thread * 11 + n
            )
        } else {
            format!(
                "Answer {n} in thread {thread}: go and see the {a} before the {b}, take map {} and mind the tide.",
                thread * 11 + n
            )
        };
        Post {
            author: MEMBERS[(thread * 2 + n) % 5],
            day: format!(
                "2026-{:02}-{:02}",
                1 + (thread + n) % 9,
                10 + (thread * 5 + n) % 17
            ),
            quoted: (n % 2 == 1)
                .then(|| format!("Somebody once said number {} was closed.", thread + n)),
            text,
        }
    };
    (0..4 + thread % 3).map(post).collect()
}

fn subject(thread: usize) -> String {
    format!("{thread} ways to find the {}", SUBJECTS[thread % 10])
}

fn show(board: Board, thread: usize) -> String {
    let title = subject(thread);
    let post = |(n, p): (usize, Post)| {
        let day: jiff::civil::Date = p.day.parse().unwrap();
        let (author, text, id) = (p.author, &p.text, thread * 100 + n);
        let who = MEMBERS.iter().position(|m| *m == author).unwrap();
        let quote = |tag: &str, class: &str| match &p.quoted {
            Some(quoted) => format!("<{tag} class='{class}'>{quoted}</{tag}>"),
            None => String::new(),
        };
        match board {
            Board::Old => format!(
                "<div class=post id=p{id}><div class=side><a class=username href=/user/{who}>{author}</a>
                 <p>Posts: 12</p></div><div class=main><p class=when>{}</p><div class=msg>{}<p>{text}</p>
                 </div></div></div>", day.strftime("%-d %B %Y, 10:20"), quote("blockquote", "q")
            ),
            Board::Table => format!(
                "<table class=tborder><tr><td class=thead colspan=2>{}<a href=#p{id}>#{n}</a></td></tr><tr>
                 <td class=alt2><div><b>{author}</b></div><div>Junior Member</div></td><td class=alt1>
                 <div class=body>{}<div>{text}</div></div></td></tr></table>",
                day.strftime("%b %-d, %Y"), quote("div", "quotebox")
            ),
            Board::Generated => format!(
                "<li class='css-k{id}a css-9q8w7e' data-id={id}><section><div class=css-ab12cd>{}<p>{text}</p></div>
                 </section><footer class=css-zz91xx><time datetime={}T10:20:00Z></time><address>
                 <a rel=author href=/members/{who}>{author}</a></address></footer></li>",
                quote("blockquote", "css-qq77rr"), p.day
            ),
            Board::Chinese | Board::Nameless => {
                let by = match board {
                    Board::Chinese => format!("<span>作者：<a href=/u/{who}>{author}</a></span>"),
                    _ => String::new(),
                };
                format!(
                    "<div class=louceng><div class=neirong>{}<div>{text}</div></div><div class=xinxi>{by}
                     <span>发表于 {}</span><a href=#>回复</a></div></div>",
                    quote("div", "yinyong"), day.strftime("%Y年%-m月%-d日 10:20")
                )
            }
        }
    };
    let all: String = posts(thread).into_iter().enumerate().map(post).collect();
    let body = match board {
        Board::Old => format!(
            "<div id=head><a href=/>Board</a></div><h1 class=subject>{title}</h1><div id=posts>{all}</div>"
        ),
        Board::Table => format!(
            "<table><tr><td><a href=/>Board</a> &gt; <strong>{title}</strong></td></tr></table><div id=thread>{all}</div>"
        ),
        Board::Generated => format!(
            "<header><a href=/>Board</a></header><main><h1>{title}</h1><ol class=css-list1>{all}</ol></main>"
        ),
        _ => format!(
            "<div class=top><a href=/>首页</a></div><div class=biaoti><h2>{title}</h2></div>{all}"
        ),
    };
    format!(
        "<html><head><title>{title} - Board</title></head><body>{body}<div id=foot>Board 2026</div></body></html>"
    )
}

const BOARD: &str = r#"[site]
name = "Board"
kind = "pages"
start = ["http://notes.example/t/1"]
timezone = "UTC"

[record]
item = { css = ".post" }

[[field]]
name = "title"
select = [ { xpath = "//h1[@class='subject']" } ]

[[field]]
name = "date"
select = [ { css = ".when" } ]

[[field]]
name = "author"
select = [ { css = ".username" } ]

[content]
generic = false
strip = [ { css = ".q" } ]
select = [ { css = ".msg" } ]
"#;

fn thread(board: Board, number: usize) -> Page {
    page_at(&show(board, number), &format!("/t/{number}"))
}

fn repaired_rule(to: Board, old: &[usize], new: &[usize]) -> (Repair, RuleFile) {
    let rule = parse(BOARD).unwrap();
    let old: Vec<OldPage> = (old.iter())
        .map(|n| OldPage::read(&rule, thread(Board::Old, *n), None, now()))
        .collect();
    let new: Vec<Page> = new.iter().map(|n| thread(to, *n)).collect();
    let found = repair(&rule, &old, &new, now());
    let file = repaired(rule.file(), &found);
    (found, file)
}

/// The values a rule gets wrong in threads 1 to 20.
fn wrong(file: &RuleFile, board: Board) -> BTreeMap<&'static str, usize> {
    let rule = parse(&crate::rules::write(file)).unwrap();
    let mut wrong = BTreeMap::new();
    let mut check = |name: &'static str, good: bool| {
        if !good {
            *wrong.entry(name).or_default() += 1;
        }
    };
    for number in 1..=20 {
        let found = rule.extract(&thread(board, number), &[], now()).records;
        let wanted = posts(number);
        check("posts", found.len() == wanted.len());
        for (record, post) in found.iter().zip(&wanted) {
            check("title", record.title == subject(number));
            check("author", record.author == post.author);
            check("date", record.date.starts_with(&post.day));
            check(
                "text",
                value_comparison::squeeze(&record.text) == value_comparison::squeeze(&post.text),
            );
        }
    }
    wrong
}

#[track_caller]
fn thread_check(to: Board, old: &[usize], new: &[usize]) {
    let (found, file) = repaired_rule(to, old, new);
    assert_eq!(wrong(&file, to), BTreeMap::new(), "{to:?}: {found:#?}");
}

#[test]
fn the_thread_rule_works_on_its_own_layout() {
    assert_eq!(
        wrong(parse(BOARD).unwrap().file(), Board::Old),
        BTreeMap::new()
    );
}

#[test]
fn posts_in_tables() {
    thread_check(Board::Table, &[1, 2, 3], &[1, 2, 3]);
}

#[test]
fn posts_with_generated_names() {
    thread_check(Board::Generated, &[1, 2, 3], &[1, 2, 3]);
}

#[test]
fn posts_of_a_chinese_forum() {
    thread_check(Board::Chinese, &[1, 2, 3], &[1, 2, 3]);
}

#[test]
fn threads_without_one_in_common() {
    thread_check(Board::Generated, &[1, 2, 3], &[11, 12, 14]);
}

#[test]
fn no_author_is_made_up() {
    for new in [[1, 2, 3], [11, 12, 14]] {
        let (found, _) = repaired_rule(Board::Nameless, &[1, 2, 3], &new);
        let author = RulePart::Field("author".to_owned());
        assert!(
            found.proposals.iter().all(|p| p.part != author),
            "{found:#?}"
        );
    }
}
