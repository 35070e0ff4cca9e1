//! Settles records: determines each one's doubts, language and signature, and whether it repeats a
//! record of the window before it. The one that was published first is the original, which the store
//! settles; without dates, the one that arrived first.

use std::collections::HashMap;

use jiff::tz::TimeZone;

use super::likeness::Compared;
use super::parallel::in_parallel;
use bowerbird_io::store::{Digest, RecordToDigest, Store, StoreError};
use bowerbird_logic::generic::text_language;
use bowerbird_logic::model::{RecordId, SiteId};
use bowerbird_logic::rules::file_of;
use bowerbird_logic::text::{
    RepostSettings, Signature, Validity, Window, bands_from_bytes, bands_to_bytes,
};

/// Records in a batch: enough to make a transaction worthwhile, few enough to be interrupted any
/// time.
const BATCH: usize = 200;
/// The number of characters used for language detection.
const LANGUAGE_CHARS: usize = 3_000;

/// Whether there is more to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Perhaps.
    More,
    /// No.
    Done,
}

/// Settles the records of a project, with the window of the last settled ones.
pub struct RecordAssessor {
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

impl RecordAssessor {
    /// The settler of a project.
    pub fn new(store: Store) -> Self {
        let settings = RepostSettings::default();
        Self {
            store,
            window: Window::new(settings),
            settings,
            newest: RecordId(0),
        }
    }

    /// Processes one batch.
    ///
    /// # Errors
    /// From the store; then nothing of the batch is stored.
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
        // A record whose text causes a panic is settled without a signature: otherwise it would
        // come again.
        let prepared = in_parallel(records, prepare)
            .into_iter()
            .map(|(record, made)| (record, made.unwrap_or_default()));
        let digests = self.digests(prepared.collect(), &limits);
        if digests.is_err() {
            self.start_over();
        }
        let (digests, unfolded) = digests?;
        self.store.settle(digests)?;
        if !unfolded.is_empty() {
            self.store.unfold(unfolded)?;
        }
        Ok(Step::More)
    }

    fn start_over(&mut self) {
        self.window = Window::new(self.settings);
        self.newest = RecordId(0);
    }

    fn limits(&self, records: &[RecordToDigest]) -> Result<HashMap<SiteId, Validity>, StoreError> {
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
        prepared: Vec<(RecordToDigest, Prepared)>,
        limits: &HashMap<SiteId, Validity>,
    ) -> Result<(Vec<Digest>, Vec<RecordId>), StoreError> {
        let mut batch = Batch::default();
        let mut digests = Vec::with_capacity(prepared.len());
        for (record, made) in prepared {
            let Prepared {
                signature,
                language,
            } = made;
            self.reach(record.id)?;
            let at = record.fetched_at.as_microsecond();
            let sketch = signature.sketch;
            let mut new = Compared::new(record.site, &record.url, &record.title, sketch);
            let mut repost = None;
            if self.settings.on && !record.decided {
                let content = signature.content;
                let near = self.candidates(&record, content, &signature.bands, &batch)?;
                repost = self.repost(&new, &near, &batch)?;
                // One that was published first is the original of those that arrived before it.
                repost = repost.filter(|(of, _)| *of != record.id);
                for sibling in self.siblings(&new, &near, &batch) {
                    batch.unfold(sibling, &mut digests);
                }
            }
            new.repost_of = repost.map(|(of, _)| of);
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
            batch.records.insert(record.id.0, new);
        }
        Ok((digests, batch.unfolded))
    }

    /// Moves the window to the records before `id`, which may be a changed one.
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

    /// The stored records that `record` may repeat, or be a sibling of.
    fn candidates(
        &self,
        record: &RecordToDigest,
        content: Option<i64>,
        bands: &[u32],
        batch: &Batch,
    ) -> Result<Candidates, StoreError> {
        let Some(content) = content else {
            return Ok(Candidates::default());
        };
        let same = self.store.same_content(content, record.id)?;
        let same = same.or_else(|| batch.contents.get(&content).copied());
        let at = record.fetched_at.as_microsecond();
        let mut ids = self.window.candidates(bands, at);
        ids.extend(same.map(|id| id.0).filter(|id| !ids.contains(id)));
        // The original was published first but may have arrived later, outside of the window.
        let known = self.store.original_of(record.id)?;
        if known > record.id && !ids.contains(&known.0) {
            ids.push(known.0);
        }
        let unknown = ids.iter().filter(|id| !batch.records.contains_key(id));
        let stored = self
            .store
            .compared(&unknown.copied().collect::<Vec<i64>>())?;
        let stored = stored
            .iter()
            .map(|(id, record)| (*id, Compared::of(record)));
        Ok(Candidates {
            ids,
            same,
            stored: stored.collect(),
        })
    }

    /// The record that `new` repeats, with the likeness.
    fn repost(
        &self,
        new: &Compared,
        near: &Candidates,
        batch: &Batch,
    ) -> Result<Option<(RecordId, f64)>, StoreError> {
        let found = |id: i64| near.get(id, batch);
        if let Some(same) = near.same {
            // Archived records are not compared: the same text is the same article.
            let is_same = found(same.0).is_none_or(|other| new.is_same(other, near.all(batch)));
            if is_same {
                return Ok(Some((self.original(same, batch)?, 1.0)));
            }
        }
        let mut best: Option<(RecordId, f64)> = None;
        for (id, other) in near.ids.iter().filter_map(|id| Some((*id, found(*id)?))) {
            let cosine = other.sketch.vector.cosine(&new.sketch.vector);
            if cosine >= self.settings.threshold
                && best.is_none_or(|(_, most)| cosine > most)
                && new.is_same(other, near.all(batch))
            {
                best = Some((RecordId(id), cosine));
            }
        }
        match best {
            Some((of, cosine)) => Ok(Some((self.original(of, batch)?, cosine))),
            None => Ok(None),
        }
    }

    /// Candidates folded while too little of their site was known: `new` shows that they share with
    /// their original only what the site repeats.
    fn siblings(&self, new: &Compared, near: &Candidates, batch: &Batch) -> Vec<RecordId> {
        let is_sibling = |id: &&i64| {
            let folded = near.get(**id, batch);
            let Some((folded, of)) = folded.and_then(|record| Some((record, record.repost_of?)))
            else {
                return false;
            };
            let original = near.get(of.0, batch);
            original.is_some_and(|original| {
                !folded.is_same(original, near.all(batch).chain(std::iter::once(new)))
            })
        };
        let siblings = near.ids.iter().filter(is_sibling);
        siblings.map(|id| RecordId(*id)).collect()
    }

    fn original(&self, record: RecordId, batch: &Batch) -> Result<RecordId, StoreError> {
        match batch.originals.get(&record) {
            Some(of) => Ok(*of),
            None => self.store.original_of(record),
        }
    }
}

/// The batch's results that are not stored yet.
#[derive(Default)]
struct Batch {
    contents: HashMap<i64, RecordId>,
    originals: HashMap<RecordId, RecordId>,
    records: HashMap<i64, Compared>,
    /// Records settled earlier that are not reposts after all.
    unfolded: Vec<RecordId>,
}

impl Batch {
    /// Clears the repost mark of a record.
    fn unfold(&mut self, record: RecordId, digests: &mut [Digest]) {
        self.originals.remove(&record);
        if let Some(known) = self.records.get_mut(&record.0) {
            known.repost_of = None;
        }
        match digests.iter_mut().find(|digest| digest.id == record) {
            Some(digest) => digest.repost = None,
            None => self.unfolded.push(record),
        }
    }
}

/// The records that one may repeat.
#[derive(Default)]
struct Candidates {
    ids: Vec<i64>,
    /// The first with the same content.
    same: Option<RecordId>,
    /// The stored ones; the others are in the batch.
    stored: HashMap<i64, Compared>,
}

impl Candidates {
    fn get<'a>(&'a self, id: i64, batch: &'a Batch) -> Option<&'a Compared> {
        batch.records.get(&id).or_else(|| self.stored.get(&id))
    }

    fn all<'a>(&'a self, batch: &'a Batch) -> impl Iterator<Item = &'a Compared> {
        self.ids.iter().filter_map(|id| self.get(*id, batch))
    }
}

fn prepare(record: &RecordToDigest) -> Prepared {
    let beginning: String = record.text.chars().take(LANGUAGE_CHARS).collect();
    Prepared {
        signature: Signature::of(&record.text),
        language: text_language(&beginning).unwrap_or_default(),
    }
}
