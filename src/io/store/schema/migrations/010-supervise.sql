-- Version 10: how sites are supervised. `site_supervision` holds the phase of a site and what its
-- supervision remembers; `site_event` its moves from phase to phase, `site_action` what was tried
-- and what came of it, both numbered from 1 within the site and kept to a bounded number.
-- `due_at` is when the next step (a probe, a restart) is due.

CREATE TABLE site_supervision (
    site   INTEGER PRIMARY KEY REFERENCES site (id) ON DELETE CASCADE,
    phase  TEXT NOT NULL,
    since  INTEGER NOT NULL,
    state  TEXT NOT NULL,
    rule   TEXT NOT NULL,
    url    TEXT NOT NULL,
    step   TEXT,
    due_at INTEGER,
    memory TEXT NOT NULL
) STRICT;

CREATE TABLE site_event (
    site        INTEGER NOT NULL REFERENCES site (id) ON DELETE CASCADE,
    number      INTEGER NOT NULL,
    at          INTEGER NOT NULL,
    run         INTEGER,
    from_phase  TEXT NOT NULL,
    to_phase    TEXT NOT NULL,
    state       TEXT NOT NULL,
    rule        TEXT NOT NULL,
    evidence    TEXT NOT NULL,
    url         TEXT NOT NULL,
    snapshot_at INTEGER,
    PRIMARY KEY (site, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE site_action (
    site     INTEGER NOT NULL REFERENCES site (id) ON DELETE CASCADE,
    number   INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    run      INTEGER,
    kind     TEXT NOT NULL,
    state    TEXT NOT NULL,
    why      TEXT NOT NULL,
    outcome  TEXT NOT NULL,
    ended_at INTEGER,
    PRIMARY KEY (site, number)
) STRICT, WITHOUT ROWID;
