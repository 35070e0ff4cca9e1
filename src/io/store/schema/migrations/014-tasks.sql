-- Version 14: tasks of several sites or of a tag, with terms (JSON) of their own; the turns of tasks
-- and what became of each site in them; tags of sites (of the rule, and of the person's own); and
-- wishes that carry what is wished (JSON). A task goes with its last site; its turns stay.

CREATE TABLE site_tag (
    site      INTEGER NOT NULL REFERENCES site (id) ON DELETE CASCADE,
    tag       TEXT NOT NULL,
    from_rule INTEGER NOT NULL,
    PRIMARY KEY (site, tag, from_rule)
) STRICT, WITHOUT ROWID;
CREATE INDEX site_tag_by_tag ON site_tag (tag, site);

ALTER TABLE task RENAME TO task_before;
DROP INDEX task_by_site;

CREATE TABLE task (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    name         TEXT NOT NULL,
    tag          TEXT,                             -- NULL: the sites in task_site
    timing       TEXT NOT NULL,
    priority     INTEGER NOT NULL,
    from_rule    INTEGER NOT NULL,
    paused       INTEGER NOT NULL DEFAULT 0,
    terms        TEXT NOT NULL,
    next_at      INTEGER,
    last_at      INTEGER,
    missed_turns INTEGER NOT NULL DEFAULT 0
) STRICT;

INSERT INTO task (id, name, tag, timing, priority, from_rule, paused, terms, next_at, last_at,
                  missed_turns)
SELECT id, '', NULL, timing, priority, from_rule, paused,
       json_object('overlap', overlap, 'missed', missed), next_at, last_at, missed_turns
FROM task_before;

CREATE TABLE task_site (
    task INTEGER NOT NULL REFERENCES task (id) ON DELETE CASCADE,
    site INTEGER NOT NULL REFERENCES site (id) ON DELETE CASCADE,
    PRIMARY KEY (task, site)
) STRICT, WITHOUT ROWID;
CREATE INDEX task_site_by_site ON task_site (site, task);

INSERT INTO task_site (task, site) SELECT id, site FROM task_before;
DROP TABLE task_before;

CREATE TRIGGER task_without_site AFTER DELETE ON task_site
BEGIN
    DELETE FROM task WHERE id = OLD.task AND tag IS NULL
        AND NOT EXISTS (SELECT 1 FROM task_site WHERE task = OLD.task);
END;

-- `count` and `until_at` tell a stretch of missed turns.
CREATE TABLE turn (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    task        INTEGER REFERENCES task (id) ON DELETE SET NULL,
    title       TEXT NOT NULL,
    cause       TEXT NOT NULL,
    outcome     TEXT NOT NULL,
    due_at      INTEGER NOT NULL,
    until_at    INTEGER,
    count       INTEGER NOT NULL DEFAULT 1,
    started_at  INTEGER,
    ended_at    INTEGER,
    sites       INTEGER NOT NULL DEFAULT 0,
    pages       INTEGER NOT NULL DEFAULT 0,
    records_new INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX turn_by_task ON turn (task, id);
CREATE INDEX turn_by_time ON turn (due_at);

CREATE TABLE turn_part (
    turn    INTEGER NOT NULL REFERENCES turn (id) ON DELETE CASCADE,
    site    INTEGER NOT NULL REFERENCES site (id) ON DELETE CASCADE,
    outcome TEXT NOT NULL,
    run     INTEGER,
    PRIMARY KEY (turn, site)
) STRICT, WITHOUT ROWID;
CREATE INDEX turn_part_by_site ON turn_part (site);
CREATE INDEX turn_part_open ON turn_part (turn) WHERE outcome IN ('waiting', 'running');

ALTER TABLE wish ADD COLUMN text TEXT;
