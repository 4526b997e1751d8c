SET LOCAL lock_timeout = '5s';

-- A payment is Pending from the first try whose outcome nobody knows until a look-up or a later try tells it.
CREATE TABLE payment (
    order_id   uuid        NOT NULL,
    payment_id text,
    status     text        NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT payment_pkey PRIMARY KEY (order_id),
    CONSTRAINT payment_payment_id_key UNIQUE (payment_id),
    CONSTRAINT payment_status_known CHECK (status IN ('Pending', 'Captured', 'Refunded')),
    CONSTRAINT payment_id_known_unless_pending CHECK (status = 'Pending' OR payment_id IS NOT NULL)
);

-- Dead letters that were kept for their whole time and nobody wanted: no message is ever lost without a trace.
CREATE TABLE expired_message (
    id         bigint      GENERATED ALWAYS AS IDENTITY,
    queue      text        NOT NULL,
    message_id text,
    reason     text        NOT NULL,
    headers    jsonb       NOT NULL,
    body       bytea       NOT NULL,
    expired_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT expired_message_pkey PRIMARY KEY (id)
);

CREATE INDEX expired_message_message_id_idx ON expired_message (message_id);
