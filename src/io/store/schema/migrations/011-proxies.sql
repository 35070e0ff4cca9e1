-- Proxies: what they cost and where they are, how they fare overall and at each site, their traffic.
ALTER TABLE proxy ADD COLUMN tier INTEGER NOT NULL DEFAULT 1;
ALTER TABLE proxy ADD COLUMN tags TEXT NOT NULL DEFAULT '[]';      -- JSON, texts
ALTER TABLE proxy ADD COLUMN country TEXT NOT NULL DEFAULT '';
ALTER TABLE proxy ADD COLUMN month_limit INTEGER;                  -- bytes
ALTER TABLE proxy ADD COLUMN good REAL NOT NULL DEFAULT 0;         -- decayed, as of seen_at
ALTER TABLE proxy ADD COLUMN bad REAL NOT NULL DEFAULT 0;
ALTER TABLE proxy ADD COLUMN latency_ms REAL NOT NULL DEFAULT 0;   -- 0: unknown
ALTER TABLE proxy ADD COLUMN seen_at INTEGER;
ALTER TABLE proxy ADD COLUMN faults INTEGER NOT NULL DEFAULT 0;    -- in a row
ALTER TABLE proxy ADD COLUMN good_at INTEGER;
ALTER TABLE proxy ADD COLUMN fault_at INTEGER;
ALTER TABLE proxy ADD COLUMN exit_address TEXT;

CREATE TABLE proxy_site (
    proxy       INTEGER NOT NULL REFERENCES proxy (id) ON DELETE CASCADE,
    site        INTEGER NOT NULL REFERENCES site (id) ON DELETE CASCADE,
    good        REAL NOT NULL,
    bad         REAL NOT NULL,
    latency_ms  REAL NOT NULL,
    seen_at     INTEGER,
    uses_ok     INTEGER NOT NULL,
    uses_failed INTEGER NOT NULL,
    good_at     INTEGER,
    refused     TEXT,                           -- how the site refused it last
    refusals    INTEGER NOT NULL,               -- in a row
    rest_until  INTEGER,
    PRIMARY KEY (proxy, site)
) STRICT, WITHOUT ROWID;
CREATE INDEX proxy_site_by_site ON proxy_site (site);

CREATE TABLE proxy_traffic (
    proxy    INTEGER NOT NULL REFERENCES proxy (id) ON DELETE CASCADE,
    month    INTEGER NOT NULL,                  -- year * 100 + month, UTC
    bytes    INTEGER NOT NULL,
    requests INTEGER NOT NULL,
    PRIMARY KEY (proxy, month)
) STRICT, WITHOUT ROWID;
