-- Version 13: what is remembered of each site to tell blocks from ordinary days. `site_history`
-- holds, as JSON, the bounded history of a site's answers; `site_exception` what a person said of
-- pages against the judge ("look" and "signals" are JSON); `signal_file` the person's own signals
-- for all sites of the project, as TOML.

CREATE TABLE site_history (
    site    INTEGER PRIMARY KEY REFERENCES site (id) ON DELETE CASCADE,
    history TEXT NOT NULL
) STRICT;

CREATE TABLE site_exception (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    site    INTEGER NOT NULL REFERENCES site (id) ON DELETE CASCADE,
    ruling  TEXT NOT NULL,
    state   TEXT NOT NULL,
    signals TEXT NOT NULL,
    look    TEXT NOT NULL,
    status  INTEGER NOT NULL,
    url     TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    runs    INTEGER NOT NULL DEFAULT 0,
    used_at INTEGER
) STRICT;
CREATE INDEX site_exception_by_site ON site_exception (site, id);

CREATE TABLE signal_file (
    name TEXT PRIMARY KEY,
    text TEXT NOT NULL
) STRICT;
