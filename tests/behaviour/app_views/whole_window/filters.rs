//! Filters in the window: made of picks, tried on the past, kept, applied with a way back, and what
//! they skipped.

use bowerbird::engine::project;
use bowerbird::io::store::Store;
use egui_kittest::kittest::Queryable;

use super::locked_proxies::{press, started, type_into};
use super::top_bar_and_rail::wait_for;
use crate::engine::support::bench::Bench;
use crate::engine::support::server::{Reply, Site};
use crate::texts::t;

#[test]
fn a_filter_is_made_tried_and_applied_and_what_it_skipped_is_kept() {
    let site = Site::start(|ask| {
        // The second reading has a row more.
        let more = match ask.before {
            0 => "",
            _ => "<tr><td>Tender for a road</td></tr>",
        };
        Reply::html(format!(
            "<title>Notices</title><table><tr><td>Tender for a bridge</td></tr>\
             <tr><td>Road closed</td></tr>{more}</table>"
        ))
    });
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("press.bower");
    let rule = format!(
        "[site]\nname = 'Notices'\nkind = 'pages'\nstart = ['{}']\n[politeness]\ndelay = '0s'\n\
         [identity]\nkey = ['title']\n[record]\nitem = {{ css = 'tr' }}\n\
         [[field]]\nname = 'title'\nselect = [{{ css = 'td' }}]\n[content]\ngeneric = false\n",
        site.url("/")
    );
    {
        let bench = Bench::on(Store::create(&path).unwrap());
        let id = bench.add(&rule);
        bench.run(id);
    }
    let mut window = started(folder.path(), t!("app-view-settings"));
    press(&mut window, t!("filter-new"));
    wait_for(&mut window, t!("filter-editor-title"));
    wait_for(&mut window, t!("condition-no-words"));
    type_into(&mut window, t!("condition-editor-value"), "tender");
    wait_for(&mut window, t!("filter-would", count = 1));
    press(&mut window, t!("filter-save"));
    let enable = t!("filter-enable", number = 1);
    wait_for(&mut window, enable);
    let stored = project::read(&path).unwrap();
    let kept = || stored.record_conditions(jiff::Timestamp::now()).unwrap();
    assert!(kept()[0].condition.actions.skip && kept()[0].condition.is_filter());
    // It is none of the conditions that tell something.
    window.get_by_label(t!("condition-none"));

    // Applied to what is stored, after it is shown, and taken back.
    let name = t!("filter-name", number = 1);
    press(&mut window, t!("app-more-of", subject = name));
    press(&mut window, t!("filter-apply-open"));
    wait_for(&mut window, t!("filter-would-apply", count = 1));
    press(&mut window, t!("filter-apply-delete", count = 1));
    wait_for(&mut window, t!("texts-deleted", count = 1));
    press(&mut window, t!("app-command-undo"));
    wait_for(&mut window, t!("texts-restored", count = 1));
    drop(window);

    {
        let bench = Bench::on(Store::open(&path).unwrap());
        let id = bench.store().sites().unwrap()[0].id;
        bench.run(id);
        assert_eq!(
            bench.store().skipped_records(None, None, 9).unwrap().len(),
            1
        );
    }
    let mut window = started(folder.path(), t!("app-view-settings"));
    press(&mut window, t!("filter-skipped-open"));
    let keep = t!("filter-keep-name", title = "Tender for a road");
    wait_for(&mut window, keep);
    press(&mut window, keep);
    wait_for(&mut window, t!("filter-none-skipped"));
    let titles = project::read(&path).unwrap();
    let found = titles.records(&Default::default(), 0, 9).unwrap();
    assert!(
        found
            .iter()
            .any(|one| one.record.title == "Tender for a road")
    );
    let name = t!("filter-name", number = 1);
    press(&mut window, t!("app-more-of", subject = name));
    press(&mut window, t!("app-remove"));
    wait_for(&mut window, t!("filter-removed", number = 1));
    wait_for(&mut window, t!("filter-none"));
    press(&mut window, t!("app-command-undo"));
    wait_for(&mut window, enable);
}
