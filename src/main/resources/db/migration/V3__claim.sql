SET LOCAL lock_timeout = '5s';

-- Who works on which message and order, while no transaction is open. The row goes with the work's commit, or with the
-- failure of the try; what a killed process leaves is dead once the deadline has passed, and is then taken over.
CREATE TABLE inbox_claim (
    message_id text COLLATE "C" NOT NULL,
    consumer   text COLLATE "C" NOT NULL,
    order_id   uuid             NOT NULL,
    owner      uuid             NOT NULL,
    claimed_at timestamptz      NOT NULL DEFAULT clock_timestamp(),
    deadline   timestamptz      NOT NULL,
    CONSTRAINT inbox_claim_pkey PRIMARY KEY (message_id, consumer),
    CONSTRAINT inbox_claim_order_id_key UNIQUE (order_id, consumer),
    CONSTRAINT inbox_claim_id_not_blank CHECK (message_id ~ '\S')
);
