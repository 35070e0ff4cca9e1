//! Sites, pools and tasks.

use super::*;
use crate::store::{ClaimedTurn, NewProxy, PartEnd, TurnFilter};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{
    LoginState, PageState, ProxyChange, ProxyHealth, ProxyId, ProxyTraits, ProxyUse, SiteSelection,
    TaskDraft, TaskId, Timing, TurnCause, TurnOutcome,
};
use bowerbird_logic::policy::schedule::Missed;

#[test]
fn sites_are_added_changed_and_removed_by_unique_names() {
    let (store, site) = project();
    assert!(matches!(
        store.add_site(&draft("News")),
        Err(StoreError::NameTaken { name }) if name == "News"
    ));
    let other = store.add_site(&draft("blog")).expect("a site");
    let names: Vec<String> = store
        .sites()
        .expect("sites")
        .into_iter()
        .map(|s| s.name)
        .collect();
    assert_eq!(names, ["blog", "News"]);
    assert!(matches!(
        store.update_site(other, &draft("News")),
        Err(StoreError::NameTaken { .. })
    ));
    store.update_site(other, &draft("Blog")).expect("renamed");
    assert_eq!(
        store.site_by_name("Blog").expect("read").map(|s| s.id),
        Some(other)
    );
    assert_eq!(store.site_by_name("blog").expect("read"), None);
    store.set_site_enabled(other, false).expect("disabled");
    assert!(!store.site(other).expect("read").expect("there").enabled);

    store.add_account(site, "user").expect("added");
    store.remove_site(site).expect("removed");
    assert!(store.accounts().expect("accounts").is_empty());
    assert!(matches!(
        store.remove_site(site),
        Err(StoreError::NotFound { what }) if what == "site"
    ));
    assert!(matches!(
        store.start_run(site, at(0)),
        Err(StoreError::NotFound { .. })
    ));
    assert!(matches!(
        store.add_account(site, "u"),
        Err(StoreError::NotFound { .. })
    ));
}

#[test]
fn a_cleared_site_collects_everything_anew() {
    let (store, site) = project();
    let run = fill(&store, site, vec![record("a")]);
    store
        .add_requests(site, run, &[content("a", (0, 0))])
        .expect("added");
    store.clear_site(site).expect("cleared");
    assert_eq!(
        store
            .count_records(&RecordFilter::default())
            .expect("count"),
        0
    );
    assert_eq!(store.queue_length(site).expect("length").0, 0);
    fill(&store, site, vec![record("a")]);
    assert_eq!(titles(&store, &RecordFilter::default()), ["a"]);
}

#[test]
fn proxies_keep_how_their_uses_went_overall_by_site_and_by_month() {
    let (store, site) = project();
    let named = |name: &str| NewProxy {
        name: name.to_owned(),
        url: "http://127.0.0.1:3128/".to_owned(),
        user: Some("me".to_owned()),
        traits: ProxyTraits::default(),
    };
    let proxy = store.add_proxy(&named("One")).expect("added");
    let taken = store.add_proxies(&[named("Two"), named("One")]);
    assert!(matches!(taken, Err(StoreError::NameTaken { .. })));
    assert_eq!(store.proxies().expect("proxies").len(), 1, "all or none");
    let fault = Message::new("f");
    let now = Timestamp::now();
    let good = ProxyUse {
        good: 3,
        latency_ms: Some(120.0),
        requests: 3,
        bytes: 900,
        ..ProxyUse::none(proxy, Some(site), now)
    };
    let failed = ProxyUse {
        fault: Some(fault.clone()),
        requests: 1,
        ..ProxyUse::none(proxy, Some(site), now)
    };
    let refused = ProxyUse {
        refused: Some(PageState::Blocked),
        ..ProxyUse::none(proxy, Some(site), now)
    };
    let gone = ProxyUse::none(ProxyId(99), Some(site), now);
    store
        .note_proxy_uses(&[good, failed, gone, refused])
        .expect("kept");
    store
        .set_proxies_enabled(&[proxy], false)
        .expect("disabled");
    let change = ProxyChange {
        add_tags: ["home".to_owned()].into(),
        tier: Some(2),
        month_limit: Some(Some(1_000)),
        ..ProxyChange::default()
    };
    store.change_proxies(&[proxy], &change).expect("changed");
    let kept = store.proxies().expect("proxies").remove(0);
    assert_eq!((kept.uses_ok, kept.uses_failed), (3, 1));
    assert_eq!((kept.health, kept.faults), (ProxyHealth::Faulty, 1));
    assert!(kept.rest_until > Some(now));
    assert_eq!((kept.month_bytes, kept.bytes), (900, 900));
    let here = kept.at(site).expect("used there");
    assert_eq!((here.uses_ok, here.uses_failed), (3, 2));
    assert_eq!(here.refused, Some(PageState::Blocked));
    assert_eq!((kept.fault, kept.enabled), (Some(fault), false));
    assert_eq!(kept.user.as_deref(), Some("me"));
    assert_eq!(
        (kept.traits.tier, kept.traits.month_limit),
        (2, Some(1_000))
    );
    store.wake_proxies(&[proxy]).expect("woken");
    let kept = store.proxies().expect("proxies").remove(0);
    assert_eq!(kept.rest_until, None);
    assert_eq!(kept.at(site).and_then(|at| at.rest_until), None);
    let gone = store.set_proxies_enabled(&[proxy, ProxyId(9)], true);
    assert!(matches!(gone, Err(StoreError::NotFound { what }) if what == "proxy"));
    assert!(!store.proxies().expect("proxies")[0].enabled, "all or none");
    store.remove_proxies(&[proxy]).expect("removed");
    assert!(store.proxies().expect("proxies").is_empty());
}

#[test]
fn accounts_keep_how_their_login_went() {
    let (store, site) = project();
    let account = store.add_account(site, "me").expect("added");
    assert!(matches!(
        store.add_account(site, "me"),
        Err(StoreError::NameTaken { .. })
    ));
    let fault = Message::new("f");
    store
        .set_account_state(account, LoginState::Refused, Some(at(60)), Some(&fault))
        .expect("kept");
    let kept = store.accounts().expect("accounts").remove(0);
    assert_eq!(
        (kept.site_name.as_str(), kept.user.as_str()),
        ("News", "me")
    );
    assert_eq!(
        (kept.state, kept.rest_until),
        (LoginState::Refused, Some(at(60)))
    );
    assert_eq!(kept.fault, Some(fault));
    store.remove_account(account).expect("removed");
    assert!(store.accounts().expect("accounts").is_empty());
}

#[test]
fn tasks_come_by_next_turn() {
    let (store, site) = project();
    let once = |priority| TaskDraft {
        priority,
        ..TaskDraft::of_site(site, Timing::Once { at: at(9) })
    };
    let cron = TaskDraft {
        timing: Timing::Cron {
            expression: "@daily".into(),
            timezone: "Asia/Shanghai".into(),
        },
        from_rule: true,
        ..once(5)
    };
    let low = store.add_task(&once(1), Some(at(9))).expect("added");
    let high = store.add_task(&once(8), Some(at(9))).expect("added");
    let daily = store.add_task(&cron, Some(at(3))).expect("added");
    let ids = || -> Vec<TaskId> {
        store
            .tasks()
            .expect("tasks")
            .into_iter()
            .map(|t| t.id)
            .collect()
    };
    assert_eq!(ids(), [daily, high, low]);
    let of = |id: TaskId| {
        let tasks = store.tasks().expect("tasks");
        tasks.into_iter().find(|task| task.id == id).expect("there")
    };
    let turn = ClaimedTurn {
        task: of(high),
        cause: TurnCause::Due,
        due_at: at(9),
        runs: 1,
        missed: Some(Missed {
            from: at(1),
            until: at(2),
            count: 2,
        }),
        next_at: None,
    };
    let taken = store
        .take_turns(vec![turn.clone(), turn.clone()], at(9))
        .expect("taken");
    assert_eq!(taken.len(), 1, "the second comes too late");
    assert!(
        store
            .take_turns(vec![turn], at(10))
            .expect("asked")
            .is_empty()
    );
    store
        .set_task_paused(low, true, Some(at(9)))
        .expect("paused");
    assert_eq!(ids(), [daily, low, high]);
    let tasks = store.tasks().expect("tasks");
    assert_eq!(
        (tasks[2].last_at, tasks[2].next_at, tasks[2].missed_turns),
        (Some(at(9)), None, 2)
    );
    assert!(tasks[1].paused && !tasks[0].paused);
    assert_eq!(tasks[0].timing, cron.timing);
    store.remove_task(daily).expect("removed");
    assert!(matches!(
        store.set_task_paused(daily, true, None),
        Err(StoreError::NotFound { what }) if what == "task"
    ));
    let nowhere = TaskDraft::of_site(SiteId(99), Timing::Once { at: at(9) });
    assert!(matches!(
        store.add_task(&nowhere, None),
        Err(StoreError::NotFound { .. })
    ));
}

#[test]
fn a_turn_has_the_outcome_of_its_parts_and_a_task_goes_with_its_last_site() {
    let (store, first) = project();
    let second = store.add_site(&draft("Other")).expect("added");
    let pair = TaskDraft {
        cover: SiteSelection::Sites(vec![first, second]),
        ..TaskDraft::of_site(first, Timing::Once { at: at(9) })
    };
    let pair = store.add_task(&pair, Some(at(9))).expect("added");
    store
        .set_site_tags(second, &["press".to_owned()], false)
        .expect("tagged");
    let tagged = TaskDraft {
        cover: SiteSelection::Tag("press".to_owned()),
        ..TaskDraft::of_site(first, Timing::Once { at: at(9) })
    };
    store.add_task(&tagged, Some(at(9))).expect("added");
    let tasks = store.tasks().expect("tasks");
    assert_eq!(tasks[0].sites, [first, second]);
    assert_eq!(
        (tasks[1].sites.as_slice(), tasks[1].title.as_str()),
        (&[second][..], "#press")
    );

    let turn = ClaimedTurn {
        task: tasks[0].clone(),
        cause: TurnCause::Due,
        due_at: at(9),
        runs: 1,
        missed: None,
        next_at: Some(at(20)),
    };
    let turn = store.take_turns(vec![turn], at(9)).expect("taken")[0].0;
    store.begin_part(turn, first, at(10)).expect("begun");
    let end = |site, outcome| PartEnd {
        turn,
        site,
        outcome,
        run: None,
        pages: 3,
        records_new: 1,
    };
    let over = store
        .end_parts(vec![end(first, TurnOutcome::Done)], at(11))
        .expect("ended");
    assert_eq!(over, []);
    assert_eq!(store.open_parts().expect("parts").len(), 1);
    let over = store
        .end_parts(vec![end(second, TurnOutcome::Failed)], at(12))
        .expect("ended");
    assert_eq!(over[0].outcome, TurnOutcome::Failed);
    assert_eq!(
        (over[0].started_at, over[0].ended_at, over[0].pages),
        (Some(at(10)), Some(at(12)), 6)
    );

    store.remove_site(second).expect("removed");
    let tasks = store.tasks().expect("tasks");
    assert!(tasks[0].sites.is_empty(), "a tag may have no site");
    assert_eq!(tasks[1].sites, [first]);
    store.remove_site(first).expect("removed");
    let left: Vec<TaskId> = store.tasks().expect("tasks").iter().map(|t| t.id).collect();
    assert!(!left.contains(&pair) && left.len() == 1);
    let turns = store
        .turns(TurnFilter {
            most: 9,
            ..TurnFilter::default()
        })
        .expect("turns");
    assert_eq!((turns[0].task, turns.len()), (None, 1), "what was stays");
}

#[test]
fn settings_are_kept() {
    let (store, _) = project();
    assert_eq!(store.setting("language").expect("read"), None);
    store.set_setting("language", "en").expect("kept");
    store.set_setting("language", "zh-CN").expect("kept");
    assert_eq!(
        store.setting("language").expect("read").as_deref(),
        Some("zh-CN")
    );
}

#[test]
fn the_beginning_of_the_lists_is_that_of_the_whole_order() {
    let store = Store::temporary().expect("a store");
    let many = |from: usize| (from..from + 700).map(|n| record(&format!("{}", n * 9 % 1_400)));
    let first = store.add_site(&draft("First")).expect("a site");
    let second = store.add_site(&draft("Second")).expect("a site");
    fill(&store, second, many(700).collect());
    fill(&store, first, many(0).collect());
    for site in [None, Some(second)] {
        let filter = RecordFilter {
            site,
            ..RecordFilter::default()
        };
        let page = |offset| -> Vec<String> {
            let records = store.records(&filter, offset, 100).expect("records");
            records.into_iter().map(|one| one.record.url).collect()
        };
        let beginning: Vec<_> = (0..7).map(|number| page(number * 100)).collect();
        let whole = store.records(&filter, 0, 5_000).expect("records");
        let whole: Vec<String> = whole.into_iter().map(|one| one.record.url).collect();
        assert_eq!(whole.len(), if site.is_none() { 1_400 } else { 700 });
        assert_eq!(beginning.concat(), whole[..700]);
        // And from the order that is cached now.
        assert_eq!(page(600), beginning[6]);
    }
}
