-- A migration that meets a lock gives up and is repeated, rather than make every consumer queue up behind it.
SET LOCAL lock_timeout = '5s';

CREATE TABLE invoice (
    id         uuid        NOT NULL DEFAULT gen_random_uuid(),
    order_id   uuid        NOT NULL,
    amount     numeric     NOT NULL,
    currency   char(3)     NOT NULL,
    payment_id text        NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT invoice_pkey PRIMARY KEY (id),
    CONSTRAINT invoice_order_id_key UNIQUE (order_id),
    CONSTRAINT invoice_amount_positive CHECK (amount > 0),
    CONSTRAINT invoice_currency_code CHECK (currency ~ '^[A-Z]{3}$')
);

-- The fingerprint is what the message says; a row that was put here by hand may have none.
-- Message ids are told apart byte by byte, whatever the database's language: COLLATE "C".
CREATE TABLE processed_message (
    message_id   text COLLATE "C" NOT NULL,
    consumer     text COLLATE "C" NOT NULL,
    fingerprint  text,
    processed_at timestamptz      NOT NULL DEFAULT now(),
    CONSTRAINT processed_message_pkey PRIMARY KEY (message_id, consumer),
    CONSTRAINT processed_message_id_not_blank CHECK (message_id ~ '\S')
);

-- The cleaner deletes the oldest rows first.
CREATE INDEX processed_message_processed_at_idx ON processed_message (processed_at);
