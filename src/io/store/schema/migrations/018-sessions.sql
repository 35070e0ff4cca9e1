-- Sessions: proxy, account, cookies and user agent of a site's visitor, scored as one. `number` counts
-- from 1 within the site. Cookies are not in here. Moves and actions say in which session they came about.

CREATE TABLE site_session (
    site       INTEGER NOT NULL REFERENCES site (id) ON DELETE CASCADE,
    number     INTEGER NOT NULL,
    made_at    INTEGER NOT NULL,
    proxy      TEXT,                            -- its name; directly when absent
    account    TEXT,                            -- its user; nobody when absent
    user_agent TEXT NOT NULL,
    good       REAL NOT NULL,                   -- decayed, as of seen_at
    bad        REAL NOT NULL,
    latency_ms REAL NOT NULL,                   -- 0: unknown
    seen_at    INTEGER,
    answers    INTEGER NOT NULL,
    refusals   INTEGER NOT NULL,
    in_row     INTEGER NOT NULL,
    refused    TEXT,                            -- how the site refused it last
    rest_until INTEGER,
    PRIMARY KEY (site, number)
) STRICT, WITHOUT ROWID;

ALTER TABLE site_event ADD COLUMN session INTEGER;
ALTER TABLE site_action ADD COLUMN session INTEGER;
