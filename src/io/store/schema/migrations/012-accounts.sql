-- Accounts: what a person settles, when they logged in and until when, pages of a day.
ALTER TABLE account ADD COLUMN day_limit INTEGER;
ALTER TABLE account ADD COLUMN expires INTEGER;
ALTER TABLE account ADD COLUMN user_agent TEXT;
ALTER TABLE account ADD COLUMN last_login INTEGER;
ALTER TABLE account ADD COLUMN cookies_until INTEGER;
ALTER TABLE account ADD COLUMN uses_day INTEGER NOT NULL DEFAULT 0;  -- days since 1970, UTC
ALTER TABLE account ADD COLUMN uses INTEGER NOT NULL DEFAULT 0;
