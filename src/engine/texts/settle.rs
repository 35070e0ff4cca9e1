//! Settles records: finds what is doubtful about each, its language, its signature, and whether it
//! repeats a record of the window before it. The lower id stays, the later is its repost.

use std::collections::HashMap;

use jiff::tz::TimeZone;

use super::parallel::in_parallel;
use crate::io::store::{Digest, Store, StoreError, Undigested};
use crate::logic::generic::text_language;
use crate::logic::model::{RecordId, SiteId};
use crate::logic::rules::file_of;
use crate::logic::text::{
    RepostSettings, Signature, TermVector, Validity, Window, bands_from_bytes, bands_to_bytes,
};

/// Records in a batch: enough to make a transaction worth it, few enough to be cut off any time.
const BATCH: usize = 200;
/// Characters of a text by which its language is told.
const LANGUAGE_CHARS: usize = 3_000;

/// Whether there is more to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Perhaps.
    More,
    /// No.
    Done,
}

/// What settles the records of a project, with the window of what was settled last.
pub struct Settler {
    store: Store,
    window: Window,
    settings: RepostSettings,
    /// The newest record in the window.
    newest: RecordId,
}

#[derive(Default)]
struct Prepared {
    signature: Signature,
    language: &'static str,
}

impl Settler {
    /// One for a project.
    pub fn new(store: Store) -> Self {
        let settings = RepostSettings::default();
        Self {
            store,
            window: Window::new(settings),
            settings,
            newest: RecordId(0),
        }
    }

    /// Does one batch.
    ///
    /// # Errors
    /// From the store; then nothing of the batch is kept.
    pub fn step(&mut self) -> Result<Step, StoreError> {
        if self.store.index_some(BATCH)? > 0 {
            return Ok(Step::More);
        }
        let records = self.store.unsettled(BATCH)?;
        if records.is_empty() {
            return Ok(Step::Done);
        }
        let settings = self.store.repost_settings()?;
        if settings != self.settings {
            self.settings = settings;
            self.start_over();
        }
        let limits = self.limits(&records)?;
        // A record whose text breaks the work is settled without a signature: it would come again.
        let prepared = in_parallel(records, prepare)
            .into_iter()
            .map(|(record, made)| (record, made.unwrap_or_default()));
        let digests = self.digests(prepared.collect(), &limits);
        if digests.is_err() {
            self.start_over();
        }
        self.store.settle(digests?)?;
        Ok(Step::More)
    }

    fn start_over(&mut self) {
        self.window = Window::new(self.settings);
        self.newest = RecordId(0);
    }

    fn limits(&self, records: &[Undigested]) -> Result<HashMap<SiteId, Validity>, StoreError> {
        let mut limits = HashMap::new();
        for record in records {
            if limits.contains_key(&record.site) {
                continue;
            }
            let site = self.store.site(record.site)?;
            let file = site.and_then(|site| file_of(&site.rule_toml).ok());
            limits.insert(record.site, file.unwrap_or_default().validity);
        }
        Ok(limits)
    }

    fn digests(
        &mut self,
        prepared: Vec<(Undigested, Prepared)>,
        limits: &HashMap<SiteId, Validity>,
    ) -> Result<Vec<Digest>, StoreError> {
        let mut batch = Batch::default();
        let mut digests = Vec::with_capacity(prepared.len());
        for (record, made) in prepared {
            let Prepared {
                signature,
                language,
            } = made;
            self.reach(record.id)?;
            let at = record.fetched_at.as_microsecond();
            let repost = match self.settings.on && !record.decided {
                true => self.repost(&record, &signature, &batch)?,
                false => None,
            };
            let day = record.fetched_at.to_zoned(TimeZone::UTC).date();
            let doubts = limits
                .get(&record.site)
                .map(|limits| limits.doubts(&record.title, &record.date, &record.text, day));
            let bits = doubts.iter().flatten().map(|doubt| doubt.bit()).sum();
            let bands = bands_to_bytes(&signature.bands);
            self.window.push(record.id.0, at, bands_from_bytes(&bands));
            self.newest = record.id;
            if let Some(content) = signature.content {
                batch.contents.entry(content).or_insert(record.id);
            }
            if let Some((of, _)) = repost {
                batch.originals.insert(record.id, of);
            }
            digests.push(Digest {
                id: record.id,
                content: signature.content,
                bands,
                language: language.to_owned(),
                doubts: bits,
                repost,
                decided: record.decided,
            });
            batch.vectors.insert(record.id.0, signature.vector);
        }
        Ok(digests)
    }

    /// Brings the window up to the records before `id`, which may be one that was changed.
    fn reach(&mut self, id: RecordId) -> Result<(), StoreError> {
        if id <= self.newest {
            self.start_over();
        }
        if id.0 > self.newest.0 + 1 {
            let between = self
                .store
                .bands_between(self.newest, id, self.settings.window_ids)?;
            for (id, at, bands) in between {
                self.window.push(id, at, bands);
            }
        }
        Ok(())
    }

    fn repost(
        &self,
        record: &Undigested,
        signature: &Signature,
        batch: &Batch,
    ) -> Result<Option<(RecordId, f64)>, StoreError> {
        let Some(content) = signature.content else {
            return Ok(None);
        };
        let same = self.store.same_content(content, record.id)?;
        let same = same.or_else(|| batch.contents.get(&content).copied());
        if let Some(same) = same {
            return Ok(Some((self.original(same, batch)?, 1.0)));
        }
        let at = record.fetched_at.as_microsecond();
        let candidates = self.window.candidates(&signature.bands, at);
        let unknown: Vec<i64> = candidates
            .iter()
            .copied()
            .filter(|id| !batch.vectors.contains_key(id))
            .collect();
        let texts = self.store.texts(&unknown)?;
        let mut best: Option<(RecordId, f64)> = None;
        for id in candidates {
            let cosine = match (batch.vectors.get(&id), texts.get(&id)) {
                (Some(vector), _) => vector.cosine(&signature.vector),
                (None, Some(text)) => TermVector::of(text).cosine(&signature.vector),
                (None, None) => continue,
            };
            if cosine >= self.settings.threshold && best.is_none_or(|(_, most)| cosine > most) {
                best = Some((RecordId(id), cosine));
            }
        }
        match best {
            Some((of, cosine)) => Ok(Some((self.original(of, batch)?, cosine))),
            None => Ok(None),
        }
    }

    fn original(&self, record: RecordId, batch: &Batch) -> Result<RecordId, StoreError> {
        match batch.originals.get(&record) {
            Some(of) => Ok(*of),
            None => self.store.original_of(record),
        }
    }
}

/// What is known of the batch and not yet stored.
#[derive(Default)]
struct Batch {
    contents: HashMap<i64, RecordId>,
    originals: HashMap<RecordId, RecordId>,
    vectors: HashMap<i64, TermVector>,
}

fn prepare(record: &Undigested) -> Prepared {
    let beginning: String = record.text.chars().take(LANGUAGE_CHARS).collect();
    Prepared {
        signature: Signature::of(&record.text),
        language: text_language(&beginning).unwrap_or_default(),
    }
}
