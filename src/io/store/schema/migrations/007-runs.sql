-- Version 7: what began a run (a token) and how far it might go (JSON). Rows of before tell neither.

ALTER TABLE run ADD COLUMN cause TEXT;
ALTER TABLE run ADD COLUMN limits TEXT;
