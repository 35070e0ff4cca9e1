//! The form of a rule: what it says is what the text says, and the other way round.

use bowerbird::app::action::Action;
use bowerbird::app::state::rule_editor::Editor;
use bowerbird::app::views::sites::SitesState;
use bowerbird::engine::types::{
    Language, RestlessField, Secret, SiteId, SiteReadings, SourceKind, parse,
};
use eframe::egui::Key;
use eframe::egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};

use super::super::{Stage, made, stage, stage_in};
use super::draw;
use crate::texts::t;

type Window = Harness<'static, Stage<SitesState>>;

fn state(text: &str) -> SitesState {
    SitesState {
        editor: Some(Editor::new(Some(SiteId(1)), text.to_owned())),
        ..SitesState::default()
    }
}

fn editing(text: &str) -> Window {
    stage(made::world(), state(text), draw)
}

fn text(window: &Window) -> String {
    let editor = window.state().state.editor.as_ref();
    editor.map(|editor| editor.text.clone()).unwrap_or_default()
}

fn is_sound(window: &Window) {
    let editor = window.state().state.editor.as_ref().unwrap();
    assert!(
        editor.faults.is_empty(),
        "{:?}\n{}",
        editor.faults,
        editor.text
    );
}

/// The field `name`, scrolled to and focused, with the cursor at its end.
fn focus(window: &mut Window, name: &str) {
    let field = || {
        [
            Role::TextInput,
            Role::MultilineTextInput,
            Role::PasswordInput,
            Role::SpinButton,
        ]
    };
    let role = field().into_iter().find(|role| {
        let mut found = window.query_all_by_role_and_label(*role, name);
        found.next().is_some()
    });
    let role = role.unwrap_or_else(|| panic!("no field {name}"));
    window.get_by_role_and_label(role, name).scroll_to_me();
    window.run();
    window.get_by_role_and_label(role, name).focus();
    window.run();
    window.key_press(Key::End);
    window.run();
}

fn write(window: &mut Window, name: &str, typed: &str) {
    focus(window, name);
    window
        .get_all_by_label(name)
        .find(|node| node.accesskit_node().is_focused())
        .expect("a focused field")
        .type_text(typed);
    window.run();
}

fn click(window: &mut Window, name: &str) {
    window.get_by_label(name).scroll_to_me();
    window.run();
    window.get_by_label(name).click();
    window.run();
}

/// Picks `option` of the choice `name`.
fn choose(window: &mut Window, name: &str, option: &str) {
    window
        .get_by_role_and_label(Role::ComboBox, name)
        .scroll_to_me();
    window.run();
    window.get_by_role_and_label(Role::ComboBox, name).click();
    window.run();
    let options = window.get_all_by_label(option);
    options.last().expect("an option").click();
    window.run();
}

const HEAD: &str = "# A rule\n[site]\nname = \"A\"\nkind = \"list\"\nstart = [\"https://a.example/\"] # kept\n\n[list]\nlink = { css = \"h2 a\" }\n";

#[test]
fn every_kind_of_way_is_shown_kept_and_edited() {
    let select = t!("app-form-field-select");
    let label = t!("form-entry", list = t!("form-labels"), number = 1);
    for (way, field) in [
        ("{ css = \"h1\", take = \"title\" }", select),
        ("{ xpath = \"//h1\" }", select),
        (
            "{ regex = '(?<a>b)', on = \"text\", group = \"a\" }",
            select,
        ),
        ("{ jsonpath = \"$.a\" }", select),
        ("{ label = \"Author\", take = \"href\" }", label),
        ("{ label = [\"Author\", \"作者\"] }", label),
        ("{ constant = \"no | one\" }", select),
    ] {
        let before = format!("{HEAD}\n[[field]]\nname = \"by\"\nselect = [{way}] # one\n");
        let mut window = editing(&before);
        is_sound(&window);
        write(&mut window, field, "x");
        let changed = text(&window);
        assert_ne!(changed, before, "{way}");
        let (key, _) = way.trim_start_matches("{ ").split_once(' ').unwrap();
        assert!(changed.contains(&format!("{key} = ")), "{changed}");
        assert!(
            changed.contains("# kept") && changed.contains("# one"),
            "{changed}"
        );
        window.key_press(Key::Backspace);
        window.run();
        let same = parse(&text(&window)).unwrap().file() == parse(&before).unwrap().file();
        assert!(same, "{way}\n{}", text(&window));
    }
}

#[test]
fn what_the_page_says_is_chosen_by_its_name() {
    let rule = format!("{HEAD}\n[[field]]\nname = \"x\"\nselect = [{{ page = \"modified\" }}]\n");
    let mut window = editing(&rule);
    let select = t!("app-form-field-select");
    choose(&mut window, select, t!("form-fact-headline"));
    assert!(
        text(&window).contains("page = \"headline\""),
        "{}",
        text(&window)
    );
    let kind = t!("form-kind-of", part = select);
    choose(&mut window, kind, t!("select-language-xpath"));
    write(&mut window, select, "");
    assert!(text(&window).contains("xpath = "), "{}", text(&window));
}

#[test]
fn further_ways_of_a_link_are_added_and_ranked() {
    let mut window = editing(HEAD);
    let link = t!("app-form-link");
    click(&mut window, t!("form-way-add-name", part = link));
    let second = t!("form-way-name", part = link, number = 2);
    write(&mut window, second, "h3 a");
    is_sound(&window);
    let way = "link = { css = \"h2 a\", fallbacks = [{ css = \"h3 a\" }] }";
    assert!(text(&window).contains(way), "{}", text(&window));
    click(&mut window, t!("app-author-way-up", way = second));
    let way = "link = { css = \"h3 a\", fallbacks = [{ css = \"h2 a\" }] }";
    assert!(text(&window).contains(way), "{}", text(&window));
    click(&mut window, t!("app-author-way-away", way = second));
    assert!(
        text(&window).contains("link = { css = \"h3 a\" }"),
        "{}",
        text(&window)
    );
}

#[test]
fn patterns_are_typed_line_by_line_and_tried_on_an_address() {
    let mut window = editing(HEAD);
    let list = t!("app-form-deny");
    write(&mut window, t!("form-entry-new", list = list), "/tag/");
    window.key_press(Key::Enter);
    window.run();
    write(&mut window, t!("form-entry-new", list = list), "(");
    assert!(
        text(&window).contains("deny = [\"/tag/\", \"(\"]"),
        "{}",
        text(&window)
    );
    let editor = window.state().state.editor.as_ref().unwrap();
    assert_eq!(editor.faults[0].path, "list.deny.1");
    let looks_wrong = window.look_for_fault();
    assert!(looks_wrong, "the fault stands beside the field");
    // Emptied and left, it is gone.
    window.key_press(Key::Backspace);
    window.run();
    focus(&mut window, t!("app-form-name"));
    window.run();
    assert!(
        text(&window).contains("deny = [\"/tag/\"]"),
        "{}",
        text(&window)
    );
    let trial = t!("form-trial");
    write(&mut window, trial, "https://a.example/tag/x");
    window.get_by_label(t!("form-filter-denied", pattern = "/tag/"));
    assert!(!text(&window).contains("/tag/x"));
}

trait Faults {
    /// Whether the fault of a pattern is told twice: above the form, and beside its field.
    fn look_for_fault(&self) -> bool;
}

impl Faults for Window {
    fn look_for_fault(&self) -> bool {
        let editor = self.state().state.editor.as_ref().unwrap();
        let told = self.state().look.text(&editor.faults[0].message);
        let beside = format!("⚠ {told}");
        self.query_by_label(&told).is_some() && self.query_by_label(&beside).is_some()
    }
}

#[test]
fn the_paging_of_an_interface_has_the_fields_of_its_kind() {
    let rule = "[site]\nname = \"A\"\nkind = \"api\"\nstart = [\"https://a.example/api\"]\n[api]\nitem = { jsonpath = \"$.items[*]\" }\n";
    let mut window = editing(rule);
    let paging = t!("app-form-next");
    choose(&mut window, paging, t!("form-paging-cursor"));
    is_sound(&window);
    write(&mut window, t!("form-next-cursor"), ".x");
    let now = text(&window);
    assert!(now.contains("cursor = \"$.next_cursor.x\""), "{now}");
    assert!(window.query_by_label(t!("form-next-pages")).is_none());
    choose(&mut window, paging, t!("form-paging-offset"));
    is_sound(&window);
    let now = text(&window);
    assert!(
        now.contains("step = 50") && !now.contains("cursor"),
        "{now}"
    );
    window.get_by_role_and_label(Role::SpinButton, t!("form-next-step"));
    choose(&mut window, paging, t!("form-paging-number"));
    is_sound(&window);
    assert!(!text(&window).contains("step"), "{}", text(&window));
    choose(&mut window, paging, t!("form-paging-none"));
    assert!(!text(&window).contains("next"), "{}", text(&window));
}

#[test]
fn a_secret_header_goes_to_an_account_and_not_into_the_rule() {
    let mut window = editing(HEAD);
    click(&mut window, t!("form-network", count = 0, agent = 0));
    let of = |name: &str, number: usize| -> String {
        t!("form-entry", list = name, number = number).to_owned()
    };
    let (name, value) = (t!("form-header"), t!("form-header-value"));
    write(&mut window, &of(name, 1), "Accept-Language");
    write(&mut window, &of(value, 1), "zh-CN");
    write(&mut window, &of(name, 2), "X-Api-Key");
    write(&mut window, &of(value, 2), "s3cret");
    is_sound(&window);
    assert!(
        text(&window).contains("Accept-Language = \"zh-CN\""),
        "{}",
        text(&window)
    );
    assert!(!text(&window).contains("s3cret") && !text(&window).contains("X-Api-Key"));
    click(&mut window, t!("form-header-keep", name = "X-Api-Key"));
    is_sound(&window);
    let now = text(&window);
    assert!(
        now.contains("kind = \"header\"") && now.contains("header = \"X-Api-Key\""),
        "{now}"
    );
    assert!(!now.contains("s3cret"), "{now}");
    let account = Action::AddAccount {
        site: SiteId(1),
        secret: Secret::new("s3cret"),
    };
    assert_eq!(window.state().actions, [account]);
}

#[test]
fn login_addresses_and_signs_of_block_pages_are_filled_in() {
    let mut window = editing(HEAD);
    click(&mut window, t!("form-login-none"));
    click(&mut window, t!("form-login-needed"));
    write(&mut window, t!("form-login-page"), "https://a.example/in");
    write(&mut window, t!("form-login-success-text"), "Sign out");
    is_sound(&window);
    click(&mut window, t!("form-urls-usual"));
    let strip = t!("form-entry-new", list = t!("form-urls-strip"));
    write(&mut window, strip, "ad_*");
    let trial = t!("form-trial");
    write(&mut window, trial, "https://a.example/7?ad_x=1");
    let form = "https://a.example/7";
    window.get_by_label(t!("form-urls-becomes", address = form));
    click(&mut window, t!("form-signals", count = 0));
    click(&mut window, t!("form-signal-add"));
    write(&mut window, t!("form-signal-statuses"), "403, 503");
    is_sound(&window);
    let rule = parse(&text(&window)).unwrap();
    let file = rule.file();
    let login = file.login.as_ref().unwrap();
    assert_eq!(login.success_text.as_deref(), Some("Sign out"));
    assert_eq!(file.urls.strip, ["ad_*"]);
    assert_eq!(file.signals[0].statuses, [403, 503]);
}

#[test]
fn content_and_nested_lists_are_filled_in() {
    let rule = format!("{HEAD}\n[[field]]\nname = \"comments\"\nselect = [{{ css = \"b\" }}]\n");
    let mut window = editing(&rule);
    click(&mut window, t!("form-nested-flag"));
    is_sound(&window);
    let now = text(&window);
    let field = parse(&now).unwrap().file().fields[0].clone();
    assert_eq!(field.item.unwrap().css.as_deref(), Some("li"), "{now}");
    assert_eq!(field.fields[0].select[0].css.as_deref(), Some("b"), "{now}");
    click(&mut window, t!("form-strip-title", count = 0));
    write(&mut window, t!("form-strip"), ".advert");
    let none = t!("form-paging-none");
    click(
        &mut window,
        t!("form-further-title", paging = none, whole = 0),
    );
    write(&mut window, t!("form-single-page"), "a.print");
    is_sound(&window);
    let file = parse(&text(&window)).unwrap().file().content.clone();
    assert_eq!(file.strip[0].css.as_deref(), Some(".advert"));
    assert_eq!(file.single_page.unwrap().css.as_deref(), Some("a.print"));
}

#[test]
fn labels_and_fields_stand_in_columns_in_a_small_window_too() {
    for language in [Language::English, Language::Chinese] {
        let size = [1024.0, 700.0];
        let mut window = stage_in(language, size, made::world(), state(HEAD), draw);
        window.run();
        let lefts: Vec<f32> = window
            .get_all_by_role(Role::TextInput)
            .chain(window.get_all_by_role(Role::SpinButton))
            .map(|field| field.rect())
            .inspect(|rect| assert!(rect.right() <= 1024.0, "{rect:?}"))
            .map(|rect| rect.left())
            .collect();
        assert!(lefts.len() > 12, "{}", lefts.len());
        let first = lefts[0];
        let in_line = lefts.iter().filter(|left| (**left - first).abs() < 2.0);
        assert!(in_line.count() > 8, "{lefts:?}");
    }
}

#[test]
fn what_most_rules_set_is_in_sight_without_scrolling() {
    let rule = format!("{HEAD}item = {{ css = \"li\" }}\nnext = {{ css = \"a.next\" }}\n");
    let size = [1240.0, 900.0];
    let mut window = stage_in(Language::English, size, made::world(), state(&rule), draw);
    window.run();
    for (role, name) in [
        (Role::TextInput, t!("app-form-delay")),
        (Role::SpinButton, t!("app-form-max-pages")),
    ] {
        let field = window.get_by_role_and_label(role, name).rect();
        assert!(field.bottom() < size[1], "{name}: {field:?}");
    }
}

#[test]
fn a_field_keeps_the_keyboard_while_its_text_is_wrong() {
    let mut window = editing(HEAD);
    for (name, typed) in [
        (t!("app-form-limit-time"), "30m"),
        (t!("app-form-limit-bytes"), "200MB"),
        (t!("app-form-quiet"), "22:00-06:00"),
    ] {
        focus(&mut window, name);
        for letter in typed.chars() {
            window.event(eframe::egui::Event::Text(letter.to_string()));
            window.run();
        }
        let now = text(&window);
        assert!(now.contains(&format!("\"{typed}\"")), "{now}");
    }
    is_sound(&window);
}

#[test]
fn a_value_of_another_type_is_not_called_invalid_toml() {
    let window = editing(&format!("{HEAD}[limits]\npages = \"many\"\n"));
    window.get_by_label(t!("app-editor-wrong-type"));
    let window = editing(&format!("{HEAD}[limits\n"));
    window.get_by_label(t!("app-editor-unreadable"));
}

#[test]
fn another_kind_puts_sections_aside_and_brings_them_back() {
    let mut editor = Editor::new(Some(SiteId(1)), made::LISTED.to_owned());
    assert!(editor.file.list.is_some() && editor.faults.is_empty());
    let list = editor.file.list.clone();
    for kind in [SourceKind::Pages, SourceKind::Crawl, SourceKind::Feed] {
        editor.file.site.kind = kind;
        editor.form_changed();
        assert!(editor.faults.is_empty(), "{kind:?}: {:?}", editor.faults);
        assert!(!editor.text.contains("[list"), "{}", editor.text);
        assert_eq!(editor.sections_aside(), ["[list]"]);
    }
    let mut window = stage(made::world(), SitesState::default(), draw);
    window.state_mut().state.editor = Some(editor.clone());
    window.run();
    window.get_by_label(t!("app-editor-aside", sections = "[list]"));
    editor.file.site.kind = SourceKind::List;
    editor.form_changed();
    assert_eq!(editor.file.list, list);
    assert!(editor.sections_aside().is_empty() && editor.faults.is_empty());
}

#[test]
fn an_empty_line_among_the_addresses_is_no_address() {
    let mut editor = Editor::new(Some(SiteId(1)), made::LISTED.to_owned());
    editor.file.site.start.push(String::new());
    editor.form_changed();
    assert!(editor.faults.is_empty(), "{:?}", editor.faults);
    assert_eq!(
        editor.file.site.start.len(),
        2,
        "the line stays while it is typed"
    );
    assert_eq!(parse(&editor.text).unwrap().file().site.start.len(), 1);
}

#[test]
fn what_is_read_again_and_when_is_chosen_and_its_cost_is_told() {
    let mut world = made::world();
    let readings = SiteReadings {
        starts: 1,
        lists: 2,
        pages: 38,
        found: vec![("2026-03-01T00:00:00Z".parse().unwrap(), 38)],
        restless: vec![RestlessField {
            field: "x".to_owned(),
            readings: 4,
            example: ("1".to_owned(), "2".to_owned()),
        }],
    };
    world.readings.insert(SiteId(1), readings);
    let rule = format!("{HEAD}\n[[field]]\nname = \"x\"\nselect = [{{ css = \"h1\" }}]\n");
    let mut window = stage(world, state(&rule), draw);
    choose(&mut window, t!("app-turns-name"), t!("app-turns-hourly"));
    choose(&mut window, t!("app-again-name"), t!("app-again-listed"));
    is_sound(&window);
    let written = text(&window);
    assert!(written.contains("cron = \"0 * * * *\""), "{written}");
    assert!(written.contains("articles = \"listed\""), "{written}");
    let run = t!("reading-cost-run", count = 40);
    window.get_by_label(t!("reading-cost-day", run = run, count = 960));

    choose(&mut window, t!("app-again-name"), t!("app-again-days"));
    let written = text(&window);
    assert!(written.contains("until = \"7d\""), "{written}");
    choose(&mut window, t!("app-again-name"), t!("app-again-new"));
    assert!(!text(&window).contains("revisit"), "{}", text(&window));
    click(&mut window, t!("watch-leave-out", field = "x"));
    assert!(
        text(&window).contains("leave_out = [\"x\"]"),
        "{}",
        text(&window)
    );
    write(&mut window, t!("app-form-key"), "link");
    choose(&mut window, t!("app-form-gone"), t!("app-gone-list"));
    is_sound(&window);
    let file = parse(&text(&window)).unwrap().file().clone();
    assert_eq!(file.identity.key, ["link"]);
    assert!(
        text(&window).contains("gone = \"list\""),
        "{}",
        text(&window)
    );
}
