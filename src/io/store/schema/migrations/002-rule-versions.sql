-- Version 2: every rule that a site ever had. Numbers count from 1 within a site; `origin` is a
-- token. The rules that sites have now become their first versions.

CREATE TABLE rule_version (
    site      INTEGER NOT NULL REFERENCES site (id) ON DELETE CASCADE,
    number    INTEGER NOT NULL,
    saved_at  INTEGER NOT NULL,
    origin    TEXT NOT NULL,
    rule_toml TEXT NOT NULL,
    PRIMARY KEY (site, number)
) STRICT;

INSERT INTO rule_version (site, number, saved_at, origin, rule_toml)
SELECT id, 1, CAST(unixepoch('subsec') * 1000000 AS INTEGER), 'added', rule_toml FROM site;

-- Counts the times that records of a site were altered in place, so that orders of records that
-- were worked out before are known to be old.
ALTER TABLE site ADD COLUMN alterations INTEGER NOT NULL DEFAULT 0;
