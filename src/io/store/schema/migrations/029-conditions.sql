-- Conditions over records. `terms`: the condition as JSON. `skips`: whether it leaves records out.
CREATE TABLE record_condition (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    site       INTEGER REFERENCES site (id) ON DELETE CASCADE,
    tag        TEXT,
    enabled    INTEGER NOT NULL,
    skips      INTEGER NOT NULL,
    terms      TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX record_condition_site ON record_condition (site) WHERE site IS NOT NULL;

-- What a condition knows of a record from its readings, as JSON; none if there is nothing to know.
CREATE TABLE condition_state (
    condition INTEGER NOT NULL REFERENCES record_condition (id) ON DELETE CASCADE,
    record    INTEGER NOT NULL REFERENCES record (id) ON DELETE CASCADE,
    state     TEXT NOT NULL,
    PRIMARY KEY (condition, record)
) STRICT, WITHOUT ROWID;
CREATE INDEX condition_state_record ON condition_state (record);

-- The records that a condition left out, each once, by a digest of its address or key.
CREATE TABLE condition_skip (
    condition INTEGER NOT NULL REFERENCES record_condition (id) ON DELETE CASCADE,
    address   INTEGER NOT NULL,
    PRIMARY KEY (condition, address)
) STRICT, WITHOUT ROWID;

-- That a condition counted for a record. `waits`: 1 until it is told, 2 until the next digest.
-- `task`: the task that is still to run for it.
CREATE TABLE record_match (
    id        INTEGER PRIMARY KEY,
    condition INTEGER NOT NULL REFERENCES record_condition (id) ON DELETE CASCADE,
    site      INTEGER NOT NULL REFERENCES site (id) ON DELETE CASCADE,
    record    INTEGER REFERENCES record (id) ON DELETE SET NULL,
    run       INTEGER NOT NULL,
    at        INTEGER NOT NULL,
    test      TEXT NOT NULL,
    field     TEXT NOT NULL,
    before    TEXT NOT NULL,
    after     TEXT NOT NULL,
    title     TEXT NOT NULL,
    url       TEXT NOT NULL,
    waits     INTEGER NOT NULL,
    task      INTEGER
) STRICT;
CREATE INDEX record_match_condition ON record_match (condition, at);
CREATE INDEX record_match_site ON record_match (site);
CREATE INDEX record_match_record ON record_match (record) WHERE record IS NOT NULL;
CREATE INDEX record_match_waits ON record_match (waits, id) WHERE waits <> 0;
CREATE INDEX record_match_task ON record_match (task) WHERE task IS NOT NULL;

-- The channels that an alert is sent through, as a JSON list of names; all if there is none.
ALTER TABLE alert ADD COLUMN channels TEXT;
