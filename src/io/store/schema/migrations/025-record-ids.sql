-- Ids of records are not given twice, also when the record with the highest one goes: `last` is the
-- highest that ever went (`record`), or the number of the last batch that changed records (`change`).
-- `record.change` is the batch that wrote it last; 0 for what was stored before this version, for
-- which an old mark of an export (`change` NULL) tells by id and time. What is to be forgotten in an
-- archive that is away, or not to be written, is kept until it is done there.

CREATE TABLE counter (
    name TEXT PRIMARY KEY,
    last INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO counter (name, last) VALUES
    ('record', max((SELECT coalesce(max(id), 0) FROM record),
                   (SELECT coalesce(max(record), 0) FROM rewritten),
                   (SELECT coalesce(max(record), 0) FROM export_mark))),
    ('change', 0);
CREATE TRIGGER record_id_stays AFTER DELETE ON record
WHEN OLD.id > (SELECT last FROM counter WHERE name = 'record')
BEGIN
    UPDATE counter SET last = OLD.id WHERE name = 'record';
END;

ALTER TABLE record ADD COLUMN change INTEGER NOT NULL DEFAULT 0;
ALTER TABLE export_mark ADD COLUMN change INTEGER;
ALTER TABLE archive ADD COLUMN last_change INTEGER NOT NULL DEFAULT 0;

CREATE TABLE forget_later (
    file TEXT NOT NULL,
    site INTEGER NOT NULL,
    PRIMARY KEY (file, site)
) STRICT, WITHOUT ROWID;
