//! `proxy`: the proxy pool.

use std::io::Read;
use std::path::Path;

use super::proxy_tables::{json_of, show, show_tests};
use crate::args::{Chosen, ProxySubcommand, TraitArguments};
use crate::commands::times_and_passwords::read_secret;
use crate::console::Console;
use crate::failure::{Failure, Outcome};
use crate::session::{Session, find_site};
use bowerbird_engine::types::{
    Message, Proxy, ProxyChange, ProxyId, ProxyPolicy, ProxyTraits, Secret, StoreReader,
};
use bowerbird_engine::{
    Command, EngineError, Event, ImportedProxies, ProxyCommand, ProxyDraft, ProxySource, ProxyTest,
    TestAgainst, project,
};

/// Largest list read from standard input, in bytes.
const MAX_LIST: u64 = 16 * 1024 * 1024;

/// Runs the command.
pub fn run(console: &Console, path: &Path, command: ProxySubcommand) -> Outcome {
    match command {
        ProxySubcommand::Add {
            name,
            url,
            user,
            secret_stdin,
            traits,
        } => {
            let password = match &user {
                Some(user) => Some(read_secret(console, user, secret_stdin)?),
                None => None,
            };
            let mut said = ProxyTraits::default();
            change_of(&traits, &[]).apply(&mut said);
            let done = Message::new("cli-proxy-added").with("name", name.as_str());
            let draft = ProxyDraft {
                name,
                url,
                user,
                password,
                traits: said,
            };
            order(&Session::open_or_create(path)?, ProxyCommand::Add(draft))?;
            console.print_message(&done);
            Ok(())
        }
        ProxySubcommand::Import {
            file,
            scheme,
            dry_run,
            traits,
        } => {
            let source = if file.as_os_str() == "-" {
                ProxySource::Text(from_stdin()?)
            } else {
                ProxySource::File(file)
            };
            let session = Session::open_or_create(path)?;
            import(
                console,
                &session,
                ProxyCommand::Import {
                    source,
                    scheme: scheme.into(),
                    change: change_of(&traits, &[]),
                    dry_run,
                },
            )
        }
        ProxySubcommand::List { tag, site } => list(console, path, tag.as_deref(), site.as_deref()),
        ProxySubcommand::Test {
            names,
            site,
            url,
            tag,
        } => {
            let session = Session::open(path)?;
            let store = session.engine().query();
            let against = match (site, url) {
                (Some(site), _) => TestAgainst::Site(find_site(&store.sites()?, &site)?.id),
                (None, Some(url)) => TestAgainst::Address(url),
                (None, None) => TestAgainst::OwnSites,
            };
            let proxies = if names.is_empty() && tag.is_none() {
                Vec::new()
            } else {
                pick(store, &names, tag.as_deref())?
            };
            test(console, &session, proxies, against)
        }
        ProxySubcommand::Password {
            name,
            user,
            secret_stdin,
        } => {
            let session = Session::open(path)?;
            let proxies = pick(session.engine().query(), std::slice::from_ref(&name), None)?;
            let password = read_secret(console, user.as_deref().unwrap_or(&name), secret_stdin)?;
            for proxy in proxies {
                let user = user.clone();
                let password = password.clone();
                order(
                    &session,
                    ProxyCommand::SetPassword {
                        proxy,
                        user,
                        password,
                    },
                )?;
            }
            console.print_message(&Message::new("cli-proxy-password-set").with("name", name));
            Ok(())
        }
        ProxySubcommand::Remove(chosen) => {
            change(console, path, &chosen, "cli-proxies-removed", |proxies| {
                ProxyCommand::Remove { proxies }
            })
        }
        ProxySubcommand::Enable(chosen) => {
            let session = Session::open(path)?;
            let proxies = chosen_of(session.engine().query(), &chosen)?;
            let count = proxies.len();
            let wake = ProxyCommand::Wake {
                proxies: proxies.clone(),
            };
            order(&session, wake)?;
            let enabled = true;
            order(&session, ProxyCommand::Enable { proxies, enabled })?;
            console.print_message(&Message::new("cli-proxies-enabled").with("count", count));
            Ok(())
        }
        ProxySubcommand::Disable(chosen) => {
            change(console, path, &chosen, "cli-proxies-disabled", |proxies| {
                ProxyCommand::Enable {
                    proxies,
                    enabled: false,
                }
            })
        }
        ProxySubcommand::Tag {
            chosen,
            remove,
            traits,
        } => {
            let said = change_of(&traits, &remove);
            if said.is_empty() {
                return Err(Failure::Usage(Message::new("cli-proxy-nothing-said")));
            }
            change(console, path, &chosen, "cli-proxies-changed", |proxies| {
                ProxyCommand::Change {
                    proxies,
                    change: said,
                }
            })
        }
    }
}

fn order(session: &Session, order: ProxyCommand) -> Result<(), EngineError> {
    session.perform(Command::Proxies(order), |event| {
        matches!(event, Event::PoolsChanged)
    })
}

fn change(
    console: &Console,
    path: &Path,
    chosen: &Chosen,
    told: &str,
    make: impl FnOnce(Vec<ProxyId>) -> ProxyCommand,
) -> Outcome {
    let session = Session::open(path)?;
    let proxies = chosen_of(session.engine().query(), chosen)?;
    let count = proxies.len();
    order(&session, make(proxies))?;
    console.print_message(&Message::new(told).with("count", count));
    Ok(())
}

fn list(console: &Console, path: &Path, tag: Option<&str>, site: Option<&str>) -> Outcome {
    let store = project::read(path)?;
    let mut proxies = store.proxies()?;
    if let Some(tag) = tag {
        let policy = ProxyPolicy::Tagged(tag.to_owned());
        proxies.retain(|proxy| policy.allows(proxy));
    }
    let sites = store.sites()?;
    let site = site.map(|name| find_site(&sites, name)).transpose()?;
    if console.json {
        let all: Vec<_> = proxies.iter().map(|proxy| json_of(proxy, site)).collect();
        console.print_json(&all);
    } else {
        show(console, &proxies, site);
    }
    Ok(())
}

fn import(console: &Console, session: &Session, order: ProxyCommand) -> Outcome {
    let mut report = ImportedProxies::default();
    session.perform(Command::Proxies(order), |event| match event {
        Event::ProxiesImported(imported) => {
            report.clone_from(imported);
            true
        }
        _ => false,
    })?;
    if console.json {
        let faults: Vec<_> = report
            .faults
            .iter()
            .map(|(line, why)| serde_json::json!({ "line": line, "reason": console.text(why) }))
            .collect();
        console.print_json(&serde_json::json!({
            "added": report.added,
            "known": report.known,
            "repeated": report.repeated,
            "faults": faults,
            "dry_run": report.dry_run,
        }));
    } else {
        for (line, why) in &report.faults {
            let told = Message::new("pools-list-line").with("line", *line);
            console.print_message(&told.with("reason", why.clone()));
        }
        for (line, first) in &report.repeated {
            let told = Message::new("pools-list-repeated").with("line", *line);
            console.print_message(&told.with("first", *first));
        }
        let id = match report.dry_run {
            true => "pools-list-would",
            false => "pools-list-done",
        };
        console.print_message(
            &Message::new(id)
                .with("added", report.added.len())
                .with("known", report.known.len())
                .with("faults", report.faults.len()),
        );
    }
    let nothing = report.added.is_empty() && report.known.is_empty();
    if nothing || !report.faults.is_empty() {
        return Err(Failure::Told);
    }
    Ok(())
}

fn test(
    console: &Console,
    session: &Session,
    proxies: Vec<ProxyId>,
    against: TestAgainst,
) -> Outcome {
    let mut tests: Vec<ProxyTest> = Vec::new();
    let command = Command::Proxies(ProxyCommand::Test { proxies, against });
    session.engine().send(command);
    session.wait(
        |event| match event {
            Event::ProxyTested(test) => {
                tests.push((**test).clone());
                false
            }
            Event::ProxyTests { done, of, ended } => {
                if !ended {
                    let told = Message::new("cli-proxy-testing").with("done", *done);
                    let value = serde_json::json!({ "done": done, "of": of });
                    console.progress(&told.with("of", *of), &value);
                }
                *ended
            }
            _ => false,
        },
        || {
            session
                .engine()
                .send(Command::Proxies(ProxyCommand::StopTests));
        },
    )?;
    tests.sort_by(|a, b| {
        let key = |test: &ProxyTest| (!test.is_useful(), !test.works, test.took_ms);
        key(a).cmp(&key(b)).then_with(|| a.name.cmp(&b.name))
    });
    if console.json {
        let all: Vec<_> = tests
            .iter()
            .map(|test| {
                let mut value = serde_json::to_value(test).unwrap_or_default();
                if let Some(map) = value.as_object_mut() {
                    map.insert("useful".into(), test.is_useful().into());
                    map.insert("message".into(), console.text(&test.message).into());
                }
                value
            })
            .collect();
        console.print_json(&all);
    } else {
        show_tests(console, &tests);
    }
    match tests.iter().all(ProxyTest::is_useful) && !session.interrupted() {
        true => Ok(()),
        false => Err(Failure::Told),
    }
}

fn change_of(traits: &TraitArguments, remove: &[String]) -> ProxyChange {
    ProxyChange {
        add_tags: traits.tags.iter().cloned().collect(),
        remove_tags: remove.iter().cloned().collect(),
        tier: traits.tier,
        country: traits.country.clone(),
        month_limit: traits.limit.map(|limit| limit.0),
    }
}

fn from_stdin() -> Result<Secret, Failure> {
    let mut text = String::new();
    std::io::stdin()
        .take(MAX_LIST)
        .read_to_string(&mut text)
        .map_err(|error| {
            EngineError(
                Message::new("pools-list-file")
                    .with("path", "-")
                    .with("reason", error.to_string()),
            )
        })?;
    Ok(Secret::new(text))
}

fn chosen_of(store: &StoreReader, chosen: &Chosen) -> Result<Vec<ProxyId>, EngineError> {
    if chosen.all {
        let proxies = store.proxies()?;
        return Ok(proxies.iter().map(|proxy| proxy.id).collect());
    }
    pick(store, &chosen.names, chosen.of_tag.as_deref())
}

/// Returns the proxies with these names, or with this tag.
fn pick(
    store: &StoreReader,
    names: &[String],
    tag: Option<&str>,
) -> Result<Vec<ProxyId>, EngineError> {
    let proxies = store.proxies()?;
    let none = |name: &str| EngineError(Message::new("cli-no-such-proxy").with("name", name));
    if let Some(tag) = tag {
        let policy = ProxyPolicy::Tagged(tag.to_owned());
        let found: Vec<&Proxy> = proxies
            .iter()
            .filter(|proxy| policy.allows(proxy))
            .collect();
        return match found.is_empty() {
            true => Err(EngineError(
                Message::new("cli-no-proxy-tagged").with("tag", tag),
            )),
            false => Ok(found.iter().map(|proxy| proxy.id).collect()),
        };
    }
    names
        .iter()
        .map(|name| {
            let found = proxies.iter().find(|proxy| proxy.name == *name);
            found.map(|proxy| proxy.id).ok_or_else(|| none(name))
        })
        .collect()
}
