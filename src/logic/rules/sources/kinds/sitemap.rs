//! Sitemaps: `[sitemap]`. Without the section the defaults apply.

use serde_json::Value as Json;
use url::Url;

use super::entries::{add_usual, entries, is_plain_document, plain_document, read_pages_choice};
use super::{Compiled, Source};
use crate::model::{DefaultColumn, SourceKind};
use crate::page::Page;
use crate::rules::check::extraction_sections::{read_link_filter, read_patterns};
use crate::rules::check::fields::{FieldPlace, read_fields};
use crate::rules::check::reader::{Faults, Section};
use crate::rules::evaluate::compiled::List;
use crate::rules::sources::compiled_source::Details;
use crate::rules::sources::since::read_since;
use crate::rules::{FieldType, RuleFile, SitemapRule};
use crate::sources::sitemap;

/// The values of its entries, and the fields they become.
const USUAL: [(&str, FieldType); 3] = [
    (DefaultColumn::Title.token(), FieldType::Text),
    (DefaultColumn::Date.token(), FieldType::Date),
    ("lastmod", FieldType::Date),
];

pub(super) struct SitemapSource;

impl Source for SitemapSource {
    fn read(
        &self,
        faults: &mut Faults<'_>,
        root: &Section<'_, '_>,
        file: &mut RuleFile,
    ) -> Compiled {
        let (rule, list) = read_sitemap(faults, root);
        file.sitemap = rule;
        Compiled {
            list: Some(list),
            ..Compiled::default()
        }
    }

    fn clear(&self, file: &mut RuleFile) {
        file.sitemap = None;
    }

    fn reports_changes(&self) -> bool {
        true
    }

    fn missing_document(&self) -> Option<&'static str> {
        Some("no-sitemap")
    }

    fn plain_document(&self, source: &str) -> Option<Json> {
        plain_document(sitemap(source)?, SourceKind::Sitemap)
    }

    fn is_document(&self, page: &Page) -> bool {
        is_plain_document(page)
    }

    fn named_documents(&self, _feeds: Vec<Url>, sitemaps: Vec<Url>) -> Vec<Url> {
        sitemaps
    }

    fn is_named_by_robots_txt(&self) -> bool {
        true
    }
}

fn read_sitemap(faults: &mut Faults<'_>, root: &Section<'_, '_>) -> (Option<SitemapRule>, List) {
    let keys = ["pages", "maps", "allow", "deny", "since", "field"];
    let section = root.section(faults, "sitemap", &keys);
    let mut file = SitemapRule::default();
    let mut list = entries();
    if let Some(section) = &section {
        let (choice, details) = read_pages_choice(faults, section, Details::Always, false);
        file.pages = choice;
        list.ways.details = details;
        (file.maps, list.ways.maps) = read_patterns(faults, section, "maps");
        (file.filter, (list.allow, list.deny)) = read_link_filter(faults, section);
        (file.since, list.ways.since) = read_since(faults, section).unzip();
        let fields = read_fields(faults, section, "sitemap.", FieldPlace::List);
        (file.fields, list.fields) = (fields.file, fields.compiled);
    }
    add_usual(&mut list, &USUAL);
    (section.map(|_| file), list)
}
