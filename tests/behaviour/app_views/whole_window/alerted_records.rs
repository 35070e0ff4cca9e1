//! From what a record alert told in the notification centre to the records that it is about.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use bowerbird::engine::project;
use bowerbird::engine::types::{
    ClauseTest, ConditionActions, ConditionClause, ConditionTiming, RecordCondition,
};
use bowerbird::io::store::Store;
use egui_kittest::kittest::Queryable;
use jiff::Timestamp;

use super::locked_proxies::{press, started};
use super::top_bar_and_rail::wait_for;
use crate::engine::support::bench::Bench;
use crate::engine::support::server::{Reply, Site};
use crate::texts::t;

#[test]
fn a_price_that_fell_leads_to_the_changes_of_its_site() {
    let price = Arc::new(AtomicUsize::new(320));
    let shown = Arc::clone(&price);
    let site = Site::start(move |_| {
        let price = shown.load(Ordering::SeqCst);
        Reply::html(format!(
            "<title>Shop</title><table><tr><td>Tea</td><td>{price}</td></tr>\
             <tr><td>Rice</td><td>250</td></tr></table>"
        ))
    });
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("press.bower");
    {
        let bench = Bench::on(Store::create(&path).unwrap());
        let id = bench.add(&format!(
            "[site]\nname = 'Shop'\nkind = 'pages'\nstart = ['{}']\n[politeness]\ndelay = '0s'\n\
             [record]\nitem = {{ css = 'tr' }}\n\
             [[field]]\nname = 'title'\nselect = [{{ css = 'td' }}]\n\
             [[field]]\nname = 'price'\nselect = [{{ css = 'td:nth-of-type(2)' }}]\n\
             [content]\ngeneric = false\n",
            site.url("/")
        ));
        bench.run(id);
        let condition = RecordCondition {
            enabled: true,
            site: Some(id),
            clauses: vec![ConditionClause {
                field: "price".to_owned(),
                test: ClauseTest::Falls,
                value: String::new(),
            }],
            timing: ConditionTiming::Again,
            actions: ConditionActions {
                tell: true,
                ..ConditionActions::default()
            },
            ..RecordCondition::default()
        };
        let now = Timestamp::now();
        bench.store().set_record_condition(&condition, now).unwrap();
    }
    price.store(290, Ordering::SeqCst);
    let mut window = started(folder.path(), t!("app-view-sites"));
    press(&mut window, t!("app-sites-run-all"));
    let stored = project::read(&path).unwrap();
    let counted = || stored.record_conditions(Timestamp::now()).unwrap()[0].recent;
    let until = Instant::now() + Duration::from_secs(60);
    while counted() == 0 && Instant::now() < until {
        window.step();
    }
    let bells = [t!("notify-bell", count = 0), t!("notify-bell", count = 1)];
    let bell = bells.iter().find_map(|name| window.query_by_label(name));
    bell.unwrap().click_accesskit();
    window.run_ok();
    press(&mut window, t!("notify-show", site = "Shop"));
    wait_for(&mut window, "290");
    wait_for(&mut window, t!("changes-read-all"));
    assert!(window.query_by_label(t!("notify-clear")).is_none());
}
