-- What conditions of alerts raised. The conditions themselves, and the ways they are told, are the setting
-- `alerts`; passwords and keys are not in here.

CREATE TABLE alert (
    id              INTEGER PRIMARY KEY,
    rule            INTEGER NOT NULL,               -- number of the condition
    kind            TEXT NOT NULL,
    site            INTEGER REFERENCES site (id) ON DELETE CASCADE,   -- the project when absent
    message         TEXT NOT NULL,                  -- JSON
    raised_at       INTEGER NOT NULL,
    cleared_at      INTEGER,
    told_at         INTEGER,
    told_cleared_at INTEGER,
    fault           TEXT                            -- JSON: why a way did not take it
) STRICT;

CREATE INDEX alert_open ON alert (id) WHERE cleared_at IS NULL;
