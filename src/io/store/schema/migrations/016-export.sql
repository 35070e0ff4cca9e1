-- Version with archives, exports that are kept, and views for other programs. An archive is a file
-- beside the project (`file` is its name) with the same schema; `archived` are the addresses of
-- records that lie in one, as hashes, so that none is stored again. A mark says how far an export
-- to a target got.

CREATE TABLE archive (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    file     TEXT NOT NULL UNIQUE,
    first_at INTEGER NOT NULL,
    last_at  INTEGER NOT NULL,
    records  INTEGER NOT NULL
) STRICT;

CREATE TABLE archived (
    site INTEGER NOT NULL REFERENCES site (id) ON DELETE CASCADE,
    key  BLOB NOT NULL,
    PRIMARY KEY (site, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE saved_export (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    name       TEXT NOT NULL UNIQUE,
    format     TEXT NOT NULL,
    target     TEXT NOT NULL,
    options    TEXT NOT NULL,
    since_last INTEGER NOT NULL,
    after_run  INTEGER NOT NULL
) STRICT;

CREATE TABLE export_mark (
    target     TEXT PRIMARY KEY,
    record     INTEGER NOT NULL,
    fetched_at INTEGER NOT NULL,
    at         INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The data interface (docs/data.md): names and meanings of these views stay; columns may be added
-- at their end. Times are ISO 8601 in UTC.

CREATE VIEW v_sites AS
SELECT id, name, kind, enabled, records,
       strftime('%Y-%m-%dT%H:%M:%fZ', last_run_at / 1000000.0, 'unixepoch') AS last_run_at
FROM site;

CREATE VIEW v_runs AS
SELECT r.id, r.site AS site_id, s.name AS site,
       strftime('%Y-%m-%dT%H:%M:%fZ', r.started_at / 1000000.0, 'unixepoch') AS started_at,
       strftime('%Y-%m-%dT%H:%M:%fZ', r.ended_at / 1000000.0, 'unixepoch') AS ended_at,
       r.ending, r.state, r.origin AS resumes
FROM run r JOIN site s ON s.id = r.site;

CREATE VIEW v_records AS
SELECT r.id, r.site AS site_id, s.name AS site, r.run AS run_id, r.url, r.title, r.date, r.author,
       t.text, r.fields,
       strftime('%Y-%m-%dT%H:%M:%fZ', r.fetched_at / 1000000.0, 'unixepoch') AS fetched_at
FROM record r JOIN record_text t ON t.id = r.id JOIN site s ON s.id = r.site;

CREATE VIEW v_fields AS
SELECT r.id AS record_id, f.key AS name, f.value, f.type
FROM record r, json_each(r.fields) f;

CREATE VIEW v_record_versions AS
SELECT v.record AS record_id, v.number,
       strftime('%Y-%m-%dT%H:%M:%fZ', v.fetched_at / 1000000.0, 'unixepoch') AS fetched_at,
       strftime('%Y-%m-%dT%H:%M:%fZ', v.replaced_at / 1000000.0, 'unixepoch') AS replaced_at
FROM record_version v;

CREATE VIEW v_requests AS
SELECT q.id, q.site AS site_id, s.name AS site, q.url,
       CASE q.kind WHEN 0 THEN 'list' WHEN 1 THEN 'content' WHEN 2 THEN 'page'
                   WHEN 3 THEN 'content again' WHEN 4 THEN 'page again' END AS kind,
       CASE q.state WHEN 0 THEN 'queued' WHEN 1 THEN 'leased' WHEN 2 THEN 'done'
                    WHEN 3 THEN 'failed' WHEN 4 THEN 'dropped' END AS state,
       q.attempts,
       strftime('%Y-%m-%dT%H:%M:%fZ', q.judged_at / 1000000.0, 'unixepoch') AS judged_at
FROM request q JOIN site s ON s.id = q.site;

CREATE VIEW v_snapshots AS
SELECT p.id, p.site AS site_id, s.name AS site, p.asked, p.url,
       json_extract(p.meta, '$.status') AS status, p.evidence AS is_evidence, p.size AS stored_bytes,
       strftime('%Y-%m-%dT%H:%M:%fZ', p.fetched_at / 1000000.0, 'unixepoch') AS fetched_at
FROM snapshot p JOIN site s ON s.id = p.site;

CREATE VIEW v_archives AS
SELECT id, file, records,
       strftime('%Y-%m-%dT%H:%M:%fZ', first_at / 1000000.0, 'unixepoch') AS first_at,
       strftime('%Y-%m-%dT%H:%M:%fZ', last_at / 1000000.0, 'unixepoch') AS last_at
FROM archive;
