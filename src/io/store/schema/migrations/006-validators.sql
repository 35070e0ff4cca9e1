-- Version 6: by what a kept answer is asked for again, so that one that has not changed is not
-- sent again. It goes with its snapshot: there is nothing to ask about without the answer itself.

CREATE TABLE validator (
    snapshot      INTEGER PRIMARY KEY REFERENCES snapshot (id) ON DELETE CASCADE,
    etag          TEXT,
    last_modified TEXT,
    visitor       INTEGER NOT NULL,             -- whom it was sent to, as a hash
    fresh_until   INTEGER,                      -- microseconds since 1970
    checked_at    INTEGER NOT NULL
) STRICT;
