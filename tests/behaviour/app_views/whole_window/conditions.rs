//! Conditions over records in the window: made of picks, kept, removed, and brought back.

use bowerbird::engine::project;
use bowerbird::io::store::Store;
use egui_kittest::kittest::Queryable;

use super::locked_proxies::{press, started, type_into};
use super::top_bar_and_rail::wait_for;
use crate::engine::support::bench::Bench;
use crate::engine::support::server::{Reply, Site};
use crate::texts::t;

#[test]
fn a_condition_is_made_counted_kept_and_removed() {
    let site = Site::start(|_| {
        Reply::html(
            "<title>Notices</title><table><tr><td>Tender for a bridge</td></tr>\
             <tr><td>Road closed</td></tr></table>",
        )
    });
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("press.bower");
    {
        let bench = Bench::on(Store::create(&path).unwrap());
        let id = bench.add(&format!(
            "[site]\nname = 'Notices'\nkind = 'pages'\nstart = ['{}']\n[politeness]\ndelay = '0s'\n\
             [record]\nitem = {{ css = 'tr' }}\n\
             [[field]]\nname = 'title'\nselect = [{{ css = 'td' }}]\n[content]\ngeneric = false\n",
            site.url("/")
        ));
        bench.run(id);
    }
    let mut window = started(folder.path(), t!("app-view-settings"));
    press(&mut window, t!("condition-new"));
    wait_for(&mut window, t!("condition-no-words"));
    type_into(&mut window, t!("condition-editor-value"), "tender");
    wait_for(&mut window, t!("condition-editor-would", count = 1));
    press(&mut window, t!("condition-editor-save"));
    let remove = t!("condition-remove-name", number = 1);
    wait_for(&mut window, remove);
    let stored = project::read(&path).unwrap();
    let kept = || stored.record_conditions(jiff::Timestamp::now()).unwrap();
    assert_eq!(kept()[0].condition.clauses[0].value, "tender");
    press(&mut window, remove);
    wait_for(&mut window, t!("condition-removed", number = 1));
    wait_for(&mut window, t!("condition-none"));
    assert!(kept().is_empty());
    press(&mut window, t!("app-command-undo"));
    wait_for(&mut window, remove);
    assert_eq!(kept()[0].condition.id, 1);
    assert!(window.query_by_label(t!("condition-none")).is_none());
}
