-- Version 34: pictures of the pages that records were read from. `picture`: each file once, by the
-- BLAKE2s hash of its bytes; `words` is what the page shows, compressed, so that a person is found in
-- pictures too. `record_picture`: the newest one of each version of a record, by its time.
-- `deleted_picture`: those of deleted records, for as long as these can be restored.

CREATE TABLE picture (
    hash   BLOB PRIMARY KEY,
    width  INTEGER NOT NULL,
    height INTEGER NOT NULL,
    size   INTEGER NOT NULL,
    words  BLOB NOT NULL,
    body   BLOB NOT NULL
) STRICT;

CREATE TABLE record_picture (
    record   INTEGER NOT NULL REFERENCES record (id) ON DELETE CASCADE,
    taken_at INTEGER NOT NULL,
    picture  BLOB NOT NULL REFERENCES picture (hash) ON DELETE CASCADE,
    PRIMARY KEY (record, taken_at)
) STRICT, WITHOUT ROWID;
CREATE INDEX record_picture_picture ON record_picture (picture);

CREATE TABLE deleted_picture (
    deleted INTEGER NOT NULL REFERENCES deleted_record (id) ON DELETE CASCADE,
    picture BLOB NOT NULL REFERENCES picture (hash) ON DELETE CASCADE,
    PRIMARY KEY (deleted, picture)
) STRICT, WITHOUT ROWID;
CREATE INDEX deleted_picture_picture ON deleted_picture (picture);

-- A picture that nothing refers to any more goes at once.
CREATE TRIGGER record_picture_removed AFTER DELETE ON record_picture BEGIN
    DELETE FROM picture WHERE hash = OLD.picture
        AND NOT EXISTS (SELECT 1 FROM record_picture WHERE picture = OLD.picture)
        AND NOT EXISTS (SELECT 1 FROM deleted_picture WHERE picture = OLD.picture);
END;
CREATE TRIGGER deleted_picture_removed AFTER DELETE ON deleted_picture BEGIN
    DELETE FROM picture WHERE hash = OLD.picture
        AND NOT EXISTS (SELECT 1 FROM record_picture WHERE picture = OLD.picture)
        AND NOT EXISTS (SELECT 1 FROM deleted_picture WHERE picture = OLD.picture);
END;
-- The picture of a version goes with it.
CREATE TRIGGER record_version_removed AFTER DELETE ON record_version BEGIN
    DELETE FROM record_picture
    WHERE record = OLD.record AND taken_at >= OLD.fetched_at AND taken_at < OLD.replaced_at;
END;
