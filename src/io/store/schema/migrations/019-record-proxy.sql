-- Through which proxy a record came; records that came directly have no row. The name is kept, not the
-- proxy's number: a proxy may be gone when somebody asks.

CREATE TABLE record_proxy (
    id    INTEGER PRIMARY KEY REFERENCES record (id) ON DELETE CASCADE,
    proxy TEXT NOT NULL
) STRICT;
