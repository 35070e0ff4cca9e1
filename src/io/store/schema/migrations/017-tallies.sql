-- Version 17: what was counted over time, for the dashboard. `scale`: seconds of a bucket (60,
-- 3600, 86400); `at`: when it begins, in seconds since 1970 (UTC); `site` 0: all sites together.
-- Minutes and hours are kept for a while, days for good. `what`: see `Counted` in logic/model.

CREATE TABLE tally (
    scale INTEGER NOT NULL,
    at    INTEGER NOT NULL,
    site  INTEGER NOT NULL,
    what  INTEGER NOT NULL,
    n     INTEGER NOT NULL,
    PRIMARY KEY (scale, site, at, what)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER tally_site_removed AFTER DELETE ON site BEGIN
    DELETE FROM tally WHERE site = OLD.id AND scale IN (60, 3600, 86400);
END;

-- What is known of before: new records by day, in all and by site, and pages by state are not.
INSERT INTO tally (scale, at, site, what, n)
SELECT 86400, fetched_at / 86400000000 * 86400, 0, 1, count(*) FROM record GROUP BY 2;
INSERT INTO tally (scale, at, site, what, n)
SELECT 86400, fetched_at / 86400000000 * 86400, site, 1, count(*) FROM record GROUP BY 3, 2;
INSERT INTO tally (scale, at, site, what, n)
SELECT 3600, fetched_at / 3600000000 * 3600, 0, 1, count(*) FROM record
WHERE fetched_at > (SELECT coalesce(max(fetched_at), 0) FROM record) - 1209600000000 GROUP BY 2;
