//! Runs of sites whose proxies have passwords that cannot be read, as on the command line.

use bowerbird::engine::types::{ProxyTraits, RunEnd, RunOptions, Secret, Store};
use bowerbird::engine::{
    Command, Engine, EngineOptions, Event, PageCommand, PageEgress, PageTicket, ProxyCommand,
    ProxyDraft, RunCommand,
};

use crate::engine::support::bench::Bench;
use crate::engine::support::proxy_servers::guarded;
use crate::engine::support::server::Site;
use crate::engine::{article, list, list_rule};

#[test]
fn a_run_says_first_that_it_lacks_a_passphrase_and_goes_directly_only_where_it_may() {
    let site = Site::start(|ask| match ask.path.as_str() {
        "/" => list(0, 2, None),
        path => article(path),
    });
    // `ann:s3cret` in base64.
    let exit = guarded("way out", "YW5uOnMzY3JldA==");
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path().join("p.bower");
    let bench = Bench::on(Store::create(&project).unwrap());
    bench.order(ProxyCommand::Add(ProxyDraft {
        name: "way out".to_owned(),
        url: exit.url.clone(),
        user: Some("ann".to_owned()),
        password: Some(Secret::new("s3cret")),
        traits: ProxyTraits::default(),
    }));
    // A person got in through it: it is kept for the host.
    bench.send(Command::Page(PageCommand::Open {
        ticket: PageTicket(1),
        url: site.url("/a1"),
        site: None,
        egress: PageEgress::Pool,
        login: bowerbird::engine::PageLogin::Usual,
        width: 800,
        scale: 1.0,
    }));
    let page = bench.wait(|event| match event {
        Event::PageOpened { page, .. } => Some(page),
        Event::PageFailed { message, .. } => panic!("{message:?}"),
        _ => None,
    });
    assert_eq!(page.proxy.as_deref(), Some("way out"));
    let rule = list_rule(&site.url("/"), "delay = '0s'");
    let by_choice = bench.add(&rule);
    let named = rule.replace("\"Test\"", "\"Named\"");
    let demanded = bench.add(&format!("{named}[network]\nproxy = 'way out'\n"));
    drop(bench);

    let locked = Bench::of(
        Engine::start_with(
            Store::open(&project).unwrap(),
            EngineOptions {
                worker: "/no/such/worker".into(),
                passphrase: None,
                ..EngineOptions::default()
            },
            Box::new(|| {}),
        )
        .unwrap(),
    );
    locked.send(Command::Run(RunCommand::Start {
        sites: vec![by_choice],
        options: RunOptions::default(),
    }));
    locked.wait(|event| match event {
        Event::PassphraseNeeded { site: lacks, .. } => {
            assert_eq!(lacks, by_choice);
            Some(())
        }
        Event::RunProgress { progress, .. } => {
            assert_eq!(progress.pages_ok, 0, "it is said first");
            None
        }
        Event::RunEnded { .. } => panic!("it said nothing"),
        _ => None,
    });
    assert_eq!(locked.ended().end, RunEnd::Finished, "directly");

    let asked = site.asked("/");
    let ended = locked.run(demanded);
    assert_eq!(ended.end, RunEnd::Failed, "{ended:?}");
    assert_eq!(ended.message.unwrap().id, "secrets-no-passphrase");
    assert_eq!(site.asked("/"), asked, "never directly");
}
