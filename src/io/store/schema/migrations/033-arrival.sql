-- What searches by day read of each record, newest first or by its number.
CREATE INDEX record_dates ON record (id, date, site, fetched_at);

-- Filters: conditions over records that arrive. `position` is their order. Conditions that skipped
-- records were about new ones only, and did nothing else.
ALTER TABLE record_condition ADD COLUMN position INTEGER NOT NULL DEFAULT 0;
UPDATE record_condition SET position = id;
UPDATE record_condition
SET terms = json_set(terms, '$.timing', 'arrival', '$.actions.tell', json('false'),
                     '$.actions.tag', json('null'), '$.actions.mark_read', json('false'),
                     '$.actions.task', json('null'))
WHERE skips;

-- The records that filters left out, as far back as the list goes; `condition_skip` counts them all.
-- `content`: the record as it was read, or the request that was saved, as compressed JSON.
-- `is_settled`: whether the filters of now left it out: until then a list that names it has news.
-- `is_kept`: 1 when a person keeps it after all, 2 once a run was asked for it.
CREATE TABLE skipped_record (
    id         INTEGER PRIMARY KEY,
    site       INTEGER NOT NULL REFERENCES site (id) ON DELETE CASCADE,
    key        TEXT NOT NULL,
    condition  INTEGER REFERENCES record_condition (id) ON DELETE SET NULL,
    request    INTEGER REFERENCES request (id) ON DELETE SET NULL,
    url        TEXT NOT NULL,
    title      TEXT NOT NULL,
    at         INTEGER NOT NULL,
    was_read   INTEGER NOT NULL,
    is_kept    INTEGER NOT NULL DEFAULT 0,
    is_settled INTEGER NOT NULL DEFAULT 1,
    content    BLOB
) STRICT;
CREATE UNIQUE INDEX skipped_record_key ON skipped_record (site, key);
CREATE INDEX skipped_record_url ON skipped_record (site, url);
CREATE INDEX skipped_record_condition ON skipped_record (condition, at) WHERE condition IS NOT NULL;
CREATE INDEX skipped_record_request ON skipped_record (request) WHERE request IS NOT NULL;
