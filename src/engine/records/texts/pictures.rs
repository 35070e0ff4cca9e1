//! The pictures of a record, loaded only on request. Input: the record and its stored page.
//! Output: decoded pictures, small enough for a reader's column.

use std::io::Cursor;
use std::sync::Arc;

use image::{ImageReader, Limits, RgbaImage};
use url::Url;

use crate::context::{EngineContext, spawn_cpu_now};
use crate::crawl::site_session;
use crate::page_resources::SessionResources;
use crate::protocol::{EngineError, RecordPicture};
use bowerbird_io::fetch::RobotsPolicy;
use bowerbird_io::preview::ResourceLoader;
use bowerbird_io::store::StoreReader;
use bowerbird_logic::generic::{ExtractedContent, document};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{FETCHED_URL, RecordId, StoredRecord, Value};
use bowerbird_logic::page::{Page, decode};

/// The maximum number of pictures of one record.
const MOST: usize = 12;
/// The maximum side length of a delivered picture in pixels; the original may be larger.
const LARGEST_SIDE: u32 = 1_000;
/// The maximum side length in pixels of a picture that is decoded.
const MAX_SIDE: u32 = 12_000;
/// The memory limit of decoding in bytes.
const MAX_BYTES: u64 = 256 * 1024 * 1024;
/// Address endings of pictures, whatever the field's name.
const ENDINGS: [&str; 6] = [".jpg", ".jpeg", ".png", ".gif", ".webp", ".bmp"];

/// The address under which the page of a record is stored.
pub fn kept_address(stored: &StoredRecord) -> String {
    let mut fields = stored.record.fields.iter();
    let fetched = fields.find(|(name, _)| name == FETCHED_URL);
    fetched.map_or_else(|| stored.record.url.clone(), |(_, value)| value.joined())
}

/// Loads the pictures of a record: those stored with its site as they are, others through the
/// site's own session.
pub(crate) async fn pictures(
    context: Arc<EngineContext>,
    record: RecordId,
) -> Result<Vec<RecordPicture>, EngineError> {
    let store = context.store.clone();
    let named = spawn_cpu_now(move || named(&store, record)).await;
    let (stored, named) = named.unwrap_or(Ok(None))?.ok_or_else(missing_record)?;
    let site = context
        .store
        .site(stored.site)?
        .ok_or_else(missing_record)?;
    // A project at rest is read without requests; a refused site is not requested either.
    let may_ask =
        !context.gate.is_at_rest() && context.gate.unless_site_refused(&site.name).is_ok();
    let loader = match may_ask {
        true => {
            let (session, _) = site_session(&context, &site)?;
            // The rule decides about robots.txt; pictures may be on any host.
            let policy = match session.respects_robots() {
                true => RobotsPolicy::Every,
                false => RobotsPolicy::Ignored,
            };
            let session = session.with_robots(policy);
            Some(SessionResources::knowing(&context.fetcher, session))
        }
        false => None,
    };
    let mut out = Vec::with_capacity(named.len());
    for (url, alt) in named {
        let store = context.store.clone();
        let (of, at, kept) = (stored.site, stored.fetched_at, url.clone());
        let bytes = spawn_cpu_now(move || store.resource(of, kept.as_str(), at).ok().flatten());
        let bytes = match bytes.await.flatten() {
            Some(bytes) => Some(bytes),
            None => match &loader {
                Some(loader) => loader.load(url.clone()).await,
                None => None,
            },
        };
        let picture = match bytes {
            Some(bytes) => spawn_cpu_now(move || decoded(&bytes)).await.flatten(),
            None => None,
        };
        out.push(RecordPicture {
            url: url.into(),
            alt,
            size: picture
                .as_ref()
                .map(|picture| [picture.width(), picture.height()]),
            rgba: Arc::new(picture.map(RgbaImage::into_raw).unwrap_or_default()),
        });
    }
    Ok(out)
}

fn missing_record() -> EngineError {
    EngineError(Message::new("texts-record-gone"))
}

type Named = (StoredRecord, Vec<(Url, String)>);

/// The record, and its pictures.
fn named(store: &StoreReader, record: RecordId) -> Result<Option<Named>, EngineError> {
    let Some(stored) = store.record(record)? else {
        return Ok(None);
    };
    let kept = store.snapshot(stored.site, &kept_address(&stored))?;
    let page = kept.filter(|kept| !kept.meta.evidence).and_then(|kept| {
        let mut headers = kept.meta.headers.iter();
        let kind = headers.find(|(name, _)| name.eq_ignore_ascii_case("content-type"));
        let decoded = decode(&kept.body, kind.map(|(_, value)| value.as_str()));
        let last = kept.meta.url_chain.last().unwrap_or(&stored.record.url);
        Some(Page::parse(&decoded.text, &Url::parse(last).ok()?))
    });
    let named = addresses(&stored, page.as_ref());
    Ok(Some((stored, named)))
}

/// The pictures in the fields of a record, and those in its text on the page.
fn addresses(stored: &StoredRecord, page: Option<&Page>) -> Vec<(Url, String)> {
    let base = Url::parse(&stored.record.url).ok();
    let join = |address: &str| {
        let url = match &base {
            Some(base) => base.join(address.trim()),
            None => Url::parse(address.trim()),
        };
        url.ok()
            .filter(|url| matches!(url.scheme(), "http" | "https"))
    };
    let mut found: Vec<(Url, String)> = Vec::new();
    for (name, value) in &stored.record.fields {
        let is_image = name
            .split('_')
            .any(|part| part == "image" || part == "images");
        let values: &[String] = match value {
            Value::One(one) => std::slice::from_ref(one),
            Value::Many(many) => many,
            Value::Rows(_) => &[],
        };
        for one in values {
            let url = join(one);
            let is_picture = |url: &Url| {
                let path = url.path().to_ascii_lowercase();
                is_image || ENDINGS.iter().any(|ending| path.ends_with(ending))
            };
            found.extend(
                url.filter(|url| is_picture(url))
                    .map(|url| (url, String::new())),
            );
        }
    }
    if let Some(page) = page {
        let content = ExtractedContent {
            text: stored.record.text.clone(),
            ..ExtractedContent::default()
        };
        let shown = document(page, &content);
        let pictures = shown.pictures();
        found.extend(pictures.filter_map(|(url, alt)| Some((join(url)?, alt.to_owned()))));
    }
    let mut known = std::collections::HashSet::new();
    found.retain(|(url, _)| known.insert(url.clone()));
    found.truncate(MOST);
    found
}

/// A picture scaled for the reader; `None` if it is invalid or too large.
fn decoded(bytes: &[u8]) -> Option<RgbaImage> {
    let mut reader = ImageReader::new(Cursor::new(bytes))
        .with_guessed_format()
        .ok()?;
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_BYTES);
    reader.limits(limits);
    let picture = reader.decode().ok()?;
    let large = picture.width() > LARGEST_SIDE || picture.height() > LARGEST_SIDE;
    let picture = match large {
        true => picture.thumbnail(LARGEST_SIDE, LARGEST_SIDE),
        false => picture,
    };
    Some(picture.into_rgba8())
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowerbird_logic::model::{ListPosition, Record, RunId, SiteId};

    #[test]
    fn pictures_are_those_of_fields_and_of_the_text_on_the_page() {
        let text = "The old mill was opened again on Sunday after three years of work.\n\
                    Its wheel turns from May to October, and bread is baked on Saturdays.";
        let stored = StoredRecord {
            id: RecordId(1),
            site: SiteId(1),
            site_name: String::new(),
            run: RunId(1),
            position: ListPosition::default(),
            fetched_at: jiff::Timestamp::UNIX_EPOCH,
            record: Record {
                url: "http://a.example/x/1.html".to_owned(),
                text: text.to_owned(),
                fields: vec![
                    ("image".to_owned(), Value::One("/lead".to_owned())),
                    (
                        "link".to_owned(),
                        Value::One("http://a.example/other".to_owned()),
                    ),
                    ("plan".to_owned(), Value::One("plan.PNG".to_owned())),
                ],
                ..Record::default()
            },
            marks: Default::default(),
        };
        let lines: Vec<&str> = text.lines().collect();
        let html = format!(
            "<html><body><nav><img src=logo.png></nav><article><p>{}</p>\
             <figure><img src=wheel.jpg alt='The wheel'></figure><p>{}</p></article></body></html>",
            lines[0], lines[1]
        );
        let page = Page::parse(&html, &Url::parse(&stored.record.url).unwrap());
        let found: Vec<(String, String)> = addresses(&stored, Some(&page))
            .into_iter()
            .map(|(url, alt)| (url.into(), alt))
            .collect();
        let expected = [
            ("http://a.example/lead", ""),
            ("http://a.example/x/plan.PNG", ""),
            ("http://a.example/x/wheel.jpg", "The wheel"),
        ];
        let found: Vec<(&str, &str)> = found
            .iter()
            .map(|(u, a)| (u.as_str(), a.as_str()))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn what_is_no_picture_or_a_bomb_is_none() {
        assert!(decoded(b"<svg/>").is_none());
        let mut png = Vec::new();
        let small = RgbaImage::new(1_500, 10);
        small
            .write_to(&mut Cursor::new(&mut png), image::ImageFormat::Png)
            .unwrap();
        let shown = decoded(&png).unwrap();
        assert!(shown.width() <= LARGEST_SIDE);
        let mut wide = Vec::new();
        let bomb = RgbaImage::new(MAX_SIDE + 1, 1);
        bomb.write_to(&mut Cursor::new(&mut wide), image::ImageFormat::Png)
            .unwrap();
        assert!(decoded(&wide).is_none());
    }
}
