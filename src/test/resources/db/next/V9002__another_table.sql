SET LOCAL lock_timeout = '5s';

ALTER TABLE processed_message ADD COLUMN seen_at timestamptz NOT NULL DEFAULT now();
