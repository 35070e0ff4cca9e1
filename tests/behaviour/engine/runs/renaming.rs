//! A site gets another name: its secrets go along, or it keeps the old one.

use std::path::Path;

use bowerbird::engine::types::{RuleOrigin, Secret, SiteId, Store, Url};
use bowerbird::engine::{Command, Engine, EngineOptions, Event, SiteCommand};
use bowerbird::io::secrets::Secrets;

use crate::engine::support::bench::Bench;

const PASSPHRASE: &str = "a passphrase of the tests";

fn rule(name: &str) -> String {
    format!(
        "[site]\nname = '{name}'\nkind = 'pages'\nstart = ['http://127.0.0.1:9/']\n\
         [[field]]\nname = 'title'\nselect = [{{ css = 'h1' }}]\n"
    )
}

fn rename(bench: &Bench, site: SiteId) -> Result<(), String> {
    bench.send(Command::Site(SiteCommand::Update {
        site,
        rule_toml: rule("New"),
        origin: RuleOrigin::Edited,
    }));
    bench.wait(|event| match event {
        Event::SitesChanged => Some(Ok(())),
        Event::CommandFailed { message } => Some(Err(message.id)),
        _ => None,
    })
}

fn password(project: &Path, site: &str) -> Option<String> {
    let id = Store::open_read_only(project)
        .unwrap()
        .project_id()
        .unwrap();
    let passphrase = Some(Secret::new(PASSPHRASE));
    let secrets = Secrets::open(project, &id, passphrase, Box::new(|| Ok(Vec::new())));
    let found = secrets.get(&format!("account:{site}:reader")).unwrap();
    let start = Url::parse("http://127.0.0.1:9/").unwrap();
    found.map(|secret| secret.for_url(&start).unwrap().reveal().to_owned())
}

#[test]
fn a_site_is_not_renamed_away_from_its_locked_secrets() {
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path().join("p.bowerbird");
    let bench = Bench::on(Store::create(&project).unwrap());
    let site = bench.add(&rule("Old"));
    bench.add_account(site, "reader", "hunter2-hunter2");
    drop(bench);
    assert_eq!(
        password(&project, "Old").as_deref(),
        Some("hunter2-hunter2")
    );

    let locked = Bench::of(
        Engine::start_with(
            Store::open(&project).unwrap(),
            EngineOptions {
                worker: "/no/such/worker".into(),
                sites_at_once: 1,
                watch: false,
                passphrase: None,
                ..EngineOptions::default()
            },
            Box::new(|| {}),
        )
        .unwrap(),
    );
    assert_eq!(
        rename(&locked, site),
        Err("engine-rename-locked".to_owned())
    );
    let sites = locked.engine.query().sites().unwrap();
    assert_eq!(sites[0].name, "Old", "it keeps its name");
    drop(locked);
    assert_eq!(
        password(&project, "Old").as_deref(),
        Some("hunter2-hunter2")
    );

    let open = Bench::on(Store::open(&project).unwrap());
    assert_eq!(rename(&open, site), Ok(()));
    drop(open);
    assert_eq!(
        password(&project, "New").as_deref(),
        Some("hunter2-hunter2")
    );
    assert_eq!(password(&project, "Old"), None);
}
