//! `kill -9` at random moments while a table is watched: every change is told once, and none is
//! invented. More kills: `BOWERBIRD_TEST_WATCH_KILLS=100 cargo test --test behaviour killed_watch`.

use std::process::Stdio;
use std::time::Duration;

use super::killed::{Numbers, SEED, asked, kill_after};
use crate::command_line::{Bench, output_text};
use crate::engine::watching::price_table::{Expected, PriceTable};

const KILLS: (&str, u64) = ("BOWERBIRD_TEST_WATCH_KILLS", 20);

fn told(bench: &Bench) -> Vec<Expected> {
    let changes = bench.json(&["changes", "--limit", "100000"]);
    let text =
        |fact: &serde_json::Value, name: &str| fact[name].as_str().expect("a text").to_owned();
    let mut told: Vec<Expected> = changes
        .as_array()
        .expect("changes")
        .iter()
        .map(|fact| {
            (
                text(fact, "kind"),
                text(fact, "title"),
                text(fact, "field"),
                text(fact, "before"),
                text(fact, "after"),
            )
        })
        .collect();
    told.sort();
    told
}

#[test]
fn twenty_kills_lose_double_and_invent_no_change() {
    // A run that is killed after its end is followed by another reading of the same table, which
    // says nothing new: rows are gone at the first.
    let table = PriceTable::losing_after(1, 20, 20_261_128);
    let bench = Bench::new();
    bench.add(&[(
        "prices.toml".to_owned(),
        table.rule("[identity]\ngone = 'list'"),
    )]);
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
        // A run that was not killed has ended by itself; one that was is resumed.
        child.wait().expect("it ends");
        if killed {
            let output = bench.run(&["run"]);
            assert!(output.status.success(), "{}", output_text(&output));
        }
        assert_eq!(told(&bench), table.expected(), "after reading {reading}");
        table.change();
    }
    assert!(kills * 2 > most, "{kills} of {most} came while it ran");
}
