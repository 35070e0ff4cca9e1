-- Version 3: sample pages of rules. `role` is a token, `expects` the JSON of what the page is to
-- yield with its address and circumstances, `body` the decoded source.

CREATE TABLE sample (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    site     INTEGER NOT NULL REFERENCES site (id) ON DELETE CASCADE,
    url      TEXT NOT NULL,
    role     TEXT NOT NULL,
    title    TEXT NOT NULL,
    taken_at INTEGER NOT NULL,
    expects  TEXT NOT NULL,
    body     BLOB NOT NULL                      -- zstd
) STRICT;
CREATE INDEX sample_by_site ON sample (site, id);
