//! The section of a rule's form about where pages come from: the kind of the source with its own
//! section.
//!
//! Below: lists and records, interfaces, searches, and the ways to further pages.

pub mod api;
pub mod list;
pub mod paging;
pub mod search;

use eframe::egui::Ui;

use super::controls::labelled_rows::{self, Row};
use super::controls::{FormContext, heading, text_list};
use super::fields::item_fields_ui;
use super::urls::filter_ui;
use crate::style::ui_context::UiContext;
use bowerbird_engine::types::{
    CrawlRule, FeedRule, PagesChoice, PagesRule, RuleFile, SitemapRule, SourceKind,
};
use paging::{PagingOf, paging_ui};

/// Draws the choice of the kind.
pub fn kind_ui(ui: &mut Ui, cx: &FormContext<'_>, file: &mut RuleFile) -> bool {
    let options = SourceKind::ALL.map(|kind| (kind, kind_word(cx.look, kind)));
    let mut kind = file.site.kind;
    let row = Row::new("app-form-kind", "site.kind", "");
    let changed = labelled_rows::choice(ui, cx, &row, (&mut kind, ""), &options);
    // The editor puts aside what the new kind does not read.
    file.site.kind = kind;
    changed
}

/// Draws the section of the rule's kind; nothing for a list, which has its own section.
pub fn source_ui(ui: &mut Ui, cx: &FormContext<'_>, file: &mut RuleFile) -> bool {
    let kind = file.site.kind;
    if kind == SourceKind::List {
        return false;
    }
    heading(ui, cx, &format!("app-kind-{}", kind.token()));
    cx.section_faults_ui(ui, kind.token());
    match kind {
        SourceKind::Feed => section(ui, cx, &mut file.feed, feed_ui),
        SourceKind::Sitemap => section(ui, cx, &mut file.sitemap, sitemap_ui),
        SourceKind::Search => section(ui, cx, &mut file.search, search::search_ui),
        SourceKind::Api => section(ui, cx, &mut file.api, api::api_ui),
        SourceKind::Pages => section(ui, cx, &mut file.pages, pages_ui),
        SourceKind::Crawl => section(ui, cx, &mut file.crawl, crawl_ui),
        SourceKind::List => false,
    }
}

/// An optional section: it is only written once something in it was changed.
fn section<T: Default + Clone>(
    ui: &mut Ui,
    cx: &FormContext<'_>,
    section: &mut Option<T>,
    draw: fn(&mut Ui, &FormContext<'_>, &mut T) -> bool,
) -> bool {
    let mut shown = section.clone().unwrap_or_default();
    let changed = draw(ui, cx, &mut shown);
    if changed {
        *section = Some(shown);
    }
    changed
}

fn feed_ui(ui: &mut Ui, cx: &FormContext<'_>, feed: &mut FeedRule) -> bool {
    let mut changed = behind_ui(ui, cx, "feed.pages", &mut feed.pages, true);
    changed |= since_ui(ui, cx, "feed.since", &mut feed.since);
    changed |= paging_ui(ui, cx, "feed.next", &mut feed.next, PagingOf::Pages);
    changed |= filter_ui(ui, cx, "feed", &mut feed.filter);
    changed | item_fields_ui(ui, cx, "feed.field", &mut feed.fields)
}

fn sitemap_ui(ui: &mut Ui, cx: &FormContext<'_>, map: &mut SitemapRule) -> bool {
    let mut changed = behind_ui(ui, cx, "sitemap.pages", &mut map.pages, true);
    changed |= since_ui(ui, cx, "sitemap.since", &mut map.since);
    let maps = Row::new("app-form-maps", "sitemap.maps", r"/news-\d+\.xml");
    changed |= text_list::texts(ui, cx, &maps, &mut map.maps);
    changed |= filter_ui(ui, cx, "sitemap", &mut map.filter);
    changed | item_fields_ui(ui, cx, "sitemap.field", &mut map.fields)
}

fn pages_ui(ui: &mut Ui, cx: &FormContext<'_>, pages: &mut PagesRule) -> bool {
    let file = Row::new("app-form-file", "pages.file", "addresses.csv");
    let mut changed = labelled_rows::text(ui, cx, &file, &mut pages.file);
    let column = Row::short("app-form-column", "pages.column", "url");
    changed |= labelled_rows::optional(ui, cx, &column, &mut pages.column);
    let keep = Row::new("form-pages-keep", "pages.keep", "topic");
    changed | text_list::texts(ui, cx, &keep, &mut pages.keep)
}

fn crawl_ui(ui: &mut Ui, cx: &FormContext<'_>, crawl: &mut CrawlRule) -> bool {
    let words = [
        ("host", "app-form-stay-host"),
        ("site", "app-form-stay-site"),
        ("folder", "app-form-stay-folder"),
    ];
    let stay = Row::new("app-form-stay", "crawl.stay", "");
    let mut changed = labelled_rows::word(ui, cx, &stay, &mut crawl.stay, &words);
    let words = [
        ("all", "app-form-follow-all"),
        ("needed", "app-form-follow-needed"),
    ];
    let follow = Row::new("app-form-follow", "crawl.follow", "");
    changed |= labelled_rows::word(ui, cx, &follow, &mut crawl.follow, &words);
    let depth = Row::short("app-form-max-depth", "crawl.max_depth", "");
    changed |= labelled_rows::most(ui, cx, &depth, &mut crawl.max_depth);
    let most = Row::short("form-crawl-pages", "crawl.max_pages", "");
    changed |= labelled_rows::most(ui, cx, &most, &mut crawl.max_pages);
    let records = Row::new("app-form-records", "crawl.records", r"/objects/\d+$");
    changed |= text_list::texts(ui, cx, &records, &mut crawl.records);
    changed |= filter_ui(ui, cx, "crawl", &mut crawl.filter);
    let paths = Row::new("form-crawl-paths", "crawl.paths", "/news/");
    changed |= text_list::texts(ui, cx, &paths, &mut crawl.paths);
    let endings = Row::new("form-crawl-endings", "crawl.endings", "html");
    changed | endings_ui(ui, cx, &endings, &mut crawl.endings)
}

/// Endings of addresses. The empty one, for addresses without an ending, is a tick of its own.
fn endings_ui(ui: &mut Ui, cx: &FormContext<'_>, row: &Row<'_>, endings: &mut Vec<String>) -> bool {
    let mut named: Vec<String> = endings.iter().filter(|e| !e.is_empty()).cloned().collect();
    let mut without = named.len() != endings.len();
    let mut changed = text_list::texts(ui, cx, row, &mut named);
    if !endings.is_empty() || !named.is_empty() {
        changed |= labelled_rows::flag(ui, cx, "form-crawl-no-ending", "", &mut without);
    }
    if changed {
        named.extend(without.then(String::new));
        *endings = named;
    }
    changed
}

/// Whether the pages behind the entries are fetched; `usual` is the default.
fn behind_ui(
    ui: &mut Ui,
    cx: &FormContext<'_>,
    path: &str,
    pages: &mut Option<PagesChoice>,
    usual: bool,
) -> bool {
    let options = [
        (PagesChoice::Flag(true), cx.t("app-form-behind-yes")),
        (PagesChoice::Flag(false), cx.t("app-form-behind-no")),
        (
            PagesChoice::Word("auto".to_owned()),
            cx.t("app-form-behind-auto"),
        ),
    ];
    let mut chosen = pages.clone().unwrap_or(PagesChoice::Flag(usual));
    let written = match &chosen {
        PagesChoice::Word(word) => word.clone(),
        PagesChoice::Flag(_) => String::new(),
    };
    let row = Row::new("app-form-behind", path, "");
    let changed = labelled_rows::choice(ui, cx, &row, (&mut chosen, &written), &options);
    if changed {
        *pages = Some(chosen);
    }
    changed
}

fn since_ui(ui: &mut Ui, cx: &FormContext<'_>, path: &str, since: &mut Option<String>) -> bool {
    labelled_rows::optional(ui, cx, &Row::short("app-form-since", path, "30d"), since)
}

/// JSON that is sent by POST.
fn body_ui(ui: &mut Ui, cx: &FormContext<'_>, path: &str, body: &mut Option<String>) -> bool {
    let row = Row::new("form-body", path, r#"{"page": {page}}"#);
    let mut lines: Vec<String> = body
        .iter()
        .flat_map(|b| b.split('\n'))
        .map(str::to_owned)
        .collect();
    let changed = labelled_rows::lines(ui, cx, &row, &mut lines);
    if changed {
        let text = lines.join("\n");
        *body = (!text.trim().is_empty()).then_some(text);
    }
    changed
}

/// The name of a source kind.
pub fn kind_word(look: &UiContext, kind: SourceKind) -> String {
    look.text(&kind.name())
}
