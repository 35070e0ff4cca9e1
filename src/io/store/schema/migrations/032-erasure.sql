-- Version 32: what was erased on request is not collected again. Of an address there is a keyed hash and
-- no text; the key is the setting `erasure.key`.

CREATE TABLE erased_address (
    site INTEGER NOT NULL REFERENCES site (id) ON DELETE CASCADE,
    hash BLOB NOT NULL,
    PRIMARY KEY (site, hash)
) STRICT, WITHOUT ROWID;
