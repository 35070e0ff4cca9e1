-- Version 5: the queue's indexes without what they do not need, for a million addresses. Few
-- requests are due later than at once, and only those have to be found by their time.

DROP INDEX request_queue;
DROP INDEX request_due;
CREATE INDEX request_queue ON request (site, kind, found_in, page, item) WHERE state = 0;
CREATE INDEX request_later ON request (site, due_at) WHERE state = 0 AND due_at > 0;
