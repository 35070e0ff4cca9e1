//! Several sites that are changed at once: all of them, or none.

use bowerbird::engine::types::{RunOptions, SiteId};
use bowerbird::engine::{Command, Event, RunCommand, SiteBatch, SiteCommand};

use crate::engine::support::bench::Bench;
use crate::engine::support::server::Site;
use crate::engine::{article, list, list_rule};

fn batch(bench: &Bench, batch: SiteBatch) {
    bench.send(Command::Site(SiteCommand::Batch(batch)));
}

fn rule(number: usize, more: &str) -> String {
    format!(
        "[site]\nname = 'Site {number}'\nkind = 'pages'\nstart = ['http://127.0.0.1:1/']\n\
         tags = ['t{more}']\n"
    )
}

#[test]
fn what_cannot_be_stored_for_all_sites_is_stored_for_none() {
    let bench = Bench::new();
    let sites: Vec<SiteId> = (0..3).map(|number| bench.add(&rule(number, ""))).collect();
    // The last one does not fit on the disk.
    let changed = |number: usize| match number {
        2 => rule(number, "3") + &"# a long remark\n".repeat(20_000),
        _ => rule(number, "3"),
    };
    let rules = || {
        let sites = sites.iter().enumerate();
        SiteBatch::Rules(
            sites
                .map(|(number, site)| (*site, changed(number)))
                .collect(),
        )
    };
    bench.store().limit_growth(Some(8)).expect("a full disk");
    batch(&bench, rules());
    bench.wait(|event| matches!(event, Event::CommandFailed { .. }).then_some(()));
    let store = bench.store();
    for (number, site) in sites.iter().enumerate() {
        let known = store.site(*site).expect("read").expect("a site");
        assert_eq!(known.rule_toml, rule(number, ""), "none is changed");
        assert_eq!(store.rule_versions(*site).expect("versions").len(), 1);
    }
    let tags = store.site_tags().expect("tags");
    assert!(tags.iter().all(|(tag, ..)| tag == "t"), "{tags:?}");
    store.limit_growth(None).expect("room again");
    batch(&bench, rules());
    bench.wait(|event| matches!(event, Event::SitesChanged).then_some(()));
    let tags = bench.store().site_tags().expect("tags");
    assert!(tags.iter().all(|(tag, ..)| tag == "t3"), "{tags:?}");
}

#[test]
fn sites_are_removed_together_once_the_last_of_their_runs_has_stopped() {
    let server = Site::start(|ask| match ask.path.as_str() {
        "/" => list(0, 30, None),
        path => article(path),
    });
    let bench = Bench::new();
    let runs = bench.add(&list_rule(&server.url("/"), "delay = '30ms'"));
    let idle = bench.add(&rule(1, ""));
    bench.send(Command::Run(RunCommand::Start {
        sites: vec![runs],
        options: RunOptions::default(),
    }));
    bench.wait(|event| matches!(event, Event::RecordsChanged).then_some(()));
    batch(&bench, SiteBatch::Remove(vec![idle, runs]));
    let left = bench.wait(|event| {
        let left = bench.store().sites().expect("sites").len();
        assert!(left != 1, "both or none");
        match event {
            Event::CommandFailed { message } => panic!("{message:?}"),
            Event::SitesChanged if left == 0 => Some(left),
            _ => None,
        }
    });
    assert_eq!(left, 0);
}
