-- What a person puts right by hand. A deleted record leaves `record` with all rows beside it, which
-- `content` keeps as compressed JSON, by table; NULL once that was removed with old pages. Its
-- address, the address it was read from (`own`) and its key stay, so that no run stores it again.

CREATE TABLE deleted_record (
    id         INTEGER PRIMARY KEY,
    site       INTEGER NOT NULL REFERENCES site (id) ON DELETE CASCADE,
    url        TEXT NOT NULL,
    own        TEXT NOT NULL,
    key        TEXT,
    title      TEXT NOT NULL,
    fetched_at INTEGER NOT NULL,
    deleted_at INTEGER NOT NULL,
    content    BLOB
) STRICT;
CREATE INDEX deleted_record_url ON deleted_record (site, url);
CREATE INDEX deleted_record_own ON deleted_record (site, own);
CREATE INDEX deleted_record_key ON deleted_record (site, key) WHERE key IS NOT NULL;
CREATE INDEX deleted_record_time ON deleted_record (deleted_at, id);

-- A value that a person wrote into a record: `value` is theirs, `page` what the page says (NULL:
-- nothing), both as JSON. `known` is what the page said when the person last saw it: where `page`
-- differs, the page has changed since.

CREATE TABLE record_edit (
    record    INTEGER NOT NULL REFERENCES record (id) ON DELETE CASCADE,
    field     TEXT NOT NULL,
    value     TEXT NOT NULL,
    page      TEXT,
    known     TEXT,
    edited_at INTEGER NOT NULL,
    PRIMARY KEY (record, field)
) STRICT, WITHOUT ROWID;

CREATE VIEW v_deleted_records AS
SELECT d.id, d.site AS site_id, s.name AS site, d.url, d.title,
       strftime('%Y-%m-%dT%H:%M:%fZ', d.fetched_at / 1000000.0, 'unixepoch') AS fetched_at,
       strftime('%Y-%m-%dT%H:%M:%fZ', d.deleted_at / 1000000.0, 'unixepoch') AS deleted_at
FROM deleted_record d JOIN site s ON s.id = d.site;

CREATE VIEW v_values_by_hand AS
SELECT e.record AS record_id, e.field AS name, e.value ->> '$' AS value, e.page ->> '$' AS page_value,
       strftime('%Y-%m-%dT%H:%M:%fZ', e.edited_at / 1000000.0, 'unixepoch') AS edited_at
FROM record_edit e;
