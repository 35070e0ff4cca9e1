-- Version 22: the answer behind each page of a run: its status (0 when there was none), how long it
-- took, its size, and how many records and links the rule found. NULL in runs before this version.

ALTER TABLE run_page ADD COLUMN status INTEGER;
ALTER TABLE run_page ADD COLUMN took_ms INTEGER;
ALTER TABLE run_page ADD COLUMN bytes INTEGER;
ALTER TABLE run_page ADD COLUMN matches INTEGER;
