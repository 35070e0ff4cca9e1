//! `kill -9` at random moments while conditions watch a table: each change is told once, and none is
//! invented. More kills: `BOWERBIRD_TEST_WATCH_KILLS=100 cargo test --test behaviour
//! killed_conditions`.

use std::process::Stdio;
use std::time::Duration;

use super::killed::{Numbers, SEED, asked, kill_after};
use crate::command_line::{Bench, output_text};
use crate::engine::watching::price_table::{Expected, PriceTable};

const KILLS: (&str, u64) = ("BOWERBIRD_TEST_WATCH_KILLS", 12);
/// The conditions, by number from 1, and the kinds of changes that each counts.
const CONDITIONS: [(&str, &[&str]); 3] = [
    ("price changes", &["changed"]),
    ("record appears", &["new", "back"]),
    ("record vanishes", &["gone"]),
];

/// What was told: condition, name of the row, value before, value after.
type Told = (u64, String, String, String);

fn told(bench: &Bench) -> Vec<Told> {
    let history = bench.json(&["alert", "history", "--limit", "2000"]);
    let mut told = Vec::new();
    for alert in history.as_array().expect("alerts") {
        assert_eq!(alert["kind"], "condition", "{alert}");
        let rule = alert["rule"].as_u64().expect("a number");
        let args = alert["message"]["args"].as_array().expect("arguments");
        let lines = args.iter().find(|arg| arg[0] == "lines").expect("lines");
        for line in lines[1].as_str().expect("a text").lines() {
            let parts: Vec<&str> = line.split('|').collect();
            let [title, before, after] = parts[..] else {
                panic!("{line}");
            };
            told.push((rule, title.to_owned(), before.to_owned(), after.to_owned()));
        }
    }
    told.sort();
    told
}

fn expected(changes: Vec<Expected>) -> Vec<Told> {
    let rule = |kind: &str| {
        let place = CONDITIONS
            .iter()
            .position(|(_, kinds)| kinds.contains(&kind));
        place.expect("a condition of the kind") as u64 + 1
    };
    let one = |(kind, name, _, before, after): Expected| (rule(&kind), name, before, after);
    let mut expected: Vec<Told> = changes.into_iter().map(one).collect();
    expected.sort();
    expected
}

#[test]
fn kills_lose_double_and_invent_no_match_of_a_condition() {
    let table = PriceTable::losing_after(1, 20, 20_261_128);
    let bench = Bench::new();
    bench.add(&[(
        "prices.toml".to_owned(),
        table.rule("[identity]\ngone = 'list'"),
    )]);
    for (part, _) in CONDITIONS {
        let wording = "{title}|{before}|{after}";
        let count = ["--count", "again", "--wording", wording];
        bench.ok(&[&["alert", "condition", "add", part], &count[..]].concat());
    }
    let mut numbers = Numbers(asked(SEED));
    let (most, mut kills) = (asked(KILLS), 0);
    // On a slow machine many kills come after the end of their run: then there are more.
    for reading in 0..most * 8 {
        if reading >= most * 2 && kills * 2 > most {
            break;
        }
        table.expect_reading();
        let answers = numbers.below(2);
        let after = match answers {
            0 => numbers.below(400),
            _ => numbers.below(150),
        };
        let mut child = bench
            .command()
            .arg("run")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let after = Duration::from_millis(after);
        let hits = || table.site.asked("/");
        let killed = reading % 2 == 0 && kill_after(&mut child, &hits, answers, after);
        kills += u64::from(killed);
        child.wait().expect("it ends");
        if killed {
            let output = bench.run(&["run"]);
            assert!(output.status.success(), "{}", output_text(&output));
        }
        assert_eq!(
            told(&bench),
            expected(table.expected()),
            "after reading {reading}"
        );
        table.change();
    }
    assert!(kills * 2 > most, "{kills} of {most} came while it ran");
}
