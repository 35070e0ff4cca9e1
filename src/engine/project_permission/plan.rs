//! The automatic actions of a project, read from its store. Each rule is analysed once, by its
//! text: the plan of a project with hundreds of sites is needed for every command.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use blake2::digest::consts::U16;
use blake2::{Blake2b, Digest};
use url::Url;

use super::super::EngineError;
use super::made_requests::MadeRequests;
use bowerbird_io::store::StoreReader;
use bowerbird_logic::model::{Account, AlertChannel, Site, Task};
use bowerbird_logic::policy::address_policy::Reach;
use bowerbird_logic::policy::project_permission::{PartKind, PlanPart, ProjectPlan};
use bowerbird_logic::rules::{Rule, parse};

/// The plan names of the only alert settings and the only service.
pub(crate) const ALERTS: &str = "alerts";
/// The summary service.
pub(crate) const SUMMARIES: &str = "summaries";
/// The maximum number of cached rules.
const MAX_KNOWN: usize = 4_096;

/// The actions of a rule, as needed for the plan.
#[derive(Debug, PartialEq, Eq)]
struct RuleRequirements {
    /// The hosts of all its start addresses, with scheme and port, as requested, and those of the
    /// addresses that it constructs.
    hosts: Vec<String>,
    /// Those of them that are inside the network, or this machine.
    inside: Vec<String>,
    /// Whether links and redirects from the web may lead there.
    leads_inside: bool,
    /// Whether it sends something by POST.
    posts: bool,
    /// Other relevant properties of its requests.
    sends: String,
    /// The file of addresses, and the columns used.
    file: Option<(String, String)>,
    /// Its `[login]`: the address, and the whole section.
    login: Option<(String, String)>,
    /// Its `[schedule]`, which becomes a task.
    schedule: String,
}

type Known = HashMap<[u8; 16], Option<Arc<RuleRequirements>>>;
static KNOWN: LazyLock<Mutex<Known>> = LazyLock::new(Mutex::default);

/// The actions of the rule with this text; `None` if it is invalid and never run.
fn requirements_of(rule_toml: &str) -> Option<Arc<RuleRequirements>> {
    let digest: [u8; 16] = Blake2b::<U16>::digest(rule_toml.as_bytes()).into();
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(wants) = known().get(&digest) {
        return wants.clone();
    }
    let wants = parse(rule_toml).ok().map(|rule| Arc::new(read(&rule)));
    let mut known = known();
    if known.len() >= MAX_KNOWN {
        known.clear();
    }
    known.insert(digest, wants.clone());
    wants
}

fn read(rule: &Rule) -> RuleRequirements {
    let (mut hosts, mut inside) = (BTreeSet::new(), BTreeSet::new());
    let mut last = None;
    let is_rewritten = !rule.file().urls.rewrite.is_empty();
    let made = MadeRequests::of(rule);
    for url in rule.start() {
        // A rule may declare another start address than the one requested.
        let url = match (is_rewritten, rule.has_list()) {
            (false, _) => url,
            (true, true) => rule.list_address(&url),
            (true, false) => rule.address(&url),
        };
        // Ranges expand to very many addresses of one host.
        let place = (
            url.scheme().to_owned(),
            url.host().map(|h| h.to_owned()),
            url.port(),
        );
        if last.as_ref() == Some(&place) {
            continue;
        }
        let origin = url.origin().ascii_serialization();
        if Reach::of_start(&url) != Reach::PUBLIC {
            inside.insert(origin.clone());
        }
        hosts.insert(origin);
        last = Some(place);
    }
    // A rule that starts inside the network may construct addresses there too.
    if !inside.is_empty() {
        inside.extend(made.origins.iter().filter(|at| is_inside(at)).cloned());
    }
    hosts.extend(made.origins);
    let file = rule.file();
    let start = rule.start().next();
    let login = file.login.as_ref().map(|login| {
        let there = start.as_ref().and_then(|start| start.join(&login.url).ok());
        let all = serde_json::to_string(login).unwrap_or_default();
        (there.map(String::from).unwrap_or_default(), all)
    });
    RuleRequirements {
        hosts: hosts.into_iter().collect(),
        inside: inside.into_iter().collect(),
        leads_inside: file.network.private,
        posts: made.posts,
        sends: made.digested,
        file: file.pages.as_ref().map(|pages| {
            let columns = (&pages.column, &pages.keep);
            let taken = serde_json::to_string(&columns).unwrap_or_default();
            (pages.file.clone(), taken)
        }),
        login,
        schedule: serde_json::to_string(&file.schedule).unwrap_or_default(),
    }
}

fn is_inside(origin: &str) -> bool {
    Url::parse(origin).is_ok_and(|url| Reach::of_start(&url) != Reach::PUBLIC)
}

/// Whether two rules request the same hosts, log in alike, read the same files and have the same
/// schedule.
pub(crate) fn have_same_requirements(one: &str, other: &str) -> bool {
    let one = requirements_of(one);
    one.is_some() && one == requirements_of(other)
}

/// The parts of a site with this rule and these accounts.
pub(crate) fn parts_of_site(name: &str, rule_toml: &str, users: &[String]) -> Vec<PlanPart> {
    let Some(rule) = requirements_of(rule_toml) else {
        return Vec::new();
    };
    let part = |kind, wants, detail: &str| PlanPart::new(kind, name, wants, detail);
    let asked = |host: &String| match rule.posts {
        true => format!("POST {host}"),
        false => host.clone(),
    };
    let asked = rule.hosts.iter().map(asked).collect();
    let mut parts = vec![part(PartKind::Site, asked, &rule.sends)];
    if rule.leads_inside {
        let (wants, from) = (rule.hosts.clone(), "from the web");
        parts.push(part(PartKind::PrivateNetwork, wants, from));
    } else if !rule.inside.is_empty() {
        // A web start in the same rule may lead there as well.
        parts.push(part(PartKind::PrivateNetwork, rule.hosts.clone(), ""));
    }
    if let Some((file, taken)) = &rule.file {
        parts.push(part(PartKind::LocalFile, vec![file.clone()], taken));
    }
    if rule.login.is_some() || !users.is_empty() {
        let (there, detail) = match &rule.login {
            Some((there, all)) => (Some(there.clone()), all.as_str()),
            None => (rule.hosts.first().cloned(), ""),
        };
        let wants = there.into_iter().chain(users.iter().cloned()).collect();
        parts.push(part(PartKind::Login, wants, detail));
    }
    parts
}

/// The users of `site` among `accounts`.
pub(crate) fn users_of(site: &Site, accounts: &[Account]) -> Vec<String> {
    let own = accounts.iter().filter(|account| account.site == site.id);
    own.map(|account| account.user.clone()).collect()
}

/// The automatic actions of the project in `store`.
///
/// # Errors
/// From the store.
pub fn plan_of(store: &StoreReader) -> Result<ProjectPlan, EngineError> {
    let mut plan = ProjectPlan::default();
    let sites = store.sites()?;
    let accounts = store.accounts()?;
    for site in &sites {
        let users = users_of(site, &accounts);
        for part in parts_of_site(&site.name, &site.rule_toml, &users) {
            plan.add(part);
        }
    }
    for proxy in store.proxies()? {
        let user = proxy.user.unwrap_or_default();
        let wants = vec![proxy.url];
        plan.add(PlanPart::new(PartKind::Proxy, &proxy.name, wants, &user));
    }
    for saved in crate::project::saved_exports::saved(store)? {
        let options = serde_json::to_string(&saved.job.options).unwrap_or_default();
        let wants = vec![saved.job.format.name().to_owned(), saved.job.target.clone()];
        let detail = format!("{options}{}{}", saved.after_run, saved.job.since_last);
        plan.add(PlanPart {
            by_hand: !saved.after_run,
            ..PlanPart::new(PartKind::Export, &saved.name, wants, &detail)
        });
    }
    let alerts = store.alert_plan()?;
    if let Some(webhook) = alerts.webhook {
        plan.add(PlanPart::new(PartKind::Webhook, ALERTS, vec![webhook], ""));
    }
    if let Some(mail) = alerts.mail {
        let detail = serde_json::to_string(&mail).unwrap_or_default();
        let wants = vec![mail.host, mail.to];
        plan.add(PlanPart::new(PartKind::Mail, ALERTS, wants, &detail));
    }
    for one in alerts.services {
        let name = AlertChannel::Service(one.id).token();
        plan.add(PlanPart::new(
            PartKind::Webhook,
            &name,
            vec![one.origin],
            "",
        ));
    }
    let service = store.summary_service()?;
    if !service.is_empty() {
        plan.add(PlanPart::new(
            PartKind::TextService,
            SUMMARIES,
            vec![service],
            "",
        ));
    }
    for task in store.tasks()? {
        let names = sites.iter().filter(|site| task.sites.contains(&site.id));
        let wants = names.map(|site| site.name.clone()).collect();
        let timing = serde_json::to_string(&task.timing).unwrap_or_default();
        plan.add(PlanPart::new(
            PartKind::Task,
            &task_name(&task),
            wants,
            &timing,
        ));
    }
    Ok(plan)
}

/// The plan name of a task: a rule's task is recreated with the rule.
pub(crate) fn task_name(task: &Task) -> String {
    match task.from_rule {
        true => task.title.clone(),
        false => task.id.0.to_string(),
    }
}
