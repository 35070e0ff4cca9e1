-- What each way of telling still has to tell of an alert, and what it has told. Before, one failure of
-- one way counted as told by all.

ALTER TABLE alert ADD COLUMN settled_at INTEGER;            -- no way has to tell any more that it holds
ALTER TABLE alert ADD COLUMN settled_cleared_at INTEGER;    -- ... that it holds no more

UPDATE alert SET settled_at = told_at,
                 settled_cleared_at = coalesce(told_cleared_at,
                                               CASE WHEN told_at IS NULL THEN cleared_at END);

-- A way without a row has not tried yet.
CREATE TABLE alert_delivery (
    alert   INTEGER NOT NULL REFERENCES alert (id) ON DELETE CASCADE,
    cleared INTEGER NOT NULL,           -- 1: that it holds no more
    channel TEXT NOT NULL,
    state   TEXT NOT NULL,              -- waiting, told, ended
    tries   INTEGER NOT NULL,           -- that failed
    next_at INTEGER,                    -- of the next try, while it waits
    at      INTEGER NOT NULL,           -- of the last change
    reason  TEXT,                       -- JSON: why it failed, or ended untold
    PRIMARY KEY (alert, cleared, channel)
) STRICT, WITHOUT ROWID;
