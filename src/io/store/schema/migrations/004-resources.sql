-- Version 4: style sheets and small pictures of pages, so that a kept page looks like itself later.
-- The bytes of one resource are kept once in the project, whichever sites use them. A site's
-- address stands for other bytes after a redesign: `first_at` and `last_at` say when it was seen
-- to stand for these.

CREATE TABLE resource (
    id   INTEGER PRIMARY KEY,
    hash BLOB NOT NULL UNIQUE,                  -- BLAKE2s-256 of the bytes
    size INTEGER NOT NULL,                      -- compressed, bytes
    body BLOB NOT NULL                          -- zstd
) STRICT;

CREATE TABLE site_resource (
    site     INTEGER NOT NULL REFERENCES site (id) ON DELETE CASCADE,
    url      TEXT NOT NULL,
    resource INTEGER NOT NULL REFERENCES resource (id),
    first_at INTEGER NOT NULL,
    last_at  INTEGER NOT NULL,
    PRIMARY KEY (site, url, resource)
) STRICT, WITHOUT ROWID;
CREATE INDEX site_resource_by_resource ON site_resource (resource);

-- What no site uses any more goes.
CREATE TRIGGER resource_unused AFTER DELETE ON site_resource
WHEN NOT EXISTS (SELECT 1 FROM site_resource WHERE resource = OLD.resource)
BEGIN
    DELETE FROM resource WHERE id = OLD.resource;
END;
