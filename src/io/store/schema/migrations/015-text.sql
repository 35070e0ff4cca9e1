-- Version 15: what is made of the texts of records. The full-text index is made anew, for its
-- terms changed; `unindexed` and `unsettled` say what is still to be done about a record, so that
-- an older project is brought forward in the background, a batch a transaction. `content` and
-- `bands` are the text's signature; `repost_of` is the record of which it is a repost, `likeness`
-- their cosine, `repost_by` who said so: 1 the window, 2 a later pass, 3 a person (who may also
-- have said that it is none: then `repost_of` is null). `doubts` are bits: 1 title, 2 date, 4 text.

DROP TABLE record_search;
CREATE VIRTUAL TABLE record_search USING fts5 (
    title, text, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
);

CREATE TABLE record_digest (
    id        INTEGER PRIMARY KEY REFERENCES record (id) ON DELETE CASCADE,
    unindexed INTEGER NOT NULL,
    unsettled INTEGER NOT NULL,
    content   INTEGER,
    bands     BLOB,
    language  TEXT NOT NULL DEFAULT '',
    doubts    INTEGER NOT NULL DEFAULT 0,
    repost_of INTEGER REFERENCES record (id) ON DELETE SET NULL,
    likeness  REAL,
    repost_by INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX record_digest_unindexed ON record_digest (id) WHERE unindexed = 1;
CREATE INDEX record_digest_unsettled ON record_digest (id) WHERE unsettled = 1;
CREATE INDEX record_digest_content ON record_digest (content, id) WHERE content IS NOT NULL;
CREATE INDEX record_digest_repost ON record_digest (repost_of, id) WHERE repost_of IS NOT NULL;
CREATE INDEX record_digest_doubts ON record_digest (id) WHERE doubts <> 0;
CREATE INDEX record_digest_language ON record_digest (language, id);
INSERT INTO record_digest (id, unindexed, unsettled) SELECT id, 1, 1 FROM record;

-- What a person keeps about records.
CREATE TABLE record_mark (
    id      INTEGER PRIMARY KEY REFERENCES record (id) ON DELETE CASCADE,
    read_at INTEGER,
    note    TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE TABLE record_tag (
    tag TEXT NOT NULL COLLATE NOCASE,
    id  INTEGER NOT NULL REFERENCES record (id) ON DELETE CASCADE,
    PRIMARY KEY (tag, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX record_tag_by_record ON record_tag (id);
CREATE TABLE saved_search (
    name   TEXT PRIMARY KEY,
    filter TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Grows with every change of what is kept beside the records, so that kept orders notice.
CREATE TABLE text_stamp (stamp INTEGER NOT NULL) STRICT;
INSERT INTO text_stamp VALUES (0);

-- `length` is what was asked for, as JSON; `keywords` a JSON array.
CREATE TABLE record_summary (
    id       INTEGER PRIMARY KEY REFERENCES record (id) ON DELETE CASCADE,
    length   TEXT NOT NULL,
    text     TEXT NOT NULL,
    keywords TEXT NOT NULL
) STRICT;
