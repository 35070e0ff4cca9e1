-- Version 1 of the project file. Times are microseconds since 1970 (UTC); structures are JSON.
-- AUTOINCREMENT where an id may live on outside the file (secrets, windows), so that the id of
-- something removed is never given to something else.

CREATE TABLE setting (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE site (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    name          TEXT NOT NULL UNIQUE,
    kind          TEXT NOT NULL,
    start         TEXT NOT NULL,
    rule_toml     TEXT NOT NULL,
    enabled       INTEGER NOT NULL DEFAULT 1,
    status        TEXT,
    records       INTEGER NOT NULL DEFAULT 0,   -- kept by the transaction that adds them
    open_requests INTEGER NOT NULL DEFAULT 0,   -- queued and leased ones, kept likewise
    last_run_at   INTEGER
) STRICT;

-- Names of rule fields that records of a site carry, so that an export need not look for them.
CREATE TABLE site_field (
    site  INTEGER NOT NULL REFERENCES site (id) ON DELETE CASCADE,
    name  TEXT NOT NULL,
    place INTEGER NOT NULL,
    PRIMARY KEY (site, name)
) STRICT, WITHOUT ROWID;

-- `origin` is the first run of a chain of resumed runs (itself, when it resumed nothing).
CREATE TABLE run (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    site       INTEGER NOT NULL REFERENCES site (id) ON DELETE CASCADE,
    origin     INTEGER NOT NULL,
    started_at INTEGER NOT NULL,
    ended_at   INTEGER,
    ending     TEXT,
    progress   TEXT NOT NULL,
    state      TEXT,
    message    TEXT
) STRICT;
CREATE INDEX run_by_site ON run (site, id);

-- kind: 0 list, 1 content, 2 page. state: 0 queued, 1 leased, 2 done, 3 failed.
CREATE TABLE request (
    id        INTEGER PRIMARY KEY,
    site      INTEGER NOT NULL REFERENCES site (id) ON DELETE CASCADE,
    url       TEXT NOT NULL,
    kind      INTEGER NOT NULL,
    state     INTEGER NOT NULL DEFAULT 0,
    found_in  INTEGER NOT NULL,
    page      INTEGER NOT NULL,
    item      INTEGER NOT NULL,
    depth     INTEGER NOT NULL,
    due_at    INTEGER NOT NULL DEFAULT 0,
    attempts  INTEGER NOT NULL DEFAULT 0,
    fields    TEXT,
    verdict   TEXT,
    judged_at INTEGER,
    UNIQUE (site, url)
) STRICT;
-- Partial: a million done requests cost the queue nothing.
CREATE INDEX request_queue ON request (site, kind, found_in, page, item, id, due_at) WHERE state = 0;
CREATE INDEX request_due ON request (site, due_at) WHERE state = 0;
CREATE INDEX request_leased ON request (site) WHERE state = 1;
CREATE INDEX request_failed ON request (site, judged_at) WHERE state = 3;

-- Narrow on purpose: sorting and listing read this table only, the texts lie in record_text.
CREATE TABLE record (
    id         INTEGER PRIMARY KEY,
    site       INTEGER NOT NULL REFERENCES site (id) ON DELETE CASCADE,
    run        INTEGER NOT NULL,
    found_in   INTEGER NOT NULL,
    page       INTEGER NOT NULL,
    item       INTEGER NOT NULL,
    part       INTEGER NOT NULL,                -- place among the records of one page
    fetched_at INTEGER NOT NULL,
    url        TEXT NOT NULL,
    title      TEXT NOT NULL COLLATE NOCASE,
    date       TEXT NOT NULL,
    author     TEXT NOT NULL COLLATE NOCASE,
    fields     TEXT NOT NULL,
    provenance TEXT NOT NULL,
    UNIQUE (url, site)
) STRICT;
-- Each order a table may be sorted by has an index that covers filter and order alike.
CREATE INDEX record_list_order ON record (site, found_in, page, item, fetched_at, part);
CREATE INDEX record_by_title ON record (title, site, fetched_at);
CREATE INDEX record_by_date ON record (date, site, fetched_at);
CREATE INDEX record_by_author ON record (author, site, fetched_at);
CREATE INDEX record_by_time ON record (fetched_at, site);

CREATE TABLE record_text (
    id   INTEGER PRIMARY KEY REFERENCES record (id) ON DELETE CASCADE,
    text TEXT NOT NULL
) STRICT;

-- Contentless: what is indexed are the search terms of title and text, which are not stored.
CREATE VIRTUAL TABLE record_search USING fts5 (
    title, text, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
);

-- `asked` and `url` are the first and the last address of the chain, without fragment.
CREATE TABLE snapshot (
    id         INTEGER PRIMARY KEY,
    site       INTEGER NOT NULL REFERENCES site (id) ON DELETE CASCADE,
    asked      TEXT NOT NULL,
    url        TEXT NOT NULL,
    evidence   INTEGER NOT NULL,
    fetched_at INTEGER NOT NULL,
    meta       TEXT NOT NULL,
    size       INTEGER NOT NULL,                -- of the compressed body, bytes
    body       BLOB NOT NULL                    -- zstd
) STRICT;
CREATE INDEX snapshot_by_url ON snapshot (site, url, fetched_at);
CREATE INDEX snapshot_by_asked ON snapshot (site, asked, fetched_at);
CREATE INDEX snapshot_by_age ON snapshot (site, evidence, fetched_at, size);

CREATE TABLE proxy (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    name        TEXT NOT NULL UNIQUE,
    url         TEXT NOT NULL,
    user        TEXT,
    enabled     INTEGER NOT NULL DEFAULT 1,
    health      TEXT NOT NULL,
    rest_until  INTEGER,
    fault       TEXT,
    uses_ok     INTEGER NOT NULL DEFAULT 0,
    uses_failed INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE account (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    site       INTEGER NOT NULL REFERENCES site (id) ON DELETE CASCADE,
    user       TEXT NOT NULL,
    enabled    INTEGER NOT NULL DEFAULT 1,
    state      TEXT NOT NULL,
    rest_until INTEGER,
    fault      TEXT,
    UNIQUE (site, user)
) STRICT;

CREATE TABLE task (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    site         INTEGER NOT NULL REFERENCES site (id) ON DELETE CASCADE,
    timing       TEXT NOT NULL,
    priority     INTEGER NOT NULL,
    from_rule    INTEGER NOT NULL,
    paused       INTEGER NOT NULL DEFAULT 0,
    overlap      TEXT NOT NULL,
    missed       TEXT NOT NULL,
    next_at      INTEGER,
    last_at      INTEGER,
    missed_turns INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX task_by_site ON task (site);
