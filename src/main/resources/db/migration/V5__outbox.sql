SET LOCAL lock_timeout = '5s';

-- What a transaction has to tell others, written with its work and published after its commit. Rows of one key are
-- published in the order of their ids; whoever writes them does so under a lock of that key, so that ids commit in order.
CREATE TABLE outbox_message (
    id          bigint           GENERATED ALWAYS AS IDENTITY,
    message_id  uuid             NOT NULL DEFAULT gen_random_uuid(),
    type        text             NOT NULL,
    key         text             NOT NULL,
    body        text             NOT NULL,
    cause_id    text COLLATE "C",
    created_at  timestamptz      NOT NULL DEFAULT now(),
    sent_at     timestamptz,
    attempts    integer          NOT NULL DEFAULT 0,
    next_try_at timestamptz      NOT NULL DEFAULT now(),
    last_error  text,
    CONSTRAINT outbox_message_pkey PRIMARY KEY (id),
    CONSTRAINT outbox_message_message_id_key UNIQUE (message_id),
    CONSTRAINT outbox_message_type_name CHECK (type ~ '^[A-Z][A-Za-z0-9]*$'),
    CONSTRAINT outbox_message_sent_without_error CHECK (sent_at IS NULL OR last_error IS NULL)
);

-- The relay takes what is due, and looks whether an earlier row of the key is still unsent.
CREATE INDEX outbox_message_due_idx ON outbox_message (next_try_at, id) WHERE sent_at IS NULL;
CREATE INDEX outbox_message_unsent_idx ON outbox_message (key, id) WHERE sent_at IS NULL;

-- What was sent is deleted, the oldest first.
CREATE INDEX outbox_message_sent_at_idx ON outbox_message (sent_at) WHERE sent_at IS NOT NULL;
