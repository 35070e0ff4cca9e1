-- Version 9: what became of each page in a run (the last word of the run on it), and what other
-- processes wish of the one that owns the project. `outcome`: 0 read, 1 unchanged, 2 nothing in
-- it, 3 to be asked for again, 4 given up. Request state 4: dropped by a cancelled run; such rows
-- go when the next run begins.

CREATE TABLE run_page (
    run     INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    request INTEGER NOT NULL REFERENCES request (id) ON DELETE CASCADE,
    outcome INTEGER NOT NULL,
    records INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    verdict TEXT,
    PRIMARY KEY (run, request)
) STRICT, WITHOUT ROWID;
CREATE INDEX run_page_by_request ON run_page (request);
CREATE INDEX request_dropped ON request (site) WHERE state = 4;

CREATE TABLE wish (
    id   INTEGER PRIMARY KEY AUTOINCREMENT,
    at   INTEGER NOT NULL,
    what TEXT NOT NULL,
    site INTEGER
) STRICT;
