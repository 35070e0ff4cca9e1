-- Version with what a rule changed in stored records when their kept pages were read again, so that
-- it can be taken back: the last time of each site. `rewritten` has what stood there (a record as
-- compressed JSON; NULL for one that was added), where a removed record belonged, and what was put
-- there (a hash; NULL for one that was removed): what was changed since is left as it is. `state` is
-- 0 while records are rewritten (also when that was cut off), 1 when all of it was, 2 when pages are
-- read again and nothing was rewritten yet, so that what was noted before still stands.

CREATE TABLE rewriting (
    site     INTEGER PRIMARY KEY REFERENCES site (id) ON DELETE CASCADE,
    at       INTEGER NOT NULL,
    begun    INTEGER NOT NULL,
    state    INTEGER NOT NULL
) STRICT;

CREATE TABLE rewritten (
    site   INTEGER NOT NULL REFERENCES site (id) ON DELETE CASCADE,
    record INTEGER NOT NULL,
    before BLOB,
    place  TEXT,
    after  BLOB,
    PRIMARY KEY (site, record)
) STRICT, WITHOUT ROWID;

CREATE TABLE rewritten_request (
    site   INTEGER NOT NULL REFERENCES site (id) ON DELETE CASCADE,
    url    TEXT NOT NULL,
    fields TEXT,
    PRIMARY KEY (site, url)
) STRICT, WITHOUT ROWID;
