//! Processes many saved pages at once, for measurements: one JSON line per page.

use std::collections::HashMap;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use serde::Deserialize;
use serde_json::{Map, Value as Json, json};
use url::Url;

use super::source::{Loaded, loaded, read_file};
use super::{Asked, detect, file_error, nowhere};
use crate::extract::generic_record;
use crate::protocol::EngineError;
use bowerbird_logic::generic::{self, Known, Method, OfSite, Post, Templates, TextFormat};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{DefaultColumn, Record};
use bowerbird_logic::rules::Rule;

/// How a batch extracts.
pub enum BatchMethod<'a> {
    /// Generically.
    Generic(Method),
    /// With a rule.
    Rule(&'a Rule),
}

/// Extracts every `DIR/pages/<id>.html.gz` (or `.html`) in order of ids into `out`: one line
/// `{id, text, title, date, author, posts, ms}` each, for a paper also `paper`; with a rule also
/// `records` and `alternatives`; if `format` is Markdown or HTML, the text in that form too, under
/// its name. Addresses come from `DIR/gold.jsonl` if present there. Returns the number of pages.
///
/// Pages of one host are scanned beforehand (not counted in `ms`), so that their common parts are
/// known as in a crawl.
///
/// # Errors
/// When the folder cannot be read or the file cannot be written.
pub fn extract_batch(
    dir: &Path,
    method: &BatchMethod<'_>,
    format: Option<TextFormat>,
    out: &Path,
) -> Result<u64, EngineError> {
    let urls = gold_urls(&dir.join("gold.jsonl"));
    let mut lines = Lines::create(out)?;
    let pages = pages(&dir.join("pages"))?;
    let sites = match method {
        BatchMethod::Generic(method) if method.uses_site() => sites(&pages, &urls)?,
        _ => HashMap::new(),
    };
    for (id, path) in pages {
        let url = urls
            .get(&id)
            .and_then(|url| Url::parse(url).ok())
            .or_else(nowhere);
        let Some(url) = url else { continue };
        let bytes = read_file(&path)?;
        let begun = Instant::now();
        let page = loaded(&id, url, 200, Vec::new(), &bytes)?;
        let site = host_of(page.page.url()).and_then(|host| sites.get(&host));
        let site = site.map(|templates| OfSite {
            templates,
            page: &id,
        });
        let mut line = extracted(&page, method, site, format);
        line.insert("id".to_owned(), Json::from(id));
        line.insert(
            "ms".to_owned(),
            Json::from(begun.elapsed().as_secs_f64() * 1000.0),
        );
        lines.write(&Json::Object(line))?;
    }
    lines.finish()
}

/// The common parts of hosts with several pages among `pages`, by host.
fn sites(
    pages: &[(String, PathBuf)],
    urls: &HashMap<String, String>,
) -> Result<HashMap<String, Templates>, EngineError> {
    let mut by_host: HashMap<String, Vec<(&String, &PathBuf, Url)>> = HashMap::new();
    for (id, path) in pages {
        let url = urls.get(id).and_then(|url| Url::parse(url).ok());
        if let Some((url, host)) = url.and_then(|url| host_of(&url).map(|host| (url, host))) {
            by_host.entry(host).or_default().push((id, path, url));
        }
    }
    by_host.retain(|_, pages| pages.len() > 1);
    let mut sites = HashMap::new();
    for (host, pages) in by_host {
        let mut templates = Templates::default();
        for (id, path, url) in pages {
            let page = loaded(id, url, 200, Vec::new(), &read_file(path)?)?;
            templates.learn(&page.page, id);
        }
        sites.insert(host, templates);
    }
    Ok(sites)
}

fn host_of(url: &Url) -> Option<String> {
    url.host_str().map(str::to_owned)
}

/// Judges every answer of a manifest (JSON lines of `{id, file, status, headers, url}`; files are
/// relative to it) into `out`: one line `{id, state, signals}` each. Returns the number of answers.
///
/// # Errors
/// When a file cannot be read or written, or a line of the manifest is invalid.
pub fn detect_batch(manifest: &Path, out: &Path) -> Result<u64, EngineError> {
    let text = String::from_utf8_lossy(&read_file(manifest)?).into_owned();
    let folder = manifest.parent().unwrap_or(Path::new("."));
    let mut lines = Lines::create(out)?;
    for (number, line) in text.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let entry: Entry = serde_json::from_str(line).map_err(|error| {
            EngineError(
                Message::new("engine-bad-line")
                    .with("path", manifest.display().to_string())
                    .with("line", number + 1)
                    .with("reason", error.to_string()),
            )
        })?;
        lines.write(&judged(folder, &entry)?)?;
    }
    lines.finish()
}

#[derive(Deserialize)]
struct Entry {
    id: String,
    file: PathBuf,
    #[serde(default)]
    status: Option<u16>,
    #[serde(default)]
    headers: Json,
    #[serde(default)]
    url: Option<String>,
}

fn judged(folder: &Path, entry: &Entry) -> Result<Json, EngineError> {
    let bytes = read_file(&folder.join(&entry.file))?;
    let headers = headers(&entry.headers);
    let url = entry
        .url
        .as_deref()
        .and_then(|url| Url::parse(url).ok())
        .or_else(nowhere);
    let Some(url) = url else {
        return Ok(json!({"id": entry.id}));
    };
    let page = loaded(&entry.id, url, entry.status.unwrap_or(0), headers, &bytes)?;
    let verdict = detect(&page, &Asked::default())?;
    Ok(json!({
        "id": entry.id,
        "state": verdict.state.token(),
        "signals": verdict.evidence.iter().map(|e| &e.signal).collect::<Vec<_>>(),
    }))
}

/// Headers as an object (values may be lists) or a list of pairs.
fn headers(json: &Json) -> Vec<(String, String)> {
    let text = |value: &Json| match value {
        Json::String(text) => text.clone(),
        other => other.to_string(),
    };
    let mut found = Vec::new();
    match json {
        Json::Object(map) => {
            for (name, value) in map {
                let name = name.to_ascii_lowercase();
                match value {
                    Json::Array(values) => {
                        found.extend(values.iter().map(|v| (name.clone(), text(v))));
                    }
                    one => found.push((name, text(one))),
                }
            }
        }
        Json::Array(pairs) => {
            for pair in pairs {
                if let (Some(name), Some(value)) = (pair.get(0), pair.get(1)) {
                    found.push((text(name).to_ascii_lowercase(), text(value)));
                }
            }
        }
        _ => {}
    }
    found
}

fn extracted(
    page: &Loaded,
    method: &BatchMethod<'_>,
    site: Option<OfSite<'_>>,
    format: Option<TextFormat>,
) -> Map<String, Json> {
    let mut line = Map::new();
    let mut found_posts: Vec<Json> = Vec::new();
    let (records, with_rule) = match method {
        BatchMethod::Generic(method) => {
            let content = generic::extract_known(
                &page.page,
                *method,
                Known {
                    site,
                    ..Known::default()
                },
            );
            if let Some(seen) = &content.kind {
                line.insert("kind".to_owned(), Json::from(seen.kind.name()));
                line.insert("confidence".to_owned(), Json::from(seen.confidence));
                line.insert("evidence".to_owned(), json!(seen.evidence));
            }
            if let Some(paper) = &content.paper {
                line.insert("paper".to_owned(), json!(paper));
            }
            if let Some(format) = format.filter(|format| *format != TextFormat::Text) {
                let written = generic::document(&page.page, &content).write(format);
                line.insert(format.name().to_owned(), Json::from(written));
            }
            found_posts.extend(content.posts.iter().map(post_line));
            (vec![generic_record(&page.page, &content)], false)
        }
        BatchMethod::Rule(rule) => (super::extracted(&page.page, rule).records, true),
    };
    let first = records.first().cloned().unwrap_or_default();
    line.insert("text".to_owned(), Json::from(first.text));
    line.insert("title".to_owned(), Json::from(first.title));
    line.insert("date".to_owned(), Json::from(first.date));
    line.insert("author".to_owned(), Json::from(first.author));
    // A thread with a single post is still a thread.
    let posts = match method {
        BatchMethod::Rule(rule) if rule.file().record.is_some() => records
            .iter()
            .map(|r| Json::from(r.text.as_str()))
            .collect(),
        _ => found_posts,
    };
    line.insert("posts".to_owned(), Json::Array(posts));
    if with_rule {
        let all: Vec<Json> = records.iter().map(fields).collect();
        line.insert("records".to_owned(), Json::Array(all));
        let alternatives: Vec<Json> = records.iter().map(|r| json!(r.provenance)).collect();
        line.insert("alternatives".to_owned(), Json::Array(alternatives));
    }
    line
}

/// A post: `text` is all of it, as in the gold data; `own` is without its quotes.
fn post_line(post: &Post) -> Json {
    let quotes: Vec<Json> = post
        .quotes
        .iter()
        .map(|quote| json!({"user": quote.author, "text": quote.text}))
        .collect();
    json!({
        "text": post.whole,
        "own": post.text,
        "user": post.author,
        "date": post.date,
        "floor": post.floor,
        "link": post.link,
        "quotes": quotes,
    })
}

fn fields(record: &Record) -> Json {
    let mut map = Map::new();
    for column in DefaultColumn::EXTRACTED {
        let (name, value) = (column.token(), record.column(column));
        if let Some(several) = record.several.get(name) {
            map.insert(name.to_owned(), Json::from(several.clone()));
        } else if !value.is_empty() {
            map.insert(name.to_owned(), Json::from(value));
        }
    }
    for (name, value) in &record.fields {
        map.insert(name.clone(), value.to_json());
    }
    Json::Object(map)
}

/// Addresses by id; a missing or invalid file has none.
fn gold_urls(path: &Path) -> HashMap<String, String> {
    let Ok(bytes) = read_file(path) else {
        return HashMap::new();
    };
    String::from_utf8_lossy(&bytes)
        .lines()
        .filter_map(|line| serde_json::from_str::<Json>(line).ok())
        .filter_map(|line| {
            let id = match line.get("id")? {
                Json::String(id) => id.clone(),
                other => other.to_string(),
            };
            Some((id, line.get("url")?.as_str()?.to_owned()))
        })
        .collect()
}

/// Page files of a folder with their ids, in order of ids.
fn pages(folder: &Path) -> Result<Vec<(String, PathBuf)>, EngineError> {
    let failed = |error: std::io::Error| file_error("engine-cannot-read", folder, &error);
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let Some(name) = path.file_name().and_then(|n| n.to_str()) else {
            continue;
        };
        let id = name
            .strip_suffix(".html.gz")
            .or_else(|| name.strip_suffix(".html"));
        // A folder, a device or a pipe is not a page, whatever its name.
        if let Some(id) = id.filter(|_| path.is_file()) {
            found.push((id.to_owned(), path.clone()));
        }
    }
    found.sort();
    Ok(found)
}

/// A JSON Lines file being written.
struct Lines<'a> {
    path: &'a Path,
    file: BufWriter<std::fs::File>,
    count: u64,
}

impl<'a> Lines<'a> {
    fn create(path: &'a Path) -> Result<Self, EngineError> {
        let file = std::fs::File::create(path)
            .map_err(|error| file_error("engine-cannot-write", path, &error))?;
        Ok(Self {
            path,
            file: BufWriter::new(file),
            count: 0,
        })
    }

    fn write(&mut self, line: &Json) -> Result<(), EngineError> {
        writeln!(self.file, "{line}")
            .map_err(|error| file_error("engine-cannot-write", self.path, &error))?;
        self.count += 1;
        Ok(())
    }

    fn finish(mut self) -> Result<u64, EngineError> {
        self.file
            .flush()
            .map_err(|error| file_error("engine-cannot-write", self.path, &error))?;
        Ok(self.count)
    }
}
