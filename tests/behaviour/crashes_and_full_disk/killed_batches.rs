//! `kill -9` while many sites are changed at once: all of them are changed, or none.

use std::process::Stdio;
use std::time::{Duration, Instant};

use bowerbird::engine::types::{Site, SiteDraft, SourceKind, Store, StoreReader};

use super::killed::{Numbers, SEED, asked};
use crate::command_line::Bench;

const SITES: (&str, u64) = ("BOWERBIRD_TEST_BATCH_SITES", 400);
const KILLS: (&str, u64) = ("BOWERBIRD_TEST_BATCH_KILLS", 4);

fn filled(bench: &Bench, sites: u64) {
    let store = Store::open_or_create(&bench.project()).expect("a project");
    for number in 0..sites {
        let name = format!("Site {number}");
        let start = format!("http://127.0.0.1:1/{number}");
        store
            .add_site(&SiteDraft {
                rule_toml: format!(
                    "[site]\nname = '{name}'\nkind = 'pages'\nstart = ['{start}']\n"
                ),
                name,
                kind: SourceKind::Pages,
                start,
            })
            .expect("a site");
    }
}

fn count(bench: &Bench, holds: &dyn Fn(&StoreReader, &Site) -> bool) -> usize {
    let store = Store::open_read_only(&bench.project()).expect("the project");
    let store = store.into_reader();
    let sites = store.sites().expect("sites");
    sites.iter().filter(|site| holds(&store, site)).count()
}

/// Kills a change of all sites at several moments; `holds` says whether a site has it. `back` undoes it.
fn kill(
    bench: &Bench,
    change: &[&str],
    back: &[&str],
    holds: &dyn Fn(&StoreReader, &Site) -> bool,
) -> u64 {
    let all = count(bench, &|_, _| true);
    assert_eq!(count(bench, holds), 0, "{change:?}");
    let begun = Instant::now();
    bench.ok(change);
    let whole = u64::try_from(begun.elapsed().as_millis()).expect("short");
    assert_eq!(count(bench, holds), all, "{change:?}");
    bench.ok(back);
    assert_eq!(count(bench, holds), 0, "{back:?}");
    let mut numbers = Numbers(asked(SEED) ^ whole);
    let mut cut = 0;
    for number in 0..asked(KILLS) {
        let mut child = bench
            .command()
            .args(change)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        std::thread::sleep(Duration::from_millis(numbers.below(whole + whole / 8 + 1)));
        cut += u64::from(child.try_wait().expect("asked").is_none());
        child.kill().expect("killed");
        child.wait().expect("it ends");
        let changed = count(bench, holds);
        assert!(
            changed == 0 || changed == all,
            "kill {number} of {change:?}: {changed} of {all}"
        );
        if changed == all {
            bench.ok(back);
        }
    }
    cut
}

#[test]
fn kills_leave_a_change_of_many_sites_undone_or_done() {
    let bench = Bench::new();
    filled(&bench, asked(SITES));
    let mut cut = kill(
        &bench,
        &["site", "disable", "--all"],
        &["site", "enable", "--all"],
        &|_, site| !site.enabled,
    );
    cut += kill(
        &bench,
        &["site", "set", "--all", "--delay", "7s", "--every", "1h"],
        &["site", "set", "--all", "--delay", "1s", "--once"],
        &|store, site| {
            let tasks = store.tasks().expect("tasks");
            let changed = site.rule_toml.contains("delay = \"7s\"");
            let planned = tasks.iter().any(|task| task.runs(site.id));
            assert_eq!(changed, planned, "a rule and its task");
            changed
        },
    );
    cut += kill(
        &bench,
        &["site", "tag", "--all", "--add", "press"],
        &["site", "tag", "--all", "--remove", "press"],
        &|store, site| {
            let tags = store.site_tags().expect("tags");
            tags.iter().any(|(_, of, _)| *of == site.id)
        },
    );
    assert!(cut > 0, "some kills came while it worked");
    // What is removed does not come back: the kills come one after the other.
    let all = count(&bench, &|_, _| true);
    let mut numbers = Numbers(asked(SEED));
    for number in 0..asked(KILLS) {
        let mut child = bench
            .command()
            .args(["site", "remove", "--all", "--yes"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        std::thread::sleep(Duration::from_millis(numbers.below(120)));
        child.kill().expect("killed");
        child.wait().expect("it ends");
        let left = count(&bench, &|_, _| true);
        assert!(left == 0 || left == all, "kill {number}: {left} of {all}");
        if left == 0 {
            break;
        }
    }
    bench.ok(&["storage", "check"]);
}
