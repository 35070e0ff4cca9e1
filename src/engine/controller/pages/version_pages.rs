//! Pictures of the pages of two versions of a record, from what is stored, with the place of a field
//! on each. Nothing is requested from the site; each page is drawn by a child process of its own.

use std::sync::Arc;

use image::RgbaImage;
use jiff::Timestamp;
use url::Url;

use crate::context::{EngineContext, spawn_cpu_now};
use crate::page_resources::stored_resources::StoredResources;
use crate::protocol::{EngineError, PagesOfVersions, VersionPage};
use crate::records::texts::kept_address;
use crate::workbench::field_place;
use bowerbird_io::preview::{Layout, PreviewRequest, PreviewSession};
use bowerbird_logic::messages::{Explain, Message};
use bowerbird_logic::model::{Record, RecordVersion, SiteId, StoredRecord};
use bowerbird_logic::page::{ElementIndex, Page, decode};
use bowerbird_logic::rules::parse;

/// Width of a page in CSS pixels, and device pixels for each: two fit beside each other.
const WIDTH: u32 = 1_000;
const SCALE: f32 = 0.6;
/// The tallest picture, in CSS pixels: a longer page is shown around the field.
const MAX_HEIGHT: u32 = 2_400;
/// What is shown above the field, in CSS pixels.
const ABOVE: f32 = 300.0;

/// A stored page with the places of the field.
struct FoundPage {
    html: String,
    url: Url,
    fetched_at: Timestamp,
    elements: Vec<ElementIndex>,
}

/// Draws the pages of two versions, the earlier one first.
pub(in crate::controller) async fn version_pages(
    context: Arc<EngineContext>,
    of: PagesOfVersions,
) -> Result<[VersionPage; 2], EngineError> {
    let (store, asked) = (Arc::clone(&context), of.clone());
    let found = spawn_cpu_now(move || find_pages(&store, &asked)).await;
    let (site, pages) = found.unwrap_or_else(|| Err(record_gone()))?;
    let [before, after] = pages;
    Ok([
        drawn(&context, site, before).await,
        drawn(&context, site, after).await,
    ])
}

fn record_gone() -> EngineError {
    EngineError(Message::new("texts-record-gone"))
}

type Found = (SiteId, [Option<FoundPage>; 2]);

fn find_pages(context: &EngineContext, of: &PagesOfVersions) -> Result<Found, EngineError> {
    let store = &context.store;
    let stored = store.record_anywhere(of.record)?.ok_or_else(record_gone)?;
    let versions = store.record_versions_anywhere(of.record)?;
    let rule = store
        .site(stored.site)?
        .and_then(|site| parse(&site.rule_toml).ok());
    let mut pages = [None, None];
    for (page, number) in pages.iter_mut().zip([of.before, of.after]) {
        let Some((record, from, until)) = version(&stored, &versions, number) else {
            continue;
        };
        let asked = StoredRecord {
            record: record.clone(),
            ..stored.clone()
        };
        let address = kept_address(&asked);
        let kept = store.page_between(stored.site, &address, (from, until))?;
        let Some(kept) = kept else {
            continue;
        };
        let mut headers = kept.meta.headers.iter();
        let kind = headers.find(|(name, _)| name.eq_ignore_ascii_case("content-type"));
        let html = decode(&kept.body, kind.map(|(_, value)| value.as_str())).text;
        let Ok(url) = Url::parse(kept.meta.url_chain.last().unwrap_or(&address)) else {
            continue;
        };
        let parsed = Page::parse(&html, &url);
        let at = kept.meta.fetched_at;
        let elements = of.field.as_ref().map_or_else(Vec::new, |field| {
            field_place(rule.as_ref(), &parsed, (record, field), at)
        });
        *page = Some(FoundPage {
            html,
            url,
            fetched_at: at,
            elements,
        });
    }
    Ok((stored.site, pages))
}

/// A version with the time from which and until which it was what the page said.
fn version<'a>(
    stored: &'a StoredRecord,
    versions: &'a [RecordVersion],
    number: Option<u32>,
) -> Option<(&'a Record, Timestamp, Option<Timestamp>)> {
    let Some(number) = number else {
        return Some((&stored.record, stored.fetched_at, None));
    };
    let version = versions.iter().find(|version| version.number == number)?;
    // A shorter reading that was withheld stands at its own time only.
    let until = (!version.is_withheld()).then_some(version.replaced_at);
    Some((&version.record, version.fetched_at, until))
}

async fn drawn(context: &Arc<EngineContext>, site: SiteId, page: Option<FoundPage>) -> VersionPage {
    let Some(page) = page else {
        return VersionPage::default();
    };
    let fetched_at = page.fetched_at;
    let painted = paint(context, site, page).await;
    painted.unwrap_or_else(|message| VersionPage {
        fetched_at: Some(fetched_at),
        fault: Some(message),
        ..VersionPage::default()
    })
}

async fn paint(
    context: &Arc<EngineContext>,
    site: SiteId,
    page: FoundPage,
) -> Result<VersionPage, Message> {
    let resources = Arc::new(StoredResources {
        store: context.store.clone(),
        site,
        at: page.fetched_at,
    });
    let request = PreviewRequest {
        html: page.html,
        url: page.url,
        width: WIDTH,
        scale: SCALE,
    };
    let opened = PreviewSession::open(&context.options.worker, request, resources).await;
    let (mut session, layout) = opened.map_err(|error| error.explain())?;
    let boxes = boxes(&layout, &page.elements);
    let part = shown_part(&layout, &boxes);
    let tile_height = layout.tile_height.max(1);
    let mut picture: Option<RgbaImage> = None;
    let first = part.0 / tile_height;
    for number in first..part.1.div_ceil(tile_height) {
        let tile = session
            .tile(number)
            .await
            .map_err(|error| error.explain())?;
        let Some(strip) = RgbaImage::from_raw(tile.width, tile.height, tile.rgba) else {
            continue;
        };
        let canvas = picture
            .get_or_insert_with(|| RgbaImage::new(tile.width, device(part.1 - part.0).max(1)));
        let top = i64::from(device(number * tile_height)) - i64::from(device(part.0));
        image::imageops::replace(canvas, &strip, 0, top);
    }
    let picture = picture.unwrap_or_else(|| RgbaImage::new(1, 1));
    let moved = boxes.into_iter().map(|[x, y, width, height]| {
        #[expect(clippy::cast_precision_loss, reason = "pages stay far below 2^24 px")]
        let top = part.0 as f32;
        [x * SCALE, (y - top) * SCALE, width * SCALE, height * SCALE]
    });
    Ok(VersionPage {
        fetched_at: Some(page.fetched_at),
        size: [picture.width(), picture.height()],
        boxes: moved.collect(),
        is_part: part.1 - part.0 < layout.height,
        rgba: Arc::new(picture.into_raw()),
        fault: None,
    })
}

/// The boxes of elements, in CSS pixels.
fn boxes(layout: &Layout, elements: &[ElementIndex]) -> Vec<[f32; 4]> {
    let found = layout.boxes.iter();
    found
        .filter(|one| elements.contains(&one.element))
        .map(|one| [one.x, one.y, one.width, one.height])
        .collect()
}

/// The part of the page that is shown, in CSS pixels: around the field if the page is long.
fn shown_part(layout: &Layout, boxes: &[[f32; 4]]) -> (u32, u32) {
    let height = layout.height.max(1);
    if height <= MAX_HEIGHT {
        return (0, height);
    }
    let top = boxes.iter().map(|[_, y, ..]| *y).fold(f32::MAX, f32::min);
    let from = match boxes.is_empty() {
        true => 0,
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "at least 0, and below the page's height"
        )]
        false => (top - ABOVE).max(0.0) as u32,
    };
    let from = from.min(height - MAX_HEIGHT);
    (from, from + MAX_HEIGHT)
}

/// Device pixels of CSS pixels.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "pages stay far below 2^24 px"
)]
fn device(css: u32) -> u32 {
    (css as f32 * SCALE).round() as u32
}
