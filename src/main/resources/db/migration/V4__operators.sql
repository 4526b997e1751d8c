SET LOCAL lock_timeout = '5s';

-- A row that was sent again stays, and says so.
ALTER TABLE expired_message ADD COLUMN replayed_at timestamptz;

-- What an operator gave up: dead letters, and rows of expired_message, which leave that table for this one.
CREATE TABLE discarded_message (
    id           bigint      GENERATED ALWAYS AS IDENTITY,
    queue        text        NOT NULL,
    message_id   text,
    headers      jsonb       NOT NULL,
    body         bytea       NOT NULL,
    reason       text        NOT NULL,
    discarded_by text        NOT NULL,
    discarded_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT discarded_message_pkey PRIMARY KEY (id),
    CONSTRAINT discarded_message_reason_not_blank CHECK (reason ~ '\S'),
    CONSTRAINT discarded_message_by_not_blank CHECK (discarded_by ~ '\S')
);

CREATE INDEX discarded_message_message_id_idx ON discarded_message (message_id);
