-- Version 31: the search looks at every field. `fields` of the index has the words of the author, the
-- address and the fields of the rules, each also with the mark of its field; `record_number` has
-- the numbers and days among their values (`field`: twice the mark of the field, one more for days).
-- The index is made anew in the background, newest records first: a record leaves the index of
-- before as it enters this one, so that every record is found all the while.

ALTER TABLE record_search RENAME TO record_search_old;
CREATE VIRTUAL TABLE record_search USING fts5 (
    title, text, fields, content = '', contentless_delete = 1,
    tokenize = 'unicode61 remove_diacritics 2'
);

CREATE TABLE record_number (
    record INTEGER NOT NULL REFERENCES record (id) ON DELETE CASCADE,
    field  INTEGER NOT NULL,
    number REAL NOT NULL,
    PRIMARY KEY (record, field, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX record_number_value ON record_number (field, number, record);

CREATE TRIGGER record_search_old_removed AFTER DELETE ON record BEGIN
    DELETE FROM record_search_old WHERE rowid = OLD.id;
END;
CREATE TRIGGER record_search_old_replaced AFTER UPDATE OF unindexed ON record_digest
WHEN NEW.unindexed = 0 AND OLD.unindexed <> 0
BEGIN
    DELETE FROM record_search_old WHERE rowid = NEW.id;
END;

UPDATE record_digest SET unindexed = 1;
