-- A project has an id of its own, by which installations, secrets and archives know it wherever its
-- file lies. A copy keeps the id: it is the same project.
INSERT OR IGNORE INTO setting (name, value) VALUES ('project.id', lower(hex(randomblob(16))));
