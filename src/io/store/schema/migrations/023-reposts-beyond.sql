-- A repost and the record that it repeats may lie in two files: one in the project, the other in an
-- archive. So no foreign key holds them together any more. What is removed for good lets go of its
-- reposts; what moves into an archive (the setting stands for as long as its transaction) does not.
ALTER TABLE record_digest ADD COLUMN original INTEGER;
UPDATE record_digest SET original = repost_of WHERE repost_of IS NOT NULL;
DROP INDEX record_digest_repost;
ALTER TABLE record_digest DROP COLUMN repost_of;
ALTER TABLE record_digest RENAME COLUMN original TO repost_of;
CREATE INDEX record_digest_repost ON record_digest (repost_of, id) WHERE repost_of IS NOT NULL;
CREATE TRIGGER record_lets_go AFTER DELETE ON record
WHEN NOT EXISTS (SELECT 1 FROM setting WHERE name = 'archive.keeps-reposts')
BEGIN
    UPDATE record_digest SET repost_of = NULL, likeness = NULL WHERE repost_of = OLD.id;
END;
