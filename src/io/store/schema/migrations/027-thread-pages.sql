-- Finds the last known page of a thread, where new posts come. Only further pages of contents: most
-- sites have none.
CREATE INDEX request_thread ON request (site, found_in, page, item, depth) WHERE depth > 1 AND kind = 1;
