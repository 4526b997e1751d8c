SET LOCAL lock_timeout = '5s';

-- How often a message came again after it was processed, and when last.
ALTER TABLE processed_message ADD COLUMN copies integer NOT NULL DEFAULT 0, ADD COLUMN last_copy_at timestamptz;
