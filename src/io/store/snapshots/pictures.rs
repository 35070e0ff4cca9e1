//! Pictures of the pages that records were read from: each file once per project, by its hash, and
//! the newest one of each version of a record. Input: pictures with the commit of their page. Output:
//! that of a record at a time. Nothing is removed by itself but what nothing refers to, unless the
//! user set a limit.

use blake2::{Blake2s256, Digest};
use jiff::Timestamp;
use rusqlite::types::Value as Sql;
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};

use super::number_setting;
use crate::store::error::TransactionError;
use crate::store::file::convert::{get_time, micros, signed, unsigned};
use crate::store::{CommitCounts, NoScreenshot, Result, Screenshot, StoreReader};
use bowerbird_logic::model::{
    PagePicture, PagePictureFacts, RecordId, SiteId, StoredPagePicture, StoredRecord,
};

/// The result of a step.
type Written<T> = std::result::Result<T, TransactionError>;

/// Setting: maximum bytes of pictures in the project; absent: no limit.
pub(super) const SETTING_BYTES: &str = "pictures.max_bytes";
/// zstd's default level.
const LEVEL: i32 = 3;

/// A picture ready to be written.
pub(in crate::store) struct PackedPicture {
    hash: Vec<u8>,
    picture: PagePicture,
    words: Vec<u8>,
}

impl PackedPicture {
    /// Hashes a picture and packs its words; `None` if it is not a plausible JPEG. Done on the
    /// caller's thread.
    fn new(picture: PagePicture) -> Written<Option<Self>> {
        if !picture.is_plausible() {
            return Ok(None);
        }
        let words = zstd::stream::encode_all(picture.words.as_bytes(), LEVEL)
            .map_err(|error| rusqlite::Error::ToSqlConversionFailure(Box::new(error)))?;
        Ok(Some(Self {
            hash: Blake2s256::digest(&picture.jpeg).to_vec(),
            words,
            picture,
        }))
    }

    /// Stores it as that of a record as it is now, in place of an earlier one of the same version.
    fn keep(&self, tx: &Transaction<'_>, record: RecordId, taken_at: i64) -> Written<()> {
        tx.prepare_cached(
            "INSERT OR IGNORE INTO picture (hash, width, height, size, words, body)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )?
        .execute(params![
            self.hash,
            self.picture.width,
            self.picture.height,
            signed(self.picture.jpeg.len() as u64),
            self.words,
            &*self.picture.jpeg,
        ])?;
        tx.prepare_cached(
            "INSERT INTO record_picture (record, taken_at, picture) VALUES (?1, ?2, ?3)
             ON CONFLICT (record, taken_at) DO NOTHING",
        )?
        .execute(params![record.0, taken_at, self.hash])?;
        // After the new one is there: the same file may be both.
        tx.prepare_cached(
            "DELETE FROM record_picture WHERE record = ?1 AND taken_at < ?2
               AND taken_at >= (SELECT fetched_at FROM record WHERE id = ?1)",
        )?
        .execute(params![record.0, taken_at])?;
        Ok(())
    }
}

/// The picture of a page, ready to be written, as its rule wants one.
pub(in crate::store) enum PreparedPicture {
    NotRequested,
    Taken(Box<PackedPicture>),
    Missing(NoScreenshot),
}

impl PreparedPicture {
    /// Done on the caller's thread.
    pub(in crate::store) fn new(picture: Screenshot) -> Written<Self> {
        Ok(match picture {
            Screenshot::NotRequested => Self::NotRequested,
            Screenshot::Missing(why) => Self::Missing(why),
            Screenshot::Taken(picture) => match PackedPicture::new(picture)? {
                Some(packed) => Self::Taken(Box::new(packed)),
                None => Self::Missing(NoScreenshot::NotTaken),
            },
        })
    }

    /// Stores it as that of a record; returns why it is missing, where one is wanted.
    pub(in crate::store) fn keep(
        &self,
        tx: &Transaction<'_>,
        record: RecordId,
        taken_at: i64,
    ) -> Written<Option<NoScreenshot>> {
        match self {
            Self::NotRequested => Ok(None),
            Self::Missing(why) => Ok(Some(*why)),
            Self::Taken(packed) => packed.keep(tx, record, taken_at).map(|()| None),
        }
    }
}

impl CommitCounts {
    /// Counts a record whose screenshot is missing, if it is.
    pub(in crate::store) fn count_missing(&mut self, why: Option<NoScreenshot>) {
        self.screenshots_missing += u64::from(why.is_some());
        self.screenshots_without_browser += u64::from(why == Some(NoScreenshot::NoBrowser));
    }
}

/// Keeps the pictures of a record that is about to be deleted, until it cannot be restored any more.
pub(in crate::store) fn keep_of_deleted(tx: &Transaction<'_>, record: i64) -> Written<()> {
    tx.prepare_cached(
        "INSERT OR IGNORE INTO deleted_picture (deleted, picture)
         SELECT record, picture FROM record_picture WHERE record = ?1",
    )?
    .execute([record])?;
    Ok(())
}

/// Removes the pictures of records of a site that were deleted before a time.
pub(super) fn drop_of_deleted(
    tx: &Transaction<'_>,
    site: SiteId,
    before: i64,
) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "DELETE FROM deleted_picture WHERE deleted IN (
             SELECT id FROM deleted_record WHERE site = ?1 AND deleted_at < ?2)",
    )?
    .execute(params![site.0, before])?;
    Ok(())
}

/// Removes pictures of the project beyond the limit that the user set: first those that only deleted
/// records have, then the oldest.
pub(super) fn prune(tx: &Transaction<'_>) -> rusqlite::Result<()> {
    let Some(most) = limit(tx)? else {
        return Ok(());
    };
    // Without a record there is no newest time, which comes last.
    tx.execute(
        "DELETE FROM picture WHERE hash IN (
             SELECT hash FROM (
                 SELECT hash, sum(size) OVER (ORDER BY newest DESC, hash) AS so_far
                 FROM (SELECT p.hash, p.size, max(r.taken_at) AS newest
                       FROM picture p LEFT JOIN record_picture r ON r.picture = p.hash
                       GROUP BY p.hash))
             WHERE so_far > ?1)",
        [signed(most)],
    )?;
    Ok(())
}

/// The limit that the user set.
pub(super) fn limit(connection: &Connection) -> rusqlite::Result<Option<u64>> {
    let most = number_setting(connection, SETTING_BYTES, -1)?;
    Ok((most >= 0).then(|| unsigned(most)))
}

/// Copies the pictures of records into the archive that a connection has open, before what refers to
/// them.
pub(in crate::store) fn copy_to_archive(tx: &Transaction<'_>, ids: &str) -> rusqlite::Result<()> {
    tx.execute(
        "INSERT OR IGNORE INTO main.picture (hash, width, height, size, words, body)
         SELECT hash, width, height, size, words, body FROM project.picture
         WHERE hash IN (SELECT picture FROM project.record_picture
                        WHERE record IN (SELECT value FROM json_each(?1)))",
        [ids],
    )?;
    Ok(())
}

/// Copies the pictures of a record of an archive into the project, before what refers to them; one at a
/// time, because they may be large.
pub(in crate::store) fn copy_from_archive(
    tx: &Transaction<'_>,
    archive: &Connection,
    record: i64,
) -> Written<()> {
    let mut pictures = archive.prepare_cached(
        "SELECT hash, width, height, size, words, body FROM picture
         WHERE hash IN (SELECT picture FROM record_picture WHERE record = ?1)",
    )?;
    let mut insert = tx.prepare_cached(
        "INSERT OR IGNORE INTO picture (hash, width, height, size, words, body)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?;
    let mut rows = pictures.query([record])?;
    while let Some(row) = rows.next()? {
        insert.execute(params![
            row.get::<_, Sql>(0)?,
            row.get::<_, Sql>(1)?,
            row.get::<_, Sql>(2)?,
            row.get::<_, Sql>(3)?,
            row.get::<_, Sql>(4)?,
            row.get::<_, Sql>(5)?,
        ])?;
    }
    Ok(())
}

/// When a picture of a version was taken: since it was read, and before the next one was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PictureTime {
    /// Not before.
    pub from: Timestamp,
    /// Before; `None` for the version of now.
    pub until: Option<Timestamp>,
}

impl PictureTime {
    /// That of a record as it is now.
    pub fn of(stored: &StoredRecord) -> Self {
        Self {
            from: stored.fetched_at,
            until: None,
        }
    }
}

impl StoreReader {
    /// The picture of a record of this file in a span of time, the newest one; `None` if there is none.
    ///
    /// # Errors
    /// From SQLite.
    pub fn page_picture(
        &self,
        record: RecordId,
        time: PictureTime,
    ) -> Result<Option<StoredPagePicture>> {
        self.read(|connection| {
            let columns = "r.taken_at, p.width, p.height, p.size, p.body, p.hash";
            Ok(newest(connection, columns, (record, time), |row| {
                Ok(StoredPagePicture {
                    facts: facts(row)?,
                    jpeg: row.get(4)?,
                    hash: row.get(5)?,
                })
            })?)
        })
    }

    /// What is known of that picture, without its file.
    ///
    /// # Errors
    /// From SQLite.
    pub fn page_picture_facts(
        &self,
        record: RecordId,
        time: PictureTime,
    ) -> Result<Option<PagePictureFacts>> {
        self.read(|connection| {
            let columns = "r.taken_at, p.width, p.height, p.size";
            Ok(newest(connection, columns, (record, time), facts)?)
        })
    }
}

fn newest<T>(
    connection: &Connection,
    columns: &str,
    (record, time): (RecordId, PictureTime),
    read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
) -> rusqlite::Result<Option<T>> {
    connection
        .prepare_cached(&format!(
            "SELECT {columns} FROM record_picture r JOIN picture p ON p.hash = r.picture
             WHERE r.record = ?1 AND r.taken_at >= ?2 AND (?3 IS NULL OR r.taken_at < ?3)
             ORDER BY r.taken_at DESC LIMIT 1"
        ))?
        .query_row(
            params![record.0, micros(time.from), time.until.map(micros)],
            read,
        )
        .optional()
}

fn facts(row: &Row<'_>) -> rusqlite::Result<PagePictureFacts> {
    Ok(PagePictureFacts {
        taken_at: get_time(row, 0)?,
        width: row.get(1)?,
        height: row.get(2)?,
        bytes: unsigned(row.get(3)?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::tests::{at, draft, record};
    use crate::store::{
        JudgedAnswer, PageOutcome, PageYield, Period, QueuedState, RecordFilter, Retention, Store,
    };
    use bowerbird_logic::model::{ListPosition, RequestId, Verdict};
    use bowerbird_logic::text::Mentions;

    fn picture(words: &str) -> Screenshot {
        Screenshot::Taken(PagePicture {
            jpeg: [&[0xFF, 0xD8, 0xFF], words.as_bytes()].concat().into(),
            width: 2,
            height: 1,
            words: words.to_owned(),
        })
    }

    /// A project with pages of records: their names, and what the picture of the page shows.
    fn project(pages: &[(&[&str], &str)]) -> (tempfile::TempDir, Store) {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::create(&folder.path().join("p.bower")).expect("a project");
        let site = store.add_site(&draft("News")).expect("a site");
        let (run, _) = store.start_run(site, at(0)).expect("a run");
        let pages = pages.iter().zip(0..).map(|((names, shown), number)| {
            let mut answer = JudgedAnswer::new(Verdict::ok(), at(number * 86_400));
            answer.picture = picture(shown);
            PageOutcome {
                request: RequestId(0),
                found_in: run,
                position: ListPosition::default(),
                state: QueuedState::Done,
                answer,
                yields: PageYield {
                    records: names.iter().map(|name| record(name)).collect(),
                    ..PageYield::default()
                },
            }
        });
        store.commit(site, run, pages.collect()).expect("stored");
        (folder, store)
    }

    /// The titles of all records with the picture of each.
    fn shown(store: &Store) -> Vec<(String, Option<String>)> {
        let mut all = Vec::new();
        let mut add = |stored: StoredRecord| {
            all.push(stored);
            true
        };
        store
            .each_record_anywhere(&RecordFilter::default(), &mut add)
            .expect("records");
        let words = |stored: StoredRecord| {
            let found = store.page_picture_anywhere(&stored).expect("read");
            let facts = store.page_picture_facts_anywhere(&stored).expect("read");
            assert_eq!(facts, found.as_ref().map(|found| found.facts));
            let words = found.map(|found| String::from_utf8_lossy(&found.jpeg[3..]).into_owned());
            (stored.record.title, words)
        };
        let mut shown: Vec<_> = all.into_iter().map(words).collect();
        shown.sort();
        shown
    }

    fn pair(title: &str, words: &str) -> (String, Option<String>) {
        let words = Some(words.to_owned()).filter(|words| !words.is_empty());
        (title.to_owned(), words)
    }

    fn count(store: &Store) -> u64 {
        store.snapshot_counts().expect("counts").pictures
    }

    #[test]
    fn a_deleted_record_comes_back_with_its_picture_until_that_is_too_old() {
        let (_folder, store) = project(&[(&["a"], "A"), (&["b", "c"], "B")]);
        assert_eq!((count(&store), shown(&store).len()), (2, 3));
        let all = store.records(&RecordFilter::default(), 0, 9).expect("read");
        let ids: Vec<RecordId> = all.iter().map(|stored| stored.id).collect();
        store.delete_records(ids.clone(), at(9)).expect("deleted");
        assert_eq!(count(&store), 2, "they can be restored");
        store.restore_records(ids.clone()).expect("restored");
        let all = [pair("a", "A"), pair("b", "B"), pair("c", "B")];
        assert_eq!(shown(&store), all);
        store
            .delete_records(ids[..1].to_vec(), at(9))
            .expect("deleted");
        let retention = store.retention().expect("read");
        store
            .set_retention(retention, at(400 * 86_400))
            .expect("set");
        assert_eq!(count(&store), 1, "and then no more");
    }

    #[test]
    fn pictures_move_into_archives_and_the_oldest_go_first() {
        let (_folder, store) = project(&[(&["a", "b"], "A"), (&["c"], "C"), (&["d"], "D")]);
        assert_eq!(count(&store), 3);
        store
            .archive(at(3_600), Period::Year, &mut |_| true)
            .expect("moved");
        assert_eq!(count(&store), 2);
        let all = [
            pair("a", "A"),
            pair("b", "A"),
            pair("c", "C"),
            pair("d", "D"),
        ];
        assert_eq!(shown(&store), all);
        let retention = Retention {
            picture_bytes: Some(4),
            ..store.retention().expect("read")
        };
        store.set_retention(retention, at(0)).expect("set");
        assert_eq!(store.retention().expect("read"), retention);
        assert_eq!(shown(&store)[2..], [pair("c", ""), pair("d", "D")]);
    }

    #[test]
    fn pictures_of_deleted_records_are_within_the_limit_and_go_first() {
        let (_folder, store) = project(&[(&["a"], "A"), (&["b"], "B"), (&["c"], "C")]);
        let limited = |bytes| {
            let retention = store.retention().expect("read");
            let retention = Retention {
                picture_bytes: Some(bytes),
                ..retention
            };
            store.set_retention(retention, at(0)).expect("set");
        };
        let all = store.records(&RecordFilter::default(), 0, 9).expect("read");
        // The newest one is deleted.
        let newest = all.iter().filter(|stored| stored.record.title == "c");
        let newest: Vec<RecordId> = newest.map(|stored| stored.id).collect();
        store
            .delete_records(newest.clone(), at(0))
            .expect("deleted");
        assert_eq!(count(&store), 3);
        limited(8);
        assert_eq!(count(&store), 2);
        assert_eq!(shown(&store), [pair("a", "A"), pair("b", "B")]);
        store.restore_records(newest).expect("restored");
        assert_eq!(shown(&store)[2], pair("c", ""));
        limited(0);
        assert_eq!(count(&store), 0);
    }

    #[test]
    fn whoever_is_in_a_picture_is_found_and_it_goes_with_all_records_of_its_page() {
        let pages: [(&[&str], &str); 2] = [(&["a", "b"], "seen with Zyxanthe"), (&["c"], "C")];
        let (_folder, store) = project(&pages);
        let mentions = Mentions::new(&["Zyxanthe"], false).expect("words");
        let found = store
            .find_traces((&mentions, None), &mut |_| true)
            .expect("read")
            .expect("not stopped");
        assert_eq!(found.traces.len(), 1, "{found:?}");
        store
            .erase_traces((&mentions, None), &mut |_| true)
            .expect("erased");
        let left = [pair("a", ""), pair("b", ""), pair("c", "C")];
        assert_eq!(shown(&store), left);
        assert_eq!(count(&store), 1);
    }
}
