-- Version 8: how often lists change, and articles that are fetched again. `pulse` holds, as JSON,
-- what the visits of a list (a start address) have found; `stamp` is when a list says that an
-- article changed last, as the list writes it. Requests of kind 3 and 4 are contents and pages
-- asked for again: after all others, and back to 1 and 2 when they are done. What a record said
-- before is kept as a version, numbered from 1 within it; `content` is the record as JSON (zstd).

CREATE TABLE pulse (
    site  INTEGER NOT NULL REFERENCES site (id) ON DELETE CASCADE,
    list  TEXT NOT NULL,
    pulse TEXT NOT NULL,
    PRIMARY KEY (site, list)
) STRICT, WITHOUT ROWID;

CREATE TABLE record_version (
    record      INTEGER NOT NULL REFERENCES record (id) ON DELETE CASCADE,
    number      INTEGER NOT NULL,
    fetched_at  INTEGER NOT NULL,
    replaced_at INTEGER NOT NULL,
    content     BLOB NOT NULL,
    PRIMARY KEY (record, number)
) STRICT, WITHOUT ROWID;

ALTER TABLE request ADD COLUMN stamp TEXT;
ALTER TABLE site ADD COLUMN news_per_day REAL;
