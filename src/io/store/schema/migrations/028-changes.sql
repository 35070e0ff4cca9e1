-- What changed, as facts: a record came (0), a field has another value (1), a record is gone (2) or
-- back (3). `before` and `after` are the values in short; the whole ones are in the versions.
-- `left_out`: the field is one whose changes say nothing. `run` is none for what was made of versions
-- that are older than this table. `change_backlog`: records whose versions are still to be read
-- for that.

CREATE TABLE record_change (
    id       INTEGER PRIMARY KEY,
    site     INTEGER NOT NULL REFERENCES site (id) ON DELETE CASCADE,
    record   INTEGER NOT NULL REFERENCES record (id) ON DELETE CASCADE,
    run      INTEGER,
    at       INTEGER NOT NULL,
    kind     INTEGER NOT NULL,
    field    TEXT NOT NULL DEFAULT '',
    before   TEXT NOT NULL DEFAULT '',
    after    TEXT NOT NULL DEFAULT '',
    left_out INTEGER NOT NULL DEFAULT 0,
    unread   INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX record_change_time ON record_change (at);
CREATE INDEX record_change_site ON record_change (site, at);
CREATE INDEX record_change_site_field ON record_change (site, field, at) WHERE field <> '';
CREATE INDEX record_change_record ON record_change (record, at);
CREATE INDEX record_change_kind ON record_change (kind, at);
CREATE INDEX record_change_site_kind ON record_change (site, kind, at) WHERE kind <> 1;
CREATE INDEX record_change_field ON record_change (field, at) WHERE field <> '';
CREATE INDEX record_change_unread ON record_change (at) WHERE unread = 1;
CREATE INDEX record_change_site_unread ON record_change (site, at) WHERE unread = 1;

CREATE VIRTUAL TABLE change_search USING fts5 (
    terms, content = '', contentless_delete = 1, detail = 'full',
    tokenize = 'unicode61 remove_diacritics 2'
);
CREATE TRIGGER record_change_removed AFTER DELETE ON record_change BEGIN
    DELETE FROM change_search WHERE rowid = OLD.id;
END;

-- Which record it is (`key`: the values of its key fields), and whether it is there: `seen` is the
-- first run of the chain that read it on its list last (0: never seen on one), `missed` how many
-- complete readings since then lacked it, `lost` the chain in which its own page was not found.
CREATE TABLE record_presence (
    record  INTEGER PRIMARY KEY REFERENCES record (id) ON DELETE CASCADE,
    site    INTEGER NOT NULL,
    key     TEXT,
    seen    INTEGER NOT NULL DEFAULT 0,
    missed  INTEGER NOT NULL DEFAULT 0,
    lost    INTEGER NOT NULL DEFAULT 0,
    gone_at INTEGER
) STRICT;
CREATE UNIQUE INDEX record_presence_key ON record_presence (site, key) WHERE key IS NOT NULL;
CREATE INDEX record_presence_seen ON record_presence (site, seen);
CREATE INDEX record_presence_lost ON record_presence (site, lost) WHERE lost <> 0;

-- `key`: the key fields of the site's records, as JSON. `counted`: the chain whose reading was
-- counted last; `shrunk`: whether it found less than half of what was there.
CREATE TABLE site_watch (
    site    INTEGER PRIMARY KEY REFERENCES site (id) ON DELETE CASCADE,
    key     TEXT NOT NULL DEFAULT '',
    counted INTEGER NOT NULL DEFAULT 0,
    shrunk  INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE change_backlog (
    record INTEGER PRIMARY KEY REFERENCES record (id) ON DELETE CASCADE
) STRICT;
INSERT INTO change_backlog (record) SELECT DISTINCT record FROM record_version;

CREATE VIEW v_changes AS
SELECT c.id, c.record AS record_id, c.site AS site_id, s.name AS site, c.run AS run_id,
       strftime('%Y-%m-%dT%H:%M:%fZ', c.at / 1000000.0, 'unixepoch') AS found_at,
       CASE c.kind WHEN 0 THEN 'new' WHEN 1 THEN 'changed' WHEN 2 THEN 'gone' WHEN 3 THEN 'back'
       END AS kind,
       c.field, c.before, c.after, c.left_out AS is_left_out
FROM record_change c JOIN site s ON s.id = c.site;
