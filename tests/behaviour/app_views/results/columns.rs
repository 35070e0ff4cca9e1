//! Which columns the table of records has: those of the one site there is, those that a step's values
//! fill, and none in which nothing is unless a person chooses it.

use bowerbird::app::views::results::ResultsState;
use bowerbird::engine::types::{RecordFilter, StoredRecord, Value};
use eframe::egui::{Key, accesskit::Role};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};

use super::loader::{LoadedRecords, counted, draw};
use crate::app_views::{Stage, made, stage};
use crate::texts::t;

const RULE: &str = "[site]\nname = 'Depot'\nkind = 'pages'\nstart = ['http://127.0.0.1:1/']\n\
    [[step]]\ndo = 'choose'\ncss = 'select'\nvalues = ['lamp', 'chair']\nfield = 'category'\n\
    [record]\nitem = { css = '.card' }\n[[field]]\nname = 'title'\nselect = [{ css = 'h3' }]\n\
    [[field]]\nname = 'price'\nselect = [{ css = 'b' }]\n";

/// Records of a shop: none has a date or an author, and one field is in no rule.
struct Products;

impl LoadedRecords for Products {
    fn page(_filter: &RecordFilter, _page: u64) -> Vec<StoredRecord> {
        let product = |number| {
            let mut stored = made::record(number);
            stored.record.date.clear();
            let fields = ["price", "category", "colour"];
            let fields = fields.map(|name| (name.to_owned(), Value::One(format!("{name} x"))));
            stored.record.fields = fields.to_vec();
            stored
        };
        (0..3).map(product).collect()
    }

    fn count(_filter: &RecordFilter) -> u64 {
        3
    }
}

fn show(sites: usize) -> Harness<'static, Stage<ResultsState>> {
    let mut world = made::world();
    let mut all = world.sites().to_vec();
    all.truncate(sites);
    all[0].rule_toml = RULE.to_owned();
    world.sites = Some(all);
    let mut state = ResultsState::default();
    let generation = state.pages.renew(&RecordFilter::default());
    state.pages.counted(generation, counted(3));
    let mut harness = stage(world, state, draw::<Products>);
    harness.set_size(eframe::egui::vec2(2_400.0, 700.0));
    harness.run();
    harness
}

/// The left edge of a column's head.
fn head(harness: &Harness<'_, Stage<ResultsState>>, label: &str) -> Option<f32> {
    let nodes = harness.query_all_by_label(label);
    let mut heads = nodes.filter(|node| node.accesskit_node().role() != Role::CheckBox);
    heads.next().map(|node| node.rect().left())
}

fn choose(harness: &mut Harness<'_, Stage<ResultsState>>, label: &str) {
    harness.get_by_label(t!("app-results-columns")).click();
    harness.run();
    harness.get_by_role_and_label(Role::CheckBox, label).click();
    harness.run();
    harness.key_press(Key::Escape);
    harness.run();
}

#[test]
fn a_project_with_one_site_shows_its_fields_behind_the_title() {
    let harness = show(1);
    let title = head(&harness, t!("app-column-title"));
    let text = head(&harness, t!("app-column-text"));
    for own in ["price", "category", "colour"] {
        let place = head(&harness, own);
        assert!(place > title && place < text, "{own}: {place:?}");
    }
}

#[test]
fn a_column_without_values_is_shown_only_when_it_is_chosen() {
    let mut harness = show(1);
    let (date, author) = (t!("app-column-date"), t!("app-column-author"));
    assert_eq!((head(&harness, date), head(&harness, author)), (None, None));
    assert!(head(&harness, t!("app-column-text")).is_some());
    choose(&mut harness, author);
    assert!(head(&harness, author).is_some());
    assert_eq!(head(&harness, date), None);
    choose(&mut harness, author);
    assert_eq!(head(&harness, author), None);
}

#[test]
fn fields_of_one_of_several_sites_wait_in_the_menu() {
    let mut harness = show(3);
    assert_eq!(head(&harness, "price"), None);
    choose(&mut harness, "price");
    assert!(head(&harness, "price").is_some());
    assert_eq!(head(&harness, "colour"), None);
}
